// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/prefixedtokenizer.h"

#include "base/positionmemo.h"
#include "text/utf8.h"
#include "tokenize/recountmemo.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace cw {

namespace {

/// Places further from a range's begin are not looked for: the prefix is then counted with the whole range.
constexpr std::size_t farthestPlace = 4000;
constexpr unsigned bytesPerEdgeBits = 8;
constexpr unsigned addedBits = 9;
constexpr std::int64_t addedZero = std::int64_t{1} << (addedBits - 1);

class PrefixedTokenIndex final : public TokenIndex
{
public:
    PrefixedTokenIndex(std::shared_ptr<const PrefixedTokenizer> tokenizer, std::shared_ptr<const TokenIndex> index)
        : m_tokenizer(std::move(tokenizer)), m_index(std::move(index)),
          m_edges(m_index->text()->size(), bytesPerEdgeBits)
    {
    }

    [[nodiscard]] const SharedText &text() const noexcept override { return m_index->text(); }
    [[nodiscard]] std::size_t total() const noexcept override { return m_index->total(); }

    [[nodiscard]] std::size_t count(ByteRange range) const override
    {
        if (range.isEmpty())
            return 0;
        if (const auto edge = edgeAt(range.begin); edge && range.begin + edge->bytes <= range.end)
            return static_cast<std::size_t>(static_cast<std::int64_t>(m_index->count(range)) + edge->added);
        const std::uint64_t known = m_recounts.find(range);
        if (known != RecountMemo::unknown)
            return static_cast<std::size_t>(known);
        const std::size_t tokens = m_tokenizer->count(std::string_view(*text()).substr(range.begin, range.size()));
        m_recounts.remember(range, tokens);
        return tokens;
    }

    [[nodiscard]] std::size_t countUpTo(ByteRange range, std::size_t most) const override
    {
        constexpr std::size_t largest = std::size_t{1} << 40;
        const auto edge = range.isEmpty() || most > largest ? std::nullopt : edgeAt(range.begin);
        if (!edge || range.begin + edge->bytes > range.end)
            return count(range);
        const std::int64_t left = std::max<std::int64_t>(0, static_cast<std::int64_t>(most) - edge->added);
        const std::size_t tokens = m_index->countUpTo(range, static_cast<std::size_t>(left));
        return static_cast<std::size_t>(static_cast<std::int64_t>(tokens) + edge->added);
    }

    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override
    {
        BeginEdge edge = m_index->beginEdge(byte);
        const auto added = edge.exactFrom == BeginEdge::never ? std::nullopt : edgeAt(byte);
        if (!added)
            return {};
        edge.before -= static_cast<std::uint32_t>(added->added);
        edge.exactFrom = std::max(edge.exactFrom, byte + added->bytes);
        return edge;
    }
    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override { return m_index->endEdge(byte); }

    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override { return m_index->tokensBefore(byte); }
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_index->tokenStart(token); }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override { return m_index->tokensOf(range); }
    void prefetchToken(std::size_t token) const noexcept override { m_index->prefetchToken(token); }
    void prefetchEdges(std::size_t byte) const noexcept override { m_index->prefetchEdges(byte); }

private:
    /// What the prefix adds to ranges from a place on that are at least so long.
    struct Edge
    {
        std::size_t bytes = 0;
        std::int64_t added = 0;
    };

    [[nodiscard]] std::optional<Edge> edgeAt(std::size_t begin) const
    {
        if (const std::uint32_t value = m_edges.find(begin); value != PositionMemo::unknown)
            return Edge{value >> addedBits, std::int64_t{value & ((1U << addedBits) - 1)} - addedZero};
        const std::string_view bytes = *text();
        const std::size_t limit = std::min(bytes.size(), begin + farthestPlace);
        std::size_t place = begin;
        do {
            if (place >= limit)
                return std::nullopt;
            place += utf8SequenceLength(bytes[place]);
        } while (place >= limit || !m_tokenizer->plain().partsAt(bytes, place));
        const std::size_t end = place + utf8SequenceLength(bytes[place]);
        const std::string_view part = bytes.substr(begin, end - begin);
        const Edge edge{end - begin,
                        static_cast<std::int64_t>(m_tokenizer->count(part))
                            - static_cast<std::int64_t>(m_tokenizer->plain().count(part))};
        if (edge.added >= -addedZero && edge.added < addedZero)
            m_edges.remember(begin, edge.bytes << addedBits | static_cast<std::size_t>(edge.added + addedZero));
        return edge;
    }

    std::shared_ptr<const PrefixedTokenizer> m_tokenizer;
    std::shared_ptr<const TokenIndex> m_index;
    PositionMemo m_edges;
    RecountMemo m_recounts;
};

} // namespace

PrefixedTokenizer::PrefixedTokenizer(std::shared_ptr<const Tokenizer> tokenizer, std::string prefix)
    : m_tokenizer(std::move(tokenizer)), m_prefix(std::move(prefix)), m_key(m_tokenizer->vocabularySha256())
{
    m_key += '\n';
    m_key += m_prefix;
    for (std::size_t byte = m_prefix.size(); byte > 1;) {
        byte = previousCharacterStart(m_prefix, byte);
        if (byte > 0 && m_tokenizer->partsAt(m_prefix, byte)) {
            m_tokensApart = m_tokenizer->count(std::string_view(m_prefix).substr(0, byte));
            break;
        }
    }
}

std::size_t PrefixedTokenizer::count(std::string_view text) const
{
    if (text.empty())
        return 0;
    std::string both;
    both.reserve(m_prefix.size() + text.size());
    both += m_prefix;
    both += text;
    return m_tokenizer->count(both) - m_tokensApart;
}

Outcome<std::shared_ptr<const TokenIndex>> PrefixedTokenizer::index(SharedText text, std::stop_token stop,
                                                                    unsigned threads) const
{
    auto made = m_tokenizer->index(std::move(text), std::move(stop), threads);
    if (!made)
        return made;
    return std::shared_ptr<const TokenIndex>(
        std::make_shared<const PrefixedTokenIndex>(shared_from_this(), std::move(*made)));
}

} // namespace cw
