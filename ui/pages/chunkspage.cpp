// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/chunkspage.h"

#include "controls/olderrows.h"
#include "controls/panelmanners.h"
#include "controls/plainlabel.h"
#include "controls/roomystyle.h"
#include "models/texts.h"
#include "pages/returneddetail.h"
#include "run/returning.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSpinBox>
#include <QSplitter>
#include <QStackedLayout>
#include <QStyledItemDelegate>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr int largestMinimum = 1'000'000;
constexpr int narrowestFilter = 96;
constexpr int cellPadding = 16;
constexpr int sortIndicator = 28;

struct ColumnWidth
{
    ChunkTableModel::Column column;
    const char16_t *sample; ///< the column is as wide as this text or its heading
};

constexpr ColumnWidth columnWidths[] = {
    {ChunkTableModel::Number, u"100,000"},
    {ChunkTableModel::DocumentName, u"document-name.md"},
    {ChunkTableModel::Page, u"1000–1001"},
    {ChunkTableModel::Tokens, u"100,000"},
    {ChunkTableModel::OverlapTokens, u"10,000"},
    {ChunkTableModel::OverlapPercent, u"100.0 %"},
    {ChunkTableModel::Words, u"100,000"},
    {ChunkTableModel::Characters, u"100,000"},
    {ChunkTableModel::StartReason, u"Document start"},
    {ChunkTableModel::EndReason, u"Document start"},
    {ChunkTableModel::Parent, u"10,000"},
    {ChunkTableModel::ReturnedTokens, u"100,000"},
    {ChunkTableModel::Findings, u"1,000"},
    {ChunkTableModel::Section, u"A guide > A chapter > Section"},
};

/// Formats whose documents never have headings.
bool isWithoutHeadings(std::string_view format)
{
    constexpr std::string_view without[] = {"text", "csv", "json", "jsonl", "subtitles", "transcript"};
    return std::ranges::find(without, format) != std::end(without);
}

/// The innermost heading tells most and stands last, the outermost one tells where: what is between them can go.
class PathDelegate final : public QStyledItemDelegate
{
public:
    using QStyledItemDelegate::QStyledItemDelegate;

protected:
    void initStyleOption(QStyleOptionViewItem *option, const QModelIndex &index) const override
    {
        QStyledItemDelegate::initStyleOption(option, index);
        option->textElideMode = Qt::ElideMiddle;
    }
};

} // namespace

ChunksPage::ChunksPage(Workbench &workbench, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_model(new ChunkTableModel(this)), m_table(new QTableView(this)),
      m_scope(new QComboBox(this)), m_filter(new QLineEdit(this)), m_minimum(new QSpinBox(this)),
      m_count(new PlainLabel(PlainLabel::Tone::Normal, this)), m_notice(new PlainLabel(PlainLabel::Tone::Dim, this)),
      m_stack(new QStackedLayout), m_detail(new ReturnedDetail(this))
{
    auto *header = new QWidget(this);
    buildHeader(header);
    buildTable();
    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_stack->addWidget(m_notice);
    m_stack->addWidget(m_table);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addWidget(header);
    auto *listed = new QWidget(this);
    listed->setLayout(m_stack);
    auto *splitter = new QSplitter(Qt::Horizontal, this);
    splitter->setChildrenCollapsible(false);
    splitter->addWidget(listed);
    splitter->addWidget(m_detail);
    splitter->setStretchFactor(0, 2);
    splitter->setStretchFactor(1, 1);
    column->addWidget(splitter, 1);
    setAccessibleName(tr("Chunks"));
    setTabOrder(m_scope, m_filter);
    setTabOrder(m_filter, m_minimum);
    setTabOrder(m_minimum, m_table);
    setTabOrder(m_table, m_detail->copyButton());

    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &ChunksPage::tableAboutToReset);
    connect(m_model, &QAbstractItemModel::modelReset, this, &ChunksPage::tableReset);
    auto *older = new OlderRows(*m_table);
    connect(m_model, &ChunkTableModel::listingChanged, older, &OlderRows::setOlder);
    connect(m_model, &QAbstractItemModel::modelReset, older, &OlderRows::renew);
    connect(m_model, &QAbstractItemModel::layoutChanged, this, [this] { showSelection(false); });
    connect(&m_workbench, &Workbench::snapshotChanged, this, &ChunksPage::showSnapshot);
    connect(&m_workbench, &Workbench::awaitingDocumentsChanged, this, &ChunksPage::showCount);
    connect(&m_workbench.selection(), &Selection::selected, this, [this] {
        m_wantsReveal = !isVisible();
        showSelection(true);
        showReturned();
    });
    connect(&m_workbench.selection(), &Selection::refreshed, this, [this] {
        showSelection(false);
        showReturned();
    });
    showSnapshot();
}

