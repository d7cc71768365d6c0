// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/findingspage.h"

#include "controls/cachedcolors.h"
#include "controls/errorlabel.h"
#include "controls/olderrows.h"
#include "controls/panelmanners.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "pages/findingdelegate.h"
#include "pages/ruledetails.h"
#include "theme/theme.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QTreeView>
#include <QVBoxLayout>

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <utility>

namespace cw {

namespace {

constexpr int narrowestFilter = 64;
constexpr int widestDetails = 272; ///< the details of the rule with the most controls, and their scroll bar
constexpr std::array severitiesDownwards{Severity::Error, Severity::Warning, Severity::Info};

/// Without the key that opens every group at once: with hundreds of thousands of findings it would never end.
class FindingsTree final : public QTreeView
{
public:
    using QTreeView::QTreeView;

protected:
    void keyPressEvent(QKeyEvent *event) override
    {
        if (event->key() == Qt::Key_Asterisk)
            event->ignore();
        else
            QTreeView::keyPressEvent(event);
    }
};

std::tuple<std::uint32_t, std::uint32_t, std::size_t> placeOf(const Finding &finding)
{
    return {finding.document, finding.chunk, finding.where.begin};
}

} // namespace

FindingsPage::FindingsPage(Workbench &workbench, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_model(new FindingsModel(this)), m_tree(new FindingsTree(this)),
      m_details(new RuleDetails), m_filter(new QLineEdit(this)), m_scope(new QComboBox(this)),
      m_profile(new QPushButton(this)), m_profileMenu(new QMenu(m_profile)),
      m_count(new PlainLabel(PlainLabel::Tone::Normal, this)), m_error(new ErrorLabel(this))
{
    auto *header = new QWidget(this);
    buildHeader(header);
    buildProfileMenu();
    buildTree();

    auto *scroll = new QScrollArea(this);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setMinimumWidth(widestDetails);
    m_tree->setMinimumWidth(160);
    scroll->setWidget(m_details);
    auto *splitter = new QSplitter(this);
    splitter->addWidget(m_tree);
    splitter->addWidget(scroll);
    splitter->setStretchFactor(0, 3);
    splitter->setStretchFactor(1, 1);
    splitter->setSizes({600, 320});
    splitter->setChildrenCollapsible(false);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addWidget(header);
    column->addWidget(m_error);
    column->addWidget(splitter, 1);
    setAccessibleName(tr("Findings"));
    // In the order in which they stand. The page has no focus proxy: behind its own child it would lead Tab back to it.
    QWidget *last = m_scope;
    for (QWidget *next :
         std::initializer_list<QWidget *>{m_filter, severityButton(Severity::Error), severityButton(Severity::Warning),
                                          severityButton(Severity::Info), m_profile, m_tree}) {
        setTabOrder(last, next);
        last = next;
    }

    connect(&m_workbench, &Workbench::snapshotChanged, this, &FindingsPage::showSnapshot);
    connect(&m_workbench, &Workbench::configChanged, this, &FindingsPage::showConfig);
    connect(&m_workbench.selection(), &Selection::selected, this, &FindingsPage::showSelection);
    connect(m_model, &QAbstractItemModel::modelAboutToBeReset, this, &FindingsPage::treeAboutToReset);
    connect(m_model, &QAbstractItemModel::modelReset, this, &FindingsPage::treeReset);
    auto *older = new OlderRows(*m_tree);
    connect(m_model, &FindingsModel::listingChanged, older, &OlderRows::setOlder);
    connect(m_model, &QAbstractItemModel::modelReset, older, &OlderRows::renew);
    connect(m_details, &RuleDetails::settingEdited, this, &FindingsPage::changeRule);
    connect(m_details, &RuleDetails::otherRequested, this, &FindingsPage::goToOther);
    showConfig();
    showSnapshot();
    m_isFollowing = true;
    m_tree->setCurrentIndex(m_model->index(0, 0));
    m_isFollowing = false;
}

void FindingsPage::buildHeader(QWidget *header)
{
    auto *row = new QHBoxLayout(header);
    row->setContentsMargins(0, 0, 0, 0);
    row->setSpacing(8);

    m_scope->addItem(tr("All Documents"));
    m_scope->addItem(tr("This Document"));
    m_scope->setAccessibleName(tr("Documents shown"));
    m_scope->setToolTip(tr("Lists the findings of all documents or of the one in view."));
    PanelManners::teach(m_scope);
    row->addWidget(m_scope);

    m_filter->setPlaceholderText(tr("Filter by document, message or words"));
    m_filter->setAccessibleName(tr("Filter findings"));
    m_filter->setToolTip(tr("Keeps findings whose document name, message or offending words contain this; case does "
                            "not matter."));
    m_filter->setClearButtonEnabled(true);
    m_filter->setMinimumWidth(narrowestFilter);
    row->addWidget(m_filter, 1);

    for (const Severity severity : severitiesDownwards) {
        auto *button = new QToolButton(header);
        button->setCheckable(true);
        button->setChecked(true);
        button->setAutoRaise(true);
        button->setToolTip(tr("Show findings of severity: %1").arg(severityName(severity)));
        button->setAccessibleName(tr("Show severity %1").arg(severityName(severity)));
        connect(button, &QToolButton::toggled, this, &FindingsPage::applyFilter);
        m_severities[static_cast<std::size_t>(severity)] = button;
        row->addWidget(button);
    }
    m_count->setElideMode(Qt::ElideRight);
    row->addWidget(m_count);
    row->addWidget(m_profile);

    connect(m_filter, &QLineEdit::textChanged, this, &FindingsPage::applyFilter);
    connect(m_scope, &QComboBox::currentIndexChanged, this, &FindingsPage::applyFilter);
    showIcons();
}

void FindingsPage::buildTree()
{
    m_tree->setModel(m_model);
    m_tree->setItemDelegate(new FindingDelegate(*m_model, m_tree));
    m_tree->setHeaderHidden(true);
    m_tree->setUniformRowHeights(true);
    m_tree->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_tree->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_tree->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_tree->setIndentation(16);
    m_tree->setAccessibleName(tr("Findings by rule"));
    connect(m_tree->selectionModel(), &QItemSelectionModel::currentChanged, this, &FindingsPage::currentChanged);
    connect(m_tree, &QTreeView::clicked, this, &FindingsPage::go);
    connect(m_tree, &QTreeView::activated, this, &FindingsPage::go);
    m_tree->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_tree, &QTreeView::customContextMenuRequested, this, &FindingsPage::showMenu);
    connect(m_tree, &QTreeView::expanded, this,
            [this](const QModelIndex &index) { m_expanded.insert(m_model->ruleOf(index)); });
    connect(m_tree, &QTreeView::collapsed, this,
            [this](const QModelIndex &index) { m_expanded.erase(m_model->ruleOf(index)); });
}

QToolButton *FindingsPage::severityButton(Severity severity) const
{
    return m_severities[static_cast<std::size_t>(severity)];
}

QString FindingsPage::problem() const
{
    return m_error->message();
}

void FindingsPage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    if (m_isStale)
        catchUp();
}

