// SPDX-License-Identifier: GPL-3.0-or-later
// What a node of a syntax tree declares, and how that is called.
#pragma once

#include "base/byterange.h"
#include "formats/code/language.h"

#include <tree_sitter/api.h>

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace cw::code {

/// The rules by the grammar's symbols. O(1) look-up.
class NodeRules final
{
public:
    NodeRules(const TSLanguage *grammar, std::span<const NodeRule> rules);

    [[nodiscard]] const NodeRule &of(TSNode node) const noexcept;

private:
    std::span<const NodeRule> m_rules;
    std::vector<std::uint8_t> m_bySymbol; ///< number of the rule + 1, 0 for none
};

/// A declaration: the node itself, or the one that a wrapper holds.
struct Declared
{
    TSNode node = {};
    const NodeRule *rule = nullptr; ///< null when nothing is declared
    TSNode wrapper = {}; ///< what holds the node, when it is in a wrapper

    explicit operator bool() const noexcept { return rule != nullptr; }
};

[[nodiscard]] Declared declaredBy(TSNode node, const NodeRules &rules) noexcept;

/// Its title in the text, with keywords such as `class`; empty when it has none.
[[nodiscard]] ByteRange titleOf(const Declared &declared, std::string_view text) noexcept;

} // namespace cw::code
