// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/histogramview.h"

#include "controls/cachedcolors.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "run/effectiveconfig.h"

#include <QAreaSeries>
#include <QChart>
#include <QGraphicsLayout>
#include <QKeyEvent>
#include <QLineSeries>
#include <QMouseEvent>
#include <QStringList>
#include <QValueAxis>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <utility>

namespace cw {

namespace {

constexpr int markerRows = 3; ///< of labels, at least
constexpr double lowestPlot = 40; ///< pixels: lower ones show no counts worth the room

/// 1, 2 or 5 times a power of ten, so that at most `count` of them reach `extent`.
double niceStep(double extent, int count)
{
    const double rough = std::max(1.0, extent / count);
    const double power = std::pow(10.0, std::floor(std::log10(rough)));
    for (const double factor : {1.0, 2.0, 5.0, 10.0}) {
        if (factor * power >= rough)
            return std::max(1.0, factor * power);
    }
    return std::max(1.0, 10 * power);
}

/// Every max in tokens that a document was chunked with, ascending; that of the configuration where there are no
/// documents.
std::vector<std::size_t> maximaOf(const RunSnapshot &snapshot)
{
    if (snapshot.config.overrides.empty() || snapshot.documents.empty())
        return snapshot.maxTextTokens > 0 ? std::vector{snapshot.maxTextTokens} : std::vector<std::size_t>();
    std::set<std::size_t> maxima;
    std::size_t before = RunSnapshot::noOverride - 1;
    for (std::size_t document = 0; document < snapshot.documents.size(); ++document) {
        if (const std::size_t number = overrideUsed(snapshot, document); number != before) {
            maxima.insert(maxTextTokensOf(snapshot, document));
            before = number;
        }
    }
    maxima.erase(0);
    return {maxima.begin(), maxima.end()};
}

QString maximaText(const std::vector<std::size_t> &maxima)
{
    constexpr std::size_t namedAtMost = 3;
    if (maxima.size() > namedAtMost)
        return HistogramView::tr("max %1 · %2 smaller").arg(formatCount(maxima.back()), formatCount(maxima.size() - 1));
    QStringList numbers;
    for (const std::size_t max : maxima)
        numbers << formatCount(max);
    return HistogramView::tr("max %1").arg(numbers.join(QStringLiteral(" · ")));
}

struct Extent
{
    double left;
    double right;
};

Extent extentOf(const Histogram &histogram, std::size_t bin)
{
    const auto width = static_cast<double>(histogram.binWidth);
    const auto upper = static_cast<double>(histogram.upper);
    if (bin == histogram.overflowBin())
        return {upper, upper + width};
    return {static_cast<double>(bin) * width, std::min(static_cast<double>(bin + 1) * width, upper)};
}

QList<QPointF> barOutline(const Histogram &histogram, std::size_t first, std::size_t last)
{
    const double inset = static_cast<double>(histogram.binWidth) * 0.06;
    QList<QPointF> points;
    for (std::size_t i = first; i < last; ++i) {
        const double left = extentOf(histogram, i).left + inset;
        const double right = std::max(left, extentOf(histogram, i).right - inset);
        const auto height = static_cast<double>(histogram.tokenBins[i]);
        points << QPointF(left, 0) << QPointF(left, height) << QPointF(right, height) << QPointF(right, 0);
    }
    return points;
}

QList<QPointF> overlapSteps(const Histogram &histogram)
{
    std::size_t last = histogram.overlapBins.size();
    while (last > 0 && histogram.overlapBins[last - 1] == 0)
        --last;
    QList<QPointF> points;
    if (last == 0)
        return points;
    points << QPointF(0, 0);
    for (std::size_t i = 0; i < last; ++i) {
        const auto height = static_cast<double>(histogram.overlapBins[i]);
        points << QPointF(extentOf(histogram, i).left, height) << QPointF(extentOf(histogram, i).right, height);
    }
    points << QPointF(extentOf(histogram, last - 1).right, 0);
    return points;
}

} // namespace

HistogramView::HistogramView(QWidget *parent)
    : QChartView(parent), m_bars(new QAreaSeries(new QLineSeries, new QLineSeries)),
      m_overflowBar(new QAreaSeries(new QLineSeries, new QLineSeries)), m_overlap(new QLineSeries),
      m_tokensAxis(new QValueAxis), m_chunksAxis(new QValueAxis), m_colors(cachedThemeColors(palette()))
{
    for (QAreaSeries *series : {m_bars, m_overflowBar}) {
        series->upperSeries()->setParent(series);
        series->lowerSeries()->setParent(series);
    }
    QChart *plot = chart();
    plot->setAnimationOptions(QChart::NoAnimation);
    plot->setLocalizeNumbers(true);
    plot->legend()->hide();
    plot->setBackgroundRoundness(0);
    plot->layout()->setContentsMargins(0, 0, 0, 0);
    plot->addSeries(m_bars);
    plot->addSeries(m_overflowBar);
    plot->addSeries(m_overlap);
    plot->addAxis(m_tokensAxis, Qt::AlignBottom);
    plot->addAxis(m_chunksAxis, Qt::AlignLeft);
    for (QAbstractSeries *series : std::initializer_list<QAbstractSeries *>{m_bars, m_overflowBar, m_overlap}) {
        series->attachAxis(m_tokensAxis);
        series->attachAxis(m_chunksAxis);
    }
    for (QValueAxis *axis : {m_tokensAxis, m_chunksAxis}) {
        axis->setTickType(QValueAxis::TicksDynamic);
        axis->setTickAnchor(0);
        axis->setLabelFormat(QStringLiteral("%.0f")); // Qt 6.4 shows nothing for %d with localized numbers
        axis->setMinorGridLineVisible(false);
    }
    connect(plot, &QChart::plotAreaChanged, this, [this, height = 0.0](const QRectF &area) mutable {
        if (std::exchange(height, area.height()) != area.height())
            fillAxes();
    });
    m_tokensAxis->setGridLineVisible(false);
    setRenderHint(QPainter::Antialiasing);
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    viewport()->setMouseTracking(true);
    setAccessibleName(tr("Histogram of chunks by tokens"));
    adoptTheme();
}

void HistogramView::setSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot)
{
    m_snapshot = snapshot;
    m_histogram = snapshot ? snapshot->histogram : Histogram();
    m_shownBins = m_histogram.tokenBins.size();
    if (m_shownBins > 1 && m_histogram.tokenBins.back() == 0)
        --m_shownBins;
    if (m_highlighted && *m_highlighted >= binCount())
        m_highlighted.reset();
    m_selected.reset();
    fillSeries();
    fillAxes();
    collectMarkers();
    viewport()->update();
    Q_EMIT highlightChanged();
}

