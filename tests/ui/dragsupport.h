// SPDX-License-Identifier: GPL-3.0-or-later
// A person who moves the slider of max.
#pragma once

#include <QSlider>
#include <QTest>
#include <QWidget>

namespace cw::uitest {

inline QSlider *maxSlider(const QWidget &window)
{
    for (QSlider *slider : window.findChildren<QSlider *>()) {
        if (slider->accessibleName().startsWith(QLatin1String("Max")))
            return slider;
    }
    return nullptr;
}

/// Moves the slider up over a quarter of its way in twenty steps, `times` times, and lets it go. `between` is called
/// after each step with its number.
template<typename Between>
void drag(QSlider &slider, int times, const Between &between)
{
    constexpr int steps = 20;
    const int from = slider.sliderPosition();
    const int span = (slider.maximum() - slider.minimum()) / 4;
    slider.setSliderDown(true);
    for (int step = 0; step < times * steps; ++step) {
        slider.setSliderPosition(from + span * (step % steps + 1) / steps);
        between(step);
        QTest::qWait(15);
    }
    slider.setSliderDown(false);
}

} // namespace cw::uitest
