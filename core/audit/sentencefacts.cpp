// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/sentencefacts.h"

#include "text/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>

namespace cw {

namespace {

constexpr std::size_t longestShownWordBytes = 64;
constexpr unsigned longestTail = 24; // characters looked at before a boundary

/// A set of characters that answers for ASCII at once.
class CharacterSet
{
public:
    constexpr explicit CharacterSet(std::u32string_view members) : m_members(members)
    {
        for (const char32_t c : members) {
            if (c < 0x80)
                m_ascii[c / 64] |= std::uint64_t{1} << (c % 64);
        }
    }

    [[nodiscard]] constexpr bool contains(char32_t c) const
    {
        if (c < 0x80)
            return (m_ascii[c / 64] >> (c % 64) & 1U) != 0;
        return m_members.find(c) != std::u32string_view::npos;
    }

private:
    std::u32string_view m_members;
    std::array<std::uint64_t, 2> m_ascii{};
};

/// Sentence_Terminal marks of living scripts that are followed by white space.
constexpr CharacterSet spacedTerminators(U".!?\u037E\u0589\u061D\u061E\u061F\u06D4\u0700\u0701\u0702\u0964\u0965"
                                         U"\u104A\u104B\u1362\u1367\u1368\u166E\u17D4\u17D5\u1803\u1809\u203C"
                                         U"\u203D\u2026\u2047\u2048\u2049\u0F0D\u0F0E\uFE52\uFE56\uFE57");
/// Marks after which a sentence ends without white space.
constexpr CharacterSet unspacedTerminators(U"\u3002\uFF01\uFF0E\uFF1F\uFF61");

constexpr CharacterSet closers(U"\"')]}*_~`\u2019\u201D\u203A\u00BB\u2018\u201C\u00AB\u300D\u300F\uFF09\uFF3D"
                               U"\u3011\u3009\u300B\uFF63\u3015");
constexpr CharacterSet openers(U"\"'([{*_~`\u00BF\u00A1\u2018\u201C\u201E\u201A\u2039\u00AB\u00BB\u203A\u300C"
                               U"\u300E\uFF08\uFF3B\u3010\u3008\u300A\uFF62\u3014");

/// Before these a full stop never ends a sentence, or hardly ever.
constexpr std::array<std::string_view, 22> abbreviations{"capt",   "cf",  "col",  "dr",  "e.g", "eg", "fig", "gen",
                                                         "gov",    "hon", "i.e",  "lt",  "mme", "mr", "mrs", "ms",
                                                         "messrs", "mt",  "prof", "rev", "viz", "vs"};
/// Before these a full stop ends no sentence when a number follows.
constexpr std::array<std::string_view, 12> numberedAbbreviations{"art", "ch", "eq",  "no",  "nos", "nr",
                                                                 "p",   "pp", "par", "sec", "tab", "vol"};

constexpr bool isInvisible(char32_t codePoint)
{
    return codePoint == 0x200B || codePoint == 0xFEFF || codePoint == 0x2060;
}

constexpr bool isVisibleAscii(char c)
{
    return c > ' ' && c < 0x7F;
}

/// How many visible ASCII characters there are from `byte` on, of the next eight at most and before `limit`.
std::size_t visibleAsciiAt(std::string_view text, std::size_t byte, std::size_t limit)
{
    constexpr std::size_t word = 8;
    if (limit - byte < word)
        return isVisibleAscii(text[byte]) ? 1 : 0;
    static_assert(std::endian::native == std::endian::little, "The first byte is the lowest.");
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, text.data() + byte, word);
    constexpr std::uint64_t each = 0x0101010101010101;
    // The highest bit of a byte is set where it is below '!', DEL or not ASCII; the lowest such byte is certain.
    const std::uint64_t others = (bytes | (bytes - each * '!') | (bytes + each)) & (each << 7);
    return others == 0 ? word : static_cast<unsigned>(std::countr_zero(others)) / word;
}

bool isGapCharacter(char32_t codePoint)
{
    if (codePoint < 0x80)
        return codePoint == U' ' || (codePoint >= 0x09 && codePoint <= 0x0D)
            || (codePoint >= 0x1C && codePoint <= 0x1F);
    return isPythonSpace(codePoint) || isInvisible(codePoint);
}

constexpr bool isEmoji(char32_t c)
{
    return (c >= 0x1F000 && c <= 0x1FAFF) || (c >= 0x2600 && c <= 0x27BF) || c == 0xFE0F || c == 0x200D
        || (c >= 0xE0020 && c <= 0xE007F);
}

/// Thai, Lao, Myanmar, Khmer: no sentence marks in everyday use, spaces between phrases.
constexpr bool isWrittenWithoutSentenceMarks(char32_t c)
{
    return (c >= 0x0E00 && c <= 0x0EFF) || (c >= 0x1000 && c <= 0x109F) || (c >= 0x1780 && c <= 0x17FF);
}

constexpr bool isSuperscriptDigit(char32_t c)
{
    return c == 0xB9 || c == 0xB2 || c == 0xB3 || c == 0x2070 || (c >= 0x2074 && c <= 0x2079);
}

char32_t characterBefore(std::string_view text, std::size_t end)
{
    return end == 0 ? U'\0' : decodeCharacter(text, previousCharacterStart(text, end)).codePoint;
}

char32_t characterAt(std::string_view text, std::size_t byte)
{
    return byte >= text.size() ? U'\0' : decodeCharacter(text, byte).codePoint;
}

/// How the text before a boundary ends.
enum class Ending { Open, Terminator, UnspacedTerminator, Abbreviation, Statement, Emoji, NoSentenceMarks };

/// "[12]" before `end`: its start, or `end` when there is none.
std::size_t beforeFootnoteMark(std::string_view text, std::size_t end)
{
    std::size_t byte = end;
    if (byte == 0 || text[byte - 1] != ']')
        return end;
    --byte;
    const std::size_t digitsEnd = byte;
    while (byte > 0 && digitsEnd - byte < 4 && isAsciiDigit(static_cast<unsigned char>(text[byte - 1])))
        --byte;
    return byte < digitsEnd && byte > 0 && text[byte - 1] == '[' ? byte - 1 : end;
}

/// "</p>" before `end`: its start, or `end` when there is none.
std::size_t beforeTag(std::string_view text, std::size_t end)
{
    constexpr std::size_t longestTagBytes = 64;
    if (end == 0 || text[end - 1] != '>')
        return end;
    const std::size_t lowest = end > longestTagBytes ? end - longestTagBytes : 0;
    const std::size_t open = text.substr(lowest, end - 1 - lowest).rfind('<');
    return open == std::string_view::npos ? end : lowest + open;
}

/// Letters and full stops before `end` in lower case, at most nine; empty when a word goes on before them.
class AsciiWordBefore
{
public:
    AsciiWordBefore(std::string_view text, std::size_t end)
    {
        std::size_t byte = end;
        while (byte > 0 && m_first > 0) {
            const auto c = static_cast<unsigned char>(text[byte - 1]);
            if (!isAsciiLetter(c) && c != '.')
                break;
            m_bytes[--m_first] = static_cast<char>(c == '.' ? c : (c | 0x20U));
            --byte;
        }
        if (byte > 0 && isPythonWord(characterBefore(text, byte)))
            m_first = m_bytes.size();
    }

