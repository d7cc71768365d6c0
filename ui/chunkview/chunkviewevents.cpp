// SPDX-License-Identifier: GPL-3.0-or-later
// Mouse, keys, tooltips and changes of style.
#include "chunkview/chunkview_p.h"
#include "chunkview/tokentext.h"
#include "models/tooltips.h"

#include <QApplication>
#include <QClipboard>
#include <QFontMetricsF>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QScrollBar>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr double linesPerWheelStep = 3;

} // namespace

void ChunkView::Private::updateColors()
{
    colors = ThemeColors::fromPalette(q->palette());
    hatch.clear();
    strip->setColors(colors);
    q->viewport()->update();
}

void ChunkView::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    switch (event->type()) {
    case QEvent::PaletteChange:
    case QEvent::StyleChange:
        d->updateColors();
        break;
    case QEvent::FontChange:
    case QEvent::LayoutDirectionChange:
        if (d->facts)
            d->gutter = GutterColumns::forDocument(d->facts, font());
        d->updateStyle();
        break;
    default:
        break;
    }
}

void ChunkView::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    const QRect area = viewport()->geometry();
    const int left = isRightToLeft() ? area.left() - OverviewStrip::stripWidth : area.right() + 1;
    d->strip->setGeometry(left, area.top(), OverviewStrip::stripWidth, area.height());
    d->updateStyle();
}

void ChunkView::scrollContentsBy(int dx, int dy)
{
    if (dy != 0)
        d->barMoved();
    if (dx != 0 && !d->isUpdatingBars)
        d->updateBars();
    viewport()->update();
}

void ChunkView::focusInEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusInEvent(event);
    viewport()->update();
}

void ChunkView::focusOutEvent(QFocusEvent *event)
{
    QAbstractScrollArea::focusOutEvent(event);
    viewport()->update();
}

void ChunkView::wheelEvent(QWheelEvent *event)
{
    if (event->modifiers().testFlag(Qt::ControlModifier)) {
        if (const int steps = event->angleDelta().y() / QWheelEvent::DefaultDeltasPerStep; steps != 0)
            zoomBy(steps);
        event->accept();
        return;
    }
    QPoint pixels = event->pixelDelta();
    if (pixels.isNull()) {
        const double perStep = linesPerWheelStep * std::ceil(QFontMetricsF(d->textFont).lineSpacing());
        pixels = (QPointF(event->angleDelta()) * perStep / QWheelEvent::DefaultDeltasPerStep).toPoint();
    }
    if (event->modifiers().testFlag(Qt::ShiftModifier) && pixels.x() == 0)
        pixels = {pixels.y(), 0};
    d->scrollBy(-pixels.y());
    horizontalScrollBar()->setValue(horizontalScrollBar()->value() - pixels.x());
    event->accept();
}

std::string_view ChunkView::Private::shownText() const
{
    return cache.text() ? std::string_view(*cache.text()) : std::string_view();
}

ByteRange ChunkView::Private::selectedBytes() const
{
    if (!selectionAnchor)
        return {};
    const auto [begin, end] = std::minmax(selectionAnchor->byte, selectionCaret);
    return {begin, end};
}

void ChunkView::Private::extendSelection(QPointF point)
{
    std::optional<TextPlace> place = placeUnder(point, true);
    if (!place || !selectionAnchor)
        return;
    selectionCaret = place->byte;
    if (mode == ChunkViewMode::Cards) { // a selection stays in its card
        const ByteRange emit = facts.chunks()[selectionAnchor->card].emit;
        if (place->card != selectionAnchor->card)
            selectionCaret = place->card < selectionAnchor->card ? emit.begin : emit.end;
    }
    q->viewport()->update();
}

void ChunkView::Private::selectWord(TextPlace place)
{
    const ByteRange word = flow().layout(flow().keyOf(place)).wordAt(place.byte);
    selectionAnchor = TextPlace{place.card, word.begin};
    selectionCaret = word.end;
    q->viewport()->update();
}

