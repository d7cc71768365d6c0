// SPDX-License-Identifier: GPL-3.0-or-later
// Text that only points elsewhere.
#pragma once

#include <cstddef>
#include <string_view>

namespace cw {

/// True when nothing that says something is left of `text` once pointers, links, white space and punctuation are taken
/// away, and there was at least one pointer or link.
///
/// Links: URLs, e-mail addresses, Markdown links and images with their text, "[...]" on its own, HTML tags; but the
/// text of a link that names code ("`open`", "open()", "std::fs") is content: a list of functions says what there is.
/// Pointers: phrases made only of words that point or join ("see", "refer to", "as described", "above", "previous
/// section", "for more details", "click here", ...), with the numbers and letters that name a place ("section 3.2",
/// "appendix B", "pp. 4-7"). English only. Any other word is content, however short the text is: "See Paris." says
/// something. Stops at the first such word, so that it costs next to nothing on ordinary text.
///
/// `bytesRead`, if given, is set to how many bytes decided: any other text that agrees in them gives the same answer.
/// More than text.size() when the text's end had a say.
[[nodiscard]] bool isPointerOnly(std::string_view text, std::size_t *bytesRead = nullptr);

} // namespace cw
