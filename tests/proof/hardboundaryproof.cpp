// SPDX-License-Identifier: GPL-3.0-or-later
// Between some pairs of characters there is a boundary whatever surrounds them, so that counts of the two sides add up.
// Other pairs, which look alike, have none: they prove that these tests can fail.
#include "proof/proof.h"
#include "support/chunking.h"
#include "support/fuzzstrings.h"
#include "text/unicode.h"
#include "text/utf8.h"
#include "tokenize/pretokenizer.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <iterator>

namespace cw::testing {
namespace {

using Class = CharacterClass;

bool isSpace(char32_t c)
{
    return characterClass(c) == Class::WhiteSpace;
}
bool isNewline(char32_t c)
{
    return characterClass(c) == Class::Newline;
}
bool isVisible(char32_t c)
{
    return !isSpace(c) && !isNewline(c);
}
bool isNumber(char32_t c)
{
    return characterClass(c) == Class::Number;
}
bool isLetter(char32_t c)
{
    const Class found = characterClass(c);
    return found == Class::Upper || found == Class::Lower || found == Class::CaselessLetter;
}
bool isMark(char32_t c)
{
    return characterClass(c) == Class::Mark;
}
bool isOther(char32_t c)
{
    return characterClass(c) == Class::Other;
}

struct PairRule
{
    std::string_view name;
    bool (*left)(char32_t);
    bool (*right)(char32_t);
    bool isHard[3]; ///< in o200k_base, in cl100k_base, in p50k_base and r50k_base
};

// Section by section: what is hard, then what is not in at least one encoding.
constexpr PairRule pairRules[]{
    {"visible, white space", isVisible, isSpace, {true, true, true}},
    {"line end, visible but slash",
     isNewline,
     [](char32_t c) { return isVisible(c) && c != '/'; },
     {true, true, false}},
    {"line end, slash", isNewline, [](char32_t c) { return c == '/'; }, {false, true, false}},
    {"number, no number", isNumber, [](char32_t c) { return !isNumber(c); }, {true, true, true}},
    {"visible but number, number",
     [](char32_t c) { return isVisible(c) && !isNumber(c); },
     isNumber,
     {true, true, true}},
    {"letter, other but apostrophe", isLetter, [](char32_t c) { return isOther(c) && c != '\''; }, {true, true, true}},
    {"letter, apostrophe", isLetter, [](char32_t c) { return c == '\''; }, {false, true, true}},
    {"letter, mark", isLetter, isMark, {false, true, true}},
    {"letter, line end", isLetter, isNewline, {true, true, true}},
    {"number, line end", isNumber, isNewline, {true, true, true}},
    {"other but apostrophe, letter",
     [](char32_t c) { return isOther(c) && c != '\''; },
     isLetter,
     {false, false, true}},
    {"other, line end", isOther, isNewline, {false, false, true}},
    {"white space, white space", isSpace, isSpace, {false, false, false}},
    {"white space, letter", isSpace, isLetter, {false, false, false}},
    {"line end, line end", isNewline, isNewline, {false, false, false}},
    {"number, number", isNumber, isNumber, {false, false, false}},
    {"letter, letter", isLetter, isLetter, {false, false, false}},
    {"visible, visible", isVisible, isVisible, {false, false, false}},
};

class Pairs
{
public:
    explicit Pairs(std::uint32_t seed) : m_fuzz(CW_TEST_DATA "/fuzzalphabets.jsonl", seed) { }

    [[nodiscard]] std::string left(const PairRule &rule) { return start() + character(rule.left); }
    [[nodiscard]] std::string right(const PairRule &rule) { return character(rule.right) + m_fuzz.next(); }

private:
    std::string start() { return m_fuzz.below(8) == 0 ? std::string() : m_fuzz.next(); }

    /// Mostly one of the frequent characters, so that vocabularies have something to merge.
    std::string character(bool (*belongs)(char32_t))
    {
        constexpr std::array<std::size_t, 5> reaches{0x80, 0x80, 0x800, 0x3100, 0x20000};
        while (true) {
            const char32_t value = m_fuzz.below(reaches[m_fuzz.below(reaches.size())]);
            if ((value >= 0xD800 && value < 0xE000) || !belongs(value))
                continue;
            std::string text;
            appendUtf8(text, value);
            return text;
        }
    }

