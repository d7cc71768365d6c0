// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/unigramtokenindex.h"

#include "text/utf8.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t bytesPerSum = 4096;
constexpr unsigned bytesPerEdgeBits = 8; // of each memo, a 64th of the text
constexpr unsigned edgeTokenBits = 11;
constexpr std::size_t largestEdgeTokens = (std::size_t{1} << edgeTokenBits) - 1;

} // namespace

UnigramTokenIndex::UnigramTokenIndex(SharedText text, std::shared_ptr<const SentencePieceEngine> engine)
    : m_text(std::move(text)), m_engine(std::move(engine)), m_beginEdges(m_text->size(), bytesPerEdgeBits),
      m_endEdges(m_text->size(), bytesPerEdgeBits)
{
}

Outcome<std::shared_ptr<const TokenIndex>>
UnigramTokenIndex::of(SharedText text, std::shared_ptr<const SentencePieceEngine> engine, const std::stop_token &stop)
{
    std::shared_ptr<UnigramTokenIndex> index(new UnigramTokenIndex(std::move(text), std::move(engine)));
    const std::string_view bytes = *index->m_text;
    std::vector<TokenMarks::Part> whole;
    std::vector<TokenMarks::Part> words;
    whole.emplace_back(0, bytes.size());
    words.emplace_back(0, bytes.size());
    std::vector<Token> tokens;
    float sum = 0;
    for (std::size_t begin = 0; begin < bytes.size();) {
        if (index->m_sums.empty() || begin - index->m_sums.back().byte >= bytesPerSum) {
            if (stop.stop_requested())
                return Cancelled{};
            index->m_sums.push_back({begin, sum});
        }
        const std::size_t end = index->nextBoundary(begin, bytes.size());
        const SentencePieceEngine::Part part{bytes.substr(begin, end - begin), begin, begin > 0};
        tokens.clear();
        index->m_engine->encode(part, sum, tokens);
        std::size_t start = begin;
        for (const Token &token : tokens) {
            start = std::max(start, std::min(token.bytes.begin, end - 1));
            whole[0].add(start);
        }
        const SentencePieceEngine::Stretch stretch = index->m_engine->stretchOf(part);
        for (std::size_t i = 0; i < stretch.tokens; ++i)
            words[0].add(begin);
        for (int reach = stretch.reach + 1; reach <= farthestReach; ++reach)
            index->m_short[static_cast<std::size_t>(reach)].push_back(static_cast<std::uint32_t>(begin));
        begin = end;
    }
    if (!index->m_marks.set(bytes.size(), whole) || !index->m_words.set(bytes.size(), words))
        return Error{ErrorCode::BadInput, "The text has more tokens than can be counted; use a smaller file.", {}};
    return std::shared_ptr<const TokenIndex>(std::move(index));
}

std::size_t UnigramTokenIndex::count(ByteRange range) const
{
    if (range.isEmpty())
        return 0;
    if (const auto quick = quickCount(range))
        return *quick;
    const std::uint64_t known = m_recounts.find(range);
    if (known != RecountMemo::unknown)
        return static_cast<std::size_t>(known);
    const std::size_t tokens = countAlone(range);
    m_recounts.remember(range, tokens);
    return tokens;
}

std::optional<std::size_t> UnigramTokenIndex::quickCount(ByteRange range) const
{
    const auto left = isInStep(range.begin) ? std::optional(Edge{}) : edgeFrom(range.begin, range.end);
    if (!left)
        return std::nullopt;
    const std::size_t from = range.begin + left->bytes;
    const bool endsInStep = range.end == m_text->size() || isBoundary(range.end);
    const auto right = endsInStep ? std::optional(Edge{}) : edgeBack(range.end, from);
    if (!right)
        return std::nullopt;
    const std::size_t to = range.end - right->bytes;
    const std::size_t tokens = left->tokens + (m_words.rank(to) - m_words.rank(from)) + right->tokens;
    const int reach = m_engine->reachNeeded(tokens);
    return reach <= right->reach && allReach(from, to, reach) ? std::optional(tokens) : std::nullopt;
}

std::size_t UnigramTokenIndex::tokensBefore(std::size_t byte) const
{
    return m_marks.rank(std::min(byte, m_marks.size()));
}