void ChunksPage::buildHeader(QWidget *header)
{
    m_scope->addItem(tr("All Documents"), static_cast<int>(Scope::AllDocuments));
    m_scope->addItem(tr("This Document"), static_cast<int>(Scope::ThisDocument));
    m_scope->setAccessibleName(tr("Documents shown"));
    m_scope->setToolTip(tr("Lists the chunks of all documents or of the one in view."));
    PanelManners::teach(m_scope);

    m_filter->setPlaceholderText(tr("Filter by document or start of text"));
    m_filter->setAccessibleName(tr("Filter chunks"));
    m_filter->setToolTip(
        tr("Keeps chunks whose document name or whose shown start of text contains this; case does not matter."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(narrowestFilter);

    m_minimum->setRange(0, largestMinimum);
    m_minimum->setSpecialValueText(tr("Any size"));
    m_minimum->setPrefix(QStringLiteral("≥ "));
    m_minimum->setSuffix(tr(" tokens"));
    m_minimum->setGroupSeparatorShown(true);
    m_minimum->setAccessibleName(tr("Fewest tokens"));
    m_minimum->setToolTip(tr("Keeps chunks with at least this many tokens."));
    PanelManners::teach(m_minimum);

    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);
    row->addWidget(m_scope);
    row->addWidget(m_filter, 1);
    row->addWidget(m_minimum);
    m_count->setElideMode(Qt::ElideRight);
    row->addWidget(m_count);

    connect(m_scope, &QComboBox::currentIndexChanged, this, &ChunksPage::applyFilter);
    connect(m_filter, &QLineEdit::textChanged, this, &ChunksPage::applyFilter);
    connect(m_minimum, &QSpinBox::valueChanged, this, &ChunksPage::applyFilter);
}

void ChunksPage::buildTable()
{
    RoomyStyle::apply(*m_table, *m_table->horizontalHeader());
    m_table->setModel(m_model);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setWordWrap(false);
    m_table->setShowGrid(false);
    m_table->setAlternatingRowColors(true);
    m_table->setTabKeyNavigation(false);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerItem);
    m_table->setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->setAccessibleName(tr("Chunks"));
    m_table->setSortingEnabled(true);
    m_table->sortByColumn(ChunkTableModel::Number, Qt::AscendingOrder);

    m_table->setItemDelegateForColumn(ChunkTableModel::Section, new PathDelegate(m_table));

    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    m_table->verticalHeader()->setDefaultSectionSize(fontMetrics().height() + 8);
    QHeaderView *heading = m_table->horizontalHeader();
    heading->setHighlightSections(false);
    heading->setStretchLastSection(true);
    heading->setSectionsMovable(true);
    heading->moveSection(ChunkTableModel::Section, ChunkTableModel::OverlapTokens); // before what fewer people look at
    heading->setFixedHeight(fontMetrics().height() + 12);
    for (const ColumnWidth &width : columnWidths) {
        const QString title = m_model->headerData(width.column, Qt::Horizontal).toString();
        const int text = std::max(fontMetrics().horizontalAdvance(QString::fromUtf16(width.sample)),
                                  fontMetrics().horizontalAdvance(title) + sortIndicator);
        m_table->setColumnWidth(width.column, text + cellPadding);
    }
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, &ChunksPage::rowChosen);
}

void ChunksPage::showSnapshot()
{
    // A page in the background costs nothing while a slider moves; it catches up when it is shown.
    m_isStale = !isVisible();
    if (!m_isStale)
        return catchUp();
    if (!m_model->snapshot())
        return;
    m_model->setSnapshot(nullptr);
}

void ChunksPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    const bool reveal = std::exchange(m_wantsReveal, false);
    m_wantsSelection |= reveal;
    if (m_isStale)
        catchUp();
    else if (reveal)
        showSelection(true);
}

void ChunksPage::catchUp()
{
    m_isStale = false;
    m_model->setSnapshot(m_workbench.snapshot());
}

void ChunksPage::tableAboutToReset()
{
    if (m_model->snapshot()) {
        m_keptScroll = m_table->verticalScrollBar()->value();
        m_keptShift = m_table->horizontalScrollBar()->value();
        const QModelIndex current = m_table->currentIndex();
        m_wantsSelection |= current.isValid() && m_table->viewport()->rect().intersects(m_table->visualRect(current));
    }
    m_isFollowing = true;
}

