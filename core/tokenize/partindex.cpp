// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/partindex.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

class PartIndex final : public TokenIndex
{
public:
    PartIndex(std::shared_ptr<const TokenIndex> whole, std::size_t begin, SharedText part)
        : m_whole(std::move(whole)), m_text(std::move(part)), m_begin(begin), m_first(m_whole->tokensBefore(begin)),
          m_total(m_whole->tokensBefore(begin + m_text->size()) - m_first)
    {
    }

    [[nodiscard]] const SharedText &text() const noexcept override { return m_text; }
    [[nodiscard]] std::size_t total() const noexcept override { return m_total; }

    [[nodiscard]] std::size_t count(ByteRange range) const override
    {
        return m_whole->count({m_begin + range.begin, m_begin + range.end});
    }

    [[nodiscard]] std::size_t countUpTo(ByteRange range, std::size_t most) const override
    {
        return m_whole->countUpTo({m_begin + range.begin, m_begin + range.end}, most);
    }

    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override
    {
        BeginEdge edge = m_whole->beginEdge(m_begin + byte);
        if (edge.exactFrom != BeginEdge::never)
            edge.exactFrom -= std::min(edge.exactFrom, m_begin);
        if (edge.exactTo != BeginEdge::always)
            edge.exactTo -= std::min(edge.exactTo, m_begin);
        return edge;
    }

    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override { return m_whole->endEdge(m_begin + byte); }

    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override
    {
        return m_whole->tokensBefore(m_begin + byte) - m_first;
    }

    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override
    {
        return token >= m_total ? m_text->size() : m_whole->tokenStart(m_first + token) - m_begin;
    }

    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override
    {
        std::vector<Token> tokens = m_whole->tokensOf({m_begin + range.begin, m_begin + range.end});
        for (Token &token : tokens) {
            token.bytes.begin -= m_begin;
            token.bytes.end -= m_begin;
        }
        return tokens;
    }

    void prefetchToken(std::size_t token) const noexcept override
    {
        if (token < m_total)
            m_whole->prefetchToken(m_first + token);
    }
    void prefetchEdges(std::size_t byte) const noexcept override
    {
        if (byte < m_text->size())
            m_whole->prefetchEdges(m_begin + byte);
    }

private:
    std::shared_ptr<const TokenIndex> m_whole;
    SharedText m_text;
    std::size_t m_begin;
    std::size_t m_first;
    std::size_t m_total;
};

} // namespace

std::shared_ptr<const TokenIndex> partIndex(std::shared_ptr<const TokenIndex> whole, std::size_t begin, SharedText part)
{
    return std::make_shared<const PartIndex>(std::move(whole), begin, std::move(part));
}

} // namespace cw
