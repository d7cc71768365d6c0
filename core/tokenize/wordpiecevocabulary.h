// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces of a WordPiece vocabulary, found by longest match.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// Pieces that begin a word, and pieces ("##...") that go on in one. Immutable.
class WordPieceVocabulary final
{
public:
    static constexpr std::uint32_t noPiece = 0xFFFFFFFF;

    /// `lines`: a piece a line, in order of id, as in a published vocab.txt. Errors: Internal when a line is empty or
    /// stands twice, or when "[UNK]" is missing.
    [[nodiscard]] static Result<WordPieceVocabulary> create(std::string_view lines);

    struct Match
    {
        std::uint32_t piece = noPiece;
        std::size_t bytes = 0;
    };
    /// The longest piece that `letters` begins with.
    [[nodiscard]] Match longestMatch(std::string_view letters, bool isWordStart) const noexcept;

    /// The piece of just this spelling, "##" included; noPiece when there is none.
    [[nodiscard]] std::uint32_t find(std::string_view spelling) const noexcept;
    [[nodiscard]] std::uint32_t unknownPiece() const noexcept { return m_unknownPiece; }

private:
    /// One edge of the tree of all spellings. An empty slot has node 0 as its target, which is nobody's child.
    struct Edge
    {
        std::uint32_t fromAndByte = 0; ///< node * 256 + byte
        std::uint32_t to = 0;
    };

    WordPieceVocabulary() = default;
    [[nodiscard]] std::size_t slotOf(std::uint32_t node, unsigned char byte) const noexcept;
    [[nodiscard]] std::uint32_t childOf(std::uint32_t node, unsigned char byte) const noexcept;
    [[nodiscard]] std::uint32_t addChild(std::uint32_t node, unsigned char byte);
    void grow();

    std::vector<Edge> m_edges; ///< open addressing; at most half full
    std::vector<std::uint32_t> m_pieceAt; ///< by node
    std::uint32_t m_continuationRoot = 0;
    std::uint32_t m_unknownPiece = noPiece;
};

} // namespace cw
