// SPDX-License-Identifier: GPL-3.0-or-later
// A look at the packed streams of a PDF before a library that trusts them sees the file.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <stop_token>
#include <string_view>

namespace cw::pdf {

/// What a stream may unpack to, but for pictures and attached files, which are never unpacked.
inline constexpr std::size_t mostUnpackedBytes = std::size_t{256} << 20U;
/// What a stream of many small objects may: libraries hold those in memory at twenty times the size.
inline constexpr std::size_t mostUnpackedObjectBytes = std::size_t{32} << 20U;

/// Errors: BadInput for a stream that unpacks to more (deflate, once or twice), Cancelled. Streams that are too short
/// to do so cost nothing, the others are unpacked piece by piece without keeping anything. Encrypted streams cannot be
/// looked at.
[[nodiscard]] Outcome<bool> checkUnpackedSizes(std::string_view file, std::stop_token stop);

} // namespace cw::pdf
