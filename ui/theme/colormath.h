// SPDX-License-Identifier: GPL-3.0-or-later
// Colours by perceived lightness, and the search for the nearest one with enough contrast.
#pragma once

#include <QColor>

namespace cw {

/// OKLab in polar form: lightness 0..1, chroma 0..about 0.3, hue in degrees.
struct Oklch
{
    double lightness = 0;
    double chroma = 0;
    double hueDegrees = 0;
};

[[nodiscard]] Oklch toOklch(const QColor &color);
/// The sRGB colour; chroma is reduced until it exists.
[[nodiscard]] QColor fromOklch(const Oklch &color);

/// WCAG 2 relative luminance, 0..1.
[[nodiscard]] double relativeLuminance(const QColor &color);

} // namespace cw
