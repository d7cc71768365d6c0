// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/parametercontrol.h"

#include "controls/booleancontrol.h"
#include "controls/choicecontrol.h"
#include "controls/errorlabel.h"
#include "controls/integercontrol.h"
#include "controls/parameterlabel.h"
#include "controls/stringlistcontrol.h"
#include "models/texts.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QToolButton>
#include <QVBoxLayout>

#include <chrono>

namespace cw {

namespace {
using namespace std::chrono_literals;
/// Long enough to hold a key or turn the wheel on, short enough to look immediate.
constexpr auto pauseThatSettles = 400ms;
} // namespace

ParameterControl::ParameterControl(const QString &title, const QString &help, QWidget *parent)
    : QWidget(parent), m_title(title), m_help(help), m_rows(new QVBoxLayout(this)),
      m_label(new ParameterLabel(title, this)), m_reset(new QToolButton(this)), m_error(new ErrorLabel(this))
{
    m_rows->setContentsMargins(0, 0, 0, 0);
    m_rows->setSpacing(4);

    auto *heading = new QHBoxLayout;
    heading->setSpacing(8);
    heading->addWidget(m_label);
    heading->addStretch();
    heading->addWidget(m_reset);
    m_rows->addLayout(heading);
    m_rows->addWidget(m_error);

    m_label->setToolTip(help);
    m_reset->setText(tr("Reset"));
    m_reset->setAutoRaise(true);
    m_reset->setToolTip(tr("Sets %1 to its default.").arg(title));
    m_reset->setAccessibleName(tr("Reset %1").arg(title));
    QSizePolicy policy = m_reset->sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    m_reset->setSizePolicy(policy);
    m_reset->hide();
    connect(m_reset, &QToolButton::clicked, this, &ParameterControl::resetClicked);
    connect(m_label, &ParameterLabel::doubleClicked, this, &ParameterControl::resetClicked);

    m_pause.setSingleShot(true);
    m_pause.setInterval(pauseThatSettles);
    connect(&m_pause, &QTimer::timeout, this, &ParameterControl::settle);
}

void ParameterControl::setChangedFromDefault(bool isChanged)
{
    m_isChanged = isChanged;
    m_label->setMarked(isChanged);
    m_reset->setVisible(isChanged);
}

void ParameterControl::setError(const QString &message)
{
    m_error->setMessage(message);
    if (m_editor)
        m_editor->setAccessibleDescription(message.isEmpty() ? m_help : message);
}

QString ParameterControl::error() const
{
    return m_error->message();
}

void ParameterControl::flush()
{
    if (m_pause.isActive())
        settle();
}

void ParameterControl::settle()
{
    m_pause.stop();
    Q_EMIT valueEdited(m_moving, ChangeKind::Settled);
}

void ParameterControl::addRow(QWidget *row)
{
    m_rows->insertWidget(m_rows->count() - 1, row);
}

void ParameterControl::addRow(QLayout *row)
{
    m_rows->insertLayout(m_rows->count() - 1, row);
}

void ParameterControl::setEditor(QWidget *editor)
{
    m_editor = editor;
    m_label->setBuddy(editor);
    editor->setAccessibleName(m_title);
    editor->setAccessibleDescription(m_help);
    if (editor->toolTip().isEmpty())
        editor->setToolTip(m_help);
    editor->installEventFilter(this);
}

void ParameterControl::announceMotion(const ParameterValue &value)
{
    m_moving = value;
    m_pause.start();
    Q_EMIT valueEdited(value, ChangeKind::Preview);
}

void ParameterControl::announceSettled(const ParameterValue &value)
{
    m_pause.stop();
    m_moving = value;
    Q_EMIT valueEdited(value, ChangeKind::Settled);
}

void ParameterControl::adopt(const ParameterValue &value)
{
    if (m_pause.isActive() && value != m_moving)
        m_pause.stop();
}

bool ParameterControl::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::FocusOut)
        flush();
    return QWidget::eventFilter(watched, event);
}

void ParameterControl::resetClicked()
{
    if (m_isChanged)
        Q_EMIT resetRequested();
}

ParameterControl *createParameterControl(const ParameterSpec &spec, QWidget *parent)
{
    switch (spec.kind) {
    case ParameterKind::Integer: {
        auto *control = new IntegerControl(toQString(spec.title), toQString(spec.help), toQString(spec.unit), parent);
        control->setLimits(spec.minimum, spec.maximum);
        if (!spec.minimumName.empty())
            control->setSmallestName(toQString(spec.minimumName));
        return control;
    }
    case ParameterKind::Boolean:
        return new BooleanControl(toQString(spec.title), toQString(spec.help), parent);
    case ParameterKind::Choice:
        return new ChoiceControl(toQString(spec.title), toQString(spec.help), spec.choices, parent);
    case ParameterKind::StringList:
        return new StringListControl(toQString(spec.title), toQString(spec.help), parent);
    }
    return nullptr;
}

} // namespace cw
