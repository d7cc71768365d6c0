// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/documentdelegate.h"

#include "models/documentsmodel.h"
#include "theme/theme.h"

#include <QApplication>
#include <QLocale>
#include <QPainter>
#include <QPainterPath>

namespace cw {

namespace {

constexpr int padding = 4;
constexpr int gap = 8;

/// Two texts on one line: the trailing one has its room, the leading one gives way.
void drawLine(QPainter &painter, const QStyleOptionViewItem &option, const QRect &line, const QString &leading,
              Qt::TextElideMode mode, const QString &trailing)
{
    const QFontMetrics metrics = painter.fontMetrics();
    const int trailingWidth = trailing.isEmpty() ? 0 : metrics.horizontalAdvance(trailing) + gap;
    const QRect first = line.adjusted(0, 0, -trailingWidth, 0);
    const QRect last(line.right() - trailingWidth + 1, line.top(), trailingWidth, line.height());
    const auto draw = [&](const QRect &logical, Qt::Alignment side, const QString &text) {
        const Qt::Alignment visual = QStyle::visualAlignment(option.direction, side) | Qt::AlignAbsolute;
        painter.drawText(QStyle::visualRect(option.direction, line, logical),
                         static_cast<int>(visual | Qt::AlignVCenter) | Qt::TextSingleLine, text);
    };
    draw(first, Qt::AlignLeft, metrics.elidedText(leading, mode, first.width()));
    draw(last, Qt::AlignRight, trailing);
}

/// The first of the sayings that fits, or the last one's figures from the front, whole ones only: half a number would
/// be read as another number.
QString whatFits(const QStringList &sayings, const QFontMetrics &metrics, int room)
{
    for (const QString &saying : sayings) {
        if (metrics.horizontalAdvance(saying) <= room)
            return saying;
    }
    const QString separator = QStringLiteral(" · ");
    QStringList parts = sayings.last().split(separator);
    while (parts.size() > 1 && metrics.horizontalAdvance(parts.join(separator)) > room)
        parts.removeLast();
    return parts.join(separator);
}

/// Draws a frame around `text` at the line's end and gives the room that is left before it.
QRect drawBadge(QPainter &painter, const QStyleOptionViewItem &option, const QRect &line, const QString &text)
{
    constexpr int inset = 4;
    const int width = painter.fontMetrics().horizontalAdvance(text) + 2 * inset;
    const QRect logical(line.right() - width + 1, line.top(), width, line.height());
    const QRectF frame = QRectF(QStyle::visualRect(option.direction, line, logical)).adjusted(0.5, 0.5, -0.5, -0.5);
    painter.drawRoundedRect(frame, 3, 3);
    painter.drawText(frame, static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine, text);
    return line.adjusted(0, 0, -width - gap, 0);
}

/// The same with a severity's shape and how many there are of what it stands for.
QRect drawCounted(QPainter &painter, const QStyleOptionViewItem &option, const QRect &line, Severity severity,
                  const QString &text, const QColor &shapeColor)
{
    const int side = line.height() * 3 / 4;
    const int textWidth = painter.fontMetrics().horizontalAdvance(text);
    const QRect number(line.right() - textWidth + 1, line.top(), textWidth, line.height());
    const QRect shape(number.left() - side - 2, line.top() + (line.height() - side) / 2, side, side);
    painter.drawText(QStyle::visualRect(option.direction, line, number),
                     static_cast<int>(Qt::AlignCenter) | Qt::TextSingleLine, text);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.translate(QStyle::visualRect(option.direction, line, shape).topLeft());
    painter.fillPath(severityShape(severity, side), shapeColor);
    painter.restore();
    return line.adjusted(0, 0, -textWidth - side - 2 - gap, 0);
}

} // namespace

QSize DocumentDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {0, 2 * option.fontMetrics.height() + 2 * padding};
}

void DocumentDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);

    const bool isSelected = option.state.testFlag(QStyle::State_Selected);
    const QPalette::ColorGroup group
        = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    const QColor ink = option.palette.color(group, isSelected ? QPalette::HighlightedText : QPalette::Text);
    const QColor dim = isSelected ? ink : ThemeColors::fromPalette(option.palette).dimText;
    const int height = option.fontMetrics.height();
    const QRect inside = option.rect.adjusted(padding, padding, -padding, -padding);

    painter->save();
    painter->setFont(option.font);
    painter->setPen(dim);
    QRect nameLine(inside.left(), inside.top(), inside.width(), height);
    if (const QString badge = index.data(DocumentsModel::overrideRole).toString(); !badge.isEmpty())
        nameLine = drawBadge(*painter, option, nameLine, badge);
    if (const int problems = index.data(DocumentsModel::problemsRole).toInt(); problems > 0) {
        const ThemeColors colors = ThemeColors::fromPalette(option.palette);
        nameLine = drawCounted(*painter, option, nameLine, Severity::Warning, QLocale().toString(problems),
                               isSelected ? ink : colors.severityColor(Severity::Warning));
    }
    painter->setPen(ink);
    drawLine(*painter, option, nameLine, index.data(Qt::DisplayRole).toString(), Qt::ElideMiddle, {});
    painter->setPen(dim);
    const QFontMetrics &metrics = option.fontMetrics;
    QString findings = index.data(DocumentsModel::findingsRole).toString();
    const QString size = index.data(DocumentsModel::sizeRole).toString();
    QRect figuresLine(inside.left(), inside.top() + height, inside.width(), height);
    if (const QVariant severity = index.data(DocumentsModel::severityRole); severity.isValid()
        && metrics.horizontalAdvance(size) + gap + metrics.horizontalAdvance(findings) > inside.width()) {
        // Before a figure is left out, a shape stands for the word.
        const auto gravest = static_cast<Severity>(severity.toInt());
        const ThemeColors colors = ThemeColors::fromPalette(option.palette);
        figuresLine = drawCounted(*painter, option, figuresLine, gravest,
                                  index.data(DocumentsModel::findingsCountRole).toString(),
                                  isSelected ? ink : colors.severityColor(gravest));
        findings.clear();
    }
    const QStringList sayings = QStringList{size} + index.data(DocumentsModel::shortSizesRole).toStringList();
    const int room = figuresLine.width() - (findings.isEmpty() ? 0 : metrics.horizontalAdvance(findings) + gap);
    drawLine(*painter, option, figuresLine, whatFits(sayings, metrics, room), Qt::ElideRight, findings);
    painter->restore();
}

} // namespace cw
