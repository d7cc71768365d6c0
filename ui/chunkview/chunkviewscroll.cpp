// SPDX-License-Identifier: GPL-3.0-or-later
// Where the view stands in the text, and the way between the screen and the text.
#include "chunkview/chunkview_p.h"
#include "chunkview/emojiglyphs.h"

#include <QFontMetricsF>
#include <QScrollBar>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr double textMargin = 12; ///< left and right of the text
constexpr double cardMargin = 12; ///< left and right of a card
constexpr int longestLineCharacters = 120; ///< wider columns are hard to read
constexpr std::size_t largestBarValue = 1'000'000'000;

/// Scroll bars count in int: huge documents take steps of several bytes.
std::size_t bytesPerBarStep(std::size_t textBytes)
{
    return textBytes / largestBarValue + 1;
}

} // namespace

TextFlow &ChunkView::Private::flow()
{
    if (mode == ChunkViewMode::Cards)
        return cards;
    return source;
}

QRectF ChunkView::Private::gutterRect() const
{
    const double width = mode == ChunkViewMode::Source && facts ? gutter.width : 0;
    const double left = q->isRightToLeft() ? q->viewport()->width() - width : 0;
    return {left, 0, width, static_cast<double>(q->viewport()->height())};
}

QRectF ChunkView::Private::textColumn() const
{
    const double viewWidth = q->viewport()->width();
    const double sides = mode == ChunkViewMode::Source ? textMargin : cardMargin + textMargin;
    const double room = std::max(40.0, viewWidth - gutterRect().width() - 2 * sides);
    const double longest = longestLineCharacters * QFontMetricsF(textFont).averageCharWidth();
    const double width = wordWrap ? std::floor(std::min(room, longest)) : room;
    const double left
        = q->isRightToLeft() ? viewWidth - gutterRect().width() - sides - width : gutterRect().width() + sides;
    return {left, 0, width, static_cast<double>(q->viewport()->height())};
}

void ChunkView::Private::useShownText()
{
    cache.setText(!facts                             ? nullptr
                      : mode == ChunkViewMode::Cards ? facts.set()->emitted().text()
                                                     : facts.shownDocument()->sharedText());
    // Joined units make other lines than those of the document.
    const bool isDocumentText = facts && cache.text() == facts.shownDocument()->sharedText();
    const bool hasLooks = structure && !structure->isPlain();
    cache.setStructure(structureShown && isDocumentText && hasLooks ? structure : nullptr);
    lowest.reset();
}

void ChunkView::Private::updateStyle()
{
    const std::optional<HeldPlace> top = heldTop();
    if (!emoji || emojiFont != textFont) {
        emoji = std::make_shared<EmojiGlyphs>(textFont);
        emojiFont = textFont;
    }
    LayoutStyle style{textFont, textColumn().width(), wordWrap, emoji};
    if (tokensShown) {
        style.roomAbove = tokenFigureHeight();
        style.roomBelow = tokenBracketRoom;
    }
    cache.setStyle(style);
    lowest.reset();
    if (top && !flow().isEmpty())
        showHeld(*top);
    else
        setAnchor(anchor);
}

std::optional<HeldPlace> ChunkView::Private::heldTop()
{
    const std::optional<TextPlace> top = topPlace();
    if (!top)
        return std::nullopt;
    const bool isCard = mode == ChunkViewMode::Cards && anchor.key.block == 0
        && anchor.pixelsAbove < flow().padding(anchor.key).above;
    return HeldPlace{*top, isCard ? -anchor.pixelsAbove : topOf(*top), isCard, anchor == FlowAnchor{flow().first(), 0}};
}

