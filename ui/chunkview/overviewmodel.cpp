// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/overviewmodel.h"

#include "chunkview/spangeometry.h"

#include <algorithm>

namespace cw {

int overviewRowOf(std::size_t byte, std::size_t textBytes, int rowCount) noexcept
{
    if (textBytes == 0 || rowCount <= 0)
        return 0;
    const std::size_t row = byte * static_cast<std::size_t>(rowCount) / textBytes;
    return std::min(static_cast<int>(row), rowCount - 1);
}

std::size_t overviewByteOf(int row, std::size_t textBytes, int rowCount) noexcept
{
    if (row <= 0 || rowCount <= 0)
        return 0;
    const auto rows = static_cast<std::size_t>(rowCount);
    return std::min((static_cast<std::size_t>(row) * textBytes + rows - 1) / rows, textBytes);
}

std::vector<OverviewRow> overviewRows(std::size_t textBytes, std::span<const Chunk> chunks,
                                      std::span<const Finding> findings, std::span<const ByteRange> hits, int rowCount)
{
    std::vector<OverviewRow> rows(static_cast<std::size_t>(std::max(rowCount, 0)));
    if (rows.empty() || textBytes == 0)
        return rows;

    std::size_t first = 0;
    for (int i = 0; i < rowCount; ++i) {
        OverviewRow &row = rows[static_cast<std::size_t>(i)];
        std::size_t begin = overviewByteOf(i, textBytes, rowCount);
        std::size_t end = overviewByteOf(i + 1, textBytes, rowCount);
        if (begin == end) { // short documents have rows without a byte of their own: they show the one before
            begin = static_cast<std::size_t>(i) * textBytes / rows.size();
            end = begin + 1;
        }
        while (first < chunks.size() && chunks[first].source.end <= begin)
            ++first;
        row.firstChunk = static_cast<std::uint32_t>(first);
        std::size_t shared = 0;
        std::size_t sharedEnd = begin;
        for (std::size_t chunk = first; chunk < chunks.size() && chunks[chunk].source.begin < end; ++chunk) {
            ++row.chunkCount;
            if (chunk == 0)
                continue;
            const ByteRange common = intersection({std::max(sharedEnd, begin), end},
                                                  intersection(chunks[chunk - 1].source, chunks[chunk].source));
            shared += common.size();
            if (!common.isEmpty())
                sharedEnd = common.end;
        }
        row.overlapShare = static_cast<float>(shared) / static_cast<float>(end - begin);
    }
    for (const Finding &finding : findings) {
        OverviewRow &row = rows[static_cast<std::size_t>(overviewRowOf(finding.where.begin, textBytes, rowCount))];
        row.severity = row.severity ? std::max(*row.severity, finding.severity) : finding.severity;
    }
    for (const ByteRange &hit : hits)
        rows[static_cast<std::size_t>(overviewRowOf(hit.begin, textBytes, rowCount))].hasSearchHit = true;
    return rows;
}

} // namespace cw
