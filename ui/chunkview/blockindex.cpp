// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/blockindex.h"

#include "chunkview/displaytext.h"
#include "text/utf8.h"

#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <optional>

namespace cw {
namespace {

constexpr std::size_t spaceSearchBytes = 1024;
constexpr std::size_t clusterSearchBytes = 256;
constexpr std::size_t flagSearchBytes = 64 * 1024;
constexpr std::size_t flagBytes = 4; ///< of a regional indicator

std::size_t characterStart(std::string_view text, std::size_t byte)
{
    while (!isCharacterBoundary(text, byte))
        --byte;
    return byte;
}

char32_t characterBefore(std::string_view text, std::size_t byte)
{
    return byte == 0 ? U' ' : decodeCharacter(text, characterStart(text, byte - 1)).codePoint;
}

bool isLetter(char32_t codePoint, bool rightToLeft)
{
    const QChar::Direction direction = QChar::direction(codePoint);
    return rightToLeft ? direction == QChar::DirR || direction == QChar::DirAL : direction == QChar::DirL;
}

/// Whether the first letter of the line that `text` begins with runs from right to left; nothing without a letter.
std::optional<bool> directionOfLine(std::string_view text)
{
    for (std::size_t byte = 0; byte < text.size();) {
        if (text[byte] == '\n' || text[byte] == '\r')
            return std::nullopt;
        const DecodedCharacter character = decodeCharacter(text, byte);
        if (isLetter(character.codePoint, false))
            return false;
        if (isLetter(character.codePoint, true))
            return true;
        byte += character.byteLength;
    }
    return std::nullopt;
}

/// A line of `most` bytes and more counts as blank, too.
bool isBlankOrLong(std::string_view line, std::size_t most)
{
    const std::size_t end = line.substr(0, most).find_first_of("\r\n");
    if (end == std::string_view::npos && line.size() >= most)
        return true;
    return line.substr(0, end).find_first_not_of(" \t") == std::string_view::npos;
}

bool isRegionalIndicator(std::string_view text, std::size_t byte)
{
    return text.substr(byte, 3) == "\xF0\x9F\x87" && static_cast<unsigned char>(text[byte + 3]) >= 0xA6;
}

/// Flags are pairs: a window may not begin with the second half of one.
std::size_t flagStart(std::string_view text, std::size_t byte)
{
    std::size_t begin = byte;
    while (begin >= flagBytes && byte - begin < flagSearchBytes && isRegionalIndicator(text, begin - flagBytes))
        begin -= flagBytes;
    return byte - (byte - begin) % (2 * flagBytes);
}

/// True when a line ends right before the byte. Precondition: byte > 0.
bool isLineEnd(std::string_view text, std::size_t byte)
{
    return text[byte - 1] == '\n' || (text[byte - 1] == '\r' && !(byte < text.size() && text[byte] == '\n'));
}

/// Where the line of the byte ends, its line end included.
std::size_t lineEndAfter(std::string_view text, std::size_t byte)
{
    for (; byte < text.size(); byte += longestBlockBytes) {
        std::string_view window = text.substr(byte, longestBlockBytes);
        const std::size_t lineFeed = window.find('\n');
        window = window.substr(0, lineFeed);
        if (const std::size_t carriage = window.find('\r'); carriage != std::string_view::npos) {
            const std::size_t end = byte + carriage + 1;
            return end < text.size() && text[end] == '\n' ? end + 1 : end;
        }
        if (lineFeed != std::string_view::npos)
            return byte + lineFeed + 1;
    }
    return text.size();
}

/// Behind the window's last line end; 0 when there is none. A CR that ends the window may be half of a line end and
/// does not count.
std::size_t lastLineEnd(std::string_view window)
{
    const std::size_t lineFeed = window.rfind('\n');
    const std::size_t begin = lineFeed == std::string_view::npos ? 0 : lineFeed + 1;
    const std::size_t carriage
        = window.substr(begin, window.size() - 1 - std::min(begin, window.size() - 1)).rfind('\r');
    return carriage == std::string_view::npos ? begin : begin + carriage + 1;
}

std::size_t cutBetweenWords(std::string_view text, std::size_t begin, std::size_t limit, bool isRightToLeft)
{
    const std::size_t stop = limit - begin > spaceSearchBytes ? limit - spaceSearchBytes : begin + 1;
    std::size_t any = 0;
    for (std::size_t byte = limit; byte > stop; --byte) {
        if (text[byte - 1] != ' ' && text[byte - 1] != '\t')
            continue;
        any = std::max(any, byte);
        if (isLetter(decodeCharacter(text, byte).codePoint, isRightToLeft)
            && isLetter(characterBefore(text, byte - 1), isRightToLeft))
            return byte;
    }
    return any;
}

} // namespace

std::size_t cutBefore(std::string_view text, std::size_t begin, std::size_t limit, bool isRightToLeft)
{
    if (const std::size_t cut = cutBetweenWords(text, begin, limit, isRightToLeft))
        return cut;

    limit = characterStart(text, limit);
    const std::size_t windowBegin = flagStart(
        text, characterStart(text, limit - begin > clusterSearchBytes ? limit - clusterSearchBytes : begin));
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
    QTextBoundaryFinder clusters(QTextBoundaryFinder::Grapheme, window);
    QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, window);
    std::size_t between = 0;
    for (qsizetype unit = limitUnit; unit > 0; --unit) {
        const std::size_t byte = byteOfUnit[static_cast<std::size_t>(unit)];
        if (byte <= begin)
            break;
        clusters.setPosition(unit);
        if (!clusters.isAtBoundary())
            continue;
        between = std::max(between, byte);
        breaks.setPosition(unit);
        if (breaks.isAtBoundary())
            return byte;
    }
    if (between > 0)
        return between;
    // One cluster longer than the window is no text that anybody reads: any character will do.
    return limit > begin ? limit : begin + utf8SequenceLength(text[begin]);
}

