// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/piecemerger.h"

#include "base/bitcount.h"
#include "tokenize/shortpiece.h"

namespace cw {

namespace {

constexpr std::size_t bytesBetweenStopChecks = std::size_t{1} << 16;

PretokenKey keyOf(std::string_view text, std::size_t start, std::size_t length) noexcept
{
    if (start + PretokenKey::paddedBytes <= text.size())
        return PretokenKey::ofPadded(text.data() + start, length);
    return length <= PretokenKey::maxBytes ? PretokenKey::of(text.substr(start, length))
                                           : PretokenKey{.byteLength = PretokenKey::maxBytes + 1};
}

} // namespace

void TokenTally::add(std::size_t byte, std::uint64_t starts) noexcept
{
    tokens += bitCount(starts);
    if (!words)
        return;
    const std::size_t word = (byte - firstByte) / 64;
    const unsigned shift = byte % 64;
    words[word] |= starts << shift;
    if (shift > 0 && starts >> (64 - shift) != 0)
        words[word + 1] |= starts >> (64 - shift);
}

bool PieceMerger::addPieces(std::string_view text, const std::uint32_t *starts, std::size_t count, TokenTally &tally,
                            const std::stop_token &stop)
{
    const std::size_t pieces = count - 1;
    std::size_t padded = pieces;
    while (padded > 0 && starts[padded - 1] + PretokenKey::paddedBytes > text.size())
        --padded;
    std::size_t others = 0;
    for (std::size_t i = 0; i < padded; ++i) {
        const PretokenKey key = PretokenKey::ofPadded(text.data() + starts[i], starts[i + 1] - starts[i]);
        m_hashes[i] = key.hash();
        m_others[others] = static_cast<std::uint16_t>(i);
        others += m_cache.isSingleToken(key, m_hashes[i]) ? 0 : 1;
    }
    for (std::size_t i = padded; i < pieces; ++i) {
        m_hashes[i] = keyOf(text, starts[i], starts[i + 1] - starts[i]).hash();
        m_others[others++] = static_cast<std::uint16_t>(i);
    }
    tally.tokens += pieces - others;

    for (std::size_t other = 0; other < others; ++other)
        m_cache.prefetch(m_hashes[m_others[other]]);
    for (std::size_t other = 0; other < others; ++other) {
        const std::size_t i = m_others[other];
        const std::size_t start = starts[i];
        const std::size_t length = starts[i + 1] - start;
        if (length > PretokenKey::maxBytes) {
            if (!addLongPiece(text, {start, start + length}, tally, stop))
                return false;
            continue;
        }
        const PretokenKey key = keyOf(text, start, length);
        const std::uint32_t tokens = shortStarts(key, m_hashes[i], text.substr(start, length));
        if (tokens == 1)
            m_cache.noteSingleToken(key, m_hashes[i]);
        tally.add(start, tokens);
    }
    return true;
}

std::uint32_t PieceMerger::shortStarts(const PretokenKey &key, std::uint32_t hash, std::string_view piece)
{
    const std::uint32_t known = m_cache.find(key, hash);
    if (known != 0)
        return known & ~(1U << key.byteLength);
    const auto starts = static_cast<std::uint32_t>(mergedStarts(piece));
    m_cache.insert(key, hash, starts);
    return starts;
}

std::uint64_t PieceMerger::mediumStarts(std::string_view piece)
{
    const MediumPieceKey key = MediumPieceKey::of(piece);
    std::uint32_t starts = m_mediumPieces.find(key);
    if (starts == 0) {
        starts = static_cast<std::uint32_t>(mergedStarts(piece));
        m_mediumPieces.insert(key, starts);
    }
    return starts;
}

/// Precondition: at most ShortPiece::maxBytes.
std::uint64_t PieceMerger::mergedStarts(std::string_view piece)
{
    std::uint64_t starts = 0;
    for (std::size_t byte = 0; byte < piece.size();) {
        const std::size_t end = byte + m_vocabulary.boundaries().firstPieceEnd(piece.substr(byte));
        const std::string_view part = piece.substr(byte, end - byte);
        if (part.size() <= PretokenKey::maxBytes && part.size() < piece.size()) {
            const PretokenKey key = PretokenKey::of(part);
            starts |= std::uint64_t{shortStarts(key, key.hash(), part)} << byte;
        } else {
            starts |= shortPieceStarts(m_vocabulary, part, m_instructionSet) << byte;
        }
        byte = end;
    }
    return starts;
}

bool PieceMerger::addLongPiece(std::string_view text, ByteRange piece, TokenTally &tally, const std::stop_token &stop)
{
    // Phrases of ideographs and kana seldom come again as a whole, but come apart into words that do.
    const bool endsInThreeBytes = (static_cast<unsigned char>(text[piece.end - 3]) & 0xF0) == 0xE0;
    if (piece.size() <= MediumPieceKey::maxBytes && !endsInThreeBytes) {
        tally.add(piece.begin, mediumStarts(text.substr(piece.begin, piece.size())));
        return true;
    }
    std::size_t nextCheck = piece.begin + bytesBetweenStopChecks;
    for (std::size_t byte = piece.begin; byte < piece.end;) {
        if (byte >= nextCheck) {
            if (stop.stop_requested())
                return false;
            nextCheck = byte + bytesBetweenStopChecks;
        }
        const std::string_view rest = text.substr(byte, piece.end - byte);
        const std::string_view part = rest.substr(0, m_vocabulary.boundaries().firstPieceEnd(rest));
        if (part.size() <= PretokenKey::maxBytes) {
            const PretokenKey key = keyOf(text, byte, part.size());
            tally.add(byte, shortStarts(key, key.hash(), part));
        } else if (part.size() <= MediumPieceKey::maxBytes) {
            tally.add(byte, mediumStarts(part));
        } else if (part.size() <= ShortPiece::maxBytes) {
            tally.add(byte, shortPieceStarts(m_vocabulary, part, m_instructionSet));
        } else {
            const auto &tokens = m_longPieces.merge(part, stop);
            if (tokens.empty())
                return false;
            for (const BpeToken &token : tokens)
                tally.add(byte + token.startByte, 1);
        }
        byte += part.size();
    }
    return true;
}

} // namespace cw
