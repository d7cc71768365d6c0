// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/instructionset.h"

#include <array>

namespace cw {

std::span<const InstructionSet> availableInstructionSets() noexcept
{
#if defined(__x86_64__)
    static constexpr std::array sets{InstructionSet::Portable, InstructionSet::Avx2, InstructionSet::Avx512};
    static const bool hasAvx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("bmi")
        && __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    static const bool hasAvx512 = hasAvx2 && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl");
    return std::span(sets).first(hasAvx512 ? 3 : hasAvx2 ? 2 : 1);
#elif defined(__aarch64__)
    static constexpr std::array sets{InstructionSet::Portable, InstructionSet::Neon};
    return sets;
#else
    static constexpr std::array sets{InstructionSet::Portable};
    return sets;
#endif
}

} // namespace cw
