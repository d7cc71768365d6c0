// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "text/ascii.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace cw::rulelist {

namespace {

constexpr std::size_t longestNameBytes = 40;

bool isNameByte(char c)
{
    return isAsciiAlphanumeric(c) || c == '_';
}

/// End of the "<|name|>" at `open`, which text of every tokenizer is warned of; `open` when there is none.
std::size_t openAiTokenEnd(std::string_view text, std::size_t open)
{
    if (text.substr(open, 2) != "<|")
        return open;
    const std::size_t limit = std::min(text.size(), open + 2 + longestNameBytes);
    std::size_t end = open + 2;
    while (end < limit && isNameByte(text[end]))
        ++end;
    return end > open + 2 && text.substr(end, 2) == "|>" ? end + 2 : open;
}

/// End of the longest of `tokens` at `begin`; `begin` when there is none. Precondition: sorted, none twice. Looks at no
/// more bytes than some token shares with the text.
std::size_t ownTokenEnd(std::string_view text, std::size_t begin, std::span<const std::string> tokens)
{
    std::size_t end = begin;
    for (std::size_t depth = 0; !tokens.empty(); ++depth) {
        if (tokens.front().size() == depth) {
            end = begin + depth;
            tokens = tokens.subspan(1);
        }
        if (begin + depth == text.size())
            break;
        const auto same = std::ranges::equal_range(
            tokens, static_cast<unsigned char>(text[begin + depth]), {},
            [depth](const std::string &token) { return static_cast<unsigned char>(token[depth]); });
        tokens = {same.begin(), same.end()};
    }
    return end;
}

/// All special tokens in order, none inside another.
std::vector<ByteRange> specialTokens(std::string_view text, const Tokenizer &tokenizer)
{
    std::vector<std::string> own = tokenizer.specialTokenTexts();
    std::ranges::sort(own);
    own.erase(std::unique(own.begin(), own.end()), own.end());
    std::erase(own, "");
    std::string firstBytes = "<";
    for (const std::string &token : own) {
        if (token.front() != '<' && token.front() != firstBytes.back())
            firstBytes += token.front();
    }
    std::vector<std::size_t> next;
    for (const char byte : firstBytes)
        next.push_back(text.find(byte));
    std::vector<ByteRange> found;
    for (;;) {
        const auto nearest = std::ranges::min_element(next);
        const std::size_t begin = *nearest;
        if (begin == std::string_view::npos)
            return found;
        const std::size_t end = std::max(ownTokenEnd(text, begin, own), openAiTokenEnd(text, begin));
        if (end > begin && (found.empty() || found.back().end <= begin))
            found.push_back({begin, end});
        *nearest = text.find(text[begin], begin + 1);
    }
}

void check(const RuleContext &context, const FindingSink &add)
{
    for (std::size_t document = 0; document < context.input.chunkSets.size(); ++document) {
        if (context.stop.stop_requested())
            return;
        const ChunkSet &set = *context.input.chunkSets[document];
        for (const ByteRange place : context.facts(document).of(specialTokens, context.input.tokenizer)) {
            for (std::size_t chunk = set.firstChunkEndingAfter(place.end - 1);
                 chunk < set.size() && set.chunks()[chunk].source.begin <= place.begin; ++chunk)
                add({set, static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(chunk)}, place, 0, 0);
        }
    }
}

} // namespace

const RuleDescriptor &specialtokentext()
{
    static const RuleDescriptor rule{
        .id = "special-token-text",
        .title = "Special-token text",
        .whyItMatters
        = "Text such as <|endoftext|> makes tiktoken's encode() raise an error by default, and a chat model "
          "may take it for a control token. A tokenizer of Hugging Face takes its own special tokens, such as BERT's "
          "[SEP], out of any text, and the model then sees the end of a text where there is none.",
        .whatToDo = "Encode with special tokens disallowed as such (encode_ordinary), or clean the source. Counts of "
                    "OpenAI's tokenizers treat it as ordinary text; those of BERT and of tokenizer files count each of "
                    "their own special tokens as one.",
        .message = "Contains text that looks like a special token.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
