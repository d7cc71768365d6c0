// SPDX-License-Identifier: GPL-3.0-or-later
// The audit remembers, looks up and skips; here every rule that does is checked against reading each chunk anew.
#include "audit/backreference.h"
#include "audit/headings.h"
#include "audit/pointers.h"
#include "audit/sentencefacts.h"
#include "run/run.h"
#include "strategies/strategy.h"
#include "support/chunking.h"
#include "support/randomtext.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <random>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

/// Sentences that the rules find something in, and others; few enough that chunks repeat.
std::string randomDocument(std::mt19937 &random)
{
    constexpr std::array<std::string_view, 18> parts{
        "This is what it means. ",
        "They sail at noon. ",
        "See section 3.2.\n\n",
        "# Tides\n\n",
        "Harbour\n=======\n\n",
        "the boats wait for the tide, and nobody knows how long that will take this year. ",
        "Dr. Brown pays 12.50 for it! ",
        "Nobody came. ",
        "\n\n",
        "- a list item\n",
        "[link](http://example.org)\n\n",
        "It is raining. ",
        "IT budgets grow. ",
        "\u6E2F\u306F\u9759\u304B\u3060\u3002",
        "caf\u00E9 e\u0301t\u00E9 ",
        "The latter was late.\n",
        "\"That\" is a word. ",
        "Fees are due on the first day of each month and are collected by the harbour office. "};
    std::string text;
    for (std::size_t i = 1 + random() % 120; i > 0; --i)
        text += parts[random() % parts.size()];
    return random() % 3 == 0 ? text + randomText(random) + text : text;
}

using Place = std::tuple<std::size_t, std::size_t, std::string_view>;

/// Document, chunk and rule of everything that a plain reading finds.
std::multiset<Place> readAnew(const RunSnapshot &snapshot)
{
    std::multiset<Place> found;
    std::set<std::string> texts;
    for (std::size_t document = 0; document < snapshot.chunkSets.size(); ++document) {
        const ChunkSet &set = *snapshot.chunkSets[document];
        const std::string_view text = set.document().text();
        for (std::size_t i = 0; i < set.size(); ++i) {
            const Chunk &chunk = set.chunks()[i];
            const std::string_view slice = set.document().slice(chunk.source);
            const auto add = [&](bool isFound, std::string_view rule) {
                if (isFound)
                    found.emplace(document, i, rule);
            };
            add(isPointerOnly(slice), "pointer-only");
            add(headingsOnly(slice) > 0, "heading-only");
            add(!backReferenceAt(text, chunk.source).isEmpty(), "unresolved-reference");
            add(isSentenceCutAt(text, chunk.source.begin, chunk.startReason), "mid-sentence-start");
            add(isSentenceCutAt(text, chunk.source.end, chunk.endReason), "mid-sentence-end");
            add(!set.text(i).empty() && !texts.insert(std::string(set.text(i))).second, "duplicate");
        }
    }
    return found;
}

TEST(Audit, FindsWhatReadingEveryChunkAnewFinds)
{
    const std::set<std::string_view> checked{"pointer-only",       "heading-only",     "unresolved-reference",
                                             "mid-sentence-start", "mid-sentence-end", "duplicate"};
    std::mt19937 random(77);
    std::map<std::string_view, std::size_t> seen;
    for (int round = 0; round < 12; ++round) {
        std::vector<std::shared_ptr<const Document>> documents;
        for (int i = 0; i < 3; ++i)
            documents.push_back(markdownDocument(randomDocument(random)));
        Caches caches;
        for (const StrategyDescriptor *strategy : strategies()) {
            // The same caches for all sizes: what one run remembers must be right for the next.
            for (int size = 0; size < 6; ++size) {
                RunConfig config = defaultConfig(strategy->id, round % 2 == 0 ? "o200k_base" : "words");
                config.max = 1 + static_cast<std::int64_t>(random() % 40);
                config.overlap = static_cast<std::int64_t>(random()) % config.max;
                const auto snapshot = run({documents, config, 1, {}}, caches, {});
                ASSERT_TRUE(snapshot);
                std::multiset<Place> reported;
                for (const Finding &finding : (*snapshot)->audit.findings) {
                    const std::string_view rule = rules()[finding.rule]->id;
                    if (checked.contains(rule)) {
                        reported.emplace(finding.document, finding.chunk, rule);
                        ++seen[rule];
                    }
                }
                ASSERT_EQ(reported, readAnew(**snapshot)) << strategy->id << ' ' << config.max << ' ' << config.overlap;
            }
        }
    }
    for (const std::string_view rule : checked)
        EXPECT_GT(seen[rule], 20U) << rule;
}

} // namespace
} // namespace cw::testing
