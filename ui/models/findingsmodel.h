// SPDX-License-Identifier: GPL-3.0-or-later
// The audit report of a snapshot as a tree: rules, and under each rule its findings.
#pragma once

#include "models/texts.h"
#include "run/run.h"

#include <QAbstractItemModel>

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace cw {

struct FindingFilter
{
    QString text; ///< in the document's name, the message or the offending words; case does not matter
    std::array<bool, 3> severities{true, true, true}; ///< by Severity
    std::optional<std::uint32_t> document; ///< empty: all documents

    bool operator==(const FindingFilter &) const = default;
};

/// One row per rule. Those that found something come first, by severity and number of chunks; then those that found
/// nothing; then those that are off. Findings are positions in the report, so that a hundred thousand of them cost no
/// objects.
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
    };

    static constexpr std::size_t sparklineBins = 48;
    using Density = std::array<std::uint32_t, sparklineBins>;

    explicit FindingsModel(QObject *parent = nullptr);

    void setSnapshot(std::shared_ptr<const RunSnapshot> snapshot);
    [[nodiscard]] const std::shared_ptr<const RunSnapshot> &snapshot() const noexcept { return m_snapshot; }
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
    [[nodiscard]] const std::vector<std::uint32_t> &shown() const noexcept { return m_shown; }
    /// Findings of a rule by place in the corpus.
    [[nodiscard]] const Density &density(std::size_t rule) const { return m_groups[rule].density; }
    [[nodiscard]] TextContext context(std::size_t finding) const;

    [[nodiscard]] QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    [[nodiscard]] QModelIndex parent(const QModelIndex &child) const override;
    [[nodiscard]] int rowCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex &parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;

private:
    struct Group
    {
        std::vector<std::uint32_t> findings; ///< shown ones
        Density density{};
        std::uint32_t total = 0; ///< before filtering
    };

    [[nodiscard]] bool passes(const Finding &finding) const;
    [[nodiscard]] QString affected(std::size_t rule) const;
    [[nodiscard]] QString accessibleText(std::size_t rule) const;
    [[nodiscard]] QString headline(const Finding &finding) const;
    [[nodiscard]] QVariant ruleData(std::size_t rule, int role) const;
    [[nodiscard]] QVariant findingData(std::size_t finding, int role) const;
    void collect();
    void putInOrder();

    std::shared_ptr<const RunSnapshot> m_snapshot;
    AuditProfile m_profile;
    FindingFilter m_filter;
    std::vector<Group> m_groups; ///< one per rule, in order of rules()
    std::vector<std::size_t> m_ruleAt; ///< by row
    std::vector<std::size_t> m_rowOf; ///< by rule
    std::vector<std::uint32_t> m_shown;
    std::vector<bool> m_nameMatches; ///< per document, while a text filter is on
};

} // namespace cw
