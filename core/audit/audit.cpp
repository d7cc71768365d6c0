// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
#include <functional>
#include <span>
#include <tuple>
#include <utility>

namespace cw {

namespace {

constexpr std::array<std::string_view, 3> severityIds{"info", "warning", "error"};

std::vector<std::size_t> firstChunkNumbers(const AuditInput &input)
{
    std::vector<std::size_t> first;
    first.reserve(input.chunkSets.size() + 1);
    std::size_t count = 0;
    for (const auto &set : input.chunkSets) {
        first.push_back(count);
        count += set->size();
    }
    first.push_back(count);
    return first;
}

bool isBefore(const Finding &a, const Finding &b) noexcept
{
    return std::tuple(a.rule, a.where.begin, a.where.end, a.value)
        < std::tuple(b.rule, b.where.begin, b.where.end, b.value);
}

/// Appends findings in chunks [begin, end) of the run to `sorted`: counting sort by chunk, then each chunk's few
/// findings by rule and place where they are not in order yet. Linear, and independent of the order in which rules
/// report.
void appendSorted(const std::vector<std::vector<Finding>> &byRule, const std::vector<std::size_t> &firstNumber,
                  std::size_t begin, std::size_t end, std::vector<Finding> &sorted)
{
    std::vector<std::uint32_t> ends(end - begin + 1, 0);
    const auto placeOf = [&](const Finding &finding) { return firstNumber[finding.document] + finding.chunk - begin; };
    std::size_t count = 0;
    for (const std::vector<Finding> &findings : byRule) {
        for (const Finding &finding : findings)
            ++ends[placeOf(finding) + 1];
        count += findings.size();
    }
    if (count == 0)
        return;
    for (std::size_t i = 1; i < ends.size(); ++i)
        ends[i] += ends[i - 1];
    const std::size_t before = sorted.size();
    sorted.resize(before + count);
    const auto first = sorted.begin() + static_cast<std::ptrdiff_t>(before);
    for (const std::vector<Finding> &findings : byRule) {
        for (const Finding &finding : findings)
            first[static_cast<std::ptrdiff_t>(ends[placeOf(finding)]++)] = finding;
    }
    auto chunkBegin = first;
    for (std::size_t place = 0; place + 1 < ends.size(); ++place) {
        const auto chunkEnd = first + static_cast<std::ptrdiff_t>(ends[place]);
        if (chunkEnd - chunkBegin > 1 && !std::is_sorted(chunkBegin, chunkEnd, isBefore))
            std::sort(chunkBegin, chunkEnd, isBefore);
        chunkBegin = chunkEnd;
    }
}

/// What findings come to.
struct Tally
{
    std::vector<std::uint32_t> chunksAffected; ///< per rule
    std::vector<Severity> gravest; ///< per document

    explicit Tally(std::size_t documents = 0)
        : chunksAffected(rules().size(), 0), gravest(documents, Severity::Info) { }

    /// `sorted` holds all of a rule's findings in its chunks.
    void add(std::span<const Finding> sorted)
    {
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            const Finding &finding = sorted[i];
            const bool isSameAsBefore = i > 0 && sorted[i - 1].rule == finding.rule
                && sorted[i - 1].chunk == finding.chunk && sorted[i - 1].document == finding.document;
            chunksAffected[finding.rule] += isSameAsBefore ? 0 : 1;
            gravest[finding.document] = std::max(gravest[finding.document], finding.severity);
        }
    }

    void add(const Tally &other)
    {
        std::ranges::transform(chunksAffected, other.chunksAffected, chunksAffected.begin(), std::plus());
        std::ranges::transform(gravest, other.gravest, gravest.begin(), std::ranges::max);
    }
};

/// Runs rules into lists of their own, so that the number of threads cannot show in the result. What is found in a few
/// hundred chunks is put in order at once, while it is near.
class RuleRunner
{
public:
    RuleRunner(const AuditInput &input, const AuditProfile &profile, const std::vector<std::size_t> &firstNumber,
               std::stop_token stop)
        : m_input(input), m_firstNumber(firstNumber), m_stop(std::move(stop))
    {
        for (std::size_t position = 0; position < rules().size(); ++position) {
            const RuleDescriptor &rule = *rules()[position];
            RuleSetting setting = profile.setting(rule);
            if (!setting.isEnabled)
                continue;
            const Severity severity = setting.severity.value_or(rule.defaultSeverity);
            (rule.looksAtChunksAlone ? m_chunkRules : m_runRules)
                .push_back({position, severity, std::move(setting.thresholds)});
        }
    }

