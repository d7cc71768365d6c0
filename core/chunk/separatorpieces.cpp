// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/separatorpieces.h"

#include "segment/words.h"

#include <limits>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t leastPieceBytes = 16; ///< on average over a level
constexpr std::size_t sparePieces = 16; ///< how many a short text may have whatever their size

} // namespace

SeparatorPieces::SeparatorPieces(std::shared_ptr<const TokenIndex> index, std::vector<std::string> separators)
    : m_index(std::move(index)), m_separators(std::move(separators)), m_views(m_separators.begin(), m_separators.end()),
      m_mostPieces(m_index->text()->size() / (2 * sizeof(Piece)) + sparePieces)
{
}

SeparatorPieces::Use::Use(const SeparatorPieces *pieces) : m_pieces(pieces)
{
    if (m_pieces)
        m_lock = std::unique_lock(m_pieces->m_mutex, std::try_to_lock);
}

const SeparatorPieces::Level *SeparatorPieces::Use::whole(const std::stop_token &stop)
{
    std::uint32_t &number = m_pieces->m_whole;
    if (number == unopened)
        number = split({0, m_pieces->m_index->text()->size()}, 0, BoundaryReason::DocumentStart, stop);
    return number < tooFine ? &m_pieces->m_levels[number] : nullptr;
}

const SeparatorPieces::Level *SeparatorPieces::Use::inside(const Level &level, std::uint32_t piece,
                                                           const std::stop_token &stop)
{
    std::uint32_t number = m_pieces->m_pieces[piece].level;
    if (number == unopened) {
        number = split(bytes(level, piece), level.finerSeparators, reason(piece), stop);
        m_pieces->m_pieces[piece].level = number;
    }
    return number < tooFine ? &m_pieces->m_levels[number] : nullptr;
}

std::uint32_t SeparatorPieces::Use::split(ByteRange bytes, std::size_t firstSeparator, BoundaryReason reason,
                                          const std::stop_token &stop)
{
    constexpr std::size_t stopCheckMask = 0x3FF;
    constexpr std::size_t mostSpaces = std::numeric_limits<std::uint8_t>::max();
    const std::string_view text = *m_pieces->m_index->text();
    const SeparatorReader reader(text, m_pieces->m_views);
    std::vector<Piece> &pieces = m_pieces->m_pieces;
    const std::size_t first = pieces.size();
    SeparatorLevel level = reader.open(bytes, firstSeparator, reason);
    if (level.separator.empty())
        return tooFine;
    for (std::size_t count = 0; !level.isAtEnd(); ++count) {
        const bool isStopped = (count & stopCheckMask) == 0 && stop.stop_requested();
        const bool isTooFine = count > (level.next - bytes.begin) / leastPieceBytes + sparePieces
            || pieces.size() == m_pieces->m_mostPieces;
        if (isStopped || isTooFine) {
            pieces.resize(first);
            return isStopped ? unopened : tooFine;
        }
        const ByteRange range = reader.take(level);
        const ByteRange stripped = stripSpaces(text, range);
        const std::size_t leading = stripped.begin - range.begin;
        const std::size_t trailing = range.end - stripped.end;
        Piece &piece = pieces.emplace_back();
        piece.begin = static_cast<std::uint32_t>(range.begin);
        piece.tokens = static_cast<std::uint32_t>(pieceTokens(*m_pieces->m_index, range));
        piece.reason = range.begin == bytes.begin ? reason : level.reason;
        piece.isBlank = stripped.isEmpty();
        piece.isPlain = !piece.isBlank && leading <= mostSpaces && trailing <= mostSpaces;
        if (piece.isPlain) {
            piece.leadingSpaces = static_cast<std::uint8_t>(leading);
            piece.trailingSpaces = static_cast<std::uint8_t>(trailing);
        }
    }
    m_pieces->m_levels.push_back({.first = static_cast<std::uint32_t>(first),
                                  .end = static_cast<std::uint32_t>(pieces.size()),
                                  .endByte = static_cast<std::uint32_t>(bytes.end),
                                  .finerSeparators = static_cast<std::uint32_t>(level.finerSeparators),
                                  .canGoFiner = level.canGoFiner});
    return static_cast<std::uint32_t>(m_pieces->m_levels.size() - 1);
}

std::uint32_t SeparatorPieces::Use::count(std::uint32_t first, std::size_t firstEnd, std::uint32_t last, ByteRange run)
{
    const TokenIndex &index = *m_pieces->m_index;
    Piece &from = m_pieces->m_pieces[first];
    if (!from.knowsBegin) {
        const BeginEdge edge = index.beginEdge(run.begin);
        from.before = edge.before;
        from.beginHolds = edge.exactFrom <= firstEnd && edge.exactTo == BeginEdge::always;
        from.knowsBegin = true;
    }
    Piece &to = m_pieces->m_pieces[last];
    if (!to.knowsEnd) {
        const EndEdge edge = index.endEdge(run.end);
        to.upTo = edge.upTo;
        to.endIsExact = edge.isExact;
        to.knowsEnd = true;
    }
    return from.beginHolds && to.endIsExact ? to.upTo - from.before : static_cast<std::uint32_t>(index.count(run));
}

} // namespace cw
