// SPDX-License-Identifier: GPL-3.0-or-later
// Colours with a meaning, derived from the palette. Widgets never name a colour themselves.
#pragma once

#include "audit/audit.h"

#include <QColor>
#include <QIcon>
#include <QPalette>

#include <array>

class QApplication;
class QPainterPath;

namespace cw {

enum class ThemeMode { System, Light, Dark };

/// All colours that views draw with. Text keeps >= 7:1 on every tint, edges and icons >= 3:1 (tests compute it).
struct ThemeColors
{
    bool isDark = false;
    QColor base; ///< behind document text
    QColor text;
    QColor dimText; ///< carried heads, gutter figures; >= 4.5:1 on base
    QColor separator; ///< lines between panes
    QColor accent; ///< selection outline, current chunk; >= 3:1
    std::array<QColor, 4> chunkTint; ///< near blue, green, amber, violet; in rotation by chunk number
    std::array<QColor, 4> chunkTintStrong; ///< of the current chunk
    std::array<QColor, 4> chunkHatch; ///< stripes behind text where chunks overlap; text keeps 7:1
    std::array<QColor, 4> chunkEdge; ///< brackets, hatching, chart bars; >= 3:1 on base
    QColor mark; ///< small marks in the text: tokens, white space; >= 3:1 on everything that text stands on
    QColor searchHit; ///< background of a find result; text keeps 7:1
    std::array<QColor, 3> severity; ///< by Severity: info, warning, error (Okabe-Ito hues); >= 3:1 on base

    [[nodiscard]] static ThemeColors fromPalette(const QPalette &palette);
    [[nodiscard]] const QColor &severityColor(Severity value) const
    {
        return severity[static_cast<std::size_t>(value)];
    }
};

/// WCAG 2 contrast ratio, 1..21.
[[nodiscard]] double contrastRatio(const QColor &a, const QColor &b);

/// Octagon (error), triangle (warning), circle (information) inside a square of `size`.
[[nodiscard]] QPainterPath severityShape(Severity severity, double size);
[[nodiscard]] QIcon severityIcon(Severity severity, const ThemeColors &colors);

/// Sets style and palette of the application. System follows the desktop's palette.
void applyTheme(QApplication &application, ThemeMode mode);

} // namespace cw
