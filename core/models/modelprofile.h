// SPDX-License-Identifier: GPL-3.0-or-later
// Embedding models: with which tokenizer they count, what they add around a text, how much they read of it.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// One model as its publisher describes it. Figures are only as good as `source`; what of them is not from there, the
/// note says.
struct ModelProfile
{
    std::string id; ///< letters, digits, '.', '-' and '_'
    std::string title;
    std::string family; ///< for lists; may be empty
    std::string tokenizer; ///< a tokenizer's id, or the path of a tokenizer file; empty when the user has to choose it
    std::string tokenizerFile; ///< where the file to choose is published; empty when `tokenizer` is given
    std::vector<std::string> specialsBefore; ///< special tokens set before one text, one token each: "[CLS]"
    std::vector<std::string> specialsAfter; ///< likewise after it: "[SEP]"
    std::string passagePrefix; ///< set before every passage (a chunk) before it is tokenized
    std::string queryPrefix; ///< set before every query; for information only
    std::uint64_t inputLimit = 0; ///< most tokens of one input, special tokens and prefix included
    std::string source; ///< address of the published figures
    std::string note; ///< what is not from there, and what to check; may be empty

    [[nodiscard]] std::size_t specialTokens() const noexcept { return specialsBefore.size() + specialsAfter.size(); }
    bool operator==(const ModelProfile &) const = default;
};

/// The built-in models in display order; models of one family stand together.
[[nodiscard]] std::span<const ModelProfile> modelProfiles();

/// The model that `reference` names: a built-in id, or the path of a profile file that keepModelProfile() was told of.
/// Null when there is none. Safe to call from any thread.
[[nodiscard]] std::shared_ptr<const ModelProfile> findModelProfile(std::string_view reference);
/// Makes `profile` known under the path it was read from, instead of what was known under it before.
void keepModelProfile(std::string path, ModelProfile profile);

/// Whether a reference to a model or a tokenizer is the path of a file rather than an id: it has a '/', or ends in
/// ".json" or ".model".
[[nodiscard]] bool isFileReference(std::string_view reference) noexcept;

/// Largest profile file that is read, in bytes.
inline constexpr std::size_t largestModelProfile = std::size_t{64} << 10U;

/// A user's profile (schema "chunk-model/1", see resources/models/README.md). Strict: anything unknown, missing,
/// repeated, mistyped, empty or too large is InvalidConfig with the key as subject and in the message.
[[nodiscard]] Result<ModelProfile> parseModelProfile(std::string_view json);
/// The built-in list (schema "chunk-models/1"), read as strictly; ids must be unique.
[[nodiscard]] Result<std::vector<ModelProfile>> parseModelProfiles(std::string_view json);

} // namespace cw
