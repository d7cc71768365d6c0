// SPDX-License-Identifier: GPL-3.0-or-later
// WordLevel of a tokenizer file.
#pragma once

#include "tokenize/models/modelvocabulary.h"
#include "tokenize/piecemodel.h"

#include <cstdint>

namespace cw {

/// A pretoken is a token or it is unknown.
class WordLevelModel final : public PieceModel
{
public:
    WordLevelModel(ModelVocabulary vocabulary, std::uint32_t unknown);

    void tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const override;
    [[nodiscard]] bool isCertainBoundary(char32_t left, char32_t right) const noexcept override;
    [[nodiscard]] std::optional<std::uint32_t> idOf(std::string_view text) const override;
    [[nodiscard]] std::string textOf(std::uint32_t id) const override;
    [[nodiscard]] std::size_t size() const noexcept override { return m_vocabulary.size(); }

private:
    ModelVocabulary m_vocabulary;
    std::uint32_t m_unknown;
};

} // namespace cw
