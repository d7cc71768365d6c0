// SPDX-License-Identifier: GPL-3.0-or-later
// What the program says on standard error, and the exit codes.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <string_view>

namespace cw::cli {

enum ExitCode : int {
    Success = 0,
    InternalError = 1,
    UsageError = 2,
    ConfigError = 3,
    InputError = 4,
    ResourceError = 5,
    IoError = 6,
    FindingsReached = 10,
    SignalBase = 128 ///< plus the signal's number
};

[[nodiscard]] int exitCodeOf(const Error &error) noexcept;

/// One line, "chunkwright-cli: " first. Control characters are shown as '?', so that a file name cannot drive a
/// terminal.
void say(std::string_view sentence);

/// Says what went wrong and gives the exit code.
int fail(const Error &error);

/// fail() for a document or record that cannot be used, with how to go on without it.
int failAtDocument(const Error &error);

/// Success, or InputError after saying how many documents --keep-going left out.
int codeAfterLeavingOut(std::uint64_t documents);

} // namespace cw::cli
