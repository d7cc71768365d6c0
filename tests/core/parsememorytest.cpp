// SPDX-License-Identifier: GPL-3.0-or-later
// Memory of parses: pieces are aligned, never overlap, keep what they hold when they grow, and are used again.
#include "formats/code/parsememory.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

namespace cw::testing {
namespace {

struct Piece
{
    unsigned char *memory = nullptr;
    std::size_t bytes = 0;
    unsigned char mark = 0;
};

void fill(const Piece &piece)
{
    std::memset(piece.memory, piece.mark, piece.bytes);
}

bool isWhole(const Piece &piece, std::size_t bytes)
{
    return std::all_of(piece.memory, piece.memory + bytes, [&](unsigned char c) { return c == piece.mark; });
}

TEST(ParseMemory, PiecesAreApartAlignedAndKeepWhatTheyHold)
{
    std::mt19937 random(7);
    code::ParseMemory memory;
    std::vector<Piece> pieces;
    for (int step = 0; step < 20'000; ++step) {
        const std::size_t bytes = random() % 8 == 0 ? random() % 100'000 : random() % 200;
        const auto mark = static_cast<unsigned char>(step);
        if (pieces.empty() || random() % 3 == 0) {
            pieces.push_back({static_cast<unsigned char *>(memory.allocate(bytes)), bytes, mark});
            ASSERT_EQ(reinterpret_cast<std::uintptr_t>(pieces.back().memory) % 16, 0U);
            fill(pieces.back());
            continue;
        }
        Piece &piece = pieces[random() % pieces.size()];
        ASSERT_TRUE(isWhole(piece, piece.bytes));
        if (random() % 2 == 0) {
            const std::size_t kept = std::min(bytes, piece.bytes);
            piece.memory = static_cast<unsigned char *>(memory.resize(piece.memory, bytes));
            ASSERT_TRUE(isWhole(piece, kept));
            piece.bytes = bytes;
            piece.mark = mark;
            fill(piece);
        } else {
            memory.free(piece.memory);
            piece = pieces.back();
            pieces.pop_back();
        }
    }
    for (const Piece &piece : pieces)
        EXPECT_TRUE(isWhole(piece, piece.bytes));
}

TEST(ParseMemory, FreedPiecesAreUsedAgain)
{
    code::ParseMemory memory;
    for (const std::size_t bytes : {0, 1, 8, 9, 24, 25, 2040, 2041, 100'000, 20'000'000}) {
        void *first = memory.allocate(bytes);
        memory.free(first);
        EXPECT_EQ(memory.allocate(bytes), first) << bytes;
    }
}

} // namespace
} // namespace cw::testing
