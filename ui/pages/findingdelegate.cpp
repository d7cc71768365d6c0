// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/findingdelegate.h"

#include "controls/cachedcolors.h"
#include "controls/plainlabel.h"
#include "models/findingsmodel.h"
#include "theme/theme.h"

#include <QApplication>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {

namespace {

constexpr int padding = 4;
constexpr int iconSize = 16;
constexpr int gap = 8;
constexpr int sparklineWidth = 96;

struct Inks
{
    QColor text;
    QColor dim;
    ThemeColors colors;
    bool isSelected = false;
};

Inks inksFor(const QStyleOptionViewItem &option)
{
    Inks inks;
    inks.colors = cachedThemeColors(option.palette);
    inks.isSelected = option.state.testFlag(QStyle::State_Selected);
    const QPalette::ColorGroup group
        = option.state.testFlag(QStyle::State_Active) ? QPalette::Active : QPalette::Inactive;
    inks.text = option.palette.color(group, inks.isSelected ? QPalette::HighlightedText : QPalette::Text);
    inks.dim = inks.isSelected ? inks.text : inks.colors.dimText;
    if (inks.isSelected)
        inks.colors.severity.fill(inks.text); // the shape still tells; the hue would drown in the highlight
    return inks;
}

Qt::Alignment visual(const QStyleOptionViewItem &option, Qt::Alignment side)
{
    return Qt::AlignVCenter | QStyle::visualAlignment(option.direction, side) | Qt::AlignAbsolute;
}

void drawElided(QPainter &painter, const QStyleOptionViewItem &option, const QRect &logical, const QString &text,
                Qt::Alignment side)
{
    const QRect rect = QStyle::visualRect(option.direction, option.rect, logical);
    painter.drawText(rect, static_cast<int>(visual(option, side)) | Qt::TextSingleLine,
                     painter.fontMetrics().elidedText(text, Qt::ElideRight, rect.width()));
}

} // namespace

FindingDelegate::FindingDelegate(const FindingsModel &model, QObject *parent)
    : QStyledItemDelegate(parent), m_model(model)
{
}

QSize FindingDelegate::sizeHint(const QStyleOptionViewItem &option, const QModelIndex &) const
{
    return {320, option.fontMetrics.height() + 2 * padding};
}

void FindingDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    QStyleOptionViewItem background = option;
    initStyleOption(&background, index);
    background.text.clear();
    background.icon = {};
    const QStyle *style = option.widget ? option.widget->style() : QApplication::style();
    style->drawControl(QStyle::CE_ItemViewItem, &background, painter, option.widget);

    painter->save();
    painter->setClipRect(option.rect);
    painter->setLayoutDirection(Qt::LayoutDirectionAuto);
    if (index.data(FindingsModel::IsRuleRole).toBool())
        paintRule(*painter, option, index);
    else
        paintFinding(*painter, option, index);
    painter->restore();
}

void FindingDelegate::paintRule(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Inks inks = inksFor(option);
    const bool isQuiet = index.data(FindingsModel::IsQuietRole).toBool();
    const auto severity = static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt());
    const int line = option.fontMetrics.height();
    const QRect inner = option.rect.adjusted(padding, padding, -padding, -padding);

    const QRect icon(inner.left(), inner.top() + (line - iconSize) / 2, iconSize, iconSize);
    painter.setOpacity(isQuiet ? 0.45 : 1.0);
    severityIcon(severity, inks.colors).paint(&painter, QStyle::visualRect(option.direction, option.rect, icon));
    painter.setOpacity(1.0);

    const int left = icon.right() + 1 + gap;
    const bool hasSparkline = !isQuiet && inner.width() > 4 * sparklineWidth;
    const int right = hasSparkline ? inner.right() - sparklineWidth - 2 * gap : inner.right();
    const QString title = index.data(FindingsModel::HeadlineRole).toString();
    QFont strong = option.font;
    strong.setBold(!isQuiet);
    painter.setFont(strong);
    painter.setPen(isQuiet ? inks.dim : inks.text);
    // Where both do not fit the name of the rule comes first, then the bare number of chunks.
    const int titleWidth = painter.fontMetrics().horizontalAdvance(title);
    const int room = right - left - titleWidth - gap;
    QString detail = index.data(FindingsModel::DetailRole).toString();
    if (option.fontMetrics.horizontalAdvance(detail) > room)
        detail = index.data(FindingsModel::CountRole).toString();
    const int detailWidth = option.fontMetrics.horizontalAdvance(detail);
    drawElided(painter, option,
               QRect(left, inner.top(), right - left - (detailWidth > 0 ? detailWidth + gap : 0), line), title,
               Qt::AlignLeft);
    painter.setFont(option.font);
    painter.setPen(inks.dim);
    drawElided(painter, option, QRect(right - detailWidth, inner.top(), detailWidth + 1, line), detail, Qt::AlignRight);
    if (hasSparkline) {
        const QRect chart(inner.right() - sparklineWidth, inner.top() + 1, sparklineWidth, inner.height() - 2);
        paintSparkline(painter, QStyle::visualRect(option.direction, option.rect, chart), m_model.ruleOf(index),
                       inks.colors.severityColor(severity));
    }
}

