// SPDX-License-Identifier: GPL-3.0-or-later
#include "report.h"

#include <cstdio>
#include <string>

namespace cw::cli {

int exitCodeOf(const Error &error) noexcept
{
    switch (error.code) {
    case ErrorCode::Usage:
    case ErrorCode::InvalidParameter:
        return UsageError;
    case ErrorCode::InvalidConfig:
        return ConfigError;
    case ErrorCode::BadInput:
        return InputError;
    case ErrorCode::MissingResource:
        return ResourceError;
    case ErrorCode::Io:
        return IoError;
    case ErrorCode::Internal:
        break;
    }
    return InternalError;
}

void say(std::string_view sentence)
{
    std::string line = "chunkwright-cli: ";
    for (const char byte : sentence) {
        const auto code = static_cast<unsigned char>(byte);
        line += code < 0x20 || code == 0x7F ? '?' : byte;
    }
    line += '\n';
    std::fwrite(line.data(), 1, line.size(), stderr);
}

int fail(const Error &error)
{
    say(error.message);
    return exitCodeOf(error);
}

int failAtDocument(const Error &error)
{
    const int code = fail(error);
    if (code == InputError)
        say("Stopped there. With --keep-going what cannot be read is left out, and the rest is done.");
    return code;
}

int codeAfterLeavingOut(std::uint64_t documents)
{
    if (documents == 0)
        return Success;
    say(std::to_string(documents) + (documents == 1 ? " document was" : " documents were") + " left out.");
    return InputError;
}

} // namespace cw::cli
