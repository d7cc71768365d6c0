// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/colormath.h"
#include "theme/theme.h"

#include <algorithm>
#include <initializer_list>
#include <vector>

namespace cw {
namespace {

constexpr double textContrast = 7;
constexpr double dimTextContrast = 4.5;
constexpr double edgeContrast = 3;
/// Leaves room between the base and the limit of `textContrast` for tints that can be told apart.
constexpr double bodyTextContrast = 12;

constexpr double hueBlue = 250;
constexpr double hueGreen = 150;
constexpr double hueAmber = 80;
constexpr double hueViolet = 310;
constexpr std::array<double, 4> chunkHues = {hueBlue, hueGreen, hueAmber, hueViolet};

double lowestContrast(const QColor &color, const std::vector<QColor> &others)
{
    double lowest = 21;
    for (const QColor &other : others)
        lowest = std::min(lowest, contrastRatio(color, other));
    return lowest;
}

/// Moves the colour's lightness by small steps in one direction until it has the contrast with all others.
QColor withContrast(QColor color, const std::vector<QColor> &others, double ratio, bool lighter)
{
    Oklch value = toOklch(color);
    while (lowestContrast(color, others) < ratio && value.lightness > 0 && value.lightness < 1) {
        value.lightness = std::clamp(value.lightness + (lighter ? 0.005 : -0.005), 0.0, 1.0);
        color = fromOklch(value);
    }
    return color;
}

} // namespace

double contrastRatio(const QColor &a, const QColor &b)
{
    const double first = relativeLuminance(a);
    const double second = relativeLuminance(b);
    return (std::max(first, second) + 0.05) / (std::min(first, second) + 0.05);
}

ThemeColors ThemeColors::fromPalette(const QPalette &palette)
{
    ThemeColors colors;
    colors.base = palette.color(QPalette::Active, QPalette::Base);
    const QColor paletteText = palette.color(QPalette::Active, QPalette::Text);
    colors.isDark = relativeLuminance(colors.base) < relativeLuminance(paletteText);
    const bool dark = colors.isDark;
    const double baseLightness = toOklch(colors.base).lightness;
    const double away = dark ? 1 : -1;

    colors.text = withContrast(paletteText, {colors.base}, bodyTextContrast, dark);
    for (std::size_t i = 0; i < chunkHues.size(); ++i) {
        // Neighbours differ in lightness too, so that they stay apart without colour.
        const double lift = i % 2 == 0 ? 1.0 : 1.35;
        const auto shade = [&](double light, double darkStep, double chroma) {
            const double lightness = baseLightness + away * lift * (dark ? darkStep : light);
            return withContrast(fromOklch({lightness, chroma, chunkHues[i]}), {colors.text}, textContrast, !dark);
        };
        colors.chunkTint[i] = shade(0.045, 0.085, dark ? 0.035 : 0.033);
        colors.chunkTintStrong[i] = shade(0.105, 0.155, dark ? 0.065 : 0.085);
        colors.chunkHatch[i] = shade(0.17, 0.235, dark ? 0.085 : 0.10);
    }
    colors.searchHit = withContrast(fromOklch({dark ? 0.42 : 0.92, dark ? 0.09 : 0.18, dark ? 85.0 : 105.0}),
                                    {colors.text}, textContrast, !dark);

    std::vector<QColor> grounds{colors.base, palette.color(QPalette::Active, QPalette::Window)};
    for (std::size_t i = 0; i < chunkHues.size(); ++i) {
        grounds.push_back(colors.chunkTint[i]);
        grounds.push_back(colors.chunkTintStrong[i]);
    }
    colors.dimText = withContrast(fromOklch({dark ? 0.62 : 0.55, 0.012, hueBlue}), grounds, dimTextContrast, dark);
    for (std::size_t i = 0; i < chunkHues.size(); ++i)
        colors.chunkEdge[i]
            = withContrast(fromOklch({dark ? 0.66 : 0.60, 0.14, chunkHues[i]}), grounds, edgeContrast, dark);
    std::vector<QColor> allGrounds = grounds;
    allGrounds.insert(allGrounds.end(), colors.chunkHatch.begin(), colors.chunkHatch.end());
    allGrounds.push_back(colors.searchHit);
    colors.mark = withContrast(fromOklch({dark ? 0.60 : 0.60, 0.02, hueBlue}), allGrounds, edgeContrast, dark);
    colors.accent = withContrast(fromOklch({dark ? 0.74 : 0.52, 0.16, 255}), grounds, edgeContrast, dark);
    const std::array<QColor, 3> okabeIto = {dark ? QColor(0x56, 0xB4, 0xE9) : QColor(0x00, 0x72, 0xB2),
                                            QColor(0xE6, 0x9F, 0x00), QColor(0xD5, 0x5E, 0x00)};
    for (std::size_t i = 0; i < okabeIto.size(); ++i)
        colors.severity[i] = withContrast(okabeIto[i], grounds, edgeContrast, dark);

    colors.separator = fromOklch({baseLightness + away * (dark ? 0.16 : 0.14), 0.006, hueBlue});
    return colors;
}

} // namespace cw
