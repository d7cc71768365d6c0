// SPDX-License-Identifier: GPL-3.0-or-later
// What is to be known before chunks are made for a model that does not read all of them.
#pragma once

#include "run/runconfig.h"

#include <string>
#include <vector>

namespace cw::cli {

/// A sentence for each size of chunks that is over what the configuration's model reads, however many overrides ask for
/// it; none without a model, nor of strategies that do not count in tokens. O(overrides).
[[nodiscard]] std::vector<std::string> overLimitRemarks(const RunConfig &config);

} // namespace cw::cli
