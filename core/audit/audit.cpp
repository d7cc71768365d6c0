// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include "base/parallel.h"

#include <algorithm>
#include <array>
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

/// Counting sort by chunk, then each chunk's few findings by rule and place where they are not in order yet: linear,
/// and independent of the order in which rules report.
std::vector<Finding> sortFindings(const std::vector<std::vector<Finding>> &byRule,
                                  const std::vector<std::size_t> &firstNumber)
{
    std::vector<std::size_t> end(firstNumber.back() + 1, 0);
    const auto numberOf = [&](const Finding &finding) { return firstNumber[finding.document] + finding.chunk; };
    std::size_t count = 0;
    for (const std::vector<Finding> &findings : byRule) {
        for (const Finding &finding : findings)
            ++end[numberOf(finding) + 1];
        count += findings.size();
    }
    for (std::size_t i = 1; i < end.size(); ++i)
        end[i] += end[i - 1];
    std::vector<Finding> sorted(count);
    for (const std::vector<Finding> &findings : byRule) {
        for (const Finding &finding : findings)
            sorted[end[numberOf(finding)]++] = finding;
    }
    const auto isBefore = [](const Finding &a, const Finding &b) {
        return std::tuple(a.rule, a.where.begin, a.where.end, a.value)
            < std::tuple(b.rule, b.where.begin, b.where.end, b.value);
    };
    auto begin = sorted.begin();
    for (std::size_t number = 0; number + 1 < end.size(); ++number) {
        const auto chunkEnd = sorted.begin() + static_cast<std::ptrdiff_t>(end[number]);
        if (chunkEnd - begin > 1 && !std::is_sorted(begin, chunkEnd, isBefore))
            std::sort(begin, chunkEnd, isBefore);
        begin = chunkEnd;
    }
    return sorted;
}

std::vector<std::uint32_t> countChunksAffected(const std::vector<Finding> &sorted, std::size_t ruleCount)
{
    std::vector<std::uint32_t> affected(ruleCount, 0);
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        const bool isSameAsBefore = i > 0 && sorted[i - 1].rule == sorted[i].rule
            && sorted[i - 1].chunk == sorted[i].chunk && sorted[i - 1].document == sorted[i].document;
        affected[sorted[i].rule] += isSameAsBefore ? 0 : 1;
    }
    return affected;
}

/// Runs rules into lists of their own, so that the number of threads cannot show in the result.
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

    /// Lists of findings, each of one rule.
    const std::vector<std::vector<Finding>> &run()
    {
        constexpr std::size_t worthAThread = 1000;
        constexpr std::size_t sharesPerThread = 4;
        const std::size_t chunkCount = m_firstNumber.back();
        const std::size_t threads = chunkCount < worthAThread ? 1 : std::clamp(m_input.threads, 1U, 16U);
        const std::size_t shares = threads == 1 ? 1 : threads * sharesPerThread;
        m_found.resize(m_runRules.size() + shares * m_chunkRules.size());
        forEachNumber(m_runRules.size() + shares, threads, [&](std::size_t number) {
            if (number < m_runRules.size()) {
                check(m_runRules[number], {}, m_found[number]);
                return;
            }
            const std::size_t share = number - m_runRules.size();
            checkChunks(chunkCount * share / shares, chunkCount * (share + 1) / shares,
                        m_runRules.size() + share * m_chunkRules.size());
        });
        return m_found;
    }

private:
    struct Rule
    {
        std::size_t position = 0; ///< in rules()
        Severity severity = Severity::Warning;
        ParameterValues thresholds;
    };

    /// So many chunks at a time, whose facts and text all rules find near.
    static constexpr std::size_t chunksAtOnce = 512;

    void checkChunks(std::size_t begin, std::size_t end, std::size_t list)
    {
        for (; begin < end; begin += chunksAtOnce) {
            const auto after = std::ranges::upper_bound(m_firstNumber, begin);
            const auto document = static_cast<std::size_t>(after - m_firstNumber.begin()) - 1;
            const AuditSpan span{document, begin - m_firstNumber[document], std::min(chunksAtOnce, end - begin)};
            for (std::size_t rule = 0; rule < m_chunkRules.size(); ++rule)
                check(m_chunkRules[rule], span, m_found[list + rule]);
        }
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
    std::vector<std::vector<Finding>> m_found;
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

std::string findingMessage(const Finding &finding)
{
    const std::string_view pattern = rules()[finding.rule]->message;
    std::string message;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        const char next = i + 1 < pattern.size() ? pattern[i + 1] : '\0';
        if (pattern[i] == '%' && next >= '1' && next <= '3') {
            const std::int64_t difference = finding.value - finding.limit;
            message += std::to_string(next == '1' ? finding.value : next == '2' ? finding.limit : difference);
            ++i;
        } else {
            message += pattern[i];
        }
    }
    return message;
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
    AuditReport report;
    report.chunkCount = firstNumber.back();

    RuleRunner runner(input, profile, firstNumber, stop);
    const std::vector<std::vector<Finding>> &byRule = runner.run();
    if (stop.stop_requested())
        return Cancelled{};
    report.findings = sortFindings(byRule, firstNumber);
    report.chunksAffected = countChunksAffected(report.findings, rules().size());
    return report;
}

} // namespace cw
