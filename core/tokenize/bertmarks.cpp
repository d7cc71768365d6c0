// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bertmarks.h"

#include "text/utf8.h"
#include "tokenize/bertcharacters.h"
#include "tokenize/pipeline/pipelinecharacters.h"
#include "tokenize/pipeline/unicodenormalization.h"

#include <algorithm>
#include <string>

namespace cw {

namespace {

constexpr char32_t replacementCharacter = 0xFFFD;

[[nodiscard]] bool isCleanedAway(char32_t codePoint) noexcept
{
    return codePoint == replacementCharacter || hasFlag(codePoint, PipelineFlag::Other);
}

} // namespace

std::vector<ByteRange> bertLetterPlaces(std::string_view text, ByteRange span)
{
    std::string cleaned;
    std::vector<ByteRange> sources;
    for (std::size_t byte = span.begin; byte < span.end;) {
        const DecodedCharacter decoded = decodeCharacter(text, byte);
        if (!isCleanedAway(decoded.codePoint)) {
            cleaned += text.substr(byte, decoded.byteLength);
            sources.push_back({byte, byte + decoded.byteLength});
        }
        byte += decoded.byteLength;
    }
    std::vector<ByteRange> places;
    std::size_t next = 0;
    for (const CharacterChange &change : normalizationChanges(cleaned, NormalizationForm::D)) {
        if (change.change == 0)
            ++next;
        if (!hasFlag(change.character, PipelineFlag::NonspacingMark))
            places.insert(places.end(), bertCharacter(change.character).partCount,
                          sources[std::max<std::size_t>(next, 1) - 1]);
    }
    return places;
}

} // namespace cw