    [[nodiscard]] std::string_view word() const { return {m_bytes.data() + m_first, m_bytes.size() - m_first}; }

private:
    std::array<char, 9> m_bytes{};
    std::size_t m_first = m_bytes.size();
};

bool isAbbreviation(std::string_view text, std::size_t fullStop, std::size_t next)
{
    const AsciiWordBefore before(text, fullStop);
    const std::string_view word = before.word();
    if (word.empty())
        return false;
    if (std::ranges::find(abbreviations, word) != abbreviations.end())
        return true;
    return isAsciiDigit(characterAt(text, next))
        && std::ranges::find(numberedAbbreviations, word) != numberedAbbreviations.end();
}

Ending endingBefore(std::string_view text, const Gap &gap)
{
    std::size_t end = gap.previousEnd;
    const char32_t last = characterBefore(text, end);
    if (isEmoji(last))
        return Ending::Emoji;
    if (isWrittenWithoutSentenceMarks(last) && !spacedTerminators.contains(last))
        return Ending::NoSentenceMarks;
    for (unsigned looked = 0; end > 0 && looked < longestTail; ++looked) {
        const std::size_t beforeMark = std::min(beforeFootnoteMark(text, end), beforeTag(text, end));
        const char32_t c = characterBefore(text, end);
        if (beforeMark != end)
            end = beforeMark;
        else if (closers.contains(c) || isSuperscriptDigit(c))
            end = previousCharacterStart(text, end);
        else
            break;
    }
    const char32_t mark = characterBefore(text, end);
    if (unspacedTerminators.contains(mark))
        return Ending::UnspacedTerminator;
    if (mark == U'.' && isAbbreviation(text, end - 1, gap.nextBegin))
        return Ending::Abbreviation;
    if (spacedTerminators.contains(mark))
        return Ending::Terminator;
    return last == U';' || last == U'{' || last == U'}' || last == U'>' ? Ending::Statement : Ending::Open;
}

/// How the text after a boundary begins.
enum class Opening { LowerCaseWord, Marker, Other };

/// "a)", "iv.", "3)" and the like: something short that numbers a list item.
bool isListNumber(std::string_view token)
{
    if (token.size() < 2 || token.size() > 5 || (token.back() != ')' && token.back() != '.'))
        return false;
    const std::string_view number = token.substr(0, token.size() - 1);
    const auto consistsOf
        = [&](std::string_view set) { return number.find_first_not_of(set) == std::string_view::npos; };
    return consistsOf("0123456789") || consistsOf("ivx") || consistsOf("IVX")
        || (number.size() == 1 && isAsciiLetter(static_cast<unsigned char>(number.front())));
}

/// A white-space delimited token that no dictionary holds: a path, a call, an assignment, an address.
bool looksLikeCode(std::string_view token)
{
    return token.find_first_of("_=(){}[]<>/\\@#$|+") != std::string_view::npos
        || token.find("::") != std::string_view::npos || token.find("->") != std::string_view::npos;
}

Opening openingAt(std::string_view text, const Gap &gap)
{
    std::size_t byte = gap.nextBegin;
    const std::string_view token = text.substr(byte, wordAfter(text, byte, text.size()).size());
    if (isListNumber(token) || token == "-" || token == "*" || token == "+" || token == "\u2022" || token == "\u2013")
        return Opening::Marker;
    if (gap.lineBreaks > 0 && std::string_view("#|>`").find(token.front()) != std::string_view::npos)
        return Opening::Marker;
    while (byte < gap.nextBegin + token.size() && openers.contains(characterAt(text, byte)))
        byte += decodeCharacter(text, byte).byteLength;
    if (!isPythonLower(characterAt(text, byte)))
        return Opening::Other;
    const std::string_view core = text.substr(byte, gap.nextBegin + token.size() - byte);
    bool hasUpper = false;
    for (std::size_t i = 0; i < core.size();) {
        const DecodedCharacter character = decodeCharacter(core, i);
        hasUpper = hasUpper || characterClass(character.codePoint) == CharacterClass::Upper;
        i += character.byteLength;
    }
    const std::size_t closer = core.find_last_not_of(".,;:!?)]}\"'*_~`");
    return hasUpper || looksLikeCode(core.substr(0, closer == std::string_view::npos ? 0 : closer + 1))
        ? Opening::Other
        : Opening::LowerCaseWord;
}

/// Whether the sentences before `end` begin in lower case too, as in texts that use no capitals at all.
bool isWrittenInLowerCase(std::string_view text, std::size_t end)
{
    constexpr std::size_t lookedAtBytes = 1024;
    constexpr int sentencesEnough = 2;
    const std::size_t lowest = end > lookedAtBytes ? end - lookedAtBytes : 0;
    int lowerCaseStarts = 0;
    for (std::size_t byte = end; byte-- > lowest + 1 && lowerCaseStarts < sentencesEnough;) {
        if ((text[byte] != ' ' && text[byte] != '\n')
            || (text[byte - 1] != '.' && text[byte - 1] != '!' && text[byte - 1] != '?'))
            continue;
        const char32_t start = characterAt(text, byte + 1);
        if (characterClass(start) == CharacterClass::Upper)
            return false;
        lowerCaseStarts += isPythonLower(start) ? 1 : 0;
    }
    if (lowest == 0 && lowerCaseStarts < sentencesEnough)
        return isPythonLower(characterAt(text, gapAt(text, 0).nextBegin));
    return lowerCaseStarts > 0;
}

/// Nothing stands between the two sides: "end.Next" is a missing space, anything else is a cut.
bool isCutWithoutGap(std::string_view text, const Gap &gap, Ending ending)
{
    const char32_t next = characterAt(text, gap.nextBegin);
    if (closers.contains(next) && !openers.contains(next))
        return true;
    if (ending == Ending::UnspacedTerminator)
        return unspacedTerminators.contains(next);
    return ending != Ending::Terminator || characterClass(next) != CharacterClass::Upper;
}

} // namespace

