// SPDX-License-Identifier: GPL-3.0-or-later
// Every chunk that any strategy emits while sizes change carries the count of its text, encoded from scratch.
#include "proof/proof.h"
#include "support/chunking.h"

#include "run/run.h"
#include "strategies/strategy.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace cw::testing {
namespace {

/// The defaults, and every choice of every parameter by itself.
std::vector<ParameterValues> variantsOf(const StrategyDescriptor &strategy)
{
    std::vector<ParameterValues> variants{{}};
    for (const ParameterSpec &spec : strategy.parameters) {
        if (spec.kind == ParameterKind::Boolean) {
            variants.emplace_back().set(spec.id, spec.defaultInteger == 0);
        } else if (spec.kind == ParameterKind::Choice) {
            for (const ParameterChoice &choice : spec.choices) {
                if (choice.id != spec.defaultChoice)
                    variants.emplace_back().set(spec.id, std::string(choice.id));
            }
        }
    }
    return variants;
}

struct Sizes
{
    std::int64_t max;
    std::int64_t overlap;
};

std::vector<Sizes> grid(const StrategyDescriptor &strategy)
{
    if (strategy.sizeUnit == SizeUnit::Sentences)
        return {{1, 0}, {3, 1}, {4, 3}, {11, 5}};
    return {{300, 45}, {301, 45}, {17, 5}, {64, 63}, {128, 20}, {1000, 150}, {5, 0}, {300, 45}};
}

std::size_t expectFreshCounts(const ChunkSet &chunks, const Tokenizer &tokenizer)
{
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        EXPECT_EQ(chunk.tokens, tokenizer.count(chunks.text(i))) << "chunk " << i << ' ' << escaped(chunks.text(i));
        if (i > 0 && chunk.overlapTokens > 0) {
            const std::size_t sharedEnd = chunks.chunks()[i - 1].emit.end;
            EXPECT_EQ(chunk.overlapTokens, tokenizer.count(chunks.text(i).substr(0, sharedEnd - chunk.emit.begin)))
                << "overlap of chunk " << i;
        }
        if (::testing::Test::HasFailure())
            break;
    }
    return chunks.size();
}

class ChunkProof : public ::testing::TestWithParam<std::string_view>
{
};

TEST_P(ChunkProof, EveryChunkEncodesToItsCount)
{
    const StrategyDescriptor &strategy = *findStrategy(GetParam());
    std::vector<std::shared_ptr<const Document>> documents;
    for (const NamedText &named : proofTexts(amount(4'000, 300'000)))
        documents.push_back(Document::fromText(named.name, named.text));
    std::size_t chunks = 0;
    Caches caches;
    for (const std::string_view encoding : encodings) {
        for (const ParameterValues &parameters : variantsOf(strategy)) {
            for (const Sizes &sizes : grid(strategy)) {
                RunRequest request{documents, defaultConfig(strategy.id, encoding), 2, {}};
                request.config.parameters = parameters;
                request.config.max = sizes.max;
                request.config.overlap = sizes.overlap;
                request.config.audit = emptyAuditProfile();
                const auto snapshot = run(request, caches, {});
                ASSERT_TRUE(snapshot.hasValue());
                SCOPED_TRACE(std::string(encoding) + ", " + std::to_string(sizes.max) + '/'
                             + std::to_string(sizes.overlap));
                for (const auto &set : (*snapshot)->chunkSets)
                    chunks += expectFreshCounts(*set, sharedTokenizer(encoding));
                ASSERT_FALSE(HasFailure());
            }
        }
    }
    EXPECT_GT(chunks, 1'000U);
    RecordProperty("chunks", static_cast<int>(chunks));
}

std::vector<std::string_view> strategyIds()
{
    std::vector<std::string_view> ids;
    for (const StrategyDescriptor *strategy : strategies())
        ids.push_back(strategy->id);
    return ids;
}

INSTANTIATE_TEST_SUITE_P(Strategies, ChunkProof, ::testing::ValuesIn(strategyIds()),
                         [](const ::testing::TestParamInfo<std::string_view> &tested) {
                             std::string name(tested.param);
                             std::ranges::replace(name, '-', '_');
                             return name;
                         });

} // namespace
} // namespace cw::testing
