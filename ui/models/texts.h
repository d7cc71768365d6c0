// SPDX-License-Identifier: GPL-3.0-or-later
// Engine values as words for the interface. Everything here is plain text, never markup.
#pragma once

#include "audit/audit.h"
#include "base/byterange.h"
#include "chunk/chunk.h"
#include "run/runconfig.h"
#include "segment/segmentation.h"
#include "strategies/strategy.h"

#include <QString>

#include <cstdint>
#include <string_view>

namespace cw {

[[nodiscard]] inline QString toQString(std::string_view utf8)
{
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// With thousands separators, also where the locale is C.
[[nodiscard]] QString formatCount(std::uint64_t value);
/// One decimal: "13.8 %".
[[nodiscard]] QString formatPercent(double percent);

/// "tokens", "words" or "sentences", translated.
[[nodiscard]] QString sizeUnitName(SizeUnit unit);
[[nodiscard]] QString severityName(Severity severity);
/// "Paragraph", "Forced word": for table cells.
[[nodiscard]] QString boundaryReasonName(BoundaryReason reason);
/// What panels say while documents are read and nothing of them can be shown.
[[nodiscard]] QString loadingText();
/// The first sentence of a help text.
[[nodiscard]] QString firstSentence(const QString &text);

/// With "&" doubled, so that menus and buttons make no shortcut of it.
[[nodiscard]] QString forMenu(QString text);

/// "max 300 · overlap 45 · o200k_base · recursive-sentence", by what sentences are compared where the strategy does,
/// what is returned if that is more than the chunk, and how many overrides there are.
[[nodiscard]] QString configCaption(const RunConfig &config);

/// The pages that `range` of the text is on, by their labels: "12", "xi–xii". Empty when the format knows no pages.
[[nodiscard]] QString pagesText(const Document &document, ByteRange range);

/// Titles of the headings above and at the byte, "Guide > Install", on one line. Empty before the first heading. "…"
/// ends titles of over 120 characters, and stands for those between the outermost and the inner ones of a long path.
[[nodiscard]] QString headingPathText(const BlockTree &tree, std::string_view text, std::size_t byte);

/// At most `maxCodePoints` characters from the start of valid UTF-8, on one line: white space and control characters
/// become single spaces, directional controls are left out so that they cannot reorder the row. "…" ends what was cut.
[[nodiscard]] QString oneLine(std::string_view utf8, std::size_t maxCodePoints);

/// "212 of the text and 7 of its prefix: Guide > Install". Plain text.
[[nodiscard]] QString prefixNote(const ChunkSet &chunks, std::size_t chunk);

/// Offending words with what stands around them, each on one line.
struct TextContext
{
    QString before;
    QString words;
    QString after;
};
/// `where` in `text`; before and after stay inside `limits` (the chunk's range).
[[nodiscard]] TextContext textContext(std::string_view text, ByteRange where, ByteRange limits,
                                      std::size_t codePointsBefore = 32, std::size_t codePointsAfter = 240);

} // namespace cw
