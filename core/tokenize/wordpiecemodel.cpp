// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/wordpiecemodel.h"

#include "text/utf8.h"

namespace cw {

std::size_t WordPieceModel::count(std::string_view text, ByteRange range) const
{
    std::size_t tokens = 0;
    BertWordScanner words(text, range);
    while (words.next())
        forEachToken(words, [&](std::size_t, std::uint32_t) { ++tokens; });
    return tokens;
}

void WordPieceModel::appendTokens(std::string_view text, const BertWordScanner &word, std::vector<Token> &tokens) const
{
    forEachPiece(word, [&](std::size_t begin, std::size_t end, std::uint32_t id) {
        // Letters of one character stand at different bytes of it.
        const std::size_t first = word.sourceOf(begin);
        std::size_t behind = end < word.letters().size() ? word.sourceOf(end - 1) + 1 : word.end();
        while (!isCharacterBoundary(text, behind))
            ++behind;
        tokens.push_back(
            {id, {isCharacterBoundary(text, first) ? first : previousCharacterStart(text, first), behind}});
    });
}

} // namespace cw
