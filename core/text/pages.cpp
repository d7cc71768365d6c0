// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/pages.h"

#include <algorithm>
#include <string_view>

namespace cw {

Pages::Pages(const Document &document)
{
    if (const SourceMap *map = document.sourceMap()) {
        m_map = map;
        m_begins.reserve(map->pages().size());
        const auto size = static_cast<std::uint32_t>(document.text().size());
        for (const SourceMap::Page &page : map->pages())
            m_begins.push_back(std::min(page.textBegin, size));
        return;
    }
    const std::string_view text = document.text();
    for (std::size_t feed = text.find('\f'); feed != std::string_view::npos; feed = text.find('\f', feed + 1)) {
        if (m_begins.empty())
            m_begins.push_back(0);
        m_begins.push_back(static_cast<std::uint32_t>(feed));
    }
}

std::pair<std::size_t, std::size_t> Pages::of(ByteRange range) const noexcept
{
    const auto pageAt = [&](std::size_t byte) {
        const auto next = std::ranges::upper_bound(m_begins, byte);
        return next == m_begins.begin() ? std::size_t{0} : static_cast<std::size_t>(next - m_begins.begin()) - 1;
    };
    return {pageAt(range.begin), pageAt(range.isEmpty() ? range.begin : range.end - 1)};
}

std::string Pages::label(std::size_t page) const
{
    return m_map ? m_map->pages()[page].label : std::to_string(page + 1);
}

} // namespace cw
