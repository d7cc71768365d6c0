// SPDX-License-Identifier: GPL-3.0-or-later
// One audit rule: why it matters, what to do, and its switches.
#pragma once

#include "audit/audit.h"
#include "workbench/workbench.h"

#include <QWidget>

#include <map>
#include <optional>
#include <string>

class QCheckBox;
class QLabel;
class QPushButton;
class QVBoxLayout;

namespace cw {

class ChoiceControl;
class ParameterControl;
class PlainLabel;

class RuleDetails final : public QWidget
{
    Q_OBJECT

public:
    explicit RuleDetails(QWidget *parent = nullptr);
    ~RuleDetails() override;

    /// Shows a rule with its setting in `profile`; emits nothing.
    void showRule(std::size_t rule, const AuditProfile &profile);
    [[nodiscard]] std::optional<std::size_t> rule() const noexcept { return m_rule; }
    /// The button that goes to the second chunk a finding is about; hidden while `text` is empty.
    void offerOther(const QString &text, const QString &toolTip);
    [[nodiscard]] QPushButton *otherButton() const noexcept { return m_other; }

    [[nodiscard]] QCheckBox *enabledBox() const noexcept { return m_enabled; }
    [[nodiscard]] ChoiceControl *severityControl() const noexcept { return m_severity; }
    [[nodiscard]] ParameterControl *thresholdControl(std::string_view id) const;

signals:
    void settingEdited(std::size_t rule, const cw::RuleSetting &setting, cw::ChangeKind kind, const QString &undoText);
    void otherRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildThresholds(const RuleDescriptor &descriptor);
    void announce(ChangeKind kind);
    void showIcon();

    std::optional<std::size_t> m_rule;
    RuleSetting m_setting;
    QLabel *m_icon;
    PlainLabel *m_title;
    QCheckBox *m_enabled;
    ChoiceControl *m_severity;
    PlainLabel *m_why;
    PlainLabel *m_what;
    QPushButton *m_other;
    QVBoxLayout *m_thresholdRows;
    std::map<std::string, ParameterControl *, std::less<>> m_thresholds;
};

} // namespace cw