void FindingsPage::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcons();
}

void FindingsPage::showIcons()
{
    const ThemeColors colors = cachedThemeColors(palette());
    for (const Severity severity : severitiesDownwards) {
        if (QToolButton *button = severityButton(severity))
            button->setIcon(severityIcon(severity, colors));
    }
}

void FindingsPage::treeAboutToReset()
{
    if (m_model->snapshot())
        m_keptScroll = m_tree->verticalScrollBar()->value();
    m_keptExpanded = m_expanded;
    m_isFollowing = true;
}

void FindingsPage::treeReset()
{
    const int scrolled = m_keptScroll;
    for (const std::size_t rule : m_keptExpanded)
        m_tree->setExpanded(m_model->ruleIndex(rule), true);
    m_expanded = m_keptExpanded;
    const std::optional<Finding> kept = m_current;
    QModelIndex current;
    if (m_current && m_model->snapshot()) {
        if (const std::optional<std::size_t> same = sameFinding(*m_model->snapshot(), *m_current))
            current = m_model->indexOfFinding(*same);
    }
    if (!current.isValid() && m_details->rule())
        current = m_model->ruleIndex(*m_details->rule());
    m_tree->setAutoScroll(false);
    m_tree->setCurrentIndex(current);
    m_tree->setAutoScroll(true);
    m_current = kept;
    m_tree->doItemsLayout();
    m_tree->verticalScrollBar()->setValue(scrolled);
    m_keptScroll = scrolled;
    m_isFollowing = false;
    offerOther();
    showCount();
    const auto &snapshot = m_model->snapshot();
    if (snapshot && !m_isRuleChosen)
        chooseFirstRule();
    if (m_model->isListing())
        return;
    if (const std::optional<bool> forward = std::exchange(m_wantedStep, std::nullopt))
        step(*forward);
}

void FindingsPage::showSnapshot()
{
    // A page in the background costs nothing while a slider moves; it catches up when it is needed.
    m_isStale = !isVisible();
    if (m_isStale && !m_model->snapshot())
        return;
    if (!m_isStale)
        catchUp();
    else
        m_model->setSnapshot(nullptr);
}

void FindingsPage::catchUp()
{
    m_isStale = false;
    m_model->setSnapshot(m_workbench.snapshot());
}

void FindingsPage::chooseFirstRule()
{
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex rule = m_model->index(row, 0);
        if (rule.data(FindingsModel::IsQuietRole).toBool())
            continue;
        m_isFollowing = true;
        m_tree->setCurrentIndex(rule);
        m_tree->scrollTo(rule, QAbstractItemView::PositionAtTop);
        m_isFollowing = false;
        m_isRuleChosen = true;
        return;
    }
}

void FindingsPage::applyFilter()
{
    FindingFilter filter;
    filter.text = m_filter->text();
    for (const Severity severity : severitiesDownwards)
        filter.severities[static_cast<std::size_t>(severity)] = severityButton(severity)->isChecked();
    if (m_scope->currentIndex() == 1) {
        const std::optional<Place> &place = m_workbench.selection().current();
        filter.document = place ? place->document : 0;
    }
    if (filter != m_model->filter())
        m_model->setFilter(filter);
}

