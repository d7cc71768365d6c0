// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions as tokenizer files have them, taken apart.
#pragma once

#include "base/result.h"
#include "tokenize/pipeline/characterset.h"

#include <cstdint>
#include <limits>
#include <string_view>
#include <vector>

namespace cw {

/// What a regular expression is made of. Groups leave no trace but for what holds them together.
struct RegexNode
{
    enum class Kind : std::uint8_t {
        Set, ///< one character of `set`
        Sequence,
        Choice, ///< the first alternative that lets the rest match
        Repeat, ///< of the only child
        LookAhead, ///< of the only child
        LookBehind, ///< of the only child, which has a fixed number of characters
        Atomic, ///< the only child, which is not tried in another way once it has matched
        TextBegin,
        TextEnd,
        LineBegin,
        LineEnd,
        LastLineEnd, ///< the text's end or before a line feed there
        WordEdge ///< between a character of `set` and one that is not, or the text's begin or end
    };
    enum class Greed : std::uint8_t { Greedy, Lazy, Possessive };
    static constexpr std::uint32_t unlimited = std::numeric_limits<std::uint32_t>::max();

    Kind kind = Kind::Sequence;
    bool isNegative = false; ///< of looking around, of word edges
    Greed greed = Greed::Greedy;
    std::uint32_t set = 0; ///< place in RegexPattern::sets
    std::uint32_t least = 0;
    std::uint32_t most = 0;
    std::vector<RegexNode> children;
};

struct RegexPattern
{
    RegexNode root;
    std::vector<CharacterSet> sets;
};

/// Reads the syntax of Oniguruma as far as its meaning is reproduced here exactly; the error says what is not, or what
/// is wrong. White space, words, digits and categories are those of Unicode 16, as in Oniguruma 6.9.10.
[[nodiscard]] Result<RegexPattern> parseRegex(std::string_view pattern);

} // namespace cw
