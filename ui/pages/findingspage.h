// SPDX-License-Identifier: GPL-3.0-or-later
// What the audit found, by rule, and the rules' switches.
#pragma once

#include "models/findingsmodel.h"
#include "workbench/workbench.h"

#include <QWidget>

#include <array>
#include <optional>
#include <set>

class QComboBox;
class QLineEdit;
class QMenu;
class QPushButton;
class QToolButton;
class QTreeView;

namespace cw {

class ErrorLabel;
class PlainLabel;
class RuleDetails;

class FindingsPage final : public QWidget
{
    Q_OBJECT

public:
    explicit FindingsPage(Workbench &workbench, QWidget *parent = nullptr);

    /// Goes to the next or previous shown finding in reading order from the selected place on, around the end.
    void nextFinding();
    void previousFinding();

    /// Takes an audit profile from a file, or says in place why not.
    bool loadProfile(const QString &path);
    bool saveProfile(const QString &path);

    [[nodiscard]] FindingsModel *model() const noexcept { return m_model; }
    [[nodiscard]] QTreeView *tree() const noexcept { return m_tree; }
    [[nodiscard]] RuleDetails *details() const noexcept { return m_details; }
    [[nodiscard]] QLineEdit *filterField() const noexcept { return m_filter; }
    [[nodiscard]] QToolButton *severityButton(Severity severity) const;
    [[nodiscard]] QMenu *profileMenu() const noexcept { return m_profileMenu; }
    [[nodiscard]] QString problem() const;

protected:
    void changeEvent(QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    void buildHeader(QWidget *header);
    void buildProfileMenu();
    void buildTree();
    void showSnapshot();
    void catchUp();
    void showConfig();
    void showSelection();
    void chooseFirstRule();
    void applyFilter();
    void treeAboutToReset();
    void treeReset();
    void currentChanged(const QModelIndex &current);
    void go(const QModelIndex &index);
    /// Of the finding in the row, if it is about a second chunk.
    [[nodiscard]] std::optional<Place> otherPlace(const QModelIndex &index) const;
    [[nodiscard]] QString otherText(const Place &other) const;
    void goToOther();
    void offerOther();
    void showMenu(const QPoint &at);
    void step(bool isForward);
    void setProfile(AuditProfile profile, ChangeKind kind, const QString &undoText);
    void changeRule(std::size_t rule, const RuleSetting &setting, ChangeKind kind, const QString &undoText);
    void showCount();
    void showIcons();

    Workbench &m_workbench;
    FindingsModel *m_model;
    QTreeView *m_tree;
    RuleDetails *m_details;
    QLineEdit *m_filter;
    QComboBox *m_scope;
    std::array<QToolButton *, 3> m_severities{};
    QPushButton *m_profile;
    QMenu *m_profileMenu;
    PlainLabel *m_count;
    ErrorLabel *m_error;
    std::set<std::size_t> m_expanded; ///< rules
    std::optional<Finding> m_current; ///< re-found by rule and place when the chunks change
    bool m_isFollowing = false;
    bool m_isRuleChosen = false; ///< by the person, or for them when the first findings came
    std::set<std::size_t> m_keptExpanded; ///< while the model is reset
    std::optional<bool> m_wantedStep; ///< forward or not: asked for while the findings were being listed
    int m_keptScroll = 0; ///< while the model is empty because the page is hidden
    bool m_isStale = false; ///< hidden while the chunks changed
};

} // namespace cw
