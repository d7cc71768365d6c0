// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/wordcounts.h"

#include "tokenize/tinypiececounts.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <string>
#include <thread>
#include <vector>

namespace cw {

namespace {

/// What a word was remembered with, if anything: its count can be told from the word itself.
unsigned countOf(std::string_view word)
{
    unsigned sum = 0;
    for (const char c : word)
        sum = sum * 31 + static_cast<unsigned char>(c);
    return 1 + sum % 22;
}

std::string wordNumber(unsigned number)
{
    std::string word(WordCounts::minBytes + number % (WordCounts::maxBytes - WordCounts::minBytes + 1), 'w');
    for (std::size_t i = 0; number > 0; number /= 26, ++i)
        word[word.size() - 1 - i] = static_cast<char>('a' + number % 26);
    return word;
}

TEST(WordCounts, KeepsTheLastWordOfAPlaceAndNoOther)
{
    const auto counts = std::make_unique<WordCounts>();
    EXPECT_EQ(counts->find(WordCounts::keyOf("sentence")), 0U);
    std::size_t known = 0;
    for (unsigned number = 0; number < 20'000; ++number) {
        const std::string word = wordNumber(number);
        counts->remember(WordCounts::keyOf(word), countOf(word));
        ASSERT_EQ(counts->find(WordCounts::keyOf(word)), countOf(word)) << word;
    }
    for (unsigned number = 0; number < 40'000; ++number) {
        const std::string word = wordNumber(number);
        const unsigned found = counts->find(WordCounts::keyOf(word));
        ASSERT_TRUE(found == 0 || (number < 20'000 && found == countOf(word))) << word;
        known += found != 0 ? 1 : 0;
    }
    EXPECT_GT(known, 1'000U);
}

bool same(const WordCounts::Key &a, const WordCounts::Key &b)
{
    return a.words == b.words;
}

bool same(std::uint64_t a, std::uint64_t b)
{
    return a == b;
}

/// A key is made of the bytes of its piece, all of them and no others, wherever it lies.
template<class Counts>
void expectKeysOfTheirPieces(std::size_t minBytes)
{
    std::string around(3 * Counts::maxBytes, '#');
    for (std::size_t size = minBytes; size <= Counts::maxBytes; ++size) {
        const std::string piece = std::string("abcdefghijklmnopqrstuvwxyz").substr(0, size);
        const auto key = Counts::keyOf(piece);
        for (std::size_t at = 0; at < Counts::maxBytes; ++at) {
            std::string text = around;
            text.replace(at, size, piece);
            EXPECT_TRUE(same(Counts::keyOf(std::string_view(text).substr(at, size)), key)) << size;
        }
        for (std::size_t byte = 0; byte < size; ++byte) {
            std::string other = piece;
            other[byte] = '\xC3';
            EXPECT_FALSE(same(Counts::keyOf(other), key)) << size << ' ' << byte;
        }
        if (size > minBytes) {
            EXPECT_FALSE(same(Counts::keyOf(piece.substr(0, size - 1)), key)) << size;
        }
    }
}

TEST(WordCounts, KeysAreOfTheirPieces)
{
    expectKeysOfTheirPieces<WordCounts>(WordCounts::minBytes);
    expectKeysOfTheirPieces<TinyPieceCounts>(1);
}

TEST(WordCounts, TellsNothingWrongWhileOthersWrite)
{
    const auto counts = std::make_unique<WordCounts>();
    std::array<std::size_t, 3> wrong{};
    std::vector<std::thread> threads;
    for (unsigned thread = 0; thread < wrong.size(); ++thread) {
        threads.emplace_back([&, thread] {
            for (unsigned i = 0; i < 200'000; ++i) {
                const std::string word = wordNumber((i * 7919 + thread * 13) % 9'000);
                const WordCounts::Key key = WordCounts::keyOf(word);
                const unsigned found = counts->find(key);
                if (found == 0)
                    counts->remember(key, countOf(word));
                else
                    wrong[thread] += found != countOf(word) ? 1 : 0;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    for (const std::size_t count : wrong)
        EXPECT_EQ(count, 0U);
}

} // namespace

} // namespace cw
