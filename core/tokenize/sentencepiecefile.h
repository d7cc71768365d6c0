// SPDX-License-Identifier: GPL-3.0-or-later
// What a SentencePiece .model says, looked at before the library sees it.
#pragma once

#include "base/result.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

namespace cw {

/// The library trusts files: an unknown kind of model, or a table of characters that leads out of itself, would end the
/// program. So the file is read twice, the first time here.
struct SentencePieceFile
{
    enum class Kind { Unigram = 1, Bpe = 2, Word = 3, Character = 4 };

    Kind kind = Kind::Unigram;
    std::size_t pieces = 0;
    bool addsPrefix = true; ///< a space before a text
    bool collapsesSpaces = true; ///< and removes them at a text's ends
    /// Whether a space that follows one of `plain` always begins a piece.
    bool spaceBeginsPiece = true;
    std::array<bool, 128> plain{}; ///< ASCII characters that the normalizer leaves alone

    /// Errors: InvalidConfig, the subject is the field. O(bytes).
    [[nodiscard]] static Result<SentencePieceFile> read(std::string_view bytes);
};

} // namespace cw
