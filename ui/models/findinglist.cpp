// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findinglist.h"

#include "models/texts.h"
#include "run/otherchunk.h"

#include <QStringMatcher>

#include <algorithm>
#include <map>
#include <tuple>
#include <utility>

namespace cw {
namespace {

constexpr std::uint32_t findingsBetweenStops = 1024;

class FindingTest final
{
public:
    FindingTest(const RunSnapshot &snapshot, const FindingFilter &filter)
        : m_snapshot(snapshot), m_filter(filter), m_hasText(!filter.text.trimmed().isEmpty()),
          m_matcher(filter.text.trimmed(), Qt::CaseInsensitive)
    {
        if (!m_hasText)
            return;
        for (const auto &document : snapshot.documents)
            m_nameMatches.push_back(isIn(toQString(document->id())));
    }

    [[nodiscard]] bool passes(const Finding &finding)
    {
        if (!m_filter.severities[static_cast<std::size_t>(finding.severity)])
            return false;
        if (m_filter.document && *m_filter.document != finding.document)
            return false;
        return !m_hasText || m_nameMatches[finding.document] || messageMatches(finding)
            || isIn(toQString(m_snapshot.documents[finding.document]->slice(finding.where)));
    }

private:
    [[nodiscard]] bool isIn(const QString &text) const { return m_matcher.indexIn(text) >= 0; }

    /// Few different messages are given again and again.
    [[nodiscard]] bool messageMatches(const Finding &finding)
    {
        const std::tuple key(finding.rule, finding.value, finding.limit);
        const auto known = m_messages.find(key);
        if (known != m_messages.end())
            return known->second;
        return m_messages[key] = isIn(toQString(findingMessage(m_snapshot, finding)));
    }

    const RunSnapshot &m_snapshot;
    const FindingFilter &m_filter;
    bool m_hasText;
    QStringMatcher m_matcher;
    std::vector<bool> m_nameMatches; ///< per document
    std::map<std::tuple<std::uint16_t, std::int64_t, std::int64_t>, bool> m_messages;
};

} // namespace

FindingList listFindings(std::shared_ptr<const RunSnapshot> snapshot, const FindingFilter &filter, std::stop_token stop)
{
    FindingList list;
    list.groups.resize(rules().size());
    list.snapshot = std::move(snapshot);
    list.filter = filter;
    if (!list.snapshot)
        return list;
    const std::vector<Finding> &findings = list.snapshot->audit.findings;
    const std::size_t chunks = std::max<std::size_t>(list.snapshot->chunkCount, 1);
    FindingTest test(*list.snapshot, list.filter);
    for (std::uint32_t i = 0; i < findings.size(); ++i) {
        if (i % findingsBetweenStops == 0 && stop.stop_requested())
            return list;
        const Finding &finding = findings[i];
        FindingList::Group &group = list.groups[finding.rule];
        const std::size_t number = list.snapshot->firstChunkNumber[finding.document] + finding.chunk;
        ++group.density[std::min(FindingList::sparklineBins - 1, number * FindingList::sparklineBins / chunks)];
        ++group.total;
        if (test.passes(finding)) {
            group.findings.push_back(i);
            list.shown.push_back(i);
        }
    }
    // The report is ordered by document, chunk and rule; people read by place.
    const auto chunkOf = [&findings](std::uint32_t i) { return std::pair(findings[i].document, findings[i].chunk); };
    const auto place = [&findings](std::uint32_t i) { return findings[i].where.begin; };
    for (auto begin = list.shown.begin(); begin != list.shown.end();) {
        const auto end
            = std::find_if(begin, list.shown.end(), [&](std::uint32_t i) { return chunkOf(i) != chunkOf(*begin); });
        if (!std::ranges::is_sorted(begin, end, {}, place)) // few are not, and sorting allocates
            std::ranges::stable_sort(begin, end, {}, place);
        begin = end;
    }
    return list;
}

std::optional<std::size_t> sameFinding(const RunSnapshot &snapshot, const Finding &finding)
{
    if (finding.document >= snapshot.chunkSets.size())
        return std::nullopt;
    const std::vector<Finding> &findings = snapshot.audit.findings;
    const std::vector<Chunk> &chunks = snapshot.chunkSets[finding.document]->chunks();
    // An empty place may be at the very edge of its chunk, so chunks that only touch it count as well.
    const auto first
        = std::ranges::lower_bound(chunks, finding.where.begin, {}, [](const Chunk &each) { return each.source.end; });
    const auto firstChunk = static_cast<std::uint32_t>(first - chunks.begin());
    auto at = std::ranges::lower_bound(findings, std::pair(finding.document, firstChunk), {},
                                       [](const Finding &each) { return std::pair(each.document, each.chunk); });
    for (; at != findings.end() && at->document == finding.document
         && chunks[at->chunk].source.begin <= finding.where.begin;
         ++at) {
        if (at->rule == finding.rule && at->where == finding.where)
            return static_cast<std::size_t>(at - findings.begin());
    }
    return std::nullopt;
}

} // namespace cw
