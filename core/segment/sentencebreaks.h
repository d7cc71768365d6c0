// SPDX-License-Identifier: GPL-3.0-or-later
// Where sentences end, found with more than the reference recipes' expressions.
#pragma once

#include "base/byterange.h"
#include "base/result.h"
#include "segment/segmentation.h"

#include <cstddef>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

struct SentenceBreak
{
    CompactRange gap; ///< all white space (isPythonSpace) between two sentences; may be empty, as in Chinese
    BoundaryReason reason = BoundaryReason::Sentence; ///< why a sentence begins behind it
};

/// Breaks in order, each between something visible on both sides.
using SentenceBreaks = std::vector<SentenceBreak>;

/// By rules and word lists of our own: abbreviations, initials, numbers, addresses, ellipses, quotes, list markers,
/// lines that are only wrapped, marks of scripts that write none of this. Characters are those of Unicode 16 from the
/// tables of text/unicode.h, words those of resources/sentences, so no result depends on the system.
///
/// A blank line always is a break, and what stands on one side of it never shows on the other: breaks of "A\n\nB" are
/// those of A and of B. A decision looks back no further than the sentence it is in, and on no further than
/// `smartBreakLookAhead` bytes from where the next sentence would begin. O(bytes).
[[nodiscard]] Outcome<SentenceBreaks> findSmartBreaks(std::string_view text, std::stop_token stop);
inline constexpr std::size_t smartBreakLookAhead = 512;

/// Part of the fingerprint of configurations that use them. Change it when a break or a word list changes.
inline constexpr std::string_view smartBreaksVersion = "1";

/// By ICU's default sentence rules (UAX #29). They break at every line end and after "Dr.".
/// Errors: MissingResource when ICU has no data. `stop` is asked between paragraphs. O(bytes).
[[nodiscard]] Outcome<SentenceBreaks> findUnicodeBreaks(std::string_view text, std::stop_token stop);

/// "72.1": decides the breaks of findUnicodeBreaks(), so it is part of the fingerprint of configurations that use them.
[[nodiscard]] std::string icuVersion();

} // namespace cw
