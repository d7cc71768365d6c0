// SPDX-License-Identifier: GPL-3.0-or-later
// How text begins behind a possible end of a sentence.
#pragma once

#include "base/byterange.h"

#include <cstddef>
#include <string_view>

namespace cw {

enum class OpeningKind {
    Upper, ///< a capital, or a word with one inside ("iPhone")
    Lower,
    Caseless, ///< letters of scripts without case
    Digit,
    Symbol, ///< currency, emoji, ...
    Punctuation ///< what can only go on: a comma, a closing bracket, another full stop
};

struct SentenceOpening
{
    OpeningKind kind = OpeningKind::Symbol;
    ByteRange word; ///< letters, digits and apostrophes behind opening quotes, brackets and dashes; at most 48 bytes
    bool hasDash = false;
};

/// Precondition: `byte` < text.size(). Looks at no more than 128 bytes.
[[nodiscard]] SentenceOpening sentenceOpeningAt(std::string_view text, std::size_t byte) noexcept;

enum class LineKind {
    Text,
    Heading, ///< "# ..."
    Bullet,
    FirstNumber, ///< "1. ", "a) ", "(i) "
    OtherNumber, ///< "2. ", "B) ", ..., and what only looks like it
    DashedText, ///< begins with a dash longer than a hyphen: a list item or somebody speaking
    TableRow,
    Quote,
    Fence,
    Underline ///< "====" or "----", below a heading or a rule by itself
};

/// What the line whose first visible byte is `byte` is, by its beginning. Looks at no more than 128 bytes.
[[nodiscard]] LineKind lineKindAt(std::string_view text, std::size_t byte) noexcept;

/// LF, CRLF, CR, VT, NEL and U+2028 count one; FF and U+2029 count two. No more than two are counted.
[[nodiscard]] unsigned lineBreaksIn(std::string_view gap) noexcept;

} // namespace cw
