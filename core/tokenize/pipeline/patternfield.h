// SPDX-License-Identifier: GPL-3.0-or-later
// The field that says what a component looks for.
#pragma once

#include "tokenize/pipeline/jsonfields.h"
#include "tokenize/pipeline/regex.h"

namespace cw {

/// Reads {"String": ...} or {"Regex": ...}.
[[nodiscard]] Result<Regex> readPattern(JsonFields &fields, std::string_view field);

} // namespace cw
