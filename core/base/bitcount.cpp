// SPDX-License-Identifier: GPL-3.0-or-later
#include "base/bitcount.h"

namespace cw {

#if defined(__x86_64__) && !defined(__POPCNT__)
const bool processorCountsBits = __builtin_cpu_supports("popcnt");
#endif

} // namespace cw
