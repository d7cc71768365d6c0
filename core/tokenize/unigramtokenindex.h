// SPDX-License-Identifier: GPL-3.0-or-later
// Exact token counts of any range of a text, for SentencePiece's Unigram models.
#pragma once

#include "base/positionmemo.h"
#include "tokenize/recountmemo.h"
#include "tokenize/sentencepieceengine.h"
#include "tokenize/tokenizer.h"
#include "tokenize/tokenmarks.h"

#include <array>
#include <memory>
#include <optional>
#include <vector>

namespace cw {

/// Scores are summed in single precision from a text's begin, so that the tokens of the whole text, whose sums run into
/// millions, are not those of its parts. Kept are both: the whole text's tokens, with the sum at every few kilobytes,
/// and how many tokens each word has while sums do not matter. A range is a difference of the latter and its two edges
/// wherever all its words *reach* that far (SentencePieceEngine); where one does not, which is one word in thousands,
/// the range is taken apart from its begin on as a text by itself, O(range), and remembered. So edges hold for ranges
/// of up to 2,048 tokens, and no further than the next word that does not reach the sums of these. Takes 50 % of the
/// text, 4 bytes for each token but the first of a word, and 1.6 % for edges.
class UnigramTokenIndex final : public TokenIndex
{
public:
    /// One thread does it all, since each sum needs the one before. Fails for more than 2^32 - 1 tokens.
    [[nodiscard]] static Outcome<std::shared_ptr<const TokenIndex>>
    of(SharedText text, std::shared_ptr<const SentencePieceEngine> engine, const std::stop_token &stop);

    [[nodiscard]] const SharedText &text() const noexcept override { return m_text; }
    [[nodiscard]] std::size_t total() const noexcept override { return m_marks.total(); }
    [[nodiscard]] std::size_t count(ByteRange range) const override;
    /// A long range is counted no further than to where twice as many tokens would be.
    [[nodiscard]] std::size_t countUpTo(ByteRange range, std::size_t most) const override;
    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override;
    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override;
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_marks.select(token); }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override;
    void prefetchToken(std::size_t token) const noexcept override;
    void prefetchEdges(std::size_t byte) const noexcept override;

private:
    static constexpr int nearestReach = SentencePieceEngine::shortestReach;
    static constexpr int farthestReach = SentencePieceEngine::farthestReach;

    struct Sum
    {
        std::size_t byte = 0;
        float before = 0;
    };
    struct Edge
    {
        std::size_t bytes = 0;
        std::size_t tokens = 0;
        int reach = farthestReach;
    };
    UnigramTokenIndex(SharedText text, std::shared_ptr<const SentencePieceEngine> engine);

    [[nodiscard]] bool isBoundary(std::size_t byte) const;
    /// The first boundary behind `byte` and before `limit`; `limit` when there is none.
    [[nodiscard]] std::size_t nextBoundary(std::size_t byte, std::size_t limit) const;
    /// The last one before `byte` and from `limit` on; `limit` when there is none.
    [[nodiscard]] std::size_t previousBoundary(std::size_t byte, std::size_t limit) const;
    [[nodiscard]] bool isInStep(std::size_t byte) const;
    [[nodiscard]] bool endsInStep(std::size_t byte) const;

    [[nodiscard]] std::optional<std::size_t> quickCount(ByteRange range) const;
    /// To the first boundary before `limit`, back to the last one from `limit` on; nothing when there is none.
    [[nodiscard]] std::optional<Edge> edgeFrom(std::size_t begin, std::size_t limit) const;
    [[nodiscard]] std::optional<Edge> edgeBack(std::size_t end, std::size_t limit) const;
    [[nodiscard]] std::size_t countAlone(ByteRange range) const;
    /// Where the first word of [from, to) begins that does not reach the sums of a range with so many tokens before
    /// `from`; `to` when there is none. `reach` is that of the whole range.
    [[nodiscard]] std::size_t firstShort(std::size_t from, std::size_t to, std::size_t tokens, int reach) const;

    SharedText m_text;
    std::shared_ptr<const SentencePieceEngine> m_engine;
    int m_edgeReach; ///< of the words that edges hold for
    TokenMarks m_marks; ///< the whole text's tokens
    TokenMarks m_words; ///< tokens of words alone, all at the word's begin
    std::vector<Sum> m_sums;
    /// By reach, where words begin that do not reach so far.
    std::array<std::vector<std::uint32_t>, farthestReach + 1> m_short;
    PositionMemo m_beginEdges;
    PositionMemo m_endEdges;
    RecountMemo m_recounts;
};

} // namespace cw
