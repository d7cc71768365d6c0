// SPDX-License-Identifier: GPL-3.0-or-later
// What a configuration says in place of a tokenizer: a bundled tokenizer's id, or the path of a file.
#pragma once

#include "tokenize/tokenizer.h"

#include <memory>
#include <string>
#include <string_view>

namespace cw {

/// Whether `reference` is a file's path: it has a "/", or ends in ".json" or ".model".
[[nodiscard]] bool isTokenizerFile(std::string_view reference) noexcept;

/// The reference under which a configuration keeps the tokenizer: an alias becomes the id, all else stays.
[[nodiscard]] std::string canonicalTokenizerReference(std::string_view reference);

/// How to speak of a tokenizer to people, whether or not it exists or was loaded.
struct TokenizerLabel
{
    std::string name; ///< the id, of a file the file's name
    std::string title; ///< as above, but of a bundled tokenizer its title
    std::string help; ///< of a file where it is
    std::string tokenNoun = "token";
};
[[nodiscard]] TokenizerLabel labelOfTokenizer(std::string_view reference);

/// Makes openTokenizer() find a tokenizer that was read from a file under its id(), in place of an earlier one of that
/// id. Core reads no files: whoever meets a path in a configuration loads it (io/tokenizerfile.h) before. Thread-safe.
void registerTokenizer(std::shared_ptr<const Tokenizer> tokenizer);

} // namespace cw
