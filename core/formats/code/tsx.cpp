// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 1> suffixes{"tsx"};

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
    NodeRule{
        .type = "public_field_definition", .role = NodeRole::Declaration, .titling = Titling::Value, .needs = "value"},
    NodeRule{.type = "interface_body", .role = NodeRole::Body},
    NodeRule{.type = "enum_body", .role = NodeRole::Body},
    NodeRule{.type = "object_type", .role = NodeRole::Body},
    NodeRule{.type = "ambient_declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "abstract_class_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "interface_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "enum_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "type_alias_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "internal_module", .role = NodeRole::Declaration},
    NodeRule{.type = "module", .role = NodeRole::Declaration},
};

constexpr code::Language language{
    .id = "tsx",
    .grammar = "tsx",
    .title = "TypeScript with JSX",
    .suffixes = suffixes,
    .rules = rules,
};

} // namespace

const FormatDescriptor &tsx()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
