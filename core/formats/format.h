// SPDX-License-Identifier: GPL-3.0-or-later
// What a document format is to the rest of the program: data and two functions.
#pragma once

#include "base/result.h"
#include "text/document.h"

#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace cw {

/// What a format reads.
enum class FormatInput : std::uint8_t {
    Text, ///< text in UTF-8, whatever the file's encoding was
    Bytes ///< the file's own bytes
};

/// One document format. Registered by name in formats/CMakeLists.txt.
struct FormatDescriptor
{
    std::string_view id;
    std::string_view title;
    std::string_view help; ///< what of a document's structure is known, a sentence or two
    FormatInput input = FormatInput::Text;
    std::span<const std::string_view> suffixes; ///< of file names, lower case, without the dot

    /// How sure the content makes us, 0 to 100. `beginning` is the first 64 KiB of the input. Never looks at names.
    unsigned (*sniff)(std::string_view beginning) noexcept;
    /// Clean text and how to find its blocks. Errors: BadInput with a whole sentence that does not name the file.
    Outcome<DocumentParts> (*read)(std::string input, std::stop_token stop);
};

/// All formats in display order. The first one, plain text, takes everything.
[[nodiscard]] std::span<const FormatDescriptor *const> formats() noexcept;
[[nodiscard]] const FormatDescriptor *findFormat(std::string_view id) noexcept;

/// The format of a text, by its name where that says something and by its content where it does not (no name, no
/// suffix, or one like ".txt" that is given to anything). Depends on nothing else.
[[nodiscard]] const FormatDescriptor &formatOf(std::string_view name, std::string_view text) noexcept;

/// A document of `text` in the format that formatOf() finds. Errors name the document.
[[nodiscard]] Outcome<std::shared_ptr<const Document>> readDocument(std::string id, std::string text,
                                                                    DocumentSource source, std::stop_token stop);
/// The same with a chosen format.
[[nodiscard]] Outcome<std::shared_ptr<const Document>> readDocument(std::string id, std::string text,
                                                                    DocumentSource source,
                                                                    const FormatDescriptor &format,
                                                                    std::stop_token stop);

} // namespace cw
