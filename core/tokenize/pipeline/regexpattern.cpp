// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/regexpattern.h"

#include "text/utf8.h"
#include "tokenize/pipeline/patternreader.h"

#include <algorithm>
#include <optional>

namespace cw {

namespace {

using Kind = RegexNode::Kind;

constexpr std::size_t patternByteLimit = 16384;
constexpr std::size_t setLimit = 64;
constexpr unsigned depthLimit = 64;
constexpr std::uint32_t repeatLimit = 1000;

class Parser final : private PatternReader
{
public:
    explicit Parser(std::string_view text) : PatternReader(text) { }

    Result<RegexPattern> parse()
    {
        if (m_text.size() > patternByteLimit)
            return fail("is longer than " + std::to_string(patternByteLimit) + " bytes");
        if (!isValidUtf8(m_text))
            return fail("is not valid UTF-8");
        RegexNode root = choice();
        if (!m_failure.empty())
            return fail(m_failure);
        if (m_at < m_text.size())
            return fail("has a closing parenthesis that was not opened");
        return RegexPattern{std::move(root), std::move(m_sets)};
    }

private:
    static Error fail(const std::string &what)
    {
        return {ErrorCode::InvalidConfig, "The regular expression " + what + '.', {}};
    }

    RegexNode setNode(CharacterSet set)
    {
        RegexNode node;
        node.kind = Kind::Set;
        const auto same = std::find_if(m_sets.begin(), m_sets.end(), [&](const CharacterSet &other) {
            return std::equal(set.ranges().begin(), set.ranges().end(), other.ranges().begin(), other.ranges().end(),
                              [](auto a, auto b) { return a.first == b.first && a.last == b.last; });
        });
        node.set = static_cast<std::uint32_t>(same - m_sets.begin());
        if (same == m_sets.end()) {
            if (m_sets.size() == setLimit)
                refuse("more than " + std::to_string(setLimit) + " different sets of characters");
            else
                m_sets.push_back(std::move(set));
        }
        return node;
    }

    RegexNode choice()
    {
        RegexNode node;
        node.kind = Kind::Choice;
        const bool ignoresCase = m_ignoresCase;
        if (++m_depth > depthLimit)
            refuse("groups nested deeper than " + std::to_string(depthLimit));
        do
            node.children.push_back(sequence());
        while (m_failure.empty() && take("|"));
        --m_depth;
        m_ignoresCase = ignoresCase;
        return node.children.size() == 1 ? std::move(node.children.front()) : node;
    }

    RegexNode sequence()
    {
        RegexNode node;
        while (!atEnd() && peek() != '|' && peek() != ')') {
            if (take("(?i)")) {
                // In Oniguruma this covers the alternatives that follow as well, as if they were in a group.
                if (!node.children.empty() || m_depth > 1 || m_at != 4)
                    refuse("(?i) after the beginning");
                m_ignoresCase = true;
                return choice();
            }
            RegexNode item = atom();
            if (!m_failure.empty())
                break;
            node.children.push_back(quantified(std::move(item)));
        }
        return node.children.size() == 1 ? std::move(node.children.front()) : node;
    }

    std::optional<std::uint32_t> number()
    {
        if (peek() < '0' || peek() > '9')
            return std::nullopt;
        std::uint32_t value = 0;
        while (peek() >= '0' && peek() <= '9' && value <= repeatLimit)
            value = value * 10 + static_cast<std::uint32_t>(m_text[m_at++] - '0');
        return value;
    }

    bool counts(RegexNode &repeat)
    {
        if (take("*"))
            repeat.least = 0, repeat.most = RegexNode::unlimited;
        else if (take("+"))
            repeat.least = 1, repeat.most = RegexNode::unlimited;
        else if (take("?"))
            repeat.least = 0, repeat.most = 1;
        else if (peek() == '{') {
            ++m_at;
            const auto least = number();
            if (!least) {
                refuse("an opening brace that is not followed by a number");
                return false;
            }
            repeat.least = *least;
            repeat.most = *least;
            if (take(",")) {
                const auto most = number();
                repeat.most = most.value_or(RegexNode::unlimited);
            }
            if (!take("}") || repeat.most < repeat.least)
                refuse("a number of repetitions that is not of the form {n}, {n,} or {n,m}");
            if (repeat.least > repeatLimit || (repeat.most > repeatLimit && repeat.most != RegexNode::unlimited))
                refuse("more than " + std::to_string(repeatLimit) + " repetitions");
            if (peek() == '+' || peek() == '?')
                refuse("a sign after counted repetitions");
            return true;
        } else {
            return false;
        }
        if (take("?"))
            repeat.greed = RegexNode::Greed::Lazy;
        else if (take("+"))
            repeat.greed = RegexNode::Greed::Possessive;
        return true;
    }

