// SPDX-License-Identifier: GPL-3.0-or-later
// Painting chunks as cards.
#include "chunkview/chunkview_p.h"
#include "chunkview/reasonmark.h"
#include "run/returning.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace cw {
namespace {

constexpr double cardMargin = 12;
constexpr double headPadding = 12;
constexpr double cornerRadius = 6;
constexpr double figuresRow = 28; ///< at least
constexpr double iconSize = 14;
constexpr double barWidth = 96;
constexpr double barHeight = 4;
constexpr double chipPadding = 8;
constexpr double chipRadius = 4;

QString utf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

double figuresHeight(const QFont &font)
{
    return std::max(figuresRow, std::ceil(QFontMetricsF(font).height()) + 10);
}

double findingsHeight(const QFont &font)
{
    return std::ceil(QFontMetricsF(font).height()) + 6;
}

} // namespace

double ChunkView::Private::cardHeadHeight(std::size_t card) const
{
    const bool hasFindings = !facts.findings({card, card + 1}).empty();
    const int lines = (hasFindings ? 1 : 0) + (facts.chunks()[card].hasPrefix() ? 1 : 0)
        + (facts.hasMoreHeadingsThanPrefix(card) ? 1 : 0);
    return figuresHeight(q->font()) + lines * findingsHeight(q->font());
}

ByteRange ChunkView::Private::emitted(ByteRange range, std::size_t card) const
{
    const ChunkSet &set = *facts.set();
    const ByteRange emit = set.chunks()[card].emit;
    const std::size_t begin = std::clamp(set.emitted().emitOf(range.begin), emit.begin, emit.end);
    // The end is mapped by its last byte: a gap after it would map to the next piece.
    const std::size_t last = range.end > range.begin ? set.emitted().emitOf(range.end - 1) + 1 : begin;
    return {begin, std::clamp(last, begin, emit.end)};
}

void ChunkView::Private::paintCards(QPainter &painter, const std::vector<ShownBlock> &blocks)
{
    painter.fillRect(q->viewport()->rect(), q->palette().color(QPalette::Window));
    const double cardLeft = cardMargin;
    const double cardWidth = q->viewport()->width() - 2 * cardMargin;
    const double beyond = 4 * cornerRadius; ///< so that borders out of sight stay there
    for (std::size_t i = 0; i < blocks.size();) {
        const std::size_t card = blocks[i].item.key.card;
        std::size_t end = i;
        while (end < blocks.size() && blocks[end].item.key.card == card)
            ++end;
        const bool hasHead = blocks[i].item.key.block == 0;
        const FlowItem &lastItem = blocks[end - 1].item;
        const bool hasFoot = lastItem.key.block + 1 == cards.blockCount(card);
        const double top = hasHead ? blocks[i].item.top + CardFlow::gap : -beyond;
        const double foot = blocks[end - 1].origin.y() + blocks[end - 1].layout->height() + CardFlow::textMargin;
        const double bottom = hasFoot ? foot : q->viewport()->height() + beyond;
        const QRectF frame(cardLeft, top, cardWidth, bottom - top);
        const bool isCurrent = current && current->chunk && *current->chunk == card;

        QPainterPath shape;
        shape.addRoundedRect(frame.adjusted(0.5, 0.5, -0.5, -0.5), cornerRadius, cornerRadius);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.fillPath(shape, colors.base);
        painter.setClipPath(shape);
        if (hasHead) {
            const QRectF head(frame.left(), frame.top(), frame.width(), cardHeadHeight(card));
            painter.fillRect(head, (isCurrent ? colors.chunkTintStrong : colors.chunkTint)[card % 4]);
            paintCardHead(painter, card, head);
        }
        painter.setRenderHint(QPainter::Antialiasing, false);
        const ByteRange shared = facts.set()->overlapWithPrevious(card);
        const ByteRange carried = shared.isEmpty() ? ByteRange{} : emitted(shared, card);
        for (std::size_t block = i; block < end; ++block) {
            if (card > 0)
                hatchRange(painter, blocks[block], carried, card);
            fillHits(painter, blocks[block], card);
            if (selectionAnchor && selectionAnchor->card == card)
                fillRanges(painter, blocks[block], selectedBytes(), q->palette().color(QPalette::Highlight));
            drawText(painter, blocks[block], carried);
            underlineFindings(painter, blocks[block], {card, card + 1});
            paintMarks(painter, blocks[block]);
        }
        drawFrames(painter, std::span(blocks).subspan(i, end - i));
        for (std::size_t block = i; block < end; ++block)
            drawPins(painter, blocks[block]);
        painter.restore();
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(isCurrent ? colors.accent : colors.separator, isCurrent ? 2 : 1));
        painter.drawPath(shape);
        painter.restore();
        if (hasParents(*facts.snapshot))
            paintParent(painter, card, frame, hasHead, hasFoot);
        i = end;
    }
}