HistogramBin HistogramView::bin(std::size_t position) const
{
    HistogramBin bin;
    bin.firstTokens = position == m_histogram.overflowBin() ? m_histogram.upper + 1 : m_histogram.smallestIn(position);
    if (position != m_histogram.overflowBin())
        bin.lastTokens = m_histogram.largestIn(position);
    bin.chunks = m_histogram.tokenBins[position];
    bin.overlaps = m_histogram.overlapBins[position];
    return bin;
}

QString HistogramView::binText(std::size_t position) const
{
    const HistogramBin values = bin(position);
    const QString chunks = values.chunks == 1 ? tr("1 chunk") : tr("%1 chunks").arg(formatCount(values.chunks));
    const QString range = !values.lastTokens ? tr("%1 tokens or more").arg(formatCount(values.firstTokens))
        : *values.lastTokens == values.firstTokens
        ? tr("%1 tokens").arg(formatCount(values.firstTokens))
        : tr("%1–%2 tokens").arg(formatCount(values.firstTokens), formatCount(*values.lastTokens));
    if (values.overlaps == 0)
        return tr("%1: %2").arg(range, chunks);
    return tr("%1: %2 · overlap of that size: %3").arg(range, chunks, formatCount(values.overlaps));
}

void HistogramView::setSelectedBin(std::optional<std::size_t> bin)
{
    if (bin && *bin >= binCount())
        bin.reset();
    if (m_selected == bin)
        return;
    m_selected = bin;
    viewport()->update();
}

std::size_t HistogramView::binOf(std::uint32_t tokens) const
{
    return m_histogram.binOf(tokens);
}

QRectF HistogramView::columnRect(std::size_t position) const
{
    const double left = xOf(extentOf(m_histogram, position).left);
    const double right = xOf(extentOf(m_histogram, position).right);
    const QRectF plot = chart()->plotArea();
    return {left, plot.top(), right - left, plot.height()};
}

bool HistogramView::showsOverlap() const
{
    return m_snapshot && m_snapshot->metrics.overlapTokens.count > 0
        && (m_snapshot->metrics.requestedOverlapPercent > 0 || m_snapshot->metrics.duplicatedTokens > 0);
}

