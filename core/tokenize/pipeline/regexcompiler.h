// SPDX-License-Identifier: GPL-3.0-or-later
// From the parts of a regular expression to instructions.
#pragma once

#include "tokenize/pipeline/regex.h"

namespace cw {

class RegexCompiler final
{
public:
    explicit RegexCompiler(Regex &regex) : m_regex(regex) { }

    /// False when the program gets too long.
    [[nodiscard]] bool compile(const RegexPattern &pattern);

private:
    using Operation = Regex::Operation;
    using SetMask = Regex::SetMask;
    struct Begin
    {
        SetMask sets = 0;
        bool mayBeEmpty = false;
    };
    struct Positions
    {
        std::vector<std::size_t> first;
        std::vector<std::size_t> last;
        bool mayBeEmpty = true;
    };
    struct Position
    {
        SetMask sets = 0;
        bool isLook = false;
    };

    std::size_t append(Operation operation);
    void emit(const RegexNode &node);
    void emitRepeat(const RegexNode &node);
    void emitInner(const RegexNode &node, Operation operation);
    [[nodiscard]] Begin beginOf(const RegexNode &node) const;

    Positions analyse(const RegexNode &node);
    void follow(const std::vector<std::size_t> &before, const std::vector<std::size_t> &after);
    [[nodiscard]] bool canBeSkipped(const RegexNode &node, SetMask sets, bool isBefore) const;
    [[nodiscard]] bool takesOnly(const RegexNode &node, SetMask sets) const;

    Regex &m_regex;
    std::vector<Position> m_positions;
    bool m_isTooLong = false;
};

} // namespace cw
