// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/startfacts.h"

#include "audit/backreference.h"
#include "audit/headings.h"
#include "audit/pointers.h"
#include "audit/scripts.h"
#include "audit/sentencefacts.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

// What is remembered of a place: two answers of two bits each, then how long a chunk must be to open plainly.
constexpr std::uint32_t known = 1;
constexpr std::uint32_t isTrue = 2;
constexpr unsigned sentenceCutShift = 0;
constexpr unsigned insideWordShift = 2;
constexpr unsigned openingShift = 4;
constexpr std::uint32_t openingMask = 0xFFF;
constexpr std::size_t longestOpeningBytes = openingMask - 1; ///< the largest value stands for longer ones

/// Finds an answer in `memo` or makes it.
template<class Make>
bool answer(const PositionMemo &memo, std::size_t byte, unsigned shift, Make make)
{
    const std::uint32_t found = memo.find(byte);
    const std::uint32_t before = found == PositionMemo::unknown ? 0 : found;
    if ((before >> shift & known) != 0)
        return (before >> shift & isTrue) != 0;
    const bool value = make();
    memo.remember(byte, before | (known | (value ? isTrue : 0)) << shift);
    return value;
}

constexpr bool continuesACharacter(char32_t c)
{
    constexpr char32_t zeroWidthJoiner = 0x200D;
    return c == zeroWidthJoiner || (c >= 0x1F3FB && c <= 0x1F3FF) || (c >= 0xFE00 && c <= 0xFE0F);
}

constexpr bool isAsciiWord(unsigned char byte)
{
    const auto lower = static_cast<unsigned char>(byte | 0x20U);
    return (lower >= 'a' && lower <= 'z') || (byte >= '0' && byte <= '9') || byte == '_';
}

bool hasWordAround(std::string_view text, std::size_t byte)
{
    const auto nextByte = static_cast<unsigned char>(text[byte]);
    if (nextByte < 0x80 && !isAsciiWord(nextByte))
        return false;
    const char32_t before = decodeCharacter(text, previousCharacterStart(text, byte)).codePoint;
    const char32_t after = decodeCharacter(text, byte).codePoint;
    if (after >= 0x80 && (characterClass(after) == CharacterClass::Mark || continuesACharacter(after)))
        return !isPythonSpace(before);
    return isPythonWord(before) && isPythonWord(after) && !isWrittenWithoutSpaces(before)
        && !isWrittenWithoutSpaces(after);
}

} // namespace

bool StartFacts::isSentenceCut(std::size_t byte, BoundaryReason reason) const
{
    if (followsStructure(reason))
        return false;
    return answer(m_known, byte, sentenceCutShift, [&] { return isSentenceCutAt(m_text, byte, reason); });
}

bool StartFacts::isInsideWord(std::size_t byte) const
{
    if (byte == 0 || byte >= m_text.size())
        return false;
    return answer(m_known, byte, insideWordShift, [&] { return hasWordAround(m_text, byte); });
}

bool StartFacts::opensPlainly(ByteRange chunk) const
{
    const std::uint32_t found = m_known.find(chunk.begin);
    const std::uint32_t before = found == PositionMemo::unknown ? 0 : found;
    std::size_t bytes = before >> openingShift & openingMask;
    if (bytes == 0) {
        bytes = std::min<std::size_t>(bytesOfPlainOpening(chunk.begin), openingMask);
        m_known.remember(chunk.begin, before | bytes << openingShift);
    }
    return bytes <= longestOpeningBytes && chunk.size() >= bytes;
}

/// How long a chunk from `byte` on must be to be known to open plainly; more than longestOpeningBytes when none is.
std::size_t StartFacts::bytesOfPlainOpening(std::size_t byte) const
{
    std::size_t end = std::min(m_text.size(), byte + longestOpeningBytes);
    while (!isCharacterBoundary(m_text, end))
        --end;
    const std::string_view opening = m_text.substr(byte, end - byte);
    const std::size_t unknown = longestOpeningBytes + 1;
    std::size_t bytes = 1;
    if (mayOpenWithReference(m_text, {byte, end}, bytes))
        return unknown;
    for (const auto isOnly : {+[](std::string_view text, std::size_t *read) { return isPointerOnly(text, read); },
                              +[](std::string_view text, std::size_t *read) { return headingsOnly(text, read) > 0; }}) {
        std::size_t bytesRead = 0;
        if (opening.empty() || isOnly(opening, &bytesRead) || bytesRead > opening.size())
            return unknown;
        bytes = std::max(bytes, bytesRead);
    }
    return bytes;
}

StartFacts startFacts(std::string_view text)
{
    return StartFacts(text);
}

} // namespace cw