std::optional<std::uint32_t> ChunkView::Private::chunkForClick(TextPlace place)
{
    const std::vector<Chunk> &chunks = facts.chunks();
    if (chunks.empty())
        return std::nullopt;
    if (mode == ChunkViewMode::Cards)
        return static_cast<std::uint32_t>(place.card);
    const std::vector<ChunkSpan> spans = chunkSpans(chunks, {place.byte, place.byte + 1});
    if (spans.front().chunkCount == 0) // between chunks: the one that comes next
        return std::min(spans.front().firstChunk, static_cast<std::uint32_t>(chunks.size() - 1));
    const ChunkSpan &span = spans.front();
    const bool isRepeated = current && current->bytes == ByteRange{place.byte, place.byte} && current->chunk
        && span.isCoveredBy(*current->chunk);
    if (isRepeated && *current->chunk > span.firstChunk)
        return *current->chunk - 1;
    return span.lastChunk();
}

void ChunkView::mousePressEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !d->facts || d->flow().isEmpty())
        return;
    d->pressPoint = event->position();
    if (d->gutterRect().contains(event->position())) {
        for (const TextRow &row : d->textRows(d->shownBlocks())) {
            const ChunkRange starting = chunksStartingIn(d->facts.chunks(), row.bytes);
            if (event->position().y() < row.top || event->position().y() >= row.bottom || starting.size() == 0)
                continue;
            const auto chunk = static_cast<std::uint32_t>(starting.begin);
            d->activate({d->facts.document, chunk, d->facts.chunks()[chunk].source}, false);
        }
        return;
    }
    const std::optional<TextPlace> caret = d->placeUnder(event->position(), true);
    if (!caret)
        return;
    if (event->modifiers().testFlag(Qt::ShiftModifier) && d->selectionAnchor) {
        d->extendSelection(event->position());
    } else {
        d->selectionAnchor = caret;
        d->selectionCaret = caret->byte;
    }
    d->isSelecting = true;
    viewport()->update();
}

void ChunkView::mouseMoveEvent(QMouseEvent *event)
{
    if (!event->buttons().testFlag(Qt::LeftButton)) {
        const bool isOverText = d->facts && !d->gutterRect().contains(event->position());
        viewport()->setCursor(isOverText ? Qt::IBeamCursor : Qt::ArrowCursor);
        d->setPointer(isOverText ? std::optional(event->position()) : std::nullopt);
        return;
    }
    if (!d->isSelecting)
        return;
    d->dragPoint = event->position();
    d->extendSelection(event->position());
    const bool isOutside = event->position().y() < 0 || event->position().y() >= viewport()->height();
    if (isOutside && !d->autoScroll.isActive())
        d->autoScroll.start();
    else if (!isOutside)
        d->autoScroll.stop();
}

void ChunkView::mouseReleaseEvent(QMouseEvent *event)
{
    d->autoScroll.stop();
    if (event->button() != Qt::LeftButton || !d->isSelecting)
        return;
    d->isSelecting = false;
    if (!d->selectedBytes().isEmpty())
        return;
    d->selectionAnchor.reset();
    const std::optional<TextPlace> place = d->placeUnder(event->position(), false);
    if (!place)
        return;
    const std::size_t byte = d->flow().sourceOf(*place);
    d->activate({d->facts.document, d->chunkForClick(*place), {byte, byte}}, false);
}

void ChunkView::Private::stepCard(int step)
{
    const std::vector<Chunk> &chunks = facts.chunks();
    if (chunks.empty())
        return;
    std::size_t card = 0;
    if (current && current->chunk) {
        const auto wanted = static_cast<std::ptrdiff_t>(*current->chunk) + step;
        card = static_cast<std::size_t>(
            std::clamp<std::ptrdiff_t>(wanted, 0, static_cast<std::ptrdiff_t>(chunks.size()) - 1));
    } else if (const std::optional<TextPlace> top = topPlace()) {
        card = top->card;
    }
    const auto chunk = static_cast<std::uint32_t>(card);
    activate({facts.document, chunk, chunks[card].source}, false);
    showAt({card, chunks[card].emit.begin}, CardFlow::gap + cardHeadHeight(card) + CardFlow::textMargin);
}

