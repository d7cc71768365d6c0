// SPDX-License-Identifier: GPL-3.0-or-later
// A tokenizer as a Hugging Face tokenizer.json describes it.
#pragma once

#include "tokenize/bpemodel.h"
#include "tokenize/fragmenttokens.h"
#include "tokenize/piecemodel.h"
#include "tokenize/pipeline/addedtokens.h"
#include "tokenize/pipeline/normalizers.h"
#include "tokenize/pipeline/postprocessors.h"
#include "tokenize/pipeline/pretokenizers.h"
#include "tokenize/tokenizer.h"
#include "tokenize/tokenizerformats.h"

#include <vector>

namespace cw {

/// Added tokens, normalizer, pre-tokenizers and model, one after the other, with the results and the places that
/// Hugging Face tokenizers 0.22.2 has. A text is worked on in parts of a few kilobytes between certain boundaries.
/// Special tokens in a text are special tokens, as there by default.
/// Byte-level models of well-known kinds count plain texts as the bundled vocabularies of that kind do.
class PipelineTokenizer final : public Tokenizer,
                                public FragmentTokens,
                                public std::enable_shared_from_this<PipelineTokenizer>
{
public:
    struct Parts
    {
        std::shared_ptr<const Normalizer> normalizer; ///< may be null
        PreTokenizers preTokenizers;
        std::shared_ptr<const PieceModel> model;
        AddedTokens addedTokens;
        PostProcessing postProcessing;
    };

    PipelineTokenizer(Parts parts, TokenizerOrigin origin);

    [[nodiscard]] std::string_view id() const noexcept override { return m_origin.id; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return m_origin.sha256; }
    [[nodiscard]] std::size_t vocabularySize() const noexcept override;
    [[nodiscard]] std::size_t specialTokensAdded() const noexcept override
    {
        return m_parts.postProcessing.tokensAdded;
    }
    [[nodiscard]] std::optional<SpecialsAround> specialsAround() const override
    {
        return m_parts.postProcessing.around;
    }
    [[nodiscard]] std::vector<std::string> specialTokenTexts() const override;
    [[nodiscard]] std::size_t count(std::string_view text) const override;
    [[nodiscard]] bool partsAt(std::string_view text, std::size_t byte) const override
    {
        return isCertainBoundary(text, byte);
    }
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const override;
    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override;
    [[nodiscard]] Result<std::vector<Token>> tryTokens(std::string_view text) const override;
    [[nodiscard]] std::string tokenText(std::uint32_t id) const override;
    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned threads) const override;

    bool fragmentTokens(std::string_view text, ByteRange fragment, bool isTextBegin, bool isTextEnd,
                        std::vector<Token> &tokens) const override;
    [[nodiscard]] bool isCutBehindLineEnd(char32_t first) const override
    {
        return !m_dependsOnBegin && boundaryBetween('\n', first).isCertain;
    }
    [[nodiscard]] bool isCertainBoundary(std::string_view text, std::size_t byte) const override;
    [[nodiscard]] bool dependsOnTextBegin() const noexcept override { return m_dependsOnBegin; }
    [[nodiscard]] bool dependsOnTextEnd() const noexcept override { return m_dependsOnEnd; }

private:
    /// Whether the text has neither added tokens nor anything to normalize, and so no part of it has.
    [[nodiscard]] bool isPlain(std::string_view text) const;
    bool appendAll(std::string_view text, std::vector<Token> &tokens) const;

    struct Boundary
    {
        bool isCertain = false;
        std::size_t cutBy = 0; ///< the pre-tokenizer that cuts here; their number when none does
    };
    [[nodiscard]] Boundary boundaryBetween(char32_t left, char32_t right) const;
    void appendTokens(const TextPiece &piece, std::string_view text, std::size_t begin, bool isTextBegin,
                      std::vector<Token> &tokens) const;
    [[nodiscard]] ByteRange trimmed(ByteRange bytes, std::string_view text, std::size_t begin,
                                    std::string_view spelling, bool isFirst) const;

    Parts m_parts;
    TokenizerOrigin m_origin;
    std::shared_ptr<const BpeModel> m_bytePairs; ///< the same tokens of plain texts; may be null
    AddedTokenFinder m_unmerged; ///< what plain texts do not hold either
    bool m_dependsOnBegin = false;
    bool m_dependsOnEnd = false;
    std::vector<bool> m_asciiBoundaries; ///< of pairs of ASCII characters
};

} // namespace cw
