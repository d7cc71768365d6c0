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

// What is known of a place, 56 bits: two answers of two bits each, the words after and before it, and for three rules
// in how many blocks of bytes the beginning decides, with the back reference that is found there.
constexpr std::uint64_t known = 1;
constexpr std::uint64_t isTrue = 2;
constexpr unsigned sentenceCutShift = 0;
constexpr unsigned insideWordShift = 2;
constexpr unsigned wordAfterShift = 4;
constexpr unsigned wordBeforeShift = 14;
constexpr unsigned pointerShift = 24; ///< from here on as openingMask has it
constexpr unsigned headingShift = 32;
constexpr unsigned referenceShift = 40;
constexpr unsigned referenceOffsetShift = 48;
constexpr unsigned referenceSizeShift = 52;

constexpr std::uint64_t wordMask = 0x3FF; ///< seven bits of size, then three of one more than the gap
constexpr unsigned wordGapShift = 7;
constexpr std::size_t longestNotedGap = 6;
constexpr std::size_t longestNotedWord = 127;

constexpr std::uint64_t blocksMask = 0xFF;
constexpr std::uint64_t undecided = blocksMask;
constexpr std::size_t blockBytes = 16;
constexpr std::size_t longestOpeningBytes = (undecided - 1) * blockBytes;
constexpr std::size_t longestNotedReference = 15; ///< and as far from the place

/// 0 when it does not fit.
constexpr std::uint64_t wordNote(std::size_t gap, std::size_t size)
{
    return gap > longestNotedGap || size > longestNotedWord ? 0 : (gap + 1) << wordGapShift | size;
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

/// Whether a chunk has as many blocks of bytes as decide.
bool isDecided(ByteRange chunk, std::uint64_t notes, unsigned shift)
{
    const std::uint64_t blocks = notes >> shift & blocksMask;
    return blocks != undecided && chunk.size() >= blocks * blockBytes;
}

} // namespace

void StartFacts::note(std::size_t byte, std::uint64_t bits) const noexcept
{
    const std::uint64_t key = (byte & ((std::uint64_t{1} << placeBits) - 1)) | std::uint64_t{1} << placeBits;
    m_notes[byte >> placeBits].store((notesOf(byte) | bits) << (placeBits + 1) | key, std::memory_order_relaxed);
}

template<class Make>
bool StartFacts::answer(std::size_t byte, unsigned shift, Make make) const
{
    const std::uint64_t notes = notesOf(byte) >> shift;
    if ((notes & known) != 0)
        return (notes & isTrue) != 0;
    const bool value = make();
    note(byte, (known | (value ? isTrue : 0)) << shift);
    return value;
}

bool StartFacts::isSentenceCut(std::size_t byte, BoundaryReason reason) const
{
    if (followsStructure(reason))
        return false;
    return answer(byte, sentenceCutShift, [&] { return isSentenceCutAt(m_text, byte, reason); });
}

bool StartFacts::isInsideWord(std::size_t byte) const
{
    if (byte == 0 || byte >= m_text.size())
        return false;
    return answer(byte, insideWordShift, [&] { return hasWordAround(m_text, byte); });
}

ByteRange StartFacts::wordAfter(std::size_t byte, std::size_t limit) const
{
    std::uint64_t noted = notesOf(byte) >> wordAfterShift & wordMask;
    if (noted == 0) {
        const ByteRange word = cw::wordAfter(m_text, byte, m_text.size());
        noted = wordNote(word.begin - byte, word.size());
        if (noted == 0)
            return {std::min(word.begin, limit), std::min(word.end, limit)};
        note(byte, noted << wordAfterShift);
    }
    const std::size_t begin = byte + (noted >> wordGapShift) - 1;
    return {std::min(begin, limit), std::min<std::size_t>(begin + (noted & longestNotedWord), limit)};
}

