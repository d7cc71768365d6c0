// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/displaytext.h"

#include "chunkview/emojiglyphs.h"
#include "text/utf8.h"

#include <QStringDecoder>

#include <algorithm>

namespace cw {
namespace {

char32_t shownCharacter(char32_t codePoint)
{
    if (codePoint < 0x20)
        return codePoint == U'\t' ? codePoint : 0x2400 + codePoint;
    switch (codePoint) {
    case 0x7F:
        return 0x2421; // symbol for delete
    case 0x85:
        return 0x2424; // symbol for newline
    case 0x2028:
        return 0x21B5;
    case 0x2029:
        return 0xB6;
    case 0xFFFC: // the layout would take it for an embedded object
        return 0x2B1A;
    default:
        return codePoint;
    }
}

bool isPlainAscii(std::string_view text)
{
    return std::all_of(text.begin(), text.end(), [](char c) { return (c >= 0x20 && c < 0x7F) || c == '\t'; });
}

bool mayBeRightToLeft(char32_t codePoint)
{
    // Hebrew to Arabic Extended-A, bidi controls, presentation forms, and the right-to-left planes.
    return (codePoint >= 0x590 && codePoint < 0x900) || codePoint == 0x200F
        || (codePoint >= 0x202A && codePoint <= 0x202E) || (codePoint >= 0x2066 && codePoint <= 0x2069)
        || (codePoint >= 0xFB1D && codePoint < 0xFE00) || (codePoint >= 0xFE70 && codePoint < 0xFEFD)
        || (codePoint >= 0x10800 && codePoint < 0x11000) || (codePoint >= 0x1E800 && codePoint < 0x1F000);
}

} // namespace

QString exactQString(std::string_view text)
{
    QStringDecoder decoder(QStringDecoder::Utf8, QStringDecoder::Flag::ConvertInitialBom);
    return decoder.decode(QByteArrayView(text.data(), static_cast<qsizetype>(text.size())));
}

std::string_view withoutLineEnd(std::string_view block) noexcept
{
    if (!block.empty() && block.back() == '\n')
        block.remove_suffix(1);
    else if (block.empty() || block.back() != '\r')
        return block;
    if (!block.empty() && block.back() == '\r')
        block.remove_suffix(1);
    return block;
}

DisplayText::DisplayText(std::string_view block, EmojiGlyphs *emoji)
{
    const std::string_view text = withoutLineEnd(block);
    m_shownBytes = text.size();
    if (isPlainAscii(text)) {
        m_string = QString::fromLatin1(text.data(), static_cast<qsizetype>(text.size()));
        return;
    }
    decode(text, emoji);
    if (m_mayBeBidirectional && !m_emoji.empty())
        decode(text, nullptr);
}

void DisplayText::decode(std::string_view text, EmojiGlyphs *emoji)
{
    m_string.clear();
    m_byteOfUnit.clear();
    m_emoji.clear();
    m_string.reserve(static_cast<qsizetype>(text.size()));
    m_byteOfUnit.reserve(text.size());
    for (std::size_t byte = 0; byte < text.size();) {
        if (const std::size_t length = emoji ? emoji->lengthAt(text, byte) : 0) {
            m_emoji.push_back({static_cast<int>(m_string.size()), exactQString(text.substr(byte, length))});
            m_string += QChar(EmojiGlyphs::placeholder);
            m_byteOfUnit.push_back(static_cast<std::uint32_t>(byte));
            byte += length;
            continue;
        }
        const DecodedCharacter character = decodeCharacter(text, byte);
        m_mayBeBidirectional |= mayBeRightToLeft(character.codePoint);
        m_string += QChar::fromUcs4(shownCharacter(character.codePoint));
        m_byteOfUnit.resize(static_cast<std::size_t>(m_string.size()), static_cast<std::uint32_t>(byte));
        byte += character.byteLength;
    }
}

int DisplayText::unitAt(std::size_t byte) const noexcept
{
    if (byte >= m_shownBytes)
        return static_cast<int>(m_string.size());
    if (m_byteOfUnit.empty())
        return static_cast<int>(byte);
    const auto after = std::upper_bound(m_byteOfUnit.begin(), m_byteOfUnit.end(), byte);
    const auto first = std::lower_bound(m_byteOfUnit.begin(), after, *std::prev(after));
    return static_cast<int>(first - m_byteOfUnit.begin());
}

std::size_t DisplayText::byteAt(int unit) const noexcept
{
    if (unit >= m_string.size())
        return m_shownBytes;
    const auto position = static_cast<std::size_t>(std::max(unit, 0));
    return m_byteOfUnit.empty() ? position : m_byteOfUnit[position];
}

} // namespace cw
