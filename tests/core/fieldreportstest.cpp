// SPDX-License-Identifier: GPL-3.0-or-later
// Faults that were reported of chunkers in public, one test a case, with the right result. Those of structure are in
// structurecasestest.cpp, with OV-22.
#include "run/runconfig.h"
#include "segment/sentences.h"
#include "support/chunking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;
using Tokens = std::vector<std::uint32_t>;
using Ranges = std::vector<ByteRange>;

ChunkingSetup seed000(std::size_t max, std::size_t overlap)
{
    return {.strategy = "recursive-sentence", .tokenizer = "words", .max = max, .overlap = overlap};
}

ChunkingSetup characterWindows(std::size_t max, std::size_t overlap)
{
    return {.strategy = "token-window", .tokenizer = "characters", .max = max, .overlap = overlap};
}

struct Expected
{
    Texts texts;
    Tokens tokens;
    Ranges codePoints;
    Ranges overlapCodePoints; ///< empty ranges where nothing is shared
    Tokens overlapTokens;
};

void expectChunks(std::string_view text, const ChunkingSetup &setup, const Expected &expected)
{
    const auto chunks = chunkText(text, setup);
    EXPECT_EQ(textsOf(*chunks), expected.texts);
    EXPECT_EQ(tokensOf(*chunks), expected.tokens);
    EXPECT_EQ(codePointRangesOf(*chunks), expected.codePoints);
    EXPECT_EQ(overlapsOf(*chunks), expected.overlapTokens);
    const OffsetMap &map = chunks->document().offsets();
    for (std::size_t i = 0; i < chunks->size() && i < expected.overlapCodePoints.size(); ++i) {
        const ByteRange shared = chunks->overlapWithPrevious(i);
        const ByteRange wanted = expected.overlapCodePoints[i];
        EXPECT_EQ(shared.isEmpty(), wanted.isEmpty()) << i;
        if (!wanted.isEmpty()) {
            EXPECT_EQ((ByteRange{map.codePointAt(shared.begin), map.codePointAt(shared.end)}), wanted) << i;
        }
    }
}

constexpr ByteRange nothing{};

TEST(FieldReports, EX01_BlankLinesWithCrLf)
{
    expectChunks("One two.\r\n\r\nThree four", seed000(2, 0),
                 {{"One two.", "Three four"}, {2, 2}, {{0, 8}, {12, 22}}, {nothing, nothing}, {0, 0}});
}

TEST(FieldReports, EX02_LoneCrIsNoParagraph)
{
    EXPECT_THAT(textsOf(*chunkText("One two\r\rThree", seed000(9, 0))), ElementsAre("One two Three"));
}

TEST(FieldReports, EX08_FormFeedIsWhiteSpace)
{
    const auto document = Document::fromText("d", "Acme Manual\nText one.\n1\n\fAcme Manual\nText two.\n2\n");
    const auto segmentation = segmentSentences(*document, {}, {});
    Texts units;
    for (const Unit &unit : (*segmentation)->units)
        units.emplace_back((*segmentation)->emitted.slice(unit.emit));
    EXPECT_THAT(units, ElementsAre("Acme Manual Text one.", "1 Acme Manual Text two.", "2"));
}

TEST(FieldReports, EX09_WhatSeparatesWordsIsPythonsWhiteSpace)
{
    const auto wordsAround = [](std::string_view between) {
        return textsOf(*chunkText("a" + std::string(between) + "b", {.strategy = "fixed-words", .max = 1})).size();
    };
    for (const char *space :
         {"\x09",     "\x0A",   "\x0B",   "\x0C",   "\x0D",   "\x1C",   "\x1D",   "\x1E",   "\x1F",   "\x20",
          "\xC2\x85", "\u00A0", "\u1680", "\u2000", "\u2007", "\u2028", "\u2029", "\u202F", "\u205F", "\u3000"})
        EXPECT_EQ(wordsAround(space), 2U) << ::testing::PrintToString(space);
    for (const char *part : {"\u180E", "\u200B", "\u200C", "\u200D", "\u2060", "\uFEFF"})
        EXPECT_EQ(wordsAround(part), 1U) << ::testing::PrintToString(part);
}

