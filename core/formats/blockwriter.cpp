// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/blockwriter.h"

#include "segment/words.h"
#include "text/sourcemap.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

bool isTight(BlockKind kind)
{
    return kind == BlockKind::List || kind == BlockKind::ListItem || kind == BlockKind::Table
        || kind == BlockKind::TableHeader || kind == BlockKind::TableRow;
}

} // namespace

void SourcedText::add(std::string_view text, const Stretch &stretch)
{
    if (text.empty())
        return;
    if (!m_stretches.empty()) {
        Stretch &last = m_stretches.back();
        const bool goesOn = last.origin == stretch.origin && last.origin != Origin::Replaced
            && last.part == stretch.part && last.sourceEnd == stretch.sourceBegin;
        if (goesOn) {
            last.sourceEnd = stretch.sourceEnd;
            m_text += text;
            return;
        }
    }
    m_stretches.push_back(stretch);
    m_text += text;
}

void SourcedText::copy(std::string_view text, std::uint32_t part, std::uint64_t sourceBegin)
{
    add(text, {m_text.size(), sourceBegin, sourceBegin + text.size(), part, Origin::Copied});
}

void SourcedText::replace(std::string_view text, std::uint32_t part, ByteRange source)
{
    add(text, {m_text.size(), source.begin, source.end, part, Origin::Replaced});
}

void SourcedText::insert(std::string_view text)
{
    add(text, {m_text.size(), 0, 0, 0, Origin::Inserted});
}

std::size_t SourcedText::endOf(std::size_t stretch) const
{
    return stretch + 1 < m_stretches.size() ? m_stretches[stretch + 1].textBegin : m_text.size();
}

void SourcedText::append(const SourcedText &other)
{
    const std::size_t begin = m_text.size();
    for (Stretch stretch : other.m_stretches) {
        stretch.textBegin += begin;
        m_stretches.push_back(stretch);
    }
    m_text += other.m_text;
    for (const Page &page : other.m_pages)
        m_pages.push_back({page.textBegin + begin, page.label});
}

void SourcedText::truncate(std::size_t bytes)
{
    while (!m_stretches.empty() && m_stretches.back().textBegin >= bytes)
        m_stretches.pop_back();
    if (!m_stretches.empty() && m_stretches.back().origin == Origin::Copied)
        m_stretches.back().sourceEnd = m_stretches.back().sourceBegin + (bytes - m_stretches.back().textBegin);
    m_text.resize(bytes);
    for (Page &page : m_pages)
        page.textBegin = std::min(page.textBegin, bytes);
}

void SourcedText::erase(std::size_t begin, std::size_t end)
{
    if (begin == end)
        return;
    std::vector<Stretch> kept;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        Stretch stretch = m_stretches[i];
        const std::size_t stretchEnd = endOf(i);
        if (stretchEnd <= begin) {
            kept.push_back(stretch);
            continue;
        }
        if (stretch.textBegin < begin) {
            Stretch before = stretch;
            if (before.origin == Origin::Copied)
                before.sourceEnd = before.sourceBegin + (begin - before.textBegin);
            kept.push_back(before);
        }
        if (stretchEnd <= end)
            continue;
        const std::size_t from = std::max(stretch.textBegin, end);
        if (stretch.origin == Origin::Copied)
            stretch.sourceBegin += from - stretch.textBegin;
        stretch.textBegin = from - (end - begin);
        kept.push_back(stretch);
    }
    m_stretches = std::move(kept);
    m_text.erase(begin, end - begin);
    for (Page &page : m_pages) {
        if (page.textBegin > begin)
            page.textBegin = std::max(begin, page.textBegin - std::min(page.textBegin, end - begin));
    }
}

void SourcedText::trim(std::size_t begin)
{
    const ByteRange kept = stripSpaces(m_text, {begin, m_text.size()});
    if (kept.end < m_text.size())
        truncate(kept.end);
    if (kept.begin > begin && kept.begin <= m_text.size())
        erase(begin, kept.begin);
}

