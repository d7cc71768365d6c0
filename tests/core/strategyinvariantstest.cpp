// SPDX-License-Identifier: GPL-3.0-or-later
// What every strategy promises, on random and on awkward text, with every tokenizer.
#include "run/runconfig.h"
#include "segment/words.h"
#include "support/chunking.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace cw::testing {
namespace {

struct Variant
{
    std::string_view strategy;
    std::vector<std::pair<std::string_view, std::string_view>> choices;
    bool holdsCeiling = false;
    bool holdsOverlap = false;
    bool isStrict = true; ///< begins and ends strictly increase
};

const std::vector<Variant> &variants()
{
    static const std::vector<Variant> all{
        {"recursive-sentence", {{"join", "space"}}, true, true},
        {"recursive-sentence", {{"join", "source"}}, true, true},
        {"token-packed", {{"ceiling", "exact"}, {"join", "space"}}, true, true},
        {"token-packed", {{"ceiling", "exact"}, {"join", "source"}}, true, true},
        {"token-packed", {{"ceiling", "reference"}, {"join", "space"}}, false, false, false},
        {"token-packed", {{"ceiling", "reference"}, {"join", "source"}}, false, false, false},
        {"recursive-sentence", {{"sentence", "smart"}, {"join", "space"}}, true, true},
        {"recursive-sentence", {{"sentence", "unicode"}, {"join", "source"}}, true, true},
        {"token-packed", {{"sentence", "smart"}, {"join", "space"}}, true, true},
        {"sentence-window", {{"sentence", "smart"}, {"join", "space"}}},
        {"sentence-window", {{"sentence", "unicode"}, {"join", "space"}}},
        {"sentence-window", {{"join", "space"}}},
        {"sentence-window", {{"join", "source"}}},
        {"fixed-words", {{"join", "space"}}},
        {"fixed-words", {{"join", "source"}}},
        {"recursive-character", {}, false, false, false},
        {"recursive-character", {{"language", "markdown"}, {"join", "source"}}, false, false, false},
        {"recursive-character", {{"language", "python"}}, false, false, false},
        {"token-window", {{"join", "source"}}, true, true},
        {"structured", {}, true, true},
        {"structured", {{"sections", "together"}}, true, true},
        {"markdown-headers", {}, true, true},
        {"code", {}, true, true},
        {"code", {{"long-declarations", "together"}}, true, true},
        {"html-sections", {}, true, true},
        {"page", {}, true, true},
        {"page", {{"pages", "together"}}, true, true},
        {"semantic", {}, true, true},
        {"semantic", {{"sentence", "unicode"}}, true, true},
        {"records", {}, true, true},
        {"records", {{"records", "together"}}, true, true},
    };
    return all;
}

ChunkingSetup setupOf(const Variant &variant, std::string_view tokenizer, std::size_t max, std::size_t overlap)
{
    ChunkingSetup setup{
        .strategy = std::string(variant.strategy), .tokenizer = std::string(tokenizer), .max = max, .overlap = overlap};
    for (const auto &[id, choice] : variant.choices)
        setup.parameters.set(id, std::string(choice));
    return setup;
}

std::string describe(const Variant &variant, const ChunkingSetup &setup, std::string_view text)
{
    std::string description = setup.strategy;
    for (const auto &[id, choice] : variant.choices)
        description.append(" ").append(id).append("=").append(choice);
    description += " tokenizer=" + setup.tokenizer + " max=" + std::to_string(setup.max)
        + " overlap=" + std::to_string(setup.overlap) + " text=";
    return description.append(text.substr(0, 2000));
}

std::size_t characterCount(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !isUtf8Continuation(c); }));
}

std::size_t wordCount(std::string_view text)
{
    std::size_t count = 0;
    for (WordScanner words(text); words.next();)
        ++count;
    return count;
}

