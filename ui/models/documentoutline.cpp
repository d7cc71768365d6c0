// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documentoutline.h"

#include "models/texts.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t longestTitle = 300; ///< characters

QString problemText(StructureProblem::Kind kind)
{
    switch (kind) {
    case StructureProblem::Kind::UnclosedFence:
        return QCoreApplication::translate("DocumentOutline",
                                           "A code fence or table is opened here and never closed, so all that "
                                           "follows it is taken for code.");
    case StructureProblem::Kind::NestedTooDeeply:
        return QCoreApplication::translate("DocumentOutline",
                                           "Lists and quotations are nested too deeply here; the innermost marks are "
                                           "taken for text.");
    case StructureProblem::Kind::SyntaxErrors:
        return QCoreApplication::translate("DocumentOutline",
                                           "Much of this text does not follow its programming language, here for the "
                                           "first time; declarations may be missing.");
    case StructureProblem::Kind::NotParsed:
        return QCoreApplication::translate("DocumentOutline",
                                           "This source code is nested or broken beyond what is parsed, so it was cut "
                                           "by its paragraphs.");
    }
    return {};
}

Severity severityOf(const FormatProblem &problem)
{
    return problem.severity == ProblemSeverity::Note ? Severity::Info : Severity::Warning;
}

Outcome<std::shared_ptr<const OutlineTree>> treeOf(const std::shared_ptr<const Document> &document,
                                                   std::stop_token stop)
{
    const auto blocks = document->blocks(std::move(stop));
    if (blocks.isCancelled())
        return Cancelled{};
    if (!blocks)
        return blocks.error();
    const std::span<const Heading> headings = (*blocks)->outline();
    auto tree = std::make_shared<OutlineTree>();
    tree->document = document;
    tree->blocks = *blocks;
    tree->sections.reserve(headings.size());
    const auto numberOf
        = [&](std::uint32_t parent) { return parent == OutlineSection::none ? headings.size() : std::size_t{parent}; };
    std::vector<std::uint32_t> counts(headings.size() + 1, 0);
    for (const Heading &heading : headings) {
        const Block &block = (*blocks)->blocks()[heading.block];
        const ByteRange bytes{block.bytes.begin, block.bytes.end};
        tree->sections.push_back({.parent = heading.parent,
                                  .row = counts[numberOf(heading.parent)]++,
                                  .heading = block.kind == BlockKind::Heading ? CompactRange(bytes) : heading.title,
                                  .section = ByteRange{bytes.begin, heading.sectionEnd}});
    }
    std::partial_sum(counts.begin(), counts.end(), counts.begin());
    tree->inside.resize(headings.size());
    for (std::uint32_t i = 0; i < tree->sections.size(); ++i) {
        const OutlineSection &section = tree->sections[i];
        const std::size_t parent = numberOf(section.parent);
        tree->inside[(parent == 0 ? 0 : counts[parent - 1]) + section.row] = i;
    }
    tree->insideEnds = std::move(counts);
    return std::shared_ptr<const OutlineTree>(std::move(tree));
}

/// Moves `at` to the number of leading positions for which `isBefore` holds; in steps, so that rising questions cost
/// one pass together.
template<class Test>
void stepTo(std::size_t &at, std::size_t size, const Test &isBefore)
{
    while (at < size && isBefore(at))
        ++at;
    while (at > 0 && !isBefore(at - 1))
        --at;
}

void countChunks(const OutlineTree &tree, const std::vector<Chunk> &chunks, std::vector<OutlineFigures> &figures)
{
    struct Open
    {
        std::uint32_t section;
        std::size_t firstChunk;
    };
    std::vector<Open> open; // from the outermost to the innermost, so that ends come in their order
    std::size_t ended = 0;
    std::size_t begun = 0;
    const auto closeUpTo = [&](std::size_t byte) {
        for (; !open.empty() && tree.sections[open.back().section].section.end <= byte; open.pop_back()) {
            const auto [section, firstChunk] = open.back();
            const std::size_t end = tree.sections[section].section.end;
            stepTo(begun, chunks.size(), [&](std::size_t i) { return chunks[i].source.begin < end; });
            figures[section].chunks = static_cast<std::uint32_t>(begun - std::min(begun, firstChunk));
        }
    };
    for (std::uint32_t section = 0; section < tree.sections.size(); ++section) {
        const std::size_t begin = tree.sections[section].section.begin;
        closeUpTo(begin);
        stepTo(ended, chunks.size(), [&](std::size_t i) { return chunks[i].source.end <= begin; });
        open.push_back({section, ended});
    }
    closeUpTo(static_cast<std::size_t>(-1));
}