void ChunksPage::tableReset()
{
    const auto &snapshot = m_model->snapshot();
    m_isFollowing = false;
    if (!snapshot && m_isStale)
        return;
    m_table->doItemsLayout();
    m_table->verticalScrollBar()->setValue(m_keptScroll);
    m_table->horizontalScrollBar()->setValue(m_keptShift);
    const bool hasOneDocument = snapshot && snapshot->documents.size() <= 1;
    m_table->setColumnHidden(ChunkTableModel::DocumentName, hasOneDocument);
    const bool hasPages = snapshot && std::ranges::any_of(snapshot->documents, [](const auto &document) {
                              return document->sourceMap() && !document->sourceMap()->pages().empty();
                          });
    m_table->setColumnHidden(ChunkTableModel::Page, !hasPages);
    const bool mayHaveHeadings = snapshot && std::ranges::any_of(snapshot->documents, [](const auto &document) {
                                     return !isWithoutHeadings(document->format());
                                 });
    m_table->setColumnHidden(ChunkTableModel::Section, !mayHaveHeadings);
    m_table->setColumnHidden(ChunkTableModel::Parent, !snapshot || !hasParents(*snapshot));
    m_table->setColumnHidden(ChunkTableModel::ReturnedTokens, !snapshot || snapshot->parentSets.empty());
    showSelection(std::exchange(m_wantsSelection, false));
    showCount();
    showReturned();
}

void ChunksPage::applyFilter()
{
    ChunkFilter filter;
    filter.text = m_filter->text();
    filter.minimumTokens = static_cast<std::uint32_t>(m_minimum->value());
    if (m_scope->currentData().toInt() == static_cast<int>(Scope::ThisDocument)) {
        const std::optional<Place> &place = m_workbench.selection().current();
        filter.document = place ? place->document : 0;
    }
    if (filter == m_model->filter())
        return;
    m_wantsSelection = true;
    m_model->setFilter(filter);
}

void ChunksPage::showSelection(bool reveal)
{
    if (m_isFollowing)
        return;
    if (m_scope->currentData().toInt() == static_cast<int>(Scope::ThisDocument)) {
        const std::optional<Place> &current = m_workbench.selection().current();
        if (current && m_model->filter().document != current->document)
            return applyFilter();
    }
    if (m_model->isListing()) { // rows of older chunks
        m_wantsSelection |= reveal;
        return;
    }
    const std::optional<Place> &place = m_workbench.selection().current();
    const int row = place && place->chunk ? m_model->rowOf({place->document, *place->chunk}) : -1;
    m_isFollowing = true;
    QItemSelectionModel *selection = m_table->selectionModel();
    if (row < 0) {
        selection->clear();
    } else {
        const int column = std::max(0, m_table->currentIndex().column());
        const QModelIndex index = m_model->index(row, column);
        // Setting the current index would scroll; a refresh must leave the table where it is.
        m_table->setAutoScroll(false);
        selection->setCurrentIndex(index, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
        m_table->setAutoScroll(true);
        if (reveal) {
            const int shifted = m_table->horizontalScrollBar()->value();
            m_table->scrollTo(index, QAbstractItemView::EnsureVisible);
            m_table->horizontalScrollBar()->setValue(shifted);
        }
    }
    m_isFollowing = false;
}

void ChunksPage::rowChosen(const QModelIndex &current)
{
    const auto &snapshot = m_workbench.snapshot();
    if (m_isFollowing || !current.isValid() || !snapshot || m_model->snapshot() != snapshot)
        return;
    const ChunkRef ref = m_model->chunkAt(current.row());
    const std::size_t begin = snapshot->chunkSets[ref.document]->chunks()[ref.chunk].source.begin;
    m_isFollowing = true;
    m_workbench.selection().select({ref.document, ref.chunk, {begin, begin}});
    m_isFollowing = false;
}

void ChunksPage::showReturned()
{
    if (!m_isStale)
        m_detail->setPlace(m_workbench.snapshot(), m_workbench.selection().current());
}

void ChunksPage::showCount()
{
    const auto &snapshot = m_model->snapshot();
    const std::size_t all = snapshot ? snapshot->chunkCount : 0;
    const auto shown = static_cast<std::size_t>(m_model->rowCount());
    m_count->setText(shown == all ? tr("%1 chunks").arg(formatCount(all))
                                  : tr("%1 of %2 chunks").arg(formatCount(shown), formatCount(all)));
    if (all == 0 && m_workbench.isAwaitingDocuments())
        m_notice->setText(loadingText());
    else if (all == 0)
        m_notice->setText(!snapshot || snapshot->documents.empty()
                              ? tr("No chunks yet. Open a document to list its chunks.")
                              : tr("The open documents hold no text, so there are no chunks."));
    else
        m_notice->setText(
            tr("No chunk passes the filter. Clear the filter to see all %1 chunks.").arg(formatCount(all)));
    m_stack->setCurrentWidget(shown == 0 ? static_cast<QWidget *>(m_notice) : m_table);
}

} // namespace cw
