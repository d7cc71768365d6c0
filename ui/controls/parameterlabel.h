// SPDX-License-Identifier: GPL-3.0-or-later
// A parameter's name with a dot while its value is not the default.
#pragma once

#include <QLabel>

namespace cw {

class ParameterLabel final : public QLabel
{
    Q_OBJECT

public:
    explicit ParameterLabel(const QString &text, QWidget *parent = nullptr);

    void setMarked(bool isMarked);
    [[nodiscard]] bool isMarked() const noexcept { return m_isMarked; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

signals:
    void doubleClicked();

protected:
    void paintEvent(QPaintEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;

private:
    bool m_isMarked = false;
};

} // namespace cw
