// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/segmentation.h"

#include "base/largepages.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw {

namespace {

struct ReasonText
{
    std::string_view id;
    std::string_view help;
};

constexpr std::array<ReasonText, boundaryReasonCount> reasonTexts{{
    {"document-start", "The document starts here."},
    {"document-end", "The document ends here."},
    {"heading", "Cut before a heading."},
    {"paragraph", "Cut between paragraphs, at a blank line."},
    {"sentence", "Cut between sentences."},
    {"line", "Cut at a line end."},
    {"list-item", "Cut between list items."},
    {"table-row", "Cut between table rows."},
    {"code-node", "Cut between parts of the code."},
    {"page", "Cut at the end of a page."},
    {"separator", "Cut at a separator of the strategy's list."},
    {"word", "Cut between words."},
    {"token", "Cut between tokens."},
    {"forced-word", "Cut between words, because nothing larger fits into max."},
    {"forced-character", "Cut inside a word, because the word alone is longer than max."},
}};

} // namespace

std::string_view boundaryReasonId(BoundaryReason reason) noexcept
{
    return reasonTexts[static_cast<std::size_t>(reason)].id;
}

std::string_view boundaryReasonHelp(BoundaryReason reason) noexcept
{
    return reasonTexts[static_cast<std::size_t>(reason)].help;
}

std::string_view joinId(Join join) noexcept
{
    return join == Join::Source ? "source" : "space";
}

EmittedText EmittedText::fromSource(const Document &document)
{
    EmittedText emitted;
    emitted.m_join = Join::Source;
    emitted.m_text = document.sharedText();
    return emitted;
}

EmittedText EmittedText::joinedWithSpaces(const Document &document, const std::vector<ByteRange> &pieces)
{
    Joiner joiner(document);
    for (const ByteRange piece : pieces)
        joiner.add(piece);
    return joiner.take();
}

std::size_t EmittedText::Joiner::add(ByteRange piece)
{
    if (!m_pieces.empty()) {
        Piece &last = m_pieces.back();
        const std::size_t end = std::size_t{last.source} + last.size;
        ++m_emitBytes;
        if (piece.begin == end + 1 && m_document.text()[end] == ' ') {
            last.size += static_cast<std::uint32_t>(piece.size() + 1);
            m_emitBytes += piece.size();
            return m_emitBytes - piece.size();
        }
    }
    m_pieces.push_back({static_cast<std::uint32_t>(piece.begin), static_cast<std::uint32_t>(m_emitBytes),
                        static_cast<std::uint32_t>(piece.size())});
    m_emitBytes += piece.size();
    return m_emitBytes - piece.size();
}

EmittedText EmittedText::Joiner::take()
{
    EmittedText emitted;
    emitted.m_join = Join::Space;
    std::string joined;
    joined.reserve(m_emitBytes);
    useLargePages(joined.data(), joined.capacity());
    for (const Piece &piece : m_pieces) {
        if (!joined.empty())
            joined += ' ';
        joined.append(m_document.text(), piece.source, piece.size);
    }
    m_pieces.shrink_to_fit();
    emitted.m_pieces = std::move(m_pieces);
    emitted.m_text = std::make_shared<const std::string>(std::move(joined));
    return emitted;
}

std::size_t EmittedText::emitOf(std::size_t sourceByte) const noexcept
{
    if (m_join == Join::Source)
        return std::min(sourceByte, m_text->size());
    const auto after = std::upper_bound(m_pieces.begin(), m_pieces.end(), sourceByte,
                                        [](std::size_t byte, const Piece &piece) { return byte < piece.source; });
    if (after != m_pieces.begin()) {
        const Piece &piece = *std::prev(after);
        if (sourceByte - piece.source < piece.size)
            return piece.emit + (sourceByte - piece.source);
    }
    return after == m_pieces.end() ? m_text->size() : after->emit;
}

std::size_t EmittedText::sourceOf(std::size_t emitByte) const noexcept
{
    if (m_join == Join::Source)
        return std::min(emitByte, m_text->size());
    const auto after = std::upper_bound(m_pieces.begin(), m_pieces.end(), emitByte,
                                        [](std::size_t byte, const Piece &piece) { return byte < piece.emit; });
    if (after == m_pieces.begin())
        return 0;
    const Piece &piece = *std::prev(after);
    return piece.source + std::min<std::size_t>(emitByte - piece.emit, piece.size);
}

std::size_t EmittedText::RisingSource::of(std::size_t emitByte) noexcept
{
    const std::vector<Piece> &pieces = m_emitted.m_pieces;
    if (pieces.empty())
        return m_emitted.sourceOf(emitByte);
    // Mostly the next piece or one of the next few; strides of growing width when it is far.
    const std::size_t first = m_piece;
    std::size_t stride = 1;
    while (m_piece + stride < pieces.size() && pieces[m_piece + stride].emit <= emitByte) {
        m_piece += stride;
        stride *= 2;
    }
    for (; stride > 0; stride /= 2) {
        if (m_piece + stride < pieces.size() && pieces[m_piece + stride].emit <= emitByte)
            m_piece += stride;
    }
    prefetchStep(m_piece - first);
    const Piece &piece = pieces[m_piece];
    return piece.source + std::min<std::size_t>(emitByte - piece.emit, piece.size);
}

/// Those who ask take steps of much the same size, so what the next step but one passes is fetched from memory.
void EmittedText::RisingSource::prefetchStep(std::size_t pieces) const noexcept
{
    constexpr std::size_t piecesPerLine = 5;
    constexpr std::size_t mostPieces = 64;
    const std::vector<Piece> &all = m_emitted.m_pieces;
    if (pieces < piecesPerLine)
        return;
    const std::size_t begin = m_piece + pieces;
    const std::size_t end = std::min({begin + pieces, begin + mostPieces, all.size()});
    for (std::size_t piece = begin; piece < end; piece += piecesPerLine)
        __builtin_prefetch(all.data() + piece);
}

std::vector<ByteRange> EmittedText::pieces(ByteRange emit) const
{
    if (m_join == Join::Source || m_pieces.empty())
        return {emit};
    auto piece = std::prev(std::upper_bound(m_pieces.begin(), m_pieces.end(), emit.begin,
                                            [](std::size_t byte, const Piece &p) { return byte < p.emit; }));
    std::vector<ByteRange> ranges;
    for (std::size_t begin = emit.begin; piece != m_pieces.end() && begin <= emit.end; ++piece) {
        const std::size_t end = std::min<std::size_t>(emit.end, std::size_t{piece->emit} + piece->size);
        ranges.push_back({piece->source + (begin - piece->emit), piece->source + (end - piece->emit)});
        begin = end + 1;
        if (end == emit.end)
            break;
    }
    return ranges;
}

} // namespace cw
