// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenscanner.h"

#include "tokenize/pretokenscanners.h"

namespace cw {

PretokenScanner::PretokenScanner(PretokenPattern pattern, std::string_view text, std::size_t begin,
                                 InstructionSet set) noexcept
    : m_pattern(pattern), m_text(text), m_scan(scanPretokensPortable)
{
    m_state.block = begin / 64 * 64;
    m_state.skip = static_cast<unsigned>(begin % 64);
#if defined(__x86_64__)
    if (set == InstructionSet::Avx512)
        m_scan = scanPretokensAvx512;
    else if (set == InstructionSet::Avx2)
        m_scan = scanPretokensAvx2;
#elif defined(__aarch64__)
    if (set == InstructionSet::Neon)
        m_scan = scanPretokensNeon;
#endif
}

} // namespace cw