void FindingsPage::showSelection()
{
    if (m_isFollowing)
        return;
    applyFilter();
    const std::optional<Place> &place = m_workbench.selection().current();
    const auto &snapshot = m_model->snapshot();
    if (!place || !place->chunk || !snapshot)
        return;
    const auto &findings = snapshot->audit.findings;
    const auto isHere
        = [&](const Finding &finding) { return finding.document == place->document && finding.chunk == *place->chunk; };
    if (m_current && isHere(*m_current))
        return;
    const auto key = std::pair(place->document, *place->chunk);
    auto it = std::ranges::lower_bound(
        findings, key, {}, [](const Finding &finding) { return std::pair(finding.document, finding.chunk); });
    for (; it != findings.end() && isHere(*it); ++it) {
        const QModelIndex index = m_model->indexOfFinding(static_cast<std::size_t>(it - findings.begin()));
        if (!index.isValid() || !m_expanded.contains(it->rule))
            continue;
        m_isRuleChosen = true;
        m_isFollowing = true;
        m_tree->setCurrentIndex(index);
        m_isFollowing = false;
        return;
    }
}

void FindingsPage::currentChanged(const QModelIndex &current)
{
    if (!current.isValid())
        return;
    const std::optional<std::size_t> finding = m_model->findingOf(current);
    m_current = finding ? std::optional(m_model->snapshot()->audit.findings[*finding]) : std::nullopt;
    m_details->showRule(m_model->ruleOf(current), m_workbench.config().audit);
    offerOther();
    if (!m_isFollowing) {
        m_isRuleChosen = true;
        go(current);
    }
}

void FindingsPage::go(const QModelIndex &index)
{
    const std::optional<std::size_t> position = m_model->findingOf(index);
    if (!position || m_model->snapshot() != m_workbench.snapshot())
        return;
    const Finding &finding = m_model->snapshot()->audit.findings[*position];
    m_isFollowing = true;
    m_workbench.selection().select({finding.document, finding.chunk, finding.where});
    m_isFollowing = false;
}

void FindingsPage::nextFinding()
{
    step(true);
}

void FindingsPage::previousFinding()
{
    step(false);
}

void FindingsPage::step(bool isForward)
{
    if (m_isStale)
        catchUp();
    if (m_model->isListing()) {
        m_wantedStep = isForward;
        return;
    }
    const std::vector<std::uint32_t> &shown = m_model->shown();
    if (shown.empty())
        return;
    const auto &findings = m_model->snapshot()->audit.findings;
    const std::optional<Place> &place = m_workbench.selection().current();
    const bool isAtCurrent = m_current && place && place->document == m_current->document
        && place->chunk == m_current->chunk && place->bytes == m_current->where;
    const auto key = [&findings](std::uint32_t i) { return placeOf(findings[i]); };
    auto target = shown.begin();
    auto at = shown.end();
    if (isAtCurrent) {
        // Several rules may point at one place: go on from the very finding, not from the place.
        const auto here = std::ranges::equal_range(shown, placeOf(*m_current), {}, key);
        const auto same
            = std::ranges::find_if(here, [&](std::uint32_t i) { return findings[i].rule == m_current->rule; });
        if (same != here.end())
            at = same;
    }
    if (at != shown.end()) {
        if (isForward)
            target = at + 1 == shown.end() ? shown.begin() : at + 1;
        else
            target = at == shown.begin() ? shown.end() - 1 : at - 1;
    } else if (place) {
        const std::tuple from(place->document, place->chunk.value_or(0), place->bytes.begin);
        if (isForward) {
            target = std::ranges::lower_bound(shown, from, {}, key);
            if (target == shown.end())
                target = shown.begin();
        } else {
            target = std::ranges::lower_bound(shown, from, {}, key);
            target = target == shown.begin() ? shown.end() - 1 : target - 1;
        }
    } else if (!isForward) {
        target = shown.end() - 1;
    }
    const QModelIndex index = m_model->indexOfFinding(*target);
    m_isRuleChosen = true;
    m_isFollowing = true;
    m_tree->setExpanded(index.parent(), true);
    m_tree->setCurrentIndex(index);
    m_isFollowing = false;
    go(index);
}

void FindingsPage::showCount()
{
    const auto &snapshot = m_model->snapshot();
    const std::size_t all = snapshot ? snapshot->audit.findings.size() : 0;
    const std::size_t shown = m_model->shown().size();
    if (!snapshot || snapshot->chunkCount == 0)
        m_count->setText(tr("No chunks to audit"));
    else if (all == 0)
        m_count->setText(tr("No findings in %1 chunks").arg(formatCount(snapshot->chunkCount)));
    else if (shown == all)
        m_count->setText(all == 1 ? tr("1 finding") : tr("%1 findings").arg(formatCount(all)));
    else
        m_count->setText(tr("%1 of %2 findings").arg(formatCount(shown), formatCount(all)));
}

} // namespace cw
