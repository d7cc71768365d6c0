// SPDX-License-Identifier: GPL-3.0-or-later
// Which chunks of a snapshot pass a filter, in the order of a column: worked out on any thread.
#pragma once

#include "run/run.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cw {

struct ChunkRef
{
    std::uint32_t document = 0;
    std::uint32_t chunk = 0;

    auto operator<=>(const ChunkRef &) const = default;
};

struct ChunkFilter
{
    std::optional<std::uint32_t> document; ///< empty: all documents
    QString text; ///< in the document's name or the preview; case does not matter
    std::uint32_t minimumTokens = 0;

    bool operator==(const ChunkFilter &) const = default;
};

enum class ChunkColumn {
    Number,
    DocumentName,
    Page,
    Tokens,
    OverlapTokens,
    OverlapPercent,
    Words,
    Characters,
    StartReason,
    EndReason,
    Parent,
    ReturnedTokens,
    Findings,
    Section,
    Preview
};

struct ChunkOrder
{
    ChunkColumn column = ChunkColumn::Number;
    bool isDescending = false; ///< chunks that are equal keep the order of their numbers either way

    bool operator==(const ChunkOrder &) const = default;
};

struct ChunkList
{
    std::shared_ptr<const RunSnapshot> snapshot;
    ChunkFilter filter;
    ChunkOrder order;
    std::vector<ChunkRef> rows;
    std::vector<std::uint32_t> findingCounts; ///< by global chunk number

    [[nodiscard]] std::uint32_t findingsOf(ChunkRef ref) const;
};

inline constexpr std::size_t previewCodePoints = 160;
/// How the chunk's text begins, on one line.
[[nodiscard]] QString previewOf(const RunSnapshot &snapshot, ChunkRef ref);
[[nodiscard]] double overlapPercentOf(const Chunk &chunk);

/// Titles of the headings that the chunk begins under. Reads the document's blocks when they are not known yet: for
/// workers.
[[nodiscard]] QString sectionOf(const RunSnapshot &snapshot, ChunkRef ref, std::stop_token stop);

/// True when listing may read the documents' structure first.
[[nodiscard]] bool readsStructure(const ChunkOrder &order) noexcept;
/// True when listing reads the chunks' text, not only their numbers.
[[nodiscard]] bool readsText(const ChunkFilter &filter, const ChunkOrder &order) noexcept;
/// O(chunks log chunks + findings); about a microsecond a chunk when it reads the text. Returns early, with anything,
/// once stopped.
[[nodiscard]] ChunkList listChunks(std::shared_ptr<const RunSnapshot> snapshot, const ChunkFilter &filter,
                                   const ChunkOrder &order, std::stop_token stop);

} // namespace cw
