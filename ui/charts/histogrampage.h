// SPDX-License-Identifier: GPL-3.0-or-later
// How large the chunks are, and how much they share.
#pragma once

#include "workbench/workbench.h"

#include <QWidget>

class QStackedLayout;

namespace cw {

class ChartLegend;
class HistogramView;
class PlainLabel;

/// Choosing a bin selects its first chunk, choosing it again the next one.
class HistogramPage final : public QWidget
{
    Q_OBJECT

public:
    explicit HistogramPage(Workbench &workbench, QWidget *parent = nullptr);

    [[nodiscard]] HistogramView *view() const noexcept { return m_view; }
    /// What stands in place of the chart; empty while there is a chart.
    [[nodiscard]] QString notice() const;

private:
    void showSnapshot();
    void showSelection();
    void selectInBin(std::size_t bin);

    Workbench &m_workbench;
    ChartLegend *m_legend;
    HistogramView *m_view;
    PlainLabel *m_notice;
    QStackedLayout *m_stack;
};

} // namespace cw
