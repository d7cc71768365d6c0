// SPDX-License-Identifier: GPL-3.0-or-later
// What a document format is to the rest of the program: data and two functions.
#pragma once

#include "base/result.h"
#include "run/parameters.h"
#include "text/document.h"

#include <cstdint>
#include <functional>
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

/// What headings of a document are known by.
enum class HeadingSigns : std::uint8_t {
    None, ///< there are none that head text
    Marks, ///< by those in the text, as Markdown writes them
    Blocks ///< by the document's blocks alone
};

struct FormatRequest
{
    std::string input; ///< what FormatDescriptor::input says
    const ParameterValues &options; ///< checked against FormatDescriptor::options
    std::stop_token stop;
    /// May be empty. Called now and then from read()'s own thread, in units that the format chooses.
    std::function<void(std::size_t done, std::size_t total)> progress = {};
};

/// One document format. Registered by name in formats/CMakeLists.txt.
struct FormatDescriptor
{
    std::string_view id;
    std::string_view title;
    std::string_view help; ///< what of a document's structure is known, a sentence or two
    FormatInput input = FormatInput::Text;
    std::span<const std::string_view> suffixes; ///< of file names, lower case, without the dot
    std::span<const ParameterSpec> options = {}; ///< how files of this format are read; Affects does not matter here
    bool isTextExtracted = false; ///< the text is not the decoded file itself; documents have a SourceMap
    HeadingSigns headings = HeadingSigns::None;
    bool hasFences = false; ///< code or tables stand between marks, the last of which may be missing

    /// How sure the content makes us, 0 to 100. `beginning` is the first 64 KiB of the input. Never looks at names.
    unsigned (*sniff)(std::string_view beginning) noexcept;
    /// Whether something further on shows that a text whose beginning was taken for this format is of another; may be
    /// null. Costs little more than a search for a few bytes.
    bool (*isRefuted)(std::string_view text) noexcept = nullptr;
    /// Clean text and how to find its blocks. Errors: BadInput with a whole sentence that goes on from the file's name
    /// and a colon.
    Outcome<DocumentParts> (*read)(FormatRequest request);
};

/// All formats in display order. The first one, plain text, takes everything.
[[nodiscard]] std::span<const FormatDescriptor *const> formats() noexcept;
[[nodiscard]] const FormatDescriptor *findFormat(std::string_view id) noexcept;

/// The format of a text, by its name where that says something and by its content where it does not (no name, no
/// suffix, one like ".txt" that is given to anything, or one like ".pdf" of files that are no text). Of formats that
/// share a suffix (".h") the content chooses. Depends on nothing else.
[[nodiscard]] const FormatDescriptor &formatOf(std::string_view name, std::string_view text) noexcept;

/// The format of a file's own bytes when it is one that is not read as text; null when they are to be decoded.
[[nodiscard]] const FormatDescriptor *formatOfBytes(std::string_view bytes) noexcept;

/// A document of `text` in the format that formatOf() finds. Errors name the document. A name whose suffix stands for
/// another kind of file is one of its problems.
[[nodiscard]] Outcome<std::shared_ptr<const Document>> readDocument(std::string id, std::string text,
                                                                    DocumentSource source, std::stop_token stop);
/// The same with a chosen format; `input` is what the format reads. The options are those of `source`. Errors besides:
/// InvalidParameter (subject: the option) for options that are not the format's.
[[nodiscard]] Outcome<std::shared_ptr<const Document>>
readDocument(std::string id, std::string input, DocumentSource source, const FormatDescriptor &format,
             std::stop_token stop, std::function<void(std::size_t done, std::size_t total)> progress = {});

} // namespace cw
