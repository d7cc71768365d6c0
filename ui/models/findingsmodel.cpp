// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findingsmodel.h"

#include "models/tooltips.h"
#include "run/otherchunk.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace cw {

FindingsModel::FindingsModel(QObject *parent)
    : QAbstractItemModel(parent), m_list(listFindings(nullptr, {}, {})),
      m_task(
          "Listing the findings",
          [this](const Outcome<std::shared_ptr<FindingList>> &outcome) {
              if (outcome.hasValue())
                  install(*outcome.value());
              else if (outcome.hasError())
                  setListing(false); // the rows stay as they are
          },
          &m_disposer)
{
    putInOrder();
}

void FindingsModel::setSnapshot(std::shared_ptr<const RunSnapshot> snapshot)
{
    m_wanted = std::move(snapshot);
    list(ChangeKind::Preview); // a drag keeps showing lists
}

void FindingsModel::setProfile(const AuditProfile &profile)
{
    if (m_profile == profile)
        return;
    m_profile = profile;
    if (!m_list.groups.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, 0));
}

void FindingsModel::setFilter(const FindingFilter &filter)
{
    if (m_filter == filter)
        return;
    m_filter = filter;
    list(ChangeKind::Settled);
}

void FindingsModel::list(ChangeKind kind)
{
    const std::size_t findings = m_wanted ? m_wanted->audit.findings.size() : 0;
    if (findings <= (m_filter.text.trimmed().isEmpty() ? mostAtOnce : mostReadAtOnce)) {
        m_task.cancel();
        auto made = std::make_shared<FindingList>(listFindings(m_wanted, m_filter, {}));
        install(*made);
        if (made->shown.size() > mostAtOnce)
            m_disposer.dispose(std::move(made));
        return;
    }
    setListing(true);
    m_task.start(
        [snapshot = m_wanted, filter = m_filter](std::stop_token stop) -> Outcome<std::shared_ptr<FindingList>> {
            return std::make_shared<FindingList>(listFindings(snapshot, filter, std::move(stop)));
        },
        kind);
}

void FindingsModel::setListing(bool isListing)
{
    if (std::exchange(m_isListing, isListing) != isListing)
        Q_EMIT listingChanged(isListing);
}

void FindingsModel::install(FindingList &list)
{
    setListing(list.snapshot != m_wanted || list.filter != m_filter);
    beginResetModel();
    std::swap(m_list, list);
    putInOrder();
    endResetModel();
}

QModelIndex FindingsModel::ruleIndex(std::size_t rule) const
{
    return index(static_cast<int>(m_rowOf[rule]), 0);
}

std::size_t FindingsModel::ruleOf(const QModelIndex &index) const
{
    return index.internalId() == 0 ? m_ruleAt[static_cast<std::size_t>(index.row())] : index.internalId() - 1;
}

std::optional<std::size_t> FindingsModel::findingOf(const QModelIndex &index) const
{
    if (!index.isValid() || index.internalId() == 0)
        return std::nullopt;
    return m_list.groups[ruleOf(index)].findings[static_cast<std::size_t>(index.row())];
}

QModelIndex FindingsModel::indexOfFinding(std::size_t finding) const
{
    if (!m_list.snapshot || finding >= m_list.snapshot->audit.findings.size())
        return {};
    const std::size_t rule = m_list.snapshot->audit.findings[finding].rule;
    const auto &findings = m_list.groups[rule].findings;
    const auto it = std::ranges::lower_bound(findings, static_cast<std::uint32_t>(finding));
    if (it == findings.end() || *it != finding)
        return {};
    return createIndex(static_cast<int>(it - findings.begin()), 0, static_cast<quintptr>(rule + 1));
}

TextContext FindingsModel::context(std::size_t finding) const
{
    const Finding &f = m_list.snapshot->audit.findings[finding];
    const ChunkSet &chunks = *m_list.snapshot->chunkSets[f.document];
    return textContext(chunks.document().text(), f.where, chunks.chunks()[f.chunk].source);
}

QModelIndex FindingsModel::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? static_cast<quintptr>(ruleOf(parent)) + 1 : quintptr{0});
}

QModelIndex FindingsModel::parent(const QModelIndex &child) const
{
    if (!child.isValid() || child.internalId() == 0)
        return {};
    return createIndex(static_cast<int>(m_rowOf[child.internalId() - 1]), 0, quintptr{0});
}

int FindingsModel::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_list.groups.size());
    if (parent.internalId() != 0 || parent.column() != 0)
        return 0;
    return static_cast<int>(m_list.groups[ruleOf(parent)].findings.size());
}

