// SPDX-License-Identifier: GPL-3.0-or-later
// A message in place: what is wrong with the thing above it.
#pragma once

#include "audit/audit.h"

#include <QWidget>

class QLabel;

namespace cw {

class PlainLabel;

/// Icon and text in the colour of the severity; hidden while there is nothing to say.
class ErrorLabel final : public QWidget
{
    Q_OBJECT

public:
    explicit ErrorLabel(QWidget *parent = nullptr, Severity severity = Severity::Error);

    void setMessage(const QString &message);
    [[nodiscard]] QString message() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    Severity m_severity;
    QLabel *m_icon;
    PlainLabel *m_text;
};

} // namespace cw
