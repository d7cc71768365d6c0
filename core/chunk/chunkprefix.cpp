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

/// The first heading with a title, and none that is too long, from this one outwards.
std::uint32_t titled(std::string_view text, const BlockTree &tree, std::uint32_t heading)
{
    while (heading != Heading::none) {
        if (tree.titleBytes(heading) <= ChunkPrefix::longestTitleBytes && tree.hasTitle(text, heading))
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

/// Precondition: there is a character at `byte`.
bool isCutBehindLineEnd(const Tokenizer &tokenizer, std::string_view text, std::size_t byte)
{
    return tokenizer.isCutBehindLineEnd(decodeCharacter(text, byte).codePoint);
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
        out += tree.title(text, path[i]);
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

std::uint32_t tableAt(const Segmentation &segmentation, std::size_t unit)
{
    if (segmentation.units[unit].kind != BlockKind::TableRow)
        return PrefixPlace::none;
    const auto after = std::ranges::partition_point(segmentation.tables,
                                                    [unit](const TableUnits &table) { return table.rows <= unit; });
    if (after == segmentation.tables.begin() || unit >= std::prev(after)->end)
        return PrefixPlace::none;
    return static_cast<std::uint32_t>(std::prev(after) - segmentation.tables.begin());
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
    if (style.repeatsTableHead)
        place.table = tableAt(segmentation, unit);
    return place;
}

/// From a heading with a title outwards.
std::size_t countHeadings(std::string_view text, const BlockTree &tree, std::uint32_t heading)
{
    std::size_t count = 0;
    for (; heading != Heading::none && count < ChunkPrefix::mostHeadings;
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
    return countHeadings(document.text(), document.blocks(), place.heading);
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
        costs->m_paths.reserve(tree.outline().size());
        for (std::uint32_t heading = 0; heading < tree.outline().size(); ++heading) {
            if ((heading & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            const std::uint32_t innermost = titled(document.text(), tree, heading);
            const std::size_t all = countHeadings(document.text(), tree, innermost);
            const std::size_t first = costs->m_pathTokens.size();
            for (std::size_t named = 1; named <= all; ++named) {
                text.clear();
                appendHeadings(text, document.text(), tree, style, innermost, named);
                if (text.size() > ChunkPrefix::longestPathBytes)
                    break;
                costs->m_pathTokens.push_back(addedTokens(tokenizer, text));
            }
            costs->m_paths.push_back({tree.blocks()[tree.outline()[heading].block].bytes.begin,
                                      static_cast<std::uint32_t>(first),
                                      static_cast<std::uint8_t>(costs->m_pathTokens.size() - first)});
        }
    }
    if (style.repeatsTableHead) {
        costs->m_tableTokens.reserve(segmentation.tables.size());
        for (std::uint32_t table = 0; table < segmentation.tables.size(); ++table) {
            if ((table & stopCheckMask) == 0 && stop.stop_requested())
                return Cancelled{};
            text.clear();
            appendTableHead(text, document.text(), segmentation, table);
            costs->m_tableTokens.push_back(addedTokens(tokenizer, text));
        }
    }
    constexpr std::size_t bits = 64;
    costs->m_cutsBefore.resize((segmentation.units.size() + bits - 1) / bits);
    for (std::size_t unit = 0; unit < segmentation.units.size(); ++unit) {
        if (unit % (bits * bits) == 0 && stop.stop_requested())
            return Cancelled{};
        const bool isCut = isCutBehindLineEnd(tokenizer, document.text(), segmentation.units[unit].source.begin);
        costs->m_cutsBefore[unit / bits] |= std::uint64_t{isCut} << (unit % bits);
    }
    return std::shared_ptr<const PrefixCosts>(std::move(costs));
}

Prefixes::Prefixes(const Document &document, const Segmentation &segmentation, const Tokenizer &tokenizer,
                   PrefixStyle style, std::size_t maxTokens, std::shared_ptr<const PrefixCosts> costs,
                   PrefixUnits units)
    : m_document(document), m_segmentation(segmentation), m_tokenizer(tokenizer), m_tree(document.blocks()),
      m_style(style), m_most(static_cast<std::int32_t>(std::min<std::size_t>(maxTokens / 2, 1'000'000'000))),
      m_units(units),
      m_costs(costs ? std::move(costs) : *PrefixCosts::of(document, segmentation, tokenizer, style, {})),
      m_isCutBehindLineEnd(tokenizer.isCutBehindLineEnd('a'))
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

/// As in prefixPlace(), title or not. Places are mostly asked about in order.
std::uint32_t Prefixes::headingBefore(std::size_t byte)
{
    const std::vector<PrefixCosts::Path> &paths = m_costs->paths();
    while (m_headingsBegun < paths.size() && paths[m_headingsBegun].begin < byte)
        ++m_headingsBegun;
    while (m_headingsBegun > 0 && paths[m_headingsBegun - 1].begin >= byte)
        --m_headingsBegun;
    auto heading = static_cast<std::uint32_t>(m_headingsBegun) - 1;
    while (heading != Heading::none && m_tree.outline()[heading].sectionEnd <= byte)
        heading = m_tree.outline()[heading].parent;
    return heading;
}

ChunkPrefix Prefixes::made(std::size_t unit, std::size_t byte)
{
    PrefixPlace place;
    if (m_style.namesHeadings)
        place.heading = headingBefore(byte);
    if (m_style.repeatsTableHead)
        place.table = tableAt(m_segmentation, unit);
    ChunkPrefix prefix;
    if (place.heading != Heading::none)
        prefix.headings = m_costs->paths()[place.heading].headings;
    prefix.hasTableHead = place.table != PrefixPlace::none;
    shorten(prefix, place);
    if (prefix.isEmpty())
        return prefix;
    prefix.isCertain = m_isCutBehindLineEnd && isCutBefore(unit, byte)
        && (!prefix.hasTableHead || prefix.headings == 0
            || m_costs->isCutBefore(m_segmentation.tables[place.table].first));
    return prefix;
}

/// Most chunks begin with a unit, and then need not wait for the text there.
bool Prefixes::isCutBefore(std::size_t unit, std::size_t byte) const
{
    return byte == m_segmentation.units[unit].source.begin ? m_costs->isCutBefore(unit)
                                                           : isCutBehindLineEnd(m_tokenizer, m_document.text(), byte);
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

void Prefixes::shorten(ChunkPrefix &prefix, const PrefixPlace &place) const
{
    const std::uint8_t all = prefix.headings;
    while (!prefix.isEmpty()) {
        prefix.tokens = tokensOf(place, prefix.headings, prefix.hasTableHead);
        if (prefix.tokens <= m_most)
            return;
        if (prefix.headings > 0) {
            --prefix.headings;
        } else {
            prefix.hasTableHead = false;
            prefix.headings = all;
        }
    }
    prefix = {};
}

std::int32_t Prefixes::tokensOf(const PrefixPlace &place, std::size_t headings, bool hasTableHead) const
{
    return (headings > 0 ? m_costs->pathTokens(m_costs->paths()[place.heading], headings) : 0)
        + (hasTableHead ? m_costs->tableTokens(place.table) : 0);
}

} // namespace cw
