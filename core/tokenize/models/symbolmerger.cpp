// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/symbolmerger.h"

#include <algorithm>
#include <functional>

namespace cw {

void SymbolMerger::merge(const MergeTable &merges, std::vector<Symbol> &symbols)
{
    if (symbols.size() <= fewSymbols)
        mergeFew(merges, symbols);
    else
        mergeMany(merges, symbols);
}

void SymbolMerger::forgetLargePieces()
{
    constexpr std::size_t kept = 1 << 14;
    if (m_nodes.capacity() > kept)
        m_nodes = {};
    if (m_heap.capacity() > kept)
        m_heap = {};
}

void SymbolMerger::mergeFew(const MergeTable &merges, std::vector<Symbol> &symbols)
{
    std::array<MergeTable::Merge, fewSymbols> pairs;
    std::size_t count = symbols.size();
    if (count < 2)
        return;
    for (std::size_t i = 0; i + 1 < count; ++i)
        pairs[i] = merges.find(symbols[i].token, symbols[i + 1].token);
    while (count > 1) {
        std::size_t best = 0;
        for (std::size_t i = 1; i + 1 < count; ++i) {
            if (pairs[i].rank < pairs[best].rank)
                best = i;
        }
        if (pairs[best].rank == MergeTable::noRank)
            break;
        symbols[best] = {pairs[best].token, symbols[best].bytes + symbols[best + 1].bytes};
        for (std::size_t i = best + 1; i + 1 < count; ++i) {
            symbols[i] = symbols[i + 1];
            pairs[i] = pairs[i + 1];
        }
        --count;
        if (best + 1 < count)
            pairs[best] = merges.find(symbols[best].token, symbols[best + 1].token);
        if (best > 0)
            pairs[best - 1] = merges.find(symbols[best - 1].token, symbols[best].token);
    }
    symbols.resize(count);
}

void SymbolMerger::mergeMany(const MergeTable &merges, std::vector<Symbol> &symbols)
{
    const auto count = static_cast<std::uint32_t>(symbols.size());
    m_nodes.resize(count);
    m_heap.clear();
    for (std::uint32_t place = 0; place < count; ++place) {
        m_nodes[place].previous = place == 0 ? nowhere : place - 1;
        m_nodes[place].next = place + 1 == count ? nowhere : place + 1;
    }
    for (std::uint32_t place = 0; place < count; ++place) {
        const MergeTable::Merge pair
            = place + 1 == count ? MergeTable::Merge{} : merges.find(symbols[place].token, symbols[place + 1].token);
        m_nodes[place].rank = pair.rank;
        m_nodes[place].merged = pair.token;
        if (pair.rank != MergeTable::noRank)
            m_heap.push_back(std::uint64_t{pair.rank} << 32 | place);
    }
    std::ranges::make_heap(m_heap, std::greater<>());
    while (!m_heap.empty()) {
        const std::uint64_t waiting = pop();
        const auto place = static_cast<std::uint32_t>(waiting);
        if (m_nodes[place].rank != waiting >> 32)
            continue;
        const std::uint32_t gone = m_nodes[place].next;
        symbols[place] = {m_nodes[place].merged, symbols[place].bytes + symbols[gone].bytes};
        m_nodes[gone].rank = MergeTable::noRank;
        const std::uint32_t next = m_nodes[gone].next;
        m_nodes[place].next = next;
        if (next != nowhere)
            m_nodes[next].previous = place;
        setPair(merges, symbols, place);
        if (m_nodes[place].previous != nowhere)
            setPair(merges, symbols, m_nodes[place].previous);
    }
    std::size_t kept = 0;
    for (std::uint32_t place = 0; place != nowhere; place = m_nodes[place].next)
        symbols[kept++] = symbols[place];
    symbols.resize(kept);
}

void SymbolMerger::setPair(const MergeTable &merges, std::span<const Symbol> symbols, std::uint32_t place)
{
    Node &node = m_nodes[place];
    const MergeTable::Merge pair
        = node.next == nowhere ? MergeTable::Merge{} : merges.find(symbols[place].token, symbols[node.next].token);
    node.rank = pair.rank;
    node.merged = pair.token;
    if (pair.rank != MergeTable::noRank)
        push(std::uint64_t{pair.rank} << 32 | place);
}

void SymbolMerger::push(std::uint64_t waiting)
{
    m_heap.push_back(waiting);
    std::ranges::push_heap(m_heap, std::greater<>());
}

std::uint64_t SymbolMerger::pop()
{
    std::ranges::pop_heap(m_heap, std::greater<>());
    const std::uint64_t top = m_heap.back();
    m_heap.pop_back();
    return top;
}

} // namespace cw
