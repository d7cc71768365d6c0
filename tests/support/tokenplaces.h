// SPDX-License-Identifier: GPL-3.0-or-later
// Places of tokens as Hugging Face tokenizers tells them.
#pragma once

#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <cstdint>
#include <string_view>
#include <vector>

namespace cw::testing {

/// Begin and end of each token in characters.
[[nodiscard]] inline std::vector<std::uint64_t> characterPlaces(const std::vector<Token> &tokens, std::string_view text)
{
    std::vector<std::uint64_t> characterAt;
    std::uint64_t characters = 0;
    for (const char byte : text)
        characterAt.push_back(isUtf8Continuation(byte) ? characters - 1 : characters++);
    characterAt.push_back(characters);
    std::vector<std::uint64_t> places;
    for (const Token &token : tokens)
        places.insert(places.end(), {characterAt[token.bytes.begin], characterAt[token.bytes.end]});
    return places;
}

} // namespace cw::testing
