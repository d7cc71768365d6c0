// SPDX-License-Identifier: GPL-3.0-or-later
// The index builder against plain merging of each pretoken, and its independence of threads and processors.
#include "tokenize/bpemodel.h"

#include "support/randomtext.h"
#include "text/utf8.h"
#include "tokenize/embeddedvocabularies.h"
#include "tokenize/shortpiece.h"
#include "tokenize/textshares.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>

namespace cw {
namespace {

const BpeModel &model(PretokenPattern pattern)
{
    static const BpeModel o200k(*BpeVocabulary::fromMerges(embeddedMerges(cwO200kBaseMerges, cwO200kBaseMergesEnd)),
                                PretokenPattern::O200k);
    static const BpeModel cl100k(*BpeVocabulary::fromMerges(embeddedMerges(cwCl100kBaseMerges, cwCl100kBaseMergesEnd)),
                                 PretokenPattern::Cl100k);
    static const BpeModel gpt2(*BpeVocabulary::fromMerges(embeddedMerges(cwP50kBaseMerges, cwP50kBaseMergesEnd)),
                               PretokenPattern::Gpt2, 50256);
    static const BpeModel qwen(*BpeVocabulary::fromMerges(embeddedMerges(cwCl100kBaseMerges, cwCl100kBaseMergesEnd)),
                               PretokenPattern::Qwen);
    if (pattern == PretokenPattern::Qwen)
        return qwen;
    return pattern == PretokenPattern::O200k ? o200k : pattern == PretokenPattern::Cl100k ? cl100k : gpt2;
}

constexpr std::array patterns{PretokenPattern::O200k, PretokenPattern::Cl100k, PretokenPattern::Gpt2,
                              PretokenPattern::Qwen};

/// Ideographs and others of a few hundred, so that many pairs of them are tokens and many are not.
std::string randomScript(std::mt19937 &random, std::size_t characters)
{
    constexpr std::array<char32_t, 8> firsts{0x4E00, 0x5927, 0x3042, 0x30A2, 0xAC00, 0x430, 0x627, 0x1F600};
    const char32_t first = firsts[random() % firsts.size()];
    std::string text;
    for (; characters > 0; --characters)
        appendUtf8(text, static_cast<char32_t>(random() % 20 == 0 ? U'a' + random() % 26 : first + random() % 400));
    return text;
}

/// What findStarts() must give, from the plain scan and the tokens that encode() merges without any memory.
void expectStarts(const BpeModel &bpe, const std::string &text, const TokenStarts &starts, const char *what)
{
    std::vector<bool> pretokens(text.size() + 1);
    std::vector<bool> tokens(text.size() + 1);
    for (std::size_t byte = 0; byte < text.size(); byte = nextPretokenEnd(bpe.pattern(), text, byte))
        pretokens[byte] = true;
    std::size_t byte = 0;
    std::size_t total = 0;
    for (const BpeToken &token : bpe.tokens(text)) {
        tokens[byte] = true;
        byte += bpe.vocabulary().tokenBytes(token.id).size();
        ++total;
    }
    ASSERT_EQ(starts.total(), total) << what;
    std::size_t rank = 0;
    for (byte = 0; byte <= text.size(); ++byte) {
        ASSERT_EQ(starts.isPretokenStart(byte), pretokens[byte]) << what << ' ' << byte << " of " << text;
        ASSERT_EQ(starts.isTokenStart(byte), tokens[byte]) << what << ' ' << byte << " of " << text;
        ASSERT_EQ(starts.rank(byte), rank) << what << ' ' << byte;
        if (tokens[byte]) {
            ASSERT_EQ(starts.select(rank), byte) << what;
            ++rank;
        }
    }
    ASSERT_EQ(starts.select(total), text.size());
}

TEST(BpeModel, ThreadsAndSharesChangeNothing)
{
    std::mt19937 random(1);
    for (int i = 0; i < 60; ++i) {
        std::string text = testing::randomText(random);
        text += randomScript(random, random() % 40);
        for (const PretokenPattern pattern : patterns) {
            const BpeModel &bpe = model(pattern);
            const unsigned threads = 1 + random() % 8;
            for (const std::size_t shareBytes : {std::size_t{1}, std::size_t{7}, std::size_t{64}, std::size_t{300}})
                expectStarts(bpe, text, *bpe.findStarts(text, {}, threads, shareBytes), "in shares");
            expectStarts(bpe, text, *bpe.findStarts(text, {}), "whole");
            ASSERT_EQ(bpe.countTokens(text), bpe.tokens(text).size());
        }
    }
}

TEST(BpeModel, ScriptsWithoutSpacesComeApartWhereTheirTokensDo)
{
    std::mt19937 random(2);
    for (int i = 0; i < 300; ++i) {
        const std::string text = randomScript(random, 1 + random() % 120);
        for (const PretokenPattern pattern : patterns)
            expectStarts(model(pattern), text, *model(pattern).findStarts(text, {}), "script");
    }
}

TEST(BpeModel, NoTokenCrossesACertainBoundary)
{
    for (const PretokenPattern pattern : patterns) {
        const BpeVocabulary &vocabulary = model(pattern).vocabulary();
        std::size_t several = 0;
        for (std::uint32_t token = 0; token < vocabulary.size(); ++token) {
            const std::string bytes = vocabulary.tokenBytes(token);
            if (repairUtf8(bytes).text != bytes)
                continue;
            ASSERT_EQ(vocabulary.boundaries().firstPieceEnd(bytes), bytes.size()) << bytes;
            several += bytes.size() > 1 ? 1 : 0;
        }
        EXPECT_GT(several, 45'000U);
        // The seams of tokens that are parts of characters.
        for (std::uint32_t token = 0; token < vocabulary.size(); ++token) {
            const std::string bytes = vocabulary.tokenBytes(token);
            const auto continues
                = [&](std::size_t at) { return (static_cast<unsigned char>(bytes[at]) & 0xC0) == 0x80; };
            std::size_t first = 0;
            while (first < bytes.size() && continues(first))
                ++first;
            if (first == 0 || first == bytes.size())
                continue;
            for (const char *lead : {"\xE4", "\xEC", "\xE3\x81", "\xF0\x9F"}) {
                const std::string whole = lead + bytes;
                const std::size_t leadEnd = std::string_view(lead).size() + first;
                const std::string left = whole.substr(0, leadEnd);
                const std::string right = whole.substr(leadEnd);
                if (repairUtf8(left).text == left && repairUtf8(right).text == right) {
                    ASSERT_EQ(vocabulary.boundaries().firstPieceEnd(whole), whole.size()) << whole;
                }
            }
        }
    }
}

TEST(BpeModel, InstructionSetsMergeAlike)
{
    std::mt19937 random(3);
    const BpeVocabulary &vocabulary = model(PretokenPattern::O200k).vocabulary();
    for (int i = 0; i < 20'000; ++i) {
        std::string bytes = testing::randomText(random, {.pieces = 3}).substr(0, 1 + random() % 40);
        if (bytes.empty() || random() % 4 == 0) {
            for (std::size_t size = 1 + random() % 15; size > 0; --size)
                bytes += static_cast<char>(random());
            bytes.resize(std::min<std::size_t>(bytes.size(), 1 + random() % ShortPiece::maxBytes));
        }
        ShortPiece piece;
        mergeShortPiece(vocabulary, bytes, piece);
        for (const InstructionSet set : availableInstructionSets())
            ASSERT_EQ(shortPieceStarts(vocabulary, bytes, set), piece.starts) << bytes;
    }
}

TEST(BpeModel, SharesMeetAtHardBoundaries)
{
    const auto shares = [](std::string_view text) { return textShares(PretokenPattern::O200k, text, 1); };
    EXPECT_EQ(shares(""), (std::vector<std::size_t>{0}));
    EXPECT_EQ(shares("ab c"), (std::vector<std::size_t>{0, 2, 4}));
    EXPECT_EQ(shares("a  b"), (std::vector<std::size_t>{0, 1, 4}));
    EXPECT_EQ(shares("\u00A0 b"), (std::vector<std::size_t>{0, 4}));
    EXPECT_EQ(shares("\u4E2D\u3002\u6587"), (std::vector<std::size_t>{0, 3, 9}));
    EXPECT_EQ(shares("a.b'c"), (std::vector<std::size_t>{0, 1, 5}));
    EXPECT_EQ(shares("a\nb\n/\n\u3000c"), (std::vector<std::size_t>{0, 2, 10}));
    // A text's end would take " \n" as one.
    EXPECT_EQ(shares("a \nb\nc"), (std::vector<std::size_t>{0, 1, 3, 5, 6}));
    EXPECT_EQ(textShares(PretokenPattern::Gpt2, "a \nb\nc", 1), (std::vector<std::size_t>{0, 1, 5, 6}));
}

TEST(BpeModel, StopsWithinOnePretoken)
{
    std::stop_source source;
    source.request_stop();
    const BpeModel &bpe = model(PretokenPattern::O200k);
    const std::string text(1'000'000, 'a');
    EXPECT_FALSE(bpe.findStarts(text, source.get_token()));
    PieceMerger pieces(bpe.vocabulary());
    TokenTally tally;
    const std::array<std::uint32_t, 2> ends{0, 1'000'000};
    EXPECT_FALSE(pieces.addPieces(text, ends.data(), ends.size(), tally, source.get_token()));
    std::string phrase;
    while (phrase.size() < 300'000)
        phrase += "\u4E2D";
    const std::array<std::uint32_t, 2> phraseEnds{0, static_cast<std::uint32_t>(phrase.size())};
    EXPECT_FALSE(pieces.addPieces(phrase, phraseEnds.data(), phraseEnds.size(), tally, source.get_token()));
    EXPECT_EQ(tally.tokens, (std::size_t{1} << 16) / 3 + 1); // as many as before the first look
    LongPieceMerger merger(bpe.vocabulary());
    EXPECT_TRUE(merger.merge(text, source.get_token()).empty());
    EXPECT_EQ(merger.merge(text).size(), 125'000U);
}

} // namespace
} // namespace cw