std::optional<HeldPlace> ChunkView::Private::heldCurrent()
{
    if (!current || !facts || flow().isEmpty())
        return std::nullopt;
    const TextPlace place = flow().placeOf(current->bytes.begin, current->chunk);
    for (const ShownBlock &block : shownBlocks()) {
        if (block.item.key.card != place.card || !block.shownBytes().contains(place.byte))
            continue;
        const bool isCard = mode == ChunkViewMode::Cards && block.item.key.block == 0
            && block.item.top + flow().padding(block.item.key).above > 0;
        const double line = block.origin.y() + block.layout->lines()[block.layout->lineAt(place.byte)].top;
        return HeldPlace{place, isCard ? block.item.top : line, isCard, false};
    }
    return std::nullopt;
}

void ChunkView::Private::showHeld(const HeldPlace &held)
{
    if (held.isStart)
        setAnchor({flow().first(), 0});
    else if (held.isCard)
        setAnchor(scrolled(flow(), {flow().keyOf(held.place), 0}, -std::round(held.y)));
    else
        showAt(held.place, held.y);
}

std::optional<TextPlace> ChunkView::Private::topPlace()
{
    if (!facts || !cache.text() || flow().isEmpty() || cache.style().columnWidth == 0)
        return std::nullopt;
    const BlockLayout &layout = flow().layout(anchor.key);
    const double y = anchor.pixelsAbove - flow().padding(anchor.key).above;
    const auto line = std::partition_point(layout.lines().begin(), std::prev(layout.lines().end()),
                                           [y](const VisualLine &shape) { return shape.bottom() <= y; });
    const auto number = static_cast<std::size_t>(line - layout.lines().begin());
    return TextPlace{anchor.key.card, layout.bytesInView(number).begin};
}

double ChunkView::Private::topOf(TextPlace place)
{
    const BlockLayout &layout = flow().layout(anchor.key);
    return flow().padding(anchor.key).above + layout.lines()[layout.lineAt(place.byte)].top - anchor.pixelsAbove;
}

FlowAnchor ChunkView::Private::lowestAnchor()
{
    if (!lowest)
        lowest = endAnchor(flow(), q->viewport()->height());
    return *lowest;
}

void ChunkView::Private::setAnchor(FlowAnchor newAnchor)
{
    if (!facts || flow().isEmpty()) {
        anchor = {};
    } else {
        const FlowAnchor end = lowestAnchor();
        const bool isPastEnd
            = newAnchor.key > end.key || (newAnchor.key == end.key && newAnchor.pixelsAbove > end.pixelsAbove);
        anchor = isPastEnd ? end : newAnchor;
    }
    updateBars();
    q->viewport()->update();
}

void ChunkView::Private::scrollBy(double pixels)
{
    if (!facts || flow().isEmpty() || pixels == 0)
        return;
    const FlowAnchor before = anchor;
    setAnchor(scrolled(flow(), anchor, std::round(pixels)));
    if (anchor != before)
        hatchPhase = std::fmod(hatchPhase + std::round(pixels), 12.0);
}

void ChunkView::Private::showAt(TextPlace place, double y)
{
    const FlowKey key = flow().keyOf(place);
    const BlockLayout &layout = flow().layout(key);
    const double lineTop = flow().padding(key).above + layout.lines()[layout.lineAt(place.byte)].top;
    setAnchor(scrolled(flow(), {key, 0}, std::round(lineTop - y)));
}

void ChunkView::Private::reveal(TextPlace place)
{
    const double viewHeight = q->viewport()->height();
    if (!wordWrap)
        showSideways(place);
    for (const ShownBlock &block : shownBlocks()) {
        const ByteRange bytes = block.layout->bytes();
        const bool isIn = block.item.key.card == place.card && bytes.begin <= place.byte
            && (place.byte < bytes.end || block.item.key == flow().keyOf(place));
        if (!isIn)
            continue;
        const QRectF rect = block.layout->rectOf(place.byte).translated(block.origin);
        if (rect.top() >= 0 && rect.bottom() <= viewHeight)
            return;
        break;
    }
    showAt(place, std::floor(viewHeight / 4));
}

