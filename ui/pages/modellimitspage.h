// SPDX-License-Identifier: GPL-3.0-or-later
// The chunks as several models and tokenizers see them, and what each of them would cut off.
#pragma once

#include "concurrency/latesttask.h"
#include "run/modellimits.h"
#include "workbench/workbench.h"

#include <QWidget>

#include <memory>
#include <string>
#include <vector>

class QHBoxLayout;
class QMenu;
class QPushButton;
class QTreeWidget;
class QTreeWidgetItem;

namespace cw {

class PlainLabel;
class Settings;

/// A row for the chosen model, when there is one, and for each model it is compared with; under it the chunks it does
/// not read to their end; choosing one of these goes there.
/// Counted on a worker, newest chunks first, only while the page is shown; the rows stay until newer figures are there.
class ModelLimitsPage final : public QWidget
{
    Q_OBJECT

public:
    /// More chunks of one model are not listed, which the row after them says; the audit lists them all.
    static constexpr std::size_t mostListed = 1000;

    /// Without settings the choice of rows is not remembered.
    explicit ModelLimitsPage(Workbench &workbench, Settings *settings = nullptr, QWidget *parent = nullptr);

    [[nodiscard]] QTreeWidget *table() const noexcept { return m_table; }
    [[nodiscard]] QMenu *addMenu() const noexcept { return m_addMenu; }
    [[nodiscard]] QPushButton *removeButton() const noexcept { return m_remove; }
    /// What the chosen model is compared with.
    [[nodiscard]] const QStringList &references() const noexcept { return m_references; }
    [[nodiscard]] bool isCounting() const { return m_counting.isBusy(); }

    void addReference(const QString &reference);

protected:
    void showEvent(QShowEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    /// One row: figures, or why there are none.
    struct Row
    {
        std::string reference;
        Outcome<ModelLimits> limits;
    };
    struct Counted
    {
        std::shared_ptr<const RunSnapshot> snapshot;
        std::vector<Row> rows;
    };
    using CountedPointer = std::shared_ptr<const Counted>;

    void buildHeader(QHBoxLayout *row);
    void buildTable();
    /// Names give way to the figures and to the last column where there is little room.
    void fitNames();
    void fillAddMenu();
    void setReferences(const QStringList &references);
    void count();
    void accept(const Outcome<CountedPointer> &outcome);
    [[nodiscard]] QString chosenModel() const;
    [[nodiscard]] QStringList rows() const;
    void fill();
    void fillRow(QTreeWidgetItem *item, const Row &row) const;
    void addChunks(QTreeWidgetItem *item);
    void goTo(const QTreeWidgetItem *item);
    void updateRemove();
    void updateState();
    void showAge();
    [[nodiscard]] QString countingText(const QString &progress) const;

    Workbench &m_workbench;
    Settings *m_settings;
    QStringList m_references;
    PlainLabel *m_state;
    QPushButton *m_cancel;
    QPushButton *m_remove;
    QMenu *m_addMenu;
    QTreeWidget *m_table;
    CountedPointer m_counted;
    LatestTask<CountedPointer> m_counting; ///< last: joined before the rest goes
};

} // namespace cw
