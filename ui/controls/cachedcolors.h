// SPDX-License-Identifier: GPL-3.0-or-later
// The theme's colours without working them out for every row that is painted.
#pragma once

#include "theme/theme.h"

namespace cw {

/// ThemeColors::fromPalette, remembered for the palettes in use: guaranteeing contrasts takes milliseconds. GUI thread
/// only.
[[nodiscard]] ThemeColors cachedThemeColors(const QPalette &palette);

} // namespace cw