void ChunkView::Private::showSideways(TextPlace place)
{
    BlockLayout &layout = flow().layout(flow().keyOf(place));
    layout.aimAt(place.byte);
    const QRectF rect = layout.rectOf(place.byte);
    QScrollBar *bar = q->horizontalScrollBar();
    const double left = rect.left() - bar->value();
    if (left >= 0 && left + rect.width() <= q->viewport()->width() - textColumn().left())
        return;
    // The line may not have been in view yet, so that the bar knows nothing of its width.
    const int wanted = static_cast<int>(rect.left() - textColumn().width() / 2);
    isUpdatingBars = true;
    bar->setRange(std::min(bar->minimum(), wanted), std::max(bar->maximum(), wanted));
    bar->setValue(wanted);
    isUpdatingBars = false;
    updateBars();
}

void ChunkView::Private::goToByte(std::size_t sourceByte)
{
    if (!facts || flow().isEmpty())
        return;
    const TextPlace place = flow().placeOf(std::min(sourceByte, facts.textBytes()), std::nullopt);
    showAt(place, std::floor(q->viewport()->height() / 2.0));
    if (!wordWrap)
        showSideways(place);
}

void ChunkView::Private::updateBars()
{
    isUpdatingBars = true;
    QScrollBar *vertical = q->verticalScrollBar();
    QScrollBar *horizontal = q->horizontalScrollBar();
    const std::optional<TextPlace> top = topPlace();
    if (!top) {
        vertical->setRange(0, 0);
        horizontal->setRange(0, 0);
        strip->setShownBytes({});
        isUpdatingBars = false;
        return;
    }
    const std::size_t step = bytesPerBarStep(facts.textBytes());
    const FlowAnchor end = lowestAnchor();
    const FlowAnchor shown = std::exchange(anchor, end);
    const std::size_t endValue = flow().scrollValueOf(*topPlace());
    anchor = shown;
    const bool everythingFits = end == FlowAnchor{flow().first(), 0};
    const int maximum = everythingFits ? 0 : std::max(1, static_cast<int>(endValue / step));
    vertical->setRange(0, maximum);
    // The page is what is below the lowest position, at least a readable handle.
    const std::size_t rest = facts.textBytes() - std::min(endValue, facts.textBytes());
    vertical->setPageStep(std::max({1, static_cast<int>(rest / step), maximum / 50}));
    const bool isAtStart = anchor == FlowAnchor{flow().first(), 0};
    const int value = isAtStart ? 0 : anchor == end ? maximum : static_cast<int>(flow().scrollValueOf(*top) / step);
    vertical->setValue(std::min(value, maximum));

    isUpdatingBars = false;
    if (!wordWrap)
        settleSides();
    const std::vector<ShownBlock> blocks = shownBlocks();
    updateHorizontalBar(blocks);
    ByteRange shownSource;
    if (!blocks.empty()) {
        const ShownBlock &last = blocks.back();
        shownSource.begin = flow().sourceOf({top->card, blocks.front().bytesInView().begin});
        shownSource.end = std::max(shownSource.begin, flow().sourceOf({last.item.key.card, last.bytesInView().end}));
    }
    strip->setShownBytes(shownSource);
}

void ChunkView::Private::forgetWidths()
{
    widest = {};
    widestLong = {};
    widestLongLine.reset();
}

void ChunkView::Private::settleSides()
{
    QScrollBar *bar = q->horizontalScrollBar();
    const QRectF gutterArea = gutterRect();
    const double begin = (q->isRightToLeft() ? 0 : gutterArea.right()) - textColumn().left();
    const double width = q->viewport()->width() - gutterArea.width();
    for (const FlowItem &item : itemsInView(flow(), anchor, q->viewport()->height())) {
        const double left = begin + bar->value();
        const int moved = qRound(flow().layout(item.key).settle({left, left + width}));
        if (moved == 0)
            continue;
        isUpdatingBars = true;
        bar->setRange(std::min(bar->minimum(), bar->value() + moved), std::max(bar->maximum(), bar->value() + moved));
        bar->setValue(bar->value() + moved);
        isUpdatingBars = false;
    }
}