void ChunkView::Private::paintParent(QPainter &painter, std::size_t card, QRectF frame, bool hasHead, bool hasFoot)
{
    constexpr double bracketLeft = 4;
    constexpr double tick = 5;
    const std::size_t parent = parentOf(*facts.snapshot, facts.document, card);
    const ChildRange children = childrenOf(*facts.snapshot, facts.document, parent);
    const bool isCurrent
        = current && current->chunk && *current->chunk >= children.begin && *current->chunk < children.end;
    const double line = isCurrent ? 3 : 1;
    const QColor &color = isCurrent ? colors.accent : colors.dimText;
    const bool begins = hasHead && card == children.begin;
    const bool ends = hasFoot && card + 1 == children.end;
    // The gap above the next card belongs to it: nothing is left out between cards of one parent.
    const double top = begins || !hasHead ? frame.top() : frame.top() - CardFlow::gap;
    painter.fillRect(QRectF(bracketLeft, top, line, frame.bottom() - top), color);
    if (begins)
        painter.fillRect(QRectF(bracketLeft, frame.top(), tick, line), color);
    if (ends)
        painter.fillRect(QRectF(bracketLeft, frame.bottom() - line, tick, line), color);
}

void ChunkView::Private::paintCardHead(QPainter &painter, std::size_t card, QRectF head)
{
    const Chunk &chunk = facts.chunks()[card];
    const double rowHeight = figuresHeight(q->font());
    const QRectF row
        = QRectF(head.left(), head.top(), head.width(), rowHeight).adjusted(headPadding, 0, -headPadding, 0);
    double x = row.left();
    const auto write = [&](const QString &text, const QFont &font, const QColor &color, double gapAfter) {
        painter.setFont(font);
        painter.setPen(color);
        const double width = QFontMetricsF(font).horizontalAdvance(text);
        painter.drawText(QRectF(x, row.top(), std::min(width + 1, row.right() - x), rowHeight),
                         Qt::AlignLeft | Qt::AlignVCenter, text);
        x += width + gapAfter;
    };
    QFont bold = q->font();
    bold.setBold(true);
    write(countText(card + 1), bold, colors.text, 14);
    const std::uint32_t tokens = chunk.embeddedTokens();
    write(tokens == 1 ? q->tr("1 token") : q->tr("%1 tokens").arg(countText(tokens)), q->font(), colors.text, 10);
    if (const std::size_t most = facts.maxTokens(); most > 0) {
        const double share = static_cast<double>(tokens) / static_cast<double>(most);
        const QRectF bar(x, row.center().y() - barHeight / 2, barWidth, barHeight);
        painter.fillRect(bar, colors.separator);
        painter.fillRect(QRectF(bar.left(), bar.top(), barWidth * std::min(share, 1.0), barHeight),
                         share > 1 ? colors.severityColor(Severity::Error) : colors.chunkEdge[card % 4]);
        x += barWidth + 14;
    }
    if (chunk.overlapTokens > 0)
        write(q->tr("%1 shared with %2").arg(countText(chunk.overlapTokens), countText(card)), q->font(), colors.text,
              14);
    if (const QString returned = facts.returnedNote(card); !returned.isEmpty())
        write(returned, q->font(), colors.text, 14);

    if (const QString pages = facts.pages(card); !pages.isEmpty())
        write(pages, q->font(), colors.text, 14);

    // Reasons stand at the far end, where there is room for them.
    const QString start = reasonTitle(chunk.startReason);
    const QString end = reasonTitle(chunk.endReason);
    const QFont small = gutterFont(q->font());
    const QFontMetricsF metrics(small);
    const double mark = GutterColumns::markSize;
    const QString arrow = QStringLiteral(" \u2192 ");
    const double width = 2 * (mark + 5) + metrics.horizontalAdvance(start + arrow + end);
    if (row.right() - width > x) {
        x = row.right() - width;
        drawReasonMark(painter, {x, row.center().y() - mark / 2, mark, mark}, chunk.startReason, colors);
        x += mark + 5;
        write(start + arrow, small, colors.dimText, 0);
        drawReasonMark(painter, {x, row.center().y() - mark / 2, mark, mark}, chunk.endReason, colors);
        x += mark + 5;
        write(end, small, colors.dimText, 0);
    }

    double left = row.left();
    double top = head.top() + rowHeight;
    const double height = findingsHeight(q->font());
    painter.setFont(q->font());
    const QFontMetricsF textMetrics(q->font());
    if (facts.hasMoreHeadingsThanPrefix(card)) {
        painter.setPen(colors.dimText);
        painter.drawText(QRectF(row.left(), top - 3, row.width(), height), Qt::AlignLeft | Qt::AlignVCenter,
                         textMetrics.elidedText(facts.headingPath(card), Qt::ElideMiddle, row.width()));
        top += height;
    }
    if (chunk.hasPrefix()) {
        paintPrefix(painter, card, QRectF(row.left(), top - 3, row.width(), height));
        top += height;
    }
    std::optional<std::uint16_t> lastRule;
    for (const Finding &finding : facts.findings({card, card + 1})) {
        if (lastRule == finding.rule)
            continue;
        lastRule = finding.rule;
        const QString title = utf8(rules()[finding.rule]->title);
        const double titleWidth = textMetrics.horizontalAdvance(title);
        if (left + iconSize + 5 + titleWidth > row.right())
            break;
        painter.save();
        painter.translate(left, top + (height - iconSize) / 2 - 3);
        painter.fillPath(severityShape(finding.severity, iconSize), colors.severityColor(finding.severity));
        painter.restore();
        left += iconSize + 5;
        painter.setPen(colors.text);
        painter.drawText(QRectF(left, top - 3, titleWidth + 1, height), Qt::AlignLeft | Qt::AlignVCenter, title);
        left += titleWidth + 16;
    }
}

void ChunkView::Private::paintPrefix(QPainter &painter, std::size_t card, QRectF room)
{
    const QFontMetricsF metrics(q->font());
    const QString label = q->tr("Prefix");
    const double labelWidth = metrics.horizontalAdvance(label) + chipPadding;
    const QString text
        = metrics.elidedText(facts.prefixLine(card), Qt::ElideRight, room.width() - labelWidth - 2 * chipPadding);
    const QRectF chip(room.left() + labelWidth, room.top(), metrics.horizontalAdvance(text) + 2 * chipPadding,
                      room.height() - 4);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(colors.dimText);
    painter.drawText(QRectF(room.left(), room.top(), labelWidth, chip.height()), Qt::AlignLeft | Qt::AlignVCenter,
                     label);
    painter.setPen(QPen(colors.mark, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(chip.adjusted(0.5, 0.5, -0.5, -0.5), chipRadius, chipRadius);
    painter.setPen(colors.text);
    painter.drawText(chip, Qt::AlignCenter, text);
    painter.restore();
}

} // namespace cw
