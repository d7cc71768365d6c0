// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "workbench/workbench.h"

#include <QFrame>

class QMenu;
class QPushButton;

namespace cw {

class ErrorLabel;
class MenuButton;
class PlainLabel;

/// Above the parameters: what they hold for while there are overrides, and the ways to take them back. Takes no room
/// without any.
class OverrideBar final : public QFrame
{
    Q_OBJECT

public:
    explicit OverrideBar(Workbench &workbench, QWidget *parent = nullptr);

    /// Shows the override of that number as the one that is edited; RunSnapshot::noOverride: the configuration is.
    void showOverride(std::size_t number);

    [[nodiscard]] PlainLabel *scopeLabel() const noexcept { return m_scope; }
    [[nodiscard]] PlainLabel *noteLabel() const noexcept { return m_note; }
    /// Of the overrides that are not shown, whose max is over what the model reads.
    [[nodiscard]] ErrorLabel *limitWarning() const noexcept { return m_limitWarning; }
    [[nodiscard]] QPushButton *resetButton() const noexcept { return m_reset; }
    /// One entry an override: taking it back.
    [[nodiscard]] QMenu *listMenu() const noexcept { return m_listMenu; }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    void fillList();
    void showLimitWarning();
    void remove(std::size_t number);

    Workbench &m_workbench;
    std::size_t m_number;
    PlainLabel *m_scope;
    PlainLabel *m_note;
    ErrorLabel *m_limitWarning;
    QPushButton *m_reset;
    MenuButton *m_list;
    QMenu *m_listMenu;
};

} // namespace cw
