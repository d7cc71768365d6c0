// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/longpiecemerger.h"

#include "tokenize/shortpiece.h"

#include <algorithm>
#include <bit>

namespace cw {

namespace {

constexpr std::size_t tokensNearCut = 2; // that a window's end has probably changed
constexpr std::size_t maxStepsBack = 16; // when it was more

} // namespace

LongPieceMerger::LongPieceMerger(const BpeVocabulary &vocabulary, std::size_t windowBytes)
    : m_vocabulary(vocabulary), m_windowBytes(windowBytes), m_firstWaiting(vocabulary.size(), nowhere),
      m_ranks(vocabulary.size() / 64 + 1), m_rankWords(m_ranks.size() / 64 + 1)
{
}

const std::vector<BpeToken> &LongPieceMerger::merge(std::string_view piece, const std::stop_token &stop)
{
    for (std::size_t windowBytes = m_windowBytes; !mergeInWindows(piece, windowBytes, stop); windowBytes *= 2) { }
    return m_tokens;
}

bool LongPieceMerger::mergeInWindows(std::string_view piece, std::size_t windowBytes, const std::stop_token &stop)
{
    m_tokens.clear();
    std::size_t start = 0;
    std::size_t fewestTokens = 0; // going back further would be no progress
    for (;;) {
        if (stop.stop_requested()) {
            m_tokens.clear();
            return true;
        }
        const std::string_view window = piece.substr(start, windowBytes);
        mergeWindow(window);
        const BpeToken first{static_cast<std::uint32_t>(start), m_ids[0]};
        if (!m_tokens.empty() && !areNeighbours(piece, m_tokens.back(), first, start + m_next[0])) {
            if (m_tokens.size() == fewestTokens)
                return false;
            start = m_tokens.back().startByte;
            m_tokens.pop_back();
            continue;
        }
        fewestTokens = m_tokens.size() + 1;
        appendWindow(start);
        if (start + window.size() == piece.size())
            return true;
        // The window's end cuts the text, which shows in its last tokens.
        const std::size_t kept = m_tokens.size() - std::min(m_tokens.size(), tokensNearCut);
        if (kept < fewestTokens)
            return false;
        start = m_tokens[kept].startByte;
        m_tokens.resize(kept);
        fewestTokens = std::max(fewestTokens, kept - std::min(kept, maxStepsBack));
    }
}

void LongPieceMerger::appendWindow(std::size_t windowStart)
{
    for (std::uint32_t place = 0; place < m_ids.size(); place = m_next[place])
        m_tokens.push_back({static_cast<std::uint32_t>(windowStart + place), m_ids[place]});
}

bool LongPieceMerger::areNeighbours(std::string_view piece, const BpeToken &left, const BpeToken &right,
                                    std::size_t rightEnd) const
{
    const std::string_view both = piece.substr(left.startByte, rightEnd - left.startByte);
    if (both.size() > ShortPiece::maxBytes) {
        LongPieceMerger alone(m_vocabulary, both.size());
        const auto &tokens = alone.merge(both);
        return tokens.size() == 2 && tokens[0].id == left.id && tokens[1].id == right.id;
    }
    ShortPiece merged;
    mergeShortPiece(m_vocabulary, both, merged);
    const std::size_t leftSize = right.startByte - left.startByte;
    return merged.starts == (std::uint64_t{1} | std::uint64_t{1} << leftSize);
}

void LongPieceMerger::mergeWindow(std::string_view bytes)
{
    const auto size = static_cast<std::uint32_t>(bytes.size());
    m_ids.resize(size);
    m_pairs.resize(size);
    m_next.resize(size);
    m_previous.resize(size);
    m_waiting.clear();
    for (std::uint32_t place = size; place-- > 0;) {
        const auto byte = static_cast<std::uint8_t>(bytes[place]);
        m_ids[place] = m_vocabulary.byteToken(byte);
        m_next[place] = place + 1;
        m_previous[place] = place == 0 ? nowhere : place - 1;
        const bool isLast = place + 1 == size;
        setPair(place,
                isLast ? BpeVocabulary::noToken
                       : m_vocabulary.mergedBytes(byte, static_cast<std::uint8_t>(bytes[place + 1])));
    }
    for (std::uint32_t rank = lowestRankFrom(0); rank != BpeVocabulary::noToken; rank = lowestRankFrom(rank)) {
        takePlaces(rank);
        for (const std::uint32_t place : m_places) {
            if (m_pairs[place] == rank)
                mergeAt(place, rank);
        }
    }
}

void LongPieceMerger::mergeAt(std::uint32_t place, std::uint32_t token)
{
    const std::uint32_t gone = m_next[place];
    const std::uint32_t next = m_next[gone];
    const std::uint32_t previous = m_previous[place];
    m_pairs[gone] = BpeVocabulary::noToken;
    m_ids[place] = token;
    m_next[place] = next;
    if (next < m_ids.size()) {
        m_previous[next] = place;
        setPair(place, m_vocabulary.merged(token, m_ids[next]));
    } else {
        m_pairs[place] = BpeVocabulary::noToken;
    }
    if (previous != nowhere)
        setPair(previous, m_vocabulary.merged(m_ids[previous], token));
}

void LongPieceMerger::setPair(std::uint32_t place, std::uint32_t rank)
{
    m_pairs[place] = rank;
    if (rank != BpeVocabulary::noToken)
        wait(place, rank);
}

void LongPieceMerger::wait(std::uint32_t place, std::uint32_t rank)
{
    m_waiting.push_back({place, m_firstWaiting[rank]});
    m_firstWaiting[rank] = static_cast<std::uint32_t>(m_waiting.size() - 1);
    m_ranks[rank / 64] |= std::uint64_t{1} << (rank % 64);
    m_rankWords[rank / 4096] |= std::uint64_t{1} << (rank / 64 % 64);
}

std::uint32_t LongPieceMerger::lowestRankFrom(std::uint32_t rank) const noexcept
{
    for (std::size_t i = rank / 4096; i < m_rankWords.size(); ++i) {
        if (m_rankWords[i] == 0)
            continue;
        const std::size_t word = i * 64 + static_cast<unsigned>(std::countr_zero(m_rankWords[i]));
        return static_cast<std::uint32_t>(word * 64 + static_cast<unsigned>(std::countr_zero(m_ranks[word])));
    }
    return BpeVocabulary::noToken;
}

void LongPieceMerger::takePlaces(std::uint32_t rank)
{
    m_places.clear();
    for (std::uint32_t i = m_firstWaiting[rank]; i != nowhere; i = m_waiting[i].next)
        m_places.push_back(m_waiting[i].place);
    if (!std::ranges::is_sorted(m_places)) {
        std::ranges::reverse(m_places);
        if (!std::ranges::is_sorted(m_places))
            std::ranges::sort(m_places);
    }
    m_firstWaiting[rank] = nowhere;
    m_ranks[rank / 64] &= ~(std::uint64_t{1} << (rank % 64));
    if (m_ranks[rank / 64] == 0)
        m_rankWords[rank / 4096] &= ~(std::uint64_t{1} << (rank / 64 % 64));
}

} // namespace cw
