// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-pair merging of pieces of any length in linear time.
#pragma once

#include "tokenize/bpevocabulary.h"

#include <cstdint>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

struct BpeToken
{
    std::uint32_t startByte = 0;
    std::uint32_t id = 0;
};

/// Reusable memory for merging long pieces. Not thread-safe.
///
/// Ranks are visited upwards: a pair that a merge makes has a higher rank than that merge, because a token's id is
/// higher than its parts'. Places wait in one list a rank, so the whole is O(bytes), whatever the text.
///
/// A piece of more than `windowBytes` is merged in windows, so that memory stays small. A sequence of tokens is what
/// merging the whole gives exactly when each two neighbours alone merge to just those two. Each window begins at a
/// token of the one before it whose pair with the new window's first token has been tried in this way.
class LongPieceMerger final
{
public:
    static constexpr std::size_t defaultWindowBytes = std::size_t{1} << 16;

    explicit LongPieceMerger(const BpeVocabulary &vocabulary, std::size_t windowBytes = defaultWindowBytes);

    /// Tokens of `piece` in order, none when stopped; valid until the next call. Asks `stop` once a window.
    /// Precondition: 1 <= piece.size() < 2^32.
    [[nodiscard]] const std::vector<BpeToken> &merge(std::string_view piece, const std::stop_token &stop = {});

    /// Gives back memory that only an unusual piece needed; the last result is no longer valid.
    void forgetLargePieces()
    {
        if (m_tokens.capacity() > defaultWindowBytes)
            m_tokens = {};
    }

private:
    static constexpr std::uint32_t nowhere = 0xFFFF'FFFF;

    struct Waiting
    {
        std::uint32_t place;
        std::uint32_t next;
    };

    [[nodiscard]] bool mergeInWindows(std::string_view piece, std::size_t windowBytes, const std::stop_token &stop);
    void mergeWindow(std::string_view bytes);
    void appendWindow(std::size_t windowStart);
    [[nodiscard]] bool areNeighbours(std::string_view piece, const BpeToken &left, const BpeToken &right,
                                     std::size_t rightEnd) const;
    void wait(std::uint32_t place, std::uint32_t rank);
    [[nodiscard]] std::uint32_t lowestRankFrom(std::uint32_t rank) const noexcept;
    void takePlaces(std::uint32_t rank);
    void mergeAt(std::uint32_t place, std::uint32_t token);
    void setPair(std::uint32_t place, std::uint32_t rank);

    const BpeVocabulary &m_vocabulary;
    std::size_t m_windowBytes;
    std::vector<BpeToken> m_tokens;

    // By place in the window. Places that were merged away have no pair.
    std::vector<std::uint32_t> m_ids;
    std::vector<std::uint32_t> m_pairs;
    std::vector<std::uint32_t> m_next;
    std::vector<std::uint32_t> m_previous;

    std::vector<std::uint32_t> m_firstWaiting; // by rank
    std::vector<std::uint64_t> m_ranks; // a bit a rank that somebody waits for
    std::vector<std::uint64_t> m_rankWords; // a bit a word of m_ranks that is not zero
    std::vector<Waiting> m_waiting;
    std::vector<std::uint32_t> m_places;
};

} // namespace cw
