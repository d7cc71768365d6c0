// SPDX-License-Identifier: GPL-3.0-or-later
// Labels that can show anybody's text: never markup, and coloured by role.
#pragma once

#include <QColor>
#include <QLabel>

namespace cw {

/// The colour moved towards black or white until it stands out from the background by `ratio`.
[[nodiscard]] QColor readableOn(QColor color, const QColor &background, double ratio = 4.5);

/// A QLabel in Qt::PlainText whose colour follows the theme.
class PlainLabel final : public QLabel
{
    Q_OBJECT

public:
    enum class Tone { Normal, Dim, Warning, Error };

    explicit PlainLabel(Tone tone = Tone::Normal, QWidget *parent = nullptr);
    explicit PlainLabel(const QString &text, Tone tone = Tone::Normal, QWidget *parent = nullptr);

    /// One line that gives way when there is no room; the tooltip then begins with all of it.
    void setElideMode(Qt::TextElideMode mode);
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void adoptColors();

    Tone m_tone;
    Qt::TextElideMode m_elideMode = Qt::ElideNone;
    bool m_isAdopting = false;
};

} // namespace cw
