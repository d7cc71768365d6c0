// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/simpletokenindex.h"

#include <algorithm>
#include <utility>

namespace cw {

SimpleTokenIndex::SimpleTokenIndex(SharedText text, RankedBits starts, CoversFunction covers)
    : m_text(std::move(text)), m_starts(std::move(starts)), m_covers(covers)
{
}

std::size_t SimpleTokenIndex::count(ByteRange range) const
{
    if (range.isEmpty())
        return 0;
    const std::size_t starts = m_starts.rank(range.end) - m_starts.rank(range.begin);
    const bool beginsInside = !m_starts.contains(range.begin) && m_covers(*m_text, range.begin);
    return starts + (beginsInside ? 1 : 0);
}

std::size_t SimpleTokenIndex::tokensBefore(std::size_t byte) const
{
    return m_starts.rank(std::min(byte, m_starts.size()));
}

} // namespace cw
