// SPDX-License-Identifier: GPL-3.0-or-later
// Counting texts behind a prefix that a tokenizer does not keep apart from them.
#pragma once

#include "tokenize/tokenizer.h"

#include <memory>
#include <string>

namespace cw {

/// A tokenizer whose counts are those of prefix + text, less tokensApart(): what the text costs behind the prefix.
/// Byte- pair tokenizers, for one, join the space that a prefix ends with with the text's first word. Tokens that are
/// listed are those of the text without the prefix.
///
/// Where Tokenizer::partsAt() finds a place in the text behind which nothing depends on what stands before, the prefix
/// adds the same to every range that begins at one place and ends behind that: a range then costs what it costs without
/// prefix, and a look-up. Otherwise prefix and range are counted anew, O(range), and remembered.
class PrefixedTokenizer final : public Tokenizer, public std::enable_shared_from_this<PrefixedTokenizer>
{
public:
    PrefixedTokenizer(std::shared_ptr<const Tokenizer> tokenizer, std::string prefix);

    /// Tokens of the prefix that no text changes, all before the last place where it parts.
    [[nodiscard]] std::size_t tokensApart() const noexcept { return m_tokensApart; }
    [[nodiscard]] const std::string &prefix() const noexcept { return m_prefix; }
    [[nodiscard]] const Tokenizer &plain() const noexcept { return *m_tokenizer; }

    [[nodiscard]] std::string_view id() const noexcept override { return m_tokenizer->id(); }
    /// Followed by the prefix: its tokens are counted with those of the text.
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return m_key; }
    [[nodiscard]] std::size_t vocabularySize() const noexcept override { return m_tokenizer->vocabularySize(); }
    [[nodiscard]] std::size_t specialTokensAdded() const noexcept override { return m_tokenizer->specialTokensAdded(); }
    [[nodiscard]] std::optional<SpecialsAround> specialsAround() const override
    {
        return m_tokenizer->specialsAround();
    }
    [[nodiscard]] std::vector<std::string> specialTokenTexts() const override
    {
        return m_tokenizer->specialTokenTexts();
    }
    /// 0 for an empty text.
    [[nodiscard]] std::size_t count(std::string_view text) const override;
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const override
    {
        return m_tokenizer->encode(text);
    }
    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override { return m_tokenizer->tokens(text); }
    [[nodiscard]] Result<std::vector<Token>> tryTokens(std::string_view text) const override
    {
        return m_tokenizer->tryTokens(text);
    }
    [[nodiscard]] std::string tokenText(std::uint32_t token) const override { return m_tokenizer->tokenText(token); }
    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned threads = 1) const override;

private:
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::string m_prefix;
    std::string m_key;
    std::size_t m_tokensApart = 0;
};

} // namespace cw
