// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bertwords.h"

#include "text/ascii.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

constexpr std::size_t longestSpecialToken = 6;

[[nodiscard]] char lowered(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

[[nodiscard]] bool isDropped(BertCharacterKind kind) noexcept
{
    return kind == BertCharacterKind::Dropped || kind == BertCharacterKind::DroppedStarter;
}

/// The special token that `byte` lies inside of, not at its begin; empty when there is none.
[[nodiscard]] ByteRange specialTokenAround(std::string_view text, std::size_t byte) noexcept
{
    const std::size_t first = byte < longestSpecialToken ? 0 : byte - longestSpecialToken + 1;
    for (std::size_t open = byte; open-- > first;) {
        const std::size_t end = open + bertSpecialTokenAt(text, open).size();
        if (end > byte)
            return {open, end};
    }
    return {byte, byte};
}

} // namespace

std::string_view bertSpecialTokenAt(std::string_view text, std::size_t byte) noexcept
{
    if (text[byte] != '[')
        return {};
    for (const std::string_view token : bertSpecialTokens) {
        if (text.substr(byte, token.size()) == token)
            return token;
    }
    return {};
}

BertWordScanner::BertWordScanner(std::string_view text, ByteRange range) noexcept
    : m_text(text.substr(0, range.end)), m_position(range.begin), m_end(range.end)
{
}

void BertWordScanner::startWord() noexcept
{
    m_letters.clear();
    m_sources.clear();
    m_marks.clear();
    m_letterCount = 0;
    m_spanBegin = m_position;
    m_isSpecialToken = false;
    m_hasMarks = false;
}

void BertWordScanner::appendAscii(char letter)
{
    m_marks.clear();
    ++m_letterCount;
    if (isTooLong())
        return;
    m_letters.push_back(letter);
    m_sources.push_back(m_position);
}

void BertWordScanner::appendEncoded(char32_t letter, std::size_t source)
{
    appendUtf8(m_letters, letter);
    m_sources.resize(m_letters.size(), source);
}

/// A mark moves back over marks of a higher class; places in the source stay in order.
void BertWordScanner::putMarkInOrder(char32_t letter, std::uint8_t combiningClass)
{
    std::size_t bytes = 0;
    for (const Mark &mark : m_marks)
        bytes += utf8LengthOf(mark.letter);
    const auto place
        = std::upper_bound(m_marks.begin(), m_marks.end(), combiningClass,
                           [](std::uint8_t value, const Mark &mark) { return value < mark.combiningClass; });
    const bool isLast = place == m_marks.end();
    m_marks.insert(place, {letter, combiningClass});
    if (isLast)
        return;
    // Spelled again: letters of other lengths now stand at the same places of the source.
    const std::size_t begin = m_letters.size() - bytes - utf8LengthOf(letter);
    std::vector<std::size_t> sources;
    for (std::size_t byte = begin; byte < m_letters.size(); byte += utf8SequenceLength(m_letters[byte]))
        sources.push_back(m_sources[byte]);
    m_letters.resize(begin);
    m_sources.resize(begin);
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        appendEncoded(m_marks[i].letter, sources[i]);
}

void BertWordScanner::append(const BertCharacter &character)
{
    for (std::uint8_t i = 0; i < character.partCount; ++i) {
        ++m_letterCount;
        m_hasMarks = m_hasMarks || character.combiningClasses[i] != 0;
        if (isTooLong())
            continue;
        appendEncoded(character.parts[i], m_position + i);
        if (character.combiningClasses[i] == 0)
            m_marks.clear();
        else
            putMarkInOrder(character.parts[i], character.combiningClasses[i]);
    }
}

bool BertWordScanner::next()
{
    startWord();
    while (m_position < m_end) {
        const char byte = m_text[m_position];
        if (isAsciiAlphanumeric(byte)) {
            appendAscii(lowered(byte));
            ++m_position;
            continue;
        }
        const DecodedCharacter decoded = decodeCharacter(m_text, m_position);
        const BertCharacter character = bertCharacter(decoded.codePoint);
        if (character.kind == BertCharacterKind::Letter) {
            append(character);
            m_position += decoded.byteLength;
            continue;
        }
        if (isDropped(character.kind)) {
            if (character.kind == BertCharacterKind::DroppedStarter)
                m_marks.clear();
            m_position += decoded.byteLength;
            continue;
        }
        if (m_letterCount > 0)
            return true;
        if (character.kind == BertCharacterKind::Space) {
            m_position += decoded.byteLength;
            m_spanBegin = m_position;
            continue;
        }
        const std::string_view special = bertSpecialTokenAt(m_text, m_position);
        if (special.empty()) {
            append(character);
            m_position += decoded.byteLength;
        } else {
            m_isSpecialToken = true;
            m_letterCount = special.size();
            m_letters = special;
            m_sources.assign(special.size(), m_position);
            m_position += special.size();
        }
        return true;
    }
    return m_letterCount > 0;
}

std::size_t BertWordScanner::end() const noexcept
{
    return beginOfDroppedBefore(m_text, m_position);
}

std::size_t beginOfDroppedBefore(std::string_view text, std::size_t byte) noexcept
{
    while (byte > 0) {
        const std::size_t last = previousCharacterStart(text, byte);
        if (!isDropped(bertCharacter(decodeCharacter(text, last).codePoint).kind))
            break;
        byte = last;
    }
    return byte;
}

BertWordAround bertWordAround(std::string_view text, std::size_t byte) noexcept
{
    const BertWordAround none{{byte, byte}};
    if (byte == 0 || byte >= text.size())
        return none;
    if (const ByteRange special = specialTokenAround(text, byte); !special.isEmpty())
        return {special};

    BertWordAround around{{byte, byte}};
    std::size_t lettersBefore = 0;
    for (std::size_t begin = byte; begin > 0;) {
        begin = previousCharacterStart(text, begin);
        const BertCharacter character = bertCharacter(decodeCharacter(text, begin).codePoint);
        if (isDropped(character.kind))
            continue;
        if (character.kind != BertCharacterKind::Letter)
            break;
        around.range.begin = begin;
        lettersBefore += character.partCount;
        if (lettersBefore > bertLettersPerWord) {
            around.beginsEarlier = true;
            break;
        }
    }
    if (lettersBefore == 0)
        return none;

    std::size_t lettersAfter = 0;
    for (std::size_t end = byte; end < text.size();) {
        const DecodedCharacter decoded = decodeCharacter(text, end);
        const BertCharacter character = bertCharacter(decoded.codePoint);
        end += decoded.byteLength;
        if (isDropped(character.kind))
            continue;
        if (character.kind != BertCharacterKind::Letter)
            break;
        around.range.end = end;
        lettersAfter += character.partCount;
        if (lettersAfter > bertLettersPerWord) {
            around.endsLater = true;
            break;
        }
    }
    return lettersAfter == 0 ? none : around;
}

} // namespace cw
