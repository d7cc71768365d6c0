// SPDX-License-Identifier: GPL-3.0-or-later
// What windows over the words of long units cost, so that a unit is cut without looking at text and index again.
#pragma once

#include "base/byterange.h"
#include "base/result.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace cw {

/// Where words end, what the edges there add to counts, and how far it is to the next word: 8.5 bytes a word. Words in
/// a row whose edges hold for all windows of two words or more are a stretch; others are in none, and neither are a few
/// words between such. Immutable.
class WordEdges final
{
public:
    /// Of the words in each of `ranges`, which are in order and begin and end with a word; `index` is of the emitted
    /// text. O(words) look-ups.
    [[nodiscard]] static Outcome<std::shared_ptr<const WordEdges>>
    of(const EmittedText &emitted, std::span<const ByteRange> ranges, const TokenIndex &index, std::stop_token stop);
    /// An empty table with room for so many blocks of words, none of which costs memory yet.
    [[nodiscard]] static std::shared_ptr<const WordEdges> withRoomFor(std::size_t blocks);
    /// `all` and what is behind it, in the same memory; null when there is no room. What there was does not move, so
    /// `all` may be in use meanwhile. Preconditions: `all` comes from withRoomFor() or from here and was not appended
    /// to before; nobody else appends to it.
    [[nodiscard]] static std::shared_ptr<const WordEdges> appended(const WordEdges &all, const WordEdges &behind);

    /// In stretches.
    [[nodiscard]] std::size_t words() const noexcept;

private:
    friend class WordWindows;
    class Maker;

    /// Words, by what their places and counts are more than the block's: all that a window's end asks for lies in one
    /// line of the processor's cache.
    struct alignas(64) Block
    {
        static constexpr unsigned words = 8;

        std::uint32_t emit = 0; ///< where the first word begins
        std::uint32_t source = 0; ///< likewise
        std::uint32_t before = 0; ///< what the first word's begin takes
        std::uint32_t lastUpTo = 0; ///< of the word before
        std::array<std::uint16_t, words> upTo; ///< of each word's end, rising
        std::array<std::uint16_t, words> ends{}; ///< of words in the emitted text
        std::array<std::uint16_t, words> gaps{}; ///< to the next word, see WordGap
    };
    static_assert(sizeof(Block) == 64);
    struct Stretch
    {
        [[nodiscard]] std::size_t blocks() const noexcept { return (words + Block::words - 1) / Block::words; }

        std::uint32_t emit = 0;
        std::uint32_t emitEnd = 0;
        std::uint32_t firstBlock = 0;
        std::uint32_t words = 0;
    };
    static constexpr std::uint16_t unused = 0xFFFF;

    struct Store
    {
        std::vector<Stretch> stretches; ///< by place
        std::vector<std::uint32_t> upTo; ///< Block::lastUpTo of all blocks, side by side
        std::vector<Block> blocks;
    };

    [[nodiscard]] std::span<const Stretch> stretches() const noexcept
    {
        return {m_store->stretches.data(), m_stretches};
    }
    [[nodiscard]] const std::uint32_t *upTo(const Stretch &stretch) const noexcept
    {
        return m_store->upTo.data() + stretch.firstBlock;
    }
    [[nodiscard]] const Block *blocks(const Stretch &stretch) const noexcept
    {
        return m_store->blocks.data() + stretch.firstBlock;
    }

    std::shared_ptr<Store> m_store = std::make_shared<Store>();
    std::size_t m_stretches = 0; ///< of those in the store: it may go on
};

/// Of one text, by place; none is empty.
using WordEdgesList = std::vector<std::shared_ptr<const WordEdges>>;
using WordEdgesView = std::span<const std::shared_ptr<const WordEdges>>;

/// Cuts windows, one behind the other, out of words with edges.
class WordWindows final
{
public:
    explicit WordWindows(WordEdgesView tables) : m_tables(tables) { }

    /// Goes to the word that begins at `byte`. False when its edges are not known. O(1) behind the last window and
    /// nearly so in the next few stretches, else O(log words).
    [[nodiscard]] bool seek(std::size_t byte)
    {
        return (m_isKnown && m_emit == byte && m_word < m_stretch->words) || seekFar(byte);
    }

    struct Window
    {
        CompactRange emit;
        CompactRange source;
        std::uint32_t before = 0; ///< as of BeginEdge, holds for all ends from the window's on
        std::uint32_t upTo = 0; ///< as of EndEdge, exact
    };
    /// The longest run of words from where this is to `unitEnd` at most, where words end, that costs at most
    /// `maxTokens`; goes behind it. False, and stays, when that is not two words or may go on behind what is known.
    /// Precondition: seek() was true, and since then cut() whenever it was called, and begin() < unitEnd.
    [[nodiscard]] bool cut(std::size_t unitEnd, std::size_t maxTokens, Window &window);

    /// Where the next window begins; at or behind the end when there is none.
    [[nodiscard]] std::size_t begin() const noexcept { return m_emit; }

    /// Hints that the words from `byte` on, not far behind, will be cut next. False when they may not be known.
    bool prefetch(std::size_t byte, std::size_t maxTokens) const noexcept;

private:
    using Block = WordEdges::Block;
    using Stretch = WordEdges::Stretch;

    [[nodiscard]] bool seekFar(std::size_t byte);
    [[nodiscard]] bool seekStretch(std::size_t byte);
    void goToBlock(const Block &block) noexcept;
    void goBehind(const Block &block, unsigned place) noexcept;
    void fetchAhead(std::size_t number, std::size_t max) noexcept;
    [[nodiscard]] static std::uint32_t sourceEnd(const Block &block, unsigned place) noexcept;

    WordEdgesView m_tables;
    const WordEdges *m_table = nullptr;
    const Stretch *m_stretch = nullptr;
    bool m_isKnown = false; ///< what follows; else the stretch is only near
    std::size_t m_word = 0; ///< in the stretch, the next window's first
    std::uint32_t m_emit = 0; ///< where it begins
    std::uint32_t m_source = 0;
    std::uint32_t m_before = 0;
    std::size_t m_windowsFetched = 0; ///< ahead of the next one
    std::size_t m_fetched = 0; ///< block of the stretch
};

} // namespace cw
