// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/whitespacemarks.h"

#include <QCoreApplication>
#include <QPainter>

#include <algorithm>
#include <array>

namespace cw {
namespace {

QString tr(const char *text)
{
    return QCoreApplication::translate("WhiteSpaceMarks", text);
}

struct Name
{
    char32_t codePoint;
    const char *name;
};

constexpr std::array names{
    Name{U' ', QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Space")},
    Name{U'\t', QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Tab")},
    Name{0xA0, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "No-break space")},
    Name{0xAD, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Soft hyphen")},
    Name{0x2007, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Figure space")},
    Name{0x200B, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Zero-width space")},
    Name{0x200C, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Zero-width non-joiner")},
    Name{0x200D, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Zero-width joiner")},
    Name{0x200E, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Left-to-right mark")},
    Name{0x200F, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Right-to-left mark")},
    Name{0x202F, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Narrow no-break space")},
    Name{0x2060, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Word joiner")},
    Name{0x3000, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Ideographic space")},
    Name{0xFEFF, QT_TRANSLATE_NOOP("WhiteSpaceMarks", "Byte order mark")},
};

bool isInvisible(char32_t c)
{
    return c == 0xAD || c == 0x61C || c == 0x180E || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF || (c >= 0xE0000 && c <= 0xE007F);
}

QLineF shaft(QPointF from, QPointF to)
{
    return {from, to};
}

void drawArrow(QPainter &painter, QPointF from, QPointF to, double head)
{
    const double back = to.x() > from.x() ? -head : head;
    painter.drawLine(shaft(from, to));
    painter.drawLine(shaft(to, to + QPointF(back, -head)));
    painter.drawLine(shaft(to, to + QPointF(back, head)));
}

} // namespace

WhiteSpaceMark whiteSpaceMark(char32_t c) noexcept
{
    if (c == U' ')
        return WhiteSpaceMark::Space;
    if (c == U'\t')
        return WhiteSpaceMark::Tab;
    if (c < 0xA0)
        return WhiteSpaceMark::None;
    if (c == 0xA0 || c == 0x2007 || c == 0x202F)
        return WhiteSpaceMark::NoBreakSpace;
    if (c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x205F || c == 0x3000)
        return WhiteSpaceMark::OtherSpace;
    return isInvisible(c) ? WhiteSpaceMark::Invisible : WhiteSpaceMark::None;
}

QString whiteSpaceName(char32_t codePoint)
{
    const WhiteSpaceMark mark = whiteSpaceMark(codePoint);
    if (mark == WhiteSpaceMark::None)
        return {};
    const auto known = std::ranges::find(names, codePoint, &Name::codePoint);
    const QString name = known != names.end() ? tr(known->name)
        : mark == WhiteSpaceMark::Invisible   ? tr("Character without width")
                                              : tr("Space of another width");
    return tr("%1 (U+%2)").arg(name, QString::number(codePoint, 16).toUpper().rightJustified(4, QLatin1Char('0')));
}

QString lineEndName(std::string_view lineEnd)
{
    return lineEnd == "\r\n" ? tr("Line end (CR and LF)") : lineEnd == "\r" ? tr("Line end (CR)") : tr("Line end (LF)");
}

void drawWhiteSpaceMark(QPainter &painter, WhiteSpaceMark mark, QRectF cell, MarkMetrics metrics, bool isRightToLeft)
{
    const double size = metrics.xHeight;
    const QPointF middle(cell.center().x(), metrics.baseline - size / 2);
    const double dot = std::max(0.8, size * 0.12);
    painter.setBrush(Qt::NoBrush);
    switch (mark) {
    case WhiteSpaceMark::None:
        return;
    case WhiteSpaceMark::Space: {
        const QPen pen = painter.pen();
        painter.setPen(Qt::NoPen);
        painter.setBrush(pen.color());
        painter.drawEllipse(middle, dot, dot);
        painter.setPen(pen);
        return;
    }
    case WhiteSpaceMark::NoBreakSpace: {
        const double ring = std::min(size * 0.24, cell.width() / 2);
        painter.drawEllipse(middle, std::max(ring, 1.2), std::max(ring, 1.2));
        return;
    }
    case WhiteSpaceMark::Tab: {
        const double margin = std::min(2.0, cell.width() / 4);
        QPointF from(cell.left() + margin, middle.y());
        QPointF to(cell.right() - margin, middle.y());
        if (isRightToLeft)
            std::swap(from, to);
        drawArrow(painter, from, to, std::min(size * 0.35, cell.width() / 2));
        return;
    }
    case WhiteSpaceMark::OtherSpace: {
        const double margin = std::min(1.5, cell.width() / 5);
        const QPointF left(cell.left() + margin, metrics.baseline);
        const QPointF right(cell.right() - margin, metrics.baseline);
        const QPointF up(0, -size * 0.35);
        const std::array line{left + up, left, right, right + up};
        painter.drawPolyline(line.data(), static_cast<int>(line.size()));
        return;
    }
    case WhiteSpaceMark::Invisible: {
        const double x = middle.x();
        const double top = metrics.baseline - size * 1.5;
        const double half = size * 0.22;
        painter.drawLine(QPointF(x, top + half), QPointF(x, metrics.baseline));
        const std::array diamond{QPointF(x, top - half), QPointF(x + half, top), QPointF(x, top + half),
                                 QPointF(x - half, top)};
        painter.drawPolygon(diamond.data(), static_cast<int>(diamond.size()));
        return;
    }
    }
}

void drawLineEndMark(QPainter &painter, std::string_view lineEnd, QRectF cell, MarkMetrics metrics, bool isRightToLeft)
{
    const double size = metrics.xHeight;
    const double head = size * 0.3;
    const double y = metrics.baseline - size * 0.35;
    const bool hasCarriageReturn = lineEnd.starts_with('\r');
    const double margin = cell.width() * 0.12;
    QPointF near(cell.left() + margin, y);
    QPointF far(cell.right() - margin, y);
    if (isRightToLeft)
        std::swap(near, far);
    painter.setBrush(Qt::NoBrush);
    drawArrow(painter, far, near, head);
    if (lineEnd.ends_with('\n'))
        painter.drawLine(shaft(far, far - QPointF(0, size * 0.65)));
    if (hasCarriageReturn) {
        const double stop = near.x() + (near.x() < far.x() ? -1.5 : 1.5);
        painter.drawLine(QPointF(stop, y - head), QPointF(stop, y + head));
    }
}

} // namespace cw