void ChunkView::Private::updateHorizontalBar(const std::vector<ShownBlock> &blocks)
{
    const auto include = [](Interval &all, Interval extent) {
        all = {std::min(all.left, extent.left), std::max(all.right, extent.right)};
    };
    for (const ShownBlock &block : blocks) {
        const ByteRange line = block.layout->bytes();
        const Interval extent = block.layout->extent();
        if (wordWrap || line.size() <= longestBlockBytes) {
            include(widest, extent);
        } else if (widestLongLine == line.begin || extent.right - extent.left > widestLong.right - widestLong.left) {
            widestLong = extent;
            widestLongLine = line.begin;
        }
    }
    Interval all = widest;
    include(all, widestLong);
    const double column = textColumn().width();
    QScrollBar *bar = q->horizontalScrollBar();
    bar->setRange(wordWrap ? 0 : static_cast<int>(std::min(0.0, std::floor(all.left))),
                  wordWrap ? 0 : static_cast<int>(std::max(0.0, std::ceil(all.right - column))));
    bar->setPageStep(static_cast<int>(column));
    bar->setSingleStep(40);
}

void ChunkView::Private::barMoved()
{
    if (isUpdatingBars || !facts || flow().isEmpty())
        return;
    const QScrollBar *bar = q->verticalScrollBar();
    if (bar->value() >= bar->maximum()) {
        setAnchor(lowestAnchor());
        return;
    }
    if (bar->value() == 0) {
        setAnchor({flow().first(), 0});
        return;
    }
    const std::size_t byte = static_cast<std::size_t>(bar->value()) * bytesPerBarStep(facts.textBytes());
    showAt(flow().placeOfScrollValue(byte), 0);
}

void ChunkView::Private::barActed(int action)
{
    const double line = std::ceil(QFontMetricsF(textFont).lineSpacing());
    const double page = std::max(line, q->viewport()->height() - 2 * line);
    switch (action) {
    case QAbstractSlider::SliderSingleStepAdd:
        scrollBy(line);
        break;
    case QAbstractSlider::SliderSingleStepSub:
        scrollBy(-line);
        break;
    case QAbstractSlider::SliderPageStepAdd:
        scrollBy(page);
        break;
    case QAbstractSlider::SliderPageStepSub:
        scrollBy(-page);
        break;
    default:
        return;
    }
    // The bar would now go to the byte it thinks of; it must stay where the text is.
    q->verticalScrollBar()->setSliderPosition(q->verticalScrollBar()->value());
}

std::vector<ShownBlock> ChunkView::Private::shownBlocks()
{
    std::vector<ShownBlock> blocks;
    if (!facts || flow().isEmpty() || cache.style().columnWidth == 0)
        return blocks;
    const double viewHeight = q->viewport()->height();
    const double left = textColumn().left() - q->horizontalScrollBar()->value();
    for (const FlowItem &item : itemsInView(flow(), anchor, viewHeight)) {
        ShownBlock block{item, &flow().layout(item.key), {left, item.top + flow().padding(item.key).above}, 0, 0};
        const std::vector<VisualLine> &lines = block.layout->lines();
        const double top = -block.origin.y();
        const auto first = std::partition_point(lines.begin(), std::prev(lines.end()),
                                                [&](const VisualLine &line) { return line.bottom() <= top; });
        const auto end = std::partition_point(std::next(first), lines.end(),
                                              [&](const VisualLine &line) { return line.top < top + viewHeight; });
        block.firstLine = static_cast<std::size_t>(first - lines.begin());
        block.endLine = static_cast<std::size_t>(end - lines.begin());
        blocks.push_back(block);
    }
    return blocks;
}