void checkPlaces(const ChunkSet &chunks, bool isStrict)
{
    const std::string_view text = chunks.document().text();
    std::size_t covered = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        ASSERT_LT(chunk.source.begin, chunk.source.end) << i;
        ASSERT_LE(chunk.source.end, text.size()) << i;
        ASSERT_TRUE(isCharacterBoundary(text, chunk.source.begin)) << i;
        ASSERT_TRUE(isCharacterBoundary(text, chunk.source.end)) << i;
        ASSERT_GE(chunk.units, 1U) << i;
        ASSERT_LE(chunk.carriedUnits, chunk.units) << i;
        if (chunk.source.begin > covered) {
            ASSERT_EQ(skipSpaces(text, covered, chunk.source.begin), chunk.source.begin) << "lost before " << i;
        }
        covered = chunk.source.end;
        if (i == 0) {
            ASSERT_EQ(chunk.startReason, BoundaryReason::DocumentStart);
            ASSERT_EQ(chunk.carriedUnits, 0U);
            ASSERT_EQ(chunk.overlapTokens, 0U);
            continue;
        }
        const Chunk &before = chunks.chunks()[i - 1];
        ASSERT_GE(chunk.source.begin, before.source.begin + (isStrict ? 1 : 0)) << i;
        ASSERT_GE(chunk.source.end, before.source.end + (isStrict ? 1 : 0)) << i;
        if (chunk.source.begin >= before.source.end) {
            ASSERT_EQ(chunk.startReason, before.endReason) << i;
            ASSERT_EQ(chunk.overlapTokens, 0U) << i;
            ASSERT_EQ(chunk.carriedUnits, 0U) << i;
        } else {
            ASSERT_GT(chunk.carriedUnits + (isStrict ? 0U : 1U), 0U) << i;
        }
    }
    ASSERT_EQ(skipSpaces(text, covered, text.size()), text.size()) << "lost at the end";
    if (chunks.size() > 0) {
        ASSERT_EQ(chunks.chunks().back().endReason, BoundaryReason::DocumentEnd);
    }
}

void checkTexts(const ChunkSet &chunks, const Tokenizer &tokenizer)
{
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        const std::string_view text = chunks.text(i);
        const std::string_view slice = chunks.document().slice(chunk.source);
        ASSERT_TRUE(isValidUtf8(text)) << i;
        ASSERT_LT(skipSpaces(text, 0, text.size()), text.size()) << "white space alone: " << i;
        ASSERT_EQ(chunk.tokens, tokenizer.count(text)) << i;
        ASSERT_EQ(chunks.isContiguous(i), text == slice) << i;
        if (chunks.join() == Join::Source) {
            ASSERT_EQ(text, slice) << i;
        }
        const std::vector<ByteRange> pieces = chunks.pieces(i);
        ASSERT_EQ(pieces.front().begin, chunk.source.begin) << i;
        ASSERT_EQ(pieces.back().end, chunk.source.end) << i;
        std::string joined;
        for (const ByteRange piece : pieces) {
            if (piece.begin != pieces.front().begin)
                joined += ' ';
            joined += chunks.document().slice(piece);
        }
        ASSERT_EQ(joined, text) << i;
        const ByteRange shared = chunks.overlapWithPrevious(i);
        if (chunks.join() == Join::Source && !shared.isEmpty()) {
            ASSERT_EQ(chunk.overlapTokens, tokenizer.count(chunks.document().slice(shared))) << i;
        } else if (!shared.isEmpty()) {
            const std::string_view head = text.substr(0, chunks.chunks()[i - 1].emit.end - chunk.emit.begin);
            ASSERT_TRUE(chunks.text(i - 1).ends_with(head)) << i;
            ASSERT_EQ(chunk.overlapTokens, tokenizer.count(head)) << i;
        }
    }
}

/// Whether there is nothing before the chunk that it could repeat.
bool isOpening(const ChunkSet &chunks, std::size_t chunk)
{
    return chunk == 0 || chunks.chunks()[chunk].startReason == BoundaryReason::Pinned;
}

void checkSizes(const ChunkSet &chunks, const Variant &variant, const ChunkingSetup &setup)
{
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        if (variant.holdsCeiling && !chunk.isIndivisible) {
            ASSERT_LE(chunk.tokens, setup.max) << i;
        }
        if (chunk.isIndivisible) {
            ASSERT_GT(chunk.tokens, setup.max) << i;
            ASSERT_EQ(characterCount(chunks.text(i)), 1U) << i;
        }
        if (variant.holdsOverlap) {
            ASSERT_LE(chunk.overlapTokens, setup.overlap) << i;
        }
        if (variant.strategy == "fixed-words") {
            ASSERT_EQ(chunk.units, wordCount(chunks.text(i))) << i;
            ASSERT_LE(chunk.units, setup.max) << i;
            ASSERT_EQ(chunk.carriedUnits, isOpening(chunks, i) ? 0 : setup.overlap) << i;
            ASSERT_EQ(wordCount(chunks.document().slice(chunks.overlapWithPrevious(i))), chunk.carriedUnits) << i;
        }
        if (variant.strategy == "sentence-window") {
            ASSERT_LE(chunk.units, setup.max) << i;
            ASSERT_EQ(chunk.carriedUnits, isOpening(chunks, i) ? 0 : setup.overlap) << i;
        }
    }
}

