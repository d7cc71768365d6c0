// SPDX-License-Identifier: GPL-3.0-or-later
// The tokenizers of OpenAI's models.
#pragma once

#include "text/unicode.h"
#include "tokenize/bpemodel.h"
#include "tokenize/tokenizer.h"

namespace cw {

/// Same tokens as tiktoken's `encode_ordinary`.
class BpeTokenizer final : public Tokenizer
{
public:
    struct Definition
    {
        std::string_view id;
        std::string_view vocabularySha256;
        std::span<const std::uint8_t> merges;
        PretokenPattern pattern;
        std::uint32_t skippedId = BpeModel::noSkippedId;
    };

    /// Takes some milliseconds. The definition's texts are kept, not copied.
    [[nodiscard]] static Result<std::shared_ptr<const Tokenizer>> create(const Definition &definition);

    BpeTokenizer(const Definition &definition, std::shared_ptr<const BpeModel> model);

    [[nodiscard]] std::string_view id() const noexcept override { return m_definition.id; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return m_definition.vocabularySha256; }
    [[nodiscard]] std::size_t vocabularySize() const noexcept override { return m_model->vocabulary().size(); }
    [[nodiscard]] std::size_t count(std::string_view text) const override { return m_model->countTokens(text); }
    [[nodiscard]] bool partsAt(std::string_view text, std::size_t byte) const override;
    /// White space goes with white space, and o200k_base's symbols reach over line ends to slashes.
    [[nodiscard]] bool isCutBehindLineEnd(char32_t first) const override
    {
        return first != '/' && !isPythonSpace(first);
    }
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const override;
    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override;
    [[nodiscard]] std::string tokenText(std::uint32_t id) const override;
    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned threads = 1) const override;

    [[nodiscard]] const BpeModel &model() const noexcept { return *m_model; }

private:
    Definition m_definition;
    std::shared_ptr<const BpeModel> m_model;
};

} // namespace cw
