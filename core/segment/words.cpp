// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/words.h"

#include <array>

namespace cw {

namespace {

/// Bytes that white space can start with. All other bytes, continuation bytes among them, can be stepped over one by
/// one.
constexpr std::array<bool, 256> mayStartSpace = [] {
    std::array<bool, 256> table{};
    for (const unsigned byte : {0x09, 0x0A, 0x0B, 0x0C, 0x0D, 0x1C, 0x1D, 0x1E, 0x1F, 0x20, 0xC2, 0xE1, 0xE2, 0xE3})
        table[byte] = true;
    return table;
}();

} // namespace

std::size_t skipWord(std::string_view text, std::size_t byte, std::size_t end) noexcept
{
    for (; byte < end; ++byte) {
        if (mayStartSpace[static_cast<unsigned char>(text[byte])] && spaceLengthAt(text, byte) != 0)
            break;
    }
    return byte;
}

std::size_t trimSpacesBack(std::string_view text, std::size_t begin, std::size_t end) noexcept
{
    while (end > begin) {
        const std::size_t before = previousCharacterStart(text, end);
        if (spaceLengthAt(text, before) == 0)
            break;
        end = before;
    }
    return end;
}

std::size_t trimWordBack(std::string_view text, std::size_t begin, std::size_t end) noexcept
{
    while (end > begin) {
        const std::size_t before = previousCharacterStart(text, end);
        if (spaceLengthAt(text, before) != 0)
            break;
        end = before;
    }
    return end;
}

ByteRange stripSpaces(std::string_view text, ByteRange range) noexcept
{
    const std::size_t begin = skipSpaces(text, range.begin, range.end);
    return {begin, trimSpacesBack(text, begin, range.end)};
}

bool WordScanner::next() noexcept
{
    const std::size_t begin = skipSpaces(m_text, m_word.end, m_text.size());
    m_gap = {m_word.end, begin};
    m_word = {begin, skipWord(m_text, begin, m_text.size())};
    return !m_word.isEmpty();
}

} // namespace cw