ByteRange StartFacts::wordBefore(std::size_t byte, std::size_t limit) const
{
    std::uint64_t noted = notesOf(byte) >> wordBeforeShift & wordMask;
    if (noted == 0) {
        const ByteRange word = cw::wordBefore(m_text, byte, 0);
        noted = wordNote(byte - word.end, word.size());
        if (noted == 0)
            return {std::max(word.begin, limit), std::max(word.end, limit)};
        note(byte, noted << wordBeforeShift);
    }
    const std::size_t end = byte + 1 - (noted >> wordGapShift);
    return {std::max<std::size_t>(end - (noted & longestNotedWord), limit), std::max(end, limit)};
}

std::string_view StartFacts::openingOf(std::size_t byte, std::size_t bytes) const noexcept
{
    std::size_t end = std::min(m_text.size(), byte + bytes);
    while (!isCharacterBoundary(m_text, end))
        --end;
    return m_text.substr(byte, end - byte);
}

/// `isPlain(opening, bytes)` says whether there is nothing to report, and after how many bytes that is sure. Mostly the
/// first few words decide, or the first line does: what lies behind them is not fetched from memory.
template<class IsPlain>
std::uint64_t StartFacts::blocksThatDecide(std::size_t byte, const IsPlain &isPlain) const
{
    for (const std::size_t most : {std::size_t{128}, std::size_t{640}, longestOpeningBytes}) {
        const std::string_view opening = openingOf(byte, most);
        std::size_t bytes = 0;
        const bool isSo = isPlain(opening, bytes) && !opening.empty();
        if (bytes <= opening.size())
            return isSo ? std::max<std::uint64_t>((bytes + blockBytes - 1) / blockBytes, 1) : undecided;
    }
    return undecided;
}

/// What decides for both rules about openings of all texts, whichever asks first: they read the same words. Noted at
/// once: of notes that two threads make of one place at a time one may be lost.
std::uint64_t StartFacts::noteOpening(std::size_t byte) const
{
    std::uint64_t notes
        = blocksThatDecide(
              byte, [](std::string_view opening, std::size_t &bytes) { return !cw::isPointerOnly(opening, &bytes); })
        << pointerShift;
    ByteRange found;
    notes |= blocksThatDecide(byte,
                              [&](std::string_view opening, std::size_t &bytes) {
                                  found = backReferenceAt(m_text, {byte, byte + opening.size()}, &bytes);
                                  return found.isEmpty()
                                      || (found.begin - byte <= longestNotedReference
                                          && found.size() <= longestNotedReference);
                              })
        << referenceShift;
    if (!found.isEmpty() && (notes >> referenceShift & blocksMask) != undecided)
        notes |= (found.begin - byte) << referenceOffsetShift | found.size() << referenceSizeShift;
    note(byte, notes);
    return notes;
}

std::uint64_t StartFacts::openingAt(std::size_t byte) const
{
    const std::uint64_t notes = notesOf(byte);
    return (notes >> pointerShift & blocksMask) != 0 ? notes : noteOpening(byte);
}

ByteRange StartFacts::backReference(ByteRange chunk) const
{
    const std::uint64_t notes = openingAt(chunk.begin);
    if (!isDecided(chunk, notes, referenceShift))
        return backReferenceAt(m_text, chunk);
    const std::size_t begin = chunk.begin + (notes >> referenceOffsetShift & longestNotedReference);
    return {begin, begin + (notes >> referenceSizeShift & longestNotedReference)};
}

bool StartFacts::isPointerOnly(ByteRange chunk) const
{
    return !isDecided(chunk, openingAt(chunk.begin), pointerShift) && cw::isPointerOnly(textOf(chunk));
}

std::int64_t StartFacts::headingsOnly(ByteRange chunk) const
{
    std::uint64_t notes = notesOf(chunk.begin);
    if ((notes >> headingShift & blocksMask) == 0) {
        notes = blocksThatDecide(
                    chunk.begin,
                    [](std::string_view opening, std::size_t &bytes) { return cw::headingsOnly(opening, &bytes) == 0; })
            << headingShift;
        note(chunk.begin, notes);
    }
    return isDecided(chunk, notes, headingShift) ? 0 : cw::headingsOnly(textOf(chunk));
}

StartFacts startFacts(std::string_view text)
{
    return StartFacts(text);
}

} // namespace cw
