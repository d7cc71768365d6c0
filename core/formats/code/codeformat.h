// SPDX-License-Identifier: GPL-3.0-or-later
// The format of a programming language, made from what is known of it.
#pragma once

#include "formats/code/language.h"
#include "formats/format.h"

#include <string>
#include <string_view>
#include <utility>

namespace cw::code {

/// The text is the file's own; its blocks are found when they are asked for. Without the grammar it is plain text.
[[nodiscard]] DocumentParts sourceParts(const Language &language, std::string text);

/// What the format's help says.
[[nodiscard]] std::string_view sourceHelp(const Language &language) noexcept;

/// `language` is a constant of static storage: a descriptor's functions have no state.
template<const Language &language>
[[nodiscard]] FormatDescriptor formatOf()
{
    return {
        .id = language.id,
        .title = language.title,
        .help = sourceHelp(language),
        .input = FormatInput::Text,
        .suffixes = language.suffixes,
        .sniff = [](std::string_view beginning) noexcept { return sniffCode(language, beginning); },
        .read = [](FormatRequest request) -> Outcome<DocumentParts> {
            return sourceParts(language, std::move(request.input));
        },
    };
}

} // namespace cw::code