void HistogramView::fillSeries()
{
    const std::size_t bins = m_histogram.tokenBins.size();
    const std::size_t regular = bins == 0 ? 0 : bins - 1;
    const auto fill = [this](QAreaSeries *series, std::size_t first, std::size_t last) {
        const QList<QPointF> outline = barOutline(m_histogram, first, last);
        series->upperSeries()->replace(outline);
        QList<QPointF> ground;
        if (!outline.isEmpty())
            ground << QPointF(outline.first().x(), 0) << QPointF(outline.last().x(), 0);
        series->lowerSeries()->replace(ground);
    };
    fill(m_bars, 0, regular);
    fill(m_overflowBar, regular, m_shownBins);
    m_overlap->replace(showsOverlap() ? overlapSteps(m_histogram) : QList<QPointF>());
}

void HistogramView::fillAxes()
{
    std::uint64_t tallest = 1;
    for (const std::uint64_t count : m_histogram.tokenBins)
        tallest = std::max(tallest, count);
    if (showsOverlap()) {
        for (const std::uint64_t count : m_histogram.overlapBins)
            tallest = std::max(tallest, count);
    }
    const double step = niceStep(static_cast<double>(tallest), 4);
    m_chunksAxis->setTickInterval(step);
    // Room for the count above the tallest bar.
    const double label = QFontMetricsF(m_tokensAxis->labelsFont()).height();
    const double plot = std::max(chart()->plotArea().height(), lowestPlot);
    const double headroom = plot / (plot - std::min(label, lowestPlot / 2));
    m_chunksAxis->setRange(0, step * std::ceil(headroom * static_cast<double>(tallest) / step));

    const double extent = m_shownBins == 0 ? 1.0 : std::max(1.0, extentOf(m_histogram, m_shownBins - 1).right);
    m_tokensAxis->setTickInterval(niceStep(extent, 8));
    m_tokensAxis->setRange(0, extent);
}

void HistogramView::collectMarkers()
{
    m_markers.clear();
    m_smallerMaxima.clear();
    if (!m_snapshot || m_snapshot->metrics.tokens.count == 0)
        return;
    const Distribution &tokens = m_snapshot->metrics.tokens;
    const QColor text = palette().color(QPalette::WindowText);
    m_markers.push_back({tokens.median,
                         tr("median %1").arg(formatCount(static_cast<std::uint64_t>(std::llround(tokens.median)))),
                         text, Qt::SolidLine});
    m_markers.push_back(
        {static_cast<double>(tokens.p95), tr("p95 %1").arg(formatCount(tokens.p95)), text, Qt::DashLine});
    if (const std::vector<std::size_t> maxima = maximaOf(*m_snapshot); !maxima.empty()) {
        m_markers.push_back({static_cast<double>(maxima.back()), maximaText(maxima),
                             readableOn(m_colors.severityColor(Severity::Error), palette().color(QPalette::Window)),
                             Qt::SolidLine});
        m_smallerMaxima.assign(maxima.begin(), maxima.end() - 1);
    } else {
        m_markers.push_back({static_cast<double>(tokens.maximum), tr("largest %1").arg(formatCount(tokens.maximum)),
                             text, Qt::DotLine});
    }
    // The bars count texts: what the model adds around one is off its limit. A limit out of sight cuts nothing off.
    const auto most = static_cast<double>(m_snapshot->model.mostTextTokens());
    if (m_snapshot->model && most <= m_tokensAxis->max()) {
        m_markers.insert(m_markers.end() - 1,
                         {most, tr("model's limit %1").arg(formatCount(m_snapshot->model.mostTextTokens())),
                          readableOn(m_colors.severityColor(Severity::Warning), palette().color(QPalette::Window)),
                          Qt::DashDotLine});
    }
    const int rows = std::max(markerRows, static_cast<int>(m_markers.size()));
    const QMargins margins(4, rows * QFontMetrics(m_tokensAxis->labelsFont()).height() + 4, 12, 0);
    if (chart()->margins() != margins)
        chart()->setMargins(margins);
}

QStringList HistogramView::markerTexts() const
{
    QStringList texts;
    for (const Marker &marker : m_markers)
        texts << marker.text;
    return texts;
}

