// SPDX-License-Identifier: GPL-3.0-or-later
// JSON whose records are the elements of an array, or the members of an object.
#include "formats/format.h"
#include "formats/recordblocks.h"

#include <array>
#include <utility>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 2> suffixes{"json", "geojson"};

unsigned sniff(std::string_view beginning) noexcept
{
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t first = beginning.find_first_not_of(spaces);
    if (first == std::string_view::npos || (beginning[first] != '{' && beginning[first] != '['))
        return 0;
    const std::size_t second = beginning.find_first_not_of(spaces, first + 1);
    if (second == std::string_view::npos)
        return 0;
    const char inside = beginning[second];
    if (beginning[first] == '[')
        return inside == '{' || inside == '"' ? 70 : 20; // words in brackets begin many a text
    return inside == '"' || inside == '}' ? 70 : 0;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    auto found = records::readJson(request.input, request.stop);
    return records::partsOf(std::move(request.input), "json", std::move(found));
}

} // namespace

const FormatDescriptor &json()
{
    static constexpr FormatDescriptor descriptor{
        .id = "json",
        .title = "JSON",
        .help = "Records are the elements of the outermost array of objects, else the members of the outermost object. "
                "The text is the file as it stands.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace cw::formatlist
