// SPDX-License-Identifier: GPL-3.0-or-later
// A message in place: what is wrong with the thing above it.
#pragma once

#include <QWidget>

class QLabel;

namespace cw {

class PlainLabel;

/// Icon and text; hidden while there is nothing to say.
class ErrorLabel final : public QWidget
{
    Q_OBJECT

public:
    explicit ErrorLabel(QWidget *parent = nullptr);

    void setMessage(const QString &message);
    [[nodiscard]] QString message() const;

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateIcon();

    QLabel *m_icon;
    PlainLabel *m_text;
};

} // namespace cw