TEST(FieldReports, EX11_WhiteSpaceNeverFormsAChunk)
{
    expectChunks("Aa bb.   \n\n  ", seed000(9, 0), {{"Aa bb."}, {2}, {{0, 6}}, {nothing}, {0}});
    expectChunks("Head.          Foot.", seed000(9, 0), {{"Head. Foot."}, {2}, {{0, 20}}, {nothing}, {0}});
}

TEST(FieldReports, EX13_HardLineBreaksWithOneBlankLineFarAhead)
{
    std::string text;
    for (int i = 0; i < 20000; ++i)
        text += "w w w w w w w w w.\n";
    EXPECT_EQ(chunkText(text + "\n\nTHE END.", seed000(127, 20))->size(), 1667U);
}

TEST(FieldReports, MD25_HeadingMarksAreWords)
{
    expectChunks("# Only heading\n\n## Sub\n\nText here.\n", seed000(4, 0),
                 {{"# Only heading", "## Sub Text here."}, {3, 4}, {{0, 14}, {16, 34}}, {nothing, nothing}, {0, 0}});
}

TEST(FieldReports, OF01_RepeatedTextHasItsOwnOffsets)
{
    ChunkingSetup setup{.strategy = "recursive-character", .tokenizer = "characters", .max = 14};
    setup.parameters.set("separators", Texts{"\n"});
    const auto chunks = chunkText("Part 1: Setup\nKeep it dry.\nPart 2: Use\nKeep it dry.\n", setup);
    EXPECT_THAT(textsOf(*chunks), ElementsAre("Part 1: Setup", "Keep it dry.", "Part 2: Use", "Keep it dry."));
    EXPECT_EQ(codePointRangesOf(*chunks)[1], (ByteRange{14, 26}));
    EXPECT_EQ(codePointRangesOf(*chunks)[3], (ByteRange{39, 51}));
}

TEST(FieldReports, OF05_CrLfCountsAsTwo)
{
    const auto chunks = chunkText("A b.\r\n\r\nC d.", seed000(2, 0));
    EXPECT_EQ(chunks->chunks()[1].source, (ByteRange{8, 12}));
    EXPECT_EQ(codePointRangesOf(*chunks)[1], (ByteRange{8, 12}));
}

TEST(FieldReports, OF08_OffsetsAreOfTheTextAsItIs)
{
    const auto chunks = chunkText("？…… ① ﬁn", {.strategy = "fixed-words", .max = 1});
    EXPECT_THAT(textsOf(*chunks), ElementsAre("？……", "①", "ﬁn"));
    EXPECT_THAT(codePointRangesOf(*chunks), ElementsAre(ByteRange{0, 3}, ByteRange{4, 5}, ByteRange{6, 8}));
}

TEST(FieldReports, OF09_WindowsOverARunWithoutSeparators)
{
    const auto chunks = chunkText(std::string(2000, 'a'), characterWindows(1024, 100));
    EXPECT_THAT(codePointRangesOf(*chunks),
                ElementsAre(ByteRange{0, 1024}, ByteRange{924, 1948}, ByteRange{1848, 2000}));
}

TEST(FieldReports, OF10_LinesFollowFromOffsets)
{
    const auto chunks
        = chunkText("same line\nsame line\nsame line\nsame line\n",
                    {.strategy = "recursive-character", .tokenizer = "characters", .max = 20, .overlap = 5});
    EXPECT_THAT(textsOf(*chunks), ElementsAre("same line\nsame line", "same line\nsame line"));
    const OffsetMap &map = chunks->document().offsets();
    const auto lines = [&](std::size_t i) { // one-based, first and last
        const ByteRange source = chunks->chunks()[i].source;
        return std::pair{map.lineAt(source.begin) + 1, map.lineAt(source.end - 1) + 1};
    };
    EXPECT_EQ(lines(0), (std::pair<std::size_t, std::size_t>{1, 2}));
    EXPECT_EQ(lines(1), (std::pair<std::size_t, std::size_t>{3, 4}));
    EXPECT_EQ(codePointRangesOf(*chunks)[1].begin, 20U);
}

