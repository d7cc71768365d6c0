// SPDX-License-Identifier: GPL-3.0-or-later
// How much of what is made of a text's beginning is what the whole text gives.
#pragma once

#include "segment/segmentation.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// The last place in `beginning` where every tokenizer begins a token whatever follows the beginning: before a blank
/// between two words, or at the start of a line that begins with a letter. Up to there tokens are those of any text
/// that begins so. 0 when there is no such place in its last 64 KiB.
[[nodiscard]] std::size_t settledTextEnd(std::string_view beginning) noexcept;

/// As far as that and as the units or words that end before the beginning does: in the emitted text. What comes after
/// can only change the last one.
[[nodiscard]] std::size_t settledUnitsEnd(const Segmentation &ofBeginning) noexcept;

/// The same where the last `unsure` source bytes can change more than the last unit, and `unsureUnits` of the last
/// units are not to be trusted.
[[nodiscard]] std::size_t settledUnitsEnd(const Segmentation &ofBeginning, std::size_t textBytes, std::size_t unsure,
                                          std::size_t unsureUnits) noexcept;

} // namespace cw
