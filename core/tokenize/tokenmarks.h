// SPDX-License-Identifier: GPL-3.0-or-later
// Where tokens of a text start, when any number of them may start at one byte.
#pragma once

#include "base/bitcount.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace cw {

/// One bit a byte at which tokens start, and a side list for bytes where more than one does: 25 % of the text and 4
/// bytes for every such byte. Constant once made. Precondition: less than 4 GiB of text.
class TokenMarks final
{
public:
    static constexpr std::size_t wordBits = 64;

    /// Tokens of a part of the text, collected in order.
    class Part final
    {
    public:
        /// For bytes begin..end-1.
        Part(std::size_t begin, std::size_t end);

        /// Preconditions: begin <= byte < end, and not before the last one.
        void add(std::size_t byte);

    private:
        friend class TokenMarks;

        std::size_t m_firstWord;
        std::size_t m_last; ///< byte of the last token, or a byte that none can have
        std::vector<std::uint64_t> m_words;
        std::vector<std::uint32_t> m_extraBytes; ///< in rising order, once for every token but the first of a byte
        std::uint64_t m_tokens = 0;
    };

    /// The parts of a text of `size` bytes, in order. False when there are more than 2^32 - 1 tokens.
    [[nodiscard]] bool set(std::size_t size, std::span<const Part> parts);

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    [[nodiscard]] std::size_t total() const noexcept { return m_total; }

    /// Tokens that start before `byte`. Precondition: byte <= size(). O(1).
    [[nodiscard]] std::size_t rank(std::size_t byte) const noexcept
    {
        const std::size_t word = byte / wordBits;
        const std::uint64_t below = m_entries[word].starts & ((std::uint64_t{1} << (byte % wordBits)) - 1);
        const std::size_t plain = m_entries[word].before + bitCount(below);
        return m_entries[word].firstExtra == m_entries[word + 1].firstExtra
            ? plain
            : plain + extrasBefore(word, static_cast<unsigned>(byte % wordBits));
    }

    /// Where token number `token` starts; size() when there are not so many. O(log size).
    [[nodiscard]] std::size_t select(std::size_t token) const noexcept;

    void prefetch(std::size_t byte) const noexcept { __builtin_prefetch(&m_entries[byte / wordBits]); }
    /// About where a token starts, from the average length of tokens; nothing but a hint.
    [[nodiscard]] std::size_t guess(std::size_t token) const noexcept;

private:
    struct Entry
    {
        std::uint64_t starts = 0;
        std::uint32_t before = 0; ///< tokens before the word
        std::uint32_t firstExtra = 0;
    };
    static_assert(sizeof(Entry) == 16);

    // A byte within its word and how many tokens more start there.
    static constexpr unsigned extraCountBits = 26;
    static constexpr std::uint32_t largestExtraCount = (std::uint32_t{1} << extraCountBits) - 1;

    [[nodiscard]] std::size_t extrasBefore(std::size_t word, unsigned bit) const noexcept;
    void addExtras(std::size_t word, std::span<const std::uint32_t> bytes);

    std::vector<Entry> m_entries = std::vector<Entry>(2); ///< one more than there are words
    std::vector<std::uint32_t> m_extras;
    std::size_t m_size = 0;
    std::size_t m_total = 0;
};

} // namespace cw