void checkBreaks(const ChunkSet &chunks, const std::vector<std::size_t> &breaks)
{
    for (const Chunk &chunk : chunks.chunks()) {
        const auto inside = std::ranges::upper_bound(breaks, chunk.source.begin);
        ASSERT_TRUE(inside == breaks.end() || *inside >= chunk.source.end) << "across " << *inside;
    }
}

void checkAll(const Variant &variant, const ChunkingSetup &setup, std::string_view text)
{
    const auto chunks = chunkText(text, setup);
    const std::string description = describe(variant, setup, text);
    SCOPED_TRACE(description);
    ASSERT_NO_FATAL_FAILURE(checkPlaces(*chunks, variant.isStrict));
    ASSERT_NO_FATAL_FAILURE(checkTexts(*chunks, sharedTokenizer(setup.tokenizer)));
    ASSERT_NO_FATAL_FAILURE(checkSizes(*chunks, variant, setup));
    ASSERT_NO_FATAL_FAILURE(checkBreaks(*chunks, setup.places.breaks));
}

class StrategyInvariants : public ::testing::TestWithParam<const char *>
{
};

TEST_P(StrategyInvariants, HoldOnRandomText)
{
    std::mt19937 random(20);
    const std::pair<std::size_t, std::size_t> sizes[]
        = {{1, 0}, {2, 1}, {3, 2}, {4, 0}, {5, 4}, {8, 3}, {12, 6}, {20, 5}, {40, 39}, {120, 24}};
    for (int round = 0; round < 24; ++round) {
        const std::string text = randomText(random, {.pieces = round < 12 ? 25U : 150U});
        for (const Variant &variant : variants()) {
            for (const auto &[max, overlap] : sizes)
                ASSERT_NO_FATAL_FAILURE(checkAll(variant, setupOf(variant, GetParam(), max, overlap), text));
        }
    }
}

TEST_P(StrategyInvariants, HoldOnAwkwardText)
{
    const std::string texts[] = {"",
                                 " ",
                                 "\n\n\n",
                                 "\u3000\u00A0",
                                 "x",
                                 "🚀",
                                 "🚀🚀🚀🚀",
                                 ".",
                                 ". . .",
                                 "no final newline",
                                 "a\n",
                                 "\n\na. B\n\n",
                                 std::string(200, 'a'),
                                 std::string(200, '\n') + "a." + std::string(200, '\n') + "B",
                                 std::string(100, ' ') + "A." + std::string(100, ' '),
                                 std::string("a\0b. \0 C\0", 9),
                                 "\uFEFF# T\n\nBody.",
                                 "\u0301\u0301\u0301 \u0301",
                                 "你好。再见！真的？是。"};
    for (const std::string &text : texts) {
        for (const Variant &variant : variants()) {
            for (const auto &[max, overlap] : {std::pair<std::size_t, std::size_t>{1, 0}, {2, 1}, {7, 6}, {300, 45}})
                ASSERT_NO_FATAL_FAILURE(checkAll(variant, setupOf(variant, GetParam(), max, overlap), text));
        }
    }
}

TEST_P(StrategyInvariants, HoldBetweenBreaks)
{
    std::mt19937 random(77);
    for (int round = 0; round < 16; ++round) {
        const std::string text = randomText(random, {.pieces = 60});
        std::vector<std::size_t> breaks;
        for (std::size_t byte = 1; byte < text.size(); ++byte) {
            if (isCharacterBoundary(text, byte) && random() % (round % 2 ? 60 : 9) == 0)
                breaks.push_back(byte);
        }
        for (const Variant &variant : variants()) {
            for (const auto &[max, overlap] : {std::pair<std::size_t, std::size_t>{1, 0}, {5, 4}, {12, 6}, {120, 24}}) {
                ChunkingSetup setup = setupOf(variant, GetParam(), max, overlap);
                setup.places.breaks = breaks;
                setup.withEdges = round % 3 > 0;
                ASSERT_NO_FATAL_FAILURE(checkAll(variant, setup, text));
            }
        }
    }
}

