// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/fragmentindex.h"

#include "base/parallel.h"
#include "text/utf8.h"

#include <algorithm>
#include <atomic>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t shareBytes = std::size_t{1} << 17;
constexpr std::size_t stepBytes = std::size_t{1} << 13;

/// Edges further from a certain boundary are left to count(), so that many of them in one long part stay cheap.
constexpr std::size_t longestEdgeBytes = 4000;
constexpr unsigned bytesPerEdgeBits = 8; // of each memo, a 64th of the text
constexpr unsigned edgeTokenBits = 11;
constexpr std::size_t largestEdgeTokens = (std::size_t{1} << edgeTokenBits) - 1;

std::size_t nextCharacter(std::string_view text, std::size_t byte)
{
    return byte + utf8SequenceLength(text[byte]);
}

/// The first certain boundary at or behind `byte`, on a character boundary; text.size() when there is none.
std::size_t certainFrom(const FragmentTokens &tokenizer, std::string_view text, std::size_t byte)
{
    while (byte < text.size() && isUtf8Continuation(text[byte]))
        ++byte;
    while (byte < text.size() && (byte == 0 || !tokenizer.isCertainBoundary(text, byte)))
        byte = nextCharacter(text, byte);
    return std::min(byte, text.size());
}

/// Where parts of about shareBytes begin, then text.size().
std::vector<std::size_t> sharesOf(const FragmentTokens &tokenizer, std::string_view text)
{
    std::vector<std::size_t> begins{0};
    while (begins.back() < text.size())
        begins.push_back(certainFrom(tokenizer, text, std::min(text.size(), begins.back() + shareBytes)));
    return begins;
}

/// Starts as they come, but never before an earlier one and never outside of the fragment: a normalizer may turn
/// characters round, and what is added at an end belongs to it.
void addStarts(const std::vector<Token> &tokens, ByteRange fragment, TokenMarks::Part &part)
{
    std::size_t start = fragment.begin;
    for (const Token &token : tokens) {
        start = std::max(start, std::min(token.bytes.begin, fragment.end - 1));
        part.add(start);
    }
}

bool recall(const PositionMemo &memo, std::size_t position, std::size_t &bytes, std::size_t &tokens)
{
    const std::uint32_t value = memo.find(position);
    if (value == PositionMemo::unknown)
        return false;
    bytes = value >> edgeTokenBits;
    tokens = value & largestEdgeTokens;
    return true;
}

void remember(const PositionMemo &memo, std::size_t position, std::size_t bytes, std::size_t tokens)
{
    if (tokens <= largestEdgeTokens)
        memo.remember(position, bytes << edgeTokenBits | tokens);
}

} // namespace

Error tooManySteps()
{
    return {ErrorCode::BadInput,
            "A replacement or regular expression of the tokenizer file takes too many steps on this text, so its "
            "tokens cannot be told "
            "exactly. Take long runs of repeated characters out of the text, or choose another tokenizer.",
            "tokenizer"};
}

std::size_t FragmentTokens::countFragment(std::string_view text, ByteRange fragment, bool isTextBegin,
                                          bool isTextEnd) const
{
    std::call_once(m_once, [this] { m_counts = std::make_unique<FragmentCounts>(); });
    // Within a text the character before it may say where the fragment is cut from what was before.
    const std::size_t begin = isTextBegin ? fragment.begin : previousCharacterStart(text, fragment.begin);
    const std::string_view bytes = text.substr(begin, fragment.end - begin);
    const bool isShort = bytes.size() <= FragmentCounts::maxBytes;
    FragmentCounts::Key key;
    if (isShort) {
        key = FragmentCounts::keyOf(bytes, (isTextBegin ? 1U : 0U) | (isTextEnd ? 2U : 0U));
        const std::size_t known = m_counts->find(key);
        if (known != FragmentCounts::unknown)
            return known;
    }
    static thread_local std::vector<Token> tokens;
    tokens.clear();
    if (fragmentTokens(text, fragment, isTextBegin, isTextEnd, tokens) && isShort)
        m_counts->remember(key, tokens.size());
    return tokens.size();
}

