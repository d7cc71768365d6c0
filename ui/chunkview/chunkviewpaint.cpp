// SPDX-License-Identifier: GPL-3.0-or-later
// Painting the document's text. All figures come from the geometry.
#include "chunkview/chunkview_p.h"
#include "chunkview/wave.h"
#include "run/returning.h"

#include <QPaintEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cw {
namespace {

constexpr double outlineWidth = 2;
constexpr double columnBleed = 6; ///< of tints, beside the text
constexpr double waveLength = 6;
constexpr double waveHeight = 2;
constexpr std::size_t longestWaveBytes = 60;

/// Calls `use` for each rectangle that the range covers in the block's visible lines. When the text meant goes on until
/// `until`, past a line's end, the rest of that line is covered too.
template<typename Use>
void forEachPart(const ShownBlock &block, ByteRange range, std::size_t until, double bleed, const Use &use)
{
    const BlockLayout &layout = *block.layout;
    for (std::size_t line = std::max(block.firstLine, layout.lineAt(range.begin)); line < block.endLine; ++line) {
        const ByteRange lineBytes = layout.lineBytes(line);
        if (lineBytes.begin >= range.end)
            return;
        const VisualLine &shape = layout.lines()[line];
        ByteRange covered = range;
        if (range.end == lineBytes.end)
            covered.end = std::max(range.end, until);
        for (const Interval &interval : layout.intervalsOf(line, covered)) {
            const Interval part = withBleed(interval, layout.columnWidth(), bleed);
            use(QRectF(block.origin.x() + part.left, block.origin.y() + shape.top, part.right - part.left,
                       shape.height));
        }
    }
}

} // namespace

