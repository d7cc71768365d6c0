// SPDX-License-Identifier: GPL-3.0-or-later
// Runs of one document each, with what concerns it of a configuration for many.
#include "run/configparts.h"

#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace cw::testing {
namespace {

/// Documents with pins and overrides of all kinds, and some with neither.
struct Many
{
    std::vector<std::shared_ptr<const Document>> documents;
    RunConfig config = defaultConfig("recursive-sentence", "words");

    explicit Many(std::size_t count)
    {
        std::mt19937 random(11);
        config.max = 20;
        config.overlap = 4;
        config.overrides.push_back({OverrideScope::Format, "markdown", "fixed-words", 7, 1, {}});
        for (std::size_t i = 0; i < count; ++i) {
            const std::string id = "d" + std::to_string(1000 + i);
            const std::string text = randomText(random, {.pieces = 60}) + " The end of it.";
            documents.push_back(Document::fromText(id, text));
            for (std::size_t k = 1; i % 3 != 0 && k < 5; ++k) {
                std::size_t byte = k * text.size() / 5;
                while (!isCharacterBoundary(text, byte))
                    ++byte;
                if (config.pins.empty() || config.pins.back().document != id || config.pins.back().byte < byte)
                    config.pins.push_back(pinAt(*documents.back(), k % 2 == 0 ? PinKind::Keep : PinKind::Break, byte));
            }
            if (i % 4 == 1)
                config.overrides.push_back(
                    {OverrideScope::Document, id, "recursive-sentence", static_cast<std::int64_t>(30 + i), 3, {}});
        }
    }
};

std::vector<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>> placesOf(const ChunkSet &set)
{
    std::vector<std::tuple<std::size_t, std::size_t, std::size_t, std::size_t>> places;
    for (const Chunk &chunk : set.chunks())
        places.emplace_back(chunk.source.begin, chunk.source.end, chunk.tokens, chunk.overlapTokens);
    return places;
}

TEST(ConfigParts, TogetherAreAsLargeAsTheWhole)
{
    const Many many(120);
    ASSERT_TRUE(checkConfig(many.config));
    ASSERT_GT(many.config.pins.size(), 200U);
    const ConfigParts parts(many.config);
    std::size_t pins = 0;
    std::size_t overrides = 0;
    for (const auto &document : many.documents) {
        const ConfigPart part = parts.partFor(*document);
        ASSERT_TRUE(checkConfig(part.config));
        for (std::size_t i = 0; i < part.config.pins.size(); ++i)
            EXPECT_EQ(part.config.pins[i], many.config.pins[part.firstPin + i]);
        if (part.overrideNumber != RunSnapshot::noOverride) {
            ASSERT_EQ(part.config.overrides.size(), 1U);
            EXPECT_EQ(part.config.overrides[0], many.config.overrides[part.overrideNumber]);
        }
        pins += part.config.pins.size();
        overrides += part.config.overrides.size();
        EXPECT_LE(part.config.overrides.size(), 1U);
    }
    // What all runs together check and carry.
    EXPECT_EQ(pins, many.config.pins.size());
    EXPECT_EQ(overrides, many.config.overrides.size() - 1) << "none is markdown";
}

TEST(ConfigParts, MakeOfADocumentWhatTheWholeMakes)
{
    const Many many(60);
    const ConfigParts parts(many.config);
    Caches all;
    const auto whole = run({many.documents, many.config, 1, {}}, all, {});
    ASSERT_TRUE(whole) << (whole.hasError() ? whole.error().message : "");
    std::size_t place = 0;
    for (std::size_t i = 0; i < many.documents.size(); ++i) {
        Caches caches;
        const ConfigPart part = parts.partFor(*many.documents[i]);
        const auto alone = run({{many.documents[i]}, part.config, 1, {}}, caches, {});
        ASSERT_TRUE(alone);
        EXPECT_EQ(placesOf(*(*alone)->chunkSets[0]), placesOf(*(*whole)->chunkSets[i]));
        EXPECT_EQ((*alone)->overrideUsed[0] == RunSnapshot::noOverride ? RunSnapshot::noOverride : part.overrideNumber,
                  (*whole)->overrideUsed[i]);
        for (PinPlace of : (*alone)->pinPlaces) {
            of.pin += part.firstPin;
            of.document = static_cast<std::uint32_t>(i);
            ASSERT_LT(place, (*whole)->pinPlaces.size());
            EXPECT_EQ(of, (*whole)->pinPlaces[place++]);
        }
    }
    EXPECT_EQ(place, (*whole)->pinPlaces.size());
}

} // namespace
} // namespace cw::testing