    RegexNode quantified(RegexNode item)
    {
        RegexNode repeat;
        repeat.kind = Kind::Repeat;
        if (!counts(repeat))
            return item;
        if (peek() == '*' || peek() == '+' || peek() == '?' || peek() == '{')
            refuse("repetitions of repetitions");
        if (item.kind != Kind::Set && item.kind != Kind::Sequence && item.kind != Kind::Choice
            && item.kind != Kind::Repeat && item.kind != Kind::Atomic)
            refuse("repetitions of an assertion");
        repeat.children.push_back(std::move(item));
        if (repeat.most == RegexNode::unlimited && canBeEmpty(repeat.children.front()))
            refuse("repetitions of something that may be empty");
        return repeat;
    }

    [[nodiscard]] static bool canBeEmpty(const RegexNode &node)
    {
        switch (node.kind) {
        case Kind::Set:
            return false;
        case Kind::Sequence:
            return std::all_of(node.children.begin(), node.children.end(), canBeEmpty);
        case Kind::Choice:
            return std::any_of(node.children.begin(), node.children.end(), canBeEmpty);
        case Kind::Repeat:
            return node.least == 0 || canBeEmpty(node.children.front());
        case Kind::Atomic:
            return canBeEmpty(node.children.front());
        default:
            return true;
        }
    }

    /// Characters that every way through `node` takes; nullopt when they differ.
    [[nodiscard]] static std::optional<std::uint32_t> fixedLength(const RegexNode &node)
    {
        switch (node.kind) {
        case Kind::Set:
            return 1;
        case Kind::Sequence: {
            std::uint32_t sum = 0;
            for (const RegexNode &child : node.children) {
                const auto length = fixedLength(child);
                if (!length)
                    return std::nullopt;
                sum += *length;
            }
            return sum;
        }
        case Kind::Choice: {
            const auto first = fixedLength(node.children.front());
            for (const RegexNode &child : node.children) {
                if (fixedLength(child) != first)
                    return std::nullopt;
            }
            return first;
        }
        case Kind::Repeat: {
            const auto length = fixedLength(node.children.front());
            if (!length || node.least != node.most)
                return std::nullopt;
            return *length * node.least;
        }
        case Kind::Atomic:
            return fixedLength(node.children.front());
        default:
            return std::nullopt;
        }
    }

    RegexNode wrapped(Kind kind, bool isNegative, RegexNode child)
    {
        RegexNode node;
        node.kind = kind;
        node.isNegative = isNegative;
        node.children.push_back(std::move(child));
        if (kind == Kind::LookBehind) {
            const auto length = fixedLength(node.children.front());
            if (!length)
                refuse("a look-behind of no fixed length");
            else
                node.least = *length;
        }
        return node;
    }

    RegexNode group()
    {
        Kind kind = Kind::Sequence;
        bool isNegative = false;
        const bool ignoresCase = m_ignoresCase;
        if (take("?i:")) {
            m_ignoresCase = true;
        } else if (take("?=")) {
            kind = Kind::LookAhead;
        } else if (take("?!")) {
            kind = Kind::LookAhead;
            isNegative = true;
        } else if (take("?<=")) {
            kind = Kind::LookBehind;
        } else if (take("?<!")) {
            kind = Kind::LookBehind;
            isNegative = true;
        } else if (take("?>")) {
            kind = Kind::Atomic;
        } else if (!take("?:") && peek() == '?') {
            refuse("the group (" + std::string(m_text.substr(m_at, 3)));
        }
        RegexNode inner = choice();
        m_ignoresCase = ignoresCase;
        if (m_failure.empty() && !take(")"))
            stop("has a parenthesis that is not closed");
        return kind == Kind::Sequence ? inner : wrapped(kind, isNegative, std::move(inner));
    }

