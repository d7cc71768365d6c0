// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/integercontrol.h"

#include "controls/panelmanners.h"
#include "controls/plainlabel.h"
#include "controls/valueslider.h"

#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <limits>

namespace cw {

namespace {

int toInt(std::int64_t value)
{
    return static_cast<int>(
        std::clamp<std::int64_t>(value, std::numeric_limits<int>::min(), std::numeric_limits<int>::max()));
}

constexpr int widestSlider = 4096;

} // namespace

IntegerControl::IntegerControl(const QString &title, const QString &help, const QString &unit, QWidget *parent)
    : ParameterControl(title, help, parent), m_slider(new ValueSlider(this)), m_spin(new QSpinBox(this)),
      m_unit(new PlainLabel(unit, PlainLabel::Tone::Dim, this)), m_unitName(unit)
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addWidget(m_slider, 1);
    row->addWidget(m_spin);
    row->addWidget(m_unit);
    addRow(row);
    setEditor(m_spin);

    m_slider->setAccessibleName(tr("%1, slider").arg(title));
    m_slider->setToolTip(help);
    m_slider->installEventFilter(this);
    m_spin->setKeyboardTracking(false);
    m_spin->setGroupSeparatorShown(true);
    m_spin->setAlignment(Qt::AlignRight);
    m_spin->setFixedWidth(numberBoxWidth);
    m_unit->setMinimumWidth(m_unit->fontMetrics().horizontalAdvance(QStringLiteral("sentences")));
    PanelManners::teach(m_spin);

    connect(m_slider, &ValueSlider::valueMoved, this, &IntegerControl::sliderMoved);
    connect(m_slider, &ValueSlider::dragEnded, this, &IntegerControl::flush);
    connect(m_spin, &QSpinBox::valueChanged, this, &IntegerControl::spinChanged);
    connect(m_spin, &QSpinBox::editingFinished, this, &IntegerControl::flush);
}

void IntegerControl::setValue(const ParameterValue &value)
{
    adopt(value);
    const int number = toInt(std::get<std::int64_t>(value));
    const QSignalBlocker blocker(m_spin);
    m_spin->setValue(number);
    m_slider->showValue(number);
    showUnit();
}

int IntegerControl::value() const
{
    return m_spin->value();
}

void IntegerControl::setUnit(const QString &unit)
{
    m_unitName = unit;
    showUnit();
    m_spin->setAccessibleName(unit.isEmpty() ? title() : tr("%1, %2").arg(title(), unit));
}

void IntegerControl::setSmallestName(const QString &name)
{
    m_spin->setSpecialValueText(name);
    constexpr int narrowSlider = 56; ///< gives the box its room, so that the row stays as narrow as others
    m_spin->setFixedWidth(std::max(numberBoxWidth, m_spin->sizeHint().width()));
    m_slider->setMinimumWidth(narrowSlider);
    m_unit->setMinimumWidth(m_unit->fontMetrics().horizontalAdvance(m_unitName));
    showUnit();
}

void IntegerControl::setLimits(std::int64_t minimum, std::int64_t maximum)
{
    setLimits(minimum, maximum, toInt(minimum),
              toInt(std::min(maximum, std::max<std::int64_t>(minimum + 1, widestSlider))));
}

void IntegerControl::setLimits(std::int64_t minimum, std::int64_t maximum, int sliderMinimum, int sliderMaximum)
{
    const QSignalBlocker blocker(m_spin);
    m_spin->setRange(toInt(minimum), toInt(maximum));
    m_slider->setValueRange(sliderMinimum, sliderMaximum,
                            sliderMaximum - sliderMinimum > 200 ? SliderScale::Logarithmic : SliderScale::Linear);
    m_slider->setStepLimits(toInt(minimum), toInt(maximum));
    m_slider->showValue(m_spin->value());
}

void IntegerControl::showUnit()
{
    const bool isNamed = !m_spin->specialValueText().isEmpty() && m_spin->value() == m_spin->minimum();
    m_unit->setText(isNamed ? QString() : m_unitName);
}

void IntegerControl::userMoved(int value)
{
    showUnit();
    announceMotion(std::int64_t(value));
}

void IntegerControl::sliderMoved(int value)
{
    const QSignalBlocker blocker(m_spin);
    m_spin->setValue(value);
    userMoved(value);
}

void IntegerControl::spinChanged(int value)
{
    m_slider->showValue(value);
    userMoved(value);
}

} // namespace cw
