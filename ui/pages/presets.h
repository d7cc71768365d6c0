// SPDX-License-Identifier: GPL-3.0-or-later
// Starting points with a stated purpose.
#pragma once

#include "run/runconfig.h"

#include <QString>

#include <vector>

namespace cw {

struct Preset
{
    QString title;
    QString purpose; ///< one sentence
    RunConfig config; ///< its audit profile and name are not applied
};

/// Those whose strategy and tokenizer exist, in display order.
[[nodiscard]] std::vector<Preset> presets();

} // namespace cw
