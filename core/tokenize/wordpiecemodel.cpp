// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/wordpiecemodel.h"

#include "text/utf8.h"
#include "tokenize/bertmarks.h"

#include <algorithm>

namespace cw {

namespace {

[[nodiscard]] std::size_t charactersIn(std::string_view text)
{
    return static_cast<std::size_t>(std::ranges::count_if(text, [](char byte) { return !isUtf8Continuation(byte); }));
}

} // namespace

std::size_t WordPieceModel::count(std::string_view text, ByteRange range) const
{
    std::size_t tokens = 0;
    BertWordScanner words(text, range);
    while (words.next())
        forEachToken(words, [&](std::size_t, std::uint32_t) { ++tokens; });
    return tokens;
}

void WordPieceModel::appendTokens(std::string_view text, const BertWordScanner &word, ByteRange range,
                                  std::vector<Token> &tokens) const
{
    const std::string_view letters = word.letters();
    std::vector<ByteRange> places;
    if (word.hasMarks())
        places = bertLetterPlaces(text, word.span());
    std::size_t letter = 0;
    forEachPiece(word, [&](std::size_t begin, std::size_t end, std::uint32_t id) {
        const std::size_t start = word.sourceOf(begin);
        const std::size_t firstLetter = letter;
        letter = end < letters.size() ? letter + charactersIn(letters.substr(begin, end - begin)) : places.size();
        if (start < range.begin || start >= range.end)
            return;
        if (!places.empty()) {
            tokens.push_back({id, {places[firstLetter].begin, places[letter - 1].end}});
            return;
        }
        // Letters of one character stand at different bytes of it.
        std::size_t behind = end < letters.size() ? word.sourceOf(end - 1) + 1 : word.end();
        while (!isCharacterBoundary(text, behind))
            ++behind;
        tokens.push_back(
            {id, {isCharacterBoundary(text, start) ? start : previousCharacterStart(text, start), behind}});
    });
}

} // namespace cw
