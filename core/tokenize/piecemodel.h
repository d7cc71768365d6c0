// SPDX-License-Identifier: GPL-3.0-or-later
// The model of a tokenizer file: what cuts one pretoken into pieces of a vocabulary.
#pragma once

#include "base/result.h"

#include <simdjson.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

class BpeVocabulary;

/// A model as Hugging Face tokenizers 0.22 has it. Immutable and safe to share between threads.
class PieceModel
{
public:
    /// A token and the bytes of the pretoken it stands for. As the reference has it, these need not fit together: what
    /// a model drops shifts the pieces behind it, and several pieces may have the same bytes.
    struct Piece
    {
        std::uint32_t id = 0;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;

        bool operator==(const Piece &) const = default;
    };

    virtual ~PieceModel() = default;

    /// Appends the pieces of `pretoken`, which may be of any length; time is O(n) or O(n log n) whatever it holds.
    /// Precondition: valid UTF-8, less than 4 GiB.
    virtual void tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const = 0;

    /// True where cutting a pretoken between these two neighbouring characters changes none of its pieces, whatever
    /// else is in it: no piece holds the two side by side, and the model cannot tell a pretoken's begin or end from its
    /// middle. May say false too often.
    [[nodiscard]] virtual bool isCertainBoundary(char32_t left, char32_t right) const noexcept = 0;

    /// The same model as a vocabulary of bytes whose tokens' ranks rise, and the ids of its tokens, where it is exactly
    /// that for every pretoken written in byteAlphabet; it then works like those of tiktoken.
    struct BytePairs
    {
        std::shared_ptr<const BpeVocabulary> vocabulary;
        std::vector<std::uint32_t> ids;
        std::vector<std::string>
            unmerged; ///< texts in which it is not: pretokens that are a token without being merged
    };
    [[nodiscard]] virtual std::optional<BytePairs> bytePairs() const { return std::nullopt; }

    /// The token that `text` is in the vocabulary.
    [[nodiscard]] virtual std::optional<std::uint32_t> idOf(std::string_view text) const = 0;
    /// As written in the vocabulary; empty when there is no such token.
    [[nodiscard]] virtual std::string textOf(std::uint32_t id) const = 0;
    /// Tokens in the vocabulary.
    [[nodiscard]] virtual std::size_t size() const noexcept = 0;
};

using PieceModelResult = Result<std::shared_ptr<const PieceModel>>;

/// Reads the "model" object of a tokenizer.json, whatever its kind (its "type", or for files without one what its
/// fields say). Everything the file needs to have is checked here; errors are InvalidConfig, their subject is the field
/// ("model.merges[12]"). Options that cannot be reproduced exactly (dropout) are refused.
[[nodiscard]] PieceModelResult readPieceModel(simdjson::dom::element model);

/// By kind. Preconditions: none, any JSON will do.
[[nodiscard]] PieceModelResult readBpeModel(simdjson::dom::element model);
[[nodiscard]] PieceModelResult readUnigramModel(simdjson::dom::element model);
[[nodiscard]] PieceModelResult readWordPieceModel(simdjson::dom::element model);
[[nodiscard]] PieceModelResult readWordLevelModel(simdjson::dom::element model);

} // namespace cw
