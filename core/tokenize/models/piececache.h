// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers the tokens of short pieces.
#pragma once

#include "tokenize/models/symbolmerger.h"

#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <vector>

namespace cw {

/// Pieces of up to 24 bytes and six tokens, one cache line each, the older one of two giving way. Changes nothing but
/// speed. Two megabytes. Not thread-safe.
class PieceCache final
{
public:
    static constexpr std::size_t maxBytes = 24;
    static constexpr std::size_t maxTokens = 6;

    PieceCache() : m_sets(std::size_t{1} << setBits) { }

    struct Entry
    {
        std::array<std::uint64_t, maxBytes / 8> key{};
        std::array<std::uint32_t, maxTokens> tokens{};
        std::array<std::uint8_t, maxTokens> lengths{}; ///< in bytes
        std::uint8_t bytes = 0; ///< 0 when the place is free
        std::uint8_t count = 0;
        std::uint64_t unused = 0;
    };
    static_assert(sizeof(Entry) == 64);

    struct Key
    {
        std::array<std::uint64_t, maxBytes / 8> words{};
        std::size_t set = 0;
        std::uint8_t bytes = 0;
    };

    /// Precondition: 1 <= piece.size() <= maxBytes.
    [[nodiscard]] static Key keyOf(std::string_view piece) noexcept
    {
        Key key;
        std::memcpy(key.words.data(), piece.data(), piece.size());
        key.bytes = static_cast<std::uint8_t>(piece.size());
        const std::uint64_t mixed = key.words[0] * 0x9E37'79B9'7F4A'7C15
            ^ (key.words[1] + key.bytes) * 0xD6E8'FEB8'6659'FD93 ^ key.words[2] * 0xA076'1D64'78BD'642F;
        key.set = static_cast<std::size_t>((mixed ^ mixed >> 31) * 0xE703'7ED1'A0B4'28DB >> (64 - setBits));
        return key;
    }

    /// Null when the piece is not known.
    [[nodiscard]] const Entry *find(const Key &key) const noexcept
    {
        for (const Entry &entry : m_sets[key.set]) {
            if (entry.bytes == key.bytes && entry.key == key.words)
                return &entry;
        }
        return nullptr;
    }

    /// Does nothing for more than maxTokens. Precondition: find(key) gave null.
    void insert(const Key &key, std::span<const Symbol> symbols) noexcept
    {
        if (symbols.size() > maxTokens)
            return;
        Set &set = m_sets[key.set];
        set[1] = set[0];
        Entry &entry = set[0];
        entry.key = key.words;
        entry.bytes = key.bytes;
        entry.count = static_cast<std::uint8_t>(symbols.size());
        for (std::size_t i = 0; i < symbols.size(); ++i) {
            entry.tokens[i] = symbols[i].token;
            entry.lengths[i] = static_cast<std::uint8_t>(symbols[i].bytes);
        }
    }

private:
    static constexpr unsigned setBits = 14;

    struct alignas(64) Set : std::array<Entry, 2>
    {
    };

    std::vector<Set> m_sets;
};

} // namespace cw
