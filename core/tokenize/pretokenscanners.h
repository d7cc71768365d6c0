// SPDX-License-Identifier: GPL-3.0-or-later
// The scans of all instruction sets. Those this program is not compiled for are never called.
#pragma once

#include "tokenize/pretokenscanner.h"

namespace cw {

std::size_t scanPretokensPortable(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                                  std::uint64_t *words, std::size_t count);
std::size_t scanPretokensNeon(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                              std::uint64_t *words, std::size_t count);
std::size_t scanPretokensAvx2(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                              std::uint64_t *words, std::size_t count);
std::size_t scanPretokensAvx512(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                                std::uint64_t *words, std::size_t count);

} // namespace cw