Gap gapAt(std::string_view text, std::size_t byte) noexcept
{
    if (byte >= 2 && byte + 2 <= text.size()) {
        const bool isAfterVisible = isVisibleAscii(text[byte - 1]);
        const bool isBeforeVisible = isVisibleAscii(text[byte]);
        if (isAfterVisible && isBeforeVisible)
            return {byte, byte, 0};
        if (isAfterVisible && text[byte] == ' ' && isVisibleAscii(text[byte + 1]))
            return {byte, byte + 1, 0};
        if (isBeforeVisible && text[byte - 1] == ' ' && isVisibleAscii(text[byte - 2]))
            return {byte - 1, byte, 0};
    }
    Gap gap{byte, byte, 0};
    const std::size_t lowest = byte > largestGapBytes ? byte - largestGapBytes : 0;
    const std::size_t highest = std::min(text.size(), byte + largestGapBytes);
    while (gap.previousEnd > lowest && !isVisibleAscii(text[gap.previousEnd - 1])
           && isGapCharacter(characterBefore(text, gap.previousEnd)))
        gap.previousEnd = previousCharacterStart(text, gap.previousEnd);
    while (gap.nextBegin < highest && !isVisibleAscii(text[gap.nextBegin])
           && isGapCharacter(characterAt(text, gap.nextBegin)))
        gap.nextBegin += decodeCharacter(text, gap.nextBegin).byteLength;
    if (gap.nextBegin - gap.previousEnd >= largestGapBytes)
        gap.lineBreaks = 2;
    for (std::size_t i = gap.previousEnd; i < gap.nextBegin && gap.lineBreaks < 2;) {
        if (text[i] == ' ') {
            ++i;
            continue;
        }
        const DecodedCharacter character = decodeCharacter(text, i);
        const char32_t c = character.codePoint;
        const bool isCrOfCrLf = c == U'\r' && i + 1 < text.size() && text[i + 1] == '\n';
        if (c == 0x0C || c == 0x2029)
            gap.lineBreaks += 2;
        else if (!isCrOfCrLf && (c == U'\n' || c == U'\r' || c == 0x0B || c == 0x85 || c == 0x2028))
            ++gap.lineBreaks;
        i += character.byteLength;
    }
    return gap;
}

