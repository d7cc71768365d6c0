// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/wordpiecevocabulary.h"

#include <bit>
#include <string>
#include <utility>

namespace cw {

namespace {

constexpr std::uint32_t wordRoot = 0;
constexpr std::string_view continuationMark = "##";
constexpr std::size_t firstEdgeSlots = std::size_t{1} << 12;

} // namespace

std::size_t WordPieceVocabulary::slotOf(std::uint32_t node, unsigned char byte) const noexcept
{
    const std::uint32_t key = node * 256U + byte;
    const std::size_t mask = m_edges.size() - 1;
    // Fibonacci hashing: the upper bits of a product with the golden ratio.
    std::size_t slot = (key * 0x9E3779B97F4A7C15ULL) >> (64 - std::countr_zero(m_edges.size()));
    while (m_edges[slot].to != 0 && m_edges[slot].fromAndByte != key)
        slot = (slot + 1) & mask;
    return slot;
}

std::uint32_t WordPieceVocabulary::childOf(std::uint32_t node, unsigned char byte) const noexcept
{
    return m_edges[slotOf(node, byte)].to;
}

void WordPieceVocabulary::grow()
{
    const std::vector<Edge> before = std::exchange(m_edges, std::vector<Edge>(m_edges.size() * 2));
    for (const Edge &edge : before) {
        if (edge.to != 0)
            m_edges[slotOf(edge.fromAndByte / 256U, static_cast<unsigned char>(edge.fromAndByte % 256U))] = edge;
    }
}

std::uint32_t WordPieceVocabulary::addChild(std::uint32_t node, unsigned char byte)
{
    const std::size_t slot = slotOf(node, byte);
    if (m_edges[slot].to != 0)
        return m_edges[slot].to;
    const auto child = static_cast<std::uint32_t>(m_pieceAt.size());
    m_edges[slot] = {node * 256U + byte, child};
    m_pieceAt.push_back(noPiece);
    if (m_pieceAt.size() * 2 > m_edges.size())
        grow();
    return child;
}

Result<WordPieceVocabulary> WordPieceVocabulary::create(std::string_view lines)
{
    WordPieceVocabulary vocabulary;
    vocabulary.m_edges.resize(firstEdgeSlots);
    vocabulary.m_pieceAt.assign(1, noPiece);
    for (const char c : continuationMark)
        vocabulary.m_continuationRoot
            = vocabulary.addChild(vocabulary.m_continuationRoot, static_cast<unsigned char>(c));

    std::uint32_t piece = 0;
    for (std::size_t begin = 0; begin < lines.size(); ++piece) {
        const std::size_t end = std::min(lines.find('\n', begin), lines.size());
        const std::string_view spelling = lines.substr(begin, end - begin);
        begin = end + 1;
        std::uint32_t node = wordRoot;
        for (const char c : spelling)
            node = vocabulary.addChild(node, static_cast<unsigned char>(c));
        if (node == wordRoot || vocabulary.m_pieceAt[node] != noPiece)
            return Error{ErrorCode::Internal,
                         "Line " + std::to_string(piece + 1) + " of the vocabulary is empty or stands twice.",
                         "vocabulary"};
        vocabulary.m_pieceAt[node] = piece;
    }
    vocabulary.m_unknownPiece = vocabulary.find("[UNK]");
    if (vocabulary.m_unknownPiece == noPiece)
        return Error{ErrorCode::Internal, "The vocabulary lacks the piece [UNK].", "vocabulary"};
    return vocabulary;
}

WordPieceVocabulary::Match WordPieceVocabulary::longestMatch(std::string_view letters, bool isWordStart) const noexcept
{
    Match longest;
    std::uint32_t node = isWordStart ? wordRoot : m_continuationRoot;
    for (std::size_t i = 0; i < letters.size(); ++i) {
        node = childOf(node, static_cast<unsigned char>(letters[i]));
        if (node == 0)
            break;
        if (m_pieceAt[node] != noPiece)
            longest = {m_pieceAt[node], i + 1};
    }
    return longest;
}

std::uint32_t WordPieceVocabulary::find(std::string_view spelling) const noexcept
{
    std::uint32_t node = wordRoot;
    for (const char c : spelling) {
        node = childOf(node, static_cast<unsigned char>(c));
        if (node == 0)
            return noPiece;
    }
    return m_pieceAt[node];
}

} // namespace cw
