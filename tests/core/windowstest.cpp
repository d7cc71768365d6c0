// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/windows.h"

#include "segment/spaceblocks.h"
#include "segment/words.h"
#include "support/askedindex.h"
#include "support/chunking.h"
#include "support/randomtext.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <tuple>

namespace cw::testing {
namespace {

std::vector<WindowPiece> windowsOf(const Document &document, const TokenIndex &index, std::size_t max)
{
    const EmittedText emitted = EmittedText::fromSource(document);
    EmittedText::RisingSource sources(emitted);
    const ByteRange all{0, document.text().size()};
    std::vector<WindowPiece> pieces;
    EXPECT_TRUE(cutIntoWindows({all, all, BoundaryReason::DocumentStart}, sources, index, max, {}, pieces));
    return pieces;
}

auto factsOf(const WindowPiece &piece)
{
    return std::tuple(ByteRange(piece.unit.source), ByteRange(piece.unit.emit), piece.unit.startReason,
                      piece.begin.before, piece.begin.exactFrom, piece.begin.exactTo, piece.end.upTo,
                      piece.end.isExact);
}

std::string proseAndMarks(std::mt19937 &random, std::size_t words)
{
    static constexpr std::array<std::string_view, 24> all{
        "the",      "(the",
        "tokens",   "international",
        "a",        "[#12]",
        "**bold**", "end.",
        "x=1;",     "don't",
        "'quoted'", "——",
        "naïve",    "слово",
        "數據",     "https://example.org/a/b?c=d&e=f",
        "-----",    "====================================================",
        "1234567",  "e.g.",
        "!!!",      "/usr/lib",
        "__init__", "I"};
    static constexpr std::array<std::string_view, 7> gaps{"\n", "\n\n", "  ", "\t", "\u00A0", "\u3000", "\r\n"};
    std::string text;
    for (; words > 0; --words) {
        text += all[random() % all.size()];
        text += random() % 8 == 0 ? gaps[random() % gaps.size()] : std::string_view(" ");
    }
    return text;
}

TEST(Windows, AreTheSameByRanksAsByCounts)
{
    std::mt19937 random(53);
    std::size_t windows = 0;
    for (int round = 0; round < 300; ++round) {
        const std::string text
            = round % 2 == 0 ? proseAndMarks(random, 600) : randomText(random, {.pieces = 50 + random() % 800});
        const auto document = Document::fromText("d", text);
        for (const char *id : {"o200k_base", "cl100k_base", "r50k_base"}) {
            const auto index = *sharedTokenizer(id).index(document->sharedText(), {});
            const std::size_t max = 1 + random() % (round % 3 == 0 ? 20 : 300);
            const auto pieces = windowsOf(*document, *index, max);
            const auto expected = windowsOf(*document, AskedIndex(index, AskedIndex::Near::Hidden), max);
            ASSERT_EQ(pieces.size(), expected.size()) << id << ' ' << max << text;
            for (std::size_t i = 0; i < pieces.size(); ++i)
                ASSERT_EQ(factsOf(pieces[i]), factsOf(expected[i])) << id << ' ' << max << ' ' << i << text;
            windows += pieces.size();
        }
    }
    EXPECT_GT(windows, 10'000U);
}

/// Each is full: the next word has no room in it.
TEST(Windows, HoldAsManyWordsAsFit)
{
    std::mt19937 random(54);
    const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
    for (int round = 0; round < 40; ++round) {
        const auto document = Document::fromText("d", proseAndMarks(random, 600));
        const std::string_view text = document->text();
        const auto index = *tokenizer.index(document->sharedText(), {});
        const std::size_t max = 40 + random() % 200; // over every word
        const auto pieces = windowsOf(*document, *index, max);
        for (std::size_t i = 0; i + 1 < pieces.size(); ++i) {
            const ByteRange piece = pieces[i].unit.emit;
            const std::size_t nextWord = skipWord(text, pieces[i + 1].unit.emit.begin, text.size());
            ASSERT_LE(tokenizer.count(text.substr(piece.begin, piece.size())), max);
            ASSERT_GT(tokenizer.count(text.substr(piece.begin, nextWord - piece.begin)), max);
        }
    }
}

TEST(Windows, OfProseLookAtHardlyAnyEnd)
{
    std::string text;
    for (int i = 0; i < 4000; ++i)
        text += i % 3 == 0 ? "Windows of plain words, " : i % 3 == 1 ? "cut at rank (and no more) " : "of 27 tokens ";
    const auto document = Document::fromText("d", text);
    const auto index = *sharedTokenizer("o200k_base").index(document->sharedText(), {});
    const AskedIndex watched(index);
    const auto pieces = windowsOf(*document, watched, 100);
    EXPECT_GT(pieces.size(), 150U);
    EXPECT_LT(watched.ends, 10U);
}

TEST(SpaceBlocks, SpacesAloneAreThoseOfTheWholeLook)
{
    std::mt19937 random(55);
    constexpr std::string_view bytes = " \t\n\x1C\x1F\x0E\x20!az\x7F\xC2\xA0\xE2\x80\xE3\x85\xFF";
    for (int round = 0; round < 20'000; ++round) {
        std::array<char, spaceBlockBytes> block{};
        for (char &byte : block)
            byte = round % 3 == 0 ? bytes[random() % 2 * 10] : bytes[random() % bytes.size()];
        std::uint64_t leads = 0;
        std::uint64_t wholeLeads = 0;
        const std::uint64_t spaces = findAsciiSpaces(block.data(), leads);
        ASSERT_EQ(spaces, classifyAsciiSpaces(block.data(), wholeLeads).spaces);
        ASSERT_EQ(leads, wholeLeads);
    }
}

} // namespace
} // namespace cw::testing
