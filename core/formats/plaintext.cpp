// SPDX-License-Identifier: GPL-3.0-or-later
// Plain text: what every file is that is nothing else.
#include "formats/format.h"

#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 3> suffixes{"txt", "text", "asc"};

unsigned sniff(std::string_view) noexcept
{
    return 1;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    return DocumentParts{std::move(request.input)};
}

} // namespace

const FormatDescriptor &plaintext()
{
    static constexpr FormatDescriptor descriptor{
        .id = "text",
        .title = "Plain Text",
        .help = "Paragraphs are what stands between blank lines; lines that were wrapped at a width belong together. "
                "A line with =, - or ~ under all of it is a heading.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .headings = HeadingSigns::Blocks,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
