// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens that are taken out of a text before and after it is normalized.
#pragma once

#include "base/result.h"
#include "tokenize/piecemodel.h"
#include "tokenize/pipeline/normalizers.h"

#include <simdjson.h>

#include <array>
#include <map>
#include <string>
#include <unordered_map>
#include <vector>

namespace cw {

struct AddedToken
{
    std::string content;
    bool isSingleWord = false;
    bool stripsLeft = false;
    bool stripsRight = false;
    bool isNormalized = false;
    bool isSpecial = false;

    bool operator==(const AddedToken &) const = default;
};

/// A set of texts to look for: at each place the longest one. Memory is O(bytes of the texts).
class AddedTokenFinder final
{
public:
    /// Of equal texts the first one counts.
    void add(std::string_view text, std::uint32_t id, const AddedToken &token);

    [[nodiscard]] bool isEmpty() const noexcept { return m_nodeCount == 0; }
    /// Splits a piece that is no token into added tokens and what lies between them, and appends these.
    void split(const TextPiece &piece, std::vector<TextPiece> &pieces) const;

    /// Whether any of the texts stands in `text`. Linear, or nearly so.
    [[nodiscard]] bool occursIn(std::string_view text) const;

    /// True when neither a token nor the white space it takes along holds the two side by side, and none is judged by
    /// what stands beside it across this place. `beginMatters`: whether text behind a token is treated like a text's
    /// begin; `endMatters` likewise.
    [[nodiscard]] bool keepsApart(char32_t left, char32_t right, bool beginMatters, bool endMatters) const;

private:
    struct Found
    {
        std::uint32_t id = 0;
        AddedToken flags;
    };
    struct Match
    {
        std::size_t length = 0;
        const Found *token = nullptr;
    };
    [[nodiscard]] Match longestAt(std::string_view text, std::size_t begin) const;

    std::unordered_map<std::uint64_t, std::uint32_t> m_edges; ///< node << 8 | byte to node; the root is 0
    std::unordered_map<std::uint32_t, Found> m_ends;
    std::uint32_t m_nodeCount = 0;
    std::array<bool, 256> m_begins{};
    std::vector<bool> m_firstPairs; ///< first two bytes
    bool m_hasShort = false; ///< a text of one byte

    std::map<char32_t, bool> m_firsts; ///< first characters; whether of a single word
    std::map<char32_t, bool> m_lasts;
    std::map<std::pair<char32_t, char32_t>, bool> m_pairs;
    std::map<char32_t, bool> m_strippingFirsts;
    std::map<char32_t, bool> m_strippingLasts;
};

/// The list "added_tokens" of a file, with the ids that the reference gives them whatever the file says.
class AddedTokens final
{
public:
    [[nodiscard]] static Result<AddedTokens> read(simdjson::dom::element list, const PieceModel &model,
                                                  const Normalizer *normalizer);

    [[nodiscard]] const AddedTokenFinder &verbatim() const noexcept { return m_verbatim; }
    [[nodiscard]] const AddedTokenFinder &normalized() const noexcept { return m_normalized; }
    [[nodiscard]] std::optional<std::uint32_t> idOf(std::string_view text) const;
    /// Empty when there is no such token.
    [[nodiscard]] std::string textOf(std::uint32_t id) const;
    /// One more than the greatest id of an added token.
    [[nodiscard]] std::size_t idEnd() const noexcept { return m_idEnd; }
    [[nodiscard]] std::vector<std::string> specialTexts() const;

private:
    AddedTokenFinder m_verbatim;
    AddedTokenFinder m_normalized;
    std::unordered_map<std::string, std::uint32_t> m_ids;
    std::unordered_map<std::uint32_t, AddedToken> m_tokens;
    std::size_t m_idEnd = 0;
};

} // namespace cw
