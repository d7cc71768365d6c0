// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/characterproperties.h"
#include "text/utf8.h"
#include "tokenize/bpetokenindex.h"

#include <algorithm>
#include <string_view>

namespace cw {

namespace {

/// Longer pretokens are left to count(), so that a text of many ends inside one huge pretoken stays linear.
constexpr std::size_t longestPretokenBytes = 1024;
/// What it takes to merge pieces from this length on is remembered by position: lines of a table's frame, for instance.
constexpr std::size_t dearPieceBytes = 32;

bool isAsciiLetter(char c) noexcept
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

bool isAsciiSymbol(char c) noexcept
{
    return c > ' ' && c < 0x7F && !isAsciiLetter(c) && !(c >= '0' && c <= '9');
}

/// Whether what begins at `byte`, behind a blank that its pretoken takes along, is a pretoken without the blank as
/// well: letters are, and symbols where neither a letter comes right behind the first nor a contraction may begin.
bool isSameWithoutBlank(std::string_view text, std::size_t byte) noexcept
{
    const char first = text[byte];
    if (isAsciiLetter(first))
        return true;
    return isAsciiSymbol(first) && first != '\'' && byte + 1 < text.size() && isAsciiSymbol(text[byte + 1]);
}

CharacterClass classAt(std::string_view text, std::size_t byte) noexcept
{
    return characterProperties(decodeCharacter(text, byte).codePoint).characterClass();
}

bool isWhiteSpaceBefore(std::string_view text, std::size_t byte) noexcept
{
    const auto last = static_cast<unsigned char>(text[byte - 1]);
    if (last > ' ' && last < 0x80)
        return false;
    const CharacterClass kind = classAt(text, previousCharacterStart(text, byte));
    return kind == CharacterClass::WhiteSpace || kind == CharacterClass::Newline;
}

} // namespace

/// Pieces are cut from the whole text on until they are in step with it. A range's end does not change them when it
/// comes behind them and does not stand in white space: pieces of white space alone look further ahead than one
/// character.
BeginEdge BpeTokenIndex::beginEdge(std::size_t byte) const
{
    if (m_starts.isPretokenStart(byte))
        return {static_cast<std::uint32_t>(m_starts.rank(byte)), byte};
    const std::string_view text = *m_text;
    if (byte < text.size() && text[byte - 1] == ' ' && isSameWithoutBlank(text, byte)
        && m_starts.isPretokenStart(byte - 1))
        return edgeBehindBlank(byte);
    return edgeByScan(byte);
}

BeginEdge BpeTokenIndex::edgeBehindBlank(std::size_t byte) const
{
    const std::size_t inStep = m_starts.nextPretokenStartNear(byte + 1);
    if (inStep >= m_text->size()) // `none`, too
        return edgeByScan(byte);
    const std::size_t tokens = m_starts.isTokenStart(byte)
        ? m_starts.rank(inStep) - m_starts.rank(byte)
        : m_model->countPieceTokens(std::string_view(*m_text).substr(byte, inStep - byte));
    const bool isForGood = endsPretokenForGood(inStep);
    return {static_cast<std::uint32_t>(m_starts.rank(inStep) - tokens), isForGood ? inStep : inStep + 1};
}

/// Whether pretokens of the whole text end not far behind `byte`, where none begins.
bool BpeTokenIndex::isShortPretoken(std::size_t byte) const
{
    if (m_starts.nextPretokenStartNear(byte + 1) != TokenStarts::none)
        return true;
    const std::size_t limit = std::min(m_text->size(), byte + longestPretokenBytes);
    return limit == m_text->size() || m_starts.lastPretokenStart(limit, byte + 1) != TokenStarts::none;
}

BeginEdge BpeTokenIndex::edgeByScan(std::size_t byte) const
{
    const std::string_view text = *m_text;
    const std::size_t near = m_starts.nextPretokenStartNear(std::min(byte + 1, text.size()));
    const bool isLong = near == TokenStarts::none || near - byte >= dearPieceBytes;
    Edge known;
    if (isLong && recall(m_beginEdges, byte, known) && known.bytes <= longestPretokenBytes) {
        const std::size_t inStep = byte + known.bytes;
        return {static_cast<std::uint32_t>(m_starts.rank(inStep) - known.tokens), inStep};
    }
    std::size_t inStep = byte;
    std::size_t tokens = 0;
    while (inStep < text.size() && !m_starts.isPretokenStart(inStep)) {
        if (!isShortPretoken(inStep) || inStep - byte > longestPretokenBytes)
            return {};
        const std::size_t end = nextPretokenEnd(m_model->pattern(), text, inStep);
        tokens += countPiece({inStep, end});
        inStep = end;
    }
    const bool isForGood = inStep == text.size() || endsPretokenForGood(inStep);
    if (isLong && isForGood && inStep < text.size())
        remember(m_beginEdges, byte, {inStep - byte, tokens});
    return {static_cast<std::uint32_t>(m_starts.rank(inStep) - tokens), isForGood ? inStep : inStep + 1};
}

EndEdge BpeTokenIndex::endEdge(std::size_t byte) const
{
    const std::string_view text = *m_text;
    if (byte == 0 || byte == text.size())
        return {static_cast<std::uint32_t>(m_starts.rank(byte)), true};
    if (isWhiteSpaceBefore(text, byte))
        return {};
    if (m_starts.isPretokenStart(byte))
        return {static_cast<std::uint32_t>(m_starts.rank(byte)), true};
    const std::size_t lowest = byte - std::min(byte, longestPretokenBytes);
    const std::size_t inStep = m_starts.lastPretokenStart(byte - 1, lowest);
    if (inStep == TokenStarts::none)
        return {};
    const std::string_view cut = text.substr(0, byte);
    std::size_t tokens = 0;
    for (std::size_t begin = inStep; begin < byte;) {
        const std::size_t end = nextPretokenEnd(m_model->pattern(), cut, begin);
        tokens += countPiece({begin, end});
        begin = end;
    }
    return {static_cast<std::uint32_t>(m_starts.rank(inStep) + tokens), true};
}

} // namespace cw
