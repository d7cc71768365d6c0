// SPDX-License-Identifier: GPL-3.0-or-later
// Chunk sets by hand, for tests of what comes after chunking.
#pragma once

#include "chunk/chunk.h"
#include "support/chunking.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {

/// A boundary in a marked text: '|' cuts. The result holds the text without the marks and the bytes of the cuts.
struct MarkedText
{
    std::string text;
    std::vector<std::size_t> cuts;
};

inline MarkedText parseMarked(std::string_view marked)
{
    MarkedText result;
    for (const char c : marked) {
        if (c == '|')
            result.cuts.push_back(result.text.size());
        else
            result.text += c;
    }
    return result;
}

/// Chunks of exactly the given source ranges, joined as in the source, counted by the given tokenizer. All boundaries
/// inside the text have the same reason.
inline std::shared_ptr<const ChunkSet> chunkSetOf(std::string text, const std::vector<ByteRange> &ranges,
                                                  BoundaryReason reason = BoundaryReason::Word,
                                                  std::string_view tokenizerId = "words")
{
    const Tokenizer &counter = sharedTokenizer(tokenizerId);
    auto document = Document::fromText("test", std::move(text));
    auto segmentation = std::make_shared<const Segmentation>(Segmentation{EmittedText::fromSource(*document), {}});
    std::vector<Chunk> chunks;
    for (const ByteRange &range : ranges) {
        Chunk chunk;
        chunk.source = range;
        chunk.emit = range;
        chunk.tokens = static_cast<std::uint32_t>(counter.count(document->slice(range)));
        if (!chunks.empty()) {
            const ByteRange shared = intersection(chunks.back().source, range);
            chunk.overlapTokens = static_cast<std::uint32_t>(counter.count(document->slice(shared)));
        }
        chunk.startReason = range.begin == 0 ? BoundaryReason::DocumentStart : reason;
        chunk.endReason = range.end == document->text().size() ? BoundaryReason::DocumentEnd : reason;
        chunks.push_back(chunk);
    }
    return std::make_shared<const ChunkSet>(document, segmentation, std::move(chunks));
}

/// Neighbouring chunks without overlap, cut at each '|' of the marked text.
inline std::shared_ptr<const ChunkSet> chunkSetOfMarked(std::string_view marked,
                                                        BoundaryReason reason = BoundaryReason::Word)
{
    MarkedText parsed = parseMarked(marked);
    std::vector<ByteRange> ranges;
    std::size_t begin = 0;
    parsed.cuts.push_back(parsed.text.size());
    for (const std::size_t end : parsed.cuts) {
        ranges.push_back({begin, end});
        begin = end;
    }
    return chunkSetOf(std::move(parsed.text), ranges, reason);
}

} // namespace cw::testing
