// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenscanner.h"

namespace cw {

PretokenScanner::PretokenScanner(PretokenPattern pattern, std::string_view text, std::size_t begin,
                                 InstructionSet) noexcept
    : m_pattern(pattern), m_text(text), m_word(begin / 64), m_byte(begin)
{
}

std::size_t PretokenScanner::scan(std::uint64_t *words, std::size_t count) noexcept
{
    std::size_t written = 0;
    for (; written < count && m_word * 64 < m_text.size(); ++written, ++m_word) {
        const std::size_t end = (m_word + 1) * 64;
        std::uint64_t bits = 0;
        while (m_byte < end && m_byte < m_text.size()) {
            bits |= std::uint64_t{1} << (m_byte % 64);
            m_byte = nextPretokenEnd(m_pattern, m_text, m_byte);
        }
        words[written] = bits;
    }
    return written;
}

} // namespace cw
