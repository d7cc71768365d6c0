// SPDX-License-Identifier: GPL-3.0-or-later
// Finding all tokens that a text begins with.
#pragma once

#include "tokenize/models/modelvocabulary.h"

#include <array>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// The tokens of a vocabulary by their bytes. 16 bytes a node, and 40 for each with many children. Immutable.
class PieceTrie final
{
public:
    static constexpr std::uint32_t root = 0;
    static constexpr std::uint32_t nowhere = 0; ///< nothing leads to the root

    PieceTrie() = default;
    explicit PieceTrie(const ModelVocabulary &vocabulary);

    /// The node one byte on, or `nowhere`.
    [[nodiscard]] std::uint32_t next(std::uint32_t node, char byte) const noexcept
    {
        const Node &from = m_nodes[node];
        const auto label = static_cast<std::uint8_t>(byte);
        if (from.bits != noBits)
            return m_bits[from.bits].find(label, from.firstChild);
        for (std::uint32_t child = from.firstChild; child < from.firstChild + from.children; ++child) {
            if (m_nodes[child].label == label)
                return child;
        }
        return nowhere;
    }

    /// The node that `text` leads to from `node`, or `nowhere`; `node` itself when it is empty.
    [[nodiscard]] std::uint32_t walk(std::uint32_t node, std::string_view text) const noexcept;

    /// Number of the token that ends at a node, or ModelVocabulary::none.
    [[nodiscard]] std::uint32_t token(std::uint32_t node) const noexcept { return m_nodes[node].token; }

private:
    static constexpr std::uint32_t noBits = 0xFFFF'FFFF;
    static constexpr std::uint32_t fewChildren = 6;

    struct Node
    {
        std::uint32_t firstChild = 0;
        std::uint32_t token = ModelVocabulary::none;
        std::uint32_t bits = noBits;
        std::uint16_t children = 0;
        std::uint8_t label = 0;
    };

    struct ChildBits
    {
        std::array<std::uint64_t, 4> words{};
        std::array<std::uint8_t, 4> before{};

        [[nodiscard]] std::uint32_t find(std::uint8_t label, std::uint32_t firstChild) const noexcept;
    };

    std::vector<Node> m_nodes = std::vector<Node>(1);
    std::vector<ChildBits> m_bits;
};

} // namespace cw
