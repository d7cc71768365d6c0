// SPDX-License-Identifier: GPL-3.0-or-later
// Which of the program's hand-written variants this processor can run.
#pragma once

#include <cstdint>
#include <span>

namespace cw {

enum class InstructionSet : std::uint8_t {
    Portable, ///< 64-bit words, little-endian; every processor
    Neon, ///< every 64-bit ARM
    Avx2, ///< with BMI1, BMI2 and POPCNT
    Avx512, ///< BW, VL and what Avx2 has
};

/// What this processor can run, the best last. All variants of a function give the same results; parameters of this
/// type are there for tests and benchmarks.
[[nodiscard]] std::span<const InstructionSet> availableInstructionSets() noexcept;

[[nodiscard]] inline InstructionSet bestInstructionSet() noexcept
{
    return availableInstructionSets().back();
}

} // namespace cw
