// SPDX-License-Identifier: GPL-3.0-or-later
// Index of the tokenizers whose tokens begin at places that depend on the characters around them only.
#pragma once

#include "text/rankedbits.h"
#include "tokenize/tokenizer.h"

namespace cw {

/// Tokens known by their starts. A range that begins inside a token has that token's rest as a token of its own.
class SimpleTokenIndex final : public TokenIndex
{
public:
    /// True when a token covers the character at `byte`.
    using CoversFunction = bool (*)(std::string_view text, std::size_t byte);

    SimpleTokenIndex(SharedText text, RankedBits starts, CoversFunction covers);

    [[nodiscard]] const SharedText &text() const noexcept override { return m_text; }
    [[nodiscard]] std::size_t total() const noexcept override { return m_starts.total(); }
    [[nodiscard]] std::size_t count(ByteRange range) const override;
    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override;
    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_starts.select(token); }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override;

private:
    [[nodiscard]] bool beginsInside(std::size_t byte) const;

    SharedText m_text;
    RankedBits m_starts;
    CoversFunction m_covers;
};

} // namespace cw
