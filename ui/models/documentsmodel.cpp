// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/documentsmodel.h"

#include "models/texts.h"
#include "models/tooltips.h"
#include "run/effectiveconfig.h"
#include "workbench/overrides.h"

#include <algorithm>
#include <unordered_map>

namespace cw {

namespace {

QString problemsText(int count)
{
    return DocumentsModel::tr("%Ln problem(s) of its format", nullptr, count);
}

int countOf(const std::vector<FormatProblem> &problems, ProblemSeverity severity)
{
    const auto count = std::ranges::count(problems, severity, &FormatProblem::severity);
    return static_cast<int>(std::min<std::ptrdiff_t>(count, 1'000'000));
}

/// Warnings before notes; of more than a tooltip should hold the first ones, and how many there are besides.
QStringList problemLines(const std::vector<FormatProblem> &problems)
{
    constexpr int shownAtMost = 5;
    QStringList lines;
    for (const ProblemSeverity severity : {ProblemSeverity::Warning, ProblemSeverity::Note}) {
        for (const FormatProblem &problem : problems) {
            if (problem.severity == severity && lines.size() < shownAtMost)
                lines.append(severity == ProblemSeverity::Note
                                 ? DocumentsModel::tr("Note: %1").arg(toQString(problem.message))
                                 : toQString(problem.message));
        }
    }
    if (const auto more = static_cast<int>(problems.size()) - shownAtMost; more > 0)
        lines.append(DocumentsModel::tr("and %Ln more; the outline lists all.", nullptr, more));
    return lines;
}

int plural(std::uint64_t value)
{
    return static_cast<int>(std::min<std::uint64_t>(value, 1'000'000'000));
}

} // namespace

DocumentsModel::DocumentsModel(QObject *parent) : QAbstractTableModel(parent) { }

void DocumentsModel::setDocuments(const std::vector<std::shared_ptr<const Document>> &documents)
{
    const std::size_t kept = m_documents.size();
    const bool isAppended
        = documents.size() >= kept && std::equal(m_documents.begin(), m_documents.end(), documents.begin());
    if (isAppended && documents.size() == kept)
        return;
    if (isAppended) {
        beginInsertRows({}, static_cast<int>(kept), static_cast<int>(documents.size()) - 1);
        m_documents = documents;
        match();
        endInsertRows();
    } else {
        beginResetModel();
        m_documents = documents;
        match();
        endResetModel();
    }
}

void DocumentsModel::setSnapshot(const std::shared_ptr<const RunSnapshot> &snapshot)
{
    m_snapshot = snapshot;
    match();
    if (!m_documents.empty())
        Q_EMIT dataChanged(index(0, Chunks), index(rowCount() - 1, ColumnCount - 1)); // names never change
}

void DocumentsModel::match()
{
    m_snapshotPositions.clear();
    if (!m_snapshot) {
        m_snapshotPositions.assign(m_documents.size(), nowhere);
        return;
    }
    if (m_snapshot->documents == m_documents)
        return;
    std::unordered_map<std::string_view, std::uint32_t> positions;
    for (std::size_t i = 0; i < m_snapshot->documents.size(); ++i)
        positions.emplace(m_snapshot->documents[i]->id(), static_cast<std::uint32_t>(i));
    m_snapshotPositions.reserve(m_documents.size());
    for (const auto &document : m_documents) {
        const auto found = positions.find(document->id());
        m_snapshotPositions.push_back(found == positions.end() ? nowhere : found->second);
    }
}

std::optional<DocumentsModel::Figures> DocumentsModel::figuresOf(int row) const
{
    const std::optional<std::uint32_t> position = snapshotPosition(row);
    if (!position)
        return std::nullopt;
    const auto findings = std::ranges::equal_range(m_snapshot->audit.findings, *position, {}, &Finding::document);
    return Figures{.chunks = m_snapshot->chunkSets[*position]->size(),
                   .tokens = m_snapshot->documentFigures[*position].tokens,
                   .findings = findings.size(),
                   .gravest = m_snapshot->audit.gravest[*position]};
}

std::optional<std::uint32_t> DocumentsModel::snapshotPosition(int row) const
{
    const auto at = static_cast<std::size_t>(row);
    if (m_snapshotPositions.empty())
        return m_snapshot ? std::optional(static_cast<std::uint32_t>(row)) : std::nullopt;
    return m_snapshotPositions[at] == nowhere ? std::nullopt : std::optional(m_snapshotPositions[at]);
}

int DocumentsModel::rowOfSnapshotPosition(std::uint32_t document) const
{
    if (m_snapshotPositions.empty())
        return m_snapshot && document < m_documents.size() ? static_cast<int>(document) : -1;
    const auto found = std::ranges::find(m_snapshotPositions, document);
    return found == m_snapshotPositions.end() ? -1 : static_cast<int>(found - m_snapshotPositions.begin());
}

int DocumentsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_documents.size());
}

int DocumentsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant DocumentsModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const auto row = static_cast<std::size_t>(index.row());
    if (role == Qt::ToolTipRole)
        return details(index.row());
    if (role == overrideRole)
        return overrideOf(index.row()) ? tr("Override") : QString();
    if (role == problemsRole)
        return countOf(m_documents[row]->problems(), ProblemSeverity::Warning);
    if (index.column() == Name && (role == Qt::DisplayRole || role == sortRole))
        return QString::fromStdString(m_documents[row]->id());
    if (role == Qt::TextAlignmentRole && index.column() != Name)
        return static_cast<int>(Qt::AlignRight | Qt::AlignVCenter);
    if (role != sizeRole && role != shortSizesRole && role != findingsRole && role != findingsCountRole
        && role != severityRole && role != Qt::AccessibleTextRole && role != Qt::DisplayRole && role != sortRole)
        return {};
    const std::optional<Figures> figures = figuresOf(index.row());
    if (role == shortSizesRole && figures) {
        const QString both = tr("%1 · %2", "chunks and tokens").arg(formatCount(figures->chunks));
        return QStringList{both.arg(tr("%Ln token(s)", nullptr, plural(figures->tokens))),
                           both.arg(formatCount(figures->tokens))};
    }
    if (role == sizeRole || role == findingsRole)
        return figures ? summary(*figures, role) : QString();
    if (role == findingsCountRole || role == severityRole) {
        if (!figures || figures->findings == 0)
            return {};
        return role == severityRole ? QVariant(static_cast<int>(figures->gravest))
                                    : QVariant(formatCount(figures->findings));
    }
    if (role == Qt::AccessibleTextRole) {
        QStringList parts{QString::fromStdString(m_documents[row]->id())};
        if (const ChunkingOverride *used = overrideOf(index.row()))
            parts << tr("override for %1").arg(overrideTarget(*used));
        if (const int problems = data(index, problemsRole).toInt(); problems > 0)
            parts << problemsText(problems);
        if (figures)
            parts << summary(*figures, sizeRole) << summary(*figures, findingsRole);
        parts.removeAll(QString());
        return parts.join(QStringLiteral(", "));
    }
    if (!figures)
        return {};
    const std::uint64_t value = index.column() == Chunks ? figures->chunks
        : index.column() == Tokens                       ? figures->tokens
                                                         : figures->findings;
    if (role == Qt::DisplayRole)
        return formatCount(value);
    return role == sortRole ? QVariant(static_cast<qulonglong>(value)) : QVariant();
}

