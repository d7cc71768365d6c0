// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;

constexpr std::array<std::string_view, 1> suffixes{"java"};

constexpr std::array<std::string_view, 11> lineBegins{
    "package ",        "import java",    "import javax", "public class ",  "public interface ", "public final ",
    "private static ", "public static ", "@Override",    "private final ", "public enum "};

constexpr std::array rules{
    NodeRule{.type = "line_comment", .role = NodeRole::Comment},
    NodeRule{.type = "block_comment", .role = NodeRole::Comment},
    NodeRule{.type = "class_body", .role = NodeRole::Body},
    NodeRule{.type = "interface_body", .role = NodeRole::Body},
    NodeRule{.type = "enum_body", .role = NodeRole::Body},
    NodeRule{.type = "enum_body_declarations", .role = NodeRole::Body},
    NodeRule{.type = "annotation_type_body", .role = NodeRole::Body},
    NodeRule{.type = "block", .role = NodeRole::Body},
    NodeRule{.type = "constructor_body", .role = NodeRole::Body},
    NodeRule{.type = "switch_block", .role = NodeRole::Body},
    NodeRule{.type = "module_body", .role = NodeRole::Body},
    NodeRule{.type = "class_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "interface_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "enum_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "record_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "annotation_type_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "method_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "constructor_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "compact_constructor_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "module_declaration", .role = NodeRole::Declaration},
    NodeRule{.type = "string_literal", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "java",
    .grammar = "java",
    .title = "Java",
    .suffixes = suffixes,
    .rules = rules,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &java()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
