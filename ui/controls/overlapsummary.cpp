// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/overlapsummary.h"

#include "controls/cachedcolors.h"
#include "controls/plainlabel.h"
#include "models/texts.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {

namespace {

constexpr int gap = 8;
constexpr int spreadHeight = 36;

QString sentenceFor(const RunSnapshot &snapshot, const OverlapSpread &spread)
{
    if (spread.pairs == 0)
        return snapshot.chunkCount == 0 ? OverlapSummary::tr("No chunks yet.")
                                        : OverlapSummary::tr("No neighbours: every document is one chunk.");
    if (snapshot.metrics.requestedOverlapPercent <= 0)
        return OverlapSummary::tr("No overlap asked for.");
    if (spread.none == spread.pairs && !snapshot.config.overrides.empty())
        return OverlapSummary::tr("No pair of chunks overlaps: no whole piece of text near the cuts fits into the "
                                  "overlap that was asked for.");
    if (spread.none == spread.pairs)
        return OverlapSummary::tr("No pair of chunks overlaps: no whole piece of text near the cuts fits into the "
                                  "overlap of %1.")
            .arg(formatCount(static_cast<std::uint64_t>(snapshot.config.overlap)));
    if (spread.none == 0)
        return spread.pairs == 1
            ? OverlapSummary::tr("The only pair of neighbours shares text.")
            : OverlapSummary::tr("All %1 pairs of neighbours share text.").arg(formatCount(spread.pairs));
    const QString sentence = spread.none == 1 ? OverlapSummary::tr("%1 of %2 pairs shares nothing.")
                                              : OverlapSummary::tr("%1 of %2 pairs share nothing.");
    return sentence.arg(formatCount(spread.none), formatCount(spread.pairs));
}

} // namespace

OverlapSummary::OverlapSummary(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Overlap asked and realised"));
    setToolTip(tr("Realised: duplicated tokens in percent of all tokens, measured on the chunks. Asked: overlap in "
                  "percent of max. Below: how many pairs of neighbours share how many tokens."));
}

void OverlapSummary::setSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot)
{
    m_asked = snapshot ? snapshot->metrics.requestedOverlapPercent : 0;
    m_realised = snapshot ? snapshot->metrics.effectiveOverlapPercent : 0;
    m_spread = snapshot ? snapshot->overlapSpread : OverlapSpread();
    m_sentence = snapshot ? sentenceFor(*snapshot, m_spread) : tr("No chunks yet.");
    setAccessibleDescription(
        tr("Asked %1, realised %2. %3").arg(formatPercent(m_asked), formatPercent(m_realised), m_sentence));
    updateGeometry();
    update();
}

QSize OverlapSummary::sizeHint() const
{
    const int line = fontMetrics().height();
    return {200, 2 * line + 4 + gap + spreadHeight + 4 + line};
}

void OverlapSummary::paintEvent(QPaintEvent *)
{
    const ThemeColors colors = cachedThemeColors(palette());
    const QColor window = palette().color(QPalette::Window);
    const QColor dim = readableOn(colors.dimText, window);
    QPainter painter(this);
    painter.setLayoutDirection(Qt::LayoutDirectionAuto);
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    const auto visual = [&](const QRectF &rect) {
        return isMirrored ? QRectF(width() - rect.right(), rect.top(), rect.width(), rect.height()) : rect;
    };
    const int line = fontMetrics().height();
    const QString askedName = tr("Asked");
    const QString realisedName = tr("Realised");
    const int nameWidth
        = std::max(fontMetrics().horizontalAdvance(askedName), fontMetrics().horizontalAdvance(realisedName));
    const int numberWidth = std::max({fontMetrics().horizontalAdvance(formatPercent(m_asked)),
                                      fontMetrics().horizontalAdvance(formatPercent(m_realised)),
                                      fontMetrics().horizontalAdvance(formatPercent(88.8))});
    const double barLeft = nameWidth + gap;
    const double barWidth = std::max(8.0, width() - barLeft - numberWidth - gap);
    const double full = std::max({m_asked, m_realised, 20.0});

    const auto drawBar = [&](int top, const QString &name, double percent, const QColor &color) {
        painter.setPen(palette().color(QPalette::WindowText));
        painter.drawText(visual({0, double(top), double(nameWidth), double(line)}),
                         int(Qt::AlignVCenter | (isMirrored ? Qt::AlignRight : Qt::AlignLeft)), name);
        painter.drawText(visual({width() - double(numberWidth), double(top), double(numberWidth), double(line)}),
                         int(Qt::AlignVCenter | (isMirrored ? Qt::AlignLeft : Qt::AlignRight)), formatPercent(percent));
        const double barTop = top + line / 2.0 - 4;
        painter.fillRect(visual({barLeft, barTop, barWidth, 8}), colors.separator);
        painter.fillRect(visual({barLeft, barTop, barWidth * std::clamp(percent / full, 0.0, 1.0), 8}), color);
    };
    drawBar(0, askedName, m_asked, dim);
    drawBar(line + 4, realisedName, m_realised, colors.chunkEdge[0]);

    int top = 2 * line + 4 + gap;
    const std::uint64_t tallest
        = m_spread.bins.empty() ? m_spread.none : std::max(m_spread.none, *std::ranges::max_element(m_spread.bins));
    const double baseline = top + spreadHeight;
    painter.fillRect(QRectF(0, baseline, width(), 1), colors.separator);
    if (tallest > 0) {
        constexpr double noneWidth = 8;
        const auto drawColumn = [&](double x, double columnWidth, std::uint64_t count, const QColor &color) {
            if (count == 0)
                return;
            const double share = static_cast<double>(count) / static_cast<double>(tallest);
            const double height = std::max(2.0, std::round(spreadHeight * share));
            painter.fillRect(visual({x, baseline - height, columnWidth, height}), color);
        };
        // Sharing nothing is only worth a warning where sharing was asked for.
        drawColumn(0, noneWidth, m_spread.none, m_asked > 0 ? colors.severityColor(Severity::Warning) : dim);
        const double from = noneWidth + gap;
        const double step = (width() - from) / static_cast<double>(m_spread.bins.size());
        for (std::size_t i = 0; i < m_spread.bins.size(); ++i) {
            const double left = std::round(from + static_cast<double>(i) * step);
            const double right = std::round(from + static_cast<double>(i + 1) * step);
            drawColumn(left, std::max(1.0, right - left - 1), m_spread.bins[i], colors.chunkEdge[0]);
        }
        top += spreadHeight + 4;
        painter.setPen(dim);
        painter.drawText(visual({0, double(top), double(width()), double(line)}),
                         int(Qt::AlignVCenter | (isMirrored ? Qt::AlignRight : Qt::AlignLeft)), formatCount(0));
        if (m_spread.largest > 0)
            painter.drawText(visual({0, double(top), double(width()), double(line)}),
                             int(Qt::AlignVCenter | (isMirrored ? Qt::AlignLeft : Qt::AlignRight)),
                             tr("%1 tokens shared").arg(formatCount(m_spread.largest)));
    }
}

} // namespace cw
