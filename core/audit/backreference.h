// SPDX-License-Identifier: GPL-3.0-or-later
// Openers that point back to something said before.
#pragma once

#include "base/byterange.h"

#include <string_view>

namespace cw {

/// The opener at the start of `chunk` (a source range of `text`) that cannot be understood without what stands before
/// it; empty when there is none.
///
/// Openers: this, that, these, those, it, its, they, their, he, she, the former, the latter, the above; in any case,
/// behind quotes, emphasis or a list marker. Only the chunk's first words count: further on, what is meant stands in
/// the chunk itself, also when the chunk begins with a carried overlap. Left out, because nothing is missing:
/// * nothing stands before the opener in the document: no other chunking could supply what it means;
/// * "IT" in capitals, unless a verb in capitals follows ("IT IS ..."): information technology;
/// * identifiers and addresses: "this.value", "it-IT", "that_one";
/// * "it" that stands for nothing: weather and time, "it seems", "it is important to ...", "it is recommended that
/// ...";
/// * "that" as a conjunction ("That the ...") and in "that said", "that is,", "that being said";
/// * "this document", "this guide" and the like: the text at hand.
///
/// `bytesRead`, if given, is set to how many of the chunk's bytes decided: a chunk that begins there and holds them all
/// opens with the same. More than chunk.size() when the chunk's end had a say.
[[nodiscard]] ByteRange backReferenceAt(std::string_view text, ByteRange chunk, std::size_t *bytesRead = nullptr);

/// End of `^(this|that|it|they|the (former|latter|above))\b` with Python's `re.IGNORECASE` at the start of `text`; 0
/// when the expression does not match.
[[nodiscard]] std::size_t matchReferenceOpener(std::string_view text) noexcept;

} // namespace cw
