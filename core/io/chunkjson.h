// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks and documents as JSON objects in the native shape: the one place that decides their fields.
#pragma once

#include "audit/audit.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "io/chunkfields.h"
#include "run/chunkingoverride.h"
#include "run/returnedtext.h"
#include "text/pages.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace cw {

/// What all chunks of one document have in common.
struct ChunkJsonContext
{
    const ChunkSet &chunks;
    std::string_view tokenizer; ///< its name
    std::string_view fingerprint; ///< of the configuration
    std::span<const Finding> findings; ///< of this document, in chunk order
    bool withAudits = true; ///< write "audits", empty or not
    bool standsAlone = false; ///< write "format" and "config_fingerprint" into every chunk: for lines without a header
    const ModelInput *model = nullptr; ///< null or empty: no model, and nothing is said of what one would see
    /// Parent: chunks name their "parent_id". Neighbours: they have "returned", the text with the neighbours.
    ReturnedKind returned = ReturnedKind::Chunk;
    const ChunkSet *within = nullptr; ///< of RunSnapshot::parentSets, unless chunks alone are returned
};

/// Writes the chunks of one document, one after the other.
class ChunkJsonWriter final
{
public:
    explicit ChunkJsonWriter(const ChunkJsonContext &context);
    ChunkJsonWriter(const ChunkJsonWriter &) = delete;
    ChunkJsonWriter &operator=(const ChunkJsonWriter &) = delete;

    /// Appends the next chunk as one JSON object without a line end. Every text is checked against its source ranges
    /// and for valid UTF-8 first; a mismatch is Internal naming document and chunk, and nothing is appended.
    /// Precondition: called at most once per chunk.
    [[nodiscard]] Result<void> appendNext(std::string &out);

private:
    void appendAudits(std::string &out);
    [[nodiscard]] const std::string &parentIdOf(const Chunk &chunk);
    void appendReturned(std::string &out, std::size_t index, const CheckedText &checked) const;

    ChunkJsonContext m_context;
    std::string m_documentSha256;
    std::string m_vectorsSha256; ///< where lines have no header and chunks were cut by vectors
    Pages m_pages;
    ChunkIds m_ids;
    std::string m_previousId;
    std::string m_id;
    std::size_t m_next = 0;
    std::size_t m_nextFinding = 0;
    std::optional<ChunkIds> m_parentIds; ///< when chunks have parents
    std::string m_parentId;
    std::size_t m_parentsBegun = 0;
};

/// Hex SHA-256 of the bytes the document was read from: hashed when asked for if they are those of the text, so that
/// opening a file need not wait for it. O(bytes).
[[nodiscard]] std::string documentSha256(const Document &document);

/// The record of one document: id, path, hash, encoding, newlines, what could not be decoded, what its format's reader
/// met, whole titles that are cut in chunks; which override its chunks come from and by which vectors they were cut,
/// unless that is null.
void appendDocumentJson(std::string &out, const Document &document, const ChunkingOverride *used = nullptr,
                        const UnitVectors *vectors = nullptr);

/// Hex SHA-256 of the vectors of the units in their order, 16 bits a number, low byte first: the same configuration and
/// the same of this give the same chunks. Nothing but the empty text's where there are fewer than two units.
/// O(vectors).
[[nodiscard]] std::string vectorsSha256(const UnitVectors &vectors);

} // namespace cw
