// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/longpiecemerger.h"

#include "tokenize/bpevocabulary.h"
#include "tokenize/embeddedvocabularies.h"
#include "tokenize/shortpiece.h"

#include <gtest/gtest.h>

#include <bit>
#include <random>
#include <string>

namespace cw {
namespace {

using Ids = std::vector<std::uint32_t>;

const BpeVocabulary &vocabulary()
{
    static const auto made = *BpeVocabulary::fromMerges(embeddedMerges(cwO200kBaseMerges, cwO200kBaseMergesEnd));
    return *made;
}

/// The definition of byte-pair merging, word for word.
Ids mergeByDefinition(std::string_view bytes)
{
    Ids ids;
    for (const char byte : bytes)
        ids.push_back(vocabulary().byteToken(static_cast<std::uint8_t>(byte)));
    for (;;) {
        std::uint32_t best = BpeVocabulary::noToken;
        std::size_t place = 0;
        for (std::size_t i = 0; i + 1 < ids.size(); ++i) {
            const std::uint32_t token = vocabulary().merged(ids[i], ids[i + 1]);
            if (token < best) {
                best = token;
                place = i;
            }
        }
        if (best == BpeVocabulary::noToken)
            return ids;
        ids[place] = best;
        ids.erase(ids.begin() + static_cast<std::ptrdiff_t>(place) + 1);
    }
}

Ids mergeInWindows(std::string_view bytes, std::size_t windowBytes)
{
    LongPieceMerger merger(vocabulary(), windowBytes);
    Ids ids;
    std::string rebuilt;
    for (const BpeToken &token : merger.merge(bytes)) {
        EXPECT_EQ(token.startByte, rebuilt.size());
        rebuilt += vocabulary().tokenBytes(token.id);
        ids.push_back(token.id);
    }
    EXPECT_EQ(rebuilt, bytes);
    return ids;
}

std::string randomBytes(std::mt19937 &random, std::size_t size)
{
    static constexpr std::array<std::string_view, 6> alphabets{"a",      "ab",    "=-",
                                                               "etaoin", " \n\t", "\xE4\xB8\xAD\xE5\x9B"};
    const std::string_view alphabet = alphabets[random() % alphabets.size()];
    std::string bytes;
    while (bytes.size() < size)
        bytes += alphabet[random() % alphabet.size()];
    return bytes;
}

TEST(LongPieceMerger, MergesAsDefined)
{
    std::mt19937 random(3);
    for (int i = 0; i < 300; ++i) {
        const std::string bytes = randomBytes(random, 1 + random() % 400);
        ASSERT_EQ(mergeInWindows(bytes, bytes.size()), mergeByDefinition(bytes)) << bytes;
    }
}

TEST(LongPieceMerger, WindowsChangeNothing)
{
    std::mt19937 random(4);
    for (int i = 0; i < 200; ++i) {
        const std::string bytes = randomBytes(random, 200 + random() % 3000);
        const Ids whole = mergeInWindows(bytes, bytes.size());
        for (const std::size_t windowBytes : {std::size_t{1}, std::size_t{40}, std::size_t{300}, std::size_t{1000}})
            ASSERT_EQ(mergeInWindows(bytes, windowBytes), whole) << windowBytes << ' ' << bytes;
    }
}

TEST(LongPieceMerger, RunsLongerThanAnyTokenCrossWindows)
{
    for (const char byte : {' ', '=', 'a', '\n'}) {
        const std::string bytes(5000, byte);
        EXPECT_EQ(mergeInWindows(bytes, 700), mergeInWindows(bytes, bytes.size())) << byte;
    }
}

TEST(ShortPiece, MergesAsDefined)
{
    std::mt19937 random(5);
    for (int i = 0; i < 5000; ++i) {
        const std::string bytes = randomBytes(random, 1 + random() % ShortPiece::maxBytes);
        ShortPiece piece;
        mergeShortPiece(vocabulary(), bytes, piece);
        Ids ids;
        for (std::uint64_t starts = piece.starts; starts != 0; starts &= starts - 1)
            ids.push_back(piece.ids[static_cast<unsigned>(std::countr_zero(starts))]);
        ASSERT_EQ(ids, mergeByDefinition(bytes)) << bytes;
    }
}

TEST(BpeVocabulary, EveryTokenIsWhatItsBytesMergeInto)
{
    ASSERT_EQ(vocabulary().size(), 199'998U);
    for (std::uint32_t token = 0; token < vocabulary().size(); token += 7) {
        const std::string bytes = vocabulary().tokenBytes(token);
        if (bytes.size() > ShortPiece::maxBytes)
            continue;
        ShortPiece piece;
        mergeShortPiece(vocabulary(), bytes, piece);
        ASSERT_EQ(piece.starts, 1U) << token;
        ASSERT_EQ(piece.ids[0], token);
    }
}

TEST(BpeVocabulary, DamageIsFound)
{
    const auto merges = embeddedMerges(cwCl100kBaseMerges, cwCl100kBaseMergesEnd);
    EXPECT_TRUE(BpeVocabulary::fromMerges(merges));
    EXPECT_FALSE(BpeVocabulary::fromMerges({}));
    EXPECT_FALSE(BpeVocabulary::fromMerges(merges.first(9)));
    std::vector<std::uint8_t> changed(merges.begin(), merges.end());
    std::fill(changed.begin() + 2000, changed.begin() + 2009, std::uint8_t{0xFE});
    const auto result = BpeVocabulary::fromMerges(changed);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().code, ErrorCode::MissingResource);
}

} // namespace
} // namespace cw
