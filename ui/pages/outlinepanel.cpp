// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/outlinepanel.h"

#include "controls/cachedcolors.h"
#include "controls/olderrows.h"
#include "controls/plainlabel.h"
#include "models/outlinemodel.h"
#include "models/texts.h"
#include "theme/theme.h"

#include <QEvent>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QLineEdit>
#include <QListWidget>
#include <QSortFilterProxyModel>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

namespace {

const QString problemSubject = QStringLiteral("outline");
constexpr int margin = 8;
constexpr int leastFigureWidth = 24;
constexpr int problemLines = 4; ///< that the list of problems shows without scrolling
constexpr std::size_t expandedAtOnce = 2000; ///< more sections than these are opened by hand, level by level

} // namespace

OutlinePanel::OutlinePanel(Workbench &workbench, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_model(new OutlineModel(this)),
      m_proxy(new QSortFilterProxyModel(this)), m_filter(new QLineEdit(this)), m_tree(new QTreeView(this)),
      m_older(new OlderRows(*m_tree)), m_state(new PlainLabel(PlainLabel::Tone::Dim, this)),
      m_problems(new QListWidget(this)),
      m_making("Making the outline", [this](const Outcome<OutlinePointer> &outcome) { accept(outcome); })
{
    setProperty("helpTopic", QStringLiteral("outline"));
    setAccessibleName(tr("Outline"));
    m_proxy->setSourceModel(m_model);
    m_proxy->setRecursiveFilteringEnabled(true);
    m_proxy->setFilterKeyColumn(OutlineModel::Title);
    m_proxy->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_filter->setPlaceholderText(tr("Filter by title"));
    m_filter->setAccessibleName(tr("Filter sections by title"));
    m_filter->setToolTip(tr("Show only sections whose title contains this text, and those around them."));
    m_filter->setClearButtonEnabled(true);
    buildTree();
    m_state->setWordWrap(true);
    m_state->setAlignment(Qt::AlignCenter);
    m_state->setContentsMargins(margin, margin, margin, margin);
    m_problems->setAccessibleName(tr("Problems of the document's format"));
    m_problems->setToolTip(
        tr("What was left out of the text or could not be read, and pins that do not hold. A click goes there."));
    m_problems->setFrameShape(QFrame::NoFrame);
    m_problems->setWordWrap(true);
    m_problems->setResizeMode(QListView::Adjust);
    m_problems->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Maximum);
    m_problems->installEventFilter(this);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(margin, margin, margin, margin);
    layout->setSpacing(margin);
    layout->addWidget(m_filter);
    layout->addWidget(m_tree, 1);
    layout->addWidget(m_state, 1);
    layout->addWidget(m_problems);

    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_isFollowing = true; // a row that is filtered away goes nowhere
        m_proxy->setFilterFixedString(text);
        if (!text.isEmpty())
            m_tree->expandAll();
        m_isFollowing = false;
        followSelection();
        showState();
    });
    connect(&m_workbench, &Workbench::snapshotChanged, this, &OutlinePanel::make);
    connect(&m_workbench, &Workbench::awaitingDocumentsChanged, this, &OutlinePanel::showState);
    connect(&m_workbench.selection(), &Selection::selected, this, &OutlinePanel::followSelection);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &OutlinePanel::followSelection);
    const auto goToProblem = [this](const QListWidgetItem *item) {
        const auto &outline = m_model->outline();
        const int row = m_problems->row(item);
        if (outline && row >= 0 && static_cast<std::size_t>(row) < outline->problems.size())
            goTo(outline->problems[static_cast<std::size_t>(row)].where);
    };
    connect(m_problems, &QListWidget::itemActivated, this, goToProblem);
    connect(m_problems, &QListWidget::itemClicked, this, goToProblem);
    showProblems();
    showState();
}

void OutlinePanel::buildTree()
{
    m_tree->setModel(m_proxy);
    m_tree->setAccessibleName(tr("Sections"));
    m_tree->setUniformRowHeights(true);
    m_tree->setAllColumnsShowFocus(true);
    m_tree->setFrameShape(QFrame::NoFrame);
    m_tree->setIndentation(10);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    QHeaderView *header = m_tree->header();
    header->setStretchLastSection(false);
    header->setSectionsMovable(false);
    header->setSectionResizeMode(OutlineModel::Title, QHeaderView::Stretch);
    header->setMinimumSectionSize(leastFigureWidth);
    header->setResizeContentsPrecision(0); // of the rows that are seen: there may be a hundred thousand
    header->setSectionResizeMode(OutlineModel::Chunks, QHeaderView::ResizeToContents);
    header->setSectionResizeMode(OutlineModel::Findings, QHeaderView::ResizeToContents);
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &OutlinePanel::goToRow);
    // the row that is current already, because the selection led to it
    connect(m_tree, &QTreeView::clicked, this, &OutlinePanel::goToRow);
    connect(m_tree, &QTreeView::activated, this, &OutlinePanel::goToRow);
}

void OutlinePanel::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    make();
}

void OutlinePanel::make()
{
    const auto &snapshot = m_workbench.snapshot();
    if (!isVisible() || !snapshot)
        return;
    const auto &place = m_workbench.selection().current();
    const std::uint32_t document = place ? place->document : 0;
    if (document >= snapshot->documents.size()) {
        m_making.cancel();
        m_older->setOlder(false);
        m_model->setOutline(nullptr);
        showProblems();
        showState();
        return;
    }
    const auto &shown = m_model->outline();
    if (shown && shown->snapshot == snapshot && shown->document == document)
        return;
    m_making.start([snapshot = snapshot, document, known = shown ? shown->tree : nullptr](
                       std::stop_token stop) { return makeOutline(snapshot, document, known, std::move(stop)); },
                   ChangeKind::Preview);
    m_older->setOlder(true);
    showState();
}

