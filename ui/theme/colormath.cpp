// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/colormath.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace cw {
namespace {

double toLinear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double toGamma(double channel)
{
    return channel <= 0.0031308 ? channel * 12.92 : 1.055 * std::pow(channel, 1 / 2.4) - 0.055;
}

struct LinearRgb
{
    double r, g, b;

    [[nodiscard]] bool isInGamut() const
    {
        const auto fits = [](double channel) { return channel >= -1e-4 && channel <= 1 + 1e-4; };
        return fits(r) && fits(g) && fits(b);
    }
};

LinearRgb linearOf(const Oklch &color)
{
    const double hue = color.hueDegrees * std::numbers::pi / 180;
    const double a = color.chroma * std::cos(hue);
    const double b = color.chroma * std::sin(hue);
    const double l = std::pow(color.lightness + 0.3963377774 * a + 0.2158037573 * b, 3);
    const double m = std::pow(color.lightness - 0.1055613458 * a - 0.0638541728 * b, 3);
    const double s = std::pow(color.lightness - 0.0894841775 * a - 1.2914855480 * b, 3);
    return {4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
            -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
            -0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s};
}

} // namespace

Oklch toOklch(const QColor &color)
{
    const double red = toLinear(color.redF());
    const double green = toLinear(color.greenF());
    const double blue = toLinear(color.blueF());
    const double l = std::cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
    const double m = std::cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
    const double s = std::cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
    const double a = 1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s;
    const double b = 0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s;
    return {0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s, std::hypot(a, b),
            std::atan2(b, a) * 180 / std::numbers::pi};
}

QColor fromOklch(const Oklch &color)
{
    Oklch fitted = color;
    fitted.lightness = std::clamp(fitted.lightness, 0.0, 1.0);
    LinearRgb linear = linearOf(fitted);
    for (int step = 0; step < 40 && !linear.isInGamut(); ++step) {
        fitted.chroma *= 0.92;
        linear = linearOf(fitted);
    }
    const auto channel = [](double value) { return static_cast<float>(toGamma(std::clamp(value, 0.0, 1.0))); };
    return QColor::fromRgb(QColor::fromRgbF(channel(linear.r), channel(linear.g), channel(linear.b)).rgb());
}

double relativeLuminance(const QColor &color)
{
    return 0.2126 * toLinear(color.redF()) + 0.7152 * toLinear(color.greenF()) + 0.0722 * toLinear(color.blueF());
}

} // namespace cw
