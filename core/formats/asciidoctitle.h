// SPDX-License-Identifier: GPL-3.0-or-later
// What readers see of an AsciiDoc title: its text without inline markup.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cw::asciidoc {

/// On one line; none where the title says it as it is written, or has over 16 KiB. Marks of text, links, references,
/// anchors, index terms, footnotes and escapes are gone; pictures are no text, but where a title has nothing else
/// their description is it. Attributes that documents set stay as they are written, and so does typography: quotes and
/// dashes. O(title).
[[nodiscard]] std::optional<std::string> shownTitle(std::string_view title);

} // namespace cw::asciidoc
