// SPDX-License-Identifier: GPL-3.0-or-later
// The audit report of a snapshot as a tree: rules, and under each rule its findings.
#pragma once

#include "concurrency/disposer.h"
#include "concurrency/latesttask.h"
#include "models/findinglist.h"
#include "models/texts.h"

#include <QAbstractItemModel>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cw {

/// One row per rule. Those that found something come first, by severity and number of chunks; then those that found
/// nothing; then those that are off. Long reports are filtered on a worker: rows stay as they were until the newest
/// list is there, then the model is reset to it.
class FindingsModel final : public QAbstractItemModel
{
    Q_OBJECT

public:
    enum Role {
        IsRuleRole = Qt::UserRole, ///< bool
        SeverityRole, ///< int, a Severity
        IsQuietRole, ///< bool: the rule is off or found nothing
        HeadlineRole, ///< rule title, or the finding's place and message
        DetailRole, ///< "56 of 66 chunks", or empty for findings (see context)
        CountRole, ///< "56": in little room; empty where nothing was found
    };

    static constexpr std::size_t sparklineBins = FindingList::sparklineBins;
    using Density = FindingList::Density;
    /// Reports with more findings are listed in the background, which shows them a moment after the other views; with a
    /// text in the filter, those with more than the second figure.
    static constexpr std::size_t mostAtOnce = 200'000;
    static constexpr std::size_t mostReadAtOnce = 2'000;

    explicit FindingsModel(QObject *parent = nullptr);

    void setSnapshot(std::shared_ptr<const RunSnapshot> snapshot);
    /// What the rows show: while isListing(), it may be older than the one that was set.
    [[nodiscard]] const std::shared_ptr<const RunSnapshot> &snapshot() const noexcept { return m_list.snapshot; }
    [[nodiscard]] bool isListing() const noexcept { return m_isListing; }
    /// The profile that the switches show now; it may be newer than the snapshot's.
    void setProfile(const AuditProfile &profile);
    void setFilter(const FindingFilter &filter);
    [[nodiscard]] const FindingFilter &filter() const noexcept { return m_filter; }

    [[nodiscard]] QModelIndex ruleIndex(std::size_t rule) const;
    /// Rule of a rule row or of a finding row.
    [[nodiscard]] std::size_t ruleOf(const QModelIndex &index) const;
    /// Position in the report; empty for rule rows.
    [[nodiscard]] std::optional<std::size_t> findingOf(const QModelIndex &index) const;
    /// Invalid when the filter hides it.
    [[nodiscard]] QModelIndex indexOfFinding(std::size_t finding) const;
    /// Positions in the report that pass the filter, in reading order.
    [[nodiscard]] const std::vector<std::uint32_t> &shown() const noexcept { return m_list.shown; }
    /// Findings of a rule by place in the corpus.
    [[nodiscard]] const Density &density(std::size_t rule) const { return m_list.groups[rule].density; }
    [[nodiscard]] TextContext context(std::size_t finding) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

signals:
    void listingChanged(bool isListing);

private:
    [[nodiscard]] QString affected(std::size_t rule) const;
    [[nodiscard]] QString accessibleText(std::size_t rule) const;
    [[nodiscard]] QString headline(const Finding &finding) const;
    [[nodiscard]] QVariant ruleData(std::size_t rule, int role) const;
    [[nodiscard]] QVariant findingData(std::size_t finding, int role) const;
    void list(ChangeKind kind);
    void setListing(bool isListing);
    void install(FindingList &list); ///< leaves there what was shown before
    void putInOrder();

    using Group = FindingList::Group;

    std::shared_ptr<const RunSnapshot> m_wanted;
    FindingFilter m_filter;
    FindingList m_list;
    bool m_isListing = false;
    AuditProfile m_profile;
    std::vector<std::size_t> m_ruleAt; ///< by row
    std::vector<std::size_t> m_rowOf; ///< by rule
    Disposer m_disposer; ///< of long lists
    LatestTask<std::shared_ptr<FindingList>> m_task; ///< last: joined before the rest goes
};

} // namespace cw
