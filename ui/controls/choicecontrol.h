// SPDX-License-Identifier: GPL-3.0-or-later
// One of several named choices.
#pragma once

#include "controls/parametercontrol.h"

#include <span>

class QComboBox;

namespace cw {

class PlainLabel;

class ChoiceControl final : public ParameterControl
{
    Q_OBJECT

public:
    ChoiceControl(const QString &title, const QString &help, std::span<const ParameterChoice> choices,
                  QWidget *parent = nullptr);

    /// An id that is not offered is shown as itself.
    void setValue(const ParameterValue &value) override;
    [[nodiscard]] QComboBox *comboBox() const noexcept { return m_combo; }

private:
    void activated(int row);
    void describe();

    QComboBox *m_combo;
    PlainLabel *m_description;
    int m_offered = 0;
};

} // namespace cw
