// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-pair merging of pieces of at most 64 bytes, in registers and a few cache lines.
#pragma once

#include "base/instructionset.h"
#include "tokenize/bpevocabulary.h"

#include <array>
#include <cstdint>
#include <string_view>

namespace cw {

/// Tokens of a short piece: bit i of `starts` is set when a token starts at byte i; ids[i] is then its id.
struct ShortPiece
{
    static constexpr std::size_t maxBytes = 64;

    std::uint64_t starts = 0;
    std::array<std::uint32_t, maxBytes> ids;
};

/// Merges the leftmost of the pairs of lowest rank until none is left. Precondition: 1 <= bytes.size() <= maxBytes.
void mergeShortPiece(const BpeVocabulary &vocabulary, std::string_view bytes, ShortPiece &piece) noexcept;

/// Only the starts of that, faster.
[[nodiscard]] std::uint64_t shortPieceStarts(const BpeVocabulary &vocabulary, std::string_view bytes,
                                             InstructionSet set = bestInstructionSet()) noexcept;

} // namespace cw
