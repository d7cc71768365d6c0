// SPDX-License-Identifier: GPL-3.0-or-later
// Random Markdown: all kinds of blocks, in any order.
#pragma once

#include <random>
#include <string>

namespace cw::testing {

[[nodiscard]] std::string randomMarkdown(std::mt19937 &random);

} // namespace cw::testing