int FindingsModel::columnCount(const QModelIndex &) const
{
    return 1;
}

QVariant FindingsModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const std::optional<std::size_t> finding = findingOf(index);
    return finding ? findingData(*finding, role) : ruleData(ruleOf(index), role);
}

QString FindingsModel::affected(std::size_t rule) const
{
    if (!m_profile.setting(*rules()[rule]).isEnabled)
        return tr("Off");
    if (!m_list.snapshot || m_list.snapshot->chunkCount == 0 || rule >= m_list.snapshot->audit.chunksAffected.size())
        return {};
    const std::uint32_t chunks = m_list.snapshot->audit.chunksAffected[rule];
    if (chunks == 0)
        return tr("Found nothing");
    QString text = tr("%1 of %2 chunks").arg(formatCount(chunks), formatCount(m_list.snapshot->audit.chunkCount));
    const Group &group = m_list.groups[rule];
    if (group.findings.size() != group.total)
        text = tr("%1 · %2 of %3 findings shown")
                   .arg(text, formatCount(group.findings.size()), formatCount(group.total));
    return text;
}

QString FindingsModel::accessibleText(std::size_t rule) const
{
    const QString title = toQString(rules()[rule]->title);
    const QString what = affected(rule);
    if (what.isEmpty())
        return title;
    return m_list.groups[rule].total > 0 ? tr("%1: affects %2").arg(title, what) : tr("%1: %2").arg(title, what);
}

QString FindingsModel::headline(const Finding &finding) const
{
    QString message = toQString(findingMessage(*m_list.snapshot, finding));
    if (message.isEmpty())
        message = toQString(rules()[finding.rule]->title);
    return tr("%1 · chunk %2 · %3")
        .arg(toQString(m_list.snapshot->documents[finding.document]->id()), formatCount(finding.chunk + 1), message);
}

QVariant FindingsModel::ruleData(std::size_t rule, int role) const
{
    const RuleDescriptor &descriptor = *rules()[rule];
    const RuleSetting setting = m_profile.setting(descriptor);
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole:
        return accessibleText(rule);
    case HeadlineRole:
        return toQString(descriptor.title);
    case DetailRole:
        return affected(rule);
    case CountRole:
        return setting.isEnabled && m_list.groups[rule].total > 0
            ? formatCount(m_list.snapshot->audit.chunksAffected[rule])
            : QString();
    case Qt::ToolTipRole:
        return toQString(descriptor.whyItMatters);
    case IsRuleRole:
        return true;
    case IsQuietRole:
        return !setting.isEnabled || m_list.groups[rule].total == 0;
    case SeverityRole:
        return static_cast<int>(setting.severity.value_or(descriptor.defaultSeverity));
    default:
        return {};
    }
}

QVariant FindingsModel::findingData(std::size_t finding, int role) const
{
    const Finding &f = m_list.snapshot->audit.findings[finding];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const TextContext words = context(finding);
        return tr("%1 “%2”").arg(headline(f), words.before + words.words + words.after);
    }
    case HeadlineRole:
        return headline(f);
    case Qt::ToolTipRole:
        return plainToolTip(headline(f));
    case IsRuleRole:
    case IsQuietRole:
        return false;
    case SeverityRole:
        return static_cast<int>(f.severity);
    default:
        return {};
    }
}

/// Counts are no part of the order: rows must not change places under the pointer while a slider moves.
void FindingsModel::putInOrder()
{
    const auto weight = [this](std::size_t rule) {
        const RuleSetting setting = m_profile.setting(*rules()[rule]);
        const bool isKnown = m_list.snapshot && rule < m_list.snapshot->audit.chunksAffected.size();
        const std::uint32_t chunks = isKnown ? m_list.snapshot->audit.chunksAffected[rule] : 0;
        const auto severity = static_cast<int>(setting.severity.value_or(rules()[rule]->defaultSeverity));
        return std::tuple(setting.isEnabled && chunks > 0, setting.isEnabled, severity);
    };
    m_ruleAt.resize(rules().size());
    std::iota(m_ruleAt.begin(), m_ruleAt.end(), std::size_t{0});
    std::ranges::stable_sort(m_ruleAt, std::ranges::greater(), weight);
    m_rowOf.resize(m_ruleAt.size());
    for (std::size_t row = 0; row < m_ruleAt.size(); ++row)
        m_rowOf[m_ruleAt[row]] = row;
}

} // namespace cw
