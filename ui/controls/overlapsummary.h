// SPDX-License-Identifier: GPL-3.0-or-later
// The overlap asked for beside the one the chunks have.
#pragma once

#include "run/run.h"

#include <QWidget>

#include <memory>

namespace cw {

/// Two bars with their numbers, how the shared tokens spread over the pairs, and a sentence.
class OverlapSummary final : public QWidget
{
    Q_OBJECT

public:
    explicit OverlapSummary(QWidget *parent = nullptr);

    void setSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot);
    [[nodiscard]] double askedPercent() const noexcept { return m_asked; }
    [[nodiscard]] double realisedPercent() const noexcept { return m_realised; }
    [[nodiscard]] QString sentence() const { return m_sentence; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    double m_asked = 0;
    double m_realised = 0;
    OverlapSpread m_spread;
    QString m_sentence;
};

} // namespace cw