    void run()
    {
        constexpr std::size_t worthAThread = 1000;
        constexpr std::size_t sharesPerThread = 4;
        const std::size_t chunkCount = m_firstNumber.back();
        const std::size_t threads = chunkCount < worthAThread ? 1 : std::clamp(m_input.threads, 1U, 16U);
        const std::size_t shares = threads == 1 ? 1 : threads * sharesPerThread;
        m_foundByRun.resize(m_runRules.size());
        m_shares.resize(shares);
        if (threads == 1) {
            for (std::size_t rule = 0; rule < m_runRules.size(); ++rule)
                check(m_runRules[rule], {}, m_foundByRun[rule]);
            checkChunks(0, chunkCount, m_shares[0], takeFoundByRun());
            return;
        }
        forEachNumber(m_runRules.size() + shares, threads, [&](std::size_t number) {
            if (number < m_runRules.size()) {
                check(m_runRules[number], {}, m_foundByRun[number]);
                return;
            }
            const std::size_t share = number - m_runRules.size();
            checkChunks(chunkCount * share / shares, chunkCount * (share + 1) / shares, m_shares[share]);
        });
    }

    /// After run().
    [[nodiscard]] AuditReport takeReport()
    {
        AuditReport report;
        report.chunkCount = m_firstNumber.back();
        if (m_shares.size() == 1) {
            setTally(report, std::move(m_shares[0].tally));
            report.findings = std::move(m_shares[0].findings);
            if (report.findings.capacity() / 4 * 3 > report.findings.size())
                report.findings.shrink_to_fit();
            return report;
        }
        const std::vector<Finding> ofRun = takeFoundByRun();
        Tally tally(m_input.chunkSets.size());
        tally.add(ofRun);
        std::size_t count = ofRun.size();
        for (const Share &share : m_shares) {
            count += share.findings.size();
            tally.add(share.tally);
        }
        setTally(report, std::move(tally));
        report.findings.reserve(count);
        const auto isEarlier = [](const Finding &a, const Finding &b) {
            if (a.document != b.document || a.chunk != b.chunk)
                return std::tuple(a.document, a.chunk) < std::tuple(b.document, b.chunk);
            return isBefore(a, b);
        };
        auto next = ofRun.cbegin();
        for (Share &share : m_shares) {
            for (const Finding &finding : share.findings) {
                for (; next != ofRun.cend() && isEarlier(*next, finding); ++next)
                    report.findings.push_back(*next);
                report.findings.push_back(finding);
            }
            share.findings = {};
        }
        report.findings.insert(report.findings.end(), next, ofRun.cend());
        return report;
    }

private:
    struct Rule
    {
        std::size_t position = 0; ///< in rules()
        Severity severity = Severity::Warning;
        ParameterValues thresholds;
    };

    /// What rules that look at chunks alone found in neighbouring chunks.
    struct Share
    {
        std::vector<Finding> findings; ///< in order
        Tally tally;
    };

    /// So many chunks at a time, whose facts and text all rules find near.
    static constexpr std::size_t chunksAtOnce = 512;

    static void setTally(AuditReport &report, Tally tally)
    {
        report.chunksAffected = std::move(tally.chunksAffected);
        report.gravest = std::move(tally.gravest);
    }

    /// `others`, in order, are put among what is found here.
    void checkChunks(std::size_t firstChunk, std::size_t end, Share &share, std::span<const Finding> others = {}) const
    {
        share.tally = Tally(m_input.chunkSets.size());
        std::vector<std::vector<Finding>> found(m_chunkRules.size() + 1);
        for (std::size_t begin = firstChunk; begin < end; begin += chunksAtOnce) {
            const auto after = std::ranges::upper_bound(m_firstNumber, begin);
            const auto document = static_cast<std::size_t>(after - m_firstNumber.begin()) - 1;
            const AuditSpan span{document, begin - m_firstNumber[document], std::min(chunksAtOnce, end - begin)};
            for (std::size_t rule = 0; rule < m_chunkRules.size(); ++rule) {
                found[rule].clear();
                check(m_chunkRules[rule], span, found[rule]);
            }
            const auto isInSpan = [&](const Finding &finding) {
                return m_firstNumber[finding.document] + finding.chunk < begin + span.count;
            };
            const auto othersEnd = std::partition_point(others.begin(), others.end(), isInSpan);
            found.back().assign(others.begin(), othersEnd);
            others = others.subspan(found.back().size());
            reserveForRest(share.findings, begin - firstChunk, end - firstChunk);
            const std::size_t before = share.findings.size();
            appendSorted(found, m_firstNumber, begin, begin + span.count, share.findings);
            share.tally.add(std::span(share.findings).subspan(before));
        }
    }

