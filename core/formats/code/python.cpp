// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/code/codeformat.h"

#include <array>

namespace cw::formatlist {

namespace {

using code::NodeRole;
using code::NodeRule;

constexpr std::array<std::string_view, 6> suffixes{"py", "pyi", "pyw", "py3", "gyp", "bzl"};

constexpr std::array<std::string_view, 2> interpreters{"python", "pypy"};

constexpr std::array<std::string_view, 10> lineBegins{
    "def ",      "class ", "import ",        "from __future__", "elif ",
    "@property", "self.",  "if __name__ ==", "async def ",      "except "};

constexpr std::array rules{
    NodeRule{.type = "comment", .role = NodeRole::Comment},
    NodeRule{.type = "block", .role = NodeRole::Body},
    NodeRule{.type = "decorated_definition", .role = NodeRole::Wrapper},
    NodeRule{.type = "function_definition", .role = NodeRole::Declaration},
    NodeRule{.type = "class_definition", .role = NodeRole::Declaration},
    NodeRule{.type = "string", .role = NodeRole::Leaf},
    NodeRule{.type = "concatenated_string", .role = NodeRole::Leaf},
};

constexpr code::Language language{
    .id = "python",
    .grammar = "python",
    .title = "Python",
    .suffixes = suffixes,
    .rules = rules,
    .interpreters = interpreters,
    .lineBegins = lineBegins,
};

} // namespace

const FormatDescriptor &python()
{
    static const FormatDescriptor descriptor = code::formatOf<language>();
    return descriptor;
}

} // namespace cw::formatlist