std::vector<TextRow> ChunkView::Private::textRows(const std::vector<ShownBlock> &blocks) const
{
    std::vector<TextRow> rows;
    for (const ShownBlock &block : blocks) {
        for (std::size_t line = block.firstLine; line < block.endLine; ++line) {
            const VisualLine &shape = block.layout->lines()[line];
            rows.push_back(
                {block.layout->bytesInView(line), block.origin.y() + shape.top, block.origin.y() + shape.bottom()});
        }
    }
    return rows;
}

std::optional<ShownBlock> ChunkView::Private::blockAt(double y)
{
    std::optional<ShownBlock> found;
    for (const ShownBlock &block : shownBlocks()) {
        if (!found || block.item.top <= y)
            found = block;
    }
    return found;
}

std::optional<TextPlace> ChunkView::Private::placeUnder(QPointF point, bool asCaret)
{
    const std::optional<ShownBlock> block = blockAt(point.y());
    if (!block)
        return std::nullopt;
    const QPointF inside = point - block->origin;
    return TextPlace{block->item.key.card,
                     asCaret ? block->layout->caretNear(inside) : block->layout->byteUnder(inside)};
}

std::optional<std::size_t> ChunkView::byteAt(QPoint point) const
{
    const std::optional<ShownBlock> block = d->blockAt(point.y());
    if (!block)
        return std::nullopt;
    const QPointF inside = QPointF(point) - block->origin;
    if (inside.y() < 0 || inside.y() >= block->layout->height())
        return std::nullopt;
    const TextPlace place{block->item.key.card, block->layout->byteUnder(inside)};
    const QRectF rect = block->layout->rectOf(place.byte);
    const bool isOnCharacter = inside.x() >= rect.left() && inside.x() <= rect.right();
    if (!isOnCharacter && !block->layout->isInsideLine(inside))
        return std::nullopt;
    return d->flow().sourceOf(place);
}

std::optional<Place> ChunkView::placeAt(QPoint point) const
{
    const std::optional<ShownBlock> block = d->facts ? d->blockAt(point.y()) : std::nullopt;
    if (!block)
        return std::nullopt;
    const bool isHead = d->mode == ChunkViewMode::Cards && block->item.key.block == 0 && point.y() < block->origin.y();
    if (isHead) {
        const auto chunk = static_cast<std::uint32_t>(block->item.key.card);
        return Place{d->facts.document, chunk, d->facts.chunks()[chunk].source};
    }
    const std::optional<std::size_t> byte = byteAt(point);
    const std::optional<TextPlace> under = byte ? d->placeUnder(point, false) : std::nullopt;
    if (!under)
        return std::nullopt;
    return Place{d->facts.document, d->chunkForClick(*under), {*byte, *byte}};
}

QRect ChunkView::rectOf(std::size_t byte) const
{
    if (!d->facts || d->flow().isEmpty())
        return {};
    // A byte may be on two cards: that of the current chunk is meant.
    std::optional<std::size_t> chunk = d->current ? d->current->chunk : std::nullopt;
    if (chunk && (*chunk >= d->facts.chunks().size() || !d->facts.chunks()[*chunk].source.contains(byte)))
        chunk.reset();
    const TextPlace place = d->flow().placeOf(byte, chunk);
    const FlowKey key = d->flow().keyOf(place);
    for (const ShownBlock &block : d->shownBlocks()) {
        if (block.item.key != key)
            continue;
        const QRectF rect = block.layout->rectOf(place.byte).translated(block.origin);
        return rect.intersects(viewport()->rect()) ? rect.toAlignedRect() : QRect();
    }
    return {};
}

ByteRange ChunkView::visibleBytes() const
{
    const std::vector<ShownBlock> blocks = d->shownBlocks();
    if (blocks.empty())
        return {};
    const auto sourceOf = [this](const ShownBlock &block, std::size_t byte) {
        return d->flow().sourceOf({block.item.key.card, byte});
    };
    const std::size_t begin = sourceOf(blocks.front(), blocks.front().bytesInView().begin);
    return {begin, std::max(begin, sourceOf(blocks.back(), blocks.back().bytesInView().end))};
}

} // namespace cw
