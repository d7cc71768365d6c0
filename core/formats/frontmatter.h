// SPDX-License-Identifier: GPL-3.0-or-later
// Front matter: metadata in the first lines of a text file.
#pragma once

#include <cstddef>
#include <string_view>

namespace cw {

/// Where front matter that starts at `begin` ends, without its last line end; `begin` when there is none. It is a first
/// line `---` or `+++`, a next line that is not blank, and a closing line: the same, or `...` for `---`. O(bytes).
[[nodiscard]] std::size_t frontMatterEnd(std::string_view text, std::size_t begin) noexcept;

} // namespace cw
