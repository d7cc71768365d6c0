// SPDX-License-Identifier: GPL-3.0-or-later
// Parents of chunks as JSON objects: records of their own, with the ids of their children.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "io/chunkfields.h"
#include "text/pages.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace cw {

/// ChunkIds of parents.
inline constexpr std::string_view parentIdKind = "parent ";

struct ParentJsonContext
{
    const ChunkSet &parents;
    const ChunkSet &chunks; ///< their children
    std::string_view tokenizer; ///< its name
    std::string_view fingerprint; ///< of the configuration
    bool standsAlone = false; ///< write "format" and "config_fingerprint" into every parent: for lines without a header
};

/// Writes the parents of one document, one after the other: "type":"parent", and what chunks have but for what is about
/// embedding, overlap and findings.
class ParentJsonWriter final
{
public:
    explicit ParentJsonWriter(const ParentJsonContext &context);
    ParentJsonWriter(const ParentJsonWriter &) = delete;
    ParentJsonWriter &operator=(const ParentJsonWriter &) = delete;

    [[nodiscard]] bool hasNext() const noexcept { return m_next < m_context.parents.size(); }
    /// Whether the next parent begins no later than the chunk, so that it is to be written before it.
    [[nodiscard]] bool isNextBefore(const Chunk &chunk) const;
    /// As ChunkJsonWriter::appendNext(). Precondition: hasNext().
    [[nodiscard]] Result<void> appendNext(std::string &out);

private:
    void appendChildren(std::string &out);

    ParentJsonContext m_context;
    std::string m_documentSha256;
    Pages m_pages;
    ChunkIds m_ids;
    ChunkIds m_chunkIds;
    std::string m_previousId;
    std::string m_id;
    std::size_t m_next = 0;
    std::size_t m_nextChunk = 0;
};

} // namespace cw
