// SPDX-License-Identifier: GPL-3.0-or-later
// Regular expressions of tokenizer files, matched as Oniguruma does.
#pragma once

#include "tokenize/pipeline/regexpattern.h"

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// A match, or what lies between two.
struct RegexPart
{
    std::size_t begin = 0;
    std::size_t end = 0;
    bool isMatch = false;
};

/// An expression that backtracks as Oniguruma does, with the character classes of Unicode 16 that the reference has and
/// distributions' Oniguruma has not. Immutable and safe to share between threads.
///
/// A search ends without an answer where a match takes more than ten million steps back, as the reference gives up
/// there, and where a text takes more than that and 256 a byte, forwards and back, which would be quadratic time.
/// Expressions that get near this on a few dozen characters are refused by compile().
class Regex final
{
public:
    [[nodiscard]] static Result<Regex> compile(std::string_view pattern);
    /// Matches `text` itself.
    [[nodiscard]] static Regex ofText(std::string_view text);

    /// Appends all matches and what lies between them, in order, without gaps. An empty match right behind another
    /// match is none. False when it gave up; the rest is then said to be no match. Precondition: valid UTF-8.
    [[nodiscard]] bool findAll(std::string_view text, std::vector<RegexPart> &parts) const;

    /// True when no match has `left` right before `right` and what matches on either side does not depend on the
    /// other. May say false too often.
    [[nodiscard]] bool isNeverCrossed(char32_t left, char32_t right) const noexcept;
    /// True when a character can only be part of a match.
    [[nodiscard]] bool isAlwaysMatched(char32_t codePoint) const noexcept;
    /// True when no match holds the character.
    [[nodiscard]] bool isNeverMatched(char32_t codePoint) const noexcept;

private:
    friend class RegexCompiler;
    friend class RegexMatcher;
    using SetMask = std::uint64_t; ///< a bit for each set of the pattern

    enum class Operation : std::uint8_t {
        Take, ///< one character of a set
        TakeMany, ///< between `least` and `most` of a set, going back one by one when the rest does not match
        TakeFew, ///< the same, the fewest first
        TakeAll, ///< as many as there are up to `most`, for good
        Branch, ///< to the next instruction or, if that fails, to `target`
        Jump,
        LookAhead, ///< the instructions up to `target`, which end with Done
        LookBehind, ///< the same, from `least` characters further left
        Atomic, ///< the same, going on where they ended
        TextBegin,
        TextEnd,
        LineBegin,
        LineEnd,
        LastLineEnd,
        WordEdge,
        Done
    };
    struct Instruction
    {
        Operation operation = Operation::Done;
        bool isNegative = false;
        std::uint32_t target = 0;
        std::uint32_t least = 0;
        std::uint32_t most = 0;
        SetMask sets = 0; ///< what is taken; of a branch what its first way may begin with
    };

    Regex() = default;
    void classify(const std::vector<CharacterSet> &sets);
    [[nodiscard]] SetMask setsOf(char32_t codePoint) const noexcept { return m_masks[(*m_classes)[codePoint]]; }

    std::vector<Instruction> m_program;
    std::shared_ptr<const std::vector<std::uint8_t>> m_classes; ///< of each code point
    std::vector<SetMask> m_masks; ///< of each class: the sets that hold it
    SetMask m_begins = 0; ///< sets a match may begin with
    bool m_mayBeEmpty = false;

    // What is known about places where text may be cut.
    struct Pair
    {
        SetMask left = 0;
        SetMask right = 0;
    };
    bool m_isAnalysed = false;
    std::vector<Pair> m_crossed; ///< a match may have one of `left` right before one of `right`, or looks for it
    SetMask m_used = 0;
    std::vector<bool> m_isAlwaysMatched; ///< by class
};

} // namespace cw
