// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/stringlistcontrol.h"

#include "controls/escapes.h"
#include "controls/plainlabel.h"
#include "models/texts.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace cw {

StringListControl::StringListControl(const QString &title, const QString &help, QWidget *parent)
    : ParameterControl(title, help, parent), m_list(new QVBoxLayout),
      m_none(new PlainLabel(tr("None."), PlainLabel::Tone::Dim, this)), m_add(new QToolButton(this))
{
    m_list->setSpacing(4);
    addRow(m_list);
    m_list->addWidget(m_none);
    m_add->setText(tr("Add"));
    m_add->setToolTip(tr("Adds a field at the end. Alt+Up and Alt+Down move a field."));
    m_add->setAccessibleName(tr("Add to %1").arg(title));
    auto *buttons = new QHBoxLayout;
    buttons->addWidget(m_add);
    buttons->addStretch();
    addRow(buttons);
    setEditor(m_add);
    connect(m_add, &QToolButton::clicked, this, &StringListControl::addClicked);
}

void StringListControl::setValue(const ParameterValue &value)
{
    adopt(value);
    // A field that was just added and not yet filled survives changes of other parameters.
    if (value == m_known)
        return;
    m_known = value;
    const auto &texts = std::get<std::vector<std::string>>(value);
    while (m_fields.size() > static_cast<qsizetype>(texts.size()))
        delete m_fields.takeLast().row;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const QString plain = toQString(texts[i]);
        if (static_cast<qsizetype>(i) == m_fields.size()) {
            appendField(encodeEscapes(plain));
            continue;
        }
        // What is being typed stays as typed while it means the same.
        QLineEdit *edit = m_fields[static_cast<qsizetype>(i)].edit;
        if (decodeEscapes(edit->text()) != plain) {
            const QSignalBlocker blocker(edit);
            edit->setText(encodeEscapes(plain));
        }
    }
    renumber();
    (void)read();
}

QString StringListControl::meaning(qsizetype position) const
{
    return m_fields[position].meaning->text();
}

void StringListControl::appendField(const QString &typed)
{
    Field field;
    field.row = new QWidget(this);
    field.edit = new QLineEdit(typed, field.row);
    field.meaning = new PlainLabel(PlainLabel::Tone::Dim, field.row);
    auto *remove = new QToolButton(field.row);
    remove->setText(QStringLiteral("×"));
    remove->setAutoRaise(true);
    remove->setToolTip(tr("Removes this field."));
    remove->setAccessibleName(tr("Remove"));
    auto *line = new QHBoxLayout;
    line->setSpacing(4);
    line->addWidget(field.edit, 1);
    line->addWidget(remove);
    auto *column = new QVBoxLayout(field.row);
    column->setContentsMargins(0, 0, 0, 4);
    column->setSpacing(0);
    column->addLayout(line);
    column->addWidget(field.meaning);
    field.meaning->setWordWrap(true);
    field.edit->setToolTip(help());
    field.edit->installEventFilter(this);
    connect(field.edit, &QLineEdit::textEdited, this, &StringListControl::edited);
    connect(field.edit, &QLineEdit::editingFinished, this, &StringListControl::finished);
    QWidget *row = field.row;
    connect(remove, &QToolButton::clicked, this, [this, row] { removeField(row); });
    m_list->addWidget(field.row);
    m_fields.append(field);
}

void StringListControl::removeField(QWidget *row)
{
    for (qsizetype i = 0; i < m_fields.size(); ++i) {
        if (m_fields[i].row != row)
            continue;
        m_fields.removeAt(i);
        row->hide();
        row->deleteLater();
        m_add->setFocus();
        break;
    }
    renumber();
    settleFields();
}

void StringListControl::moveField(qsizetype from, qsizetype to)
{
    if (to < 0 || to >= m_fields.size())
        return;
    m_fields.move(from, to);
    for (const Field &field : m_fields) {
        m_list->removeWidget(field.row);
        m_list->addWidget(field.row);
    }
    renumber();
    m_fields[to].edit->setFocus();
    settleFields();
}

void StringListControl::addClicked()
{
    appendField({});
    renumber();
    (void)read();
    m_fields.last().edit->setFocus();
}

void StringListControl::edited()
{
    const auto value = read();
    if (!value)
        return;
    m_known = *value;
    announceMotion(*value);
}

void StringListControl::finished()
{
    flush();
    settleFields();
}

void StringListControl::settleFields()
{
    const auto value = read();
    if (!value || *value == m_known)
        return;
    m_known = *value;
    announceSettled(*value);
}

void StringListControl::renumber()
{
    m_none->setVisible(m_fields.isEmpty());
    for (qsizetype i = 0; i < m_fields.size(); ++i) {
        m_fields[i].edit->setAccessibleName(tr("%1, %2 of %3").arg(title()).arg(i + 1).arg(m_fields.size()));
        if (i > 0)
            setTabOrder(m_fields[i - 1].edit, m_fields[i].edit);
    }
}

std::optional<ParameterValue> StringListControl::read()
{
    std::vector<std::string> texts;
    bool isWhole = true;
    for (const Field &field : m_fields) {
        const std::optional<QString> plain = decodeEscapes(field.edit->text());
        field.meaning->setText(plain ? describeDecoded(*plain)
                                     : tr("Cannot be read: after \\ write n, t, r, \\ or u{…}."));
        field.edit->setAccessibleDescription(field.meaning->text());
        isWhole = isWhole && plain;
        texts.push_back(plain ? plain->toStdString() : std::string());
    }
    if (!isWhole)
        return std::nullopt;
    return texts;
}

bool StringListControl::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::KeyPress) {
        const auto *key = static_cast<QKeyEvent *>(event);
        if (key->modifiers() == Qt::AltModifier && (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down)) {
            for (qsizetype i = 0; i < m_fields.size(); ++i) {
                if (m_fields[i].edit == watched) {
                    moveField(i, key->key() == Qt::Key_Up ? i - 1 : i + 1);
                    return true;
                }
            }
        }
    }
    return ParameterControl::eventFilter(watched, event);
}

} // namespace cw
