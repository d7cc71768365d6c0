// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 1> suffixes{"rs"};

constexpr std::array<std::string_view, 11> lineBegins{
    "use std", "use crate", "pub fn ", "fn ", "impl ", "pub struct ", "#[", "let mut ", "mod ", "pub enum ", "match "};

constexpr std::array rules{
    NodeRule{.type = "line_comment", .role = NodeRole::Comment},
    NodeRule{.type = "block_comment", .role = NodeRole::Comment},
    NodeRule{.type = "attribute_item", .role = NodeRole::Attribute},
    NodeRule{.type = "block", .role = NodeRole::Body},
    NodeRule{.type = "declaration_list", .role = NodeRole::Body},
    NodeRule{.type = "match_block", .role = NodeRole::Body},
    NodeRule{.type = "field_declaration_list", .role = NodeRole::Body},
    NodeRule{.type = "enum_variant_list", .role = NodeRole::Body},
    NodeRule{.type = "function_item", .role = NodeRole::Declaration},
    NodeRule{.type = "function_signature_item", .role = NodeRole::Declaration},
    NodeRule{.type = "struct_item", .role = NodeRole::Declaration},
    NodeRule{.type = "enum_item", .role = NodeRole::Declaration},
    NodeRule{.type = "union_item", .role = NodeRole::Declaration},
    NodeRule{.type = "trait_item", .role = NodeRole::Declaration},
    NodeRule{.type = "mod_item", .role = NodeRole::Declaration},
    NodeRule{.type = "macro_definition", .role = NodeRole::Declaration},
    NodeRule{.type = "impl_item", .role = NodeRole::Declaration, .titling = Titling::FromStart, .name = "type"},
    NodeRule{.type = "string_literal", .role = NodeRole::Leaf},
    NodeRule{.type = "raw_string_literal", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "rust",
    .grammar = "rust",
    .title = "Rust",
    .suffixes = suffixes,
    .rules = rules,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &rust()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
