// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/regex.h"

#include "text/utf8.h"
#include "tokenize/pipeline/regexcompiler.h"

#include <algorithm>
#include <map>
#include <optional>

namespace cw {

namespace {

constexpr std::size_t codePoints = 0x110000;
constexpr std::uint64_t stepsPerByte = 256; ///< that a text may take beside the limit of a match
constexpr std::uint64_t stepLimit = 10'000'000;
constexpr std::uint64_t probeStepLimit = 300'000;

} // namespace

/// Matches at one place. Keeps its stack from match to match.
class RegexMatcher final
{
public:
    RegexMatcher(const Regex &regex, std::string_view text, std::uint64_t limit)
        : m_regex(regex), m_text(text), m_limit(limit)
    {
    }

    /// The end of the match that begins at `begin`.
    std::optional<std::size_t> match(std::size_t begin)
    {
        m_allSteps += m_steps;
        m_steps = 0;
        return run(0, begin);
    }
    [[nodiscard]] bool isOverLimit() const
    {
        return m_steps > m_limit || m_allSteps > m_limit + stepsPerByte * m_text.size();
    }

    [[nodiscard]] Regex::SetMask setsAt(std::size_t byte) const
    {
        return m_regex.setsOf(decodeCharacter(m_text, byte).codePoint);
    }

private:
    using Operation = Regex::Operation;
    using Instruction = Regex::Instruction;

    struct Choice
    {
        std::uint32_t instruction = 0;
        bool isFew = false;
        std::size_t position = 0;
        std::size_t least = 0; ///< of taking many: not to go back further than this; of taking few: taken so far
    };

    [[nodiscard]] std::size_t takeAll(const Instruction &instruction, std::size_t position, std::size_t &count) const
    {
        while (count < instruction.most && position < m_text.size()) {
            const DecodedCharacter decoded = decodeCharacter(m_text, position);
            if ((m_regex.setsOf(decoded.codePoint) & instruction.sets) == 0)
                break;
            position += decoded.byteLength;
            ++count;
        }
        return position;
    }

    /// False when nothing is left to try above `floor`.
    bool goBack(std::size_t floor, std::uint32_t &at, std::size_t &position)
    {
        while (m_stack.size() > floor) {
            if (++m_steps > m_limit)
                return false;
            Choice &choice = m_stack.back();
            const Instruction &instruction = m_regex.m_program[choice.instruction];
            if (instruction.operation == Operation::TakeMany) {
                choice.position = previousCharacterStart(m_text, choice.position);
                position = choice.position;
                at = choice.instruction + 1;
                if (choice.position <= choice.least)
                    m_stack.pop_back();
                return true;
            }
            if (instruction.operation == Operation::TakeFew) {
                position = choice.position;
                if (choice.least >= instruction.most || position >= m_text.size()
                    || (setsAt(position) & instruction.sets) == 0) {
                    m_stack.pop_back();
                    continue;
                }
                position += utf8SequenceLength(m_text[position]);
                choice.position = position;
                ++choice.least;
                at = choice.instruction + 1;
                return true;
            }
            position = choice.position;
            at = static_cast<std::uint32_t>(choice.least);
            m_stack.pop_back();
            return true;
        }
        return false;
    }

    bool holds(const Instruction &instruction, std::uint32_t at, std::size_t position)
    {
        const std::size_t size = m_text.size();
        switch (instruction.operation) {
        case Operation::TextBegin:
            return position == 0;
        case Operation::TextEnd:
            return position == size;
        case Operation::LineBegin: // not behind a line feed that ends the text
            return position == 0 || (m_text[position - 1] == '\n' && position < size);
        case Operation::LineEnd:
            return position == size || m_text[position] == '\n';
        case Operation::LastLineEnd:
            return position == size || (m_text[position] == '\n' && position + 1 == size);
        case Operation::WordEdge: {
            const bool isAfterWord
                = position > 0 && (setsAt(previousCharacterStart(m_text, position)) & instruction.sets) != 0;
            const bool isBeforeWord = position < size && (setsAt(position) & instruction.sets) != 0;
            return (isAfterWord != isBeforeWord) != instruction.isNegative;
        }
        case Operation::LookAhead:
            return run(at + 1, position).has_value() != instruction.isNegative;
        case Operation::LookBehind: {
            std::size_t begin = position;
            for (std::uint32_t i = 0; i < instruction.least; ++i) {
                if (begin == 0)
                    return instruction.isNegative;
                begin = previousCharacterStart(m_text, begin);
            }
            return run(at + 1, begin).has_value() != instruction.isNegative;
        }
        default:
            return false;
        }
    }

