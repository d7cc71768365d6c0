// SPDX-License-Identifier: GPL-3.0-or-later
// Exact token counts of any range of a text, for WordPiece tokenizers.
#pragma once

#include "text/rankedbits.h"
#include "tokenize/tokenizer.h"
#include "tokenize/wordpiecemodel.h"

namespace cw {

/// Words are tokenized one by one, so a range's count is a difference of ranks but for the words it cuts, and those
/// are counted anew. A word of too many letters is one token, cut or not, so never more than about 200 letters are.
class WordPieceIndex final : public TokenIndex
{
public:
    WordPieceIndex(SharedText text, std::shared_ptr<const WordPieceModel> model, RankedBits tokens);

    [[nodiscard]] const SharedText &text() const noexcept override { return m_text; }
    [[nodiscard]] std::size_t total() const noexcept override { return m_tokens.total(); }
    /// O(letters of the words at the edges, and characters that are dropped there).
    [[nodiscard]] std::size_t count(ByteRange range) const override;
    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override;
    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_tokens.select(token); }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override;

private:
    [[nodiscard]] BeginEdge beginEdgeOf(const BertWordAround &cut, std::size_t byte) const;

    SharedText m_text;
    std::shared_ptr<const WordPieceModel> m_model;
    RankedBits m_tokens; ///< a token at the character it begins with, or at one of that character's bytes
};

} // namespace cw