SourcedText SourcedText::onOneLine() const
{
    SourcedText line;
    std::size_t page = 0;
    for (std::size_t i = 0; i < m_stretches.size(); ++i) {
        const Stretch &stretch = m_stretches[i];
        for (; page < m_pages.size() && m_pages[page].textBegin <= stretch.textBegin; ++page)
            line.m_pages.push_back({line.m_text.size(), m_pages[page].label});
        const std::string_view text = std::string_view(m_text).substr(stretch.textBegin, endOf(i) - stretch.textBegin);
        Stretch moved = stretch;
        moved.textBegin = line.m_text.size();
        std::string flat;
        if (stretch.origin != Origin::Copied && text.find('\n') != std::string_view::npos) {
            bool wasBlank = false;
            for (const char c : text) {
                const bool isBlank = c == '\n' || c == ' ';
                if (!isBlank || !wasBlank)
                    flat += isBlank ? ' ' : c;
                wasBlank = isBlank;
            }
        }
        line.add(flat.empty() ? text : std::string_view(flat), moved);
    }
    for (; page < m_pages.size(); ++page)
        line.m_pages.push_back({line.m_text.size(), m_pages[page].label});
    return line;
}

void SourcedText::clear()
{
    m_text.clear();
    m_stretches.clear();
    m_pages.clear();
}

void BlockWriter::open(BlockKind kind, std::string mark)
{
    m_open.push_back({kind, std::move(mark)});
}

void BlockWriter::close()
{
    m_open.pop_back();
    m_lowestDepth = std::min(m_lowestDepth, m_open.size());
}

void BlockWriter::goOn(BlockKind kind)
{
    std::uint32_t last = m_blocks.empty() ? Block::none : static_cast<std::uint32_t>(m_blocks.size()) - 1;
    while (last != Block::none && m_blocks[last].parent != innermost())
        last = m_blocks[last].parent;
    if (last == Block::none || m_blocks[last].kind != kind)
        return open(kind);
    m_open.push_back({kind, {}, last});
    m_lowestDepth = m_open.size();
}

std::uint32_t BlockWriter::innermost() const noexcept
{
    return m_open.empty() ? Block::none : m_open.back().block;
}

void BlockWriter::beginBlock(std::string_view indent)
{
    const auto depth = static_cast<std::ptrdiff_t>(m_lowestDepth);
    if (!m_text.text().empty())
        m_text.insert(depth > 0 && isTight(m_open[m_lowestDepth - 1].kind) ? "\n" : "\n\n");
    const auto lists = std::ranges::count(m_open, BlockKind::List, &Open::kind);
    if (lists > 1)
        m_text.insert(std::string(2 * static_cast<std::size_t>(lists - 1), ' '));
    m_text.insert(indent);
    for (std::string &label : m_comingPages)
        m_text.beginPage(std::move(label));
    m_comingPages.clear();
    std::uint32_t parent = Block::none;
    for (Open &container : m_open) {
        if (container.block == Block::none) {
            container.block = static_cast<std::uint32_t>(m_blocks.size());
            m_blocks.push_back({ByteRange{m_text.bytes(), m_text.bytes()}, parent, container.kind});
            m_text.insert(container.mark);
        }
        parent = container.block;
    }
}

void BlockWriter::endBlock()
{
    for (const Open &container : m_open)
        m_blocks[container.block].bytes.end = static_cast<std::uint32_t>(m_text.bytes());
    m_lowestDepth = m_open.size();
}

bool BlockWriter::isBehindCode() const noexcept
{
    return !m_blocks.empty() && m_blocks.back().kind == BlockKind::Code && m_lowestDepth == m_open.size()
        && m_blocks.back().parent == innermost();
}

