// SPDX-License-Identifier: GPL-3.0-or-later
// What readers see of a reStructuredText title: its text without inline markup.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cw::rest {

/// On one line; none where the title says it as it is written, or has over 16 KiB. Roles are those of docutils and
/// Sphinx: of a reference with a title of its own it is the title, of `~a.b.c` the last part. Footnote marks are left
/// out; substitutions stay as they are written, since their text may be set elsewhere. O(title).
[[nodiscard]] std::optional<std::string> shownTitle(std::string_view title);

} // namespace cw::rest
