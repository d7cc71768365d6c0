// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "options.h"

#include "base/result.h"
#include "run/runconfig.h"

namespace cw::cli {

/// The configuration that the options ask for, checked: the file's or the strategy's defaults, then each option.
/// Errors: InvalidParameter and Usage for what the command line says, InvalidConfig for what files say, Io for files
/// that cannot be read.
[[nodiscard]] Result<RunConfig> configFromOptions(const Options &options);

/// The profile that --audit names. `own` is the configuration's.
[[nodiscard]] Result<AuditProfile> auditProfile(const std::string &name, const AuditProfile &own);

} // namespace cw::cli
