// SPDX-License-Identifier: GPL-3.0-or-later
// Remembers how many tokens the fragments at edges have.
#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string_view>

namespace cw {

/// Like WordCounts, for fragments of up to 29 bytes with the character before them, of texts' begins, ends and middles:
/// the same words stand at edge after edge. An entry is a version, odd while it is written, and four words, so that
/// threads share it without locks: who reads an entry while it changes knows nothing. The last fragment of a place is
/// kept. One megabyte. Changes nothing but speed.
class FragmentCounts final
{
public:
    static constexpr std::size_t maxBytes = 29;
    static constexpr std::size_t unknown = static_cast<std::size_t>(-1);

    struct Key
    {
        std::array<std::uint64_t, 4> words{};
    };
    /// `kind` is less than 8. Precondition: bytes.size() <= maxBytes.
    [[nodiscard]] static Key keyOf(std::string_view bytes, unsigned kind) noexcept
    {
        Key key;
        std::memcpy(key.words.data(), bytes.data(), bytes.size());
        key.words[3] |= std::uint64_t{bytes.size() << 3 | kind} << kindShift;
        return key;
    }

    [[nodiscard]] std::size_t find(const Key &key) const noexcept
    {
        const Entry &entry = m_entries[placeOf(key)];
        const std::uint32_t version = entry.version.load(std::memory_order_acquire);
        std::array<std::uint64_t, 4> words;
        for (std::size_t i = 0; i < words.size(); ++i)
            words[i] = entry.words[i].load(std::memory_order_acquire);
        const bool isWhole
            = version != 0 && version % 2 == 0 && entry.version.load(std::memory_order_relaxed) == version;
        const std::uint64_t difference = (words[0] ^ key.words[0]) | (words[1] ^ key.words[1])
            | (words[2] ^ key.words[2]) | ((words[3] & ~countMask) ^ key.words[3]);
        return isWhole && difference == 0 ? static_cast<std::size_t>(words[3] >> countShift) : unknown;
    }

    /// Counts of more than a byte are not kept.
    void remember(const Key &key, std::size_t count) noexcept
    {
        if (count > largestCount)
            return;
        Entry &entry = m_entries[placeOf(key)];
        std::uint32_t version = entry.version.load(std::memory_order_relaxed);
        if (version % 2 != 0
            || !entry.version.compare_exchange_strong(version, version + 1, std::memory_order_acquire,
                                                      std::memory_order_relaxed))
            return;
        for (std::size_t i = 0; i < 3; ++i)
            entry.words[i].store(key.words[i], std::memory_order_release);
        entry.words[3].store(key.words[3] | std::uint64_t{count} << countShift, std::memory_order_release);
        entry.version.store(version + 2, std::memory_order_release);
    }

private:
    static constexpr unsigned placeBits = 14;
    static constexpr unsigned kindShift = 40; // behind five bytes of the fragment
    static constexpr unsigned countShift = 56;
    static constexpr std::size_t largestCount = 0xFF;
    static constexpr std::uint64_t countMask = std::uint64_t{0xFF} << countShift;

    struct alignas(64) Entry
    {
        std::array<std::atomic<std::uint64_t>, 4> words{};
        std::atomic<std::uint32_t> version = 0;
    };

    [[nodiscard]] static std::size_t placeOf(const Key &key) noexcept
    {
        constexpr std::uint64_t odd = 0x9E37'79B9'7F4A'7C15;
        std::uint64_t mixed = (key.words[0] * odd ^ key.words[1]) * odd;
        mixed = (mixed ^ mixed >> 32 ^ key.words[2]) * odd ^ key.words[3];
        return (mixed ^ mixed >> 29) * odd >> (64 - placeBits);
    }

    std::array<Entry, std::size_t{1} << placeBits> m_entries{};
};

} // namespace cw
