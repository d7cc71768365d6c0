// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/overlapcontrol.h"

#include "controls/panelmanners.h"
#include "controls/plainlabel.h"
#include "controls/valueslider.h"

#include <QDoubleSpinBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QSpinBox>

#include <algorithm>
#include <cmath>

namespace cw {

OverlapControl::OverlapControl(const QString &title, const QString &help, QWidget *parent)
    : IntegerControl(title, help, {}, parent), m_percent(new QDoubleSpinBox(this))
{
    auto *row = new QHBoxLayout;
    row->setSpacing(8);
    row->addStretch();
    row->addWidget(m_percent);
    auto *unit = new PlainLabel(tr("% of max"), PlainLabel::Tone::Dim, this);
    unit->setMinimumWidth(unit->fontMetrics().horizontalAdvance(QStringLiteral("sentences")));
    row->addWidget(unit);
    addRow(row);

    m_percent->setDecimals(1);
    m_percent->setKeyboardTracking(false);
    m_percent->setAlignment(Qt::AlignRight);
    m_percent->setFixedWidth(numberBoxWidth);
    m_percent->setAccessibleName(tr("Overlap in percent of max"));
    m_percent->setToolTip(tr("The overlap in percent of max; it is rounded to whole units."));
    m_percent->installEventFilter(this);
    PanelManners::teach(m_percent);
    connect(m_percent, &QDoubleSpinBox::valueChanged, this, &OverlapControl::percentChanged);
    connect(m_percent, &QDoubleSpinBox::editingFinished, this, &OverlapControl::flush);
}

void OverlapControl::setMax(std::int64_t max)
{
    m_max = std::max<std::int64_t>(max, 1);
    setLimits(0, m_max - 1, 0, static_cast<int>(m_max - 1));
    const QSignalBlocker blocker(m_percent);
    m_percent->setRange(0, 100.0 * static_cast<double>(m_max - 1) / static_cast<double>(m_max));
    showPercent();
}

void OverlapControl::setValue(const ParameterValue &value)
{
    // A configuration from a file may break the rule; the controls show what it says, and the error beside it.
    const std::int64_t overlap = std::get<std::int64_t>(value);
    const QSignalBlocker blocker(m_percent);
    if (overlap < 0 || overlap >= m_max) {
        spinBox()->setRange(static_cast<int>(std::min<std::int64_t>(overlap, 0)),
                            static_cast<int>(std::max(overlap, m_max - 1)));
        m_percent->setRange(std::min(0.0, 100.0 * static_cast<double>(overlap) / static_cast<double>(m_max)),
                            std::max(100.0, 100.0 * static_cast<double>(overlap) / static_cast<double>(m_max)));
    }
    IntegerControl::setValue(value);
    showPercent();
}

void OverlapControl::userMoved(int value)
{
    showPercent();
    IntegerControl::userMoved(value);
}

void OverlapControl::percentChanged(double percent)
{
    const double exact = percent * static_cast<double>(m_max) / 100.0;
    const int before = value();
    int overlap = static_cast<int>(std::clamp<double>(std::round(exact), 0.0, static_cast<double>(m_max - 1)));
    const double shown = 100.0 * before / static_cast<double>(m_max);
    // With a small max one step of the percent box is less than one unit: still go somewhere.
    if (overlap == before && std::abs(percent - shown) > 0.06)
        overlap = std::clamp(before + (percent > shown ? 1 : -1), 0, static_cast<int>(m_max - 1));
    const QSignalBlocker blocker(spinBox());
    spinBox()->setValue(overlap);
    slider()->showValue(overlap);
    if (overlap == before)
        showPercent();
    else
        userMoved(overlap);
}

void OverlapControl::showPercent()
{
    const QSignalBlocker blocker(m_percent);
    m_percent->setValue(100.0 * value() / static_cast<double>(m_max));
}

} // namespace cw
