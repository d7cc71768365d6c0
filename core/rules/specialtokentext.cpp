// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "text/ascii.h"

#include <algorithm>
#include <array>
#include <functional>
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

bool isCapitalByte(char c)
{
    return isNameByte(c) && !(c >= 'a' && c <= 'z');
}

/// Tags of markup are far too many to be asked about one by one.
bool isTokenName(std::string_view name)
{
    constexpr std::array<std::string_view, 10> plain{"s",   "/s",  "unk", "pad", "mask",
                                                     "bos", "eos", "cls", "sep", "eod"};
    return name.find('_') != std::string_view::npos || std::ranges::find(plain, name) != plain.end();
}

/// Where the name of `isOfName` bytes at `byte` ends.
std::size_t nameEnd(std::string_view text, std::size_t byte, bool (*isOfName)(char))
{
    const std::size_t limit = std::min(text.size(), byte + longestNameBytes);
    while (byte < limit && isOfName(text[byte]))
        ++byte;
    return byte;
}

/// End of the "<|name|>", "<name>" or "[NAME]" at `open`; `open` when there is none.
std::size_t specialTokenEnd(std::string_view text, std::size_t open)
{
    const char next = open + 1 < text.size() ? text[open + 1] : '\0';
    if (text[open] == '[') {
        const std::size_t end = nameEnd(text, open + 1, isCapitalByte);
        return end > open + 1 && end < text.size() && text[end] == ']' ? end + 1 : open;
    }
    if (next == '|') {
        const std::size_t end = nameEnd(text, open + 2, isNameByte);
        return end > open + 2 && text.substr(end, 2) == "|>" ? end + 2 : open;
    }
    const std::size_t end = nameEnd(text, open + 1 + (next == '/' ? 1 : 0), isNameByte);
    const bool isClosed = end < text.size() && text[end] == '>';
    return isClosed && isTokenName(text.substr(open + 1, end - open - 1)) ? end + 1 : open;
}

/// All that may be special tokens, in order. They hold no white space, so a join never makes or breaks one.
std::vector<ByteRange> candidates(std::string_view text)
{
    std::vector<ByteRange> found;
    std::size_t angle = text.find('<');
    std::size_t square = text.find('[');
    while (angle != square) { // both npos at the end
        const std::size_t open = std::min(angle, square);
        if (const std::size_t end = specialTokenEnd(text, open); end > open)
            found.push_back({open, end});
        std::size_t &passed = angle < square ? angle : square;
        passed = text.find(text[open], open + 1);
    }
    return found;
}

/// Text of this form is a special token of some tokenizer of OpenAI's; others only count where they are one.
bool isAlwaysMeant(std::string_view spelling)
{
    return spelling.starts_with("<|");
}

void check(const RuleContext &context, const FindingSink &add)
{
    std::vector<std::string> own = context.input.tokenizer.specialTokenTexts();
    std::ranges::sort(own);
    for (std::size_t document = 0; document < context.input.chunkSets.size(); ++document) {
        if (context.stop.stop_requested())
            return;
        const ChunkSet &set = *context.input.chunkSets[document];
        const std::string_view text = set.document().text();
        for (const ByteRange place : context.facts(document).of(candidates)) {
            const std::string_view spelling = text.substr(place.begin, place.size());
            if (!isAlwaysMeant(spelling) && !std::ranges::binary_search(own, spelling, std::less<>()))
                continue;
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
