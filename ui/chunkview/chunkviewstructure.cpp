// SPDX-License-Identifier: GPL-3.0-or-later
// The structure of the document shown: read on a worker, drawn as fonts and frames.
#include "chunkview/chunkview_p.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr double frameBleed = 8.5; ///< beside the text, outside of the tints

/// Whether `beginning` is how `whole` begins.
bool isBeginning(const std::shared_ptr<const Document> &beginning, const std::shared_ptr<const Document> &whole)
{
    return beginning && whole && beginning->id() == whole->id() && beginning->text().size() < whole->text().size()
        && whole->text().substr(0, beginning->text().size()) == beginning->text();
}

} // namespace

void ChunkView::Private::readStructure()
{
    const std::shared_ptr<const Document> document = facts ? facts.shownDocument() : nullptr;
    facts.blocks = structure ? structure->tree() : nullptr;
    if (structuredDocument == document)
        return;
    structureReading.cancel();
    // What is known of the beginning holds for it until more is known.
    if (!isBeginning(structuredDocument, document)) {
        structure.reset();
        facts.blocks.reset();
    }
    structuredDocument = document;
    if (!document)
        return;
    structureReading.start(
        [document](std::stop_token stop) -> Outcome<std::shared_ptr<const TextStructure>> {
            const auto tree = document->blocks(std::move(stop));
            if (tree.isCancelled())
                return Cancelled{};
            if (!tree)
                return tree.error();
            return std::make_shared<const TextStructure>(*tree);
        },
        ChangeKind::Settled);
}

void ChunkView::Private::useStructure(std::shared_ptr<const TextStructure> newStructure)
{
    const std::optional<HeldPlace> top = heldTop();
    const std::optional<HeldPlace> shown = heldCurrent();
    structure = std::move(newStructure);
    facts.blocks = structure ? structure->tree() : nullptr;
    useShownText();
    forgetWidths();
    if (!top || flow().isEmpty()) {
        setAnchor(anchor);
        return;
    }
    if (top->isStart || !shown)
        showHeld(*top);
    // What was just gone to must not be pushed out of sight by headings above it.
    if (shown && (!top->isStart || !heldCurrent()))
        showHeld(*shown);
}

void ChunkView::Private::drawFrames(QPainter &painter, std::span<const ShownBlock> blocks)
{
    if (!cache.structure() || blocks.empty())
        return;
    const ByteRange shown{blocks.front().shownBytes().begin, blocks.back().shownBytes().end};
    const double left = std::round(blocks.front().origin.x()) - frameBleed;
    const double right = wordWrap ? std::round(blocks.front().origin.x() + textColumn().width()) + frameBleed
                                  : q->viewport()->width() + frameBleed;
    painter.setPen(QPen(colors.mark, 1));
    for (const StructureFrame &frame : cache.structure()->framesIn(shown)) {
        const auto first = std::ranges::find_if(
            blocks, [&](const ShownBlock &block) { return block.layout->bytes().end > frame.bytes.begin; });
        if (first == blocks.end())
            continue;
        const auto behind = std::find_if(first, blocks.end(), [&](const ShownBlock &block) {
            return block.layout->bytes().begin >= frame.bytes.end;
        });
        const ShownBlock &last = *std::prev(behind);
        const auto bottomOf = [](const ShownBlock &block, std::size_t end) {
            return block.origin.y() + block.layout->lines()[block.layout->lineAt(end - 1)].bottom() - 0.5;
        };
        const bool hasTop = frame.bytes.begin >= first->layout->bytes().begin;
        const bool hasBottom = frame.bytes.end <= last.layout->bytes().end;
        double top = first->origin.y() - 0.5;
        if (hasTop)
            top += first->layout->lines()[first->layout->lineAt(frame.bytes.begin)].top + 1;
        const double bottom = hasBottom ? bottomOf(last, frame.bytes.end) : last.origin.y() + last.layout->height();
        painter.drawLine(QPointF(left, top), QPointF(left, bottom));
        painter.drawLine(QPointF(right, top), QPointF(right, bottom));
        if (hasTop)
            painter.drawLine(QPointF(left, top), QPointF(right, top));
        if (hasBottom)
            painter.drawLine(QPointF(left, bottom), QPointF(right, bottom));
        if (frame.tableHead.isEmpty())
            continue;
        const auto head = std::find_if(first, behind, [&](const ShownBlock &block) {
            return block.layout->bytes().contains(frame.tableHead.end - 1);
        });
        if (head != behind) {
            const double y = bottomOf(*head, frame.tableHead.end);
            painter.drawLine(QPointF(left, y), QPointF(right, y));
        }
    }
}

void ChunkView::setStructureShown(bool shown)
{
    if (d->structureShown == shown)
        return;
    d->structureShown = shown;
    d->useStructure(d->structure);
}

bool ChunkView::structureShown() const noexcept
{
    return d->structureShown;
}

bool ChunkView::isReadingStructure() const
{
    return d->structureReading.isBusy();
}

bool ChunkView::isCatchingUp() const
{
    return isReadingStructure() || d->tokenCache.isTokenizing() || d->strip->isMaking();
}

} // namespace cw
