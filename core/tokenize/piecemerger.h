// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of pretokens, from memory when they were met before.
#pragma once

#include "base/byterange.h"
#include "base/instructionset.h"
#include "tokenize/bpevocabulary.h"
#include "tokenize/longpiecemerger.h"
#include "tokenize/mediumpiececache.h"
#include "tokenize/pretokencache.h"

#include <array>
#include <cstdint>
#include <stop_token>
#include <string_view>

namespace cw {

/// Counts tokens, and marks where they start when there is a bitmap for it: bit p - firstByte for byte p.
struct TokenTally
{
    std::uint64_t *words = nullptr;
    std::size_t firstByte = 0; ///< a multiple of 64
    std::size_t tokens = 0;

    /// Bit i of `starts` stands for byte + i.
    void add(std::size_t byte, std::uint64_t starts) noexcept;
};

/// Memory and scratch space of one thread. Not thread-safe.
class PieceMerger final
{
public:
    explicit PieceMerger(const BpeVocabulary &vocabulary) : m_vocabulary(vocabulary), m_longPieces(vocabulary) { }

    /// Token starts of the pieces that `starts` separates: count - 1 pieces, the last one ending at starts[count - 1].
    /// False when stopped. Precondition: count <= maxStarts.
    [[nodiscard]] bool addPieces(std::string_view text, const std::uint32_t *starts, std::size_t count,
                                 TokenTally &tally, const std::stop_token &stop);

    [[nodiscard]] LongPieceMerger &longPieces() noexcept { return m_longPieces; }

    static constexpr std::size_t maxStarts = 513;

private:
    [[nodiscard]] std::uint32_t shortStarts(const PretokenKey &key, std::uint32_t hash, std::string_view piece);
    [[nodiscard]] std::uint64_t mediumStarts(std::string_view piece);
    [[nodiscard]] std::uint64_t mergedStarts(std::string_view piece);
    [[nodiscard]] bool addLongPiece(std::string_view text, ByteRange piece, TokenTally &tally,
                                    const std::stop_token &stop);

    const BpeVocabulary &m_vocabulary;
    InstructionSet m_instructionSet = bestInstructionSet();
    PretokenCache m_cache;
    MediumPieceCache m_mediumPieces;
    LongPieceMerger m_longPieces;
    std::array<std::uint32_t, maxStarts> m_hashes;
    std::array<std::uint16_t, maxStarts> m_others; ///< pieces that are not known to be one token
};

} // namespace cw
