// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/choicecontrol.h"

#include "controls/panelmanners.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "models/tooltips.h"

#include <QAbstractItemView>
#include <QComboBox>
#include <QSignalBlocker>

#include <algorithm>

namespace cw {

namespace {

constexpr int commandRole = Qt::UserRole + 1;

} // namespace

ChoiceControl::ChoiceControl(const QString &title, const QString &help, std::span<const ParameterChoice> choices,
                             QWidget *parent)
    : ParameterControl(title, help, parent), m_combo(new QComboBox(this)),
      m_description(new PlainLabel(PlainLabel::Tone::Dim, this))
{
    for (const ParameterChoice &choice : choices) {
        m_combo->addItem(toQString(choice.title), toQString(choice.id));
        m_combo->setItemData(m_combo->count() - 1, toQString(choice.help), Qt::ToolTipRole);
    }
    m_offered = m_combo->count();
    m_combo->setEnabled(m_offered > 1);
    m_combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_combo->setMinimumContentsLength(12);
    PanelManners::teach(m_combo);
    m_description->setWordWrap(true);
    widenList();
    addRow(m_combo);
    addRow(m_description);
    setEditor(m_combo);
    describe();
    connect(m_combo, &QComboBox::currentIndexChanged, this, &ChoiceControl::activated);
}

void ChoiceControl::setValue(const ParameterValue &value)
{
    adopt(value);
    const QString id = toQString(std::get<std::string>(value));
    const QSignalBlocker blocker(m_combo);
    if (m_showsOther)
        m_combo->removeItem(m_offered);
    int row = m_combo->findData(id);
    m_showsOther = row < 0;
    if (m_showsOther) {
        const auto [text, toolTip] = m_labelOfOthers ? m_labelOfOthers(id) : std::pair(id, QString());
        row = m_offered;
        m_combo->insertItem(row, text, id);
        m_combo->setItemData(row, plainToolTip(toolTip), Qt::ToolTipRole);
        widenList();
    }
    m_row = row;
    m_combo->setCurrentIndex(row);
    describe();
}

void ChoiceControl::setLabelOfOthers(std::function<std::pair<QString, QString>(const QString &id)> label)
{
    m_labelOfOthers = std::move(label);
}

void ChoiceControl::addCommand(const QString &id, const QString &text)
{
    const QSignalBlocker blocker(m_combo);
    if (!m_hasCommands)
        m_combo->insertSeparator(m_combo->count());
    m_hasCommands = true;
    m_combo->addItem(text, id);
    m_combo->setItemData(m_combo->count() - 1, true, commandRole);
    m_combo->setEnabled(true);
    widenList();
}

void ChoiceControl::activated(int row)
{
    if (m_combo->itemData(row, commandRole).toBool()) {
        const QString id = m_combo->itemData(row).toString();
        const QSignalBlocker blocker(m_combo);
        m_combo->setCurrentIndex(m_row);
        Q_EMIT commandChosen(id);
        return;
    }
    m_row = row;
    describe();
    announceSettled(m_combo->itemData(row).toString().toStdString());
}

void ChoiceControl::widenList()
{
    constexpr int sides = 48; ///< margins, scroll bar
    int longest = 0;
    for (int row = 0; row < m_combo->count(); ++row)
        longest = std::max(longest, m_combo->fontMetrics().horizontalAdvance(m_combo->itemText(row)));
    m_combo->view()->setMinimumWidth(longest + sides);
    m_combo->view()->setTextElideMode(Qt::ElideRight);
}

void ChoiceControl::describe()
{
    const QString text = m_combo->currentData(Qt::ToolTipRole).toString();
    m_combo->setToolTip(text.isEmpty() ? help() : text);
    m_description->setText(firstSentence(text));
    m_description->setVisible(!text.isEmpty());
}

} // namespace cw