    /// The position where the instructions from `at` are done.
    std::optional<std::size_t> run(std::uint32_t at, std::size_t position)
    {
        const std::size_t floor = m_stack.size();
        for (;;) {
            const Instruction &instruction = m_regex.m_program[at];
            bool goesOn = true;
            switch (instruction.operation) {
            case Operation::Take:
                goesOn = position < m_text.size() && (setsAt(position) & instruction.sets) != 0;
                if (goesOn) {
                    position += utf8SequenceLength(m_text[position]);
                    ++at;
                }
                break;
            case Operation::TakeMany:
            case Operation::TakeAll: {
                std::size_t count = 0;
                const std::size_t begin = position;
                position = takeAll(instruction, position, count);
                m_allSteps += count;
                goesOn = count >= instruction.least;
                if (goesOn && instruction.operation == Operation::TakeMany && count > instruction.least) {
                    std::size_t least = begin;
                    for (std::uint32_t i = 0; i < instruction.least; ++i)
                        least += utf8SequenceLength(m_text[least]);
                    m_stack.push_back({at, false, position, least});
                }
                ++at;
                break;
            }
            case Operation::TakeFew: {
                std::size_t count = 0;
                Instruction few = instruction;
                few.most = instruction.least;
                position = takeAll(few, position, count);
                m_allSteps += count;
                goesOn = count >= instruction.least;
                if (goesOn)
                    m_stack.push_back({at, true, position, count});
                ++at;
                break;
            }
            case Operation::Branch: {
                const bool firstMayMatch = instruction.sets == ~Regex::SetMask{0}
                    || (position < m_text.size() && (setsAt(position) & instruction.sets) != 0);
                if (!firstMayMatch) {
                    at = instruction.target;
                } else if (instruction.isNegative) {
                    m_stack.push_back({at, false, position, at + 1});
                    at = instruction.target;
                } else {
                    m_stack.push_back({at, false, position, instruction.target});
                    ++at;
                }
                break;
            }
            case Operation::Jump:
                at = instruction.target;
                break;
            case Operation::Atomic: {
                const auto end = run(at + 1, position);
                goesOn = end.has_value();
                position = end.value_or(position);
                at = instruction.target;
                break;
            }
            case Operation::Done:
                m_stack.resize(floor);
                return position;
            case Operation::LookAhead:
            case Operation::LookBehind:
                goesOn = holds(instruction, at, position);
                at = instruction.target;
                break;
            default:
                goesOn = holds(instruction, at, position);
                ++at;
                break;
            }
            if (m_steps > m_limit || (!goesOn && !goBack(floor, at, position))) {
                m_stack.resize(floor);
                return std::nullopt;
            }
        }
    }