TEST(FieldReports, OF11_SentencesHaveOffsetsInTheDocument)
{
    const auto chunks = chunkText("# H\n\nAa bb. Cc dd. Ee ff.", seed000(2, 0));
    EXPECT_THAT(textsOf(*chunks), ElementsAre("# H", "Aa bb.", "Cc dd.", "Ee ff."));
    EXPECT_THAT(codePointRangesOf(*chunks),
                ElementsAre(ByteRange{0, 3}, ByteRange{5, 11}, ByteRange{12, 18}, ByteRange{19, 25}));
}

TEST(FieldReports, OF12_NulIsACharacterLikeOthers)
{
    const auto chunks = chunkText(std::string_view("x\0y. Z.", 7), seed000(1, 0));
    EXPECT_EQ(chunks->text(1), "Z.");
    EXPECT_EQ(chunks->chunks()[1].source, (ByteRange{5, 7}));
}

TEST(FieldReports, OV02_OverlapMustBeBelowMax)
{
    const std::pair<std::int64_t, std::int64_t> sizes[] = {{5, 5}, {5, -1}, {0, 0}, {5, 9}};
    for (const StrategyDescriptor *strategy : strategies()) {
        for (const auto &[max, overlap] : sizes) {
            RunConfig config = defaultConfig(strategy->id, "words");
            config.max = max;
            config.overlap = overlap;
            const auto checked = checkConfig(config);
            ASSERT_FALSE(checked.hasValue()) << strategy->id << ' ' << max << ' ' << overlap;
            EXPECT_EQ(checked.error().code, ErrorCode::InvalidParameter);
            EXPECT_EQ(checked.error().subject, max < 1 ? "max" : "overlap");
        }
    }
}

TEST(FieldReports, OV03_NoRoomForCarryStartsEmpty)
{
    expectChunks("a b c. d e f g. h i j k.", seed000(4, 3),
                 {{"a b c.", "d e f g.", "h i j k."},
                  {3, 4, 4},
                  {{0, 6}, {7, 15}, {16, 24}},
                  {nothing, nothing, nothing},
                  {0, 0, 0}});
}

TEST(FieldReports, OV05_AnAtomOverMaxIsEmittedWholeAndFlagged)
{
    for (const char *strategy : {"recursive-sentence", "token-packed", "token-window"}) {
        const auto o200k = chunkText("🚀", {.strategy = strategy, .tokenizer = "o200k_base", .max = 1});
        EXPECT_THAT(textsOf(*o200k), ElementsAre("🚀")) << strategy;
        EXPECT_THAT(tokensOf(*o200k), ElementsAre(2U)) << strategy;
        EXPECT_TRUE(o200k->chunks()[0].isIndivisible) << strategy;
        const auto cl100k = chunkText("a🚀🚀", {.strategy = strategy, .tokenizer = "cl100k_base", .max = 2});
        EXPECT_THAT(textsOf(*cl100k), ElementsAre("a", "🚀", "🚀")) << strategy;
        EXPECT_THAT(tokensOf(*cl100k), ElementsAre(1U, 3U, 3U)) << strategy;
        EXPECT_FALSE(cl100k->chunks()[0].isIndivisible) << strategy;
        EXPECT_TRUE(cl100k->chunks()[2].isIndivisible) << strategy;
    }
}

TEST(FieldReports, OV06_NoTailInsideTheWindowBefore)
{
    EXPECT_THAT(textsOf(*chunkText("a b c d e f", {.strategy = "fixed-words", .max = 4, .overlap = 2})),
                ElementsAre("a b c d", "c d e f"));
}

