// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/findingsmodel.h"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

namespace cw {

FindingsModel::FindingsModel(QObject *parent) : QAbstractItemModel(parent), m_groups(rules().size())
{
    putInOrder();
}

void FindingsModel::setSnapshot(std::shared_ptr<const RunSnapshot> snapshot)
{
    beginResetModel();
    m_snapshot = std::move(snapshot);
    collect();
    endResetModel();
}

void FindingsModel::setProfile(const AuditProfile &profile)
{
    if (m_profile == profile)
        return;
    m_profile = profile;
    if (!m_groups.empty())
        Q_EMIT dataChanged(index(0, 0), index(static_cast<int>(m_groups.size()) - 1, 0));
}

void FindingsModel::setFilter(const FindingFilter &filter)
{
    if (m_filter == filter)
        return;
    beginResetModel();
    m_filter = filter;
    collect();
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
    return m_groups[ruleOf(index)].findings[static_cast<std::size_t>(index.row())];
}

QModelIndex FindingsModel::indexOfFinding(std::size_t finding) const
{
    if (!m_snapshot || finding >= m_snapshot->audit.findings.size())
        return {};
    const std::size_t rule = m_snapshot->audit.findings[finding].rule;
    const auto &findings = m_groups[rule].findings;
    const auto it = std::ranges::lower_bound(findings, static_cast<std::uint32_t>(finding));
    if (it == findings.end() || *it != finding)
        return {};
    return createIndex(static_cast<int>(it - findings.begin()), 0, static_cast<quintptr>(rule + 1));
}

TextContext FindingsModel::context(std::size_t finding) const
{
    const Finding &f = m_snapshot->audit.findings[finding];
    const ChunkSet &chunks = *m_snapshot->chunkSets[f.document];
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
        return static_cast<int>(m_groups.size());
    if (parent.internalId() != 0 || parent.column() != 0)
        return 0;
    return static_cast<int>(m_groups[ruleOf(parent)].findings.size());
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
    if (!m_snapshot || m_snapshot->chunkCount == 0 || rule >= m_snapshot->audit.chunksAffected.size())
        return {};
    const std::uint32_t chunks = m_snapshot->audit.chunksAffected[rule];
    if (chunks == 0)
        return tr("Found nothing");
    QString text = tr("%1 of %2 chunks").arg(formatCount(chunks), formatCount(m_snapshot->audit.chunkCount));
    const Group &group = m_groups[rule];
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
    return m_groups[rule].total > 0 ? tr("%1: affects %2").arg(title, what) : tr("%1: %2").arg(title, what);
}

QString FindingsModel::headline(const Finding &finding) const
{
    QString message = toQString(findingMessage(finding));
    if (message.isEmpty())
        message = toQString(rules()[finding.rule]->title);
    return tr("%1 · chunk %2 · %3")
        .arg(toQString(m_snapshot->documents[finding.document]->id()), formatCount(finding.chunk + 1), message);
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
    case Qt::ToolTipRole:
        return toQString(descriptor.whyItMatters);
    case IsRuleRole:
        return true;
    case IsQuietRole:
        return !setting.isEnabled || m_groups[rule].total == 0;
    case SeverityRole:
        return static_cast<int>(setting.severity.value_or(descriptor.defaultSeverity));
    default:
        return {};
    }
}

QVariant FindingsModel::findingData(std::size_t finding, int role) const
{
    const Finding &f = m_snapshot->audit.findings[finding];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::AccessibleTextRole: {
        const TextContext words = context(finding);
        return tr("%1 “%2”").arg(headline(f), words.before + words.words + words.after);
    }
    case HeadlineRole:
        return headline(f);
    case Qt::ToolTipRole:
        return headline(f).toHtmlEscaped();
    case IsRuleRole:
    case IsQuietRole:
        return false;
    case SeverityRole:
        return static_cast<int>(f.severity);
    default:
        return {};
    }
}

bool FindingsModel::passes(const Finding &finding) const
{
    if (!m_filter.severities[static_cast<std::size_t>(finding.severity)])
        return false;
    if (m_filter.document && *m_filter.document != finding.document)
        return false;
    const QString text = m_filter.text.trimmed();
    if (text.isEmpty())
        return true;
    if (m_nameMatches[finding.document])
        return true;
    const std::string_view words = m_snapshot->documents[finding.document]->slice(finding.where);
    return toQString(words).contains(text, Qt::CaseInsensitive)
        || toQString(findingMessage(finding)).contains(text, Qt::CaseInsensitive);
}

void FindingsModel::collect()
{
    m_groups.assign(rules().size(), Group());
    m_shown.clear();
    m_nameMatches.clear();
    putInOrder();
    if (!m_snapshot)
        return;
    for (const auto &document : m_snapshot->documents)
        m_nameMatches.push_back(toQString(document->id()).contains(m_filter.text.trimmed(), Qt::CaseInsensitive));
    const auto &findings = m_snapshot->audit.findings;
    const bool isOpen = m_filter == FindingFilter();
    const std::size_t chunks = std::max<std::size_t>(m_snapshot->chunkCount, 1);
    for (std::uint32_t i = 0; i < findings.size(); ++i) {
        const Finding &finding = findings[i];
        Group &group = m_groups[finding.rule];
        const std::size_t number = m_snapshot->firstChunkNumber[finding.document] + finding.chunk;
        ++group.density[std::min(sparklineBins - 1, number * sparklineBins / chunks)];
        ++group.total;
        if (isOpen || passes(finding)) {
            group.findings.push_back(i);
            m_shown.push_back(i);
        }
    }
    // The report is ordered by document, chunk and rule; people read by place.
    const auto chunkOf = [&findings](std::uint32_t i) { return std::pair(findings[i].document, findings[i].chunk); };
    const auto place = [&findings](std::uint32_t i) { return findings[i].where.begin; };
    for (auto begin = m_shown.begin(); begin != m_shown.end();) {
        const auto end
            = std::find_if(begin, m_shown.end(), [&](std::uint32_t i) { return chunkOf(i) != chunkOf(*begin); });
        std::ranges::stable_sort(begin, end, {}, place);
        begin = end;
    }
}

/// Counts are no part of the order: rows must not change places under the pointer while a slider moves.
void FindingsModel::putInOrder()
{
    const auto weight = [this](std::size_t rule) {
        const RuleSetting setting = m_profile.setting(*rules()[rule]);
        const bool isKnown = m_snapshot && rule < m_snapshot->audit.chunksAffected.size();
        const std::uint32_t chunks = isKnown ? m_snapshot->audit.chunksAffected[rule] : 0;
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
