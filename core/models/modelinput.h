// SPDX-License-Identifier: GPL-3.0-or-later
// What an embedding model reads of a chunk: its text, and what comes around it.
#pragma once

#include "models/modelprofile.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

namespace cw {

/// A model under a tokenizer, with what it adds to every chunk. Without a model everything is zero.
struct ModelInput
{
    std::shared_ptr<const ModelProfile> profile; ///< null: no model
    std::size_t specialTokens = 0; ///< set around one text
    std::size_t prefixTokens = 0; ///< that the passage prefix adds, whatever the text
    /// Counts a text's tokens as the model sees them: the tokenizer given or, where that joins the prefix's end with
    /// the text, one whose counts hold what becomes of both (PrefixedTokenizer). Null without a model.
    std::shared_ptr<const Tokenizer> tokenizer;
    /// A whole sentence where the profile names other special tokens than the tokenizer adds by itself; mostly empty.
    std::string remark;
    bool isCounted = false; ///< max holds the special tokens and the prefix as well

    [[nodiscard]] explicit operator bool() const noexcept { return profile != nullptr; }
    [[nodiscard]] std::size_t overhead() const noexcept { return specialTokens + prefixTokens; }
    /// Tokens of max that are not left to the text.
    [[nodiscard]] std::size_t reserved() const noexcept { return isCounted ? overhead() : 0; }
    /// Tokens the model sees of a chunk whose text has `textTokens`. Exact.
    [[nodiscard]] std::size_t tokensOf(std::size_t textTokens) const noexcept { return textTokens + overhead(); }
    /// Most tokens of a text that are not cut off.
    [[nodiscard]] std::size_t mostTextTokens() const noexcept
    {
        const std::size_t limit = profile ? static_cast<std::size_t>(profile->inputLimit) : 0;
        return limit > overhead() ? limit - overhead() : 0;
    }
    /// Empty without a model.
    [[nodiscard]] std::string_view prefix() const noexcept
    {
        return profile ? std::string_view(profile->passagePrefix) : std::string_view();
    }
};

/// `profile` with its special tokens and its prefix counted by `tokenizer`.
[[nodiscard]] ModelInput modelInput(std::shared_ptr<const ModelProfile> profile,
                                    std::shared_ptr<const Tokenizer> tokenizer, bool isCounted);

/// First byte of a range of the index's text that a model which reads `mostTokens` of it does not see to its end; the
/// range's end when it sees all.
[[nodiscard]] std::size_t truncatedFrom(const TokenIndex &index, ByteRange range, std::size_t mostTokens);

} // namespace cw