TEST(FieldReports, OV08_WindowsDoNotDecay)
{
    EXPECT_THAT(textsOf(*chunkText("KLMNOPQRST", characterWindows(4, 2))), ElementsAre("KLMN", "MNOP", "OPQR", "QRST"));
}

TEST(FieldReports, OV09_ZeroOverlapSharesNothing)
{
    expectChunks("aa bb. cc dd. ee ff.", seed000(4, 0),
                 {{"aa bb. cc dd.", "ee ff."}, {4, 2}, {{0, 13}, {14, 20}}, {nothing, nothing}, {0, 0}});
}

TEST(FieldReports, OV10_OverlapIsATarget)
{
    expectChunks("aa bb. cc dd. ee ff.", seed000(4, 1),
                 {{"aa bb. cc dd.", "ee ff."}, {4, 2}, {{0, 13}, {14, 20}}, {nothing, nothing}, {0, 0}});
    expectChunks("aa bb. cc dd. ee ff.", seed000(4, 2),
                 {{"aa bb. cc dd.", "cc dd. ee ff."}, {4, 4}, {{0, 13}, {7, 20}}, {nothing, {7, 13}}, {0, 2}});
}

TEST(FieldReports, OV11_CarryCrossesParagraphs)
{
    expectChunks("aa bb.\n\ncc dd.\n\nee ff.", seed000(4, 2),
                 {{"aa bb. cc dd.", "cc dd. ee ff."}, {4, 4}, {{0, 14}, {8, 22}}, {nothing, {8, 14}}, {0, 2}});
}

TEST(FieldReports, OV14_TokensAreOfTheFinalText)
{
    expectChunks("aa bb. cc dd. ee ff. gg hh.", seed000(4, 2),
                 {{"aa bb. cc dd.", "cc dd. ee ff.", "ee ff. gg hh."},
                  {4, 4, 4},
                  {{0, 13}, {7, 20}, {14, 27}},
                  {nothing, {7, 13}, {14, 20}},
                  {0, 2, 2}});
}

TEST(FieldReports, OV16_ExactlyMaxFits)
{
    expectChunks("a b c. d.", seed000(4, 0), {{"a b c. d."}, {4}, {{0, 9}}, {nothing}, {0}});
    expectChunks("a b c. d e.", seed000(4, 0),
                 {{"a b c.", "d e."}, {3, 2}, {{0, 6}, {7, 11}}, {nothing, nothing}, {0, 0}});
}

TEST(FieldReports, OV17_AHugeWordMovesOnAtEveryCut)
{
    for (const char *strategy : {"recursive-sentence", "token-packed", "token-window"}) {
        for (const char *join : {"space", "source"}) {
            if (std::string_view(strategy) == "token-window" && std::string_view(join) == "space")
                continue;
            const std::string text(2000, 'x');
            const auto chunks = chunkText(text,
                                          {.strategy = strategy,
                                           .tokenizer = "o200k_base",
                                           .max = 20,
                                           .overlap = 5,
                                           .parameters = choices({{"join", join}})});
            ASSERT_GT(chunks->size(), 1U);
            EXPECT_EQ(chunks->chunks().front().source.begin, 0U);
            EXPECT_EQ(chunks->chunks().back().source.end, 2000U);
            for (std::size_t i = 0; i < chunks->size(); ++i) {
                const Chunk &chunk = chunks->chunks()[i];
                EXPECT_LE(chunk.tokens, 20U);
                EXPECT_EQ(chunks->text(i), std::string(chunk.source.size(), 'x'));
                if (i > 0) {
                    EXPECT_GT(chunk.source.begin, chunks->chunks()[i - 1].source.begin);
                    EXPECT_LE(chunk.source.begin, chunks->chunks()[i - 1].source.end);
                }
            }
        }
    }
}

TEST(FieldReports, OV18_CharacterWindowsMayStartInsideWords)
{
    EXPECT_THAT(textsOf(*chunkText("alpha beta gamma delta epsilon", characterWindows(12, 5))),
                ElementsAre("alpha beta g", "eta gamma de", "ma delta eps", "a epsilon"));
}