    FuzzStrings m_fuzz;
};

std::vector<std::size_t> startsOf(PretokenPattern pattern, std::string_view text)
{
    std::vector<std::size_t> starts;
    for (std::size_t byte = 0; byte < text.size(); byte = nextPretokenEnd(pattern, text, byte))
        starts.push_back(byte);
    return starts;
}

/// Whether pretokens and counts of the whole are those of its two parts.
bool addsUp(std::size_t encoding, const std::string &left, const std::string &right)
{
    constexpr std::array patterns{PretokenPattern::O200k, PretokenPattern::Cl100k, PretokenPattern::Gpt2};
    const PretokenPattern pattern = patterns[std::min(encoding, patterns.size() - 1)];
    const std::string whole = left + right;
    std::vector<std::size_t> parts = startsOf(pattern, left);
    for (const std::size_t start : startsOf(pattern, right))
        parts.push_back(left.size() + start);
    const Tokenizer &tokenizer = sharedTokenizer(encodings[encoding]);
    const bool startsAddUp = startsOf(pattern, whole) == parts;
    const bool countsAddUp = tokenizer.count(whole) == tokenizer.count(left) + tokenizer.count(right);
    EXPECT_TRUE(countsAddUp || !startsAddUp) << escaped(left) << " | " << escaped(right);
    return startsAddUp;
}

TEST(HardBoundaryProof, RulesHoldAndControlsFail)
{
    const std::size_t pairs = amount(1'500, 300'000);
    for (std::size_t encoding = 0; encoding < encodings.size(); ++encoding) {
        for (const PairRule &rule : pairRules) {
            Pairs random(static_cast<std::uint32_t>(31 + encoding));
            std::size_t broken = 0;
            std::string example;
            for (std::size_t i = 0; i < pairs; ++i) {
                const std::string left = random.left(rule);
                const std::string right = random.right(rule);
                if (addsUp(encoding, left, right))
                    continue;
                ++broken;
                example = escaped(left) + " | " + escaped(right);
            }
            if (rule.isHard[std::min(encoding, std::size(rule.isHard) - 1)])
                EXPECT_EQ(broken, 0U) << encodings[encoding] << ", " << rule.name << ": " << example;
            else
                EXPECT_GT(broken, pairs / 200) << encodings[encoding] << ", " << rule.name;
        }
    }
}

/// A fuzz string that ends in something visible.
std::string sentence(FuzzStrings &fuzz)
{
    std::string text = fuzz.next();
    while (!text.empty()) {
        const std::size_t last = previousCharacterStart(text, text.size());
        if (isVisible(decodeCharacter(text, last).codePoint))
            break;
        text.resize(last);
    }
    return text.empty() ? "x" : text;
}

TEST(HardBoundaryProof, JoinedSentencesAddUp)
{
    const std::size_t joins = amount(1'500, 300'000);
    for (const std::string_view encoding : encodings) {
        const Tokenizer &tokenizer = sharedTokenizer(encoding);
        FuzzStrings fuzz(CW_TEST_DATA "/fuzzalphabets.jsonl", 41);
        std::size_t simpleSumsWrong = 0;
        for (std::size_t i = 0; i < joins; ++i) {
            std::string joined = sentence(fuzz);
            std::size_t sum = tokenizer.count(joined);
            std::size_t simpleSum = sum;
            for (std::uint32_t more = 1 + fuzz.below(6); more > 0; --more) {
                const std::string next = sentence(fuzz);
                sum += tokenizer.count(' ' + next);
                simpleSum += tokenizer.count(next);
                joined += ' ' + next;
            }
            ASSERT_EQ(tokenizer.count(joined), sum) << encoding << ' ' << escaped(joined);
            simpleSumsWrong += simpleSum != sum ? 1 : 0;
        }
        EXPECT_GT(simpleSumsWrong, joins / 10) << "Sums of sentences alone should be wrong often.";
    }
}

/// Not in GPT-2's expression, where line ends are white space like any other.
TEST(HardBoundaryProof, LineEndsBelongToTheLeft)
{
    const std::size_t joins = amount(1'500, 300'000);
    for (const std::string_view encoding : {encodings[0], encodings[1]}) {
        const Tokenizer &tokenizer = sharedTokenizer(encoding);
        FuzzStrings fuzz(CW_TEST_DATA "/fuzzalphabets.jsonl", 43);
        for (std::size_t i = 0; i < joins; ++i) {
            const std::string left = fuzz.next() + "\n\n";
            const std::string right = fuzz.next();
            const char32_t first = decodeCharacter(right, 0).codePoint;
            if (!isVisible(first) || first == '/')
                continue;
            ASSERT_EQ(tokenizer.count(left + right), tokenizer.count(left) + tokenizer.count(right))
                << encoding << ' ' << escaped(left) << " | " << escaped(right);
        }
    }
}

} // namespace
} // namespace cw::testing
