// SPDX-License-Identifier: GPL-3.0-or-later
// Profiles of users' own models, from files.
#pragma once

#include "base/result.h"
#include "models/modelprofile.h"

#include <QString>

#include <memory>

namespace cw {

/// Reads a profile file and makes it known to findModelProfile() under `path`, as given. A relative path of its
/// tokenizer is made one beside the profile; the tokenizer itself is not read. Errors: Io when the file cannot be read
/// or is too large, InvalidConfig naming file and key.
[[nodiscard]] Result<std::shared_ptr<const ModelProfile>> loadModelFile(const QString &path);

} // namespace cw
