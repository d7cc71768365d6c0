// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentenceopening.h"

#include "segment/sentencemarks.h"
#include "segment/words.h"
#include "text/ascii.h"
#include "text/characterproperties.h"

#include <algorithm>

namespace cw {

namespace {

constexpr std::size_t longestUnderline = 128;

bool isLetter(CharacterClass kind) noexcept
{
    return kind == CharacterClass::Upper || kind == CharacterClass::Lower || kind == CharacterClass::CaselessLetter
        || kind == CharacterClass::Mark;
}

bool isGoingOn(char32_t c) noexcept
{
    return c == U',' || c == U';' || c == U':' || c == U'%' || c == 0x3001 || c == 0xFF0C || c == 0xFF1A || c == 0xFF1B
        || c == 0x60C || c == 0x61B || c == 0xB7 || sentenceMark(c) != SentenceMark::None || isCertainCloser(c);
}

char at(std::string_view text, std::size_t byte) noexcept
{
    return byte < text.size() ? text[byte] : '\n';
}

bool endsLine(std::string_view text, std::size_t byte) noexcept
{
    return at(text, byte) == '\n' || at(text, byte) == '\r';
}

bool isBlankAt(std::string_view text, std::size_t byte) noexcept
{
    return byte >= text.size() || spaceLengthAt(text, byte) > 0;
}

/// `count` or more of the same character and nothing more on the line.
bool isRuleAt(std::string_view text, std::size_t byte, std::size_t count) noexcept
{
    const char mark = text[byte];
    const std::size_t limit = std::min(text.size(), byte + longestUnderline);
    std::size_t marks = 0;
    while (byte < limit && (text[byte] == mark || (text[byte] == ' ' && mark != '='))) {
        marks += text[byte] == mark ? 1 : 0;
        ++byte;
    }
    return marks >= count && (byte == limit || endsLine(text, byte));
}

/// "1.", "12)", "1.)", "a)", "iv.", "(2)" before white space.
LineKind numberKindAt(std::string_view text, std::size_t byte) noexcept
{
    const bool isBracketed = text[byte] == '(';
    const std::size_t begin = byte + (isBracketed ? 1 : 0);
    std::size_t end = begin;
    while (end - begin < 4 && (isAsciiDigit(at(text, end)) || isAsciiLetter(at(text, end))))
        ++end;
    const std::string_view number = text.substr(std::min(begin, text.size()), end - begin);
    if (number.empty())
        return LineKind::Text;
    const auto consistsOf
        = [&](std::string_view set) { return number.find_first_not_of(set) == std::string_view::npos; };
    const bool isDigits = consistsOf("0123456789") && number.size() <= 3;
    if (!isDigits && number.size() > 1 && !consistsOf("ivx") && !consistsOf("IVX"))
        return LineKind::Text;
    std::size_t after = end;
    if (!isBracketed && at(text, after) == '.')
        ++after;
    if (at(text, after) == ')')
        ++after;
    if (after == end || (isBracketed && at(text, end) != ')') || !isBlankAt(text, after))
        return LineKind::Text;
    const bool isInitial
        = number.size() == 1 && number.front() >= 'A' && number.front() <= 'Z' && text[after - 1] == '.';
    const bool isFirst = number == "1" || number == "a" || number == "i" || (!isInitial && number == "A");
    return isFirst ? LineKind::FirstNumber : LineKind::OtherNumber;
}

} // namespace

SentenceOpening sentenceOpeningAt(std::string_view text, std::size_t byte) noexcept
{
    constexpr int mostOpeners = 12;
    constexpr std::size_t longestWord = 48;
    SentenceOpening opening;
    for (int skipped = 0; skipped < mostOpeners && byte < text.size(); ++skipped) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        const bool isDashHere = isDash(character.codePoint);
        const bool isNameWithDot = character.codePoint == U'.' && byte + 1 < text.size()
            && (isAsciiDigit(text[byte + 1]) || isAsciiLetter(text[byte + 1]));
        if (!isDashHere && !isNameWithDot && !isSentenceOpener(character.codePoint))
            break;
        byte += character.byteLength;
        if (isDashHere && byte < text.size()) {
            opening.hasDash = true;
            const unsigned space = spaceLengthAt(text, byte);
            byte += endsLine(text, byte) ? 0 : space;
        }
    }
    opening.word = {byte, byte};
    if (byte >= text.size())
        return opening;
    const char32_t first = decodeCharacter(text, byte).codePoint;
    const CharacterClass firstClass = characterProperties(first).characterClass();
    if (isGoingOn(first)) {
        opening.kind = OpeningKind::Punctuation;
        return opening;
    }
    bool hasUpper = false;
    std::size_t end = byte;
    while (end < text.size() && end - byte < longestWord) {
        const DecodedCharacter character = decodeCharacter(text, end);
        const CharacterClass kind = characterProperties(character.codePoint).characterClass();
        const bool isApostrophe = end > byte && (character.codePoint == U'\'' || character.codePoint == 0x2019);
        if (!isLetter(kind) && kind != CharacterClass::Number && !isApostrophe)
            break;
        hasUpper = hasUpper || kind == CharacterClass::Upper;
        end += character.byteLength;
    }
    opening.word = {byte, end};
    // Dutch: "'t Was"
    const bool isClitic = end == byte + 1 && byte > 0 && (text[byte - 1] == '\'' || text[byte - 1] == '\x99')
        && at(text, end) == ' ' && end + 1 < text.size()
        && characterProperties(decodeCharacter(text, end + 1).codePoint).characterClass() == CharacterClass::Upper;
    if ((hasUpper || isClitic) && isLetter(firstClass))
        opening.kind = OpeningKind::Upper;
    else if (firstClass == CharacterClass::Lower)
        opening.kind = OpeningKind::Lower;
    else if (isLetter(firstClass))
        opening.kind = OpeningKind::Caseless;
    else if (firstClass == CharacterClass::Number)
        opening.kind = OpeningKind::Digit;
    return opening;
}

