// SPDX-License-Identifier: GPL-3.0-or-later
// The overlap asked for, in the strategy's unit and in percent of max; always below max.
#pragma once

#include "controls/integercontrol.h"

class QDoubleSpinBox;

namespace cw {

class OverlapControl final : public IntegerControl
{
    Q_OBJECT

public:
    OverlapControl(const QString &title, const QString &help, QWidget *parent = nullptr);

    void setValue(const ParameterValue &value) override;
    void setMax(std::int64_t max);

    [[nodiscard]] QDoubleSpinBox *percentBox() const noexcept { return m_percent; }

protected:
    void userMoved(int value) override;

private:
    void percentChanged(double percent);
    void showPercent();

    QDoubleSpinBox *m_percent;
    std::int64_t m_max = 1;
};

} // namespace cw
