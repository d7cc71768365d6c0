// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/ruledetails.h"

#include "controls/cachedcolors.h"
#include "controls/choicecontrol.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "models/tooltips.h"
#include "theme/theme.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace cw {

namespace {

constexpr ParameterChoice severityChoices[] = {{"error", "Error", "Must be repaired before the chunks are embedded."},
                                               {"warning", "Warning", "Hurts retrieval in many cases."},
                                               {"info", "Information", "Worth knowing."}};

Severity severityOf(const RuleSetting &setting, const RuleDescriptor &rule)
{
    return setting.severity.value_or(rule.defaultSeverity);
}

PlainLabel *sectionTitle(const QString &text, QWidget *parent)
{
    auto *label = new PlainLabel(text, PlainLabel::Tone::Dim, parent);
    QFont bold = label->font();
    bold.setBold(true);
    label->setFont(bold);
    return label;
}

} // namespace

RuleDetails::RuleDetails(QWidget *parent)
    : QWidget(parent), m_icon(new QLabel(this)), m_title(new PlainLabel(PlainLabel::Tone::Normal, this)),
      m_enabled(new QCheckBox(tr("On"), this)),
      m_severity(
          new ChoiceControl(tr("Severity"), tr("How much a finding of this rule weighs."), severityChoices, this)),
      m_why(new PlainLabel(PlainLabel::Tone::Normal, this)), m_what(new PlainLabel(PlainLabel::Tone::Normal, this)),
      m_other(new QPushButton(this)), m_thresholdRows(new QVBoxLayout)
{
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setWordWrap(true);
    m_why->setWordWrap(true);
    m_what->setWordWrap(true);
    m_enabled->setToolTip(tr("Looks for what this rule describes."));

    m_other->setAutoDefault(false);
    m_other->hide();

    auto *heading = new QHBoxLayout;
    heading->setSpacing(8);
    heading->addWidget(m_icon);
    heading->addWidget(m_title, 1);
    heading->addWidget(m_enabled);
    m_thresholdRows->setSpacing(8);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addLayout(heading);
    column->addWidget(m_other, 0, Qt::AlignLeft);
    column->addWidget(m_why);
    column->addWidget(sectionTitle(tr("What to do"), this));
    column->addWidget(m_what);
    column->addWidget(m_severity);
    column->addLayout(m_thresholdRows);
    column->addStretch(1);

    connect(m_other, &QPushButton::clicked, this, &RuleDetails::otherRequested);
    connect(m_enabled, &QCheckBox::toggled, this, [this](bool isOn) {
        m_setting.isEnabled = isOn;
        announce(ChangeKind::Settled);
    });
    connect(m_severity, &ParameterControl::valueEdited, this, [this](const ParameterValue &value, ChangeKind kind) {
        const Severity chosen = severityFromId(std::get<std::string>(value)).value_or(Severity::Warning);
        m_setting.severity = chosen;
        if (m_rule && chosen == rules()[*m_rule]->defaultSeverity)
            m_setting.severity.reset();
        announce(kind);
    });
    connect(m_severity, &ParameterControl::resetRequested, this, [this] {
        m_setting.severity.reset();
        announce(ChangeKind::Settled);
    });
    hide();
}

RuleDetails::~RuleDetails()
{
    // The focus leaves the controls when the window goes, and they would announce what they hold.
    m_severity->disconnect(this);
    for (const auto &[id, control] : m_thresholds)
        control->disconnect(this);
}

ParameterControl *RuleDetails::thresholdControl(std::string_view id) const
{
    const auto it = m_thresholds.find(id);
    return it == m_thresholds.end() ? nullptr : it->second;
}

void RuleDetails::showRule(std::size_t rule, const AuditProfile &profile)
{
    const RuleDescriptor &descriptor = *rules()[rule];
    if (m_rule != rule) {
        for (const auto &[id, control] : m_thresholds)
            control->flush();
        m_severity->flush();
        m_rule = rule;
        buildThresholds(descriptor);
        m_title->setText(toQString(descriptor.title));
        m_why->setText(toQString(descriptor.whyItMatters));
        m_what->setText(toQString(descriptor.whatToDo));
        m_enabled->setAccessibleName(tr("%1 is on").arg(toQString(descriptor.title)));
    }
    m_setting = profile.setting(descriptor);
    const QSignalBlocker blocker(m_enabled);
    m_enabled->setChecked(m_setting.isEnabled);
    m_severity->setValue(std::string(severityId(severityOf(m_setting, descriptor))));
    m_severity->setChangedFromDefault(m_setting.severity && *m_setting.severity != descriptor.defaultSeverity);
    m_severity->setEnabled(m_setting.isEnabled);
    for (const ParameterSpec &spec : descriptor.thresholds) {
        const ParameterValue *set = m_setting.thresholds.find(spec.id);
        const ParameterValue value = set ? *set : spec.defaultValue();
        ParameterControl *control = m_thresholds.find(spec.id)->second;
        control->setValue(value);
        control->setChangedFromDefault(value != spec.defaultValue());
        control->setEnabled(m_setting.isEnabled);
    }
    showIcon();
    show();
}

void RuleDetails::offerOther(const QString &text, const QString &toolTip)
{
    constexpr int widestText = 208; // with the button's frame in the narrowest panel
    const QString shown = m_other->fontMetrics().elidedText(text, Qt::ElideMiddle, widestText);
    m_other->setText(forMenu(shown));
    m_other->setToolTip(plainToolTip(toolTip));
    m_other->setAccessibleName(text);
    m_other->setVisible(!text.isEmpty());
}

void RuleDetails::buildThresholds(const RuleDescriptor &descriptor)
{
    m_thresholds.clear();
    while (QLayoutItem *item = m_thresholdRows->takeAt(0)) {
        item->widget()->disconnect(this);
        item->widget()->hide();
        item->widget()->deleteLater();
        delete item;
    }
    for (const ParameterSpec &spec : descriptor.thresholds) {
        ParameterControl *control = createParameterControl(spec, this);
        m_thresholdRows->addWidget(control);
        m_thresholds[std::string(spec.id)] = control;
        connect(control, &ParameterControl::valueEdited, this,
                [this, &spec](const ParameterValue &value, ChangeKind kind) {
                    if (value == spec.defaultValue())
                        m_setting.thresholds.reset(spec.id);
                    else
                        m_setting.thresholds.set(spec.id, value);
                    announce(kind);
                });
        connect(control, &ParameterControl::resetRequested, this, [this, &spec] {
            m_setting.thresholds.reset(spec.id);
            announce(ChangeKind::Settled);
        });
    }
}

void RuleDetails::announce(ChangeKind kind)
{
    if (m_rule)
        Q_EMIT settingEdited(*m_rule, m_setting, kind, tr("Change of Rule “%1”").arg(m_title->text()));
}

void RuleDetails::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        showIcon();
}

void RuleDetails::showIcon()
{
    if (!m_rule)
        return;
    const Severity severity = severityOf(m_setting, *rules()[*m_rule]);
    m_icon->setPixmap(severityIcon(severity, cachedThemeColors(palette())).pixmap(QSize(16, 16), devicePixelRatioF()));
}

} // namespace cw
