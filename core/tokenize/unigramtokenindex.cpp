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

/// Edges hold for ranges of so many tokens, the part of a word at the end not counted.
constexpr std::size_t edgeTokens = 2048;
constexpr std::size_t endTokens = 256;
/// Further from a boundary a place has no edge, so that many places in one long word stay cheap.
constexpr std::size_t longestEdgeBytes = 512;

} // namespace

UnigramTokenIndex::UnigramTokenIndex(SharedText text, std::shared_ptr<const SentencePieceEngine> engine)
    : m_text(std::move(text)), m_engine(std::move(engine)),
      m_edgeReach(std::max(nearestReach, m_engine->reachNeeded(edgeTokens + endTokens))),
      m_beginEdges(m_text->size(), bytesPerEdgeBits), m_endEdges(m_text->size(), bytesPerEdgeBits)
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
    const auto right = endsInStep(range.end) ? std::optional(Edge{}) : edgeBack(range.end, from);
    if (!right)
        return std::nullopt;
    const std::size_t to = range.end - right->bytes;
    const std::size_t tokens = left->tokens + (m_words.rank(to) - m_words.rank(from)) + right->tokens;
    const int reach = m_engine->reachNeeded(tokens);
    return reach <= right->reach && firstShort(from, to, left->tokens, reach) == to ? std::optional(tokens)
                                                                                    : std::nullopt;
}

std::size_t UnigramTokenIndex::countUpTo(ByteRange range, std::size_t most) const
{
    constexpr std::size_t spareTokens = 32;
    const std::size_t before = m_words.rank(range.begin);
    const std::size_t nearly = m_words.rank(range.end) - before;
    // What follows a word's end takes none of the tokens before it away.
    for (std::size_t tried = most; tried < nearly / 2;) {
        tried += tried / 16 + spareTokens;
        const std::size_t boundary = m_words.select(before + tried);
        const std::size_t tokens = boundary < range.end && isBoundary(boundary) ? count({range.begin, boundary}) : 0;
        if (tokens > most)
            return tokens;
        tried *= 2;
    }
    return count(range);
}

BeginEdge UnigramTokenIndex::beginEdge(std::size_t byte) const
{
    const std::size_t size = m_text->size();
    if (m_edgeReach > farthestReach || byte == size)
        return {};
    const std::size_t limit = std::min(size, byte + longestEdgeBytes);
    const auto edge = isInStep(byte) ? std::optional(Edge{}) : edgeFrom(byte, limit);
    if (!edge || edge->tokens > edgeTokens)
        return {};
    const std::size_t inStep = byte + edge->bytes;
    const std::size_t before = m_words.rank(inStep) - edge->tokens;
    const std::size_t exactTo = firstShort(inStep, m_words.select(before + edgeTokens), edge->tokens, m_edgeReach);
    return {static_cast<std::uint32_t>(before), std::max(byte, inStep) + (edge->bytes > 0 ? 1 : 0), exactTo};
}

EndEdge UnigramTokenIndex::endEdge(std::size_t byte) const
{
    if (byte == 0 || endsInStep(byte))
        return {static_cast<std::uint32_t>(m_words.rank(byte)), true};
    const auto edge = edgeBack(byte, byte - std::min(byte, longestEdgeBytes));
    if (!edge || edge->tokens > endTokens || edge->reach < m_edgeReach)
        return {};
    return {static_cast<std::uint32_t>(m_words.rank(byte - edge->bytes) + edge->tokens), true};
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

bool UnigramTokenIndex::endsInStep(std::size_t byte) const
{
    return byte == m_text->size() || isBoundary(byte);
}

std::size_t UnigramTokenIndex::nextBoundary(std::size_t byte, std::size_t limit) const
{
    const char *text = m_text->data();
    for (++byte; byte < limit; ++byte) {
        if (static_cast<unsigned char>(text[byte]) <= ' ' && isBoundary(byte))
            break;
    }
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
    const Edge edge{end - begin, countAlone({begin, end})};
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

std::size_t UnigramTokenIndex::firstShort(std::size_t from, std::size_t to, std::size_t tokens, int reach) const
{
    const auto &places = m_short[static_cast<std::size_t>(std::max(reach, nearestReach))];
    const std::size_t before = m_words.rank(from) - tokens;
    for (auto at = std::ranges::lower_bound(places, from); at != places.end() && *at < to; ++at) {
        // Sums are those up to the word's end, which are smaller than the whole range's.
        const int needed = std::max(m_engine->reachNeeded(m_words.rank(*at + 1) - before), nearestReach);
        if (needed >= reach || std::ranges::binary_search(m_short[static_cast<std::size_t>(needed)], *at))
            return *at;
    }
    return to;
}

} // namespace cw
