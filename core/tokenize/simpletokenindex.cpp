// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/simpletokenindex.h"

#include "text/utf8.h"

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
    return m_starts.rank(range.end) - m_starts.rank(range.begin) + (beginsInside(range.begin) ? 1 : 0);
}

BeginEdge SimpleTokenIndex::beginEdge(std::size_t byte) const
{
    const std::size_t before = m_starts.rank(byte) - (byte < m_text->size() && beginsInside(byte) ? 1 : 0);
    return {static_cast<std::uint32_t>(before), byte};
}

EndEdge SimpleTokenIndex::endEdge(std::size_t byte) const
{
    return {static_cast<std::uint32_t>(m_starts.rank(byte)), true};
}

std::vector<Token> SimpleTokenIndex::tokensOf(ByteRange range) const
{
    const std::string_view text = *m_text;
    std::vector<Token> tokens;
    const std::size_t last = m_starts.rank(range.end);
    for (std::size_t token = m_starts.rank(range.begin); token < last; ++token) {
        const std::size_t begin = m_starts.select(token);
        std::size_t end = begin;
        do
            end += utf8SequenceLength(text[end]);
        while (end < text.size() && beginsInside(end));
        tokens.push_back({0, {begin, end}});
    }
    return tokens;
}

bool SimpleTokenIndex::beginsInside(std::size_t byte) const
{
    return !m_starts.contains(byte) && m_covers(*m_text, byte);
}

std::size_t SimpleTokenIndex::tokensBefore(std::size_t byte) const
{
    return m_starts.rank(std::min(byte, m_starts.size()));
}

} // namespace cw
