// SPDX-License-Identifier: GPL-3.0-or-later
// Places at which a chunk must end and the next one begin, whatever the strategy.
#pragma once

#include "base/result.h"
#include "chunk/unitedges.h"
#include "segment/segmentation.h"
#include "text/document.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <stop_token>
#include <vector>

namespace cw {

/// Places at which the chunks of a document must, or must not, begin and end.
struct PinnedPlaces
{
    std::vector<std::size_t> breaks; ///< in rising order, on character boundaries inside the text
    std::vector<std::size_t> keeps; ///< likewise

    [[nodiscard]] bool isEmpty() const noexcept { return breaks.empty() && keeps.empty(); }
    bool operator==(const PinnedPlaces &) const = default;
};

/// What stands between two breaks, cut out of a document's segmentation so that a strategy packs it as it would a whole
/// document: nothing it makes of it can reach across.
struct PackRegion
{
    Segmentation segmentation;
    std::shared_ptr<const TokenIndex> index;
    std::shared_ptr<const UnitEdges> edges; ///< null where there are no units
    /// Segmentations without units come with a copy of their text, which begins here in the whole emitted text. Units
    /// and pieces keep the whole document's positions, text and index.
    std::size_t emitBegin = 0;
    ByteRange source; ///< from break to break
    bool hasOwnText = false;
};

/// A document between its breaks. Immutable.
///
/// Made once per segmentation, index and breaks, then kept from tick to tick. Costs a copy of the units and pieces (20
/// and 16 bytes each) and of their edges (8 bytes a unit); those of a region whose first or last unit a break divides
/// are looked up anew. Where there are no units, a copy of the text. Nothing is tokenized or segmented again.
class PackRegions final
{
public:
    /// A unit that straddles a break is divided there. Units between which one of the keeps stands are joined to one:
    /// whoever asks has made sure that the whole fits, see joinableKeeps(). `edges` are those of `whole`, and may be
    /// null. Regions of white space alone are left out.
    [[nodiscard]] static Outcome<std::shared_ptr<const PackRegions>>
    of(const Document &document, const Segmentation &whole, const std::shared_ptr<const TokenIndex> &index,
       const UnitEdges *edges, const PinnedPlaces &places, std::stop_token stop);
    /// One region from `source.begin` to `source.end`, looked for in all pieces. Null for white space alone.
    [[nodiscard]] static Outcome<std::shared_ptr<const PackRegion>>
    between(ByteRange source, const Document &document, const Segmentation &whole,
            const std::shared_ptr<const TokenIndex> &index, std::span<const std::size_t> keeps, std::stop_token stop);

    [[nodiscard]] const std::vector<PackRegion> &regions() const noexcept { return m_regions; }
    /// The keeps that units were joined at.
    [[nodiscard]] const std::vector<std::size_t> &joined() const noexcept { return m_joined; }

private:
    std::vector<PackRegion> m_regions;
    std::vector<std::size_t> m_joined;
};

/// Those of the keeps that stand between units which, joined, fit into a chunk; several in a row only together.
/// `room(byte)` is how many tokens a chunk has that begins there; empty: any number. O(keeps log units) and one or two
/// counts each.
[[nodiscard]] std::vector<std::size_t> joinableKeeps(const Document &document, const Segmentation &whole,
                                                     const TokenIndex &index, const PinnedPlaces &places,
                                                     const std::function<std::size_t(std::size_t byte)> &room);

} // namespace cw
