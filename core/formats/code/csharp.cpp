// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;

constexpr std::array<std::string_view, 2> suffixes{"cs", "csx"};

constexpr std::array<std::string_view, 10> lineBegins{
    "using System",      "namespace ",     "public class ",     "internal class ", "public static ",
    "private readonly ", "[Serializable]", "public interface ", "public sealed ",  "public async "};

constexpr std::array rules{
    NodeRule{.type = "comment", .role = NodeRole::Comment},
    NodeRule{.type = "preproc_if", .role = NodeRole::ItemBody},
    NodeRule{.type = "preproc_else", .role = NodeRole::ItemBody},
    NodeRule{.type = "preproc_elif", .role = NodeRole::ItemBody},
    NodeRule{.type = "declaration_list", .role = NodeRole::Body},
    NodeRule{.type = "block", .role = NodeRole::Body},
    NodeRule{.type = "enum_member_declaration_list", .role = NodeRole::Body},
    NodeRule{.type = "switch_body", .role = NodeRole::Body},
    NodeRule{.type = "accessor_list", .role = NodeRole::Body},
    NodeRule{.type = "namespace_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "class_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "struct_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "record_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "interface_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "enum_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "delegate_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "method_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "constructor_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "destructor_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "local_function_statement", .role = NodeRole::Declaration},
    NodeRule{.type = "operator_declaration", .role = NodeRole::Declaration, .name = "operator"},
    NodeRule{.type = "conversion_operator_declaration", .role = NodeRole::Declaration, .name = "type"},
    NodeRule{.type = "raw_string_literal", .role = NodeRole::Leaf},
    NodeRule{.type = "verbatim_string_literal", .role = NodeRole::Leaf},
    NodeRule{.type = "string_literal", .role = NodeRole::Leaf},
    NodeRule{.type = "interpolated_string_expression", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "csharp",
    .grammar = "c-sharp",
    .title = "C#",
    .suffixes = suffixes,
    .rules = rules,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &csharp()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
