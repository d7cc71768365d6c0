// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/chunkprefix.h"

#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFF;

/// Every heading under one names it again, so a text with longer titles than these would cost the square of its size.
constexpr std::size_t longestTitleBytes = 1024;

/// The first heading with a title, and none that is too long, from this one outwards.
std::uint32_t titled(std::string_view text, const BlockTree &tree, std::uint32_t heading)
{
    while (heading != Heading::none) {
        const ByteRange title = tree.outline()[heading].title;
        if (title.size() <= longestTitleBytes && skipSpaces(text, title.begin, title.end) < title.end)
            break;
        heading = tree.outline()[heading].parent;
    }
    return heading;
}

/// What setting `prefix` before a text adds, where the tokenizer can tell it without the text.
std::int32_t addedTokens(const Tokenizer &tokenizer, std::string prefix)
{
    prefix += 'a';
    return static_cast<std::int32_t>(tokenizer.count(prefix)) - static_cast<std::int32_t>(tokenizer.count("a"));
}

void appendHeadings(std::string &out, std::string_view text, const BlockTree &tree, const PrefixStyle &style,
                    std::uint32_t innermost, std::size_t headings)
{
    if (headings == 0)
        return;
    std::array<std::uint32_t, ChunkPrefix::mostHeadings> path{};
    std::uint32_t heading = innermost;
    for (std::size_t i = headings; i > 0; --i) {
        path[i - 1] = heading;
        heading = titled(text, tree, tree.outline()[heading].parent);
    }
    for (std::size_t i = 0; i < headings; ++i) {
        if (i > 0)
            out += style.separator;
        out += headingTitle(text, tree.outline()[path[i]].title);
    }
    out += "\n\n";
}

void appendTableHead(std::string &out, std::string_view text, const Segmentation &segmentation, std::uint32_t table)
{
    const TableUnits &units = segmentation.tables[table];
    const std::size_t begin = segmentation.units[units.first].source.begin;
    const std::size_t end = segmentation.units[units.rows - 1].source.end;
    out += text.substr(begin, end - begin);
    out += '\n';
}

PrefixPlace placeIn(std::string_view text, const BlockTree &tree, const Segmentation &segmentation,
                    const PrefixStyle &style, std::size_t unit, std::size_t byte)
{
    PrefixPlace place;
    if (style.namesHeadings) {
        place.heading = tree.headingAt(byte);
        while (place.heading != Heading::none && tree.blocks()[tree.outline()[place.heading].block].bytes.begin >= byte)
            place.heading = tree.outline()[place.heading].parent;
        place.heading = titled(text, tree, place.heading);
    }
    if (style.repeatsTableHead && segmentation.units[unit].kind == BlockKind::TableRow) {
        const auto after = std::ranges::partition_point(segmentation.tables,
                                                        [unit](const TableUnits &table) { return table.rows <= unit; });
        if (after != segmentation.tables.begin() && unit < std::prev(after)->end)
            place.table = static_cast<std::uint32_t>(std::prev(after) - segmentation.tables.begin());
    }
    return place;
}

std::size_t countHeadings(std::string_view text, const BlockTree &tree, const PrefixPlace &place)
{
    std::size_t count = 0;
    for (std::uint32_t heading = place.heading; heading != Heading::none && count < ChunkPrefix::mostHeadings;
         heading = titled(text, tree, tree.outline()[heading].parent))
        ++count;
    return count;
}

} // namespace

std::size_t unitAt(const Segmentation &segmentation, std::size_t emitByte) noexcept
{
    const auto after = std::ranges::partition_point(
        segmentation.units, [emitByte](const Unit &unit) { return unit.emit.begin <= emitByte; });
    return static_cast<std::size_t>(after - segmentation.units.begin()) - 1;
}

PrefixPlace prefixPlace(const Document &document, const Segmentation &segmentation, const PrefixStyle &style,
                        std::size_t unit, std::size_t byte)
{
    return placeIn(document.text(), document.blocks(), segmentation, style, unit, byte);
}

std::size_t headingsAt(const Document &document, const PrefixPlace &place)
{
    return countHeadings(document.text(), document.blocks(), place);
}

std::string prefixText(const Document &document, const Segmentation &segmentation, const PrefixStyle &style,
                       const PrefixPlace &place, std::size_t headings, bool hasTableHead)
{
    std::string text;
    appendHeadings(text, document.text(), document.blocks(), style, place.heading, headings);
    if (hasTableHead)
        appendTableHead(text, document.text(), segmentation, place.table);
    return text;
}

