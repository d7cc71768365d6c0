// SPDX-License-Identifier: GPL-3.0-or-later
// The whole document in as many rows as the overview strip has pixels: what is small must not vanish.
#pragma once

#include "audit/audit.h"
#include "chunk/chunk.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace cw {

struct OverviewRow
{
    std::uint32_t firstChunk = 0; ///< the first of the chunks that touch the row's bytes
    std::uint32_t chunkCount = 0;
    float overlapShare = 0; ///< of the row's bytes that lie in more than one chunk, 0..1
    std::optional<Severity> severity; ///< the gravest finding that begins in the row
    bool hasSearchHit = false;

    bool operator==(const OverviewRow &) const = default;
};

/// One row per pixel. `findings` are those of the document, in chunk order; `hits` are in order.
/// O(rows + chunks + findings + hits).
[[nodiscard]] std::vector<OverviewRow> overviewRows(std::size_t textBytes, std::span<const Chunk> chunks,
                                                    std::span<const Finding> findings, std::span<const ByteRange> hits,
                                                    int rowCount);

/// The row of a byte, and the first byte of a row: inverse of each other up to rounding down.
[[nodiscard]] int overviewRowOf(std::size_t byte, std::size_t textBytes, int rowCount) noexcept;
[[nodiscard]] std::size_t overviewByteOf(int row, std::size_t textBytes, int rowCount) noexcept;

} // namespace cw
