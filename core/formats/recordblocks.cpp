// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/recordblocks.h"

#include "formats/jsonscanner.h"
#include "segment/words.h"
#include "text/lines.h"

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

namespace cw::records {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;
constexpr std::size_t nowhere = std::numeric_limits<std::size_t>::max();

using Event = JsonScanner::Event;

std::shared_ptr<const BlockTree> treeOf(std::vector<Block> blocks, std::vector<StructureProblem> problems,
                                        std::string_view text)
{
    return std::make_shared<const BlockTree>(BlockTree(std::move(blocks), {}, std::move(problems), text.size()));
}

Block blockOf(BlockKind kind, std::size_t begin, std::size_t end)
{
    return {ByteRange{begin, end}, Block::none, kind, 0, kind == BlockKind::Paragraph};
}

void addAround(std::vector<Block> &blocks, std::string_view text, std::size_t begin, std::size_t end)
{
    const ByteRange visible = stripSpaces(text, {begin, end});
    if (!visible.isEmpty())
        blocks.push_back(blockOf(BlockKind::Paragraph, visible.begin, visible.end));
}

/// Whether `line` is one whole object or array.
bool isWholeValue(std::string_view line)
{
    JsonScanner scanner(line);
    if (scanner.next() != Event::Open)
        return false;
    while (scanner.depth() > 0) {
        if (const Event event = scanner.next(); event == Event::Broken || event == Event::End)
            return false;
    }
    return scanner.next() == Event::End;
}

/// The inside of the array of records, or of the object whose members are records.
struct Inside
{
    std::size_t begin = nowhere; ///< behind the bracket
    std::size_t depth = 0; ///< brackets open there
};

/// False when asked to stop.
bool findInside(std::string_view text, const std::stop_token &stop, Inside &inside)
{
    JsonScanner scanner(text);
    Inside outer; ///< of the outermost open array
    std::size_t arrayBegin = nowhere; ///< of the array that the last event opened
    for (std::size_t count = 0;; ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return false;
        const Event event = scanner.next();
        if (event == Event::End || event == Event::Broken)
            return true;
        if (event == Event::Close && scanner.depth() < outer.depth)
            outer = {};
        const bool holdsContainer = event == Event::Open && arrayBegin == outer.begin && arrayBegin != nowhere;
        if (holdsContainer && (inside.begin == nowhere || outer.depth < inside.depth))
            inside = outer;
        arrayBegin = nowhere;
        if (event != Event::Open)
            continue;
        if (!scanner.isInObject()) {
            arrayBegin = scanner.end();
            if (outer.begin == nowhere)
                outer = {scanner.end(), scanner.depth()};
        }
    }
}

/// The inside of a text's outermost object; nowhere when it is no object.
Inside insideOfObject(std::string_view text)
{
    JsonScanner scanner(text);
    if (scanner.next() == Event::Open && scanner.isInObject())
        return {scanner.end(), 1};
    return {};
}

} // namespace

Outcome<std::shared_ptr<const BlockTree>> readJsonLines(std::string_view text, std::stop_token stop)
{
    const LineReader lines(text);
    std::vector<Block> blocks;
    std::vector<StructureProblem> problems;
    Line line;
    for (std::size_t count = 0; lines.read(line.next, line); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange visible = stripSpaces(text, {line.begin, line.end});
        if (visible.isEmpty())
            continue;
        blocks.push_back(blockOf(BlockKind::Record, visible.begin, visible.end));
        if (!isWholeValue(text.substr(visible.begin, visible.size())))
            problems.push_back({StructureProblem::Kind::BrokenRecord, visible});
    }
    return treeOf(std::move(blocks), std::move(problems), text);
}

Outcome<std::shared_ptr<const BlockTree>> readJson(std::string_view text, std::stop_token stop)
{
    Inside inside;
    if (!findInside(text, stop, inside))
        return Cancelled{};
    if (inside.begin == nowhere)
        inside = insideOfObject(text);
    std::vector<Block> blocks;
    std::vector<StructureProblem> problems;
    std::size_t done = 0; ///< all before is in blocks, or is a comma
    ByteRange record; ///< begun and not ended
    const auto close = [&] {
        if (record.isEmpty())
            return;
        addAround(blocks, text, done, record.begin);
        blocks.push_back(blockOf(BlockKind::Record, record.begin, record.end));
        done = record.end;
        record = {};
    };
    JsonScanner scanner(text);
    bool isInside = inside.begin == nowhere; // a text that is no container is one record
    for (std::size_t count = 0;; ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const Event event = scanner.next();
        if (event == Event::End)
            break;
        if (event == Event::Broken) {
            problems.push_back({StructureProblem::Kind::BrokenRecord, ByteRange{scanner.begin(), scanner.end()}});
            break;
        }
        if (!isInside) {
            isInside = event == Event::Open && scanner.end() == inside.begin;
            continue;
        }
        if (event == Event::Close && scanner.depth() < inside.depth)
            break;
        if (event == Event::Comma && scanner.depth() == inside.depth) {
            close();
            done = std::max(done, scanner.end());
            continue;
        }
        if (record.isEmpty())
            record.begin = scanner.begin();
        record.end = scanner.end();
    }
    close();
    addAround(blocks, text, done, text.size());
    return treeOf(std::move(blocks), std::move(problems), text);
}

} // namespace cw::records
