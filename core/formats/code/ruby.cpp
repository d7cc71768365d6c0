// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;
using code::Titling;

constexpr std::array<std::string_view, 5> suffixes{"rb", "rake", "gemspec", "ru", "rbw"};

constexpr std::array<std::string_view, 3> interpreters{"ruby", "jruby", "rake"};

constexpr std::array<std::string_view, 7> lineBegins{
    "require ", "require_relative ", "module ", "attr_reader ", "attr_accessor ", "def ", "class "};
constexpr std::array<std::string_view, 1> closingLines{"end"};

constexpr std::array rules{
    NodeRule{.type = "comment", .role = NodeRole::Comment},
    NodeRule{.type = "body_statement", .role = NodeRole::Body},
    NodeRule{.type = "block_body", .role = NodeRole::Body},
    NodeRule{.type = "then", .role = NodeRole::Body},
    NodeRule{.type = "do", .role = NodeRole::Body},
    NodeRule{.type = "method", .role = NodeRole::Declaration},
    NodeRule{.type = "singleton_method", .role = NodeRole::Declaration, .titling = Titling::FromStart},
    NodeRule{.type = "class", .role = NodeRole::Declaration},
    NodeRule{.type = "singleton_class", .role = NodeRole::Declaration, .titling = Titling::FromStart, .name = "value"},
    NodeRule{.type = "module", .role = NodeRole::Declaration},
    NodeRule{.type = "string", .role = NodeRole::Leaf},
    NodeRule{.type = "heredoc_body", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "ruby",
    .grammar = "ruby",
    .title = "Ruby",
    .suffixes = suffixes,
    .rules = rules,
    .interpreters = interpreters,
    .lineBegins = lineBegins,
    .closingLines = closingLines,
};

} // namespace

const FormatDescriptor &ruby()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
