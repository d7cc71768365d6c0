// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/textsearch.h"

#include "text/utf8.h"

#include <QChar>
#include <QList>

namespace cw {
namespace {

constexpr std::size_t bytesBetweenLooks = 1 << 18;

char32_t folded(char32_t codePoint, bool caseSensitive)
{
    if (caseSensitive)
        return codePoint;
    if (codePoint < 0x80)
        return codePoint >= U'A' && codePoint <= U'Z' ? codePoint + 0x20 : codePoint;
    return QChar::toCaseFolded(codePoint);
}

bool isWordCharacter(char32_t codePoint)
{
    return codePoint == U'_' || QChar::isLetterOrNumber(codePoint) || QChar::isMark(codePoint);
}

bool standsAlone(std::string_view text, ByteRange match)
{
    if (match.begin > 0 && isWordCharacter(decodeCharacter(text, previousCharacterStart(text, match.begin)).codePoint))
        return false;
    return match.end == text.size() || !isWordCharacter(decodeCharacter(text, match.end).codePoint);
}

/// Knuth-Morris-Pratt: how much of the pattern still matches after a mismatch at each length.
std::vector<std::size_t> fallbacksOf(const std::vector<char32_t> &pattern)
{
    std::vector<std::size_t> fallbacks(pattern.size() + 1, 0);
    std::size_t matched = 0;
    for (std::size_t i = 1; i < pattern.size(); ++i) {
        while (matched > 0 && pattern[i] != pattern[matched])
            matched = fallbacks[matched];
        if (pattern[i] == pattern[matched])
            ++matched;
        fallbacks[i + 1] = matched;
    }
    return fallbacks;
}

} // namespace

std::vector<ByteRange> findAll(std::string_view text, const SearchQuery &query, const std::stop_token &stop)
{
    std::vector<ByteRange> matches;
    std::vector<char32_t> pattern;
    for (const uint codePoint : query.text.toUcs4())
        pattern.push_back(folded(codePoint, query.caseSensitive));
    if (pattern.empty())
        return matches;
    const std::vector<std::size_t> fallbacks = fallbacksOf(pattern);

    std::size_t matched = 0;
    std::size_t nextLook = bytesBetweenLooks;
    for (std::size_t byte = 0; byte < text.size();) {
        if (byte >= nextLook) {
            if (stop.stop_requested())
                break;
            nextLook = byte + bytesBetweenLooks;
        }
        const DecodedCharacter character = decodeCharacter(text, byte);
        byte += character.byteLength;
        const char32_t codePoint = folded(character.codePoint, query.caseSensitive);
        while (matched > 0 && codePoint != pattern[matched])
            matched = fallbacks[matched];
        if (codePoint == pattern[matched])
            ++matched;
        if (matched < pattern.size())
            continue;
        std::size_t begin = byte;
        for (std::size_t i = 0; i < pattern.size(); ++i)
            begin = previousCharacterStart(text, begin);
        const bool isMatch = !query.wholeWords || standsAlone(text, {begin, byte});
        if (isMatch)
            matches.push_back({begin, byte});
        matched = isMatch ? 0 : fallbacks[matched];
    }
    return matches;
}

} // namespace cw