std::vector<Token> UnigramTokenIndex::tokensOf(ByteRange range) const
{
    std::vector<Token> tokens;
    auto at = std::ranges::upper_bound(m_sums, range.begin, {}, &Sum::byte);
    if (at != m_sums.begin())
        --at;
    if (at == m_sums.end())
        return tokens;
    std::size_t begin = at->byte;
    float sum = at->before;
    // A token's place may lie in the part before the one it is of only at a part's begin.
    while (begin < m_text->size() && (begin < range.end || begin == at->byte)) {
        const std::size_t end = nextBoundary(begin, m_text->size());
        m_engine->encode({std::string_view(*m_text).substr(begin, end - begin), begin, begin > 0}, sum, tokens);
        begin = end;
    }
    std::erase_if(
        tokens, [&](const Token &token) { return token.bytes.begin < range.begin || token.bytes.begin >= range.end; });
    return tokens;
}

void UnigramTokenIndex::prefetchToken(std::size_t token) const noexcept
{
    prefetchEdges(m_marks.guess(token));
}

void UnigramTokenIndex::prefetchEdges(std::size_t byte) const noexcept
{
    byte = std::min(byte, m_text->size());
    m_words.prefetch(byte);
    __builtin_prefetch(m_text->data() + byte);
}

bool UnigramTokenIndex::isBoundary(std::size_t byte) const
{
    return byte > 0 && byte < m_text->size() && m_engine->beginsWord(*m_text, byte);
}

bool UnigramTokenIndex::isInStep(std::size_t byte) const
{
    return byte == 0 || (m_engine->beginsAlike() && isBoundary(byte));
}

std::size_t UnigramTokenIndex::nextBoundary(std::size_t byte, std::size_t limit) const
{
    const std::string_view text = std::string_view(*m_text).substr(0, limit);
    do {
        byte = text.find_first_of(" \n\t", byte + 1);
    } while (byte != std::string_view::npos && !isBoundary(byte));
    return std::min(byte, limit);
}

std::size_t UnigramTokenIndex::previousBoundary(std::size_t byte, std::size_t limit) const
{
    while (byte > limit && !isBoundary(--byte)) { }
    return byte;
}

std::optional<UnigramTokenIndex::Edge> UnigramTokenIndex::edgeFrom(std::size_t begin, std::size_t limit) const
{
    if (const std::uint32_t value = m_beginEdges.find(begin); value != PositionMemo::unknown) {
        const Edge edge{value >> edgeTokenBits, value & largestEdgeTokens};
        return begin + edge.bytes < limit ? std::optional(edge) : std::nullopt;
    }
    const std::size_t end = nextBoundary(begin, limit);
    if (end == limit)
        return std::nullopt;
    // A word's count from a text's begin on, from memory where rounding is too small to matter.
    const auto stretch = m_engine->stretchOf({std::string_view(*m_text).substr(begin, end - begin), begin, false});
    const bool doesReach = m_engine->reachNeeded(stretch.tokens) <= stretch.reach;
    const Edge edge{end - begin, doesReach ? stretch.tokens : countAlone({begin, end})};
    if (edge.tokens <= largestEdgeTokens)
        m_beginEdges.remember(begin, edge.bytes << edgeTokenBits | edge.tokens);
    return edge;
}

std::optional<UnigramTokenIndex::Edge> UnigramTokenIndex::edgeBack(std::size_t end, std::size_t limit) const
{
    if (const std::uint32_t value = m_endEdges.find(end); value != PositionMemo::unknown) {
        const Edge edge{value >> edgeTokenBits, value & largestEdgeTokens};
        return end - edge.bytes >= limit ? std::optional(edge) : std::nullopt;
    }
    const std::size_t begin = previousBoundary(end, limit);
    if (begin > 0 && !isBoundary(begin))
        return std::nullopt;
    const auto stretch = m_engine->stretchOf({std::string_view(*m_text).substr(begin, end - begin), begin, begin > 0});
    const Edge edge{end - begin, stretch.tokens, stretch.reach};
    if (edge.tokens <= largestEdgeTokens && edge.reach == farthestReach)
        m_endEdges.remember(end, edge.bytes << edgeTokenBits | edge.tokens);
    return edge;
}

std::size_t UnigramTokenIndex::countAlone(ByteRange range) const
{
    static thread_local std::vector<Token> tokens;
    tokens.clear();
    float sum = 0;
    m_engine->encode({std::string_view(*m_text).substr(range.begin, range.size()), range.begin, false}, sum, tokens);
    return tokens.size();
}

bool UnigramTokenIndex::allReach(std::size_t begin, std::size_t end, int reach) const
{
    const auto &places = m_short[static_cast<std::size_t>(std::max(reach, nearestReach))];
    const auto at = std::ranges::lower_bound(places, begin);
    return at == places.end() || *at >= end;
}

} // namespace cw
