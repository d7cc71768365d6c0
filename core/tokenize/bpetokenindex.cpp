// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenindex.h"

#include "text/characterproperties.h"
#include "text/utf8.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr unsigned bytesPerEdgeBits = 8; // of each memo, a 64th of the text
constexpr unsigned edgeTokenBits = 11;
constexpr std::size_t wordBytes = 16; ///< about as far from a range's ends, text is looked at
constexpr std::size_t largestEdgeTokens = (std::size_t{1} << edgeTokenBits) - 1;

/// Where the white space that ends `range` begins; range.end when it ends otherwise.
std::size_t trailingSpaceStart(std::string_view text, ByteRange range) noexcept
{
    std::size_t byte = range.end;
    while (byte > range.begin) {
        const std::size_t previous = previousCharacterStart(text, byte);
        const CharacterClass kind = characterProperties(decodeCharacter(text, previous).codePoint).characterClass();
        if (kind != CharacterClass::WhiteSpace && kind != CharacterClass::Newline)
            break;
        byte = previous;
    }
    return byte;
}

} // namespace

BpeTokenIndex::BpeTokenIndex(SharedText text, std::shared_ptr<const BpeModel> model, TokenStarts starts)
    : m_text(std::move(text)), m_model(std::move(model)), m_starts(std::move(starts)),
      m_beginEdges(m_text->size(), bytesPerEdgeBits), m_endEdges(m_text->size(), bytesPerEdgeBits)
{
}

std::size_t BpeTokenIndex::tokensBefore(std::size_t byte) const
{
    return m_starts.rank(std::min(byte, m_text->size()));
}

TokensNear BpeTokenIndex::tokensNear(std::size_t byte) const
{
    const TokenStarts::Word word = m_starts.wordFrom(byte);
    return {m_starts.rank(byte), word.tokens, word.pretokens};
}

const TokenBounds *BpeTokenIndex::tokenBounds() const
{
    const std::scoped_lock lock(m_boundsMutex);
    if (m_areBoundsAskedFor && !m_bounds)
        m_bounds = std::make_unique<const TokenBounds>(m_model->pattern(), *m_text, m_starts);
    m_areBoundsAskedFor = true;
    return m_bounds.get();
}

/// Each token's bytes, as a piece by itself, merge into just that token.
std::vector<Token> BpeTokenIndex::tokensOf(ByteRange range) const
{
    std::vector<Token> tokens;
    const std::size_t last = m_starts.rank(range.end);
    std::size_t token = m_starts.rank(range.begin);
    std::size_t begin = m_starts.select(token);
    for (; token < last; ++token) {
        const std::size_t end = m_starts.select(token + 1);
        const std::uint32_t id = m_model->idOf(std::string_view(*m_text).substr(begin, end - begin));
        tokens.push_back({m_model->publishedId(id), m_model->placeOf(*m_text, {begin, end})});
        begin = end;
    }
    return tokens;
}

void BpeTokenIndex::prefetchToken(std::size_t token) const noexcept
{
    constexpr std::size_t around = 128;
    const std::size_t byte = m_starts.prefetchToken(token);
    const std::size_t end = std::min(byte + around, m_text->size());
    for (std::size_t near = byte - std::min(byte, around); near <= end; near += TokenStarts::wordBits)
        __builtin_prefetch(m_text->data() + near);
}

void BpeTokenIndex::prefetchEdges(std::size_t byte) const noexcept
{
    byte = std::min(byte, m_text->size());
    m_starts.prefetch(byte);
    __builtin_prefetch(m_text->data() + byte);
}

std::size_t BpeTokenIndex::count(ByteRange range) const
{
    // Both ends are looked at one after the other, but may be fetched together.
    m_starts.prefetch(range.begin);
    m_starts.prefetch(range.end);
    m_beginEdges.prefetch(range.begin);
    m_endEdges.prefetch(range.end);
    __builtin_prefetch(m_text->data() + range.begin);
    __builtin_prefetch(m_text->data() + std::min(range.begin + wordBytes, range.end));
    __builtin_prefetch(m_text->data() + range.end);
    __builtin_prefetch(m_text->data() + std::max(range.end - std::min(range.end, wordBytes), range.begin));
    Edge left;
    Edge right;
    if ((m_starts.isPretokenStart(range.begin) || recall(m_beginEdges, range.begin, left))
        && (range.end == m_text->size() || recall(m_endEdges, range.end, right))) {
        const std::size_t from = range.begin + left.bytes;
        const std::size_t to = range.end - std::min(right.bytes, range.end);
        if (from <= to && from < range.end)
            return left.tokens + (m_starts.rank(to) - m_starts.rank(from)) + right.tokens;
    }
    return countWithNewEdges(range);
}

