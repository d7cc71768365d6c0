// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/beginning.h"

#include "formats/format.h"
#include "strategies/strategy.h"
#include "support/randomtext.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace cw::testing {
namespace {

std::string longText(std::mt19937 &random)
{
    std::string text;
    for (int part = 0; part < 6; ++part) {
        text += randomText(random, {.pieces = 60, .hugeWords = part % 3 == 2});
        if (part % 3 == 0)
            text += "\n\f\n";
        if (part % 3 == 1)
            text += "\n\n- an item of a list\n- another one\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```\n# "
                    "code\n```\n\n### Deep\n\n";
        text += part % 2 == 0 ? "\n\n## A heading\n\nA plain sentence ends here. Another one follows it, and goes on."
                              : " One more sentence of some words stands here! And a last one?\n";
    }
    return text;
}

void expectSame(const Chunk &beginning, const Chunk &whole)
{
    EXPECT_EQ(beginning.source, whole.source);
    EXPECT_EQ(beginning.emit, whole.emit);
    EXPECT_EQ(beginning.tokens, whole.tokens);
    EXPECT_EQ(beginning.overlapTokens, whole.overlapTokens);
    EXPECT_EQ(beginning.units, whole.units);
    EXPECT_EQ(beginning.carriedUnits, whole.carriedUnits);
    EXPECT_EQ(beginning.startReason, whole.startReason);
    EXPECT_EQ(beginning.endReason, whole.endReason);
    EXPECT_EQ(beginning.isIndivisible, whole.isIndivisible);
}

/// Every value of every choice of the strategy, the others at their defaults.
std::vector<ParameterValues> parameterVariants(const StrategyDescriptor &strategy)
{
    std::vector<ParameterValues> variants(1);
    for (const ParameterSpec &spec : strategy.parameters) {
        for (const ParameterChoice &choice : spec.choices) {
            ParameterValues values;
            values.set(spec.id, std::string(choice.id));
            variants.push_back(values);
        }
    }
    return variants;
}

std::vector<const FormatDescriptor *> textFormats()
{
    std::vector<const FormatDescriptor *> read;
    for (const FormatDescriptor *format : formats())
        if (format->input == FormatInput::Text)
            read.push_back(format);
    return read;
}

class BeginningTest : public ::testing::TestWithParam<const StrategyDescriptor *>
{
};

TEST_P(BeginningTest, ItsChunksAreTheFirstOnesOfTheWhole)
{
    const StrategyDescriptor &strategy = *GetParam();
    std::mt19937 random(31);
    Caches caches;
    std::size_t shown = 0;
    std::size_t next = 0;
    const std::vector<const FormatDescriptor *> read = textFormats();
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        const std::string_view tokenizer = descriptor->id;
        const std::vector<ParameterValues> variants = parameterVariants(strategy);
        const int rounds = variants.size() > 8 ? 2 : 6;
        for (const ParameterValues &parameters : variants) {
            for (int round = 0; round < rounds; ++round) {
                const FormatDescriptor &format = *read[next++ % read.size()];
                const auto document = *readDocument("a", longText(random), {}, format, {});
                RunConfig config = defaultConfig(strategy.id, tokenizer);
                config.parameters = parameters;
                config.max = 1 + static_cast<std::int64_t>(random() % 40);
                config.overlap = static_cast<std::int64_t>(random() % static_cast<unsigned>(config.max));
                config.audit = emptyAuditProfile();
                const auto whole = run({{document}, config, 1, {}}, caches, {});
                ASSERT_TRUE(whole);
                const std::vector<Chunk> &all = (*whole)->chunkSets.front()->chunks();
                for (int cut = 0; cut < 6; ++cut) {
                    const std::size_t bytes = random() % document->text().size();
                    const auto beginning = runBeginning(document, config, bytes, caches, {});
                    ASSERT_TRUE(beginning);
                    if (!beginning->snapshot)
                        continue;
                    const ChunkSet &first = *beginning->snapshot->chunkSets.front();
                    shown += first.size();
                    ASSERT_LE(first.size(), all.size());
                    for (std::size_t i = 0; i < first.size(); ++i) {
                        expectSame(first.chunks()[i], all[i]);
                        EXPECT_EQ(first.text(i), (*whole)->chunkSets.front()->text(i));
                    }
                    EXPECT_EQ(first.document().text(), document->text().substr(0, first.chunks().back().source.end));
                    EXPECT_EQ(first.document().id(), "a");
                    EXPECT_EQ(beginning->wholeBytes, document->text().size());
                    if (HasFailure()) {
                        FAIL() << tokenizer << " max " << config.max << " overlap " << config.overlap << " cut "
                               << bytes << " of\n"
                               << document->text();
                    }
                }
                caches.keepOnly({});
            }
        }
    }
    if (strategy.id == "semantic") {
        EXPECT_EQ(shown, 0U) << "which boundaries are the greatest, only the whole text tells";
    } else {
        EXPECT_GT(shown, 1000U);
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, BeginningTest, ::testing::ValuesIn(strategies().begin(), strategies().end()),
                         [](const auto &strategy) {
                             std::string name(strategy.param->id);
                             std::erase(name, '-');
                             return name;
                         });

TEST(Beginning, HasNoFigures)
{
    std::string text;
    for (int i = 0; i < 2000; ++i)
        text += "Sentence number " + std::to_string(i) + " says little.\n\n";
    const auto document = Document::fromText("a", text);
    Caches caches;
    const auto beginning = runBeginning(document, defaultConfig(), 20'000, caches, {});
    ASSERT_TRUE(beginning && beginning->snapshot);
    EXPECT_GT(beginning->snapshot->chunkCount, 5U);
    EXPECT_LT(beginning->shownBytes, 20'000U);
    EXPECT_EQ(beginning->snapshot->metrics.tokens.count, 0U);
    EXPECT_TRUE(beginning->snapshot->audit.findings.empty());
    EXPECT_TRUE(beginning->snapshot->histogram.tokenBins.empty());
    EXPECT_EQ(caches.counters().indexings, 0U) << "what a part gives is not kept as if it were the whole";
}

TEST(Beginning, SaysNothingOfATextThatSettlesNowhere)
{
    const auto document = Document::fromText("a", std::string(100'000, 'a'));
    Caches caches;
    const auto beginning = runBeginning(document, defaultConfig(), 20'000, caches, {});
    ASSERT_TRUE(beginning);
    EXPECT_EQ(beginning->snapshot, nullptr);
}

TEST(Beginning, SeparatorsThatOnlyTheRestHoldsDecide)
{
    // the whole text is split at its one blank line first, its beginning would be at line ends
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "one line of words\n";
    text += "\nlast";
    const auto document = Document::fromText("a", text);
    Caches caches;
    const auto beginning = runBeginning(document, defaultConfig("recursive-character"), 4000, caches, {});
    ASSERT_TRUE(beginning);
    EXPECT_EQ(beginning->snapshot, nullptr);
}

} // namespace
} // namespace cw::testing
