// SPDX-License-Identifier: GPL-3.0-or-later
// One line of text, announced when it is done: Enter, or the focus goes.
#pragma once

#include "controls/parametercontrol.h"

class QLineEdit;

namespace cw {

class TextControl final : public ParameterControl
{
    Q_OBJECT

public:
    TextControl(const QString &title, const QString &help, const QString &example, QWidget *parent = nullptr);

    /// A std::string.
    void setValue(const ParameterValue &value) override;
    [[nodiscard]] QLineEdit *field() const noexcept { return m_field; }

private:
    void finish();

    QLineEdit *m_field;
    std::string m_known; ///< last value that came in or went out
};

} // namespace cw