/// A boundary is at a keep only where what stands on both sides does not fit into a chunk.
void checkKeep(const ChunkSet &chunks, const ChunkingSetup &setup, std::size_t keep)
{
    const Document &document = chunks.document();
    if (!isBoundaryAt(document, chunks.chunks(), keep))
        return;
    const StrategyDescriptor &strategy = *findStrategy(setup.strategy);
    const auto segmentation = *strategy.segment(document, setup.parameters, {});
    const std::string_view text = document.text();
    for (std::size_t i = 0; i < segmentation->units.size(); ++i) {
        const Unit &unit = segmentation->units[i];
        if (unit.source.end > keep || i + 1 == segmentation->units.size()
            || segmentation->units[i + 1].source.begin < keep)
            continue;
        const Unit &next = segmentation->units[i + 1];
        ASSERT_EQ(strategy.sizeUnit, SizeUnit::Tokens) << keep;
        const ByteRange joined{unit.emit.begin, next.emit.end};
        ASSERT_GT(sharedTokenizer(setup.tokenizer).count(segmentation->emitted.slice(joined)), setup.max) << keep;
        return;
    }
    const std::size_t gapBegin = trimSpacesBack(text, 0, keep);
    const std::size_t gapEnd = skipSpaces(text, keep, text.size());
    bool endsThere = false;
    for (std::size_t i = 0; i + 1 < chunks.size(); ++i) {
        const ByteRange source = chunks.chunks()[i].source;
        if (source.end < gapBegin || source.end > gapEnd)
            continue;
        ASSERT_EQ(wordCount(document.slice(source)), 1U) << keep << " ends " << i;
        endsThere = true;
    }
    ASSERT_TRUE(endsThere) << "one begins at " << keep << ", though nothing must end there";
}

void checkKeeps(const Variant &variant, const ChunkingSetup &setup, std::string_view text)
{
    const auto chunks = chunkText(text, setup);
    std::string description = describe(variant, setup, text);
    for (const std::size_t keep : setup.places.keeps)
        description += " keep=" + std::to_string(keep);
    SCOPED_TRACE(description);
    ASSERT_NO_FATAL_FAILURE(checkPlaces(*chunks, variant.isStrict));
    ASSERT_NO_FATAL_FAILURE(checkTexts(*chunks, sharedTokenizer(setup.tokenizer)));
    ASSERT_NO_FATAL_FAILURE(checkBreaks(*chunks, setup.places.breaks));
    for (const Chunk &chunk : chunks->chunks()) {
        ASSERT_TRUE(!variant.holdsCeiling || chunk.isIndivisible || chunk.tokens <= setup.max);
        ASSERT_TRUE(!variant.holdsOverlap || chunk.overlapTokens <= setup.overlap);
        ASSERT_TRUE(variant.strategy != "fixed-words" || chunk.units <= setup.max);
    }
    if (setup.places.breaks.empty()) {
        for (const std::size_t keep : setup.places.keeps)
            ASSERT_NO_FATAL_FAILURE(checkKeep(*chunks, setup, keep));
    }
}

TEST_P(StrategyInvariants, HoldAroundKeeps)
{
    std::mt19937 random(78);
    for (int round = 0; round < 16; ++round) {
        const std::string text = randomText(random, {.pieces = 60});
        PinnedPlaces places;
        for (std::size_t byte = 1; byte < text.size(); ++byte) {
            if (!isCharacterBoundary(text, byte) || random() % 60 > 0)
                continue;
            const bool isFarFromOthers = places.keeps.empty() || places.keeps.back() + 40 < byte;
            if (round % 4 == 0 && random() % 2 == 0)
                places.breaks.push_back(byte);
            else if (isFarFromOthers && (places.breaks.empty() || places.breaks.back() + 40 < byte))
                places.keeps.push_back(byte);
        }
        for (const Variant &variant : variants()) {
            for (const auto &[max, overlap] :
                 {std::pair<std::size_t, std::size_t>{1, 0}, {3, 2}, {5, 4}, {12, 6}, {20, 0}, {120, 24}}) {
                ChunkingSetup setup = setupOf(variant, GetParam(), max, overlap);
                setup.places = places;
                setup.withEdges = round % 3 > 0;
                ASSERT_NO_FATAL_FAILURE(checkKeeps(variant, setup, text));
            }
        }
    }
}

