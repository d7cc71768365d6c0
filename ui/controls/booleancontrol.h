// SPDX-License-Identifier: GPL-3.0-or-later
// A yes-or-no parameter.
#pragma once

#include "controls/parametercontrol.h"

class QCheckBox;

namespace cw {

class BooleanControl final : public ParameterControl
{
    Q_OBJECT

public:
    BooleanControl(const QString &title, const QString &help, QWidget *parent = nullptr);

    void setValue(const ParameterValue &value) override;
    [[nodiscard]] QCheckBox *checkBox() const noexcept { return m_check; }

private:
    void toggled(bool isOn);

    QCheckBox *m_check;
};

} // namespace cw