    RegexNode atom()
    {
        if (take("("))
            return group();
        if (take("["))
            return setNode(bracket());
        RegexNode node;
        if (take("^")) {
            node.kind = Kind::LineBegin;
            return node;
        }
        if (take("$")) {
            node.kind = Kind::LineEnd;
            return node;
        }
        if (take(".")) {
            return setNode(CharacterSet(U'\n').inverted());
        }
        if (peek() == '*' || peek() == '+' || peek() == '?' || peek() == '{') {
            refuse(std::string("'") + peek() + "' with nothing to repeat");
            return node;
        }
        if (take("\\")) {
            switch (peek()) {
            case 'A':
                ++m_at;
                node.kind = Kind::TextBegin;
                return node;
            case 'z':
                ++m_at;
                node.kind = Kind::TextEnd;
                return node;
            case 'Z':
                ++m_at;
                node.kind = Kind::LastLineEnd;
                return node;
            case 'b':
            case 'B':
                if (m_ignoresCase)
                    refuse("words in any case");
                node = setNode(CharacterSet::word(false));
                node.isNegative = m_failure.empty() && peek() == 'B';
                node.kind = Kind::WordEdge;
                m_at += m_failure.empty() ? 1 : 0;
                return node;
            default:
                return setNode(escape());
            }
        }
        refuseFoldedPair();
        if (!m_failure.empty())
            return node;
        return setNode(literal(takeCharacter()));
    }

    /// Oniguruma lets some pairs of letters match a single one ("ss" and U+00DF) where case does not matter.
    void refuseFoldedPair()
    {
        static constexpr std::string_view pairs[] = {"ss", "ff", "fi", "fl", "st"};
        if (!m_ignoresCase || m_at == 0)
            return;
        const std::string pair{static_cast<char>(m_text[m_at - 1] | 0x20), static_cast<char>(peek() | 0x20)};
        if (std::find(std::begin(pairs), std::end(pairs), pair) != std::end(pairs))
            refuse('"' + pair + "\" in any case");
    }

    CharacterSet literal(char32_t codePoint)
    {
        CharacterSet set(codePoint);
        if (!m_ignoresCase)
            return set;
        if (codePoint >= 0x80) {
            refuse("a letter beyond ASCII in any case");
        } else if ((codePoint | 0x20U) >= 'a' && (codePoint | 0x20U) <= 'z') {
            set.add(CharacterSet(codePoint ^ 0x20U));
            if ((codePoint | 0x20U) == 's')
                set.add(CharacterSet(0x17F)); // long s
            if ((codePoint | 0x20U) == 'k')
                set.add(CharacterSet(0x212A)); // Kelvin sign
        }
        return set;
    }

    CharacterSet property(bool isNegative)
    {
        const std::size_t end = m_text.find('}', m_at);
        if (peek() != '{' || end == std::string_view::npos) {
            stop("has a property without braces");
            return {};
        }
        std::string_view name = m_text.substr(m_at + 1, end - m_at - 1);
        if (name.substr(0, 1) == "^") {
            isNegative = !isNegative;
            name.remove_prefix(1);
        }
        const auto set = CharacterSet::property(name);
        if (!set) {
            refuse("the property \\p{" + std::string(name) + "}");
            return {};
        }
        m_at = end + 1;
        if (m_ignoresCase)
            refuse("a property in any case");
        return isNegative ? set->inverted() : *set;
    }

    /// One character of an escape, when it stands for one.
    std::optional<char32_t> escapedCharacter()
    {
        const char character = peek();
        switch (character) {
        case 'n':
            ++m_at;
            return U'\n';
        case 'r':
            ++m_at;
            return U'\r';
        case 't':
            ++m_at;
            return U'\t';
        case 'f':
            ++m_at;
            return U'\f';
        case 'v':
            ++m_at;
            return U'\v';
        case 'a':
            ++m_at;
            return U'\a';
        case 'e':
            ++m_at;
            return char32_t{0x1B};
        case 'u':
        case 'x': {
            ++m_at;
            std::optional<char32_t> value;
            if (character == 'u') {
                value = hexadecimal(4, 4);
            } else if (take("{")) {
                value = hexadecimal(1, 8);
                if (!take("}"))
                    value.reset();
            } else {
                value = hexadecimal(2, 2);
                if (value && *value >= 0x80)
                    value.reset();
            }
            if (!value)
                stop("has a character number that is not one");
            return value;
        }
        default:
            break;
        }
        const bool isAlphanumeric = (character >= '0' && character <= '9')
            || ((character | 0x20) >= 'a' && (character | 0x20) <= 'z')
            || static_cast<unsigned char>(character) >= 0x80;
        if (atEnd() || isAlphanumeric)
            return std::nullopt;
        ++m_at;
        return static_cast<char32_t>(character);
    }

