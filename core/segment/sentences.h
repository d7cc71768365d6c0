// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences by the rules of the reference recipes, found by one walk over the words, or by those of sentencebreaks.h.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "text/document.h"

#include <cstdint>
#include <memory>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

/// Where a unit ends. White space is Python's (`\s`), and by the first three rules only white space is ever a boundary.
enum class SentenceRule : std::uint8_t {
    /// `re.split(r"\n\s*\n", text.strip())`, then `re.split(r"(?<=[.!?])\s+", paragraph.strip())`: a boundary is white
    /// space that holds two line feeds or follows one of `.!?`.
    ParagraphOrTerminator,
    /// `re.split(r"(?<=[.!?])\s+", text)`: white space that follows one of `.!?`.
    Terminator,
    /// `re.split(r"(?<=[.!?])\s+(?=[A-Z0-9\"'(\[])", text)`: white space between one of `.!?` and an ASCII capital,
    /// digit,
    /// quote or opening bracket.
    TerminatorThenOpener,
    Unicode, ///< findUnicodeBreaks()
    Smart ///< findSmartBreaks()
};

/// What a space join puts single spaces between.
enum class JoinPieces : std::uint8_t {
    Words, ///< every word of the document
    Units ///< whole units, their inner white space kept
};

struct SentencePlan
{
    SentenceRule rule = SentenceRule::ParagraphOrTerminator;
    JoinPieces pieces = JoinPieces::Words; ///< for Join::Space
    Join join = Join::Space;
    bool keepsOuterSpace = false; ///< white space at the document's start and end belongs to the first and last unit
};

/// Units of the whole document; none when it holds only white space. A boundary's reason is Paragraph where its white
/// space holds two line feeds, else Sentence, unless the rule knows better; the first unit's is DocumentStart. By the
/// rules Unicode and Smart units may touch. None ends between a mark that the document's reader put in and the text
/// behind it. O(bytes). Errors: MissingResource as findUnicodeBreaks().
[[nodiscard]] Outcome<std::shared_ptr<const Segmentation>> segmentSentences(const Document &document, SentencePlan plan,
                                                                            std::stop_token stop);

/// Appends where the sentences of `range` begin, but for the first: behind white space that ends one by `rule`.
void appendSentenceStarts(std::string_view text, ByteRange range, SentenceRule rule,
                          std::vector<std::uint32_t> &starts);

/// The document as it is, in one piece.
[[nodiscard]] std::shared_ptr<const Segmentation> unsegmented(const Document &document);

/// The source as it is, or all words joined with single spaces, with the starts of all words. A list of words would be
/// several times the text, their starts as bits are a fifth of it. O(bytes).
[[nodiscard]] Outcome<std::shared_ptr<const Segmentation>> segmentWords(const Document &document, Join join,
                                                                        std::stop_token stop);

/// Source range of a non-empty emit range that starts and ends inside pieces.
[[nodiscard]] inline ByteRange sourceRangeOf(const EmittedText &emitted, ByteRange emit) noexcept
{
    return {emitted.sourceOf(emit.begin), emitted.sourceOf(emit.end - 1) + 1};
}

} // namespace cw