std::size_t BpeTokenIndex::countWithNewEdges(ByteRange range) const
{
    const std::string_view cut = std::string_view(*m_text).substr(0, range.end);
    const std::size_t safe = lastSafeBoundary(range);
    std::size_t total = 0;
    std::size_t byte = range.begin;
    const auto countNextPiece = [&] {
        const std::size_t end = nextPretokenEnd(m_model->pattern(), cut, byte);
        total += countPiece({byte, end});
        byte = end;
    };
    bool isInStep = false;
    if (safe != TokenStarts::none) {
        while (byte < safe && !m_starts.isPretokenStart(byte))
            countNextPiece();
        if (byte <= safe && m_starts.isPretokenStart(byte)) {
            if (byte > range.begin && byte < range.end && endsPretokenForGood(byte))
                remember(m_beginEdges, range.begin, {byte - range.begin, total});
            total += m_starts.rank(safe) - m_starts.rank(byte);
            byte = safe;
            isInStep = true;
        }
    }
    const std::size_t beforeTail = total;
    while (byte < range.end)
        countNextPiece();
    if (isInStep && safe > range.begin)
        remember(m_endEdges, range.end, {range.end - safe, total - beforeTail});
    return total;
}

bool BpeTokenIndex::recall(const PositionMemo &memo, std::size_t position, Edge &edge) noexcept
{
    const std::uint32_t value = memo.find(position);
    if (value == PositionMemo::unknown)
        return false;
    edge = {value >> edgeTokenBits, value & largestEdgeTokens};
    return true;
}

void BpeTokenIndex::remember(const PositionMemo &memo, std::size_t position, Edge edge) noexcept
{
    if (edge.tokens <= largestEdgeTokens)
        memo.remember(position, edge.bytes << edgeTokenBits | edge.tokens);
}

/// Whether pretokens that end at or before `byte` were cut off by what stands there and not by the end of a range:
/// runs of letters and contractions look ahead, and go on in a longer range.
bool BpeTokenIndex::endsPretokenForGood(std::size_t byte) const noexcept
{
    const char first = (*m_text)[byte];
    if (first == ' ' || first == '\n')
        return true;
    const char32_t next = decodeCharacter(*m_text, byte).codePoint;
    const CharacterClass kind = characterProperties(next).characterClass();
    const bool isOfLetters = kind == CharacterClass::Upper || kind == CharacterClass::Lower
        || kind == CharacterClass::CaselessLetter || kind == CharacterClass::Mark;
    return !isOfLetters && next != U'\'';
}

/// The last pretoken boundary in `range` up to which no pretoken can tell that the text ends at range.end. Only
/// trailing white space can: its pieces depend on how it ends. None when no boundary is in the range.
std::size_t BpeTokenIndex::lastSafeBoundary(ByteRange range) const noexcept
{
    if (range.end == m_text->size())
        return range.end;
    const std::size_t spaceStart = trailingSpaceStart(*m_text, range);
    if (spaceStart < range.end || m_starts.isPretokenStart(range.end))
        return m_starts.lastPretokenStart(spaceStart, range.begin);
    return range.isEmpty() ? TokenStarts::none : m_starts.lastPretokenStart(range.end - 1, range.begin);
}

/// Tokens of a pretoken of a cut text. A run of the whole text's tokens within one pretoken stays what it is when it
/// stands alone, so most pieces need no merging.
std::size_t BpeTokenIndex::countPiece(ByteRange piece) const
{
    const bool startsToken = m_starts.isTokenStart(piece.begin);
    const bool endsToken = piece.end == m_text->size() || m_starts.isTokenStart(piece.end);
    const bool isWithinPretoken = m_starts.lastPretokenStart(piece.end - 1, piece.begin + 1) == TokenStarts::none;
    if (startsToken && endsToken && isWithinPretoken)
        return m_starts.rank(piece.end) - m_starts.rank(piece.begin);
    return m_model->countPieceTokens(std::string_view(*m_text).substr(piece.begin, piece.size()));
}

} // namespace cw
