// SPDX-License-Identifier: GPL-3.0-or-later
// WordPiece of a tokenizer file.
#pragma once

#include "tokenize/models/modelvocabulary.h"
#include "tokenize/models/piecetrie.h"
#include "tokenize/piecemodel.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// The longest token that a word begins with, then the longest that its rest begins with behind a prefix, and so on; a
/// word of too many characters, or one with a rest that no token begins, is one unknown token. So no place within a
/// word is a certain boundary.
class WordPieceFileModel final : public PieceModel
{
public:
    WordPieceFileModel(ModelVocabulary vocabulary, std::string_view prefix, std::uint32_t unknown,
                       std::uint64_t mostCharacters);

    void tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const override;
    [[nodiscard]] bool isCertainBoundary(char32_t left, char32_t right) const noexcept override;
    [[nodiscard]] std::optional<std::uint32_t> idOf(std::string_view text) const override;
    [[nodiscard]] std::string textOf(std::uint32_t id) const override;
    [[nodiscard]] std::size_t size() const noexcept override { return m_vocabulary.size(); }

private:
    ModelVocabulary m_vocabulary;
    PieceTrie m_trie;
    std::uint32_t m_prefixNode;
    bool m_hasPrefixed; ///< any token that begins with the prefix
    std::uint32_t m_unknown;
    std::uint64_t m_mostCharacters;
};

} // namespace cw
