// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/separatorlevels.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {

SeparatorLevel SeparatorReader::open(ByteRange bytes, std::size_t firstSeparator, BoundaryReason reason) const
{
    const std::vector<std::string_view> &separators = *m_separators;
    SeparatorLevel level{.bytes = bytes, .next = bytes.begin, .firstReason = reason};
    if (firstSeparator < separators.size())
        level.separator = separators.back();
    for (std::size_t i = firstSeparator; i < separators.size(); ++i) {
        if (separators[i].empty() || find(separators[i], bytes.begin, bytes.end) < bytes.end) {
            level.separator = separators[i];
            level.finerSeparators = i + 1;
            level.canGoFiner = !separators[i].empty();
            break;
        }
    }
    level.reason = reasonOfSeparator(level.separator);
    return level;
}

ByteRange SeparatorReader::take(SeparatorLevel &level) const
{
    const std::size_t begin = level.next;
    level.next = level.separator.empty() ? begin + utf8SequenceLength(m_text[begin])
                                         : find(level.separator, begin + 1, level.bytes.end);
    return {begin, level.next};
}

/// First place in [from, end) where the separator stands before `end`; `end` when there is none.
std::size_t SeparatorReader::find(std::string_view separator, std::size_t from, std::size_t end) const
{
    const std::string_view rest = separator.substr(1);
    const std::string_view starts = m_text.substr(0, end - std::min(end, rest.size()));
    for (std::size_t byte = starts.find(separator.front(), from); byte != std::string_view::npos;
         byte = starts.find(separator.front(), byte + 1)) {
        // Nothing is called for separators of one byte, of which there are as many as words.
        const bool isHere = rest.empty() || m_text.substr(byte + 1, rest.size()) == rest;
        if (isHere && isCharacterBoundary(m_text, byte))
            return byte;
    }
    return end;
}

std::size_t pieceTokens(const TokenIndex &index, ByteRange piece)
{
    // Of edges of pieces the index remembers what they cost. Words are far too many for that, but a space is where
    // pretokens start, so that their edges are two look-ups.
    if ((*index.text())[piece.begin] == ' ')
        return CountsFrom(index, piece.begin).to(piece.end);
    return index.count(piece);
}

BoundaryReason reasonOfSeparator(std::string_view separator) noexcept
{
    if (separator.empty())
        return BoundaryReason::ForcedCharacter;
    if (separator == " ")
        return BoundaryReason::Word;
    if (separator == "\n")
        return BoundaryReason::Line;
    if (separator == "\n\n")
        return BoundaryReason::Paragraph;
    const std::string_view marks = separator.substr(1);
    const std::size_t level = std::min(marks.find_first_not_of('#'), marks.size());
    const bool isHeading = separator.front() == '\n' && level >= 1 && level <= 6 && marks.substr(level) == " ";
    return isHeading ? BoundaryReason::Heading : BoundaryReason::Separator;
}

} // namespace cw
