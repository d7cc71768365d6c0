// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/textcontrol.h"

#include "models/texts.h"

#include <QLineEdit>

namespace cw {

TextControl::TextControl(const QString &title, const QString &help, const QString &example, QWidget *parent)
    : ParameterControl(title, help, parent), m_field(new QLineEdit(this))
{
    m_field->setPlaceholderText(example);
    addRow(m_field);
    setEditor(m_field);
    connect(m_field, &QLineEdit::editingFinished, this, &TextControl::finish);
}

void TextControl::setValue(const ParameterValue &value)
{
    adopt(value);
    const auto &text = std::get<std::string>(value);
    // What is being typed survives changes of other parameters.
    if (text == m_known)
        return;
    m_known = text;
    m_field->setText(toQString(text));
}

void TextControl::finish()
{
    const std::string text = m_field->text().trimmed().toStdString();
    if (text == m_known)
        return;
    m_known = text;
    announceSettled(text);
}

} // namespace cw
