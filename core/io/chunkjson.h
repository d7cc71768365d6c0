// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks and documents as JSON objects in the native shape: the one place that decides their fields.
#pragma once

#include "audit/audit.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "run/chunkingoverride.h"
#include "text/pages.h"

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
    bool withFingerprint = false; ///< write "config_fingerprint" into every chunk: for lines without a header
    const ModelInput *model = nullptr; ///< null or empty: no model, and nothing is said of what one would see
};

/// Writes the chunks of one document, one after the other.
class ChunkJsonWriter final
{
public:
    explicit ChunkJsonWriter(const ChunkJsonContext &context);

    /// Appends the next chunk as one JSON object without a line end. Every text is checked against its source ranges
    /// and for valid UTF-8 first; a mismatch is Internal naming document and chunk, and nothing is appended.
    /// Precondition: called at most once per chunk.
    [[nodiscard]] Result<void> appendNext(std::string &out);

private:
    /// Precondition: called for each chunk in order.
    [[nodiscard]] std::string nextChunkId(std::size_t chunk);
    void appendAudits(std::string &out);

    ChunkJsonContext m_context;
    std::string m_documentSha256;
    Pages m_pages;
    std::string m_previousId;
    std::string m_id;
    std::size_t m_repetition = 0; ///< how many chunks right before have the same range
    std::size_t m_next = 0;
    std::size_t m_nextFinding = 0;
};

/// Hex SHA-256 of the bytes the document was read from: hashed when asked for if they are those of the text, so that
/// opening a file need not wait for it. O(bytes).
[[nodiscard]] std::string documentSha256(const Document &document);

/// The record of one document: id, path, hash, encoding, newlines, what could not be decoded, what its format's reader
/// met; and which override its chunks come from, unless that is null.
void appendDocumentJson(std::string &out, const Document &document, const ChunkingOverride *used = nullptr);

} // namespace cw
