// SPDX-License-Identifier: GPL-3.0-or-later
// What a SentencePiece .model says, looked at before the library sees it.
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// The library trusts files: an unknown kind of model, or a table of characters that leads out of itself, would end the
/// program. So the file is read twice, the first time here.
struct SentencePieceFile
{
    enum class Kind { Unigram = 1, Bpe = 2, Word = 3, Character = 4 };
    enum class PieceType { Normal = 1, Unknown = 2, Control = 3, UserDefined = 4, Unused = 5, Byte = 6 };

    struct Piece
    {
        std::string text;
        float score = 0;
        PieceType type = PieceType::Normal;
    };

    Kind kind = Kind::Unigram;
    std::vector<Piece> pieces;
    std::string characterTable; ///< of the normalizer, as in the file; may be empty
    bool hasByteFallback = false;
    bool escapesSpaces = true; ///< writes spaces as U+2581
    bool endsWithSpaces = false; ///< what is added to a text comes behind it
    bool addsPrefix = true; ///< a space before a text
    bool collapsesSpaces = true; ///< and removes them at a text's ends
    /// Whether a space that follows one of `plain` always begins a piece.
    bool spaceBeginsPiece = true;
    std::array<bool, 128> plain{}; ///< ASCII characters that the normalizer leaves alone

    /// Errors: InvalidConfig, the subject is the field. O(bytes).
    [[nodiscard]] static Result<SentencePieceFile> read(std::string_view bytes);
};

} // namespace cw
