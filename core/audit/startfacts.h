// SPDX-License-Identifier: GPL-3.0-or-later
// What a text says about the places where chunks begin and end, remembered by place and shared by the audit rules.
#pragma once

#include "base/byterange.h"
#include "segment/segmentation.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>

namespace cw {

/// Facts about places where chunks begin or end. Worked out when first asked for; places asked about again cost a
/// look-up: 128 neighbouring places share eight bytes, 1/16 of the text, and the last one asked about keeps them.
/// Thread-safe.
class StartFacts final
{
public:
    /// Which places are asked about, for prefetching alone: what chunks open with is read later than other facts.
    enum class Edge { Begin, End };

    /// The text must outlive the facts.
    explicit StartFacts(std::string_view text, Edge edge = Edge::Begin)
        : m_text(text), m_enough(edge == Edge::Begin ? openingMask : ~std::uint64_t{0}),
          m_notes(std::make_unique<std::atomic<std::uint64_t>[]>((text.size() >> placeBits) + 1))
    {
    }

    /// As isSentenceCutAt().
    [[nodiscard]] bool isSentenceCut(std::size_t byte, BoundaryReason reason) const;
    /// Whether a boundary at `byte` has a word, or a character and its marks, on both sides.
    [[nodiscard]] bool isInsideWord(std::size_t byte) const;
    /// As cw::wordAfter(); `limit` lies between characters.
    [[nodiscard]] ByteRange wordAfter(std::size_t byte, std::size_t limit) const;
    /// As cw::wordBefore(); `limit` lies between characters.
    [[nodiscard]] ByteRange wordBefore(std::size_t byte, std::size_t limit) const;
    /// As backReferenceAt(), but where there is none.
    [[nodiscard]] ByteRange backReference(ByteRange chunk) const;
    /// As cw::isPointerOnly() of the chunk.
    [[nodiscard]] bool isPointerOnly(ByteRange chunk) const;
    /// As cw::headingsOnly() of the chunk.
    [[nodiscard]] std::int64_t headingsOnly(ByteRange chunk) const;
    /// Begins to load what is known of a place that is soon asked about.
    void prefetchNotes(std::size_t byte) const noexcept { __builtin_prefetch(&m_notes[byte >> placeBits]); }
    /// Begins to load the text around such a place, if its reading is still to come.
    void prefetchText(std::size_t byte) const noexcept
    {
        if ((notesOf(byte) & m_enough) != 0)
            return;
        constexpr std::size_t lineBytes = 64;
        if (m_enough != openingMask) { // words and marks before the place
            __builtin_prefetch(m_text.data() + byte - std::min(byte, lineBytes / 2));
            __builtin_prefetch(m_text.data() + byte + lineBytes / 4);
            return;
        }
        __builtin_prefetch(m_text.data() + byte);
        __builtin_prefetch(m_text.data() + byte + lineBytes);
        __builtin_prefetch(m_text.data() + byte + 2 * lineBytes);
    }

private:
    static constexpr unsigned placeBits = 7;
    static constexpr std::uint64_t openingMask = std::uint64_t{0xFFFF'00FF} << 24; ///< but for headings

    [[nodiscard]] std::uint64_t notesOf(std::size_t byte) const noexcept;
    void note(std::size_t byte, std::uint64_t bits) const noexcept;
    template<class Make>
    [[nodiscard]] bool answer(std::size_t byte, unsigned shift, Make make) const;
    [[nodiscard]] std::uint64_t openingAt(std::size_t byte) const;
    std::uint64_t noteOpening(std::size_t byte) const;
    template<class IsPlain>
    [[nodiscard]] std::uint64_t blocksThatDecide(std::size_t byte, const IsPlain &isPlain) const;
    [[nodiscard]] std::string_view openingOf(std::size_t byte, std::size_t bytes) const noexcept;
    [[nodiscard]] std::string_view textOf(ByteRange chunk) const { return m_text.substr(chunk.begin, chunk.size()); }

    std::string_view m_text;
    std::uint64_t m_enough; ///< what is noted of a place whose text is no longer needed
    std::unique_ptr<std::atomic<std::uint64_t>[]> m_notes; ///< a place's key in the low bits, then what is known
};

inline std::uint64_t StartFacts::notesOf(std::size_t byte) const noexcept
{
    constexpr std::uint64_t keyMask = (std::uint64_t{2} << placeBits) - 1;
    const std::uint64_t key = (byte & (keyMask >> 1)) | std::uint64_t{1} << placeBits;
    const std::uint64_t entry = m_notes[byte >> placeBits].load(std::memory_order_relaxed);
    return (entry & keyMask) == key ? entry >> (placeBits + 1) : 0;
}

/// The facts of a text, to be asked for from TextFacts.
[[nodiscard]] StartFacts startFacts(std::string_view text);

} // namespace cw
