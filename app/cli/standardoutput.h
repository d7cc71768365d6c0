// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace cw::cli {

/// Writes all of it and gives the exit code.
int printToStandardOutput(std::string_view text);

} // namespace cw::cli
