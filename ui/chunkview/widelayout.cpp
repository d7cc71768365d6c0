// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/widelayout.h"

#include "text/utf8.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr std::size_t exactPieces = 12; ///< so many pieces from the beginning are always measured
constexpr double movedPixels = 0.01;

} // namespace

WideLayout::WideLayout(std::string_view text, ByteRange line, bool isRightToLeft, const LayoutStyle &style,
                       std::function<void()> laidOut)
    : BlockLayout(style.font), m_text(text), m_bytes(line), m_isRightToLeft(isRightToLeft), m_style(style),
      m_laidOut(std::move(laidOut)), m_pieces(text, line, isRightToLeft, widePieceBytes)
{
    m_textEnd = line.begin + withoutLineEnd(text.substr(line.begin, line.size())).size();
    const std::size_t last = m_pieces.count() - 1;
    double pixels = 0;
    std::size_t bytes = 0;
    for (const std::size_t piece : {std::size_t{0}, last / 2, last}) {
        std::unique_ptr<PieceLayout> layout = layOut(piece);
        pixels += layout->advance();
        bytes += layout->textEnd() - layout->bytes().begin;
        if (piece == 0)
            m_placed.push_back({0, 0, std::move(layout)});
    }
    m_pixelsPerByte = pixels / static_cast<double>(bytes);
    m_firstStarts = {0, m_placed.front().end()};
    m_view = {0, style.columnWidth};

    const LineMetrics metrics(style);
    VisualLine row;
    row.height = metrics.height;
    row.baseline = metrics.baseline;
    row.isRightToLeft = isRightToLeft;
    m_lines.push_back(row);
}

std::unique_ptr<PieceLayout> WideLayout::layOut(std::size_t piece) const
{
    m_laidOut();
    return std::make_unique<PieceLayout>(m_text, m_pieces.bytes(piece), m_isRightToLeft, PieceKind::Beside, m_style);
}

double WideLayout::leftOf(const Placed &placed) const
{
    return m_isRightToLeft ? m_style.columnWidth - placed.end() : placed.at;
}

double WideLayout::guessedAt(std::size_t byte) const
{
    return static_cast<double>(byte - m_bytes.begin) * m_pixelsPerByte;
}

double WideLayout::end() const
{
    const Placed &last = m_placed.back();
    if (last.piece + 1 == m_pieces.count())
        return last.end();
    return std::max(guessedEnd(), last.end() + guessedAt(m_textEnd) - guessedAt(last.layout->bytes().end));
}

double WideLayout::columnWidth() const noexcept
{
    return m_isRightToLeft ? m_style.columnWidth : std::max(m_style.columnWidth, end());
}

Interval WideLayout::extent() const noexcept
{
    return m_isRightToLeft ? Interval{m_style.columnWidth - end(), m_style.columnWidth} : Interval{0, end()};
}

void WideLayout::moveTo(std::size_t piece)
{
    Placed placed{piece, 0, layOut(piece)};
    if (piece < m_firstStarts.size())
        placed.at = m_firstStarts[piece];
    else if (piece + 1 == m_pieces.count())
        placed.at = guessedEnd() - placed.layout->advance();
    else
        placed.at = guessedAt(placed.layout->bytes().begin);
    m_placed.clear();
    m_placed.push_back(std::move(placed));
}

void WideLayout::jumpTo(Interval view)
{
    if (view.left <= 0)
        return moveTo(0);
    if (view.right >= guessedEnd())
        return moveTo(m_pieces.count() - 1);
    const auto byte = m_bytes.begin + static_cast<std::size_t>(view.left / m_pixelsPerByte);
    moveTo(m_pieces.pieceAt(std::min(byte, m_textEnd)));
}

/// Places counted from the line's beginning take the place of guesses as soon as the first pieces come near.
double WideLayout::correction()
{
    const Placed &first = m_placed.front();
    double at = first.at;
    if (first.piece < exactPieces) {
        while (m_firstStarts.size() <= first.piece)
            m_firstStarts.push_back(m_firstStarts.back() + layOut(m_firstStarts.size() - 1)->advance());
        at = m_firstStarts[first.piece];
    } else if (first.at < m_pixelsPerByte * widePieceBytes) { // nearer to the beginning than its text allows
        at = guessedAt(first.layout->bytes().begin);
    }
    return at - first.at;
}

double WideLayout::settle(Interval view)
{
    if (m_isRightToLeft)
        view = {m_style.columnWidth - view.right, m_style.columnWidth - view.left};
    const double reach = 2 * m_pixelsPerByte * widePieceBytes;
    const bool isNear = view.left < m_placed.back().end() + reach && view.right > m_placed.front().at - reach;
    if (!isNear || (view.left <= 0 && m_placed.front().piece >= exactPieces))
        jumpTo(view);
    while (m_placed.front().at > view.left && m_placed.front().piece > 0) {
        Placed before{m_placed.front().piece - 1, 0, layOut(m_placed.front().piece - 1)};
        before.at = m_placed.front().at - before.layout->advance();
        m_placed.insert(m_placed.begin(), std::move(before));
    }
    while (m_placed.back().end() < view.right && m_placed.back().piece + 1 < m_pieces.count())
        m_placed.push_back({m_placed.back().piece + 1, m_placed.back().end(), layOut(m_placed.back().piece + 1)});
    const auto isOut = [&](const Placed &placed) { return placed.end() < view.left || placed.at > view.right; };
    while (m_placed.size() > 3 && isOut(m_placed.front()))
        m_placed.erase(m_placed.begin());
    while (m_placed.size() > 3 && isOut(m_placed.back()))
        m_placed.pop_back();

    const double moved = correction();
    m_view = view;
    if (std::abs(moved) < movedPixels)
        return 0;
    for (Placed &placed : m_placed)
        placed.at += moved;
    m_view.left += moved;
    m_view.right += moved;
    return m_isRightToLeft ? -moved : moved;
}

