// SPDX-License-Identifier: GPL-3.0-or-later
// What languages have in common whose grammars grew out of one another: C and C++, JavaScript and TypeScript.
#pragma once

#include "formats/code/language.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <string_view>

namespace cw::code {

template<std::size_t size, std::size_t otherSize>
[[nodiscard]] constexpr std::array<NodeRule, size + otherSize> joined(const std::array<NodeRule, size> &rules,
                                                                      const std::array<NodeRule, otherSize> &others)
{
    std::array<NodeRule, size + otherSize> all{};
    std::ranges::copy(others, std::ranges::copy(rules, all.begin()).out);
    return all;
}

inline constexpr std::array cRules{
    NodeRule{.type = "comment", .role = NodeRole::Comment},
    NodeRule{.type = "preproc_if", .role = NodeRole::ItemBody},
    NodeRule{.type = "preproc_ifdef", .role = NodeRole::ItemBody},
    NodeRule{.type = "preproc_else", .role = NodeRole::ItemBody},
    NodeRule{.type = "preproc_elif", .role = NodeRole::ItemBody},
    NodeRule{.type = "preproc_elifdef", .role = NodeRole::ItemBody},
    NodeRule{.type = "declaration_list", .role = NodeRole::Body},
    NodeRule{.type = "compound_statement", .role = NodeRole::Body},
    NodeRule{.type = "field_declaration_list", .role = NodeRole::Body},
    NodeRule{.type = "enumerator_list", .role = NodeRole::Body},
    NodeRule{.type = "type_definition", .role = NodeRole::Wrapper},
    NodeRule{.type = "declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "struct_specifier", .role = NodeRole::Declaration, .needs = "body"},
    NodeRule{.type = "union_specifier", .role = NodeRole::Declaration, .needs = "body"},
    NodeRule{.type = "enum_specifier", .role = NodeRole::Declaration, .needs = "body"},
    NodeRule{.type = "function_definition", .role = NodeRole::Declaration, .titling = Titling::Declarator},
    NodeRule{.type = "string_literal", .role = NodeRole::Leaf},
};

inline constexpr std::array scriptRules{
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
};

inline constexpr std::array<std::string_view, 16> scriptLineBegins{
    "const ",          "function ",     "async function ", "import {", "export default", "export const ",
    "export function", "export class ", "export async ",   "export {", "export let ",    "export *",
    "module.exports",  "'use strict'",  "\"use strict\"",  "require("};

inline constexpr std::array typeScriptRules
    = joined(scriptRules,
             std::array{
                 NodeRule{.type = "public_field_definition",
                          .role = NodeRole::Declaration,
                          .titling = Titling::Value,
                          .needs = "value"},
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
             });

} // namespace cw::code
