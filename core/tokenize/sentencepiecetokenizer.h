// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of SentencePiece .model files.
#pragma once

#include "tokenize/fragmenttokens.h"
#include "tokenize/sentencepieceengine.h"
#include "tokenize/sentencepiecefile.h"
#include "tokenize/tokenizer.h"
#include "tokenize/tokenizerformats.h"

#include <sentencepiece_processor.h>

#include <memory>

namespace cw {

/// Whole texts are what the library makes of them. A space behind a plain character is a certain boundary for
/// byte-pair and character models; word models have none, since the library joins unknown words, space and all, into
/// one token, and unigram models none, since it adds up scores in single precision from the text's begin:
/// UnigramTokenIndex.
class SentencePieceTokenizer final : public Tokenizer,
                                     public FragmentTokens,
                                     public std::enable_shared_from_this<SentencePieceTokenizer>
{
public:
    /// Precondition: the processor is loaded.
    SentencePieceTokenizer(std::unique_ptr<const sentencepiece::SentencePieceProcessor> processor,
                           SentencePieceFile file, TokenizerOrigin origin);

    [[nodiscard]] std::string_view id() const noexcept override { return m_origin.id; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return m_origin.sha256; }
    [[nodiscard]] std::size_t vocabularySize() const noexcept override { return m_file.pieces.size(); }
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
    [[nodiscard]] Error whyUnknown() const override;
    [[nodiscard]] bool isCertainBoundary(std::string_view text, std::size_t byte) const override;
    /// A text that begins with a space gets another one before it, unless spaces are collapsed.
    [[nodiscard]] bool dependsOnTextBegin() const noexcept override
    {
        return m_file.addsPrefix && !m_file.collapsesSpaces;
    }
    [[nodiscard]] bool dependsOnTextEnd() const noexcept override { return false; }

private:
    std::unique_ptr<const sentencepiece::SentencePieceProcessor> m_processor;
    SentencePieceFile m_file;
    std::shared_ptr<const SentencePieceEngine> m_engine; ///< null where only the library knows
    TokenizerOrigin m_origin;
    bool m_hasBoundaries;
};

} // namespace cw
