// SPDX-License-Identifier: GPL-3.0-or-later
// Merging the symbols of one piece by a merge list.
#pragma once

#include "tokenize/models/mergetable.h"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace cw {

struct Symbol
{
    std::uint32_t token = 0;
    std::uint32_t bytes = 0;
};

/// Reusable memory for merging. Not thread-safe.
class SymbolMerger final
{
public:
    /// Merges the leftmost pair of the lowest rank until no pair has one; ranks need not rise. O(n log n).
    void merge(const MergeTable &merges, std::vector<Symbol> &symbols);

    /// Gives back memory that only an unusual piece needed.
    void forgetLargePieces();

private:
    static constexpr std::uint32_t nowhere = 0xFFFF'FFFF;
    static constexpr std::size_t fewSymbols = 40;

    struct Node
    {
        std::uint32_t previous;
        std::uint32_t next;
        std::uint32_t rank; ///< of the merge with the next one
        std::uint32_t merged; ///< the token it makes
    };

    static void mergeFew(const MergeTable &merges, std::vector<Symbol> &symbols);
    void mergeMany(const MergeTable &merges, std::vector<Symbol> &symbols);
    void setPair(const MergeTable &merges, std::span<const Symbol> symbols, std::uint32_t place);
    void push(std::uint64_t waiting);
    [[nodiscard]] std::uint64_t pop();

    std::vector<Node> m_nodes;
    std::vector<std::uint64_t> m_heap; ///< rank and place, the lowest on top; one that is no longer so is passed over
};

} // namespace cw
