// SPDX-License-Identifier: GPL-3.0-or-later
// Pins in configuration files.
#pragma once

#include "io/jsonreader.h"
#include "io/jsonvalue.h"
#include "run/pins.h"

#include <optional>
#include <vector>

namespace cw {

/// [{"document","kind","byte","before","after"}], in their order.
[[nodiscard]] JsonValue pinsJson(const std::vector<Pin> &pins);

/// The member "pins", put in order; none when it is missing. Faults name places such as "pins[3].byte".
[[nodiscard]] std::vector<Pin> readPins(JsonObjectReader &reader, std::optional<Error> &error);

} // namespace cw
