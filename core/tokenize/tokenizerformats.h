// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers from the files that models are published with.
#pragma once

#include "base/result.h"
#include "tokenize/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>

namespace cw {

/// What a tokenizer read from a file says of itself.
struct TokenizerOrigin
{
    std::string id; ///< Tokenizer::id(): the path it is referred to by
    std::string sha256; ///< Tokenizer::vocabularySha256(): of the file
};

/// A Hugging Face tokenizer.json. Errors: InvalidConfig for damaged files and for components that cannot be followed
/// exactly; the subject is the path within the file ("model.merges[17]").
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(std::string_view json, TokenizerOrigin origin);

/// A SentencePiece .model. Errors: InvalidConfig, as above.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> readSentencePieceModel(std::string_view bytes,
                                                                              TokenizerOrigin origin);

} // namespace cw
