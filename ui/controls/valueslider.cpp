// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/valueslider.h"

#include <QAccessible>
#include <QAccessibleWidget>
#include <QKeyEvent>
#include <QSignalBlocker>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace cw {

namespace {

int roundedForDrag(double value)
{
    const int step = value < 50 ? 1 : value < 200 ? 5 : value < 1000 ? 10 : 50;
    return static_cast<int>(std::lround(value / step)) * step;
}

class ValueSliderInterface final : public QAccessibleWidget, public QAccessibleValueInterface
{
public:
    explicit ValueSliderInterface(ValueSlider *slider) : QAccessibleWidget(slider, QAccessible::Slider) { }

    void *interface_cast(QAccessible::InterfaceType type) override
    {
        if (type == QAccessible::ValueInterface)
            return static_cast<QAccessibleValueInterface *>(this);
        return QAccessibleWidget::interface_cast(type);
    }
    QString text(QAccessible::Text kind) const override
    {
        return kind == QAccessible::Value ? QString::number(slider()->shownValue()) : QAccessibleWidget::text(kind);
    }
    QVariant currentValue() const override { return slider()->shownValue(); }
    void setCurrentValue(const QVariant &value) override
    {
        const int wanted = std::clamp(value.toInt(), slider()->minimumStepValue(), slider()->maximumStepValue());
        slider()->showValue(wanted);
        Q_EMIT slider()->valueMoved(wanted);
    }
    QVariant maximumValue() const override { return slider()->maximumStepValue(); }
    QVariant minimumValue() const override { return slider()->minimumStepValue(); }
    QVariant minimumStepSize() const override { return 1; }

private:
    ValueSlider *slider() const { return static_cast<ValueSlider *>(widget()); }
};

QAccessibleInterface *createInterface(const QString &, QObject *object)
{
    auto *slider = qobject_cast<ValueSlider *>(object);
    return slider ? new ValueSliderInterface(slider) : nullptr;
}

} // namespace

void installValueSliderAccessibility()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory(createInterface);
        return true;
    }();
    Q_UNUSED(isInstalled)
}

ValueSlider::ValueSlider(QWidget *parent) : QSlider(Qt::Horizontal, parent)
{
    installValueSliderAccessibility();
    setRange(0, resolution);
    setFocusPolicy(Qt::StrongFocus);
    setMinimumWidth(72);
    connect(this, &QSlider::sliderMoved, this, &ValueSlider::followHandle);
    connect(this, &QSlider::sliderReleased, this, &ValueSlider::dragEnded);
}

void ValueSlider::setValueRange(int minimum, int maximum, SliderScale scale)
{
    m_minimum = minimum;
    m_maximum = std::max(minimum, maximum);
    m_scale = minimum < 1 ? SliderScale::Linear : scale;
    m_stepMinimum = m_minimum;
    m_stepMaximum = m_maximum;
    showValue(m_value);
}

void ValueSlider::setStepLimits(int minimum, int maximum)
{
    m_stepMinimum = minimum;
    m_stepMaximum = std::max(minimum, maximum);
}

void ValueSlider::showValue(int value)
{
    const bool hasChanged = value != m_value;
    m_value = value;
    const QSignalBlocker blocker(this);
    setSliderPosition(positionOf(value));
    setValue(positionOf(value));
    if (hasChanged) {
        QAccessibleValueChangeEvent event(this, value);
        QAccessible::updateAccessibility(&event);
    }
}

int ValueSlider::positionOf(int value) const
{
    if (m_minimum == m_maximum)
        return 0;
    const double v = std::clamp(value, m_minimum, m_maximum);
    const double share = m_scale == SliderScale::Logarithmic
        ? std::log(v / m_minimum) / std::log(double(m_maximum) / m_minimum)
        : (v - m_minimum) / (double(m_maximum) - m_minimum);
    return static_cast<int>(std::lround(share * resolution));
}

int ValueSlider::valueAt(int position) const
{
    const double share = static_cast<double>(position) / resolution;
    if (m_scale == SliderScale::Linear)
        return m_minimum + static_cast<int>(std::lround(share * (double(m_maximum) - m_minimum)));
    const double exact = m_minimum * std::pow(double(m_maximum) / m_minimum, share);
    return std::clamp(roundedForDrag(exact), m_minimum, m_maximum);
}

void ValueSlider::moveTo(int value)
{
    if (value == m_value)
        return;
    showValue(value);
    Q_EMIT valueMoved(value);
}

void ValueSlider::followHandle(int position)
{
    moveTo(valueAt(position));
}

void ValueSlider::keyPressEvent(QKeyEvent *event)
{
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    const int ahead = layoutDirection() == Qt::RightToLeft ? -step : step;
    const auto goBy = [this](int steps) {
        moveTo(static_cast<int>(std::clamp<qint64>(qint64(m_value) + steps, m_stepMinimum, m_stepMaximum)));
    };
    switch (event->key()) {
    case Qt::Key_Right:
        return goBy(ahead);
    case Qt::Key_Left:
        return goBy(-ahead);
    case Qt::Key_Up:
        return goBy(step);
    case Qt::Key_Down:
        return goBy(-step);
    case Qt::Key_PageUp:
        return goBy(10);
    case Qt::Key_PageDown:
        return goBy(-10);
    case Qt::Key_Home:
        return moveTo(m_minimum);
    case Qt::Key_End:
        return moveTo(m_maximum);
    default:
        event->ignore();
    }
}

void ValueSlider::wheelEvent(QWheelEvent *event)
{
    const QPoint delta = event->angleDelta();
    m_wheelRest += delta.y() != 0 ? delta.y() : delta.x();
    const int notches = m_wheelRest / QWheelEvent::DefaultDeltasPerStep;
    m_wheelRest -= notches * QWheelEvent::DefaultDeltasPerStep;
    const int step = event->modifiers().testFlag(Qt::ShiftModifier) ? 10 : 1;
    moveTo(static_cast<int>(std::clamp<qint64>(qint64(m_value) + notches * step, m_stepMinimum, m_stepMaximum)));
    event->accept();
}

void ValueSlider::mousePressEvent(QMouseEvent *event)
{
    QStyleOptionSlider option;
    initStyleOption(&option);
    const QPoint at = event->position().toPoint();
    if (event->button() == Qt::LeftButton
        && style()->hitTestComplexControl(QStyle::CC_Slider, &option, at, this) != QStyle::SC_SliderHandle) {
        const QRect groove = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderGroove, this);
        const QRect handle = style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, this);
        followHandle(QStyle::sliderValueFromPosition(minimum(), maximum(), at.x() - groove.left() - handle.width() / 2,
                                                     groove.width() - handle.width(), option.upsideDown));
    }
    QSlider::mousePressEvent(event);
}

} // namespace cw
