// SPDX-License-Identifier: GPL-3.0-or-later
// Auditing hand-made chunk sets, and findings as comparable lines.
#pragma once

#include "audit/audit.h"
#include "support/chunking.h"
#include "support/chunksetbuilder.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

namespace cw::testing {

using ChunkSets = std::vector<std::shared_ptr<const ChunkSet>>;

/// A strategy of which only the size unit matters.
inline StrategyDescriptor tokenStrategy(SizeUnit unit = SizeUnit::Tokens)
{
    StrategyDescriptor strategy{};
    strategy.id = "by-hand";
    strategy.sizeUnit = unit;
    return strategy;
}

inline AuditReport audited(const ChunkSets &sets, const AuditProfile &profile, std::size_t max = 300,
                           std::size_t overlap = 0, SizeUnit unit = SizeUnit::Tokens,
                           std::string_view tokenizerId = "words")
{
    const StrategyDescriptor strategy = tokenStrategy(unit);
    const auto report = audit({sets, strategy, sharedTokenizer(tokenizerId), max, overlap}, profile, {});
    EXPECT_TRUE(report);
    return report ? *report : AuditReport{};
}

/// Only the named rule, with its defaults or the given thresholds.
inline AuditProfile only(const std::string &rule, const ParameterValues &thresholds = {})
{
    AuditProfile profile = emptyAuditProfile();
    profile.rules[rule].thresholds = thresholds;
    return profile;
}

/// "document:chunk rule [begin,end)" for each finding.
inline std::vector<std::string> lines(const AuditReport &report)
{
    std::vector<std::string> all;
    for (const Finding &finding : report.findings) {
        all.push_back(std::to_string(finding.document) + ":" + std::to_string(finding.chunk) + " "
                      + std::string(rules()[finding.rule]->id) + " [" + std::to_string(finding.where.begin) + ","
                      + std::to_string(finding.where.end) + ")");
    }
    return all;
}

} // namespace cw::testing