TEST(FieldReports, OV19_EveryKnobReachesTheAlgorithm)
{
    const std::string_view text = "aa bb. cc dd. ee ff. gg hh.";
    const Texts base = textsOf(*chunkText(text, seed000(4, 2)));
    EXPECT_NE(textsOf(*chunkText(text, seed000(6, 2))), base);
    EXPECT_NE(textsOf(*chunkText(text, seed000(4, 0))), base);
    ChunkingSetup setup = seed000(4, 2);
    setup.tokenizer = "o200k_base";
    EXPECT_NE(textsOf(*chunkText(text, setup)), base);
    setup.tokenizer = "words";
    for (const char *strategy : {"sentence-window", "token-window"}) {
        setup.strategy = strategy;
        EXPECT_NE(textsOf(*chunkText(text, setup)), base) << strategy;
    }
    const auto wide = [](const char *join) {
        ChunkingSetup source = seed000(4, 2);
        source.parameters = choices({{"join", join}});
        return textsOf(*chunkText("aa  bb. cc\tdd.", source));
    };
    EXPECT_NE(wide("space"), wide("source"));
}

TEST(FieldReports, OV20_SmallChunksAreKept)
{
    expectChunks("aa bb cc dd. e.", seed000(4, 0),
                 {{"aa bb cc dd.", "e."}, {4, 1}, {{0, 12}, {13, 15}}, {nothing, nothing}, {0, 0}});
}

TEST(FieldReports, OV21_OneCounterEverywhere)
{
    const auto chunks = chunkText("id 550e8400-e29b-41d4-a716-446655440000\n\nok.",
                                  {.strategy = "recursive-sentence", .tokenizer = "o200k_base", .max = 20});
    EXPECT_THAT(textsOf(*chunks), ElementsAre("id 550e8400-e29b-41d4-a716-446655440000", "ok."));
    EXPECT_THAT(tokensOf(*chunks), ElementsAre(20U, 2U));
}

TEST(FieldReports, OV24_OverlapIsARangeNotAComparison)
{
    expectChunks("Go on. Go on. Go on. Go on.", seed000(4, 2),
                 {{"Go on. Go on.", "Go on. Go on.", "Go on. Go on."},
                  {4, 4, 4},
                  {{0, 13}, {7, 20}, {14, 27}},
                  {nothing, {7, 13}, {14, 20}},
                  {0, 2, 2}});
}

TEST(FieldReports, OV25_ACutSentenceIsNotRepeated)
{
    const std::string_view text = "one two three four five six. seven.";
    expectChunks(text, seed000(4, 0),
                 {{"one two three four", "five six. seven."}, {4, 3}, {{0, 18}, {19, 35}}, {nothing, nothing}, {0, 0}});
    const auto chunks = chunkText(text, seed000(4, 0));
    EXPECT_EQ(chunks->chunks()[0].endReason, BoundaryReason::ForcedWord);
    EXPECT_EQ(chunks->chunks()[1].startReason, BoundaryReason::ForcedWord);
}

TEST(FieldReports, OV26_OverlapInTheUnitOfMax)
{
    std::string text;
    for (int i = 0; i < 100; ++i)
        text += "w w w w.\n";
    const auto chunks = chunkText(text, seed000(40, 20));
    ASSERT_EQ(chunks->size(), 19U);
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        EXPECT_EQ(chunks->chunks()[i].tokens, 40U);
        EXPECT_EQ(chunks->chunks()[i].overlapTokens, i == 0 ? 0U : 20U);
    }
}

