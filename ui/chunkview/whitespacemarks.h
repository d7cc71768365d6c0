// SPDX-License-Identifier: GPL-3.0-or-later
// Marks for what cannot be seen in a text: white space, characters without width, line ends.
#pragma once

#include <QRectF>
#include <QString>

#include <cstdint>
#include <string_view>

class QPainter;

namespace cw {

enum class WhiteSpaceMark : std::uint8_t {
    None,
    Space, ///< a dot
    Tab, ///< an arrow
    NoBreakSpace, ///< a ring
    OtherSpace, ///< of another width: a low bracket as wide as it is
    Invisible ///< without width: a bar with a diamond on it
};

[[nodiscard]] WhiteSpaceMark whiteSpaceMark(char32_t codePoint) noexcept;
/// "No-break space (U+00A0)"; empty for what takes no mark.
[[nodiscard]] QString whiteSpaceName(char32_t codePoint);
/// "Line end (LF)" and the like. Precondition: not empty.
[[nodiscard]] QString lineEndName(std::string_view lineEnd);

/// Where marks stand: measured in the text's font.
struct MarkMetrics
{
    double baseline = 0;
    double xHeight = 0;
};

/// With the painter's pen colour. `cell` is where the character stands.
void drawWhiteSpaceMark(QPainter &painter, WhiteSpaceMark mark, QRectF cell, MarkMetrics metrics, bool isRightToLeft);
/// LF: a hooked arrow; CR: an arrow to a stop; CRLF: both in one.
void drawLineEndMark(QPainter &painter, std::string_view lineEnd, QRectF cell, MarkMetrics metrics, bool isRightToLeft);

} // namespace cw