void HistogramView::adoptTheme()
{
    m_colors = cachedThemeColors(palette());
    const QColor window = palette().color(QPalette::Window);
    const QColor dim = readableOn(m_colors.dimText, window);
    chart()->setBackgroundBrush(window);
    chart()->setBackgroundPen(Qt::NoPen);
    setBackgroundBrush(window);
    m_bars->setPen(Qt::NoPen);
    m_bars->setBrush(m_colors.chunkEdge[0]);
    m_overflowBar->setPen(Qt::NoPen);
    m_overflowBar->setBrush(m_colors.severityColor(Severity::Error));
    m_overlap->setPen(QPen(readableOn(m_colors.chunkEdge[2], window, 3.0), 2));
    QFont small = font();
    small.setPointSizeF(std::max(7.0, font().pointSizeF() * 0.9));
    for (QValueAxis *axis : {m_tokensAxis, m_chunksAxis}) {
        axis->setLabelsColor(dim);
        axis->setLabelsFont(small);
        axis->setLinePen(QPen(m_colors.separator, 1));
        axis->setGridLinePen(QPen(m_colors.separator, 1));
    }
    chart()->setMargins(QMargins(4, markerRows * QFontMetrics(small).height() + 4, 12, 0));
    collectMarkers();
    viewport()->update();
}

double HistogramView::xOf(double tokens) const
{
    const QRectF plot = chart()->plotArea();
    return plot.left() + plot.width() * tokens / m_tokensAxis->max();
}

double HistogramView::yOf(double chunks) const
{
    const QRectF plot = chart()->plotArea();
    return plot.bottom() - plot.height() * chunks / m_chunksAxis->max();
}

std::optional<std::size_t> HistogramView::binAt(QPointF position) const
{
    const QRectF plot = chart()->plotArea();
    if (binCount() == 0 || position.x() < plot.left() || position.x() >= plot.right() || position.y() < plot.top()
        || position.y() > plot.bottom())
        return std::nullopt;
    const double tokens = (position.x() - plot.left()) / plot.width() * m_tokensAxis->max();
    if (tokens > static_cast<double>(m_histogram.upper))
        return binCount() - 1;
    const auto bin = static_cast<std::size_t>(tokens / static_cast<double>(m_histogram.binWidth));
    return std::min(bin, m_histogram.overflowBin() - 1);
}

void HistogramView::setHighlighted(std::optional<std::size_t> bin)
{
    if (m_highlighted == bin)
        return;
    m_highlighted = bin;
    setAccessibleDescription(bin ? binText(*bin) : QString());
    viewport()->update();
    Q_EMIT highlightChanged();
}

void HistogramView::mouseMoveEvent(QMouseEvent *event)
{
    setHighlighted(binAt(event->position()));
}

void HistogramView::mousePressEvent(QMouseEvent *event)
{
    const std::optional<std::size_t> bin = binAt(event->position());
    setHighlighted(bin);
    if (event->button() == Qt::LeftButton && bin)
        Q_EMIT binActivated(*bin);
}

void HistogramView::mouseReleaseEvent(QMouseEvent *event)
{
    event->accept();
}

void HistogramView::leaveEvent(QEvent *event)
{
    QChartView::leaveEvent(event);
    setHighlighted(std::nullopt);
}

void HistogramView::keyPressEvent(QKeyEvent *event)
{
    if (binCount() == 0)
        return QChartView::keyPressEvent(event);
    const std::size_t last = binCount() - 1;
    const std::size_t at = m_highlighted.value_or(m_selected.value_or(0));
    switch (event->key()) {
    case Qt::Key_Right:
        return setHighlighted(m_highlighted ? std::min(last, at + 1) : at);
    case Qt::Key_Left:
        return setHighlighted(m_highlighted && at > 0 ? at - 1 : at);
    case Qt::Key_Home:
        return setHighlighted(0);
    case Qt::Key_End:
        return setHighlighted(last);
    case Qt::Key_Return:
    case Qt::Key_Enter:
    case Qt::Key_Space:
        if (m_highlighted)
            Q_EMIT binActivated(*m_highlighted);
        return;
    default:
        QChartView::keyPressEvent(event);
    }
}

void HistogramView::focusInEvent(QFocusEvent *event)
{
    QChartView::focusInEvent(event);
    if (binCount() > 0 && !m_highlighted && event->reason() != Qt::MouseFocusReason)
        setHighlighted(m_selected.value_or(0));
    viewport()->update(); // the outline of the highlighted bin is there with the focus only
}

void HistogramView::focusOutEvent(QFocusEvent *event)
{
    QChartView::focusOutEvent(event);
    viewport()->update();
}

void HistogramView::changeEvent(QEvent *event)
{
    QChartView::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        adoptTheme();
}

bool HistogramView::viewportEvent(QEvent *event)
{
    // The chart has tooltips of its own making: the base class would look for items under the mouse.
    if (event->type() == QEvent::ToolTip)
        return true;
    return QChartView::viewportEvent(event);
}

} // namespace cw