TEST(FieldReports, TK09_TokenWindowsNeverCutCharacters)
{
    const auto chunks = chunkText("我喜欢猫。", {.strategy = "token-window", .tokenizer = "cl100k_base", .max = 2});
    EXPECT_EQ(sharedTokenizer("cl100k_base").count("我喜欢猫。"), 9U);
    std::string all;
    for (const std::string &text : textsOf(*chunks)) {
        EXPECT_EQ(text.find("\uFFFD"), std::string::npos);
        all += text;
    }
    EXPECT_EQ(all, "我喜欢猫。");
}

TEST(FieldReports, TK10_TheFinestUnitIsACodePoint)
{
    EXPECT_THAT(textsOf(*chunkText("ab😀cd", characterWindows(3, 0))), ElementsAre("ab😀", "cd"));
}

Texts unitsOf(std::string_view text, SentencePlan plan)
{
    const auto document = Document::fromText("d", std::string(text));
    const auto segmentation = segmentSentences(*document, plan, {});
    Texts units;
    for (const Unit &unit : (*segmentation)->units)
        units.emplace_back((*segmentation)->emitted.slice(unit.emit));
    return units;
}

TEST(FieldReports, SB_TheSeedsOwnSentences)
{
    const SentencePlan seed0{.rule = SentenceRule::ParagraphOrTerminator, .pieces = JoinPieces::Words};
    const SentencePlan seed4{.rule = SentenceRule::TerminatorThenOpener, .pieces = JoinPieces::Units};
    struct Row
    {
        const char *id;
        std::string_view text;
        Texts seed000;
        Texts seed004;
    };
    const Row rows[] = {
        {"SB-01",
         "Dr. Smith paid 3.5 dollars. He left.",
         {"Dr.", "Smith paid 3.5 dollars.", "He left."},
         {"Dr.", "Smith paid 3.5 dollars.", "He left."}},
        {"SB-06",
         "He said \"Stop.\" Then left. (See above.) Next.",
         {"He said \"Stop.\" Then left.", "(See above.) Next."},
         {"He said \"Stop.\" Then left.", "(See above.) Next."}},
        {"SB-07",
         "This ends. \"Don't go!\" he said.",
         {"This ends.", "\"Don't go!\" he said."},
         {"This ends.", "\"Don't go!\" he said."}},
        {"SB-09",
         "Ode et al. [1999] saw it. Next.",
         {"Ode et al.", "[1999] saw it.", "Next."},
         {"Ode et al.", "[1999] saw it.", "Next."}},
        {"SB-10", "你好。再见！真的？是。", {"你好。再见！真的？是。"}, {"你好。再见！真的？是。"}},
        {"SB-11", "他说：“走吧。”然后离开。", {"他说：“走吧。”然后离开。"}, {"他说：“走吧。”然后离开。"}},
        {"SB-12", "नमस्ते। ठीक।", {"नमस्ते। ठीक।"}, {"नमस्ते। ठीक।"}},
        {"SB-14", "第一．第二。", {"第一．第二。"}, {"第一．第二。"}},
        {"SB-15", "A line\nbreaks here. Next.", {"A line breaks here.", "Next."}, {"A line\nbreaks here.", "Next."}},
        {"SB-16 one space", "So did I. Do you?", {"So did I.", "Do you?"}, {"So did I.", "Do you?"}},
        {"SB-16 two spaces", "So did I.  Do you?", {"So did I.", "Do you?"}, {"So did I.", "Do you?"}},
        {"SB-16 newline", "So did I.\nDo you?", {"So did I.", "Do you?"}, {"So did I.", "Do you?"}},
        {"SB-17", "Il dort .. Demain, fin.", {"Il dort ..", "Demain, fin."}, {"Il dort ..", "Demain, fin."}},
        {"SB-18", "Cost ∯ 5. End ♨ now.", {"Cost ∯ 5.", "End ♨ now."}, {"Cost ∯ 5.", "End ♨ now."}},
    };
    for (const Row &row : rows) {
        EXPECT_EQ(unitsOf(row.text, seed0), row.seed000) << row.id;
        EXPECT_EQ(unitsOf(row.text, seed4), row.seed004) << row.id;
    }
}

} // namespace
} // namespace cw::testing
