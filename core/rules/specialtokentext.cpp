// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <algorithm>

namespace cw::rulelist {

namespace {

constexpr std::size_t longestNameBytes = 40;

bool isNameByte(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/// All "<|name|>" of a text, in order. They hold no white space, so a join never makes or breaks one.
std::vector<ByteRange> specialTokens(std::string_view text)
{
    std::vector<ByteRange> found;
    for (std::size_t open = text.find("<|"); open != std::string_view::npos; open = text.find("<|", open + 1)) {
        const std::size_t nameBegin = open + 2;
        std::size_t nameEnd = nameBegin;
        while (nameEnd < text.size() && nameEnd - nameBegin < longestNameBytes && isNameByte(text[nameEnd]))
            ++nameEnd;
        if (nameEnd > nameBegin && text.substr(nameEnd, 2) == "|>")
            found.push_back({open, nameEnd + 2});
    }
    return found;
}

void check(const RuleContext &context, const FindingSink &add)
{
    for (std::size_t document = 0; document < context.input.chunkSets.size(); ++document) {
        if (context.stop.stop_requested())
            return;
        const ChunkSet &set = *context.input.chunkSets[document];
        for (const ByteRange place : context.facts(document).of(specialTokens)) {
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
          "may take it for a control token.",
        .whatToDo = "Encode with special tokens disallowed as such (encode_ordinary), or clean the source. Counts here "
                    "treat it as ordinary text.",
        .message = "Contains text that looks like a special token.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
