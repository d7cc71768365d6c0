// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documentoutline.h"

#include "models/texts.h"

#include <QCoreApplication>

#include <algorithm>

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

std::vector<std::size_t> findingPlaces(const RunSnapshot &snapshot, std::uint32_t document)
{
    std::vector<std::size_t> places;
    for (const Finding &finding : std::ranges::equal_range(snapshot.audit.findings, document, {}, &Finding::document))
        places.push_back(finding.where.begin);
    std::ranges::sort(places);
    return places;
}

std::uint32_t chunksIn(const ChunkSet &set, ByteRange range)
{
    const std::size_t first = set.firstChunkEndingAfter(range.begin);
    const auto &chunks = set.chunks();
    const auto behind
        = std::ranges::partition_point(chunks, [&](const Chunk &chunk) { return chunk.source.begin < range.end; });
    const auto end = static_cast<std::size_t>(behind - chunks.begin());
    return static_cast<std::uint32_t>(end > first ? end - first : 0);
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

std::optional<std::uint32_t> DocumentOutline::sectionAt(std::size_t byte) const
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
                                                            std::uint32_t document, std::stop_token stop)
{
    const Document &source = *snapshot->documents[document];
    const auto tree = source.blocks(std::move(stop));
    if (tree.isCancelled())
        return Cancelled{};
    if (!tree)
        return tree.error();

    auto outline = std::make_shared<DocumentOutline>();
    outline->snapshot = snapshot;
    outline->document = document;
    const ChunkSet &set = *snapshot->chunkSets[document];
    const std::vector<std::size_t> findings = findingPlaces(*snapshot, document);
    outline->sections.reserve((*tree)->outline().size());
    for (std::size_t number = 0; number < (*tree)->outline().size(); ++number) {
        const Heading &heading = (*tree)->outline()[number];
        const Block &block = (*tree)->blocks()[heading.block];
        OutlineSection section;
        section.title = oneLine((*tree)->title(source.text(), number), longestTitle);
        section.parent = heading.parent;
        section.section = {block.bytes.begin, heading.sectionEnd};
        section.heading = block.kind == BlockKind::Heading ? ByteRange{block.bytes.begin, block.bytes.end}
                                                           : ByteRange{heading.title.begin, heading.title.end};
        section.chunks = chunksIn(set, section.section);
        section.findings = static_cast<std::uint32_t>(std::ranges::lower_bound(findings, section.section.end)
                                                      - std::ranges::lower_bound(findings, section.section.begin));
        outline->sections.push_back(std::move(section));
    }
    for (const FormatProblem &problem : source.problems())
        outline->problems.push_back({toQString(problem.message), problem.where});
    for (const StructureProblem &problem : (*tree)->problems())
        outline->problems.push_back({problemText(problem.kind), {problem.where.begin, problem.where.end}});
    for (const PinPlace &place : snapshot->pinPlaces) {
        if (place.document == document && !place.holds())
            outline->problems.push_back(pinProblem(snapshot->config.pins[place.pin], place, source));
    }
    return std::shared_ptr<const DocumentOutline>(std::move(outline));
}

} // namespace cw