void WideLayout::aimAt(std::size_t byte)
{
    if (placedAt(byte))
        return;
    moveTo(m_pieces.pieceAt(std::min(byte, m_textEnd)));
    const double moved = correction();
    m_placed.front().at += moved;
}

const WideLayout::Placed *WideLayout::placedAt(std::size_t byte) const
{
    for (const Placed &placed : m_placed) {
        const ByteRange bytes = placed.layout->bytes();
        if (bytes.contains(byte) || (byte == m_bytes.end && bytes.end == m_bytes.end))
            return &placed;
    }
    return nullptr;
}

const WideLayout::Placed &WideLayout::placedUnder(double x) const
{
    const double at = m_isRightToLeft ? m_style.columnWidth - x : x;
    for (const Placed &placed : m_placed) {
        if (at < placed.end())
            return placed;
    }
    return m_placed.back();
}

ByteRange WideLayout::laidOutBytes(std::size_t) const noexcept
{
    return {m_placed.front().layout->bytes().begin, m_placed.back().layout->bytes().end};
}

ByteRange WideLayout::bytesInView(std::size_t) const
{
    const auto at = [this](double x) { return m_isRightToLeft ? m_style.columnWidth - x : x; };
    const auto [begin, last] = std::minmax({byteUnder({at(m_view.left), 0}), byteUnder({at(m_view.right), 0})});
    const bool showsEnd = last >= m_textEnd;
    return {begin, showsEnd ? m_bytes.end : last + utf8SequenceLength(m_text[last])};
}

std::vector<Interval> WideLayout::intervalsOf(std::size_t, ByteRange range) const
{
    std::vector<Interval> intervals;
    const auto add = [&intervals](Interval interval) {
        if (!intervals.empty() && interval.left <= intervals.back().right + 1)
            intervals.back().right = std::max(intervals.back().right, interval.right);
        else
            intervals.push_back(interval);
    };
    const auto addPiece = [&](const Placed &placed) {
        for (const Interval &part : placed.layout->intervalsOf(0, range))
            add({leftOf(placed) + part.left, leftOf(placed) + part.right});
    };
    const bool goesOn = m_placed.back().layout->bytes().end == m_bytes.end && range.begin < m_bytes.end
        && (range.end > m_bytes.end || (range.end == m_bytes.end && m_bytes.end > m_textEnd));
    if (m_isRightToLeft) { // from left to right
        if (goesOn && end() < m_style.columnWidth)
            add({0, m_style.columnWidth - end()});
        std::for_each(m_placed.rbegin(), m_placed.rend(), addPiece);
    } else {
        std::for_each(m_placed.begin(), m_placed.end(), addPiece);
        if (goesOn && end() < m_style.columnWidth)
            add({end(), m_style.columnWidth});
    }
    return intervals;
}

QRectF WideLayout::rectOf(std::size_t byte) const
{
    if (const Placed *placed = placedAt(byte))
        return placed->layout->rectOf(byte).translated(leftOf(*placed), 0);
    const double at = guessedAt(std::min(byte, m_textEnd));
    return {m_isRightToLeft ? m_style.columnWidth - at : at, 0, 1, height()};
}

std::size_t WideLayout::byteUnder(QPointF point) const
{
    const Placed &placed = placedUnder(point.x());
    return placed.layout->byteUnder(point - QPointF(leftOf(placed), 0));
}

std::size_t WideLayout::caretNear(QPointF point) const
{
    const Placed &placed = placedUnder(point.x());
    return placed.layout->caretNear(point - QPointF(leftOf(placed), 0));
}

ByteRange WideLayout::characterAt(std::size_t byte) const
{
    const Placed *placed = placedAt(byte);
    return placed ? placed->layout->characterAt(byte) : ByteRange{byte, byte};
}

ByteRange WideLayout::wordAt(std::size_t byte) const
{
    const Placed *placed = placedAt(byte);
    return placed ? placed->layout->wordAt(byte) : ByteRange{byte, byte};
}

void WideLayout::draw(QPainter &painter, QPointF origin, std::span<const ColoredRange> colors, QRectF clip) const
{
    for (const Placed &placed : m_placed) {
        const double left = origin.x() + leftOf(placed);
        if (left < clip.right() && left + placed.layout->advance() > clip.left())
            placed.layout->draw(painter, {left, origin.y()}, colors, clip);
    }
}

} // namespace cw