void BlockWriter::write(BlockKind kind, SourcedText text, std::uint8_t level, std::size_t markBytes)
{
    if (kind == BlockKind::Code && isBehindCode()) {
        const std::size_t indent = skipSpaces(text.text(), 0, text.bytes());
        if (indent < text.bytes()) {
            m_text.insert(std::string(std::exchange(m_emptyLines, 0) + 1, '\n'));
            text.trim(indent);
            m_text.append(text);
            m_blocks.back().bytes.end = static_cast<std::uint32_t>(m_text.bytes());
            return endBlock();
        }
        ++m_emptyLines;
    }
    const bool isRow = kind == BlockKind::TableRow || kind == BlockKind::TableHeader;
    const std::string tabs(isRow ? std::min(text.text().find_first_not_of('\t'), text.bytes()) : 0, '\t');
    const std::size_t untrimmed = text.bytes();
    text.trim();
    markBytes -= std::min(markBytes, untrimmed - text.bytes());
    if (text.text().empty()) {
        for (SourcedText::Page &page : text.m_pages)
            m_comingPages.push_back(std::move(page.label));
        return;
    }
    beginBlock(tabs);
    const auto number = static_cast<std::uint32_t>(m_blocks.size());
    const std::size_t begin = m_text.bytes();
    m_text.append(text);
    m_blocks.push_back({ByteRange{begin, m_text.bytes()}, innermost(), kind, level});
    m_emptyLines = 0;
    if (kind == BlockKind::Heading && m_open.empty())
        m_headings.push_back({number, ByteRange{std::min(begin + markBytes, m_text.bytes()), m_text.bytes()}});
    endBlock();
}

void BlockWriter::append(const BlockWriter &other)
{
    if (!other.isEmpty()) {
        beginBlock();
        const auto first = static_cast<std::uint32_t>(m_blocks.size());
        const auto begin = static_cast<std::uint32_t>(m_text.bytes());
        const auto move = [begin](CompactRange range) { return ByteRange{range.begin + begin, range.end + begin}; };
        m_text.append(other.m_text);
        for (Block block : other.m_blocks) {
            block.bytes = move(block.bytes);
            block.parent = block.parent == Block::none ? innermost() : block.parent + first;
            m_blocks.push_back(block);
        }
        if (m_open.empty()) {
            for (const BlockTree::TitledHeading &heading : other.m_headings)
                m_headings.push_back({heading.block + first, move(heading.title)});
        }
        endBlock();
    }
    m_comingPages.insert(m_comingPages.end(), other.m_comingPages.begin(), other.m_comingPages.end());
}

SourcedText BlockWriter::onOneLine() const
{
    SourcedText line = m_text.onOneLine();
    for (const std::string &label : m_comingPages)
        line.beginPage(label);
    return line;
}

bool BlockWriter::holds(BlockKind kind) const noexcept
{
    return std::ranges::find(m_blocks, kind, &Block::kind) != m_blocks.end();
}

DocumentParts BlockWriter::finish(std::string_view format, std::span<const std::string> partNames) &&
{
    SourceMapBuilder builder;
    for (const std::string &name : partNames)
        builder.part(name);
    std::size_t page = 0;
    const auto beginPages = [&](std::size_t upTo) {
        for (; page < m_text.m_pages.size() && m_text.m_pages[page].textBegin <= upTo; ++page)
            builder.beginPage(std::move(m_text.m_pages[page].label));
    };
    using Origin = SourcedText::Origin;
    for (std::size_t i = 0; i < m_text.m_stretches.size(); ++i) {
        const SourcedText::Stretch &stretch = m_text.m_stretches[i];
        const std::size_t end = m_text.endOf(i);
        std::size_t at = stretch.textBegin;
        while (at < end) {
            beginPages(at);
            const std::size_t next = page < m_text.m_pages.size() ? std::min(end, m_text.m_pages[page].textBegin) : end;
            const std::string_view text = std::string_view(m_text.m_text).substr(at, next - at);
            if (stretch.origin == Origin::Copied)
                builder.copy(text, stretch.part, stretch.sourceBegin + (at - stretch.textBegin));
            else if (stretch.origin == Origin::Replaced)
                builder.replace(text, stretch.part, stretch.sourceBegin, stretch.sourceEnd);
            else
                builder.insert(text);
            at = next;
        }
    }
    beginPages(m_text.bytes());
    for (std::string &label : m_comingPages)
        builder.beginPage(std::move(label));

    DocumentParts parts;
    parts.format = format;
    parts.blocks = std::make_shared<const BlockTree>(std::move(m_blocks), m_headings, std::vector<StructureProblem>{},
                                                     m_text.bytes());
    m_text.clear();
    parts.sourceMap = builder.build();
    parts.text = builder.takeText();
    return parts;
}

} // namespace cw
