// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/models/piecetrie.h"

#include "base/bitcount.h"

#include <algorithm>
#include <numeric>

namespace cw {

PieceTrie::PieceTrie(const ModelVocabulary &vocabulary)
{
    std::vector<std::uint32_t> order(vocabulary.size());
    std::iota(order.begin(), order.end(), 0U);
    std::ranges::sort(order, {}, [&](std::uint32_t number) { return vocabulary.text(number); });

    // Tokens order[begin..end) begin with the bytes that lead to a node.
    struct Waiting
    {
        std::uint32_t begin;
        std::uint32_t end;
    };
    std::vector<Waiting> level{{0, static_cast<std::uint32_t>(order.size())}};
    std::vector<Waiting> nextLevel;
    std::uint32_t firstOfLevel = root;
    for (std::size_t depth = 0; !level.empty(); ++depth) {
        nextLevel.clear();
        const auto firstOfNext = static_cast<std::uint32_t>(m_nodes.size());
        for (std::uint32_t i = 0; i < level.size(); ++i) {
            const std::uint32_t node = firstOfLevel + i;
            auto [begin, end] = level[i];
            if (begin < end && vocabulary.text(order[begin]).size() == depth)
                m_nodes[node].token = order[begin++];
            m_nodes[node].firstChild = static_cast<std::uint32_t>(m_nodes.size());
            ChildBits bits;
            while (begin < end) {
                const auto label = static_cast<std::uint8_t>(vocabulary.text(order[begin])[depth]);
                std::uint32_t last = begin;
                while (last < end && static_cast<std::uint8_t>(vocabulary.text(order[last])[depth]) == label)
                    ++last;
                nextLevel.push_back({begin, last});
                m_nodes.push_back({.label = label});
                bits.words[label / 64] |= std::uint64_t{1} << (label % 64);
                begin = last;
            }
            const std::size_t children = m_nodes.size() - m_nodes[node].firstChild;
            m_nodes[node].children = static_cast<std::uint16_t>(children);
            if (children <= fewChildren)
                continue;
            for (std::size_t word = 1; word < bits.words.size(); ++word)
                bits.before[word] = static_cast<std::uint8_t>(bits.before[word - 1] + bitCount(bits.words[word - 1]));
            m_nodes[node].bits = static_cast<std::uint32_t>(m_bits.size());
            m_bits.push_back(bits);
        }
        firstOfLevel = firstOfNext;
        level.swap(nextLevel);
    }
    m_nodes.shrink_to_fit();
}

std::uint32_t PieceTrie::ChildBits::find(std::uint8_t label, std::uint32_t firstChild) const noexcept
{
    const std::uint64_t word = words[label / 64];
    const std::uint64_t bit = std::uint64_t{1} << (label % 64);
    return (word & bit) == 0 ? nowhere : firstChild + before[label / 64] + bitCount(word & (bit - 1));
}

std::uint32_t PieceTrie::walk(std::uint32_t node, std::string_view text) const noexcept
{
    for (const char byte : text) {
        node = next(node, byte);
        if (node == nowhere)
            return nowhere;
    }
    return node;
}

} // namespace cw
