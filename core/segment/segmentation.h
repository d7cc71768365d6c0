// SPDX-License-Identifier: GPL-3.0-or-later
// A document cut into the units that packing works with.
#pragma once

#include "base/byterange.h"
#include "text/document.h"
#include "text/rankedbits.h"

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Why a boundary is where it is. The order is that of `boundaryReasonId`.
enum class BoundaryReason : std::uint8_t {
    DocumentStart,
    DocumentEnd,
    Heading,
    Paragraph,
    Sentence,
    Line,
    ListItem,
    TableRow,
    CodeNode,
    Page,
    Record,
    Topic, ///< where the words change
    Separator, ///< a separator of the strategy's own list
    Word, ///< between words, as the strategy asks
    Token, ///< between tokens, as the strategy asks
    Pinned, ///< where a person set it
    ForcedWord, ///< between words, because nothing larger fitted
    ForcedCharacter ///< inside a word, because nothing larger fitted
};
inline constexpr std::size_t boundaryReasonCount = static_cast<std::size_t>(BoundaryReason::ForcedCharacter) + 1;

/// "document-start", "paragraph", "forced-word", ...: used in exports.
[[nodiscard]] std::string_view boundaryReasonId(BoundaryReason reason) noexcept;
/// "Cut inside a word, because the word alone is longer than max." and the like, for tooltips.
[[nodiscard]] std::string_view boundaryReasonHelp(BoundaryReason reason) noexcept;
/// Forced cuts: the ones people call hard.
[[nodiscard]] constexpr bool isForced(BoundaryReason reason) noexcept
{
    return reason == BoundaryReason::ForcedWord || reason == BoundaryReason::ForcedCharacter;
}

/// How the text of a chunk comes from the source.
enum class Join : std::uint8_t {
    Source, ///< the exact slice: text == source[range]
    Space ///< units (for some strategies: words) joined with single spaces, as the reference recipes do
};
[[nodiscard]] std::string_view joinId(Join join) noexcept;

/// 20 bytes: a long text has one every 100 bytes or so.
struct Unit
{
    CompactRange source; ///< in the document's text
    CompactRange emit; ///< in the emitted text; equal to `source` when the join is Source
    BoundaryReason startReason = BoundaryReason::Sentence; ///< why a boundary stands before this unit
    BlockKind kind = BlockKind::Paragraph; ///< of the block it is of, where strategies pack by structure
    bool isLeadIn = false; ///< of a short paragraph that announces the list, table or code right behind it
};

/// The text that chunks are slices of, and how it lies over the source.
///
/// With Join::Source it is the document's own text. With Join::Space it is all pieces of the document joined with
/// single spaces: every chunk, being a run of neighbouring units, is then a slice of it, so that one exact TokenIndex
/// serves every join. Pieces are the source ranges between which a space was put in place of whatever stood there.
/// Where that was one byte, both texts go on in step, and the two differ in it: kept are only the places where they do
/// not, 8 bytes each.
class EmittedText final
{
public:
    [[nodiscard]] static EmittedText fromSource(const Document &document);
    /// `pieces` in order, not touching, not empty. Neighbours that a single space separates in the source are merged.
    [[nodiscard]] static EmittedText joinedWithSpaces(const Document &document, const std::vector<ByteRange> &pieces);

    [[nodiscard]] Join join() const noexcept { return m_join; }
    [[nodiscard]] const SharedText &text() const noexcept { return m_text; }
    [[nodiscard]] std::string_view slice(ByteRange emit) const noexcept
    {
        return std::string_view(*m_text).substr(emit.begin, emit.size());
    }

    /// Emit position of a source byte; a byte in a replaced gap maps to the start of the next piece. O(log stretches).
    [[nodiscard]] std::size_t emitOf(std::size_t sourceByte) const noexcept;
    /// Source position of an emit byte; an inserted space maps to the end of the piece before it. O(log stretches).
    [[nodiscard]] std::size_t sourceOf(std::size_t emitByte) const noexcept;
    /// Maximal source ranges whose slices, joined with one space each, are exactly `slice(emit)`. O(bytes).
    [[nodiscard]] std::vector<ByteRange> pieces(ByteRange emit) const;

