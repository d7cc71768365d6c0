// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"
#include "formats/code/families.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;

constexpr std::array<std::string_view, 16> suffixes{"cpp", "cc",  "cxx", "c++", "hpp",  "hh",  "hxx", "h++",
                                                    "ipp", "inl", "tpp", "h",   "cppm", "ixx", "cu",  "cuh"};

constexpr std::array<std::string_view, 6> lineBegins{"#include <", "#include \"", "#define ",
                                                     "#ifndef ",   "#ifdef ",     "#endif"};

constexpr std::array<std::string_view, 10> ownLineBegins{
    "namespace ", "using namespace ", "template<",  "template <", "class ",
    "public:",    "private:",         "protected:", "std::",      "constexpr "};

constexpr auto rules
    = code::joined(code::cRules,
                   std::array{
                       NodeRule{.type = "class_specifier", .role = NodeRole::Declaration, .needs = "body"},
                       NodeRule{.type = "namespace_definition", .role = NodeRole::Declaration},
                       NodeRule{.type = "template_declaration", .role = NodeRole::Wrapper},
                       NodeRule{.type = "concept_definition", .role = NodeRole::Declaration},
                       NodeRule{.type = "friend_declaration", .role = NodeRole::Wrapper},
                       NodeRule{.type = "raw_string_literal", .role = NodeRole::Leaf},
                   });

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
