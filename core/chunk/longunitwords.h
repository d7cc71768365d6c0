// SPDX-License-Identifier: GPL-3.0-or-later
// The words of long units, got ready while a slider moves.
#pragma once

#include "base/result.h"
#include "chunk/unitedges.h"
#include "chunk/wordedges.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <atomic>
#include <cstddef>
#include <memory>
#include <mutex>
#include <stop_token>
#include <vector>

namespace cw {

/// Edges of the words of UnitEdges::longUnits(), made a part at a time by those who pack again and again: all at once
/// would take as long as indexing the text. Thread-safe; what there is never changes a result.
class LongUnitWords final
{
public:
    /// Whether there is enough to be gained.
    [[nodiscard]] static bool areWorthIt(const Segmentation &segmentation, const UnitEdges &edges) noexcept;

    using Counter = std::atomic<std::size_t>;

    /// `made`, which may be null, counts the parts made.
    LongUnitWords(std::shared_ptr<const Segmentation> segmentation, std::shared_ptr<const TokenIndex> index,
                  std::shared_ptr<const UnitEdges> edges, std::shared_ptr<Counter> made = {});

    /// What is ready, after each thread has made one part more. Nothing when it is called first: who packs once needs
    /// none. Cancelled when stopped.
    [[nodiscard]] Outcome<WordEdgesList> forPacking(unsigned threads, const std::stop_token &stop) const;

    /// Whether all parts are made.
    [[nodiscard]] bool isComplete() const;

private:
    struct Place
    {
        std::size_t longUnit = 0; ///< in the list of long units
        std::size_t byte = 0; ///< if that is inside the unit
    };
    struct Part
    {
        Place begin;
        std::vector<ByteRange> words;
        std::shared_ptr<const WordEdges> edges;
    };
    [[nodiscard]] std::vector<ByteRange> takeWords() const;
    [[nodiscard]] bool append(const WordEdges &part) const;

    std::shared_ptr<const Segmentation> m_segmentation;
    std::shared_ptr<const TokenIndex> m_index;
    std::shared_ptr<const UnitEdges> m_edges;
    std::shared_ptr<Counter> m_counter;
    std::size_t m_bytesAPart;
    mutable std::mutex m_making; ///< whoever has it makes parts
    mutable std::mutex m_mutex; ///< of what follows
    mutable bool m_isWanted = false;
    mutable std::shared_ptr<const WordEdges> m_all;
    mutable WordEdgesList m_made; ///< just that, once there is any
    mutable Place m_next; ///< where the next part begins
};

} // namespace cw
