// SPDX-License-Identifier: GPL-3.0-or-later
// A tree-sitter parse with bounds that do not depend on the machine.
#pragma once

#include "base/result.h"

#include <tree_sitter/api.h>

#include <memory>
#include <stop_token>
#include <string_view>

namespace cw::code {

struct DeleteTree
{
    void operator()(TSTree *tree) const noexcept { ts_tree_delete(tree); }
};
using SyntaxTree = std::unique_ptr<TSTree, DeleteTree>;

/// Parses `text`. Null when the grammar cannot be used, or when parsing asked for more memory than a text of that size
/// may: nesting that no person writes, or broken text with very many readings. The memory asked for, and with it the
/// time, is O(bytes); it ends there in the middle of a step, and of a request to stop likewise.
[[nodiscard]] Outcome<SyntaxTree> parseSource(const TSLanguage *grammar, std::string_view text, std::stop_token stop);

} // namespace cw::code
