// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdflinetext.h"

#include "formats/pdflists.h"
#include "text/unicode.h"
#include "text/utf8.h"

namespace cw::pdf {

namespace {

std::string_view trimmedEnd(std::string_view text) noexcept
{
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t'))
        text.remove_suffix(1);
    return text;
}

char32_t lastCharacter(std::string_view text) noexcept
{
    return text.empty() ? 0 : decodeCharacter(text, previousCharacterStart(text, text.size())).codePoint;
}

/// Bytes of superscript figures.
std::size_t raisedFigures(std::string_view text) noexcept
{
    std::size_t end = 0;
    while (end < text.size()) {
        const DecodedCharacter next = decodeCharacter(text, end);
        const char32_t c = next.codePoint;
        if (c != 0xB9 && c != 0xB2 && c != 0xB3 && !(c >= 0x2070 && c < 0x207A))
            break;
        end += next.byteLength;
    }
    return end;
}

} // namespace

bool beginsSmall(std::string_view text) noexcept
{
    return !text.empty() && characterClass(decodeCharacter(text, 0).codePoint) == CharacterClass::Lower;
}

bool endsSentence(std::string_view text) noexcept
{
    static constexpr std::u32string_view closers = U"\"')]}\u2019\u201D\u00BB\u300D\u300F\uFF09";
    static constexpr std::u32string_view marks = U".!?:;\u2026\u3002\uFF01\uFF1F\uFF1A\uFF1B\u061F\u0964";
    text = trimmedEnd(text);
    while (!text.empty() && closers.find(lastCharacter(text)) != std::u32string_view::npos)
        text = text.substr(0, previousCharacterStart(text, text.size()));
    return !text.empty() && marks.find(lastCharacter(text)) != std::u32string_view::npos;
}

bool endsInsideWord(std::string_view text) noexcept
{
    text = trimmedEnd(text);
    const char32_t last = lastCharacter(text);
    if (last != U'-' && last != 0xAD && last != 0x2010)
        return false;
    const char32_t before = lastCharacter(text.substr(0, previousCharacterStart(text, text.size())));
    const CharacterClass kind = characterClass(before);
    return kind == CharacterClass::Lower || kind == CharacterClass::Upper || kind == CharacterClass::CaselessLetter;
}

bool beginsWithNumber(std::string_view text) noexcept
{
    return !text.empty()
        && (text.front() == '(' || (text.front() >= '0' && text.front() <= '9')
            || (text.front() >= 'a' && text.front() <= 'z'))
        && markBytes(text) > 0;
}

bool beginsWithBullet(std::string_view text) noexcept
{
    return markBytes(text) > 0 && !beginsWithNumber(text);
}

bool beginsWithDash(std::string_view text) noexcept
{
    return text.starts_with('-') || text.starts_with("\u2013") || text.starts_with('*');
}

bool beginsWithLabel(std::string_view text) noexcept
{
    constexpr std::size_t longest = 24;
    if (!text.starts_with('['))
        return false;
    const std::size_t end = text.substr(0, longest).find_first_of(" \t]");
    return end != std::string_view::npos && end > 1 && text[end] == ']' && end + 1 < text.size()
        && (text[end + 1] == ' ' || text[end + 1] == '\t');
}

bool isTag(std::string_view text) noexcept
{
    constexpr std::size_t longest = 30;
    return text.size() > 2 && text.size() <= longest && text.front() == '[' && text.find(']') == text.size() - 1;
}

bool beginsWithRaised(std::string_view text) noexcept
{
    const std::size_t end = raisedFigures(text);
    return end > 0 && end < text.size() && text[end] == ' ';
}

bool beginsWithNoteMark(std::string_view text) noexcept
{
    std::size_t end = 0;
    while (end < text.size() && end < 3 && text[end] >= '0' && text[end] <= '9')
        ++end;
    if (end == 0 && !text.empty()) {
        const DecodedCharacter first = decodeCharacter(text, 0);
        const bool isSign = first.codePoint == U'*' || first.codePoint == 0x2020 || first.codePoint == 0x2021;
        end = isSign ? first.byteLength : raisedFigures(text);
    }
    return end > 0 && end < text.size() && text[end] == ' ';
}

bool hasLeader(std::string_view text) noexcept
{
    return text.find("....") != std::string_view::npos || text.find(". . . .") != std::string_view::npos;
}

} // namespace cw::pdf
