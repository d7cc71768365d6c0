// SPDX-License-Identifier: GPL-3.0-or-later
// Packing by structure: pieces are kept whole while they fit, sections apart, and headings with what they head.
#pragma once

#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/chunkprefix.h"
#include "chunk/packthreads.h"
#include "chunk/unitedges.h"
#include "chunk/wordedges.h"
#include "segment/segmentation.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

namespace cw {

/// Where a chunk has to end, however much room is left.
enum class SectionBound : std::uint8_t {
    Every, ///< at every heading, and where a section ends without one
    Levels, ///< at headings of deepestLevel and above, and where their sections end
    None ///< nowhere: sections are packed like other pieces
};

/// What becomes of a table, a list or code, all of which fits into a chunk: it is whole, but for Free.
enum class BlockPolicy : std::uint8_t {
    Parts, ///< one that is too long is cut at its rows, items or lines, which may share chunks with what is around
    Apart, ///< one that is too long is cut as well, but in chunks that hold nothing else, headings and lead-ins right
           ///< before it aside
    Free ///< its rows, items or lines fill chunks like any others
};

struct BlockPolicies
{
    BlockPolicy table = BlockPolicy::Parts;
    BlockPolicy code = BlockPolicy::Parts; ///< between fences and indented
    BlockPolicy list = BlockPolicy::Parts;
};

struct PiecePackRequest
{
    const Segmentation &segmentation; ///< of segmentBlocks()
    const TokenIndex &index; ///< of the emitted text
    std::size_t maxTokens = 1;
    std::size_t desiredTokens = 1; ///< chunks are closed once the next piece would take them past this; <= maxTokens
    std::size_t overlapTokens = 0;
    SectionBound bound = SectionBound::Every;
    unsigned deepestLevel = 6; ///< for SectionBound::Levels
    std::size_t leastTokens = 0; ///< a chunk of fewer need not end there, when what follows fits
    /// Of source code: a declaration that is too long for a chunk shares none with what stands before and behind it.
    bool partsLongDeclarations = false;
    bool overlapsSections = false; ///< whether what is carried may come from the section before
    BlockPolicies policies = {};
    const UnitEdges *edges = nullptr; ///< of the units under `index`; may be null, which costs more and changes nothing
    WordEdgesView words = {}; ///< of the emitted text; as many as there are
    const Prefixes *prefixes = nullptr; ///< null: chunks have none
    PackThreads threads = {};
};

/// No chunk is over maxTokens with its prefix, but for a single character that is; that one has none. A piece that fits
/// into maxTokens is never cut unless its policy is Free; one that does not is cut into the pieces inside it, into
/// units, and a unit into windows of words. A heading is never the last thing in a chunk and never alone in one, unless
/// not even one word of what follows fits beside it, or nothing follows and nothing before has room to spare. A lead-in
/// (Unit::isLeadIn) goes with what it announces where that is not cut for it. Carried are whole units of paragraphs,
/// lists and code. Marks that only end what is before them stay with it while they fit. O(units) with edges. Where a
/// tokenizer cannot say what a prefix adds whatever the text, each chunk is counted once more with its prefix, and
/// filled again with less room when that is too much: O(text) more.
[[nodiscard]] Outcome<std::vector<Chunk>> packPieces(const PiecePackRequest &request, std::stop_token stop);

} // namespace cw
