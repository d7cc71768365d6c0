// SPDX-License-Identifier: GPL-3.0-or-later
// Exact token counts of any range of a text, for byte-pair tokenizers.
#pragma once

#include "tokenize/bpemodel.h"
#include "tokenize/rankedbits.h"
#include "tokenize/tokenizer.h"

namespace cw {

/// The pre-tokenizer looks at nothing left of where it is, so a pretoken's start in the whole text, once met, keeps
/// both tokenizations in step: only the pieces at a range's edges are tokenized anew, the rest is a difference of
/// ranks.
class BpeTokenIndex final : public TokenIndex
{
public:
    BpeTokenIndex(SharedText text, std::shared_ptr<const BpeModel> model, TokenBits bits);

    [[nodiscard]] const SharedText &text() const noexcept override { return m_text; }
    [[nodiscard]] std::size_t total() const noexcept override { return m_tokens.total(); }
    /// O(1) but for the pieces at the edges, of which the first and the last may be as long as the range.
    [[nodiscard]] std::size_t count(ByteRange range) const override;
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_tokens.select(token); }

private:
    [[nodiscard]] std::size_t lastSafeBoundary(ByteRange range) const noexcept;
    [[nodiscard]] std::size_t countPiece(ByteRange piece) const;

    SharedText m_text;
    std::shared_ptr<const BpeModel> m_model;
    PositionBits m_pretokens;
    RankedBits m_tokens;
};

} // namespace cw
