// SPDX-License-Identifier: GPL-3.0-or-later
// One of several named choices.
#pragma once

#include "controls/parametercontrol.h"

#include <functional>
#include <span>
#include <utility>

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
    /// How an id that is not offered is shown, and its tooltip.
    void setLabelOfOthers(std::function<std::pair<QString, QString>(const QString &id)> label);
    /// An entry at the end that is no value: choosing it leaves the value and emits commandChosen.
    void addCommand(const QString &id, const QString &text);
    [[nodiscard]] QComboBox *comboBox() const noexcept { return m_combo; }

signals:
    void commandChosen(const QString &id);

private:
    void activated(int row);
    void describe();
    void widenList(); ///< to its longest entry, which the closed box may cut

    QComboBox *m_combo;
    PlainLabel *m_description;
    int m_offered = 0;
    bool m_showsOther = false; ///< a value that is not offered stands behind those that are
    bool m_hasCommands = false;
    int m_row = 0; ///< of the value
    std::function<std::pair<QString, QString>(const QString &)> m_labelOfOthers;
};

} // namespace cw