LinePieces::LinePieces(std::string_view text, ByteRange line, bool isRightToLeft, std::size_t pieceBytes) noexcept
    : m_text(text), m_line(line), m_isRightToLeft(isRightToLeft), m_pieceBytes(pieceBytes)
{
    // A piece that held nothing but the line end would be an empty row.
    const std::size_t shown = withoutLineEnd(text.substr(line.begin, line.size())).size();
    if (shown > pieceBytes)
        m_count = (shown - 1) / pieceBytes + 1;
}

std::size_t LinePieces::start(std::size_t piece) const
{
    if (piece == 0)
        return m_line.begin;
    if (piece == m_count)
        return m_line.end;
    // Looking back less than half a piece keeps the pieces in order.
    const std::size_t wanted = m_line.begin + piece * m_pieceBytes;
    return cutBefore(m_text, wanted - m_pieceBytes / 2, wanted, m_isRightToLeft);
}

ByteRange LinePieces::bytes(std::size_t piece) const
{
    return {start(piece), start(piece + 1)};
}

std::size_t LinePieces::pieceAt(std::size_t byte) const
{
    const std::size_t piece = std::min((byte - m_line.begin) / m_pieceBytes, m_count - 1);
    return piece + 1 < m_count && start(piece + 1) <= byte ? piece + 1 : piece;
}

bool isRightToLeftLine(std::string_view text) noexcept
{
    return directionOfLine(text).value_or(false);
}

bool isRightToLeftLine(std::string_view text, std::size_t lineBegin) noexcept
{
    constexpr std::size_t longestWithoutLetters = 256;
    constexpr int linesBack = 8;
    const std::string_view line = text.substr(lineBegin);
    if (const std::optional<bool> own = directionOfLine(line))
        return *own;
    if (isBlankOrLong(line, longestWithoutLetters))
        return false;
    std::size_t begin = lineBegin;
    for (int back = 0; back < linesBack && begin > 0; ++back) {
        std::size_t end = begin - 1; // of the line before, without its line end
        if (end > 0 && text[end] == '\n' && text[end - 1] == '\r')
            --end;
        const std::size_t from = end > longestWithoutLetters ? end - longestWithoutLetters : 0;
        const std::size_t found = text.substr(from, end - from).find_last_of("\r\n");
        if (found == std::string_view::npos && from > 0)
            return false; // a long one: where it begins would have to be searched
        begin = found == std::string_view::npos ? 0 : from + found + 1;
        const std::string_view before = text.substr(begin, end - begin);
        if (const std::optional<bool> direction = directionOfLine(before))
            return *direction;
        if (isBlankOrLong(before, longestWithoutLetters))
            return false;
    }
    return false;
}