LineKind lineKindAt(std::string_view text, std::size_t byte) noexcept
{
    const char first = at(text, byte);
    switch (first) {
    case '#': {
        std::size_t end = byte;
        while (end - byte < 7 && at(text, end) == '#')
            ++end;
        return end - byte <= 6 && isBlankAt(text, end) ? LineKind::Heading : LineKind::Text;
    }
    case '|':
        return LineKind::TableRow;
    case '>':
        return LineKind::Quote;
    case '`':
    case '~':
        return at(text, byte + 1) == first && at(text, byte + 2) == first ? LineKind::Fence : LineKind::Text;
    case '=':
        return isRuleAt(text, byte, 2) ? LineKind::Underline : LineKind::Text;
    case '-':
    case '*':
    case '_':
        if (isRuleAt(text, byte, 3))
            return LineKind::Underline;
        return first != '_' && isBlankAt(text, byte + 1) ? LineKind::Bullet : LineKind::Text;
    case '+':
        return isBlankAt(text, byte + 1) ? LineKind::Bullet : LineKind::Text;
    default:
        break;
    }
    if (isAsciiDigit(first) || isAsciiLetter(first) || first == '(')
        return numberKindAt(text, byte);
    if (byte >= text.size() || static_cast<unsigned char>(first) < 0x80)
        return LineKind::Text;
    const DecodedCharacter character = decodeCharacter(text, byte);
    constexpr std::u32string_view bullets = U"\u2022\u2023\u2043\u25AA\u25CB\u25CF\u25E6\u2219\u25A0\u25B8\u25BA";
    if (bullets.find(character.codePoint) != std::u32string_view::npos)
        return LineKind::Bullet;
    return isDash(character.codePoint) ? LineKind::DashedText : LineKind::Text;
}

unsigned lineBreaksIn(std::string_view gap) noexcept
{
    unsigned breaks = 0;
    for (std::size_t i = 0; i < gap.size() && breaks < 2;) {
        if (gap[i] == ' ') {
            ++i;
            continue;
        }
        const DecodedCharacter character = decodeCharacter(gap, i);
        const char32_t c = character.codePoint;
        const bool isCrOfCrLf = c == U'\r' && i + 1 < gap.size() && gap[i + 1] == '\n';
        if (c == 0x0C || c == 0x2029)
            breaks += 2;
        else if (!isCrOfCrLf && (c == U'\n' || c == U'\r' || c == 0x0B || c == 0x85 || c == 0x2028))
            ++breaks;
        i += character.byteLength;
    }
    return std::min(breaks, 2U);
}

} // namespace cw
