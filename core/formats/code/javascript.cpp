// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 5> suffixes{"js", "mjs", "cjs", "jsx", "es6"};

constexpr std::array<std::string_view, 4> interpreters{"node", "nodejs", "deno", "bun"};

constexpr std::array<std::string_view, 10> lineBegins{
    "const ",         "let ",         "function ",      "import {",        "export ",
    "module.exports", "'use strict'", "\"use strict\"", "async function ", "require("};

constexpr std::array rules{
    NodeRule{.type = "comment", .role = NodeRole::Comment},
    NodeRule{.type = "decorator", .role = NodeRole::Attribute},
    NodeRule{.type = "statement_block", .role = NodeRole::Body},
    NodeRule{.type = "class_body", .role = NodeRole::Body},
    NodeRule{.type = "switch_body", .role = NodeRole::Body},
    NodeRule{.type = "export_statement", .role = NodeRole::Wrapper},
    NodeRule{.type = "lexical_declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "variable_declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "expression_statement", .role = NodeRole::Wrapper},
    NodeRule{.type = "function_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "generator_function_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "class_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "method_definition", .role = NodeRole::Declaration},
    NodeRule{.type = "variable_declarator", .role = NodeRole::Declaration, .titling = Titling::Value, .needs = "value"},
    NodeRule{.type = "assignment_expression",
             .role = NodeRole::Declaration,
             .titling = Titling::Value,
             .name = "left",
             .needs = "right"},
    NodeRule{.type = "pair", .role = NodeRole::Declaration, .titling = Titling::Value, .name = "key", .needs = "value"},
    NodeRule{.type = "arrow_function", .role = NodeRole::Function},
    NodeRule{.type = "function_expression", .role = NodeRole::Function},
    NodeRule{.type = "generator_function", .role = NodeRole::Function},
    NodeRule{.type = "class", .role = NodeRole::Function},
    NodeRule{.type = "template_string", .role = NodeRole::Leaf},
    NodeRule{.type = "string", .role = NodeRole::Leaf},
    NodeRule{.type = "field_definition",
             .role = NodeRole::Declaration,
             .titling = Titling::Value,
             .name = "property",
             .needs = "value"},
};

constexpr code::Language language{
    .id = "javascript",
    .grammar = "javascript",
    .title = "JavaScript",
    .suffixes = suffixes,
    .rules = rules,
    .interpreters = interpreters,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &javascript()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
