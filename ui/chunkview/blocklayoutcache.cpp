// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/blocklayoutcache.h"

#include "chunkview/blockindex.h"
#include "chunkview/emojiglyphs.h"
#include "chunkview/piecelayout.h"
#include "chunkview/tablecolumns.h"
#include "chunkview/widelayout.h"

#include <QFontDatabase>

#include <algorithm>

namespace cw {
namespace {

/// A view shows fewer blocks than the first figure; a layout takes some hundred bytes a character.
constexpr std::size_t alwaysKeptBlocks = 200;
constexpr std::size_t mostBlocks = 800;
constexpr std::size_t mostBytes = 256 * 1024;
constexpr std::array<double, 6> headingScales{1.6, 1.4, 1.25, 1.12, 1.05, 1};
constexpr double codeScale = 0.94; ///< letters of fixed width look larger
constexpr std::size_t mostTables = 64; ///< whose columns are known at a time
constexpr std::size_t wideLineBytes = 4 * longestBlockBytes; ///< what a wide line keeps laid out

std::size_t laidOutBytes(const BlockLayout &layout)
{
    return std::min(layout.bytes().size(), wideLineBytes);
}

QFont fontOf(LineLook look, const QFont &textFont)
{
    QFont font = textFont;
    if (look == LineLook::Code) {
        const QString fixed = QFontDatabase::systemFont(QFontDatabase::FixedFont).family();
        font.setFamilies(QStringList{fixed, QStringLiteral("Noto Sans Mono"), QStringLiteral("DejaVu Sans Mono")}
                         + textFont.families());
        font.setFixedPitch(true);
        font.setStyleHint(QFont::Monospace);
        font.setPointSizeF(textFont.pointSizeF() * codeScale);
    } else if (look != LineLook::Text) {
        const auto level = static_cast<std::size_t>(look) - static_cast<std::size_t>(LineLook::Heading1);
        font.setPointSizeF(textFont.pointSizeF() * headingScales[level]);
        font.setBold(true);
    }
    return font;
}

} // namespace

void BlockLayoutCache::setText(const SharedText &text)
{
    if (m_text == text)
        return;
    m_text = text;
    forget();
}

void BlockLayoutCache::setStyle(const LayoutStyle &style)
{
    if (m_style == style)
        return;
    m_style = style;
    m_varied = {};
    forget();
}

void BlockLayoutCache::setStructure(const std::shared_ptr<const TextStructure> &structure)
{
    if (m_structure == structure)
        return;
    m_structure = structure;
    forget();
}

const LayoutStyle &BlockLayoutCache::styleOf(LineLook look)
{
    if (look == LineLook::Text)
        return m_style;
    std::optional<LayoutStyle> &varied = m_varied[static_cast<std::size_t>(look)];
    if (!varied) {
        varied = m_style;
        varied->font = fontOf(look, m_style.font);
        varied->leastLineHeight = LineMetrics(m_style).height - m_style.roomAbove - m_style.roomBelow;
        if (m_style.emoji)
            varied->emoji = std::make_shared<EmojiGlyphs>(varied->font);
    }
    return *varied;
}

const LayoutStyle &BlockLayoutCache::styleOf(const TextBlock &block)
{
    if (!m_structure)
        return m_style;
    const LineLook look = m_structure->lookOf(block);
    const auto table = look == LineLook::Text ? m_structure->tableAt(block) : std::nullopt;
    return table ? tableStyle(*table) : styleOf(look);
}

/// Cells behind tabs get columns. What draws a table with characters counts on letters of one width.
const LayoutStyle &BlockLayoutCache::tableStyle(ByteRange table)
{
    if (const auto known = m_tables.find(table.begin); known != m_tables.end())
        return known->second;
    if (m_tables.size() == mostTables)
        m_tables.clear();
    const std::string_view text = std::string_view(*m_text).substr(table.begin, table.size());
    std::vector<double> stops = tableTabStops(text, m_style.font, m_style.columnWidth);
    LayoutStyle style = stops.empty() ? styleOf(LineLook::Code) : m_style;
    style.tabStops = std::move(stops);
    return m_tables.emplace(table.begin, std::move(style)).first->second;
}

void BlockLayoutCache::forget()
{
    m_tables.clear();
    m_entries.clear();
    m_byBytes.clear();
    m_line.reset();
    m_bytes = 0;
}

bool BlockLayoutCache::isRightToLeft(std::size_t lineBegin)
{
    if (!m_line || m_line->begin != lineBegin)
        m_line = {lineBegin, isRightToLeftLine(*m_text, lineBegin)};
    return m_line->isRightToLeft;
}

std::unique_ptr<BlockLayout> BlockLayoutCache::layOut(const TextBlock &block)
{
    const bool rightToLeft = isRightToLeft(block.lineBegin);
    const LayoutStyle &style = styleOf(block);
    if (!style.wordWrap && WideLayout::isWanted(block.bytes))
        return std::make_unique<WideLayout>(*m_text, block.bytes, rightToLeft, style, [this] { ++m_layoutsMade; });
    ++m_layoutsMade;
    return std::make_unique<PieceLayout>(*m_text, block.bytes, rightToLeft,
                                         block.goesOn ? PieceKind::Above : PieceKind::Line, style);
}

BlockLayout &BlockLayoutCache::layout(const TextBlock &block)
{
    if (const auto found = m_byBytes.find(block.bytes); found != m_byBytes.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found->second);
        return *m_entries.front();
    }
    m_entries.push_front(layOut(block));
    m_byBytes.emplace(block.bytes, m_entries.begin());
    m_bytes += laidOutBytes(*m_entries.front());
    while (m_entries.size() > mostBlocks || (m_bytes > mostBytes && m_entries.size() > alwaysKeptBlocks)) {
        m_bytes -= laidOutBytes(*m_entries.back());
        m_byBytes.erase(m_entries.back()->bytes());
        m_entries.pop_back();
    }
    return *m_entries.front();
}

} // namespace cw
