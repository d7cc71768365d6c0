// SPDX-License-Identifier: GPL-3.0-or-later
// Where pretokens and tokens of a text start.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>

namespace cw {

/// Ones of a word, fast also where the compiler may not assume an instruction for it.
[[nodiscard]] constexpr unsigned countOnes(std::uint64_t word) noexcept
{
#if defined(__POPCNT__) || defined(__aarch64__)
    return static_cast<unsigned>(std::popcount(word));
#else
    word -= word >> 1 & 0x5555'5555'5555'5555;
    word = (word & 0x3333'3333'3333'3333) + (word >> 2 & 0x3333'3333'3333'3333);
    word = (word + (word >> 4)) & 0x0F0F'0F0F'0F0F'0F0F;
    return static_cast<unsigned>(word * 0x0101'0101'0101'0101 >> 56);
#endif
}

/// For every 64 bytes of text a bit for each pretoken start, a bit for each token start and how many tokens there are
/// before, side by side, so that one place of memory answers everything about a position: 31.25 % of the text.
/// Filled once, by several threads if need be, and constant from then on. Precondition: less than 4 GiB of text.
class TokenStarts final
{
public:
    static constexpr std::size_t wordBits = 64;
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    struct Word
    {
        std::uint64_t pretokens = 0;
        std::uint64_t tokens = 0;
    };

    TokenStarts() : TokenStarts(0) { setWord(0, {}, 0); }
    /// For bytes 0..size. Every word must be set, then the total.
    explicit TokenStarts(std::size_t size)
        : m_entries(std::make_unique_for_overwrite<Entry[]>(wordsFor(size))), m_size(size)
    {
    }

    [[nodiscard]] static constexpr std::size_t wordsFor(std::size_t size) noexcept { return size / wordBits + 1; }

    void setWord(std::size_t index, Word word, std::uint32_t tokensBefore) noexcept
    {
        Entry &entry = m_entries[index];
        std::memcpy(entry.pretokens, &word.pretokens, 8);
        std::memcpy(entry.tokens, &word.tokens, 8);
        entry.tokensBefore = tokensBefore;
    }
    void setTokensBefore(std::size_t index, std::uint32_t tokens) noexcept { m_entries[index].tokensBefore = tokens; }
    void setTotal(std::size_t tokens) noexcept { m_total = tokens; }

    [[nodiscard]] Word word(std::size_t index) const noexcept
    {
        return {load(m_entries[index].pretokens), load(m_entries[index].tokens)};
    }
    [[nodiscard]] std::uint32_t tokensBeforeWord(std::size_t index) const noexcept
    {
        return m_entries[index].tokensBefore;
    }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// All tokens.
    [[nodiscard]] std::size_t total() const noexcept { return m_total; }

    /// Preconditions of these: byte <= size().
    [[nodiscard]] bool isPretokenStart(std::size_t byte) const noexcept
    {
        return (load(m_entries[byte / wordBits].pretokens) >> (byte % wordBits) & 1U) != 0;
    }
    [[nodiscard]] bool isTokenStart(std::size_t byte) const noexcept
    {
        return (load(m_entries[byte / wordBits].tokens) >> (byte % wordBits) & 1U) != 0;
    }
    /// Tokens that start before `byte`. O(1).
    [[nodiscard]] std::size_t rank(std::size_t byte) const noexcept
    {
        const Entry &entry = m_entries[byte / wordBits];
        const std::uint64_t below = load(entry.tokens) & ((std::uint64_t{1} << (byte % wordBits)) - 1);
        return entry.tokensBefore + countOnes(below);
    }
    /// The last pretoken start s with first <= s <= byte, or `none`. O((byte - s) / 64).
    [[nodiscard]] std::size_t lastPretokenStart(std::size_t byte, std::size_t first) const noexcept;
    /// Where token number `token` starts; size() when there are not so many. O(log size), and a few look-ups in
    /// text whose tokens are spread evenly.
    [[nodiscard]] std::size_t select(std::size_t token) const noexcept;

private:
    // In halves, so that an entry needs no filling.
    struct Entry
    {
        std::uint32_t pretokens[2];
        std::uint32_t tokens[2];
        std::uint32_t tokensBefore;
    };
    static_assert(sizeof(Entry) == 20);

    [[nodiscard]] static std::uint64_t load(const std::uint32_t (&halves)[2]) noexcept
    {
        std::uint64_t word = 0;
        std::memcpy(&word, halves, 8);
        return word;
    }

    std::unique_ptr<Entry[]> m_entries;
    std::size_t m_size;
    std::size_t m_total = 0;
};

} // namespace cw
