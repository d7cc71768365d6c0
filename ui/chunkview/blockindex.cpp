// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/blockindex.h"

#include "text/utf8.h"

#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace cw {
namespace {

constexpr std::size_t spaceSearchBytes = 1024;
constexpr std::size_t clusterSearchBytes = 256;

std::size_t characterStart(std::string_view text, std::size_t byte)
{
    while (!isCharacterBoundary(text, byte))
        --byte;
    return byte;
}

void appendCuts(std::string_view text, ByteRange line, std::size_t longestBytes, std::vector<std::uint32_t> &cuts)
{
    std::size_t begin = line.begin;
    while (line.end - begin > longestBytes) {
        begin = cutBefore(text, begin, begin + longestBytes);
        cuts.push_back(static_cast<std::uint32_t>(begin));
    }
}

} // namespace

std::size_t cutBefore(std::string_view text, std::size_t begin, std::size_t limit)
{
    const std::size_t spaceStop = limit - begin > spaceSearchBytes ? limit - spaceSearchBytes : begin + 1;
    for (std::size_t byte = limit; byte > spaceStop; --byte) {
        if (text[byte - 1] == ' ' || text[byte - 1] == '\t')
            return byte;
    }

    limit = characterStart(text, limit);
    const std::size_t windowBegin
        = characterStart(text, limit - begin > clusterSearchBytes ? limit - clusterSearchBytes : begin);
    const std::size_t windowEnd = characterStart(text, std::min(limit + clusterSearchBytes, text.size()));
    QString window;
    qsizetype limitUnit = 0;
    std::vector<std::size_t> byteOfUnit;
    for (std::size_t byte = windowBegin; byte < windowEnd;) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        if (byte == limit)
            limitUnit = window.size();
        window += QChar::fromUcs4(character.codePoint);
        byteOfUnit.resize(static_cast<std::size_t>(window.size()), byte);
        byte += character.byteLength;
    }
    QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, window);
    finder.setPosition(limitUnit);
    const qsizetype unit = finder.isAtBoundary() ? limitUnit : finder.toPreviousBoundary();
    // One cluster longer than the window is no text that anybody reads: any character will do.
    if (unit <= 0 || byteOfUnit[static_cast<std::size_t>(unit)] <= begin)
        return limit > begin ? limit : begin + utf8SequenceLength(text[begin]);
    return byteOfUnit[static_cast<std::size_t>(unit)];
}

std::vector<std::uint32_t> blockStarts(std::string_view text, ByteRange bytes, std::size_t longestBytes)
{
    std::vector<std::uint32_t> starts;
    std::size_t begin = bytes.begin;
    for (;;) {
        starts.push_back(static_cast<std::uint32_t>(begin));
        const std::string_view rest = text.substr(begin, bytes.end - begin);
        std::size_t length = rest.find_first_of("\r\n");
        const bool isLast = length == std::string_view::npos;
        if (isLast)
            length = rest.size();
        else
            length += rest.substr(length, 2) == "\r\n" ? 2 : 1;
        appendCuts(text, {begin, begin + length}, longestBytes, starts);
        begin += length;
        if (isLast)
            return starts;
    }
}

BlockIndex::BlockIndex(std::string_view text, const OffsetMap &lines, std::size_t longestBytes)
    : m_lines(&lines), m_textBytes(text.size())
{
    const std::size_t lineCount = lines.lineCount();
    std::size_t begin = 0;
    for (std::size_t line = 0; line < lineCount; ++line) {
        const std::size_t end = lines.byteOfLine(line + 1);
        ++m_blockCount;
        if (end - begin > longestBytes) {
            CutLine cut{line, m_blockCount - 1, m_cuts.size(), 0};
            appendCuts(text, {begin, end}, longestBytes, m_cuts);
            cut.cutCount = m_cuts.size() - cut.firstCut;
            m_blockCount += cut.cutCount;
            m_cutLines.push_back(cut);
        }
        begin = end;
    }
}

BlockIndex::LinePlace BlockIndex::placeOf(std::size_t block) const noexcept
{
    const auto after = std::upper_bound(m_cutLines.begin(), m_cutLines.end(), block,
                                        [](std::size_t value, const CutLine &cut) { return value < cut.firstBlock; });
    if (after == m_cutLines.begin())
        return {block, nullptr, 0};
    const CutLine &cut = *std::prev(after);
    const std::size_t piece = block - cut.firstBlock;
    if (piece <= cut.cutCount)
        return {cut.line, &cut, piece};
    return {cut.line + piece - cut.cutCount, nullptr, 0};
}

ByteRange BlockIndex::blockBytes(std::size_t block) const noexcept
{
    const LinePlace place = placeOf(block);
    ByteRange bytes{m_lines->byteOfLine(place.line), m_lines->byteOfLine(place.line + 1)};
    if (place.cut) {
        if (place.piece > 0)
            bytes.begin = m_cuts[place.cut->firstCut + place.piece - 1];
        if (place.piece < place.cut->cutCount)
            bytes.end = m_cuts[place.cut->firstCut + place.piece];
    }
    return bytes;
}

std::size_t BlockIndex::blockAt(std::size_t byte) const noexcept
{
    const std::size_t line = m_lines->lineAt(std::min(byte, m_textBytes));
    const auto after = std::upper_bound(m_cutLines.begin(), m_cutLines.end(), line,
                                        [](std::size_t value, const CutLine &cut) { return value < cut.line; });
    if (after == m_cutLines.begin())
        return line;
    const CutLine &cut = *std::prev(after);
    if (cut.line != line)
        return cut.firstBlock + cut.cutCount + (line - cut.line);
    const auto first = m_cuts.begin() + static_cast<std::ptrdiff_t>(cut.firstCut);
    const auto last = first + static_cast<std::ptrdiff_t>(cut.cutCount);
    return cut.firstBlock + static_cast<std::size_t>(std::upper_bound(first, last, byte) - first);
}

std::size_t BlockIndex::lineStartOf(std::size_t block) const noexcept
{
    return m_lines->byteOfLine(placeOf(block).line);
}

} // namespace cw
