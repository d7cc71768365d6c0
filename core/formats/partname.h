// SPDX-License-Identifier: GPL-3.0-or-later
// Names of parts of a file as messages show them.
#pragma once

#include "text/utf8.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace cw {

/// In quotation marks, valid UTF-8, cut behind 200 bytes: archives may have names of 64 KiB.
[[nodiscard]] inline std::string quotedPart(std::string_view name)
{
    constexpr std::size_t longest = 200;
    std::size_t end = name.size();
    if (end > longest) {
        end = longest;
        while (end > longest - 3 && isUtf8Continuation(name[end]))
            --end;
    }
    return '"' + repairUtf8(name.substr(0, end)).text + (end < name.size() ? "...\"" : "\"");
}

} // namespace cw
