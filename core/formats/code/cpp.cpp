// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 16> suffixes{"cpp", "cc",  "cxx", "c++", "hpp",  "hh",  "hxx", "h++",
                                                    "ipp", "inl", "tpp", "h",   "cppm", "ixx", "cu",  "cuh"};

constexpr std::array<std::string_view, 6> lineBegins{"#include <", "#include \"", "#define ",
                                                     "#ifndef ",   "#ifdef ",     "#endif"};

constexpr std::array<std::string_view, 10> ownLineBegins{
    "namespace ", "using namespace ", "template<",  "template <", "class ",
    "public:",    "private:",         "protected:", "std::",      "constexpr "};

constexpr std::array rules{
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
    NodeRule{.type = "class_specifier", .role = NodeRole::Declaration, .needs = "body"},
    NodeRule{.type = "namespace_definition", .role = NodeRole::Declaration},
    NodeRule{.type = "template_declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "concept_definition", .role = NodeRole::Declaration},
    NodeRule{.type = "friend_declaration", .role = NodeRole::Wrapper},
    NodeRule{.type = "raw_string_literal", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "cpp",
    .grammar = "cpp",
    .title = "C++",
    .suffixes = suffixes,
    .rules = rules,
    .lineBegins = lineBegins,
    .ownLineBegins = ownLineBegins,
};

} // namespace

const FormatDescriptor &cpp()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
