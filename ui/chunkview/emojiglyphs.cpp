// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/emojiglyphs.h"

#include "text/utf8.h"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

namespace cw {
namespace {

constexpr qsizetype mostRemembered = 4096;
constexpr std::size_t longestEmojiBytes = 64;
constexpr double nearlyEqual = 1; ///< pixels: Qt rounds widths otherwise once a glyph was drawn

bool isRegionalIndicator(char32_t c)
{
    return c >= 0x1F1E6 && c <= 0x1F1FF;
}

bool isEmoji(char32_t c)
{
    return c >= 0x1F300 && c <= 0x1FAFF;
}

/// What may follow a joiner.
bool isJoined(char32_t c)
{
    return isEmoji(c) || (c >= 0x2190 && c <= 0x2BFF);
}

bool extendsEmoji(char32_t c)
{
    return c == 0xFE0F || (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xE0020 && c <= 0xE007F);
}

char32_t characterAt(std::string_view text, std::size_t byte)
{
    return byte < text.size() ? decodeCharacter(text, byte).codePoint : U' ';
}

/// Where the sequence that begins at the byte ends; the byte itself when none does.
std::size_t sequenceEnd(std::string_view text, std::size_t byte)
{
    constexpr char32_t joiner = 0x200D;
    constexpr std::size_t fourBytes = 4; // of every emoji here
    const char32_t first = characterAt(text, byte);
    if (isRegionalIndicator(first))
        return isRegionalIndicator(characterAt(text, byte + fourBytes)) ? byte + 2 * fourBytes : byte;
    if (!isEmoji(first))
        return byte;
    std::size_t end = byte + fourBytes;
    for (;;) {
        const char32_t next = characterAt(text, end);
        if (extendsEmoji(next)) {
            end += utf8SequenceLength(text[end]);
        } else if (next == joiner) {
            const std::size_t joined = end + utf8SequenceLength(text[end]);
            if (!isJoined(characterAt(text, joined)))
                return byte;
            end = joined + utf8SequenceLength(text[joined]);
        } else {
            const QChar::Category category = QChar::category(next);
            const bool isMark = category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing;
            return isMark ? byte : end;
        }
    }
}

} // namespace

EmojiGlyphs::EmojiGlyphs(const QFont &font) : m_font(font) { }

void EmojiGlyphs::measure()
{
    const QFontMetricsF metrics(m_font);
    m_advance = metrics.horizontalAdvance(QString::fromUcs4(U"\U0001F600"));
    m_ascent = std::ceil(metrics.ascent());
    m_height = m_ascent + std::ceil(metrics.descent());
    QFont blank = m_font;
    blank.setStyleStrategy(QFont::NoFontMerging); // any glyph will do, as long as all are the same
    const double own = QFontMetricsF(blank).horizontalAdvance(QChar(placeholder));
    blank.setLetterSpacing(QFont::AbsoluteSpacing, m_advance - own);
    m_format.setFont(blank);
    m_format.setForeground(Qt::transparent);
}

bool EmojiGlyphs::isOneWide(const QString &emoji)
{
    if (m_advance == 0)
        measure();
    if (const auto known = m_isOneWide.constFind(emoji); known != m_isOneWide.constEnd())
        return *known;
    if (m_isOneWide.size() >= mostRemembered)
        m_isOneWide.clear();
    const bool isOne = std::abs(QFontMetricsF(m_font).horizontalAdvance(emoji) - m_advance) < nearlyEqual;
    m_isOneWide.insert(emoji, isOne);
    return isOne;
}

std::size_t EmojiGlyphs::lengthAt(std::string_view text, std::size_t byte)
{
    if (static_cast<unsigned char>(text[byte]) < 0xF0)
        return 0;
    const std::size_t length = sequenceEnd(text, byte) - byte;
    if (length == 0 || length > longestEmojiBytes)
        return 0;
    const QString emoji = QString::fromUtf8(text.data() + byte, static_cast<qsizetype>(length));
    return isOneWide(emoji) ? length : 0;
}

void EmojiGlyphs::draw(QPainter &painter, QPointF leftOnBaseline, const QString &emoji)
{
    const double ratio = painter.device()->devicePixelRatioF();
    if (m_pixelRatio != ratio || m_pictures.size() >= mostRemembered)
        m_pictures.clear();
    m_pixelRatio = ratio;
    QImage &picture = m_pictures[emoji];
    if (picture.isNull()) {
        const QSizeF size(std::ceil(m_advance) * ratio, m_height * ratio);
        picture = QImage(size.toSize(), QImage::Format_ARGB32_Premultiplied);
        picture.setDevicePixelRatio(ratio);
        picture.fill(Qt::transparent);
        QPainter pen(&picture);
        pen.setFont(m_font);
        pen.drawText(QPointF(0, m_ascent), emoji);
    }
    painter.drawImage(QPointF(leftOnBaseline.x(), leftOnBaseline.y() - m_ascent), picture);
}

} // namespace cw
