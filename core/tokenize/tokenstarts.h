// SPDX-License-Identifier: GPL-3.0-or-later
// Where pretokens and tokens of a text start.
#pragma once

#include "base/bitcount.h"
#include "base/largememory.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

namespace cw {

/// For every 64 bytes of text a bit for each pretoken start, a bit for each token start and how many tokens there are
/// before, side by side, so that one place of memory answers everything about a position: 31.25 % of the text, and less
/// than 0.4 % for finding tokens by number.
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

    TokenStarts() : TokenStarts(0)
    {
        setWord(0, {}, 0);
        setTotal(0);
    }
    /// For bytes 0..size. Every word must be set, then the total.
    explicit TokenStarts(std::size_t size)
        : m_memory(allocateLargeMemory(wordsFor(size) * sizeof(Entry))),
          m_entries(static_cast<Entry *>(m_memory.get())), m_size(size)
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
    /// Call before noteSamples().
    void setTotal(std::size_t tokens)
    {
        m_total = tokens;
        // Behind the last one the last word, so that every sample has a next one.
        m_samples.assign(tokens / tokensPerSample + 2, static_cast<std::uint32_t>(wordsFor(m_size) - 1));
    }
    /// For select(): call once for each word whose `tokensBefore` is final.
    void noteSamples(std::size_t index) noexcept
    {
        const std::uint32_t before = m_entries[index].tokensBefore;
        const std::size_t sample = (before + tokensPerSample - 1) / tokensPerSample;
        if (sample * tokensPerSample < before + bitCount(load(m_entries[index].tokens)))
            m_samples[sample] = static_cast<std::uint32_t>(index);
    }

    [[nodiscard]] Word word(std::size_t index) const noexcept
    {
        return {load(m_entries[index].pretokens), load(m_entries[index].tokens)};
    }
    /// The bits of the 64 bytes from `byte` on. Precondition: byte + wordBits <= size().
    [[nodiscard]] Word wordFrom(std::size_t byte) const noexcept
    {
        const Entry *entry = &m_entries[byte / wordBits];
        const auto shift = static_cast<unsigned>(byte % wordBits);
        Word bits{load(entry->pretokens) >> shift, load(entry->tokens) >> shift};
        if (shift != 0) {
            ++entry;
            bits.pretokens |= load(entry->pretokens) << (wordBits - shift);
            bits.tokens |= load(entry->tokens) << (wordBits - shift);
        }
        return bits;
    }
    [[nodiscard]] std::uint32_t tokensBeforeWord(std::size_t index) const noexcept
    {
        return m_entries[index].tokensBefore;
    }

    [[nodiscard]] std::size_t size() const noexcept { return m_size; }
    /// All tokens.
    [[nodiscard]] std::size_t total() const noexcept { return m_total; }

    void prefetch(std::size_t byte) const noexcept
    {
        const Entry *entry = &m_entries[byte / wordBits];
        __builtin_prefetch(entry);
        __builtin_prefetch(reinterpret_cast<const char *>(entry + 1) - 1); // often in the next line
    }
    /// Fetches what select() will read; returns about where the token starts.
    std::size_t prefetchToken(std::size_t token) const noexcept;

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
        return entry.tokensBefore + bitCount(below);
    }
    /// The last pretoken start s with first <= s <= byte, or `none`. O((byte - s) / 64).
    [[nodiscard]] std::size_t lastPretokenStart(std::size_t byte, std::size_t first) const noexcept;
    /// The first pretoken start from `byte` on within its word or the next one, or `none`.
    [[nodiscard]] std::size_t nextPretokenStartNear(std::size_t byte) const noexcept
    {
        std::size_t index = byte / wordBits;
        std::uint64_t bits = load(m_entries[index].pretokens) & (~std::uint64_t{0} << (byte % wordBits));
        if (bits == 0) {
            if (++index == wordsFor(m_size))
                return none;
            bits = load(m_entries[index].pretokens);
        }
        return bits == 0 ? none : index * wordBits + static_cast<unsigned>(std::countr_zero(bits));
    }
    /// Where token number `token` starts; size() when there are not so many. A few look-ups near each other, and
    /// O(log size) where tokens are very long.
    [[nodiscard]] std::size_t select(std::size_t token) const noexcept;
    /// select() of `token`, token + step, token + 2 * step ... Memory is fetched ahead.
    void select(std::size_t token, std::size_t step, std::span<std::size_t> starts) const noexcept;

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

    /// tokensBeforeWord(low) <= token, and tokensBeforeWord(high) > token or it is past all words.
    struct Guess
    {
        std::size_t low = 0;
        std::size_t high = 0;
        std::size_t middle = 0;
    };
    [[nodiscard]] Guess guess(std::size_t token) const noexcept
    {
        const std::size_t sample = token / tokensPerSample;
        const std::size_t low = m_samples[sample];
        const std::size_t high = std::size_t{m_samples[sample + 1]} + 1;
        // Tokens are about equally long, so a first guess is nearly right.
        return {low, high, low + (high - low) * (token % tokensPerSample) / tokensPerSample};
    }
    /// The first of the words that are looked at first.
    [[nodiscard]] std::size_t firstNearWord(std::size_t token) const noexcept
    {
        const std::size_t middle = guess(token).middle;
        return middle - std::min(middle, wordsBeforeGuess);
    }
    /// select() of one whose first near word is `word`. Precondition: token < total().
    [[nodiscard]] std::size_t selectFrom(std::size_t word, std::size_t token) const noexcept;
    /// The word in which the token starts.
    [[nodiscard]] std::size_t search(std::size_t token) const noexcept;

    static constexpr std::size_t tokensPerSample = 256;
    static constexpr std::size_t wordsBeforeGuess = 2; ///< that select() looks at
    static constexpr std::size_t wordsNearGuess = 6; ///< and of all

    LargeMemory m_memory;
    Entry *m_entries;
    std::vector<std::uint32_t> m_samples; ///< the words of tokens 0, 256, 512 ...
    std::size_t m_size;
    std::size_t m_total = 0;
};

} // namespace cw
