// SPDX-License-Identifier: GPL-3.0-or-later
// One parameter on a panel: its name, the mark when it differs from the default, its editor, and its error.
#pragma once

#include "run/parameters.h"
#include "workbench/workbench.h"

#include <QTimer>
#include <QWidget>

class QLayout;
class QToolButton;
class QVBoxLayout;

namespace cw {

class ErrorLabel;
class ParameterLabel;

/// Base of all parameter editors. Values in motion are announced as previews; the last of them is announced again as
/// settled when the hand lets go, after a pause, or when the focus leaves.
class ParameterControl : public QWidget
{
    Q_OBJECT

public:
    /// `help` is one sentence for the tooltip. An empty title leaves the heading out.
    ParameterControl(const QString &title, const QString &help, QWidget *parent = nullptr);

    /// Shows a value of the parameter's kind; emits nothing.
    virtual void setValue(const ParameterValue &value) = 0;

    [[nodiscard]] QString title() const { return m_title; }
    void setChangedFromDefault(bool isChanged);
    [[nodiscard]] bool isChangedFromDefault() const noexcept { return m_isChanged; }
    /// Shown under the editor and read out with it; an empty message takes it away.
    void setError(const QString &message);
    [[nodiscard]] QString error() const;
    /// Ends a motion now.
    void flush();

signals:
    void valueEdited(const cw::ParameterValue &value, cw::ChangeKind kind);
    void resetRequested();

protected:
    void addRow(QWidget *row);
    void addRow(QLayout *row);
    /// The widget that gets the label's shortcut, the error's description and the tooltip.
    void setEditor(QWidget *editor);
    /// A preview now, and a settled value later.
    void announceMotion(const ParameterValue &value);
    void announceSettled(const ParameterValue &value);
    /// To be called by setValue: a value from elsewhere ends the motion without announcing it again.
    void adopt(const ParameterValue &value);
    bool eventFilter(QObject *watched, QEvent *event) override;
    [[nodiscard]] QString help() const { return m_help; }

private:
    void resetClicked();
    void settle();

    QString m_title;
    QString m_help;
    QVBoxLayout *m_rows;
    ParameterLabel *m_label = nullptr;
    QToolButton *m_reset = nullptr;
    ErrorLabel *m_error = nullptr;
    QWidget *m_editor = nullptr;
    QTimer m_pause;
    ParameterValue m_moving;
    bool m_isChanged = false;
};

/// The editor that fits the schema.
[[nodiscard]] ParameterControl *createParameterControl(const ParameterSpec &spec, QWidget *parent = nullptr);

} // namespace cw
