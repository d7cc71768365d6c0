// SPDX-License-Identifier: GPL-3.0-or-later
// What the shapes of the histogram mean.
#pragma once

#include <QWidget>

namespace cw {

class ChartLegend final : public QWidget
{
    Q_OBJECT

public:
    explicit ChartLegend(QWidget *parent = nullptr);

    void setShowsOverflow(bool shows);
    void setShowsOverlap(bool shows);

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return {0, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    struct Entry
    {
        QString text;
        bool isLine = false;
        int color = 0; ///< 0 bars, 1 overflow, 2 overlap
    };
    [[nodiscard]] std::vector<Entry> entries() const;

    bool m_showsOverflow = false;
    bool m_showsOverlap = true;
};

} // namespace cw