Outcome<std::shared_ptr<const PrefixCosts>> PrefixCosts::of(const Document &document, const Segmentation &segmentation,
                                                            const Tokenizer &tokenizer, const PrefixStyle &style,
                                                            std::stop_token stop)
{
    auto costs = std::make_shared<PrefixCosts>();
    const BlockTree &tree = document.blocks();
    std::string text;
    if (style.namesHeadings) {
        costs->m_headings.reserve(tree.outline().size());
        for (std::uint32_t heading = 0; heading < tree.outline().size(); ++heading) {
            if ((heading & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            text.clear();
            appendHeadings(text, document.text(), tree, style, titled(document.text(), tree, heading),
                           countHeadings(document.text(), tree, {titled(document.text(), tree, heading)}));
            costs->m_headings.push_back(addedTokens(tokenizer, text));
        }
    }
    if (style.repeatsTableHead) {
        costs->m_tables.reserve(segmentation.tables.size());
        for (std::uint32_t table = 0; table < segmentation.tables.size(); ++table) {
            if ((table & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            text.clear();
            appendTableHead(text, document.text(), segmentation, table);
            costs->m_tables.push_back(addedTokens(tokenizer, text));
        }
    }
    return std::shared_ptr<const PrefixCosts>(std::move(costs));
}

Prefixes::Prefixes(const Document &document, const Segmentation &segmentation, const Tokenizer &tokenizer,
                   PrefixStyle style, std::size_t maxTokens, std::shared_ptr<const PrefixCosts> costs,
                   PrefixUnits units)
    : m_document(document), m_segmentation(segmentation), m_tokenizer(tokenizer), m_tree(document.blocks()),
      m_style(style), m_most(static_cast<std::int32_t>(std::min<std::size_t>(maxTokens / 2, 1'000'000'000))),
      m_units(units), m_costs(std::move(costs))
{
}

ChunkPrefix Prefixes::at(std::size_t unit, std::size_t byte)
{
    if (byte != m_lastByte) {
        m_last = made(m_units == PrefixUnits::OfWhole ? unit : unitAt(m_segmentation, byte), byte);
        m_lastByte = byte;
    }
    return m_last;
}

ChunkPrefix Prefixes::made(std::size_t unit, std::size_t byte)
{
    const PrefixPlace place = placeIn(m_document.text(), m_tree, m_segmentation, m_style, unit, byte);
    ChunkPrefix prefix;
    const std::size_t headings = countHeadings(m_document.text(), m_tree, place);
    prefix.headings = static_cast<std::uint8_t>(headings);
    prefix.hasTableHead = place.table != PrefixPlace::none;
    if (prefix.isEmpty())
        return prefix;
    prefix.tokens = tokensOf(place, headings, prefix.hasTableHead);
    if (prefix.tokens > m_most) {
        prefix = shortened(place, headings);
        if (prefix.isEmpty())
            return prefix;
    }
    const std::string_view text = m_document.text();
    prefix.isCertain = m_tokenizer.isCutBehindLineEnd('a')
        && m_tokenizer.isCutBehindLineEnd(decodeCharacter(text, byte).codePoint)
        && (!prefix.hasTableHead || prefix.headings == 0
            || m_tokenizer.isCutBehindLineEnd(
                decodeCharacter(text, m_segmentation.units[m_segmentation.tables[place.table].first].source.begin)
                    .codePoint));
    return prefix;
}

std::size_t Prefixes::countWith(const ChunkPrefix &prefix, std::size_t unit, ByteRange text)
{
    if (m_units == PrefixUnits::OfPart)
        unit = unitAt(m_segmentation, text.begin);
    const PrefixPlace place = prefixPlace(m_document, m_segmentation, m_style, unit, text.begin);
    std::string whole = prefixText(m_document, m_segmentation, m_style, place, prefix.headings, prefix.hasTableHead);
    whole += m_document.slice(text);
    return m_tokenizer.count(whole);
}

ChunkPrefix Prefixes::shortened(const PrefixPlace &place, std::size_t headings)
{
    const std::uint64_t key = std::uint64_t{place.heading} << 32U | place.table;
    const auto known = m_shortened.find(key);
    if (known != m_shortened.end())
        return known->second;
    ChunkPrefix prefix;
    const auto fits = [&](std::size_t kept, bool hasTableHead) {
        if (kept == 0 && !hasTableHead)
            return false;
        prefix.headings = static_cast<std::uint8_t>(kept);
        prefix.hasTableHead = hasTableHead;
        prefix.tokens = tokensOf(place, kept, hasTableHead);
        return prefix.tokens <= m_most;
    };
    bool isFound = false;
    if (place.table != PrefixPlace::none) {
        for (std::size_t kept = headings + 1; kept-- > 0 && !isFound;)
            isFound = fits(kept, true);
    }
    for (std::size_t kept = headings + 1; kept-- > 0 && !isFound;)
        isFound = fits(kept, false);
    if (!isFound)
        prefix = {};
    m_shortened.emplace(key, prefix);
    return prefix;
}

std::int32_t Prefixes::tokensOf(const PrefixPlace &place, std::size_t headings, bool hasTableHead) const
{
    const bool isWhole = headings == 0 || headings == countHeadings(m_document.text(), m_tree, place);
    if (m_costs && isWhole)
        return (headings > 0 ? m_costs->headingTokens(place.heading) : 0)
            + (hasTableHead ? m_costs->tableTokens(place.table) : 0);
    std::string text;
    std::int32_t tokens = 0;
    appendHeadings(text, m_document.text(), m_tree, m_style, place.heading, headings);
    if (headings > 0)
        tokens += addedTokens(m_tokenizer, text);
    if (hasTableHead) {
        text.clear();
        appendTableHead(text, m_document.text(), m_segmentation, place.table);
        tokens += addedTokens(m_tokenizer, text);
    }
    return tokens;
}

} // namespace cw
