// SPDX-License-Identifier: GPL-3.0-or-later
// Emoji as pictures. Qt 6.4 decodes an emoji's bitmap each time it asks for its width, which takes 80 us: a screen of
// emoji would take a tenth of a second to lay out. So one character of the same width stands for each of them in the
// layout, and its picture is drawn over it.
#pragma once

#include <QFont>
#include <QHash>
#include <QImage>
#include <QString>
#include <QTextCharFormat>

#include <cstddef>
#include <string_view>

class QPainter;
class QPointF;

namespace cw {

/// Of one font, which is not loaded before there is an emoji. Measures and draws each emoji once and remembers the last
/// thousands.
class EmojiGlyphs final
{
public:
    explicit EmojiGlyphs(const QFont &font);

    /// A character that lines may break before and after, as with emoji.
    static constexpr char16_t placeholder = 0x4E00;
    /// What makes the placeholder as wide as an emoji, and invisible. Precondition: lengthAt() found one.
    [[nodiscard]] const QTextCharFormat &format() const noexcept { return m_format; }

    /// Bytes of the emoji at the byte that is one character on the screen (flags, families and skin tones included); 0
    /// when there is none or when the font draws it otherwise than as one emoji.
    [[nodiscard]] std::size_t lengthAt(std::string_view text, std::size_t byte);
    /// `left` and `baseline` in the painter's coordinates.
    void draw(QPainter &painter, QPointF leftOnBaseline, const QString &emoji);

private:
    void measure();
    [[nodiscard]] bool isOneWide(const QString &emoji);

    QFont m_font;
    QTextCharFormat m_format;
    double m_advance = 0;
    double m_ascent = 0;
    double m_height = 0;
    QHash<QString, bool> m_isOneWide;
    QHash<QString, QImage> m_pictures;
    double m_pixelRatio = 0; ///< of the pictures
};

} // namespace cw
