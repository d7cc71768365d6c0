// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/words.h"

namespace cw {

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
