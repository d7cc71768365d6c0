// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenindex.h"

#include "text/characterproperties.h"
#include "text/utf8.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

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

BpeTokenIndex::BpeTokenIndex(SharedText text, std::shared_ptr<const BpeModel> model, TokenBits bits)
    : m_text(std::move(text)), m_model(std::move(model)), m_pretokens(std::move(bits.pretokens), m_text->size()),
      m_tokens(std::move(bits.tokens), m_text->size())
{
}

std::size_t BpeTokenIndex::tokensBefore(std::size_t byte) const
{
    return m_tokens.rank(std::min(byte, m_text->size()));
}

std::size_t BpeTokenIndex::count(ByteRange range) const
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
    if (safe != PositionBits::none) {
        while (byte < safe && !m_pretokens.contains(byte))
            countNextPiece();
        if (byte <= safe && m_pretokens.contains(byte)) {
            total += m_tokens.rank(safe) - m_tokens.rank(byte);
            byte = safe;
        }
    }
    while (byte < range.end)
        countNextPiece();
    return total;
}

/// The last pretoken boundary in `range` up to which no pretoken can tell that the text ends at range.end. Only
/// trailing white space can: its pieces depend on how it ends. None when no boundary is in the range.
std::size_t BpeTokenIndex::lastSafeBoundary(ByteRange range) const noexcept
{
    if (range.end == m_text->size())
        return range.end;
    const std::size_t spaceStart = trailingSpaceStart(*m_text, range);
    if (spaceStart < range.end || m_pretokens.contains(range.end))
        return m_pretokens.lastUpTo(spaceStart, range.begin);
    return range.isEmpty() ? PositionBits::none : m_pretokens.lastUpTo(range.end - 1, range.begin);
}

/// Tokens of a pretoken of a cut text. A run of the whole text's tokens within one pretoken stays what it is when it
/// stands alone, so most pieces need no merging.
std::size_t BpeTokenIndex::countPiece(ByteRange piece) const
{
    const bool startsToken = m_tokens.contains(piece.begin);
    const bool endsToken = piece.end == m_text->size() || m_tokens.contains(piece.end);
    const bool isWithinPretoken = m_pretokens.lastUpTo(piece.end - 1, piece.begin + 1) == PositionBits::none;
    if (startsToken && endsToken && isWithinPretoken)
        return m_tokens.rank(piece.end) - m_tokens.rank(piece.begin);
    return m_model->countPieceTokens(std::string_view(*m_text).substr(piece.begin, piece.size()));
}

} // namespace cw