Outcome<std::shared_ptr<const TokenIndex>> FragmentIndex::of(SharedText text,
                                                             std::shared_ptr<const FragmentTokens> tokenizer,
                                                             std::stop_token stop, unsigned threads)
{
    const std::string_view bytes = *text;
    const std::vector<std::size_t> shares = sharesOf(*tokenizer, bytes);
    std::vector<TokenMarks::Part> parts;
    parts.reserve(shares.size());
    for (std::size_t i = 0; i + 1 < shares.size(); ++i)
        parts.emplace_back(shares[i], shares[i + 1]);
    std::atomic<bool> isExact = true;
    forEachNumber(parts.size(), threads, [&](std::size_t i) {
        std::vector<Token> tokens;
        const std::size_t end = shares[i + 1];
        for (std::size_t begin = shares[i]; begin < end && !stop.stop_requested();) {
            const std::size_t next
                = begin + stepBytes >= end ? end : std::min(end, certainFrom(*tokenizer, bytes, begin + stepBytes));
            tokens.clear();
            if (!tokenizer->fragmentTokens(bytes, {begin, next}, begin == 0, next == bytes.size(), tokens)) {
                isExact = false;
                return;
            }
            addStarts(tokens, {begin, next}, parts[i]);
            begin = next;
        }
    });
    if (stop.stop_requested())
        return Cancelled{};
    if (!isExact)
        return tokenizer->whyUnknown();
    TokenMarks marks;
    if (!marks.set(bytes.size(), parts))
        return Error{ErrorCode::BadInput, "The text has more tokens than can be counted; use a smaller file.", {}};
    return std::shared_ptr<const TokenIndex>(
        std::make_shared<const FragmentIndex>(std::move(text), std::move(tokenizer), std::move(marks)));
}

FragmentIndex::FragmentIndex(SharedText text, std::shared_ptr<const FragmentTokens> tokenizer, TokenMarks marks)
    : m_text(std::move(text)), m_tokenizer(std::move(tokenizer)), m_marks(std::move(marks)),
      m_dependsOnBegin(m_tokenizer->dependsOnTextBegin()), m_dependsOnEnd(m_tokenizer->dependsOnTextEnd()),
      m_beginEdges(m_text->size(), bytesPerEdgeBits), m_endEdges(m_text->size(), bytesPerEdgeBits)
{
}

std::size_t FragmentIndex::count(ByteRange range) const
{
    if (range.isEmpty())
        return 0;
    const std::optional<Edge> left
        = beginsInStep(range.begin) ? Edge{} : edgeFrom(range.begin, endsInStep(range.end) ? range.end + 1 : range.end);
    if (left) {
        const std::size_t from = range.begin + left->bytes;
        const std::optional<Edge> right = endsInStep(range.end) ? Edge{} : edgeBack(range.end, from);
        if (right) {
            const std::size_t to = range.end - right->bytes;
            return left->tokens + (m_marks.rank(to) - m_marks.rank(from)) + right->tokens;
        }
    }
    const std::uint64_t known = m_recounts.find(range);
    if (known != RecountMemo::unknown)
        return static_cast<std::size_t>(known);
    const std::size_t tokens = tokensIn(range, true, true);
    m_recounts.remember(range, tokens);
    return tokens;
}

BeginEdge FragmentIndex::beginEdge(std::size_t byte) const
{
    if (beginsInStep(byte))
        return {static_cast<std::uint32_t>(m_marks.rank(byte)), byte};
    const std::size_t size = m_text->size();
    const std::optional<Edge> edge = edgeFrom(byte, std::min(size, byte + longestEdgeBytes) + 1);
    if (!edge)
        return {};
    const std::size_t inStep = byte + edge->bytes;
    const auto before = static_cast<std::uint32_t>(m_marks.rank(inStep) - edge->tokens);
    return {before, inStep == size || !m_dependsOnEnd ? inStep : inStep + 1};
}

EndEdge FragmentIndex::endEdge(std::size_t byte) const
{
    if (endsInStep(byte))
        return {static_cast<std::uint32_t>(m_marks.rank(byte)), true};
    std::size_t limit = byte - std::min(byte, longestEdgeBytes);
    while (!isCharacterBoundary(*m_text, limit))
        ++limit;
    const std::optional<Edge> edge = edgeBack(byte, limit);
    if (!edge)
        return {};
    return {static_cast<std::uint32_t>(m_marks.rank(byte - edge->bytes) + edge->tokens), true};
}

