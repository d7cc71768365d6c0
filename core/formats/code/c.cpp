// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"
#include "formats/code/families.h"

#include <array>

namespace cw::formatlist {

namespace {

constexpr std::array<std::string_view, 2> suffixes{"c", "h"};

constexpr std::array<std::string_view, 10> lineBegins{"#include <",  "#include \"", "#define ",       "#ifndef ",
                                                      "#ifdef ",     "#endif",      "typedef struct", "static void ",
                                                      "static int ", "int main("};

constexpr code::Language language{
    .id = "c",
    .grammar = "c",
    .title = "C",
    .suffixes = suffixes,
    .rules = code::cRules,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &c()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
