// SPDX-License-Identifier: GPL-3.0-or-later
// Pins at their places in the text. A break is a filled head on a line, a forbidden one a ring on a broken line; a pin
// that does not hold is struck through.
#include "chunkview/chunkview_p.h"
#include "segment/words.h"
#include "text/utf8.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {

namespace {

constexpr double headRadius = 3;
constexpr double aboveLetters = 0.5; ///< of the head's centre, from the line's top: between words there is no room
constexpr double stemWidth = 2;
constexpr double besideLetter = 2;
constexpr double reach = 5; ///< of the pointer, to both sides

/// Whether the character begins at its right side: by its own direction, or else by that of its line.
bool runsFromTheRight(std::string_view text, std::size_t byte, bool lineIsRightToLeft)
{
    const DecodedCharacter character = decodeCharacter(text, byte);
    switch (QChar::direction(character.codePoint)) {
    case QChar::DirR:
    case QChar::DirAL:
        return true;
    case QChar::DirL:
    case QChar::DirEN:
    case QChar::DirAN:
        return false;
    default:
        return lineIsRightToLeft;
    }
}

} // namespace

std::span<const PinPlace> ChunkView::Private::pinsIn(ByteRange bytes) const
{
    const auto &places = facts.snapshot->pinPlaces;
    const auto own = std::ranges::equal_range(places, facts.document, {}, &PinPlace::document);
    // Pins are in order of where they were set; where the text has changed they may be in another.
    const bool isSorted = std::ranges::is_sorted(own, {}, &PinPlace::byte);
    if (!isSorted)
        return {own.begin(), own.end()};
    const auto first = std::ranges::lower_bound(own, bytes.begin, {}, &PinPlace::byte);
    return {first, std::ranges::upper_bound(first, own.end(), bytes.end, {}, &PinPlace::byte)};
}

std::span<const PinPlace> ChunkView::Private::pinsIn(const ShownBlock &block) const
{
    if (facts.snapshot->pinPlaces.empty())
        return {};
    if (mode == ChunkViewMode::Source)
        return pinsIn(block.shownBytes());
    const ByteRange chunk = facts.chunks()[block.item.key.card].source;
    const std::string_view text = facts.shownDocument()->text();
    return pinsIn(ByteRange{chunk.begin, skipSpaces(text, chunk.end, text.size())});
}

std::optional<QRectF> ChunkView::Private::pinRect(const ShownBlock &block, const PinPlace &place) const
{
    const BlockLayout &layout = *block.layout;
    if (place.state == PinState::Lost)
        return std::nullopt;
    std::size_t byte = place.byte;
    bool isBehind = false; // the card's text
    if (mode == ChunkViewMode::Cards) {
        const std::size_t card = block.item.key.card;
        const Chunk &chunk = facts.chunks()[card];
        if (byte < chunk.source.begin)
            return std::nullopt;
        isBehind = byte >= chunk.source.end;
        if (isBehind && skipSpaces(facts.shownDocument()->text(), chunk.source.end, byte) < byte)
            return std::nullopt;
        byte = isBehind ? chunk.emit.end : emitted({byte, byte + 1}, card).begin;
    }
    if (byte < layout.bytes().begin || (isBehind ? byte != layout.bytes().end : byte >= layout.bytes().end))
        return std::nullopt;
    const std::size_t line = layout.lineAt(byte);
    if (line < block.firstLine || line >= block.endLine)
        return std::nullopt;
    const VisualLine &shape = layout.lines()[line];
    const QRectF character = layout.rectOf(byte);
    const bool fromTheRight = !isBehind && runsFromTheRight(shownText(), byte, shape.isRightToLeft);
    // A little beside the letter, which the head would cover.
    const bool isRightOfLetter = isBehind ? !shape.isRightToLeft : fromTheRight;
    const double aside = isRightOfLetter ? besideLetter : -besideLetter;
    const double x = block.origin.x() + (fromTheRight ? character.right() : character.left()) + aside;
    return QRectF(x - reach, block.origin.y() + shape.top, 2 * reach, shape.height);
}

void ChunkView::Private::drawPins(QPainter &painter, const ShownBlock &block)
{
    for (const PinPlace &place : pinsIn(block)) {
        const std::optional<QRectF> rect = pinRect(block, place);
        if (!rect)
            continue;
        const bool isBreak = facts.snapshot->config.pins[place.pin].kind == PinKind::Break;
        const QColor color = place.holds() ? colors.accent : colors.severityColor(Severity::Warning);
        const double x = std::round(rect->center().x());
        const QPointF head(x, rect->top() + aboveLetters);
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        QPen pen(color, stemWidth, Qt::SolidLine, Qt::FlatCap);
        if (!isBreak)
            pen.setDashPattern({1.5, 1.5});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, head.y() + headRadius), QPointF(x, rect->bottom()));
        painter.setPen(QPen(color, 1.6));
        painter.setBrush(isBreak ? color : colors.base);
        painter.drawEllipse(head, headRadius, headRadius);
        if (!place.holds())
            painter.drawLine(head + QPointF(-headRadius - 2, headRadius + 2),
                             head + QPointF(headRadius + 2, -headRadius - 2));
        painter.restore();
    }
}

QString ChunkView::Private::pinUnder(QPointF point)
{
    if (facts.snapshot->pinPlaces.empty())
        return {};
    for (const ShownBlock &block : shownBlocks()) {
        for (const PinPlace &place : pinsIn(block)) {
            const std::optional<QRectF> rect = pinRect(block, place);
            if (!rect || !rect->contains(point))
                continue;
            const bool isBreak = facts.snapshot->config.pins[place.pin].kind == PinKind::Break;
            if (!place.holds())
                return (isBreak ? q->tr("The break pinned here does not hold. %1")
                                : q->tr("The break forbidden here is there all the same. %1"))
                    .arg(QString::fromStdString(place.problem));
            return isBreak ? q->tr("A break is pinned here.") : q->tr("A break is forbidden here.");
        }
    }
    return {};
}

} // namespace cw