std::vector<BlockStart> blockStarts(std::string_view text, ByteRange bytes, bool wholeLines, std::size_t pieceBytes)
{
    std::vector<BlockStart> starts;
    std::size_t begin = bytes.begin;
    for (;;) {
        const std::string_view rest = text.substr(begin, bytes.end - begin);
        std::size_t length = rest.find_first_of("\r\n");
        const bool isLast = length == std::string_view::npos;
        if (isLast)
            length = rest.size();
        else
            length += rest.substr(length, 2) == "\r\n" ? 2 : 1;
        const bool isCut = !wholeLines && length > pieceBytes;
        const LinePieces pieces(text, {begin, begin + length}, isCut && isRightToLeftLine(text.substr(begin)),
                                pieceBytes);
        const std::size_t count = isCut ? pieces.count() : 1;
        for (std::size_t piece = 0; piece < count; ++piece) {
            const std::size_t at = piece == 0 ? begin : pieces.bytes(piece).begin;
            starts.push_back({static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(begin)});
        }
        begin += length;
        if (isLast)
            return starts;
    }
}

BlockIndex::BlockIndex(std::string_view text, bool wholeLines, std::size_t pieceBytes)
    : m_text(text), m_wholeLines(wholeLines), m_pieceBytes(pieceBytes)
{
    std::size_t begin = 0; // of a line
    while (text.size() - begin > pieceBytes) {
        // No line that ends inside the window is too long for it: the window's last line end is the one to go on from.
        if (const std::size_t next = lastLineEnd(text.substr(begin, pieceBytes)); next > 0) {
            begin += next;
            continue;
        }
        const std::size_t end = lineEndAfter(text, begin + pieceBytes - 1);
        if (LinePieces(text, {begin, end}, false, pieceBytes).count() > 1)
            m_longLines.push_back({{begin, end}, isRightToLeftLine(text.substr(begin, end - begin))});
        begin = end;
    }
}

bool BlockIndex::endsWithLineEnd() const noexcept
{
    return !m_text.empty() && (m_text.back() == '\n' || m_text.back() == '\r');
}

TextBlock BlockIndex::blockAt(std::size_t byte) const
{
    if (byte >= m_text.size()) {
        if (m_text.empty() || endsWithLineEnd())
            return {{m_text.size(), m_text.size()}, m_text.size(), false};
        byte = m_text.size() - 1;
    }
    const auto after
        = std::upper_bound(m_longLines.begin(), m_longLines.end(), byte,
                           [](std::size_t value, const LongLine &line) { return value < line.bytes.begin; });
    if (after != m_longLines.begin() && byte < std::prev(after)->bytes.end) {
        const LongLine &line = *std::prev(after);
        if (m_wholeLines)
            return {line.bytes, line.bytes.begin, false};
        const LinePieces pieces(m_text, line.bytes, line.isRightToLeft, m_pieceBytes);
        const std::size_t piece = pieces.pieceAt(byte);
        return {pieces.bytes(piece), line.bytes.begin, piece + 1 < pieces.count()};
    }
    std::size_t begin = byte;
    while (begin > 0 && !isLineEnd(m_text, begin))
        --begin;
    return {{begin, lineEndAfter(m_text, byte)}, begin, false};
}

bool BlockIndex::isLast(const TextBlock &block) const noexcept
{
    return block.bytes.end == m_text.size() && (block.bytes.isEmpty() || !endsWithLineEnd());
}

} // namespace cw