    /// The same text and positions, for asking about those in `emit` alone. Costs what is replaced there.
    [[nodiscard]] EmittedText within(ByteRange emit) const;
    /// A copy of the slice as a text of its own, which is its own source. O(bytes).
    [[nodiscard]] EmittedText copyOf(ByteRange emit) const;

    class RisingSource;
    class Joiner;

private:
    /// Where both texts begin to go in step; up to the space before the next one they do.
    struct Stretch
    {
        std::uint32_t source = 0;
        std::uint32_t emit = 0;
    };

    Join m_join = Join::Source;
    SharedText m_text;
    SharedText m_source;
    std::vector<Stretch> m_stretches; ///< empty when the join is Source
};

/// sourceOf() for positions asked about in rising order. O(log stretches stepped over).
class EmittedText::RisingSource
{
public:
    explicit RisingSource(const EmittedText &emitted) noexcept : m_emitted(emitted) { }

    /// Precondition: not before the position asked about last.
    [[nodiscard]] std::size_t of(std::size_t emitByte) noexcept;

private:
    static constexpr std::size_t shortStep = 32;

    /// How many stretches of [begin, end) begin up to `emitByte`.
    [[nodiscard]] std::size_t passedOf(std::size_t begin, std::size_t end, std::size_t emitByte) const noexcept;

    const EmittedText &m_emitted;
    std::size_t m_stretch = 0;
};

/// Puts pieces together that come one by one: joinedWithSpaces() without a list of them.
class EmittedText::Joiner
{
public:
    explicit Joiner(const Document &document) : m_document(document) { }

    /// Adds the next piece and returns where it begins in the emitted text.
    std::size_t add(ByteRange piece);
    /// Where the next piece will begin in the emitted text.
    [[nodiscard]] std::size_t nextBegin() const noexcept { return m_joined.size() + (m_stretches.empty() ? 0 : 1); }
    [[nodiscard]] EmittedText take();

private:
    const Document &m_document;
    std::string m_joined;
    std::vector<Stretch> m_stretches;
    std::size_t m_sourceEnd = 0; ///< of the piece added last
};

/// A run of units that belong together: a block, with those inside it right behind. 16 bytes.
struct Piece
{
    std::uint32_t firstUnit = 0;
    std::uint32_t endUnit = 0;
    std::uint32_t next = 0; ///< the piece behind this one and all inside it
    BlockKind kind = BlockKind::Paragraph;
    std::uint8_t level = 0; ///< of a heading that opens a section, else 0
    bool isEmptySection = false; ///< a heading whose section holds nothing but headings
    std::uint8_t endedLevel = 0; ///< the highest level of sections that end right before it other than by its heading
};

/// The units of a table that has a head.
struct TableUnits
{
    std::uint32_t first = 0; ///< of the head
    std::uint32_t rows = 0; ///< the first one behind the head
    std::uint32_t end = 0;
};

struct UnitVectors;

/// Result of segmenting one document: units in order, not overlapping, together covering every non-space character.
/// Strategies that cut by words have `wordStarts` instead, those that cut by tokens or separators have the emitted text
/// alone.
struct Segmentation
{
    EmittedText emitted;
    std::vector<Unit> units;
    RankedBits wordStarts = {}; ///< in the emitted text
    std::vector<Piece> pieces = {}; ///< of strategies that pack by structure: a forest in preorder over all units
    std::vector<TableUnits> tables = {}; ///< of the same, in order
    /// Whose units these are, where only pieces and reasons differ: what units cost need not be found again.
    std::shared_ptr<const Segmentation> base = {};
    std::shared_ptr<const UnitVectors> vectors = {}; ///< that decided the pieces, if any did
};

} // namespace cw
