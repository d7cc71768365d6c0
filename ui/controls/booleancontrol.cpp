// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/booleancontrol.h"

#include <QCheckBox>
#include <QSignalBlocker>

namespace cw {

BooleanControl::BooleanControl(const QString &title, const QString &help, QWidget *parent)
    : ParameterControl(title, help, parent), m_check(new QCheckBox(tr("On"), this))
{
    addRow(m_check);
    setEditor(m_check);
    connect(m_check, &QCheckBox::toggled, this, &BooleanControl::toggled);
}

void BooleanControl::setValue(const ParameterValue &value)
{
    adopt(value);
    const QSignalBlocker blocker(m_check);
    m_check->setChecked(std::get<bool>(value));
}

void BooleanControl::toggled(bool isOn)
{
    announceSettled(isOn);
}

} // namespace cw