TEST_P(StrategyInvariants, EmptyAndBlankTextGiveNoChunks)
{
    for (const Variant &variant : variants()) {
        for (const std::string_view text : {"", " ", "\n\n", "\u00A0\x1C\u2028"})
            EXPECT_EQ(chunkText(text, setupOf(variant, GetParam(), 3, 1))->size(), 0U) << variant.strategy;
    }
}

INSTANTIATE_TEST_SUITE_P(Tokenizers, StrategyInvariants,
                         ::testing::Values("words", "characters", "o200k_base", "cl100k_base"),
                         [](const auto &parameter) { return std::string(parameter.param); });

TEST(StrategyContract, EveryRegisteredStrategyIsCovered)
{
    for (const StrategyDescriptor *strategy : strategies()) {
        EXPECT_TRUE(std::ranges::any_of(variants(), [&](const Variant &v) { return v.strategy == strategy->id; }))
            << strategy->id;
        // a strategy that does not offer a join gives slices of the source
        if (!findParameter(strategy->parameters, "join")) {
            const auto chunks = chunkText("Some words. Some  more.", {.strategy = std::string(strategy->id), .max = 2});
            EXPECT_EQ(chunks->join(), Join::Source) << strategy->id;
        }
        EXPECT_LT(strategy->defaultOverlap, strategy->defaultMax) << strategy->id;
        EXPECT_EQ(usualOverlap(defaultConfig(strategy->id)), strategy->defaultOverlap) << strategy->id;
        EXPECT_EQ(findStrategy(strategy->id), strategy);
    }
    EXPECT_EQ(findStrategy("nothing"), nullptr);
}

TEST(UsualOverlap, IsTheShareOfTheDefaultSizes)
{
    const auto usual = [](const char *strategy, std::int64_t max, const char *model = "") {
        RunConfig config = defaultConfig(strategy, "bert-uncased");
        config.max = max;
        config.overlap = 1000; // not looked at
        config.model = model;
        return usualOverlap(config);
    };
    // 45 of 300, 1 of 3, 10 of 40, none
    for (const auto &[max, expected] : {std::pair{1, 0}, {6, 0}, {7, 1}, {40, 6}, {128, 19}, {299, 44}, {1000, 150}})
        EXPECT_EQ(usual("recursive-sentence", max), expected) << max;
    EXPECT_EQ(usual("sentence-window", 2), 0);
    EXPECT_EQ(usual("sentence-window", 10), 3);
    EXPECT_EQ(usual("fixed-words", 100), 25);
    EXPECT_EQ(usual("structured", 5000), 0);
    EXPECT_EQ(usual("nothing", 300), 0);
    // sizes that are no sizes
    EXPECT_EQ(usual("recursive-sentence", std::numeric_limits<std::int64_t>::min()), 0);
    EXPECT_EQ(usual("recursive-sentence", std::numeric_limits<std::int64_t>::max()), largestMax / 20 * 3);
    // what a model adds does not lessen it while it fits
    EXPECT_EQ(usual("recursive-sentence", 300, "e5-base-v2"), 45);
}

TEST(TokenWindow, WithoutOverlapTheWindowsAddUpToTheSource)
{
    std::mt19937 random(5);
    for (int round = 0; round < 40; ++round) {
        const std::string text = randomText(random);
        for (const std::string_view tokenizer : {"characters", "o200k_base", "cl100k_base"}) {
            const auto chunks = chunkText(
                text, {.strategy = "token-window", .tokenizer = std::string(tokenizer), .max = 1 + random() % 30});
            std::size_t end = 0;
            for (const Chunk &chunk : chunks->chunks()) {
                if (chunk.source.begin != end) { // only a window of white space may be left out
                    ASSERT_EQ(skipSpaces(text, end, chunk.source.begin), chunk.source.begin);
                }
                end = chunk.source.end;
            }
            ASSERT_EQ(skipSpaces(text, end, text.size()), text.size());
        }
    }
}

} // namespace
} // namespace cw::testing
