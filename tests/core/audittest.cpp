// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include "support/auditing.h"
#include "support/chunksetbuilder.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

namespace {

using cw::testing::ChunkSets;

TEST(AuditRules, AreTheNamedOnesInDisplayOrder)
{
    std::vector<std::string_view> ids;
    for (const cw::RuleDescriptor *rule : cw::rules())
        ids.push_back(rule->id);
    const std::vector<std::string_view> fixed{
        "over-ceiling", "too-small",      "mid-sentence-start", "mid-sentence-end", "unresolved-reference",
        "pointer-only", "excess-overlap", "no-overlap",         "duplicate",        "special-token-text"};
    ASSERT_GE(ids.size(), fixed.size());
    EXPECT_TRUE(std::equal(fixed.begin(), fixed.end(), ids.begin()));
    EXPECT_EQ(std::set<std::string_view>(ids.begin(), ids.end()).size(), ids.size());
}

TEST(AuditRules, SayWhyAndWhatToDoAndHaveValidThresholds)
{
    for (const cw::RuleDescriptor *rule : cw::rules()) {
        EXPECT_EQ(cw::findRule(rule->id), rule);
        EXPECT_FALSE(rule->title.empty()) << rule->id;
        for (const std::string_view sentence : {rule->whyItMatters, rule->whatToDo, rule->message}) {
            ASSERT_FALSE(sentence.empty()) << rule->id;
            EXPECT_EQ(sentence.back(), '.') << rule->id;
        }
        cw::ParameterValues defaults;
        for (const cw::ParameterSpec &spec : rule->thresholds)
            defaults.set(spec.id, spec.defaultValue());
        EXPECT_TRUE(cw::checkParameters(rule->thresholds, defaults)) << rule->id;
    }
    EXPECT_EQ(cw::findRule("no-such-rule"), nullptr);
}

TEST(Severity, IdsRoundTrip)
{
    for (const cw::Severity severity : {cw::Severity::Info, cw::Severity::Warning, cw::Severity::Error})
        EXPECT_EQ(cw::severityFromId(cw::severityId(severity)), severity);
    EXPECT_EQ(cw::severityId(cw::Severity::Warning), "warning");
    EXPECT_FALSE(cw::severityFromId("fatal"));
}

TEST(Audit, FindingsAreOrderedAndCounted)
{
    const ChunkSets sets{cw::testing::chunkSetOfMarked("one two |three four. |It ends |here."),
                         cw::testing::chunkSetOf("", {}), cw::testing::chunkSetOfMarked("see above |one two ")};
    const cw::AuditReport report = cw::testing::audited(sets, cw::defaultAuditProfile());
    EXPECT_EQ(report.chunkCount, 6U);
    EXPECT_EQ(cw::testing::lines(report),
              (std::vector<std::string>{
                  "0:0 too-small [0,8)",
                  "0:0 mid-sentence-end [4,7)",
                  "0:1 too-small [8,20)",
                  "0:1 mid-sentence-start [8,13)",
                  "0:2 too-small [20,28)",
                  "0:2 mid-sentence-end [23,27)",
                  "0:2 unresolved-reference [20,22)",
                  "0:3 too-small [28,33)",
                  "0:3 mid-sentence-start [28,33)",
                  "2:0 too-small [0,10)",
                  "2:0 mid-sentence-end [4,9)",
                  "2:0 pointer-only [0,10)",
                  "2:1 too-small [10,18)",
                  "2:1 mid-sentence-start [10,13)",
                  "2:1 duplicate [10,18)",
              }));
    ASSERT_EQ(report.chunksAffected.size(), cw::rules().size());
    for (std::size_t rule = 0; rule < cw::rules().size(); ++rule) {
        std::set<std::pair<std::uint32_t, std::uint32_t>> chunks;
        for (const cw::Finding &finding : report.findings) {
            if (finding.rule == rule)
                chunks.insert({finding.document, finding.chunk});
        }
        EXPECT_EQ(report.chunksAffected[rule], chunks.size()) << cw::rules()[rule]->id;
    }
}

TEST(Audit, TheGravestFindingOfEachDocumentIsTold)
{
    const ChunkSets sets{cw::testing::chunkSetOfMarked("one two |three"), cw::testing::chunkSetOf("", {}),
                         cw::testing::chunkSetOfMarked("one two three four five six")};
    cw::AuditProfile profile = cw::emptyAuditProfile();
    EXPECT_EQ(cw::testing::audited(sets, profile).gravest, std::vector(3, cw::Severity::Info));
    profile.rules["too-small"].severity = cw::Severity::Warning;
    profile.rules["too-small"].thresholds.set("minimum", std::int64_t{2});
    profile.rules["over-ceiling"].severity = cw::Severity::Error;
    EXPECT_EQ(cw::testing::audited(sets, profile, 5).gravest,
              (std::vector{cw::Severity::Warning, cw::Severity::Info, cw::Severity::Error}));
}

TEST(Audit, ProfileDecidesWhatRunsAndHowSevereItIs)
{
    const ChunkSets sets{cw::testing::chunkSetOfMarked("one two |three")};
    EXPECT_TRUE(cw::testing::audited(sets, cw::emptyAuditProfile()).findings.empty());

    cw::AuditProfile profile = cw::emptyAuditProfile();
    profile.rules["too-small"].severity = cw::Severity::Error;
    profile.rules["too-small"].thresholds.set("minimum", std::int64_t{2});
    const cw::AuditReport small = cw::testing::audited(sets, profile);
    ASSERT_EQ(cw::testing::lines(small), std::vector<std::string>{"0:1 too-small [8,13)"});
    EXPECT_EQ(small.findings[0].severity, cw::Severity::Error);
    EXPECT_EQ(cw::findingMessage(small.findings[0]), "Holds 1 tokens, fewer than the minimum of 2.");

    profile = cw::defaultAuditProfile();
    profile.rules["too-small"].isEnabled = false;
    for (const std::string &line : cw::testing::lines(cw::testing::audited(sets, profile)))
        EXPECT_EQ(line.find("too-small"), std::string::npos);
}

TEST(Audit, ProfilesAreCheckedByName)
{
    EXPECT_TRUE(cw::checkAuditProfile(cw::defaultAuditProfile()));
    EXPECT_TRUE(cw::checkAuditProfile(cw::referenceAuditProfile()));
    EXPECT_TRUE(cw::checkAuditProfile(cw::emptyAuditProfile()));

    const auto subject = [](const cw::AuditProfile &profile) {
        const auto checked = cw::checkAuditProfile(profile);
        EXPECT_FALSE(checked);
        EXPECT_EQ(checked.error().code, cw::ErrorCode::InvalidConfig);
        return checked.error().subject;
    };
    cw::AuditProfile profile;
    profile.rules["too-smal"] = {};
    EXPECT_EQ(subject(profile), "rules.too-smal");
    profile = {};
    profile.rules["too-small"].thresholds.set("minimum", std::int64_t{-1});
    EXPECT_EQ(subject(profile), "rules.too-small.minimum");
    profile = {};
    profile.rules["too-small"].thresholds.set("maximum", std::int64_t{1});
    EXPECT_EQ(subject(profile), "rules.too-small.maximum");
    profile = {};
    profile.rules["mid-sentence-start"].thresholds.set("method", std::string("guess"));
    EXPECT_EQ(subject(profile), "rules.mid-sentence-start.method");
}

TEST(Audit, PlacesLieInTheirChunksForEveryStrategyOnAwkwardText)
{
    const std::string pieces[] = {"It ",      "this ", "a. ",           "\n\n",    "word",
                                  " ",        "# A\n", "<|endoftext|>", "日本。",  "\u0301",
                                  "👍🏽", "see ",  "above",         "[1] ",    "\r",
                                  "ภาษา",     "\x01",  "The latter ",   "i\u0307", "long-word-without-any-end"};
    std::uint32_t seed = 11;
    for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
        for (int round = 0; round < 12; ++round) {
            std::string text;
            for (int i = 0; i < 60; ++i) {
                seed = seed * 1664525U + 1013904223U;
                text += pieces[(seed >> 16) % std::size(pieces)];
            }
            const std::size_t max = 2 + static_cast<std::size_t>(round);
            const ChunkSets sets{cw::testing::chunkText(
                text, {.strategy = std::string(strategy->id), .tokenizer = "words", .max = max, .overlap = max / 2})};
            for (const cw::AuditProfile &profile : {cw::defaultAuditProfile(), cw::referenceAuditProfile()}) {
                const cw::AuditReport report = cw::testing::audited(sets, profile, max, max / 2, strategy->sizeUnit);
                for (const cw::Finding &finding : report.findings) {
                    const cw::ByteRange source = sets[0]->chunks()[finding.chunk].source;
                    EXPECT_TRUE(source.contains(finding.where)) << cw::rules()[finding.rule]->id << " in " << text;
                    EXPECT_FALSE(finding.where.isEmpty()) << cw::rules()[finding.rule]->id << " in " << text;
                    EXPECT_TRUE(cw::isCharacterBoundary(text, finding.where.begin));
                    EXPECT_TRUE(cw::isCharacterBoundary(text, finding.where.end));
                }
            }
        }
    }
}

TEST(Audit, StopsWhenAsked)
{
    const ChunkSets sets{cw::testing::chunkSetOfMarked("one two |three")};
    std::stop_source source;
    source.request_stop();
    const cw::Tokenizer &words = cw::testing::sharedTokenizer("words");
    const cw::StrategyDescriptor strategy = cw::testing::tokenStrategy();
    EXPECT_TRUE(cw::audit({sets, strategy, words, 10, 0}, cw::defaultAuditProfile(), source.get_token()).isCancelled());
}

} // namespace
