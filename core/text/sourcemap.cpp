// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/sourcemap.h"

#include <algorithm>
#include <utility>

namespace cw {

std::vector<SourceRange> SourceMap::sourcesOf(ByteRange range) const
{
    std::vector<SourceRange> sources;
    if (m_stretches.empty())
        return sources;
    auto stretch = std::ranges::partition_point(m_stretches,
                                                [&](const Stretch &other) { return other.textBegin <= range.begin; });
    if (stretch != m_stretches.begin())
        --stretch;
    for (; stretch != m_stretches.end(); ++stretch) {
        const bool isEmptyRange = range.begin >= range.end;
        if (stretch->textBegin >= range.end && !(isEmptyRange && sources.empty()))
            break;
        const std::uint64_t sourceEnd = stretch->sourceBegin + stretch->sourceBytes;
        SourceRange source{stretch->part, stretch->sourceBegin, sourceEnd};
        if (stretch->isCopy) {
            const std::uint64_t before = std::max<std::uint64_t>(range.begin, stretch->textBegin) - stretch->textBegin;
            const std::uint64_t until = std::max<std::uint64_t>(range.end, range.begin) - stretch->textBegin;
            source.begin = std::min(stretch->sourceBegin + before, sourceEnd);
            source.end = std::clamp(stretch->sourceBegin + until, source.begin, sourceEnd);
        }
        const auto known = std::ranges::find(sources, source.part, &SourceRange::part);
        if (known == sources.end()) {
            sources.push_back(source);
        } else {
            known->begin = std::min(known->begin, source.begin);
            known->end = std::max(known->end, source.end);
        }
        if (isEmptyRange)
            break;
    }
    return sources;
}

std::size_t SourceMap::pageAt(std::size_t byte) const noexcept
{
    const auto next = std::ranges::partition_point(m_pages, [&](const Page &page) { return page.textBegin <= byte; });
    return next == m_pages.begin() ? 0 : static_cast<std::size_t>(next - m_pages.begin()) - 1;
}

std::pair<std::size_t, std::size_t> SourceMap::pagesOf(ByteRange range) const noexcept
{
    return {pageAt(range.begin), pageAt(range.end > range.begin ? range.end - 1 : range.begin)};
}

std::uint32_t SourceMapBuilder::part(std::string_view name)
{
    if (const auto known = m_partNumbers.find(name); known != m_partNumbers.end())
        return known->second;
    const auto number = static_cast<std::uint32_t>(m_map.m_parts.size());
    m_map.m_parts.emplace_back(name);
    m_partNumbers.emplace(name, number);
    return number;
}

void SourceMapBuilder::append(std::string_view text, const SourceMap::Stretch &stretch)
{
    if (text.empty())
        return;
    auto &stretches = m_map.m_stretches;
    if (!stretches.empty() && stretch.isCopy && stretches.back().isCopy && stretches.back().part == stretch.part
        && stretches.back().sourceBegin + stretches.back().sourceBytes == stretch.sourceBegin) {
        stretches.back().sourceBytes += stretch.sourceBytes;
    } else {
        stretches.push_back(stretch);
        stretches.back().textBegin = static_cast<std::uint32_t>(m_text.size());
    }
    m_text += text;
}

void SourceMapBuilder::copy(std::string_view text, std::uint32_t part, std::uint64_t sourceBegin)
{
    append(text, {0, part, sourceBegin, static_cast<std::uint32_t>(text.size()), true});
}

void SourceMapBuilder::replace(std::string_view text, std::uint32_t part, std::uint64_t sourceBegin,
                               std::uint64_t sourceEnd)
{
    append(text, {0, part, sourceBegin, static_cast<std::uint32_t>(sourceEnd - sourceBegin), false});
}

void SourceMapBuilder::insert(std::string_view text)
{
    const auto &stretches = m_map.m_stretches;
    if (stretches.empty())
        append(text, {});
    else
        append(text, {0, stretches.back().part, stretches.back().sourceBegin + stretches.back().sourceBytes, 0, false});
}

void SourceMapBuilder::beginPage(std::string label, std::size_t textByte)
{
    m_map.m_pages.push_back({static_cast<std::uint32_t>(textByte), std::move(label)});
}

void SourceMapBuilder::truncate(std::size_t bytes)
{
    if (bytes >= m_text.size())
        return;
    m_text.resize(bytes);
    auto &stretches = m_map.m_stretches;
    while (!stretches.empty() && stretches.back().textBegin >= bytes)
        stretches.pop_back();
    if (!stretches.empty() && stretches.back().isCopy)
        stretches.back().sourceBytes = static_cast<std::uint32_t>(bytes) - stretches.back().textBegin;
    for (auto page = m_map.m_pages.rbegin(); page != m_map.m_pages.rend() && page->textBegin > bytes; ++page)
        page->textBegin = static_cast<std::uint32_t>(bytes);
}

std::shared_ptr<const SourceMap> SourceMapBuilder::build()
{
    if (m_map.m_parts.empty())
        m_map.m_parts.emplace_back();
    m_map.m_stretches.shrink_to_fit();
    m_map.m_pages.shrink_to_fit();
    return std::make_shared<const SourceMap>(std::move(m_map));
}

} // namespace cw