void ChunkView::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.setFont(font());
    d->paint(painter);
    if (hasFocus()) {
        painter.setClipping(false);
        painter.setPen(d->colors.accent);
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(viewport()->rect()).adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void ChunkView::Private::paint(QPainter &painter)
{
    painter.fillRect(q->viewport()->rect(), colors.base);
    if (!facts)
        return;
    const std::vector<ShownBlock> blocks = shownBlocks();
    if (mode == ChunkViewMode::Cards)
        paintCards(painter, blocks);
    else
        paintSource(painter, blocks);
    if (tokensShown)
        tokenCache.allAsked();
    if (facts.textBytes() == 0)
        paintMessage(painter, q->tr("This document is empty."));
    else if (facts.chunks().empty() && mode == ChunkViewMode::Cards)
        paintMessage(painter, q->tr("This document has no chunks: it holds nothing but white space."));
}

void ChunkView::Private::paintMessage(QPainter &painter, const QString &message)
{
    painter.setPen(colors.dimText);
    painter.drawText(q->viewport()->rect().adjusted(24, 24, -24, -24), Qt::AlignCenter | Qt::TextWordWrap, message);
}

void ChunkView::Private::paintSource(QPainter &painter, const std::vector<ShownBlock> &blocks)
{
    const QRectF gutterArea = gutterRect();
    painter.save();
    painter.setClipRect(
        QRectF(q->viewport()->rect())
            .adjusted(q->isRightToLeft() ? 0 : gutterArea.width(), 0, q->isRightToLeft() ? -gutterArea.width() : 0, 0));
    for (const ShownBlock &block : blocks) {
        fillSpans(painter, block);
        fillHits(painter, block, 0);
        if (selectionAnchor)
            fillRanges(painter, block, selectedBytes(), q->palette().color(QPalette::Highlight));
        drawText(painter, block, {});
        underlineFindings(painter, block, chunksTouching(facts.chunks(), block.shownBytes()));
        paintMarks(painter, block);
    }
    drawFrames(painter, blocks);
    outlineCurrent(painter, blocks);
    if (!facts.snapshot->pinPlaces.empty()) {
        for (const ShownBlock &block : blocks)
            drawPins(painter, block);
    }
    painter.restore();

    painter.setPen(colors.separator);
    const double edge = q->isRightToLeft() ? gutterArea.left() - 0.5 : gutterArea.right() + 0.5;
    painter.drawLine(QPointF(edge, 0), QPointF(edge, gutterArea.height()));
    const std::vector<TextRow> rows = textRows(blocks);
    GutterPainter gutterPainter(painter, facts, colors, gutter, gutterArea.left(), q->isRightToLeft());
    for (const OverlapBand &band : overlapBands(facts.chunks(), rows))
        gutterPainter.drawBand(band);
    paintReturned(gutterPainter, rows);
    for (const TextRow &row : rows)
        gutterPainter.drawRow(row, current ? current->chunk : std::nullopt);
}

void ChunkView::Private::paintReturned(GutterPainter &painter, const std::vector<TextRow> &rows)
{
    if (!facts.returnsMore() || rows.empty())
        return;
    const std::vector<Chunk> &texts = facts.snapshot->parentSets[facts.document]->chunks();
    std::optional<std::size_t> currentText;
    if (current && current->chunk && *current->chunk < facts.chunks().size())
        currentText = returnedFor(*facts.snapshot, facts.document, *current->chunk).number;
    const auto draw = [&](std::size_t text) {
        if (const auto band = bandOf(texts[text].source, static_cast<std::uint32_t>(text), rows))
            painter.drawReturned(*band, text == currentText);
    };
    // Texts with neighbours share nearly everything: only that of the current chunk is shown.
    if (!hasParents(*facts.snapshot)) {
        if (currentText)
            draw(*currentText);
        return;
    }
    const ChunkRange inView = chunksTouching(texts, {rows.front().bytes.begin, rows.back().bytes.end});
    for (std::size_t text = inView.begin; text < inView.end; ++text)
        draw(text);
}

void ChunkView::Private::fillSpans(QPainter &painter, const ShownBlock &block)
{
    for (const ChunkSpan &span : chunkSpans(facts.chunks(), block.shownBytes())) {
        if (span.chunkCount == 0)
            continue;
        const bool isCurrent = current && current->chunk && span.isCoveredBy(*current->chunk);
        const std::size_t hue = (isCurrent ? *current->chunk : span.lastChunk()) % 4;
        const QColor &ground = (isCurrent ? colors.chunkTintStrong : colors.chunkTint)[hue];
        const std::size_t chunkEnd = facts.chunks()[span.lastChunk()].source.end;
        forEachPart(block, span.bytes, chunkEnd, columnBleed, [&](const QRectF &rect) {
            if (span.chunkCount == 1)
                painter.fillRect(rect, ground);
            else
                hatch.fill(painter, rect, ground, colors.chunkHatch[span.firstChunk % 4],
                           colors.chunkHatch[span.lastChunk() % 4], hatchPhase);
        });
    }
}

void ChunkView::Private::fillRanges(QPainter &painter, const ShownBlock &block, ByteRange range, const QColor &color)
{
    forEachPart(block, range, range.end, 0, [&](const QRectF &rect) { painter.fillRect(rect, color); });
}

void ChunkView::Private::hatchRange(QPainter &painter, const ShownBlock &block, ByteRange range, std::size_t card)
{
    forEachPart(block, range, range.end, columnBleed, [&](const QRectF &rect) {
        hatch.fill(painter, rect, colors.base, colors.chunkTintStrong[(card - 1) % 4], colors.chunkTintStrong[card % 4],
                   hatchPhase);
    });
}

void ChunkView::Private::fillHits(QPainter &painter, const ShownBlock &block, std::size_t card)
{
    const bool isCard = mode == ChunkViewMode::Cards;
    const ByteRange shown = isCard ? facts.chunks()[card].source : block.shownBytes();
    auto hit = std::partition_point(hits.begin(), hits.end(),
                                    [&](const ByteRange &range) { return range.end <= shown.begin; });
    for (; hit != hits.end() && hit->begin < shown.end; ++hit) {
        const ByteRange range = isCard ? emitted(*hit, card) : *hit;
        fillRanges(painter, block, range, colors.searchHit);
        if (!current || current->bytes != *hit)
            continue;
        painter.setPen(QPen(colors.accent, outlineWidth));
        forEachPart(block, range, range.end, 0,
                    [&](const QRectF &rect) { painter.drawRect(rect.adjusted(0, 1, 0, -1)); });
    }
}

void ChunkView::Private::drawText(QPainter &painter, const ShownBlock &block, ByteRange dimmed)
{
    std::vector<ColoredRange> ranges{{dimmed, colors.dimText}};
    if (selectionAnchor && selectionAnchor->card == block.item.key.card)
        ranges.push_back({selectedBytes(), q->palette().color(QPalette::HighlightedText)});
    painter.setPen(colors.text);
    const std::vector<VisualLine> &lines = block.layout->lines();
    const QRectF clip(0, block.origin.y() + lines[block.firstLine].top, q->viewport()->width(),
                      lines[block.endLine - 1].bottom() - lines[block.firstLine].top);
    block.layout->draw(painter, block.origin, ranges, clip);
}

void ChunkView::Private::underlineFindings(QPainter &painter, const ShownBlock &block, ChunkRange chunks)
{
    for (const Finding &finding : facts.findings(chunks)) {
        if (!facts.marksWords(finding))
            continue;
        const ByteRange where
            = mode == ChunkViewMode::Cards ? emitted(finding.where, finding.chunk) : ByteRange(finding.where);
        if (where.intersects(block.shownBytes()))
            underline(painter, block, where, finding.severity);
    }
}

void ChunkView::Private::underline(QPainter &painter, const ShownBlock &block, ByteRange range, Severity severity)
{
    // A few words take a wave; a whole passage would drown in waves and takes dots.
    const bool isPassage = range.size() > longestWaveBytes;
    QPen pen(colors.severityColor(severity), 1.3);
    if (isPassage)
        pen = QPen(colors.severityColor(severity), 1.2, Qt::CustomDashLine, Qt::FlatCap);
    if (isPassage)
        pen.setDashPattern({1.5, 2.5});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, !isPassage);
    painter.setPen(pen);
    for (std::size_t line = block.firstLine; line < block.endLine; ++line) {
        const VisualLine &shape = block.layout->lines()[line];
        const ByteRange shown = intersection(range, {block.layout->bytes().begin, block.layout->textEnd()});
        const ByteRange onLine = intersection(shown, block.layout->lineBytes(line));
        const double y = block.origin.y() + std::min(shape.baseline + 3.5, shape.bottom() - waveHeight);
        for (const Interval &part : block.layout->intervalsOf(line, onLine)) {
            const QPointF from(block.origin.x() + part.left, y);
            if (isPassage)
                painter.drawLine(from, QPointF(block.origin.x() + part.right, y));
            else
                painter.drawPath(wavePath(from, part.right - part.left, waveLength, waveHeight));
        }
    }
    painter.restore();
}

