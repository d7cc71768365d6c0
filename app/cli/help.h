// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options.h"

#include <string>

namespace cw::cli {

[[nodiscard]] std::string generalHelp();
[[nodiscard]] std::string commandHelp(Command command);

} // namespace cw::cli