    /// Room for all there will be if the rest of the chunks has as many as those looked at, once it is nearly needed.
    static void reserveForRest(std::vector<Finding> &findings, std::size_t chunksDone, std::size_t chunks)
    {
        constexpr std::size_t soonNeeded = 4 * chunksAtOnce;
        if (findings.size() + soonNeeded <= findings.capacity())
            return;
        const std::size_t expected = chunksDone == 0
            ? 0
            : findings.size() / chunksDone * chunks + findings.size() % chunksDone * chunks / chunksDone;
        findings.reserve(std::max(expected + expected / 32, findings.size() + findings.size() / 2) + soonNeeded);
    }

    [[nodiscard]] std::vector<Finding> takeFoundByRun()
    {
        std::vector<Finding> sorted;
        appendSorted(m_foundByRun, m_firstNumber, 0, m_firstNumber.back(), sorted);
        m_foundByRun.clear();
        return sorted;
    }

    void check(const Rule &rule, AuditSpan span, std::vector<Finding> &found) const
    {
        if (m_stop.stop_requested())
            return;
        rules()[rule.position]->check(
            {m_input, rule.thresholds, m_stop, span},
            [&](const ChunkPlace &at, ByteRange where, std::int64_t value, std::int64_t limit) {
                Finding finding;
                finding.rule = static_cast<std::uint16_t>(rule.position);
                finding.severity = rule.severity;
                finding.document = at.document;
                finding.chunk = at.chunk;
                finding.where = intersection(at.facts().source, where);
                finding.value = value;
                finding.limit = limit;
                found.push_back(finding);
            });
    }

    const AuditInput &m_input;
    const std::vector<std::size_t> &m_firstNumber; ///< of each document, and that of one more
    std::stop_token m_stop;
    std::vector<Rule> m_runRules;
    std::vector<Rule> m_chunkRules;
    std::vector<std::vector<Finding>> m_foundByRun; ///< of each rule that looks at all chunks together
    std::vector<Share> m_shares;
};

} // namespace

std::string_view severityId(Severity severity) noexcept
{
    return severityIds[static_cast<std::size_t>(severity)];
}

std::optional<Severity> severityFromId(std::string_view id) noexcept
{
    const auto found = std::ranges::find(severityIds, id);
    if (found == severityIds.end())
        return std::nullopt;
    return static_cast<Severity>(found - severityIds.begin());
}

const RuleDescriptor *findRule(std::string_view id) noexcept
{
    const auto found = std::ranges::find_if(rules(), [&](const RuleDescriptor *rule) { return rule->id == id; });
    return found == rules().end() ? nullptr : *found;
}

std::string filledMessage(std::string_view message, std::span<const std::string> values)
{
    std::string filled;
    for (std::size_t i = 0; i < message.size(); ++i) {
        const char next = i + 1 < message.size() ? message[i + 1] : '\0';
        if (message[i] == '%' && next >= '1' && static_cast<std::size_t>(next - '1') < values.size()) {
            filled += values[static_cast<std::size_t>(next - '1')];
            ++i;
        } else {
            filled += message[i];
        }
    }
    return filled;
}

std::string findingMessage(const Finding &finding)
{
    const RuleDescriptor &rule = *rules()[finding.rule];
    if (rule.messageOf)
        return rule.messageOf(finding.value, finding.limit);
    const std::array<std::string, 3> figures{std::to_string(finding.value), std::to_string(finding.limit),
                                             std::to_string(finding.value - finding.limit)};
    return filledMessage(rule.message, figures);
}

Outcome<AuditReport> audit(const AuditInput &given, const AuditProfile &profile, std::stop_token stop)
{
    AuditInput input = given;
    std::vector<std::shared_ptr<const TextFacts>> ownFacts;
    if (input.facts.empty()) {
        for (const auto &set : input.chunkSets)
            ownFacts.push_back(std::make_shared<const TextFacts>(set->document().sharedText()));
        input.facts = ownFacts;
    }
    const std::vector<std::size_t> firstNumber = firstChunkNumbers(input);
    RuleRunner runner(input, profile, firstNumber, stop);
    runner.run();
    if (stop.stop_requested())
        return Cancelled{};
    return runner.takeReport();
}

} // namespace cw