    /// After the backslash.
    CharacterSet escape()
    {
        const char character = peek();
        const auto named = [this](CharacterSet set, bool isNegative) {
            ++m_at;
            return isNegative ? set.inverted() : set;
        };
        switch (character) {
        case 's':
        case 'S':
            return named(CharacterSet::whiteSpace(), character == 'S');
        case 'w':
        case 'W':
            if (m_ignoresCase)
                refuse("words in any case");
            return named(CharacterSet::word(m_bracketDepth > 0), character == 'W');
        case 'd':
        case 'D':
            return named(CharacterSet::digits(), character == 'D');
        case 'p':
        case 'P':
            ++m_at;
            return property(character == 'P');
        default:
            break;
        }
        if (const auto codePoint = escapedCharacter())
            return literal(*codePoint);
        refuse(std::string("\\") + character);
        return {};
    }

    /// After the opening bracket.
    CharacterSet bracket()
    {
        CharacterSet set;
        std::optional<CharacterSet> common; // of what stands before each "&&"
        if (++m_depth > depthLimit)
            refuse("brackets nested deeper than " + std::to_string(depthLimit));
        ++m_bracketDepth;
        const bool isNegative = take("^");
        if (peek() == ']')
            refuse("a closing bracket at the beginning of a set");
        while (!atEnd() && peek() != ']') {
            if (take("[:")) {
                const std::size_t end = m_text.find(":]", m_at);
                if (end == std::string_view::npos) {
                    refuse("[: without :]");
                    break;
                }
                std::string_view name = m_text.substr(m_at, end - m_at);
                const bool isInverted = name.substr(0, 1) == "^";
                name.remove_prefix(isInverted ? 1 : 0);
                const auto named = CharacterSet::posixBracket(name);
                if (!named || m_ignoresCase) {
                    refuse("[:" + std::string(name) + ":]");
                    break;
                }
                m_at = end + 2;
                set.add(isInverted ? named->inverted() : *named);
                continue;
            }
            if (take("[")) {
                set.add(bracket());
                continue;
            }
            if (take("&&")) {
                if (set.isEmpty() || peek() == ']')
                    refuse("&& with nothing on one side");
                common = common ? common->commonWith(set) : set;
                set = {};
                continue;
            }
            addToBracket(set);
        }
        --m_depth;
        --m_bracketDepth;
        if (m_failure.empty() && !take("]"))
            stop("has a bracket that is not closed");
        if (common)
            set = common->commonWith(set);
        if (m_failure.empty() && set.isEmpty())
            refuse("an empty set");
        return isNegative ? set.inverted() : set;
    }

    void addToBracket(CharacterSet &set)
    {
        std::optional<char32_t> first;
        if (take("\\")) {
            if (peek() == 'b') {
                ++m_at;
                first = U'\b';
            } else if (std::string_view("sSwWdDpP").find(peek()) != std::string_view::npos) {
                set.add(escape());
                if (peek() == '-' && peek(1) != ']')
                    refuse("a range that begins with a class");
                return;
            } else {
                first = escapedCharacter();
                if (!first) {
                    refuse(std::string("\\") + peek());
                    return;
                }
            }
        } else {
            first = takeCharacter();
        }
        if (peek() != '-' || peek(1) == ']' || peek(1) == '\0') {
            set.add(literal(*first));
            return;
        }
        ++m_at;
        std::optional<char32_t> last;
        if (peek() == '[')
            refuse("a range that ends with a set");
        else if (take("\\"))
            last = escapedCharacter();
        else
            last = takeCharacter();
        if (!m_failure.empty())
            return;
        if (!last || *last < *first) {
            stop("has a range of characters that is none");
            return;
        }
        if (!m_ignoresCase) {
            set.add(*first, *last);
            return;
        }
        if (*last >= 0x80)
            refuse("a range beyond ASCII in any case");
        for (char32_t codePoint = *first; m_failure.empty() && codePoint <= *last; ++codePoint)
            set.add(literal(codePoint));
    }

    unsigned m_depth = 0;
    unsigned m_bracketDepth = 0;
    bool m_ignoresCase = false;
    std::vector<CharacterSet> m_sets;
};

} // namespace

Result<RegexPattern> parseRegex(std::string_view pattern)
{
    return Parser(pattern).parse();
}

} // namespace cw
