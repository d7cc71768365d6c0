// SPDX-License-Identifier: GPL-3.0-or-later
// Pins as a person sets them: places in a text, and configurations with them.
#pragma once

#include "run/run.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cw {

/// Where a pin goes that is set at a byte: before the word there, or before the next one when it is white space.
/// A word longer than a hundred bytes is not moved out of.
[[nodiscard]] std::size_t pinnablePlace(std::string_view text, std::size_t byte);

/// The configuration's pin at a place of a document of the snapshot: in the same word, or in the white space before it;
/// the nearest when there are several. A number in config.pins.
[[nodiscard]] std::optional<std::size_t> pinAtPlace(const RunConfig &config, const RunSnapshot &snapshot,
                                                    std::uint32_t document, std::size_t byte);

/// With the pin instead of any other at its place.
[[nodiscard]] RunConfig withPin(RunConfig config, const Pin &pin);
[[nodiscard]] RunConfig withoutPin(RunConfig config, std::size_t number);
[[nodiscard]] RunConfig withoutPinsOf(RunConfig config, const std::string &document);

} // namespace cw