void OutlinePanel::accept(const Outcome<OutlinePointer> &outcome)
{
    if (outcome.isCancelled())
        return;
    if (outcome.hasError()) {
        Q_EMIT m_workbench.problemFound(QString::fromStdString(outcome.error().message), problemSubject);
        m_older->setOlder(false);
        showState();
        return;
    }
    Q_EMIT m_workbench.problemSolved(problemSubject);
    const auto before = m_model->outline();
    m_isFollowing = true;
    m_older->renew();
    m_older->setOlder((*outcome)->snapshot != m_workbench.snapshot());
    m_model->setOutline(*outcome);
    m_tree->viewport()->update(); // of many sections the model does not tell each
    const bool isOther = !before || &before->of() != &(*outcome)->of();
    if (isOther && (*outcome)->tree->sections.size() <= expandedAtOnce)
        m_tree->expandAll();
    m_isFollowing = false;
    showProblems();
    showState();
    followSelection();
}

void OutlinePanel::showProblems()
{
    m_problems->clear();
    const auto &outline = m_model->outline();
    if (outline) {
        const ThemeColors &colors = cachedThemeColors(palette());
        for (const OutlineProblem &problem : outline->problems) {
            const QString text = problem.where.size() == 0
                ? problem.message
                : tr("Line %1: %2")
                      .arg(formatCount(outline->of().offsets().lineAt(problem.where.begin) + 1), problem.message);
            auto *item = new QListWidgetItem(severityIcon(problem.severity, colors), text, m_problems);
            item->setData(Qt::AccessibleTextRole, tr("%1: %2").arg(severityName(problem.severity), text));
        }
    }
    m_problems->setVisible(m_problems->count() > 0);
    fitProblems();
}

void OutlinePanel::fitProblems()
{
    if (m_problems->count() == 0)
        return;
    m_problems->doItemsLayout();
    const int top = m_problems->visualItemRect(m_problems->item(0)).top();
    const int bottom = m_problems->visualItemRect(m_problems->item(m_problems->count() - 1)).bottom();
    m_problems->setMaximumHeight(std::min(bottom - top + 1, fontMetrics().lineSpacing() * 2 * problemLines));
}

void OutlinePanel::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showProblems();
}

bool OutlinePanel::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_problems && event->type() == QEvent::Resize)
        fitProblems(); // lines are wrapped at another place
    return QWidget::eventFilter(watched, event);
}

void OutlinePanel::showState()
{
    const auto &outline = m_model->outline();
    const bool isEmpty = m_proxy->rowCount() == 0;
    m_tree->setVisible(!isEmpty);
    m_filter->setVisible(outline && !outline->tree->sections.empty());
    m_state->setVisible(isEmpty);
    const auto &snapshot = m_workbench.snapshot();
    const bool hasResult = snapshot && !snapshot->documents.empty();
    if (!outline && hasResult && m_making.isBusy())
        m_state->setText(tr("Headings are being read…"));
    else if (!outline && m_workbench.isAwaitingDocuments())
        m_state->setText(loadingText());
    else if (!outline)
        m_state->setText(m_workbench.documents().empty()
                             ? tr("No document is open.")
                             : tr("Sections are listed when the document has been chunked."));
    else if (outline->tree->sections.empty())
        m_state->setText(tr("This document has no headings that are known here."));
    else
        m_state->setText(tr("No section's title contains “%1”.").arg(m_filter->text()));
}

void OutlinePanel::followSelection()
{
    if (!isVisible())
        return;
    const auto &outline = m_model->outline();
    const std::optional<Place> &place = m_workbench.selection().current();
    if (!outline || !place || outline->snapshot != m_workbench.snapshot() || place->document != outline->document) {
        make();
        return;
    }
    const std::optional<std::uint32_t> section = outline->tree->sectionAt(place->bytes.begin);
    const QModelIndex index = section ? m_proxy->mapFromSource(m_model->indexOf(*section)) : QModelIndex();
    if (m_tree->currentIndex().siblingAtColumn(0) == index)
        return;
    m_isFollowing = true;
    if (index.isValid())
        m_tree->setCurrentIndex(index);
    else
        m_tree->selectionModel()->clear();
    m_isFollowing = false;
}

void OutlinePanel::goToRow(const QModelIndex &proxyIndex)
{
    const auto &outline = m_model->outline();
    if (m_isFollowing || !proxyIndex.isValid() || !outline)
        return;
    goTo(outline->tree->sections[m_model->section(m_proxy->mapToSource(proxyIndex))].heading);
}

void OutlinePanel::goTo(ByteRange bytes)
{
    const auto &outline = m_model->outline();
    const auto &snapshot = m_workbench.snapshot();
    // the newest outline may still be on its way: its document is the same one, or nothing is gone to
    if (!outline || outline->document >= snapshot->documents.size()
        || snapshot->documents[outline->document].get() != &outline->of())
        return;
    Place place{outline->document, std::nullopt, bytes};
    const ChunkSet &set = *snapshot->chunkSets[place.document];
    std::size_t chunk = set.lastChunkAt(bytes.begin);
    if (chunk == set.size())
        chunk = set.firstChunkEndingAfter(bytes.begin);
    if (chunk < set.size())
        place.chunk = static_cast<std::uint32_t>(chunk);
    else if (set.size() > 0)
        place.chunk = static_cast<std::uint32_t>(set.size()) - 1;
    m_workbench.selection().select(place);
}

} // namespace cw
