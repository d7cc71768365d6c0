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

RecordBlocks recordsOf(std::vector<Block> blocks, std::vector<FormatProblem> problems, std::string_view text)
{
    return {std::make_shared<const BlockTree>(BlockTree(std::move(blocks), {}, {}, text.size())), std::move(problems)};
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
    JsonGrammar grammar;
    Event event = scanner.next();
    if (event != Event::Open)
        return false;
    for (;; event = scanner.next()) {
        grammar.take(event, scanner, line);
        if (grammar.fault() != JsonGrammar::Fault::None)
            return false;
        if (event == Event::End)
            return true;
    }
}

std::string_view faultName(JsonGrammar::Fault fault)
{
    using Fault = JsonGrammar::Fault;
    switch (fault) {
    case Fault::Unclosed:
        return "the file ends inside a value, as if it was cut off";
    case Fault::UnclosedString:
        return "the quote that stands here is never closed";
    case Fault::WrongBracket:
        return "this bracket closes none that is open";
    case Fault::BehindValue:
        return "there is more behind the one value that a file may hold";
    case Fault::NoComma:
        return "a comma or a closing bracket is missing";
    case Fault::NoColon:
        return "a colon is missing";
    case Fault::NoName:
        return "a name in quotes is missing";
    case Fault::NoValue:
        return "a value is missing";
    case Fault::NoSuchWord:
        return "this is neither a string nor a number, true, false or null";
    case Fault::None:
        break;
    }
    return {};
}

/// `isCutShort`: records end there.
FormatProblem problemOf(const JsonGrammar &grammar, std::string_view text, bool isCutShort)
{
    using Fault = JsonGrammar::Fault;
    const std::size_t at = grammar.faultAt();
    std::string message = "It is no JSON at " + placeName(text, at) + ": " + std::string(faultName(grammar.fault()));
    message += grammar.fault() == Fault::Unclosed ? ". What is there of the last record was kept."
        : isCutShort || grammar.fault() == Fault::BehindValue
        ? ". Records before that place are known, what follows was taken for text."
        : ". Records were told apart by brackets and commas all the same.";
    return {std::move(message), {at, std::min(at + 1, text.size())}};
}

/// The inside of the array of records, or of the object whose members are records.
struct Inside
{
    std::size_t begin = nowhere; ///< behind the bracket
    std::size_t depth = 0; ///< brackets open there
};

/// False when asked to stop. Goes through the whole text, but no further than brackets match.
bool findInside(std::string_view text, const std::stop_token &stop, Inside &inside, JsonGrammar &grammar)
{
    JsonScanner scanner(text);
    Inside outer; ///< of the outermost open array
    std::size_t arrayBegin = nowhere; ///< of the array that the last event opened
    for (std::size_t count = 0;; ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return false;
        const Event event = scanner.next();
        grammar.take(event, scanner, text);
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

std::string placeName(std::string_view text, std::size_t byte)
{
    const LineReader lines(text);
    Line line;
    std::size_t number = 1;
    while (lines.read(line.next, line) && line.next <= byte && line.next > line.end)
        ++number;
    return "line " + std::to_string(number) + " (byte " + std::to_string(byte) + ")";
}

Outcome<DocumentParts> partsOf(std::string text, std::string_view format, Outcome<RecordBlocks> read)
{
    if (read.isCancelled())
        return Cancelled{};
    DocumentParts parts{std::move(text), format};
    parts.blocks = std::move(read->blocks);
    parts.problems = std::move(read->problems);
    parts.needsWholeText = true; // its blocks are known already
    return parts;
}

Outcome<RecordBlocks> readJsonLines(std::string_view text, const std::stop_token &stop)
{
    const LineReader lines(text);
    std::vector<Block> blocks;
    std::size_t broken = 0;
    ByteRange firstBroken;
    Line line;
    for (std::size_t count = 0; lines.read(line.next, line); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange visible = stripSpaces(text, {line.begin, line.end});
        if (visible.isEmpty())
            continue;
        blocks.push_back(blockOf(BlockKind::Record, visible.begin, visible.end));
        if (!isWholeValue(text.substr(visible.begin, visible.size())) && broken++ == 0)
            firstBroken = visible;
    }
    std::vector<FormatProblem> problems;
    if (broken > 0)
        problems.push_back({std::to_string(broken)
                                + (broken == 1 ? " line is no whole JSON object or array: "
                                               : " lines are no whole JSON objects or arrays, the first of them ")
                                + placeName(text, firstBroken.begin)
                                + (broken == 1 ? ". It was kept as it stands." : ". They were kept as they stand."),
                            firstBroken});
    return recordsOf(std::move(blocks), std::move(problems), text);
}

Outcome<RecordBlocks> readJson(std::string_view text, const std::stop_token &stop)
{
    Inside inside;
    JsonGrammar grammar;
    if (!findInside(text, stop, inside, grammar))
        return Cancelled{};
    if (inside.begin == nowhere)
        inside = insideOfObject(text);
    std::vector<Block> blocks;
    bool isCutShort = false;
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
            isCutShort = true;
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
    std::vector<FormatProblem> problems;
    if (grammar.fault() != JsonGrammar::Fault::None)
        problems.push_back(problemOf(grammar, text, isCutShort));
    return recordsOf(std::move(blocks), std::move(problems), text);
}

} // namespace cw::records
