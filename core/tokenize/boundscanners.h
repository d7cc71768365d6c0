// SPDX-License-Identifier: GPL-3.0-or-later
// What TokenBounds is made of, by all instruction sets. Those this program is not compiled for are never called.
#pragma once

#include "tokenize/pretokenizer.h"
#include "tokenize/tokenstarts.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// A bit each for each token.
struct BoundStreams
{
    std::vector<std::uint64_t> begins;
    std::vector<std::uint64_t> ends;
    std::vector<std::uint64_t> firmEnds; ///< no range that goes on behind one has fewer tokens than with that end
    std::vector<std::uint64_t> visible; ///< of a token, and the one behind it, either is no white space

    explicit BoundStreams(std::size_t tokens)
        : begins(tokens / 64 + 2), ends(tokens / 64 + 2), firmEnds(tokens / 64 + 2), visible(tokens / 64 + 2)
    {
    }
};

void markTokenBoundsPortable(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                             BoundStreams &streams);
void markTokenBoundsNeon(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                         BoundStreams &streams);
void markTokenBoundsAvx2(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                         BoundStreams &streams);
void markTokenBoundsAvx512(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                           BoundStreams &streams);

} // namespace cw
