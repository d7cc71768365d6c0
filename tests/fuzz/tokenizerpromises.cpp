// SPDX-License-Identifier: GPL-3.0-or-later
#include "fuzz/tokenizerpromises.h"

#include "fuzz/fuzz.h"
#include "text/utf8.h"

#include <string>
#include <string_view>
#include <vector>

namespace cw::fuzz {

namespace {

constexpr std::string_view texts[] = {
    "",
    " ",
    "the <s> chunk",
    "  Some  words,\tan 'll 12345 and\nlines\r\n\r\n  behind.  ",
    "caf\u00E9 cafe\u0301 \uFB01n \u4E2D\u6587 \uAC01 \U0001F642\u200D\U0001F642 \u00AD\u2581x\u2581\u2581y",
    "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    "b",
    "<0x41> [CLS] ##ing <unk> \uFFFD \x01\x7F",
};

void checkError(const Error &error, ErrorCode code)
{
    require(error.code == code, "An error has another code than expected.");
    require(!error.subject.empty(), "An error names no field.");
    require(error.message.ends_with('.'), "An error is no whole sentence.");
}

void checkText(const Tokenizer &tokenizer, std::string_view text)
{
    const auto tokens = tokenizer.tryTokens(text);
    const auto index = tokenizer.index(std::make_shared<const std::string>(text), {}, 1);
    require(tokens.hasValue() == index.hasValue(), "Tokens and index disagree on whether a text can be tokenized.");
    if (!tokens) {
        checkError(tokens.error(), ErrorCode::BadInput);
        return;
    }
    std::size_t begin = 0;
    for (const Token &token : *tokens) {
        require(begin <= token.bytes.begin && token.bytes.begin <= token.bytes.end && token.bytes.end <= text.size(),
                "Tokens are not in order or not in the text.");
        begin = token.bytes.begin;
        static_cast<void>(tokenizer.tokenText(token.id));
    }
    require(tokenizer.count(text) == tokens->size(), "A count is not the number of tokens.");
    require((*index)->total() == tokens->size(), "The index counts other tokens.");
    for (std::size_t first = 0; first < text.size(); first += 3) {
        for (std::size_t last = first + 1; last <= text.size(); last += 7) {
            if (!isCharacterBoundary(text, first) || !isCharacterBoundary(text, last))
                continue;
            const std::string_view part = text.substr(first, last - first);
            if (const auto alone = tokenizer.tryTokens(part))
                require((*index)->count({first, last}) == alone->size(), "A range is not counted as a text by itself.");
        }
    }
}

} // namespace

void checkTokenizer(const Result<std::shared_ptr<const Tokenizer>> &tokenizer)
{
    if (!tokenizer) {
        checkError(tokenizer.error(), ErrorCode::InvalidConfig);
        return;
    }
    static_cast<void>((*tokenizer)->specialTokenTexts());
    static_cast<void>((*tokenizer)->specialTokensAdded());
    for (const std::string_view text : texts)
        checkText(**tokenizer, text);
}

} // namespace cw::fuzz
