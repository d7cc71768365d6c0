// SPDX-License-Identifier: GPL-3.0-or-later
// What takes a normalized text apart before the model sees it.
#pragma once

#include "base/result.h"
#include "tokenize/pipeline/alignedtext.h"
#include "tokenize/pretokenizer.h"

#include <simdjson.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace cw {

/// One pre-tokenizer of Hugging Face tokenizers 0.22.2, sequences excepted: they are lists. Immutable and safe to share
/// between threads.
class PreTokenizer
{
public:
    /// What happens between two neighbouring characters, whatever else is in the text.
    enum class Place {
        Unknown, ///< depends on more than the two
        Cut, ///< a piece ends and one begins, and neither depends on the other side
        Passed ///< none ends here, and the piece comes out the same if it is cut here before or after
    };

    virtual ~PreTokenizer() = default;

    /// Replaces the pieces that are no tokens by their parts.

    virtual void split(std::vector<TextPiece> &pieces, PieceStore &store) const = 0;

    /// Writes back to `left` and `right` what becomes of them.
    [[nodiscard]] virtual Place placeBetween(char32_t &left, char32_t &right) const = 0;

    /// What of a byte-level tokenizer's work it does, and that it does nothing else.
    struct ByteLevelRole
    {
        std::optional<PretokenPattern> pattern; ///< cuts texts as this says
        bool spellsBytes = false; ///< and then writes them in byteAlphabet
    };
    [[nodiscard]] virtual std::optional<ByteLevelRole> byteLevelRole() const { return std::nullopt; }

    /// Whether something is put before pieces.
    [[nodiscard]] virtual bool dependsOnBegin() const { return false; }
};

using PreTokenizers = std::vector<std::shared_ptr<const PreTokenizer>>;

/// The pattern that they cut by, when writing the parts in byteAlphabet is all else they do.
[[nodiscard]] std::optional<PretokenPattern> byteLevelPattern(const PreTokenizers &preTokenizers);

/// Reads a pre-tokenizer or a sequence of them; `path` is where it stands in the file, for errors.
[[nodiscard]] Result<PreTokenizers> readPreTokenizers(simdjson::dom::element preTokenizer, const std::string &path);

} // namespace cw