void ChunkView::keyPressEvent(QKeyEvent *event)
{
    QScrollBar *vertical = verticalScrollBar();
    QScrollBar *horizontal = horizontalScrollBar();
    if (event->matches(QKeySequence::Copy)) {
        if (d->selectedBytes().isEmpty())
            copyCurrentChunk();
        else
            QApplication::clipboard()->setText(selectedText());
        return;
    }
    if (event->matches(QKeySequence::SelectAll) && d->facts && !d->flow().isEmpty()) {
        const bool isCard = d->mode == ChunkViewMode::Cards;
        const std::size_t card = isCard && d->current && d->current->chunk ? *d->current->chunk : 0;
        const ByteRange all = isCard ? d->facts.chunks()[card].emit : ByteRange{0, d->facts.textBytes()};
        d->selectionAnchor = TextPlace{card, all.begin};
        d->selectionCaret = all.end;
        viewport()->update();
        return;
    }
    switch (event->key()) {
    case Qt::Key_Up:
        vertical->triggerAction(QAbstractSlider::SliderSingleStepSub);
        return;
    case Qt::Key_Down:
        vertical->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        return;
    case Qt::Key_PageUp:
        vertical->triggerAction(QAbstractSlider::SliderPageStepSub);
        return;
    case Qt::Key_PageDown:
        vertical->triggerAction(QAbstractSlider::SliderPageStepAdd);
        return;
    case Qt::Key_Home:
        vertical->triggerAction(QAbstractSlider::SliderToMinimum);
        return;
    case Qt::Key_End:
        vertical->triggerAction(QAbstractSlider::SliderToMaximum);
        return;
    case Qt::Key_Left:
        horizontal->triggerAction(QAbstractSlider::SliderSingleStepSub);
        return;
    case Qt::Key_Right:
        horizontal->triggerAction(QAbstractSlider::SliderSingleStepAdd);
        return;
    case Qt::Key_Escape:
        if (!d->selectedBytes().isEmpty()) {
            d->selectionAnchor.reset();
            viewport()->update();
            return;
        }
        break;
    case Qt::Key_J:
    case Qt::Key_K:
        if (d->facts && d->mode == ChunkViewMode::Cards && event->modifiers() == Qt::NoModifier) {
            d->stepCard(event->key() == Qt::Key_J ? 1 : -1);
            return;
        }
        break;
    default:
        break;
    }
    event->ignore();
}

void ChunkView::Private::toolTip(const QHelpEvent &help)
{
    const QPointF point = help.pos();
    std::size_t chunk = facts.chunks().size();
    if (gutterRect().contains(point)) {
        for (const TextRow &row : textRows(shownBlocks())) {
            const ChunkRange starting = chunksStartingIn(facts.chunks(), row.bytes);
            if (point.y() < row.top || point.y() >= row.bottom)
                continue;
            chunk = starting.size() > 0 ? starting.begin : facts.set()->lastChunkAt(row.bytes.begin);
        }
    } else if (const std::optional<TextPlace> place = placeUnder(point, false)) {
        chunk = mode == ChunkViewMode::Cards ? place->card : facts.set()->lastChunkAt(place->byte);
    }
    QStringList parts{pinUnder(point), whiteSpaceUnder(point)};
    if (const std::optional<TokensUnder> under = tokensUnder(point))
        parts << tokenDetails(facts, under->chunk, under->tokens) << facts.chunkSummary(under->chunk);
    else if (chunk < facts.chunks().size())
        parts << facts.chunkDescription(chunk);
    parts.removeAll(QString());
    if (parts.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help.globalPos(), plainToolTip(parts.join(QLatin1Char('\n'))), q->viewport());
}

bool ChunkView::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::ToolTip && d->facts && !d->flow().isEmpty()) {
        d->toolTip(*static_cast<QHelpEvent *>(event));
        return true;
    }
    if (event->type() == QEvent::Leave)
        d->setPointer({});
    if (event->type() == QEvent::MouseButtonDblClick && d->facts && !d->flow().isEmpty()) {
        const auto *mouse = static_cast<QMouseEvent *>(event);
        const std::optional<TextPlace> place = d->placeUnder(mouse->position(), false);
        if (mouse->button() == Qt::LeftButton && place && !d->gutterRect().contains(mouse->position())) {
            d->selectWord(*place);
            return true;
        }
    }
    return QAbstractScrollArea::viewportEvent(event);
}

} // namespace cw
