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
    const BertWordAround cut = bertWordAround(*m_text, range.begin);
    const BeginEdge begin = beginEdgeOf(cut, range.begin);
    if (range.end >= begin.exactFrom)
        return endEdge(range.end).upTo - begin.before;
    // Past the letters looked at, what is left of a word that ends out of sight is a single unknown token.
    return range.end <= cut.range.end ? m_model->count(*m_text, range) : 1;
}

BeginEdge WordPieceIndex::beginEdge(std::size_t byte) const
{
    return beginEdgeOf(bertWordAround(*m_text, byte), byte);
}

BeginEdge WordPieceIndex::beginEdgeOf(const BertWordAround &cut, std::size_t byte) const
{
    const auto before = static_cast<std::uint32_t>(m_tokens.rank(byte));
    if (cut.range.isEmpty())
        return {before, byte};
    if (cut.endsLater)
        return {before - 1, m_tokens.select(before)};
    const std::size_t left = m_model->count(*m_text, {byte, cut.range.end});
    return {static_cast<std::uint32_t>(m_tokens.rank(cut.range.end) - left), cut.range.end};
}

EndEdge WordPieceIndex::endEdge(std::size_t byte) const
{
    const BertWordAround cut = bertWordAround(*m_text, byte);
    if (cut.range.isEmpty() || cut.beginsEarlier)
        return {static_cast<std::uint32_t>(m_tokens.rank(byte)), true};
    const std::size_t right = m_model->count(*m_text, {cut.range.begin, byte});
    return {static_cast<std::uint32_t>(m_tokens.rank(cut.range.begin) + right), true};
}

std::size_t WordPieceIndex::tokensBefore(std::size_t byte) const
{
    return m_tokens.rank(std::min(byte, m_tokens.size()));
}

std::vector<Token> WordPieceIndex::tokensOf(ByteRange range) const
{
    const std::string_view text = *m_text;
    const BertWordAround cut = bertWordAround(text, range.begin);
    // A word of too many letters to look at is one token, which began before.
    std::size_t from = cut.beginsEarlier ? m_tokens.select(m_tokens.rank(range.begin)) : cut.range.begin;
    from = beginOfDroppedBefore(text, from);
    std::vector<Token> tokens;
    BertWordScanner words(text, {from, text.size()});
    while (words.position() < range.end && words.next() && words.begin() < range.end)
        m_model->appendTokens(text, words, range, tokens);
    return tokens;
}

} // namespace cw
