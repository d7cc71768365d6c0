// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/chunklist.h"

#include "models/texts.h"
#include "run/returning.h"

#include <QStringMatcher>

#include <algorithm>
#include <utility>

namespace cw {
namespace {

constexpr std::uint32_t chunksBetweenStops = 1024;

void collectRows(ChunkList &list, const std::stop_token &stop)
{
    const RunSnapshot &snapshot = *list.snapshot;
    const QString text = list.filter.text.trimmed();
    const QStringMatcher matcher(text, Qt::CaseInsensitive);
    const auto isIn = [&matcher](const QString &where) { return matcher.indexIn(where) >= 0; };
    for (std::uint32_t document = 0; document < snapshot.chunkSets.size(); ++document) {
        if (list.filter.document && *list.filter.document != document)
            continue;
        const auto &chunks = snapshot.chunkSets[document]->chunks();
        const bool isNameMatch = text.isEmpty() || isIn(toQString(snapshot.documents[document]->id()));
        for (std::uint32_t i = 0; i < chunks.size(); ++i) {
            if (i % chunksBetweenStops == 0 && stop.stop_requested())
                return;
            if (chunks[i].embeddedTokens() < list.filter.minimumTokens)
                continue;
            if (isNameMatch || isIn(previewOf(snapshot, {document, i})))
                list.rows.push_back({document, i});
        }
    }
}

double firstPageOf(const Document &document, const Chunk &chunk)
{
    const SourceMap *map = document.sourceMap();
    return map && !map->pages().empty() ? static_cast<double>(map->pageAt(chunk.source.begin)) : -1;
}

double sortKey(const ChunkList &list, ChunkRef ref)
{
    const Chunk &chunk = list.snapshot->chunkSets[ref.document]->chunks()[ref.chunk];
    const auto size = [&] { return textSize(list.snapshot->chunkSets[ref.document]->text(ref.chunk)); };
    switch (list.order.column) {
    case ChunkColumn::DocumentName:
        return ref.document;
    case ChunkColumn::Page:
        return firstPageOf(*list.snapshot->documents[ref.document], chunk);
    case ChunkColumn::Tokens:
        return chunk.embeddedTokens();
    case ChunkColumn::OverlapTokens:
        return chunk.overlapTokens;
    case ChunkColumn::OverlapPercent:
        return overlapPercentOf(chunk);
    case ChunkColumn::Words:
        return static_cast<double>(size().words);
    case ChunkColumn::Characters:
        return static_cast<double>(size().characters);
    case ChunkColumn::StartReason:
        return static_cast<double>(chunk.startReason);
    case ChunkColumn::EndReason:
        return static_cast<double>(chunk.endReason);
    case ChunkColumn::Parent:
        return hasParents(*list.snapshot) ? static_cast<double>(parentOf(*list.snapshot, ref.document, ref.chunk)) : 0;
    case ChunkColumn::ReturnedTokens:
        return returnedFor(*list.snapshot, ref.document, ref.chunk).facts().tokens;
    case ChunkColumn::Findings:
        return list.findingsOf(ref);
    default:
        return 0;
    }
}

/// `less(a, b)` of keys; a stop leaves the rows as they are.
template<class Key, class KeyOf, class Less>
void sortBy(ChunkList &list, const KeyOf &keyOf, const Less &less, const std::stop_token &stop)
{
    std::vector<std::pair<Key, ChunkRef>> keyed;
    keyed.reserve(list.rows.size());
    for (const ChunkRef ref : list.rows) {
        if (keyed.size() % chunksBetweenStops == 0 && stop.stop_requested())
            return;
        keyed.emplace_back(keyOf(ref), ref);
    }
    std::ranges::stable_sort(keyed, [&](const auto &a, const auto &b) {
        return list.order.isDescending ? less(b.first, a.first) : less(a.first, b.first);
    });
    std::ranges::transform(keyed, list.rows.begin(), [](const auto &entry) { return entry.second; });
}

void sortRows(ChunkList &list, const std::stop_token &stop)
{
    if (list.order.column == ChunkColumn::Number) {
        if (list.order.isDescending)
            std::ranges::reverse(list.rows);
    } else if (list.order.column == ChunkColumn::Preview || list.order.column == ChunkColumn::Section) {
        const bool isSection = list.order.column == ChunkColumn::Section;
        sortBy<QString>(
            list,
            [&](ChunkRef ref) {
                return isSection ? sectionOf(*list.snapshot, ref, stop) : previewOf(*list.snapshot, ref);
            },
            [](const QString &a, const QString &b) { return QString::compare(a, b, Qt::CaseInsensitive) < 0; }, stop);
    } else {
        sortBy<double>(
            list, [&](ChunkRef ref) { return sortKey(list, ref); }, std::less<>(), stop);
    }
}

} // namespace

std::uint32_t ChunkList::findingsOf(ChunkRef ref) const
{
    return findingCounts[snapshot->firstChunkNumber[ref.document] + ref.chunk];
}

QString previewOf(const RunSnapshot &snapshot, ChunkRef ref)
{
    return oneLine(snapshot.chunkSets[ref.document]->text(ref.chunk), previewCodePoints);
}

QString sectionOf(const RunSnapshot &snapshot, ChunkRef ref, std::stop_token stop)
{
    const Document &document = *snapshot.documents[ref.document];
    const auto tree = document.blocks(std::move(stop));
    if (!tree)
        return {};
    const std::size_t begin = snapshot.chunkSets[ref.document]->chunks()[ref.chunk].source.begin;
    return headingPathText(**tree, document.text(), begin);
}

double overlapPercentOf(const Chunk &chunk)
{
    return chunk.tokens == 0 ? 0.0 : 100.0 * chunk.overlapTokens / chunk.tokens;
}

bool readsStructure(const ChunkOrder &order) noexcept
{
    return order.column == ChunkColumn::Section;
}

bool readsText(const ChunkFilter &filter, const ChunkOrder &order) noexcept
{
    return !filter.text.trimmed().isEmpty() || order.column == ChunkColumn::Words
        || order.column == ChunkColumn::Characters || order.column == ChunkColumn::Preview;
}

ChunkList listChunks(std::shared_ptr<const RunSnapshot> snapshot, const ChunkFilter &filter, const ChunkOrder &order,
                     std::stop_token stop)
{
    ChunkList list{std::move(snapshot), filter, order, {}, {}};
    if (!list.snapshot)
        return list;
    list.findingCounts.assign(list.snapshot->chunkCount, 0);
    for (const Finding &finding : list.snapshot->audit.findings)
        ++list.findingCounts[list.snapshot->firstChunkNumber[finding.document] + finding.chunk];
    collectRows(list, stop);
    if (!stop.stop_requested())
        sortRows(list, stop);
    return list;
}

} // namespace cw