void countFindings(const OutlineTree &tree, std::span<const Finding> findings, std::vector<OutlineFigures> &figures)
{
    const std::vector<OutlineSection> &sections = tree.sections;
    std::size_t begun = 0;
    for (const Finding &finding : findings) {
        const std::size_t byte = finding.where.begin;
        stepTo(begun, sections.size(), [&](std::size_t i) { return sections[i].section.begin <= byte; });
        auto at = begun == 0 ? OutlineSection::none : static_cast<std::uint32_t>(begun - 1);
        while (at != OutlineSection::none && sections[at].section.end <= byte)
            at = sections[at].parent;
        if (at != OutlineSection::none)
            ++figures[at].findings;
    }
    for (std::size_t i = sections.size(); i-- > 0;) {
        if (sections[i].parent != OutlineSection::none)
            figures[sections[i].parent].findings += figures[i].findings;
    }
}

OutlineProblem pinProblem(const Pin &pin, const PinPlace &place, const Document &document)
{
    const bool isBreak = pin.kind == PinKind::Break;
    const QString what = isBreak
        ? QCoreApplication::translate("DocumentOutline", "A pinned break does not hold. %1")
        : QCoreApplication::translate("DocumentOutline", "A forbidden break is there all the same. %1");
    const QString lost = QCoreApplication::translate("DocumentOutline", "A pin was lost. %1 It stood before “%2”.");
    if (place.state == PinState::Lost)
        return {lost.arg(toQString(place.problem), oneLine(pin.after, longestTitle)), {}};
    const std::size_t end = std::min<std::size_t>(place.byte + 1, document.text().size());
    return {what.arg(toQString(place.problem)), {std::min<std::size_t>(place.byte, end), end}};
}

} // namespace

std::span<const std::uint32_t> OutlineTree::sectionsIn(std::uint32_t parent) const
{
    const std::size_t number = parent == OutlineSection::none ? sections.size() : std::size_t{parent};
    const std::size_t begin = number == 0 ? 0 : insideEnds[number - 1];
    return std::span(inside).subspan(begin, insideEnds[number] - begin);
}

QString OutlineTree::title(std::uint32_t section) const
{
    return oneLine(blocks->title(document->text(), section), longestTitle);
}

std::optional<std::uint32_t> OutlineTree::sectionAt(std::size_t byte) const
{
    const auto next = std::ranges::partition_point(
        sections, [&](const OutlineSection &section) { return section.section.begin <= byte; });
    if (next == sections.begin())
        return std::nullopt;
    auto found = static_cast<std::uint32_t>(next - sections.begin()) - 1;
    while (found != OutlineSection::none && sections[found].section.end <= byte)
        found = sections[found].parent;
    return found == OutlineSection::none ? std::nullopt : std::optional(found);
}

Outcome<std::shared_ptr<const DocumentOutline>> makeOutline(const std::shared_ptr<const RunSnapshot> &snapshot,
                                                            std::uint32_t document,
                                                            std::shared_ptr<const OutlineTree> known,
                                                            std::stop_token stop)
{
    const Document &source = *snapshot->documents[document];
    if (!known || known->document.get() != &source) {
        const auto made = treeOf(snapshot->documents[document], std::move(stop));
        if (made.isCancelled())
            return Cancelled{};
        if (!made)
            return made.error();
        known = *made;
    }
    auto outline = std::make_shared<DocumentOutline>();
    outline->snapshot = snapshot;
    outline->document = document;
    outline->tree = std::move(known);
    outline->figures.resize(outline->tree->sections.size());
    countChunks(*outline->tree, snapshot->chunkSets[document]->chunks(), outline->figures);
    const auto findings = std::ranges::equal_range(snapshot->audit.findings, document, {}, &Finding::document);
    countFindings(*outline->tree, std::span(findings.begin(), findings.end()), outline->figures);
    for (const FormatProblem &problem : source.problems())
        outline->problems.push_back({toQString(problem.message), problem.where, severityOf(problem)});
    for (const StructureProblem &problem : outline->tree->blocks->problems())
        outline->problems.push_back({problemText(problem.kind), {problem.where.begin, problem.where.end}});
    for (const PinPlace &place : snapshot->pinPlaces) {
        if (place.document == document && !place.holds())
            outline->problems.push_back(pinProblem(snapshot->config.pins[place.pin], place, source));
    }
    return std::shared_ptr<const DocumentOutline>(std::move(outline));
}

} // namespace cw
