// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/blocklayoutcache.h"

#include "chunkview/blockindex.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw {
namespace {

/// A view shows fewer blocks than the first figure; a layout takes some hundred bytes a character.
constexpr std::size_t alwaysKeptBlocks = 200;
constexpr std::size_t mostBlocks = 800;
constexpr std::size_t mostBytes = 256 * 1024;

bool isRightToLeft(std::string_view text, std::size_t lineBegin, std::size_t blockEnd)
{
    std::size_t end = std::min(blockEnd, lineBegin + longestBlockBytes);
    while (!isCharacterBoundary(text, end))
        --end;
    const DisplayText beginning(text.substr(lineBegin, end - lineBegin));
    return beginning.mayBeBidirectional() && beginning.string().isRightToLeft();
}

} // namespace

void BlockLayoutCache::setText(const SharedText &text)
{
    if (m_text == text)
        return;
    m_text = text;
    m_entries.clear();
    m_byBytes.clear();
    m_bytes = 0;
}

void BlockLayoutCache::setStyle(const LayoutStyle &style)
{
    if (m_style == style)
        return;
    m_style = style;
    m_entries.clear();
    m_byBytes.clear();
    m_bytes = 0;
}

const BlockLayout &BlockLayoutCache::layout(ByteRange bytes, std::size_t lineBegin)
{
    if (const auto found = m_byBytes.find(bytes); found != m_byBytes.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found->second);
        return m_entries.front();
    }
    ++m_layoutsMade;
    m_entries.emplace_front(*m_text, bytes, isRightToLeft(*m_text, lineBegin, bytes.end), m_style);
    m_byBytes.emplace(bytes, m_entries.begin());
    m_bytes += bytes.size();
    while (m_entries.size() > mostBlocks || (m_bytes > mostBytes && m_entries.size() > alwaysKeptBlocks)) {
        m_bytes -= m_entries.back().bytes().size();
        m_byBytes.erase(m_entries.back().bytes());
        m_entries.pop_back();
    }
    return m_entries.front();
}

} // namespace cw
