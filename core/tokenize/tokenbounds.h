// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens between which counting is subtracting their numbers.
#pragma once

#include "base/instructionset.h"
#include "tokenize/pretokenizer.h"
#include "tokenize/tokenstarts.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// Two bits for each token of a text: whether ranges may begin with it, and whether they may end before it. For tokens
/// a and b with begins(a), ends(b) and b - a >= fewestTokens, the range from where a starts to where b does
/// - begins and ends on character boundaries and holds something visible,
/// - has b - a tokens when it is encoded on its own,
/// - is what TokenIndex::byteAfter() finds for that many tokens from its begin.
/// Both say no too often: where a rule of the pre-tokenizer is not plain to see in 64 bytes. Of English and code they
/// say yes to more than 90 of 100 tokens.
class TokenBounds final
{
public:
    static constexpr std::size_t fewestTokens = 16;

    TokenBounds(PretokenPattern pattern, std::string_view text, const TokenStarts &starts,
                InstructionSet set = bestInstructionSet());

    /// Precondition of both: token < total of `starts`.
    [[nodiscard]] bool begins(std::size_t token) const noexcept { return isSet(m_begins, token); }
    [[nodiscard]] bool ends(std::size_t token) const noexcept { return isSet(m_ends, token); }

private:
    [[nodiscard]] static bool isSet(const std::vector<std::uint64_t> &bits, std::size_t token) noexcept
    {
        return (bits[token / 64] >> (token % 64) & 1U) != 0;
    }

    std::vector<std::uint64_t> m_begins;
    std::vector<std::uint64_t> m_ends;
};

} // namespace cw
