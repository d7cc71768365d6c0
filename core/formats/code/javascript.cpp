// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"
#include "formats/code/families.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 5> suffixes{"js", "mjs", "cjs", "jsx", "es6"};

constexpr std::array<std::string_view, 4> interpreters{"node", "nodejs", "deno", "bun"};

constexpr auto rules = code::joined(code::scriptRules,
                                    std::array{
                                        NodeRule{.type = "field_definition",
                                                 .role = NodeRole::Declaration,
                                                 .titling = Titling::Value,
                                                 .name = "property",
                                                 .needs = "value"},
                                    });

constexpr code::Language language{
    .id = "javascript",
    .grammar = "javascript",
    .title = "JavaScript",
    .suffixes = suffixes,
    .rules = rules,
    .interpreters = interpreters,
    .lineBegins = code::scriptLineBegins,
};

} // namespace

const FormatDescriptor &javascript()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
