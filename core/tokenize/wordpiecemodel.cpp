// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/wordpiecemodel.h"

namespace cw {

std::size_t WordPieceModel::count(std::string_view text, ByteRange range) const
{
    std::size_t tokens = 0;
    BertWordScanner words(text, range);
    while (words.next())
        forEachToken(words, [&](std::size_t, std::uint32_t) { ++tokens; });
    return tokens;
}

} // namespace cw
