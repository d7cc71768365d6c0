// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/overridebar.h"

#include "controls/cachedcolors.h"
#include "controls/errorlabel.h"
#include "controls/menubutton.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "models/tooltips.h"
#include "pages/modelpicker.h"
#include "run/effectiveconfig.h"
#include "strategies/strategy.h"
#include "workbench/overrides.h"

#include <QHBoxLayout>
#include <QMenu>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

namespace cw {

namespace {

constexpr int margin = 12;
constexpr int stripeWidth = 4;
constexpr std::size_t listedAtMost = 100;

} // namespace

OverrideBar::OverrideBar(Workbench &workbench, QWidget *parent)
    : QFrame(parent), m_workbench(workbench), m_number(RunSnapshot::noOverride),
      m_scope(new PlainLabel(PlainLabel::Tone::Normal, this)), m_note(new PlainLabel(PlainLabel::Tone::Dim, this)),
      m_limitWarning(new ErrorLabel(this, Severity::Warning)),
      m_reset(new QPushButton(tr("Reset to Configuration"), this)), m_list(new MenuButton(this)),
      m_listMenu(new QMenu(this))
{
    QFont bold = m_scope->font();
    bold.setBold(true);
    m_scope->setFont(bold);
    m_scope->setElideMode(Qt::ElideMiddle);
    m_scope->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
    m_note->setWordWrap(true);
    m_reset->setAutoDefault(false);
    m_reset->setToolTip(tr("Removes this override: the documents are chunked by the configuration again."));
    m_list->setToolTip(tr("All overrides of this configuration; choosing one removes it."));
    m_list->setMenu(m_listMenu);
    m_listMenu->setToolTipsVisible(true);

    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(8);
    buttons->addWidget(m_reset);
    buttons->addStretch();
    buttons->addWidget(m_list);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(margin, 8, 8, 8);
    column->setSpacing(4);
    column->addWidget(m_scope);
    column->addWidget(m_note);
    column->addWidget(m_limitWarning);
    column->addSpacing(4);
    column->addLayout(buttons);

    connect(m_reset, &QPushButton::clicked, this, [this] { remove(m_number); });
    connect(m_listMenu, &QMenu::aboutToShow, this, &OverrideBar::fillList);
    hide();
}

void OverrideBar::showOverride(std::size_t number)
{
    const std::vector<ChunkingOverride> &overrides = m_workbench.config().overrides;
    m_number = number < overrides.size() ? number : RunSnapshot::noOverride;
    const bool isOverride = m_number != RunSnapshot::noOverride;
    setVisible(!overrides.empty());
    m_scope->setVisible(isOverride);
    m_reset->setVisible(isOverride);
    m_list->setText(tr("%n Override(s)", nullptr, static_cast<int>(overrides.size())));
    if (isOverride) {
        const ChunkingOverride &given = overrides[m_number];
        m_scope->setText(tr("Override: %1").arg(overrideTarget(given)));
        m_note->setText(given.scope == OverrideScope::Document
                            ? tr("Strategy, sizes and parameters below are for this document alone.")
                            : tr("Strategy, sizes and parameters below are for documents of this format."));
    } else {
        m_note->setText(tr("For all documents without an override."));
    }
    showLimitWarning();
    setAccessibleName(isOverride ? m_scope->text() : tr("Configuration"));
    setAccessibleDescription(m_note->text());
    update();
}

void OverrideBar::showLimitWarning()
{
    // The largest says it for all: what it asks costs a look at the model, and there may be thousands.
    const RunConfig &config = m_workbench.config();
    std::size_t largest = RunSnapshot::noOverride;
    for (std::size_t number = 0; number < config.overrides.size(); ++number) {
        const ChunkingOverride &given = config.overrides[number];
        const StrategyDescriptor *strategy = findStrategy(given.strategy);
        if (number == m_number || !strategy || strategy->sizeUnit != SizeUnit::Tokens)
            continue;
        if (largest == RunSnapshot::noOverride || given.max > config.overrides[largest].max)
            largest = number;
    }
    const QString warning
        = largest == RunSnapshot::noOverride ? QString() : ModelPicker::warningText(effectiveConfig(config, largest));
    m_limitWarning->setMessage(
        warning.isEmpty() ? QString()
                          : tr("Override for %1, max %2: %3")
                                .arg(overrideTarget(config.overrides[largest]),
                                     formatCount(static_cast<std::uint64_t>(config.overrides[largest].max)), warning));
}

void OverrideBar::fillList()
{
    m_listMenu->clear();
    const RunConfig &config = m_workbench.config();
    const std::vector<std::size_t> documents = documentsOfOverrides(config, m_workbench.documents());
    for (std::size_t number = 0; number < std::min(documents.size(), listedAtMost); ++number) {
        const ChunkingOverride &given = config.overrides[number];
        const QString use = documents[number] == 0
            ? tr("not used by an open document")
            : tr("%Ln document(s)", nullptr, static_cast<int>(documents[number]));
        QAction *action = m_listMenu->addAction(
            forMenu(tr("Remove: %1 (%2)").arg(oneLine(overrideTarget(given).toStdString(), 60), use)));
        action->setToolTip(plainToolTip(overrideCaption(given)));
        connect(action, &QAction::triggered, this, [this, number] { remove(number); });
    }
    if (documents.size() > listedAtMost) {
        const int more = static_cast<int>(documents.size() - listedAtMost);
        m_listMenu->addAction(tr("and %Ln more", nullptr, more))->setEnabled(false);
    }
    m_listMenu->addSeparator();
    connect(m_listMenu->addAction(tr("Remove &All")), &QAction::triggered, this, [this] {
        RunConfig without = m_workbench.config();
        without.overrides.clear();
        m_workbench.setConfig(without, ChangeKind::Settled, tr("Removal of all overrides"));
    });
}

void OverrideBar::remove(std::size_t number)
{
    const std::vector<ChunkingOverride> &overrides = m_workbench.config().overrides;
    if (number >= overrides.size())
        return;
    m_workbench.setConfig(withoutOverride(m_workbench.config(), number), ChangeKind::Settled,
                          tr("Removal of the override for %1").arg(overrideTarget(overrides[number])));
}

void OverrideBar::paintEvent(QPaintEvent *event)
{
    QFrame::paintEvent(event);
    if (m_number == RunSnapshot::noOverride)
        return;
    QPainter painter(this);
    painter.fillRect(rect(), palette().color(QPalette::AlternateBase));
    const bool isMirrored = layoutDirection() == Qt::RightToLeft;
    painter.fillRect(QRect(isMirrored ? width() - stripeWidth : 0, 0, stripeWidth, height()),
                     cachedThemeColors(palette()).accent);
}

} // namespace cw
