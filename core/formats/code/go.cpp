// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 1> suffixes{"go"};

constexpr std::array<std::string_view, 7> lineBegins{"package ", "func ",  "import (", "import \"",
                                                     "type ",    "defer ", "go func"};

constexpr std::array rules{
    NodeRule{.type = "comment", .role = NodeRole::Comment},
    NodeRule{.type = "block", .role = NodeRole::Body},
    NodeRule{.type = "type_declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "function_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "method_declaration", .role = NodeRole::Declaration, .titling = Titling::FromStart},
    NodeRule{.type = "type_spec", .role = NodeRole::Declaration, .titling = Titling::FromWrapper},
    NodeRule{.type = "type_alias", .role = NodeRole::Declaration, .titling = Titling::FromWrapper},
    NodeRule{.type = "raw_string_literal", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "go",
    .grammar = "go",
    .title = "Go",
    .suffixes = suffixes,
    .rules = rules,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &go()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
