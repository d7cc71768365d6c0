// SPDX-License-Identifier: GPL-3.0-or-later
// A whole number: slider, spin box, unit.
#pragma once

#include "controls/parametercontrol.h"

class QSpinBox;

namespace cw {

class PlainLabel;
class ValueSlider;

class IntegerControl : public ParameterControl
{
    Q_OBJECT

public:
    IntegerControl(const QString &title, const QString &help, const QString &unit, QWidget *parent = nullptr);

    void setValue(const ParameterValue &value) override;
    [[nodiscard]] int value() const;
    void setUnit(const QString &unit);
    /// Shown in place of the smallest value, where that is no size: "Same as max".
    void setSmallestName(const QString &name);
    /// What may be typed; the slider spans as much of it as is of use, on a logarithmic scale when that is wide.
    void setLimits(std::int64_t minimum, std::int64_t maximum);
    /// As above with the slider's own span.
    void setLimits(std::int64_t minimum, std::int64_t maximum, int sliderMinimum, int sliderMaximum);

    [[nodiscard]] ValueSlider *slider() const noexcept { return m_slider; }
    [[nodiscard]] QSpinBox *spinBox() const noexcept { return m_spin; }

protected:
    static constexpr int numberBoxWidth = 100;

    /// Called with every value the user makes.
    virtual void userMoved(int value);

private:
    void sliderMoved(int value);
    void spinChanged(int value);
    void showUnit(); ///< none beside the name of the smallest value

    ValueSlider *m_slider;
    QSpinBox *m_spin;
    PlainLabel *m_unit;
    QString m_unitName;
};

} // namespace cw
