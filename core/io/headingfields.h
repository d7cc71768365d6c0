// SPDX-License-Identifier: GPL-3.0-or-later
// Headings in exported records. Every chunk names those it stands under, so what one of them may take is bounded: a
// text with a title as long as itself would otherwise make an export of the square of its size.
#pragma once

#include "chunk/chunkprefix.h"
#include "text/document.h"

#include <cstddef>
#include <string>

namespace cw {

/// How many bytes of the text each title of a path of so many headings may take: those that a prefix may name.
[[nodiscard]] constexpr std::size_t mostTitleBytes(std::size_t headings) noexcept
{
    return headings * ChunkPrefix::longestTitleBytes <= ChunkPrefix::longestPathBytes
        ? ChunkPrefix::longestTitleBytes
        : ChunkPrefix::longestPathBytes / headings;
}

/// "headings", "heading_levels" and "heading_path" of a text that begins at the byte, and "headings_cut" where titles
/// are longer than may be: the number of each in "headings", and where all of it stands in the document's text.
/// O(depth) and the bytes written.
void appendHeadings(std::string &out, const Document &document, std::size_t byte);

/// "long_headings": whole titles of those that may be cut in the document's chunks, with their places. Nothing where
/// there are none. O(headings) and the bytes written.
void appendLongHeadings(std::string &out, const Document &document);

} // namespace cw