std::size_t FragmentIndex::tokensBefore(std::size_t byte) const
{
    return m_marks.rank(std::min(byte, m_marks.size()));
}

std::vector<Token> FragmentIndex::tokensOf(ByteRange range) const
{
    const auto isSeam = [&](std::size_t byte) { return byte == 0 || byte == m_text->size() || isCertain(byte); };
    const std::size_t begin = isSeam(range.begin) ? range.begin : previousCertain(range.begin, 0);
    const std::size_t end = isSeam(range.end) ? range.end : nextCertain(range.end, m_text->size());
    std::vector<Token> tokens;
    if (begin < end)
        static_cast<void>(
            m_tokenizer->fragmentTokens(*m_text, {begin, end}, begin == 0, end == m_text->size(), tokens));
    std::erase_if(
        tokens, [&](const Token &token) { return token.bytes.begin < range.begin || token.bytes.begin >= range.end; });
    return tokens;
}

void FragmentIndex::prefetchToken(std::size_t token) const noexcept
{
    prefetchEdges(m_marks.guess(token));
}

void FragmentIndex::prefetchEdges(std::size_t byte) const noexcept
{
    byte = std::min(byte, m_text->size());
    m_marks.prefetch(byte);
    __builtin_prefetch(m_text->data() + byte);
}

bool FragmentIndex::isCertain(std::size_t byte) const
{
    return m_tokenizer->isCertainBoundary(*m_text, byte);
}

bool FragmentIndex::beginsInStep(std::size_t byte) const
{
    return byte == 0 || byte == m_text->size() || (!m_dependsOnBegin && isCertain(byte));
}

bool FragmentIndex::endsInStep(std::size_t byte) const
{
    return byte == 0 || byte == m_text->size() || (!m_dependsOnEnd && isCertain(byte));
}

std::size_t FragmentIndex::nextCertain(std::size_t byte, std::size_t limit) const
{
    for (byte = nextCharacter(*m_text, byte); byte < limit; byte = nextCharacter(*m_text, byte)) {
        if (byte == m_text->size() || isCertain(byte))
            return byte;
    }
    return limit;
}

std::size_t FragmentIndex::previousCertain(std::size_t byte, std::size_t limit) const
{
    while (byte > limit) {
        byte = previousCharacterStart(*m_text, byte);
        if (byte == 0 || (byte > limit && isCertain(byte)))
            return byte;
    }
    return limit;
}

std::optional<FragmentIndex::Edge> FragmentIndex::edgeFrom(std::size_t begin, std::size_t limit) const
{
    Edge edge;
    if (recall(m_beginEdges, begin, edge.bytes, edge.tokens))
        return begin + edge.bytes < limit ? std::optional(edge) : std::nullopt;
    const std::size_t certain = nextCertain(begin, limit);
    if (certain >= limit)
        return std::nullopt;
    edge = {certain - begin, tokensIn({begin, certain}, true, certain == m_text->size())};
    remember(m_beginEdges, begin, edge.bytes, edge.tokens);
    return edge;
}

std::optional<FragmentIndex::Edge> FragmentIndex::edgeBack(std::size_t end, std::size_t limit) const
{
    Edge edge;
    if (recall(m_endEdges, end, edge.bytes, edge.tokens))
        return end - edge.bytes >= limit ? std::optional(edge) : std::nullopt;
    const std::size_t certain = previousCertain(end, limit);
    if (certain == end || (certain != 0 && !isCertain(certain)))
        return std::nullopt;
    edge = {end - certain, tokensIn({certain, end}, certain == 0, true)};
    remember(m_endEdges, end, edge.bytes, edge.tokens);
    return edge;
}

std::size_t FragmentIndex::tokensIn(ByteRange fragment, bool isTextBegin, bool isTextEnd) const
{
    return m_tokenizer->countFragment(*m_text, fragment, isTextBegin, isTextEnd);
}

} // namespace cw
