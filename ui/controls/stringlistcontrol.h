// SPDX-License-Identifier: GPL-3.0-or-later
// A list of texts in order, such as separators: one field each, typed with escapes, with what they mean under it.
#pragma once

#include "controls/parametercontrol.h"

#include <QList>

#include <optional>
class QLineEdit;
class QToolButton;
class QVBoxLayout;

namespace cw {

class PlainLabel;

class StringListControl final : public ParameterControl
{
    Q_OBJECT

public:
    StringListControl(const QString &title, const QString &help, QWidget *parent = nullptr);

    void setValue(const ParameterValue &value) override;

    [[nodiscard]] qsizetype fieldCount() const noexcept { return m_fields.size(); }
    [[nodiscard]] QLineEdit *field(qsizetype position) const { return m_fields[position].edit; }
    /// What the field is read as, in words.
    [[nodiscard]] QString meaning(qsizetype position) const;
    [[nodiscard]] QToolButton *addButton() const noexcept { return m_add; }

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Field
    {
        QWidget *row = nullptr;
        QLineEdit *edit = nullptr;
        PlainLabel *meaning = nullptr;
    };

    void appendField(const QString &typed);
    void removeField(QWidget *row);
    void moveField(qsizetype from, qsizetype to);
    void addClicked();
    void edited();
    void finished();
    void settleFields();
    void renumber();
    /// Updates meanings and the error; the list when every field can be read.
    [[nodiscard]] std::optional<ParameterValue> read();

    QVBoxLayout *m_list;
    PlainLabel *m_none;
    QToolButton *m_add;
    QList<Field> m_fields;
    ParameterValue m_known = std::vector<std::string>(); ///< last value that came in or went out
};

} // namespace cw