QString DocumentsModel::summary(const Figures &figures, int role)
{
    if (role == findingsRole)
        return figures.findings == 0 ? QString() : tr("%Ln finding(s)", nullptr, plural(figures.findings));
    return tr("%1 · %2").arg(tr("%Ln chunk(s)", nullptr, plural(figures.chunks)),
                             tr("%Ln token(s)", nullptr, plural(figures.tokens)));
}

QVariant DocumentsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>((section == Name ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role == Qt::DisplayRole) {
        switch (section) {
        case Name:
            return tr("Name");
        case Chunks:
            return tr("Chunks");
        case Tokens:
            return tr("Tokens");
        case Findings:
            return tr("Findings");
        }
    }
    if (role == Qt::ToolTipRole) {
        switch (section) {
        case Name:
            return tr("Document, named by its path below the folder that was opened.");
        case Chunks:
            return tr("Chunks this document was cut into.");
        case Tokens:
            return tr("Tokens of this document's chunks together; what overlaps counts in each chunk.");
        case Findings:
            return tr("Places in this document that an audit rule complains about.");
        }
    }
    return {};
}

const ChunkingOverride *DocumentsModel::overrideOf(int row) const
{
    const std::optional<std::uint32_t> position = snapshotPosition(row);
    const std::size_t number = position ? overrideUsed(*m_snapshot, *position) : RunSnapshot::noOverride;
    return number == RunSnapshot::noOverride ? nullptr : &m_snapshot->config.overrides[number];
}

QString DocumentsModel::details(int row) const
{
    const Document &document = *m_documents[static_cast<std::size_t>(row)];
    const DocumentSource &source = document.source();
    QStringList lines;
    lines.append(source.path.empty() ? tr("%1 (pasted text)").arg(QString::fromStdString(document.id()))
                                     : QString::fromStdString(source.path));
    QString encoding = QString::fromStdString(source.encoding);
    if (source.hadBom)
        encoding = tr("%1 with byte order mark").arg(encoding);
    if (source.encodingIsGuess)
        encoding = tr("%1 (guessed)").arg(encoding);
    lines.append(tr("%1 bytes, %2 characters, %3 lines, %4")
                     .arg(formatCount(source.sourceBytes), formatCount(document.offsets().codePointCount()),
                          formatCount(document.offsets().lineCount()), encoding));
    lines.append(tr("Format: %1").arg(formatTitle(document.format())));
    if (const std::optional<Figures> figures = figuresOf(row)) { // the row has not always room for the words
        QStringList parts{summary(*figures, sizeRole), summary(*figures, findingsRole)};
        parts.removeAll(QString());
        lines.append(parts.join(QStringLiteral(" · ")));
    }
    if (source.replacedSequences > 0)
        lines.append(tr("%n byte sequence(s) could not be decoded and became U+FFFD.", nullptr,
                        static_cast<int>(source.replacedSequences)));
    if (const ChunkingOverride *used = overrideOf(row))
        lines.append(tr("Override for %1: %2").arg(overrideTarget(*used), overrideCaption(*used)));
    lines.append(problemLines(document.problems()));
    return plainToolTip(lines.join(QLatin1Char('\n')));
}

} // namespace cw
