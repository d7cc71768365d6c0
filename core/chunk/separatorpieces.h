// SPDX-License-Identifier: GPL-3.0-or-later
// What splitting by separators finds out about a text, kept from one slider tick to the next.
#pragma once

#include "chunk/separatorlevels.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// The pieces of one text under one list of separators and one tokenizer. Where a text is split does not depend on
/// max: max only decides which pieces are split further. So a piece that was opened once is known with all inside it,
/// and what a piece costs, and what its edges cost a chunk that begins or ends there, is asked of the index once.
///
/// Kept are levels whose pieces have 16 bytes or more each, which words and characters have not, and pieces of 24 bytes
/// up to half of the text's size; what is beyond is split anew at each tick. Fills itself while it is used, by one
/// thread at a time; what it says never changes.
class SeparatorPieces final
{
public:
    SeparatorPieces(std::shared_ptr<const TokenIndex> index, std::vector<std::string> separators);

    [[nodiscard]] bool isOf(const TokenIndex &index) const noexcept { return m_index.get() == &index; }
    [[nodiscard]] const std::vector<std::string_view> &separators() const noexcept { return m_views; }

    /// Pieces of one text that was split, neighbours, by number.
    struct Level
    {
        std::uint32_t first = 0;
        std::uint32_t end = 0;
        std::uint32_t endByte = 0; ///< of the last piece
        std::uint32_t finerSeparators = 0;
        bool canGoFiner = false;
    };
    class Use;

private:
    struct Piece
    {
        std::uint32_t begin = 0;
        std::uint32_t tokens = 0; ///< as a text by itself
        std::uint32_t before = 0; ///< of the edge where it begins but for white space
        std::uint32_t upTo = 0; ///< of the edge where it ends but for white space
        std::uint32_t level = unopened; ///< number of what is inside
        std::uint8_t leadingSpaces = 0; ///< bytes
        std::uint8_t trailingSpaces = 0; ///< bytes
        BoundaryReason reason = BoundaryReason::Separator; ///< of the boundary before it
        bool isBlank : 1 = false; ///< all white space
        bool isPlain : 1 = false; ///< not blank, and without too much white space at an end
        bool knowsBegin : 1 = false;
        bool beginHolds : 1 = false; ///< for all ends from the piece's own on
        bool knowsEnd : 1 = false;
        bool endIsExact : 1 = false;
    };
    static_assert(sizeof(Piece) == 24);
    static constexpr std::uint32_t unopened = 0xFFFFFFFF;
    static constexpr std::uint32_t tooFine = 0xFFFFFFFE;

    std::shared_ptr<const TokenIndex> m_index;
    std::vector<std::string> m_separators;
    std::vector<std::string_view> m_views; ///< of m_separators
    std::size_t m_mostPieces;
    mutable std::mutex m_mutex; ///< of what follows
    mutable std::vector<Piece> m_pieces;
    mutable std::vector<Level> m_levels;
    mutable std::uint32_t m_whole = unopened; ///< level of the whole text
};

/// For one splitting. Is false while another thread has it, and without pieces.
class SeparatorPieces::Use final
{
public:
    explicit Use(const SeparatorPieces *pieces);
    explicit operator bool() const noexcept { return m_lock.owns_lock(); }

    /// Of the whole text; null when its pieces are not kept, or when stopped.
    [[nodiscard]] const Level *whole(const std::stop_token &stop);
    /// Of what is inside a piece of `level`. Ends the life of levels got before.
    [[nodiscard]] const Level *inside(const Level &level, std::uint32_t piece, const std::stop_token &stop);

    [[nodiscard]] ByteRange bytes(const Level &level, std::uint32_t piece) const noexcept
    {
        const std::vector<Piece> &pieces = m_pieces->m_pieces;
        return {pieces[piece].begin, piece + 1 < level.end ? pieces[piece + 1].begin : level.endByte};
    }
    [[nodiscard]] std::size_t tokens(std::uint32_t piece) const noexcept { return m_pieces->m_pieces[piece].tokens; }
    [[nodiscard]] BoundaryReason reason(std::uint32_t piece) const noexcept { return m_pieces->m_pieces[piece].reason; }
    /// Whether it is all white space.
    [[nodiscard]] bool isBlank(std::uint32_t piece) const noexcept { return m_pieces->m_pieces[piece].isBlank; }
    /// Whether the two functions below may be asked about it.
    [[nodiscard]] bool isPlain(std::uint32_t piece) const noexcept { return m_pieces->m_pieces[piece].isPlain; }
    /// The piece's bytes without white space at both ends.
    [[nodiscard]] ByteRange stripped(std::uint32_t piece, ByteRange bytes) const noexcept
    {
        const Piece &kept = m_pieces->m_pieces[piece];
        return {bytes.begin + kept.leadingSpaces, bytes.end - kept.trailingSpaces};
    }
    /// Tokens of `run`, from where `first` begins to where `last` ends, both stripped. `firstEnd` is where `first`
    /// ends, stripped. Precondition: first <= last, of one level.
    [[nodiscard]] std::uint32_t count(std::uint32_t first, std::size_t firstEnd, std::uint32_t last, ByteRange run);

private:
    [[nodiscard]] std::uint32_t split(ByteRange bytes, std::size_t firstSeparator, BoundaryReason reason,
                                      const std::stop_token &stop);

    const SeparatorPieces *m_pieces;
    std::unique_lock<std::mutex> m_lock;
};

} // namespace cw
