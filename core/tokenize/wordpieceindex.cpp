// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/wordpieceindex.h"

#include <algorithm>
#include <utility>

namespace cw {

WordPieceIndex::WordPieceIndex(SharedText text, std::shared_ptr<const WordPieceModel> model, RankedBits tokens)
    : m_text(std::move(text)), m_model(std::move(model)), m_tokens(std::move(tokens))
{
}

std::size_t WordPieceIndex::count(ByteRange range) const
{
    if (range.isEmpty())
        return 0;
    const std::string_view text = *m_text;
    std::size_t tokens = 0;

    ByteRange whole = range; // without the words that are cut
    if (const BertWordAround cut = bertWordAround(text, range.begin); !cut.range.isEmpty()) {
        if (range.end <= cut.range.end)
            return m_model->count(text, range);
        // What is left of a word that ends out of sight is a single unknown token, as the word is.
        tokens += cut.endsLater ? 1 : m_model->count(text, {range.begin, cut.range.end});
        whole.begin = cut.endsLater ? m_tokens.select(m_tokens.rank(range.begin)) : cut.range.end;
        if (whole.begin >= range.end)
            return tokens;
    }
    if (const BertWordAround cut = bertWordAround(text, range.end); !cut.range.isEmpty()) {
        whole.end = cut.beginsEarlier ? m_tokens.lastUpTo(range.end - 1, whole.begin) : cut.range.begin;
        tokens += cut.beginsEarlier ? 1 : m_model->count(text, {whole.end, range.end});
    }
    return tokens + m_tokens.rank(whole.end) - m_tokens.rank(whole.begin);
}

std::size_t WordPieceIndex::tokensBefore(std::size_t byte) const
{
    return m_tokens.rank(std::min(byte, m_tokens.size()));
}

} // namespace cw
