// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include "theme/colormath.h"

#include <QApplication>
#include <QStyle>
#include <QStyleFactory>
#include <QToolTip>

namespace cw {
namespace {

struct PaletteSeed
{
    QRgb window = 0;
    QRgb base = 0;
    QRgb alternate = 0;
    QRgb text = 0;
    QRgb button = 0;
    QRgb mid = 0;
    QRgb light = 0;
    QRgb dark = 0;
    QRgb highlight = 0;
    QRgb highlightedText = 0;
    QRgb link = 0;
    QRgb visited = 0;
    QRgb disabled = 0;
    QRgb tip = 0;
};

constexpr PaletteSeed lightSeed = {
    .window = 0xfff3f4f6,
    .base = 0xffffffff,
    .alternate = 0xfff8f9fa,
    .text = 0xff1a1d21,
    .button = 0xfffafbfc,
    .mid = 0xffc3c8cf,
    .light = 0xffffffff,
    .dark = 0xff9aa1aa,
    .highlight = 0xff1f66b8,
    .highlightedText = 0xffffffff,
    .link = 0xff1558a0,
    .visited = 0xff6d3fa0,
    .disabled = 0xff8c929b,
    .tip = 0xfffdfdfd,
};

constexpr PaletteSeed darkSeed = {
    .window = 0xff222428,
    .base = 0xff191b1e,
    .alternate = 0xff1f2125,
    .text = 0xffe8eaed,
    .button = 0xff2d3035,
    .mid = 0xff17181b,
    .light = 0xff454a52,
    .dark = 0xff101113,
    .highlight = 0xff2f6fb5,
    .highlightedText = 0xffffffff,
    .link = 0xff7db7f0,
    .visited = 0xffc3a0ee,
    .disabled = 0xff7b818a,
    .tip = 0xff2f3238,
};

QPalette paletteFrom(const PaletteSeed &seed)
{
    const QColor text(seed.text);
    QPalette palette(text, QColor(seed.button), QColor(seed.light), QColor(seed.dark), QColor(seed.mid), text,
                     QColor(seed.light), QColor(seed.base), QColor(seed.window));
    palette.setColor(QPalette::AlternateBase, QColor(seed.alternate));
    palette.setColor(QPalette::Midlight, QColor(seed.mid).lighter(110));
    palette.setColor(QPalette::Shadow, QColor(seed.dark).darker(150));
    palette.setColor(QPalette::Highlight, QColor(seed.highlight));
    palette.setColor(QPalette::HighlightedText, QColor(seed.highlightedText));
    palette.setColor(QPalette::Inactive, QPalette::Highlight, QColor(seed.highlight));
    palette.setColor(QPalette::Link, QColor(seed.link));
    palette.setColor(QPalette::LinkVisited, QColor(seed.visited));
    palette.setColor(QPalette::ToolTipBase, QColor(seed.tip));
    palette.setColor(QPalette::ToolTipText, text);
    const QColor disabled(seed.disabled);
    palette.setColor(QPalette::PlaceholderText, disabled);
    for (const QPalette::ColorRole role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, disabled);
    palette.setColor(QPalette::Disabled, QPalette::Highlight, QColor(seed.mid));
    palette.setColor(QPalette::Disabled, QPalette::HighlightedText, disabled);
    return palette;
}

/// Qt 6.4 has no colour scheme hint: the desktop's own palette, or a GTK theme named dark, tells.
bool desktopIsDark(QApplication &application)
{
    application.setPalette(QPalette());
    const QPalette palette = QApplication::palette();
    const bool paletteIsDark
        = relativeLuminance(palette.color(QPalette::Window)) < relativeLuminance(palette.color(QPalette::WindowText));
    return paletteIsDark || qEnvironmentVariable("GTK_THEME").endsWith(QLatin1String("dark"), Qt::CaseInsensitive);
}

} // namespace

void applyTheme(QApplication &application, ThemeMode mode)
{
    if (application.style()->name() != QLatin1String("fusion"))
        application.setStyle(QStyleFactory::create(QStringLiteral("Fusion")));
    const bool dark = mode == ThemeMode::Dark || (mode == ThemeMode::System && desktopIsDark(application));
    const QPalette palette = paletteFrom(dark ? darkSeed : lightSeed);
    application.setPalette(palette);
    QToolTip::setPalette(palette);
}

} // namespace cw
