// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/modellimitspage.h"

#include "controls/plainlabel.h"
#include "controls/roomystyle.h"
#include "models/modelprofile.h"
#include "models/texts.h"
#include "settings/settings.h"
#include "tokenize/tokenizerreference.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QSignalBlocker>
#include <QStyle>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>
#include <thread>
#include <utility>

namespace cw {

namespace {

enum Column { Name, Limit, Minimum, Median, Maximum, Over, CutTokens, CutBytes, ColumnCount };

const QString problemSubject = QStringLiteral("model limits");
constexpr int chunkRole = Qt::UserRole; ///< position among the model's chunks over its limit
constexpr int referenceRole = Qt::UserRole + 1;
constexpr std::size_t previewCharacters = 120;
constexpr int usualNameWidth = 200;
constexpr int leastNameWidth = 88;

QStringList defaultReferences()
{
    return {QStringLiteral("text-embedding-3-small"), QStringLiteral("bge-base-en-v1.5"), QStringLiteral("e5-base-v2"),
            QStringLiteral("all-minilm-l6-v2"), QStringLiteral("o200k_base")};
}

QString titleOf(const std::string &reference)
{
    const auto profile = findModelProfile(reference);
    return toQString(profile ? profile->title : labelOfTokenizer(reference).title);
}

QString medianText(double median)
{
    const auto whole = static_cast<std::uint64_t>(median);
    return static_cast<double>(whole) == median ? formatCount(whole) : formatCount(whole) + QStringLiteral(".5");
}

} // namespace

ModelLimitsPage::ModelLimitsPage(Workbench &workbench, Settings *settings, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_settings(settings),
      m_state(new PlainLabel(PlainLabel::Tone::Dim, this)), m_cancel(new QPushButton(tr("Cancel"), this)),
      m_remove(new QPushButton(tr("Remove"), this)), m_addMenu(new QMenu(this)), m_table(new QTreeWidget(this)),
      m_counting("Counting under several models", [this](const Outcome<CountedPointer> &outcome) { accept(outcome); })
{
    m_references = defaultReferences();
    if (m_settings)
        m_references = m_settings->comparedModels().value_or(m_references);
    auto *header = new QHBoxLayout;
    header->setContentsMargins(0, 0, 0, 0);
    header->setSpacing(8);
    buildHeader(header);
    buildTable();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addLayout(header);
    column->addWidget(m_table, 1);
    setAccessibleName(tr("Model Limits"));
    connect(&m_workbench, &Workbench::snapshotChanged, this, [this] { count(); });
    connect(&m_workbench, &Workbench::awaitingDocumentsChanged, this, &ModelLimitsPage::updateState);
    fill();
}

void ModelLimitsPage::buildHeader(QHBoxLayout *row)
{
    auto *add = new QPushButton(tr("Add"), this);
    add->setToolTip(tr("Counts under another model or tokenizer as well."));
    add->setMenu(m_addMenu);
    connect(m_addMenu, &QMenu::aboutToShow, this, &ModelLimitsPage::fillAddMenu);
    connect(m_remove, &QPushButton::clicked, this, [this] {
        const QTreeWidgetItem *item = m_table->currentItem();
        if (item && item->parent())
            item = item->parent();
        QStringList rest = m_references;
        if (item && rest.removeAll(item->data(Name, referenceRole).toString()) > 0)
            setReferences(rest);
    });
    m_cancel->setToolTip(tr("Stops counting; the figures that are shown stay."));
    connect(m_cancel, &QPushButton::clicked, this, [this] {
        m_counting.cancel();
        updateState();
    });
    m_state->setElideMode(Qt::ElideRight);
    for (QPushButton *button : {add, m_remove, m_cancel})
        button->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    row->addWidget(add);
    row->addWidget(m_remove);
    row->addWidget(m_state);
    row->addStretch(1);
    row->addWidget(m_cancel);
}

void ModelLimitsPage::buildTable()
{
    const QList<std::pair<QString, QString>> headings{
        {tr("Model"), tr("A model, or a tokenizer alone.")},
        {tr("Limit"), tr("Most tokens of one text that the model reads.")},
        {tr("Min"), tr("Tokens of the smallest chunk, as the model sees it: with its prefix and special tokens.")},
        {tr("Median"), tr("As many chunks are smaller as are larger.")},
        {tr("Max"), tr("Tokens of the largest chunk.")},
        {tr("Over"), tr("Chunks that the model does not read to their end.")},
        {tr("Cut"), tr("Tokens past the limit, over all chunks.")},
        {tr("Cut Text"), tr("Bytes of source text past the limit; of a chunk, how the part that is cut off begins.")}};
    RoomyStyle::apply(*m_table, *m_table->header());
    m_table->setColumnCount(ColumnCount);
    for (int column = 0; column < ColumnCount; ++column) {
        m_table->headerItem()->setText(column, headings[column].first);
        m_table->headerItem()->setToolTip(column, headings[column].second);
        if (column != Name)
            m_table->headerItem()->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    m_table->headerItem()->setTextAlignment(CutBytes, Qt::AlignLeft | Qt::AlignVCenter);
    m_table->setUniformRowHeights(true);
    m_table->setAllColumnsShowFocus(true);
    QHeaderView *header = m_table->header();
    header->setStretchLastSection(false); // it keeps a width that is too much once there is less room
    header->setSectionResizeMode(CutBytes, QHeaderView::Stretch);
    header->resizeSection(Name, usualNameWidth);
    connect(header, &QHeaderView::sectionResized, this, [this](int column) {
        if (column != Name && column != CutBytes)
            fitNames();
    });
    m_table->viewport()->installEventFilter(this);
    header->setResizeContentsPrecision(0); // of the rows that are seen: a model may have a thousand under it
    for (int column = Limit; column < CutBytes; ++column)
        header->setSectionResizeMode(column, QHeaderView::ResizeToContents); // "Over" must not need scrolling
    m_table->setAccessibleName(tr("Chunks under several models"));
    connect(m_table, &QTreeWidget::itemExpanded, this, &ModelLimitsPage::addChunks);
    connect(m_table, &QTreeWidget::itemActivated, this, [this](const QTreeWidgetItem *item) { goTo(item); });
    connect(m_table, &QTreeWidget::itemClicked, this, [this](QTreeWidgetItem *item) {
        if (item->parent())
            goTo(item);
    });
    connect(m_table, &QTreeWidget::currentItemChanged, this, [this] { updateRemove(); });
}

bool ModelLimitsPage::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        fitNames();
    return QWidget::eventFilter(watched, event);
}

void ModelLimitsPage::fitNames()
{
    QHeaderView *header = m_table->header();
    const int cutText = fontMetrics().horizontalAdvance(tr("%1 bytes").arg(formatCount(9'999'999)));
    int left = m_table->viewport()->width() - cutText - 2 * m_table->style()->pixelMetric(QStyle::PM_HeaderMargin);
    for (int column = Limit; column < CutBytes; ++column)
        left -= header->sectionSize(column);
    header->resizeSection(Name, std::clamp(left, leastNameWidth, usualNameWidth));
}

void ModelLimitsPage::fillAddMenu()
{
    m_addMenu->clear();
    const auto add = [this](QMenu &menu, const QString &title, const std::string &reference) {
        const QString id = QString::fromStdString(reference);
        QAction *action = menu.addAction(title);
        action->setData(id);
        action->setEnabled(!m_references.contains(id));
        connect(action, &QAction::triggered, this, [this, id] { addReference(id); });
    };
    const RunConfig &config = m_workbench.config();
    if (isTokenizerFile(config.tokenizer))
        add(*m_addMenu, tr("The Chosen Tokenizer: %1").arg(titleOf(config.tokenizer)), config.tokenizer);
    if (!m_addMenu->isEmpty())
        m_addMenu->addSeparator();
    QMenu *family = nullptr;
    for (const ModelProfile &model : modelProfiles()) {
        if (model.tokenizer.empty())
            continue; // counted once its file is chosen in the parameters
        const QString title = toQString(model.family);
        if (!family || family->title() != title)
            family = m_addMenu->addMenu(title);
        add(*family, toQString(model.title), model.id);
    }
    QMenu *bundled = m_addMenu->addMenu(tr("Tokenizers"));
    for (const TokenizerDescriptor *tokenizer : tokenizers())
        add(*bundled, toQString(tokenizer->title), std::string(tokenizer->id));
}

void ModelLimitsPage::addReference(const QString &reference)
{
    if (!m_references.contains(reference))
        setReferences(m_references + QStringList{reference});
}

void ModelLimitsPage::setReferences(const QStringList &references)
{
    m_references = references;
    if (m_settings)
        m_settings->setComparedModels(references);
    fill();
    count();
}

void ModelLimitsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    count();
}

void ModelLimitsPage::count()
{
    const auto &snapshot = m_workbench.snapshot();
    if (!isVisible() || !snapshot)
        return;
    std::vector<std::string> references;
    for (const QString &reference : rows())
        references.push_back(reference.toStdString());
    // A model whose tokenizer is in a file counts with the one that was chosen for it.
    const std::string &chosenModel = snapshot->config.model;
    const std::string chosenFile
        = isTokenizerFile(snapshot->config.tokenizer) ? snapshot->config.tokenizer : std::string();
    m_counting.start(
        [snapshot = snapshot, references, chosenModel, chosenFile, &caches = m_workbench.caches(),
         this](std::stop_token stop, const LatestTask<CountedPointer>::Early &onOwner) -> Outcome<CountedPointer> {
            const unsigned threads = std::max(1U, std::thread::hardware_concurrency());
            auto counted = std::make_shared<Counted>();
            counted->snapshot = snapshot;
            for (const std::string &reference : references) {
                onOwner([this, number = counted->rows.size() + 1, all = references.size()] {
                    m_state->setText(
                        countingText(tr("Counting %1 of %2...").arg(formatCount(number), formatCount(all))));
                });
                const std::string file = reference == chosenModel ? chosenFile : std::string();
                auto limits = modelLimits(*snapshot, reference, file, caches, stop, threads);
                if (limits.isCancelled())
                    return Cancelled{};
                counted->rows.push_back({reference, std::move(limits)});
            }
            return CountedPointer(std::move(counted));
        },
        ChangeKind::Preview);
    if (m_counted && m_counted->snapshot->documents != snapshot->documents) {
        m_counted.reset(); // figures of other documents say nothing
        fill();
    }
    showAge();
    updateState();
}

/// Figures of a result that is no longer shown are dim until they are counted anew.
void ModelLimitsPage::showAge()
{
    const bool isOld = m_counted && m_counted->snapshot != m_workbench.snapshot();
    const QBrush brush = isOld ? palette().brush(QPalette::Disabled, QPalette::Text) : QBrush();
    for (int row = 0; row < m_table->topLevelItemCount(); ++row) {
        for (int column = 0; column < m_table->columnCount(); ++column)
            m_table->topLevelItem(row)->setForeground(column, brush);
    }
}

/// What is done, and whose figures are shown meanwhile.
QString ModelLimitsPage::countingText(const QString &progress) const
{
    return m_counted ? tr("%1 Shown: %2").arg(progress, configCaption(m_counted->snapshot->config)) : progress;
}

void ModelLimitsPage::accept(const Outcome<CountedPointer> &outcome)
{
    if (outcome.hasValue()) {
        m_counted = *outcome;
        fill();
        Q_EMIT m_workbench.problemSolved(problemSubject);
    } else if (outcome.hasError()) {
        Q_EMIT m_workbench.problemFound(QString::fromStdString(outcome.error().message), problemSubject);
    }
    updateState();
}

QString ModelLimitsPage::chosenModel() const
{
    const auto &snapshot = m_workbench.snapshot();
    return snapshot ? QString::fromStdString(snapshot->config.model) : QString();
}

QStringList ModelLimitsPage::rows() const
{
    const QString chosen = chosenModel();
    QStringList rows = m_references;
    if (!chosen.isEmpty()) {
        rows.removeAll(chosen);
        rows.prepend(chosen);
    }
    return rows;
}

void ModelLimitsPage::updateRemove()
{
    const QTreeWidgetItem *item = m_table->currentItem();
    if (item && item->parent())
        item = item->parent();
    const bool isChosen = item && item->data(Name, referenceRole).toString() == chosenModel();
    m_remove->setEnabled(item && !isChosen);
    m_remove->setToolTip(isChosen ? tr("The chosen model stays; choose another one in the parameters.")
                                  : tr("Takes this model out of the table."));
}

void ModelLimitsPage::fill()
{
    const QSignalBlocker blocker(m_table);
    QStringList expanded;
    QString current;
    for (int i = 0; i < m_table->topLevelItemCount(); ++i) {
        const QTreeWidgetItem *item = m_table->topLevelItem(i);
        if (item->isExpanded())
            expanded.append(item->data(Name, referenceRole).toString());
        if (item == m_table->currentItem() || (m_table->currentItem() && m_table->currentItem()->parent() == item))
            current = item->data(Name, referenceRole).toString();
    }
    m_table->clear();
    const QString chosen = chosenModel();
    for (const QString &reference : rows()) {
        auto *item = new QTreeWidgetItem(m_table);
        const QString title = titleOf(reference.toStdString());
        item->setText(Name, reference == chosen ? tr("%1 (chosen)").arg(title) : title);
        item->setData(Name, referenceRole, reference);
        if (m_counted) {
            const auto row = std::ranges::find(m_counted->rows, reference.toStdString(), &Row::reference);
            if (row != m_counted->rows.end())
                fillRow(item, *row);
        }
        if (expanded.contains(reference) && item->childIndicatorPolicy() == QTreeWidgetItem::ShowIndicator) {
            addChunks(item);
            item->setExpanded(true);
        }
        if (reference == current)
            m_table->setCurrentItem(item);
    }
    showAge();
    updateRemove();
    updateState();
}

void ModelLimitsPage::fillRow(QTreeWidgetItem *item, const Row &row) const
{
    if (!row.limits) {
        const QString message = QString::fromStdString(row.limits.error().message);
        item->setText(CutBytes, message);
        return;
    }
    const ModelLimits &limits = *row.limits;
    item->setText(Limit, limits.limit == 0 ? tr("none") : formatCount(limits.limit));
    item->setText(Minimum, formatCount(limits.minimum));
    item->setText(Median, medianText(limits.median));
    item->setText(Maximum, formatCount(limits.maximum));
    item->setText(Over, limits.limit == 0 ? QString() : formatCount(limits.over.size()));
    if (!limits.over.empty()) {
        item->setText(CutTokens, formatCount(limits.truncatedTokens));
        item->setText(CutBytes, tr("%1 bytes").arg(formatCount(limits.truncatedBytes)));
        item->setChildIndicatorPolicy(QTreeWidgetItem::ShowIndicator);
        QFont bold = m_table->font();
        bold.setBold(true);
        item->setFont(Over, bold);
    }
    for (int column = Limit; column < CutBytes; ++column)
        item->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
}

void ModelLimitsPage::addChunks(QTreeWidgetItem *item)
{
    if (item->childCount() > 0 || item->parent() || !m_counted)
        return;
    const auto row
        = std::ranges::find(m_counted->rows, item->data(Name, referenceRole).toString().toStdString(), &Row::reference);
    if (row == m_counted->rows.end() || !row->limits)
        return;
    const RunSnapshot &snapshot = *m_counted->snapshot;
    const ModelLimits &limits = *row->limits;
    const std::size_t listed = std::min(limits.over.size(), mostListed);
    for (std::size_t i = 0; i < listed; ++i) {
        const ChunkOverLimit &over = limits.over[i];
        const Document &document = *snapshot.documents[over.document];
        const Chunk &chunk = snapshot.chunkSets[over.document]->chunks()[over.chunk];
        auto *child = new QTreeWidgetItem(item);
        child->setText(
            Name,
            tr("Chunk %1 · %2", "number and document").arg(formatCount(over.chunk + 1), toQString(document.id())));
        child->setText(Maximum, formatCount(over.tokens));
        child->setText(CutTokens, formatCount(over.tokens - limits.limit));
        child->setText(CutBytes, oneLine(document.slice({over.from, chunk.source.end}), previewCharacters));
        child->setData(Name, chunkRole, static_cast<qulonglong>(i));
        for (int column = Limit; column < CutBytes; ++column)
            child->setTextAlignment(column, Qt::AlignRight | Qt::AlignVCenter);
    }
    if (listed < limits.over.size()) {
        auto *child = new QTreeWidgetItem(item);
        child->setText(Name,
                       tr("%1 more: choose the model and see Findings").arg(formatCount(limits.over.size() - listed)));
    }
}

void ModelLimitsPage::goTo(const QTreeWidgetItem *item)
{
    const QVariant position = item->data(Name, chunkRole);
    if (!item->parent() || !position.isValid() || !m_counted || m_counted->snapshot != m_workbench.snapshot())
        return;
    const auto row = std::ranges::find(
        m_counted->rows, item->parent()->data(Name, referenceRole).toString().toStdString(), &Row::reference);
    if (row == m_counted->rows.end() || !row->limits)
        return;
    const ChunkOverLimit &over = row->limits->over[static_cast<std::size_t>(position.toULongLong())];
    const Chunk &chunk = m_counted->snapshot->chunkSets[over.document]->chunks()[over.chunk];
    m_workbench.selection().select({over.document, over.chunk, {over.from, chunk.source.end}});
}

void ModelLimitsPage::updateState()
{
    const bool isBusy = m_counting.isBusy();
    m_cancel->setVisible(isBusy);
    if (isBusy)
        m_state->setText(countingText(tr("Counting...")));
    else if (rows().isEmpty())
        m_state->setText(tr("Add a model or a tokenizer to count under."));
    else if (m_counted)
        m_state->setText(
            tr("%1 chunks · %2")
                .arg(formatCount(m_counted->snapshot->chunkCount), configCaption(m_counted->snapshot->config)));
    else
        m_state->setText(m_workbench.isAwaitingDocuments() ? loadingText()
                                                           : tr("Open a document to count its chunks."));
}

} // namespace cw
