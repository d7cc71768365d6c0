// SPDX-License-Identifier: GPL-3.0-or-later
// The fields that records of chunks and of what they are returned within have in common, one function each.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "text/pages.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

[[nodiscard]] std::string hexSha256(std::string_view bytes);

/// Each appends one member to an object that was opened with '{'.
void appendKey(std::string &out, std::string_view key);
void appendString(std::string &out, std::string_view key, std::string_view text);
void appendNumber(std::string &out, std::string_view key, std::uint64_t number);
void appendBoolean(std::string &out, std::string_view key, bool value);
void appendPair(std::string &out, std::string_view key, std::size_t begin, std::size_t end);
void appendIdOrNull(std::string &out, std::string_view key, const std::string &id);

/// One chunk's text and where it comes from, checked.
struct CheckedText
{
    std::string_view text;
    bool isContiguous = true;
    std::vector<ByteRange> pieces; ///< one when contiguous
};
/// The text against its source ranges and for valid UTF-8; a mismatch is Internal naming `what`, its number and the
/// document.
[[nodiscard]] Result<CheckedText> checkedText(const ChunkSet &set, std::size_t index, std::string_view what);

/// "spans", "contiguous", "join" and, where the text is not contiguous, "pieces".
void appendRanges(std::string &out, const ChunkSet &set, std::size_t index, const CheckedText &checked);
/// "reasons" and "units".
void appendBounds(std::string &out, const Chunk &chunk);
/// The headings the range begins under (headingfields.h), kinds of what it holds, pages where there are some, and where
/// the text stands in the file if it was extracted.
void appendStructure(std::string &out, const Document &document, const Pages &pages, ByteRange range);

/// UUIDs of the chunks of one document, in order.
class ChunkIds final
{
public:
    /// `kind` tells a parent from a chunk with the same range; empty for chunks.
    ChunkIds(const ChunkSet &set, std::string_view documentSha256, std::string_view fingerprint,
             std::string_view kind = {})
        : m_set(set), m_documentSha256(documentSha256), m_fingerprint(fingerprint), m_kind(kind)
    {
    }

    /// Precondition: asked once for each chunk, in order.
    [[nodiscard]] std::string of(std::size_t index);

private:
    const ChunkSet &m_set;
    std::string_view m_documentSha256;
    std::string_view m_fingerprint;
    std::string_view m_kind;
    std::size_t m_repetition = 0; ///< how many chunks right before have the same range
};

} // namespace cw
