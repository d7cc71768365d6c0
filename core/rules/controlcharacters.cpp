// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/occurrences.h"
#include "text/utf8.h"

#include <algorithm>

namespace cw::rulelist {

namespace {

/// Bytes that are or may begin what is looked for. Written so that a compiler makes vector code of a loop over it.
constexpr unsigned char isSuspicious(unsigned char byte)
{
    const auto isControl = static_cast<unsigned char>((byte < 0x20) & (static_cast<unsigned char>(byte - 0x09) > 0x04));
    return static_cast<unsigned char>(isControl | (byte == 0x7F) | (byte == 0xC2) | (byte == 0xEF));
}

/// C0 but for the white-space controls, DEL, C1 but for NEL, and the replacement character.
constexpr bool isLookedFor(char32_t c)
{
    return (c < 0x20 && (c < 0x09 || c > 0x0D)) || (c >= 0x7F && c <= 0x9F && c != 0x85) || c == 0xFFFD;
}

Occurrences controlCharacters(std::string_view text)
{
    constexpr std::size_t blockBytes = 256;
    Occurrences found;
    for (std::size_t block = 0; block < text.size(); block += blockBytes) {
        const std::size_t end = std::min(block + blockBytes, text.size());
        unsigned char suspicious = 0;
        for (const char byte : text.substr(block, blockBytes))
            suspicious |= isSuspicious(static_cast<unsigned char>(byte));
        if (suspicious == 0)
            continue;
        for (std::size_t byte = block; byte < end; ++byte) {
            if (isSuspicious(static_cast<unsigned char>(text[byte])) == 0)
                continue;
            const DecodedCharacter character = decodeCharacter(text, byte);
            if (isLookedFor(character.codePoint))
                found.push_back({byte, byte + character.byteLength});
        }
    }
    return found;
}

void check(const RuleContext &context, const FindingSink &add)
{
    for (std::size_t document = 0; document < context.input.chunkSets.size(); ++document) {
        if (context.stop.stop_requested())
            return;
        addOncePerChunk(context, document, context.facts(document).of(controlCharacters), add);
    }
}

} // namespace

const RuleDescriptor &controlcharacters()
{
    static const RuleDescriptor rule{
        .id = "control-characters",
        .title = "Control characters",
        .whyItMatters = "Control and replacement characters come from broken extraction or a wrong encoding. They cost "
                        "tokens, blur the vector and can upset programs that read the export.",
        .whatToDo = "Check the document's encoding, or extract it again.",
        .message = "Contains %1 control or replacement characters.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
