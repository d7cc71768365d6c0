// SPDX-License-Identifier: GPL-3.0-or-later
// All chunks as a table.
#pragma once

#include "models/chunktablemodel.h"
#include "workbench/workbench.h"

#include <QWidget>

class QComboBox;
class QLineEdit;
class QSpinBox;
class QStackedLayout;
class QTableView;

namespace cw {

class PlainLabel;
class ReturnedDetail;

/// The row and the selection follow each other; when the chunks change the scroll position stays, but for a selected
/// row in sight, which stays in sight.
class ChunksPage final : public QWidget
{
    Q_OBJECT

public:
    enum class Scope { ThisDocument, AllDocuments };

    explicit ChunksPage(Workbench &workbench, QWidget *parent = nullptr);

    [[nodiscard]] ChunkTableModel *model() const noexcept { return m_model; }
    [[nodiscard]] QTableView *table() const noexcept { return m_table; }
    [[nodiscard]] QComboBox *scopeBox() const noexcept { return m_scope; }
    [[nodiscard]] QLineEdit *filterField() const noexcept { return m_filter; }
    /// Beside the table, of the selected chunk.
    [[nodiscard]] ReturnedDetail *returnedDetail() const noexcept { return m_detail; }
    [[nodiscard]] QSpinBox *minimumBox() const noexcept { return m_minimum; }

protected:
    void showEvent(QShowEvent *event) override;

private:
    void buildHeader(QWidget *header);
    void buildTable();
    void showSnapshot();
    void catchUp();
    void tableAboutToReset();
    void tableReset();
    void applyFilter();
    void showSelection(bool reveal);
    void rowChosen(const QModelIndex &current);
    void showCount();
    void showReturned();

    Workbench &m_workbench;
    ChunkTableModel *m_model;
    QTableView *m_table;
    QComboBox *m_scope;
    QLineEdit *m_filter;
    QSpinBox *m_minimum;
    PlainLabel *m_count;
    PlainLabel *m_notice;
    QStackedLayout *m_stack;
    ReturnedDetail *m_detail;
    int m_keptScroll = 0; ///< while the model is reset, and while it is empty because the page is hidden
    int m_keptShift = 0; ///< the same sideways
    bool m_wantsSelection = false; ///< to be brought into sight when the rows are listed
    bool m_isStale = false; ///< hidden while the chunks changed
    bool m_wantsReveal = false; ///< the user chose a place while the page was hidden
    bool m_isFollowing = false; ///< the row is being set from the selection
};

} // namespace cw
