// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenbounds.h"

#include "tokenize/boundscanners.h"

#include <utility>

namespace cw {

namespace {

auto *markBy(InstructionSet set) noexcept
{
#if defined(__x86_64__)
    if (set == InstructionSet::Avx512)
        return &markTokenBoundsAvx512;
    if (set == InstructionSet::Avx2)
        return &markTokenBoundsAvx2;
#elif defined(__aarch64__)
    if (set == InstructionSet::Neon)
        return &markTokenBoundsNeon;
#endif
    static_cast<void>(set);
    return &markTokenBoundsPortable;
}

} // namespace

TokenBounds::TokenBounds(PretokenPattern pattern, std::string_view text, const TokenStarts &starts, InstructionSet set)
{
    BoundStreams streams(starts.total());
    markBy(set)(pattern, text, starts, streams);
    // A range that ends there must not go on for nothing: the next end is one token more, and all behind it are, or the
    // one behind that is two, and so on for as many as are tried.
    constexpr unsigned endsTried = 4;
    for (std::size_t word = 0; word + 1 < streams.ends.size(); ++word) {
        const auto ahead = [word](const std::vector<std::uint64_t> &bits, unsigned tokens) {
            return bits[word] >> tokens | bits[word + 1] << (64 - tokens);
        };
        // Something visible in the first tokens, or in the one behind them.
        std::uint64_t visible = streams.visible[word];
        std::uint64_t visibleBehind = streams.visible[word + 1];
        for (const unsigned tokens : {1U, 2U, 4U, 7U}) {
            visible |= visible >> tokens | visibleBehind << (64 - tokens);
            visibleBehind |= visibleBehind >> tokens;
        }
        streams.begins[word] &= visible;
        std::uint64_t isDearer = ahead(streams.ends, endsTried);
        for (unsigned tokens = endsTried; tokens > 0; --tokens)
            isDearer = ahead(streams.firmEnds, tokens) | (ahead(streams.ends, tokens) & isDearer);
        streams.ends[word] &= isDearer;
    }
    m_begins = std::move(streams.begins);
    m_ends = std::move(streams.ends);
}

} // namespace cw
