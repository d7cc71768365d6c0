// SPDX-License-Identifier: GPL-3.0-or-later
// What a tokenizer file does to the tokens of a text in the end.
#pragma once

#include "base/result.h"
#include "tokenize/tokenizer.h"

#include <simdjson.h>

#include <string>
#include <vector>

namespace cw {

struct PostProcessing
{
    std::size_t tokensAdded = 0; ///< around one text
    Tokenizer::SpecialsAround around; ///< their names
    /// Whether white space is taken off the places of tokens; true for each time with a prefix space left alone.
    std::vector<bool> trims;
};

/// Reads a post-processor of Hugging Face tokenizers 0.22.2; `path` is where it stands in the file, for errors.
[[nodiscard]] Result<PostProcessing> readPostProcessor(simdjson::dom::element postProcessor, const std::string &path);

} // namespace cw