void ChunkView::Private::outlineCurrent(QPainter &painter, const std::vector<ShownBlock> &blocks)
{
    if (!current || !current->chunk || *current->chunk >= facts.chunks().size())
        return;
    const ByteRange range = facts.chunks()[*current->chunk].source;
    std::vector<RegionRow> rows;
    for (const ShownBlock &block : blocks) {
        for (std::size_t line = block.firstLine; line < block.endLine; ++line) {
            const VisualLine &shape = block.layout->lines()[line];
            std::vector<Interval> parts = block.layout->intervalsOf(line, range);
            for (Interval &part : parts)
                part = withBleed(part, block.layout->columnWidth(), columnBleed);
            if (!parts.empty())
                rows.push_back({block.origin.y() + shape.top, block.origin.y() + shape.bottom(), std::move(parts)});
        }
    }
    if (rows.empty())
        return;
    const ByteRange shown{blocks.front().shownBytes().begin, blocks.back().shownBytes().end};
    painter.setPen(QPen(colors.accent, outlineWidth, Qt::SolidLine, Qt::SquareCap));
    painter.translate(blocks.front().origin.x(), 0);
    const std::vector<QLineF> lines = outlineOf(rows, range.begin<shown.begin, range.end> shown.end);
    painter.drawLines(lines.data(), static_cast<int>(lines.size()));
    painter.translate(-blocks.front().origin.x(), 0);
}

} // namespace cw
