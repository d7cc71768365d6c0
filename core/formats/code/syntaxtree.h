// SPDX-License-Identifier: GPL-3.0-or-later
// A tree-sitter parse with bounds that do not depend on the machine.
#pragma once

#include "base/result.h"
#include "formats/code/parsememory.h"

#include <tree_sitter/api.h>

#include <memory>
#include <stop_token>
#include <string_view>

namespace cw::code {

/// A tree with all memory that it was parsed in, which goes with it.
class SyntaxTree final
{
public:
    SyntaxTree() = default;
    SyntaxTree(TSTree *tree, std::unique_ptr<ParseMemory> memory) : m_memory(std::move(memory)), m_tree(tree) { }

    /// Null when the text was not parsed.
    [[nodiscard]] const TSTree *get() const noexcept { return m_tree; }
    explicit operator bool() const noexcept { return m_tree != nullptr; }

private:
    std::unique_ptr<ParseMemory> m_memory;
    TSTree *m_tree = nullptr;
};

/// Parses `text`. Null when the grammar cannot be used, or when parsing asked for more memory than a text of that size
/// may: nesting that no person writes, or broken text with very many readings. The memory asked for, and with it the
/// time, is O(bytes); it ends there in the middle of a step, and of a request to stop likewise.
[[nodiscard]] Outcome<SyntaxTree> parseSource(const TSLanguage *grammar, std::string_view text, std::stop_token stop);

} // namespace cw::code