    const Regex &m_regex;
    std::string_view m_text;
    std::uint64_t m_limit;
    std::uint64_t m_steps = 0;
    std::uint64_t m_allSteps = 0;
    std::vector<Choice> m_stack;
};

void Regex::classify(const std::vector<CharacterSet> &sets)
{
    std::vector<SetMask> changes(codePoints + 1, 0); // by exclusive or, where a range begins or is over
    for (std::size_t set = 0; set < sets.size(); ++set) {
        for (const CharacterSet::Range range : sets[set].ranges()) {
            changes[range.first] ^= SetMask{1} << set;
            changes[range.last + 1] ^= SetMask{1} << set;
        }
    }
    std::map<SetMask, std::uint8_t> numbers;
    auto classes = std::make_shared<std::vector<std::uint8_t>>(codePoints);
    SetMask mask = 0;
    std::uint8_t number = 0;
    for (std::size_t codePoint = 0; codePoint < codePoints; ++codePoint) {
        if (codePoint == 0 || changes[codePoint] != 0) {
            mask ^= changes[codePoint];
            const auto [at, isNew] = numbers.emplace(mask, static_cast<std::uint8_t>(m_masks.size()));
            if (isNew)
                m_masks.push_back(mask);
            number = at->second;
        }
        (*classes)[codePoint] = number;
    }
    m_classes = std::move(classes);
}

Result<Regex> Regex::compile(std::string_view pattern)
{
    Result<RegexPattern> parsed = parseRegex(pattern);
    if (!parsed)
        return parsed.error();
    Regex regex;
    const Error tooComplex{ErrorCode::InvalidConfig,
                           "The regular expression is too complex: it may need too many steps for a short text.",
                           {}};
    if (!RegexCompiler(regex).compile(*parsed) || regex.m_masks.size() > 255)
        return tooComplex;

    // Long runs of what it looks for, ended by what it does not, are what makes an expression go back and forth.
    constexpr std::size_t probeLength = 64;
    std::vector<char32_t> letters{U'!', U'\n', U' '};
    for (const CharacterSet &set : parsed->sets) {
        if (!set.isEmpty() && letters.size() < 24) {
            letters.push_back(set.contains(U'a') ? U'a' : set.ranges().front().first);
            letters.push_back(set.ranges().back().last);
        }
    }
    std::erase_if(letters, [](char32_t letter) { return letter >= 0xD800 && letter < 0xE000; });
    const auto isTooSlow = [&](const std::string &probe) {
        RegexMatcher matcher(regex, probe, probeStepLimit);
        static_cast<void>(matcher.match(0));
        return matcher.isOverLimit();
    };
    for (const char32_t first : letters) {
        for (const char32_t second : letters) {
            std::string run;
            std::string pairs;
            for (std::size_t i = 0; i < probeLength; ++i) {
                appendUtf8(run, first);
                appendUtf8(pairs, i % 2 == 0 ? first : second);
            }
            appendUtf8(run, second);
            if (isTooSlow(run) || isTooSlow(pairs))
                return tooComplex;
        }
    }
    return regex;
}

Regex Regex::ofText(std::string_view text)
{
    RegexPattern pattern;
    std::vector<char32_t> letters;
    for (std::size_t byte = 0; byte < text.size();) {
        const DecodedCharacter decoded = decodeCharacter(text, byte);
        byte += decoded.byteLength;
        auto at = std::find(letters.begin(), letters.end(), decoded.codePoint);
        RegexNode node;
        node.kind = RegexNode::Kind::Set;
        node.set = static_cast<std::uint32_t>(at - letters.begin());
        if (at == letters.end()) {
            letters.push_back(decoded.codePoint);
            pattern.sets.emplace_back(decoded.codePoint);
        }
        pattern.root.children.push_back(std::move(node));
    }
    Regex regex;
    static_cast<void>(RegexCompiler(regex).compile(pattern));
    return regex;
}

bool Regex::findAll(std::string_view text, std::vector<RegexPart> &parts) const
{
    RegexMatcher matcher(*this, text, stepLimit);
    std::size_t covered = 0;
    std::optional<std::size_t> lastEnd;
    std::size_t begin = 0;
    while (begin <= text.size()) {
        std::optional<std::size_t> end;
        const bool mayBegin = m_mayBeEmpty || (begin < text.size() && (matcher.setsAt(begin) & m_begins) != 0);
        if (mayBegin)
            end = matcher.match(begin);
        if (matcher.isOverLimit())
            break;
        if (end && (*end > begin || lastEnd != begin)) {
            if (covered < begin)
                parts.push_back({covered, begin, false});
            parts.push_back({begin, *end, true});
            covered = *end;
            lastEnd = *end;
            if (*end > begin) {
                begin = *end;
                continue;
            }
            continue; // the same place once more, where an empty match no longer counts
        }
        begin += begin < text.size() ? utf8SequenceLength(text[begin]) : 1;
    }
    if (covered < text.size())
        parts.push_back({covered, text.size(), false});
    return !matcher.isOverLimit();
}

bool Regex::isNeverCrossed(char32_t left, char32_t right) const noexcept
{
    if (!m_isAnalysed)
        return false;
    const SetMask leftSets = setsOf(left);
    const SetMask rightSets = setsOf(right);
    return std::none_of(m_crossed.begin(), m_crossed.end(),
                        [&](const Pair &pair) { return (pair.left & leftSets) != 0 && (pair.right & rightSets) != 0; });
}

bool Regex::isAlwaysMatched(char32_t codePoint) const noexcept
{
    return m_isAnalysed && m_isAlwaysMatched[(*m_classes)[codePoint]];
}

bool Regex::isNeverMatched(char32_t codePoint) const noexcept
{
    return m_isAnalysed && (setsOf(codePoint) & m_used) == 0;
}

} // namespace cw
