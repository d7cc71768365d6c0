// SPDX-License-Identifier: GPL-3.0-or-later
// How a list of separators takes a text apart, level by level, whatever the sizes of chunks.
#pragma once

#include "base/byterange.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <string_view>
#include <vector>

namespace cw {

/// One text being split by the first separator of a list that it contains.
struct SeparatorLevel
{
    ByteRange bytes;
    std::size_t next = 0; ///< where the next piece begins
    BoundaryReason firstReason = BoundaryReason::DocumentStart; ///< of the boundary before the first piece
    std::string_view separator{};
    BoundaryReason reason = BoundaryReason::Separator; ///< of boundaries at the separator
    std::size_t finerSeparators = 0; ///< index of the first separator for pieces that are too long
    bool canGoFiner = false;

    [[nodiscard]] bool isAtEnd() const noexcept { return next == bytes.end; }
};

/// Splits before every place where the separator stands, but at a text's start; "" splits between characters. Refers to
/// what it is made of.
class SeparatorReader final
{
public:
    SeparatorReader(std::string_view text, const std::vector<std::string_view> &separators)
        : m_text(text), m_separators(&separators)
    {
    }

    /// By the first separator from number `firstSeparator` on that stands in `bytes`; by the last one, which then is
    /// not there, when none does. Precondition: bytes not empty.
    [[nodiscard]] SeparatorLevel open(ByteRange bytes, std::size_t firstSeparator, BoundaryReason reason) const;

    /// The next piece of the level. Precondition: !level.isAtEnd().
    [[nodiscard]] ByteRange take(SeparatorLevel &level) const;

private:
    [[nodiscard]] std::size_t find(std::string_view separator, std::size_t from, std::size_t end) const;

    std::string_view m_text;
    const std::vector<std::string_view> *m_separators;
};

/// Tokens of a piece as a text by itself.
[[nodiscard]] std::size_t pieceTokens(const TokenIndex &index, ByteRange piece);

/// Why a boundary is where `separator` begins: Heading, Paragraph, Line, Word, ForcedCharacter or Separator.
[[nodiscard]] BoundaryReason reasonOfSeparator(std::string_view separator) noexcept;

} // namespace cw
