// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfglyphs.h"

#include "text/utf8.h"

#include <unicode/uchar.h>
#include <unicode/unorm2.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace cw::pdf {

namespace {

constexpr char32_t softHyphen = 0xAD;

bool isRightToLeft(char32_t character) noexcept
{
    if (character < 0x590)
        return false;
    const UCharDirection direction = u_charDirection(static_cast<UChar32>(character));
    return direction == U_RIGHT_TO_LEFT || direction == U_RIGHT_TO_LEFT_ARABIC;
}

bool isLeftToRight(char32_t character) noexcept
{
    if (character < 0x80)
        return (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z')
            || (character >= 'a' && character <= 'z');
    const UCharDirection direction = u_charDirection(static_cast<UChar32>(character));
    return direction == U_LEFT_TO_RIGHT || direction == U_ARABIC_NUMBER || direction == U_EUROPEAN_NUMBER;
}

/// Characters that stand for others by their shape alone.
bool isPresentationForm(char32_t character) noexcept
{
    const auto isIn = [&](char32_t first, char32_t last) { return character >= first && character <= last; };
    return character >= 0x2E80
        && (isIn(0x2E80, 0x2FD5) || isIn(0xF900, 0xFAFF) || isIn(0xFB00, 0xFB4F) || isIn(0xFB50, 0xFDFB)
            || isIn(0xFE70, 0xFEFC) || isIn(0x2F800, 0x2FA1F));
}

} // namespace

bool putInReadingOrder(std::vector<Glyph> &row)
{
    std::size_t toLeft = 0;
    std::size_t toRight = 0;
    for (const Glyph &glyph : row) {
        toLeft += isRightToLeft(glyph.character) ? 1 : 0;
        toRight += isLeftToRight(glyph.character) ? 1 : 0;
    }
    if (toLeft == 0)
        return false;
    const bool isMostlyToLeft = toLeft > toRight;
    if (isMostlyToLeft)
        std::ranges::reverse(row);
    const auto isOther = [&](const Glyph &glyph) {
        return isMostlyToLeft ? isLeftToRight(glyph.character) : isRightToLeft(glyph.character);
    };
    const auto endsOther = [&](const Glyph &glyph) {
        return isMostlyToLeft ? isRightToLeft(glyph.character) : isLeftToRight(glyph.character);
    };
    for (auto begin = std::ranges::find_if(row, isOther); begin != row.end();) {
        auto end = std::find_if(begin, row.end(), endsOther);
        while (end != begin && !isOther(*(end - 1)))
            --end;
        std::reverse(begin, end);
        begin = std::find_if(end, row.end(), isOther);
    }
    return isMostlyToLeft;
}

void GlyphWriter::write(const std::vector<Glyph> &glyphs)
{
    for (std::size_t i = 0; i < glyphs.size(); ++i) {
        const bool isLast = i + 1 == glyphs.size();
        write(glyphs[i], isLast);
    }
}

void GlyphWriter::write(const Glyph &glyph, bool isLast)
{
    const std::size_t begin = m_page.text.size();
    const char32_t character = glyph.character;
    if (character == softHyphen && !isLast)
        m_page.text += '-';
    else if (isPresentationForm(character))
        appendDecomposed(character);
    else
        appendUtf8(m_page.text, character);
    if (glyph.source.size() > 0)
        note({begin, m_page.text.size()}, glyph.source, character < 0x80);
}

/// Long runs of one-byte characters are one stretch, and so are glyphs that share their source bytes.
void GlyphWriter::note(ByteRange text, CompactRange source, bool isPlain)
{
    const bool isCopy = isPlain && source.size() == text.size();
    if (!m_page.stretches.empty()) {
        Stretch &last = m_page.stretches.back();
        const bool touches = last.text.end == text.begin;
        if (touches && isCopy && last.isCopy && last.source.end == source.begin) {
            last.text.end = static_cast<std::uint32_t>(text.end);
            last.source.end = source.end;
            return;
        }
        if (touches && !isCopy && !last.isCopy && last.source == source) {
            last.text.end = static_cast<std::uint32_t>(text.end);
            return;
        }
    }
    m_page.stretches.push_back({text, source, isCopy});
}

void GlyphWriter::appendDecomposed(char32_t character)
{
    UErrorCode status = U_ZERO_ERROR;
    const UNormalizer2 *normalizer = unorm2_getNFKCInstance(&status);
    std::array<UChar, 2> from{};
    std::array<UChar, 32> to{};
    std::int32_t fromLength = 0;
    if (character < 0x10000) {
        from[fromLength++] = static_cast<UChar>(character);
    } else {
        from[fromLength++] = static_cast<UChar>(0xD7C0 + (character >> 10U));
        from[fromLength++] = static_cast<UChar>(0xDC00 + (character & 0x3FFU));
    }
    const std::int32_t length = U_FAILURE(status) ? 0
                                                  : unorm2_normalize(normalizer, from.data(), fromLength, to.data(),
                                                                     static_cast<std::int32_t>(to.size()), &status);
    if (U_FAILURE(status) || length <= 0)
        return appendUtf8(m_page.text, character);
    for (std::int32_t i = 0; i < length; ++i) {
        const char32_t unit = to[static_cast<std::size_t>(i)];
        const bool isPair = unit >= 0xD800 && unit < 0xDC00 && i + 1 < length;
        const char32_t low = isPair ? to[static_cast<std::size_t>(++i)] : 0;
        appendUtf8(m_page.text, isPair ? ((unit - 0xD7C0) << 10U) + (low - 0xDC00) : unit);
    }
}

} // namespace cw::pdf
