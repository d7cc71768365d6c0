// SPDX-License-Identifier: GPL-3.0-or-later
// The chart of the histogram page: bars, overlap steps, marker lines, hover and selection.
#pragma once

#include "run/run.h"
#include "theme/theme.h"

#include <QChartView>

#include <memory>
#include <optional>
#include <vector>

class QAreaSeries;
class QLineSeries;
class QValueAxis;

namespace cw {

/// A bin in words: its token range and what is in it.
struct HistogramBin
{
    std::uint64_t firstTokens = 0;
    std::optional<std::uint64_t> lastTokens; ///< empty for the overflow bin
    std::uint64_t chunks = 0;
    std::uint64_t overlaps = 0; ///< chunks whose overlap lies in the range
};

/// One chart object for the life of the view; a new histogram replaces the points of its series in one call each.
/// Bars are one area series, so that five or sixty of them cost the same.
class HistogramView final : public QChartView
{
    Q_OBJECT

public:
    explicit HistogramView(QWidget *parent = nullptr);

    void setSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot);

    /// Bins drawn: the overflow bin only when something is in it.
    [[nodiscard]] std::size_t binCount() const noexcept { return m_shownBins; }
    [[nodiscard]] HistogramBin bin(std::size_t position) const;
    [[nodiscard]] QString binText(std::size_t position) const;
    /// False when no overlap was asked for and none is there.
    [[nodiscard]] bool showsOverlap() const;
    /// Under the mouse, or moved to with the arrow keys.
    [[nodiscard]] std::optional<std::size_t> highlightedBin() const noexcept { return m_highlighted; }
    /// The bin that holds the chosen chunk.
    void setSelectedBin(std::optional<std::size_t> bin);
    [[nodiscard]] std::size_t binOf(std::uint32_t tokens) const;
    /// What stands at the vertical lines.
    [[nodiscard]] QStringList markerTexts() const;
    /// The bin's column in viewport coordinates.
    [[nodiscard]] QRectF columnRect(std::size_t position) const;

signals:
    void binActivated(std::size_t position);
    void highlightChanged();

protected:
    void drawForeground(QPainter *painter, const QRectF &rect) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;

private:
    struct Marker
    {
        double tokens = 0;
        QString text;
        QColor color;
        Qt::PenStyle style = Qt::SolidLine;
    };

    void adoptTheme();
    void fillSeries();
    void fillAxes();
    void collectMarkers();
    void setHighlighted(std::optional<std::size_t> bin);
    [[nodiscard]] std::optional<std::size_t> binAt(QPointF viewportPosition) const;
    [[nodiscard]] double xOf(double tokens) const;
    [[nodiscard]] double yOf(double chunks) const;
    void drawCounts(QPainter &painter) const;
    void drawMarkers(QPainter &painter) const;
    void clearBehind(QPainter &painter, QPointF centre, double width, double height) const;
    void drawOutlines(QPainter &painter) const;
    void drawHighlight(QPainter &painter) const;

    QAreaSeries *m_bars;
    QAreaSeries *m_overflowBar;
    QLineSeries *m_overlap;
    QValueAxis *m_tokensAxis;
    QValueAxis *m_chunksAxis;
    std::shared_ptr<const RunSnapshot> m_snapshot;
    Histogram m_histogram;
    std::size_t m_shownBins = 0;
    std::vector<Marker> m_markers;
    std::vector<std::size_t> m_smallerMaxima; ///< of documents that are chunked differently; drawn without a label
    ThemeColors m_colors;
    std::optional<std::size_t> m_highlighted;
    std::optional<std::size_t> m_selected;
};

} // namespace cw