void FindingDelegate::paintFinding(QPainter &painter, const QStyleOptionViewItem &option,
                                   const QModelIndex &index) const
{
    const Inks inks = inksFor(option);
    const int line = option.fontMetrics.height();
    const QRect inner = option.rect.adjusted(padding, padding, -padding, -padding);
    const std::optional<std::size_t> finding = m_model.findingOf(index);
    if (!finding)
        return;
    // The words in their context are what people look for; place and message take at most half of the row. Where the
    // whole chunk is meant, its first words tell less than the message.
    const TextContext context = m_model.context(*finding);
    const bool isWholeChunk = context.before.isEmpty() && context.after.isEmpty();
    const QString headline = index.data(FindingsModel::HeadlineRole).toString();
    const int most = isWholeChunk ? inner.width() * 4 / 5 : inner.width() / 2;
    const int headlineWidth = std::min(option.fontMetrics.horizontalAdvance(headline) + 1, most);
    painter.setPen(inks.text);
    drawElided(painter, option, QRect(inner.left(), inner.top(), headlineWidth, line), headline, Qt::AlignLeft);

    const QFontMetrics metrics(option.font);
    const QColor mark
        = inks.colors.severityColor(static_cast<Severity>(index.data(FindingsModel::SeverityRole).toInt()));
    const int from = inner.left() + headlineWidth + 2 * gap;
    const QRect row(from, inner.top(), inner.right() - from, line);
    int x = row.left();
    const auto put = [&](const QString &text, bool isMarked) {
        const int space = row.right() - x;
        if (text.isEmpty() || space <= metrics.averageCharWidth())
            return;
        const QString shown = metrics.elidedText(text, Qt::ElideRight, space);
        const int width = metrics.horizontalAdvance(shown);
        const QRect logical(x, row.top(), width, line);
        const QRect rect = QStyle::visualRect(option.direction, option.rect, logical);
        painter.setPen(isMarked ? inks.text : inks.dim);
        painter.drawText(rect, static_cast<int>(visual(option, Qt::AlignLeft)) | Qt::TextSingleLine, shown);
        if (isMarked)
            painter.fillRect(QRect(rect.left(), rect.bottom() - 1, rect.width(), 2), mark);
        x += width;
    };
    put(context.before, false);
    put(context.words, true);
    put(context.after, false);
}

void FindingDelegate::paintSparkline(QPainter &painter, const QRect &rect, std::size_t rule, const QColor &color) const
{
    const FindingsModel::Density &density = m_model.density(rule);
    const std::uint32_t highest = *std::ranges::max_element(density);
    const double step = rect.width() / static_cast<double>(density.size());
    QColor ground = color;
    ground.setAlphaF(0.35F);
    painter.fillRect(QRectF(rect.left(), rect.bottom(), rect.width(), 1), ground);
    for (std::size_t i = 0; i < density.size() && highest > 0; ++i) {
        if (density[i] == 0)
            continue;
        const double height = std::max(2.0, rect.height() * static_cast<double>(density[i]) / highest);
        painter.fillRect(QRectF(rect.left() + static_cast<double>(i) * step, rect.bottom() - height,
                                std::max(1.0, step - 0.5), height),
                         color);
    }
}

} // namespace cw
