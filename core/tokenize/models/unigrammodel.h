// SPDX-License-Identifier: GPL-3.0-or-later
// Unigram of a tokenizer file.
#pragma once

#include "tokenize/models/characterpairs.h"
#include "tokenize/models/modelvocabulary.h"
#include "tokenize/models/piececache.h"
#include "tokenize/models/piecetrie.h"
#include "tokenize/models/scratchpool.h"
#include "tokenize/piecemodel.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// The segmentation of the highest sum of scores; of equal ones the one whose last token begins earliest. Sums are
/// taken in the reference's order in double precision, from the pretoken's begin, so that ties fall as they do there.
/// What rounding does to a sum depends on all that is before it, so there are certain boundaries only where scores are
/// such that nothing is rounded; elsewhere a pretoken is one piece.
class UnigramModel final : public PieceModel
{
public:
    UnigramModel(ModelVocabulary vocabulary, std::vector<double> scores, std::uint32_t unknown, bool hasByteFallback);

    void tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const override;
    [[nodiscard]] bool isCertainBoundary(char32_t left, char32_t right) const noexcept override;
    [[nodiscard]] std::optional<std::uint32_t> idOf(std::string_view text) const override;
    [[nodiscard]] std::string textOf(std::uint32_t id) const override;
    [[nodiscard]] std::size_t size() const noexcept override { return m_vocabulary.size(); }

private:
    /// The best path to a byte.
    struct Best
    {
        double score = 0;
        std::uint32_t start = 0;
        std::uint32_t token = ModelVocabulary::none;
    };
    struct Found
    {
        std::uint32_t token = 0;
        std::uint32_t begin = 0;
        std::uint32_t end = 0;
    };
    struct Scratch
    {
        PieceCache cache;
        std::vector<Best> best;
        std::vector<Symbol> symbols; ///< tokens that share their bytes count them at the first of them
        std::vector<Found> found;
    };

    void findBest(std::string_view pretoken, Scratch &scratch) const;
    void addUnknown(std::string_view pretoken, std::uint32_t begin, std::uint32_t end, Scratch &scratch) const;
    [[nodiscard]] bool mayBeUnknown(char32_t character) const noexcept;

    ModelVocabulary m_vocabulary;
    PieceTrie m_trie;
    std::vector<double> m_scores;
    double m_unknownScore = 0;
    std::uint32_t m_unknown;
    std::vector<std::uint32_t> m_byteTokens; ///< empty without byte fallback
    CharacterPairs m_pairs;
    char32_t m_unknownFirst = 0; ///< of the text of the unknown token itself
    char32_t m_unknownLast = 0;
    bool m_isSummedExactly = false; ///< for pretokens of any length that occurs
    ScratchPool<Scratch> m_scratch;
};

} // namespace cw