bool followsStructure(BoundaryReason reason) noexcept
{
    switch (reason) {
    case BoundaryReason::DocumentStart:
    case BoundaryReason::DocumentEnd:
    case BoundaryReason::Heading:
    case BoundaryReason::Paragraph:
    case BoundaryReason::ListItem:
    case BoundaryReason::TableRow:
    case BoundaryReason::CodeNode:
        return true;
    default:
        return false;
    }
}

bool isSentenceCutAt(std::string_view text, std::size_t byte, BoundaryReason reason) noexcept
{
    if (followsStructure(reason))
        return false;
    const Gap gap = gapAt(text, byte);
    if (gap.previousEnd == 0 || gap.nextBegin == text.size() || gap.lineBreaks > 1)
        return false;
    const Ending ending = endingBefore(text, gap);
    if (gap.previousEnd == gap.nextBegin)
        return isCutWithoutGap(text, gap, ending);
    const Opening opening = openingAt(text, gap);
    if (gap.lineBreaks == 1) {
        return opening == Opening::LowerCaseWord && (ending == Ending::Open || ending == Ending::Abbreviation);
    }
    switch (ending) {
    case Ending::Open:
    case Ending::Statement:
    case Ending::Abbreviation:
        return true;
    case Ending::Terminator:
        return opening == Opening::LowerCaseWord && !isWrittenInLowerCase(text, gap.previousEnd);
    case Ending::Emoji:
        return opening == Opening::LowerCaseWord;
    case Ending::UnspacedTerminator:
    case Ending::NoSentenceMarks:
        return false;
    }
    return false;
}

ByteRange wordAfter(std::string_view text, std::size_t byte, std::size_t limit) noexcept
{
    const std::size_t begin = std::min(gapAt(text, byte).nextBegin, limit);
    std::size_t end = begin;
    while (end < limit && end - begin < longestShownWordBytes) {
        if (const std::size_t visible = visibleAsciiAt(text, end, std::min(limit, begin + longestShownWordBytes));
            visible > 0) {
            end += visible;
            continue;
        }
        if (text[end] == ' ')
            break;
        const DecodedCharacter character = decodeCharacter(text, end);
        if (isGapCharacter(character.codePoint))
            break;
        end += character.byteLength;
    }
    return {begin, end};
}

ByteRange wordBefore(std::string_view text, std::size_t byte, std::size_t limit) noexcept
{
    const std::size_t end = std::max(gapAt(text, byte).previousEnd, limit);
    std::size_t begin = end;
    while (begin > limit && end - begin < longestShownWordBytes) {
        if (isVisibleAscii(text[begin - 1])) {
            --begin;
            continue;
        }
        const std::size_t previous = previousCharacterStart(text, begin);
        if (isGapCharacter(decodeCharacter(text, previous).codePoint))
            break;
        begin = previous;
    }
    return {begin, end};
}

} // namespace cw
