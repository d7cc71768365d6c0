// SPDX-License-Identifier: GPL-3.0-or-later
// A slider over whole numbers whose steps need not be even.
#pragma once

#include <QSlider>

namespace cw {

enum class SliderScale { Linear, Logarithmic };

/// Maps positions to values. Dragging on a logarithmic scale lands on round numbers; keys and wheel move by one (with
/// Shift by ten) whatever the scale. A value outside the range is kept, with the handle at that end.
class ValueSlider final : public QSlider
{
    Q_OBJECT

public:
    explicit ValueSlider(QWidget *parent = nullptr);

    void setValueRange(int minimum, int maximum, SliderScale scale);
    [[nodiscard]] int minimumValue() const noexcept { return m_minimum; }
    [[nodiscard]] int maximumValue() const noexcept { return m_maximum; }
    /// Shows a value; emits nothing.
    void showValue(int value);
    [[nodiscard]] int shownValue() const noexcept { return m_value; }
    /// Largest value that keys and wheel may reach; the range's end by default.
    void setStepLimits(int minimum, int maximum);
    [[nodiscard]] int minimumStepValue() const noexcept { return m_stepMinimum; }
    [[nodiscard]] int maximumStepValue() const noexcept { return m_stepMaximum; }

signals:
    /// The handle was dragged, a key pressed or the wheel turned.
    void valueMoved(int value);
    /// The mouse let go of the handle.
    void dragEnded();

protected:
    void keyPressEvent(QKeyEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;

private:
    [[nodiscard]] int valueAt(int position) const;
    [[nodiscard]] int positionOf(int value) const;
    void moveTo(int value);
    void followHandle(int position);

    static constexpr int resolution = 4096;
    int m_minimum = 0;
    int m_maximum = 100;
    int m_stepMinimum = 0;
    int m_stepMaximum = 100;
    int m_value = 0;
    int m_wheelRest = 0;
    SliderScale m_scale = SliderScale::Linear;
};

/// Makes assistive technology hear values rather than handle positions. Called once by the constructor.
void installValueSliderAccessibility();

} // namespace cw
