// SPDX-License-Identifier: GPL-3.0-or-later
// Half-open ranges of UTF-8 bytes, the one kind of position the engine works in.
#pragma once

#include <algorithm>
#include <compare>
#include <cstddef>
#include <cstdint>

namespace cw {

/// Half-open range of UTF-8 bytes `[begin, end)`. Invariant: begin <= end.
struct ByteRange
{
    std::size_t begin = 0;
    std::size_t end = 0;

    [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }
    [[nodiscard]] constexpr bool isEmpty() const noexcept { return begin == end; }
    [[nodiscard]] constexpr bool contains(std::size_t byte) const noexcept { return begin <= byte && byte < end; }
    [[nodiscard]] constexpr bool contains(ByteRange other) const noexcept
    {
        return begin <= other.begin && other.end <= end;
    }
    [[nodiscard]] constexpr bool intersects(ByteRange other) const noexcept
    {
        return begin < other.end && other.begin < end;
    }

    auto operator<=>(const ByteRange &) const = default;
};

/// The common part of two ranges; empty (at the later begin) when they are disjoint.
[[nodiscard]] constexpr ByteRange intersection(ByteRange a, ByteRange b) noexcept
{
    const std::size_t begin = std::max(a.begin, b.begin);
    return {begin, std::max(begin, std::min(a.end, b.end))};
}

/// A ByteRange in half the memory, for long lists of them. Precondition: within 4 GiB.
struct CompactRange
{
    std::uint32_t begin = 0;
    std::uint32_t end = 0;

    constexpr CompactRange() = default;
    constexpr CompactRange(ByteRange range) noexcept // NOLINT: stands for one
        : begin(static_cast<std::uint32_t>(range.begin)), end(static_cast<std::uint32_t>(range.end))
    {
    }
    constexpr operator ByteRange() const noexcept { return {begin, end}; } // NOLINT: is read as one

    [[nodiscard]] constexpr std::size_t size() const noexcept { return end - begin; }
    [[nodiscard]] constexpr bool isEmpty() const noexcept { return begin == end; }
    [[nodiscard]] constexpr bool contains(std::size_t byte) const noexcept { return ByteRange(*this).contains(byte); }
    [[nodiscard]] constexpr bool contains(ByteRange other) const noexcept { return ByteRange(*this).contains(other); }

    friend constexpr auto operator<=>(const CompactRange &, const CompactRange &) = default;
    friend constexpr bool operator==(const CompactRange &a, const ByteRange &b) { return ByteRange(a) == b; }
};

} // namespace cw
