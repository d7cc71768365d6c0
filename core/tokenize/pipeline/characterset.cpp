// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/characterset.h"

#include "tokenize/pipeline/pipelinecharacters.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace cw {

namespace {

constexpr char32_t lastCodePoint = 0x10FFFF;

using Categories = std::uint32_t; ///< a bit a category

constexpr Categories bits(GeneralCategory first, GeneralCategory last)
{
    Categories set = 0;
    for (auto number = static_cast<unsigned>(first); number <= static_cast<unsigned>(last); ++number)
        set |= Categories{1} << number;
    return set;
}

constexpr Categories bit(GeneralCategory category)
{
    return bits(category, category);
}

struct NamedCategories
{
    std::string_view name;
    std::string_view longName; ///< without underscores, in lower case
    Categories categories;
};

using enum GeneralCategory;
constexpr Categories letters = bits(UppercaseLetter, OtherLetter);
constexpr Categories marks = bits(NonspacingMark, EnclosingMark);
constexpr Categories numbers = bits(DecimalNumber, OtherNumber);
constexpr Categories punctuation = bits(ConnectorPunctuation, OtherPunctuation);
constexpr Categories symbols = bits(MathSymbol, OtherSymbol);
constexpr std::array named{
    NamedCategories{"l", "letter", letters},
    NamedCategories{"lu", "uppercaseletter", bit(UppercaseLetter)},
    NamedCategories{"ll", "lowercaseletter", bit(LowercaseLetter)},
    NamedCategories{"lt", "titlecaseletter", bit(TitlecaseLetter)},
    NamedCategories{"lm", "modifierletter", bit(ModifierLetter)},
    NamedCategories{"lo", "otherletter", bit(OtherLetter)},
    NamedCategories{"m", "mark", marks},
    NamedCategories{"mn", "nonspacingmark", bit(NonspacingMark)},
    NamedCategories{"mc", "spacingmark", bit(SpacingMark)},
    NamedCategories{"me", "enclosingmark", bit(EnclosingMark)},
    NamedCategories{"n", "number", numbers},
    NamedCategories{"nd", "decimalnumber", bit(DecimalNumber)},
    NamedCategories{"nl", "letternumber", bit(LetterNumber)},
    NamedCategories{"no", "othernumber", bit(OtherNumber)},
    NamedCategories{"p", "punctuation", punctuation},
    NamedCategories{"pc", "connectorpunctuation", bit(ConnectorPunctuation)},
    NamedCategories{"pd", "dashpunctuation", bit(DashPunctuation)},
    NamedCategories{"ps", "openpunctuation", bit(OpenPunctuation)},
    NamedCategories{"pe", "closepunctuation", bit(ClosePunctuation)},
    NamedCategories{"pi", "initialpunctuation", bit(InitialPunctuation)},
    NamedCategories{"pf", "finalpunctuation", bit(FinalPunctuation)},
    NamedCategories{"po", "otherpunctuation", bit(OtherPunctuation)},
    NamedCategories{"s", "symbol", symbols},
    NamedCategories{"sm", "mathsymbol", bit(MathSymbol)},
    NamedCategories{"sc", "currencysymbol", bit(CurrencySymbol)},
    NamedCategories{"sk", "modifiersymbol", bit(ModifierSymbol)},
    NamedCategories{"so", "othersymbol", bit(OtherSymbol)},
    NamedCategories{"z", "separator", bits(SpaceSeparator, ParagraphSeparator)},
    NamedCategories{"zs", "spaceseparator", bit(SpaceSeparator)},
    NamedCategories{"zl", "lineseparator", bit(LineSeparator)},
    NamedCategories{"zp", "paragraphseparator", bit(ParagraphSeparator)},
};

#include "tokenize/pipeline/scripttables.inc"

struct NamedScript
{
    std::string_view name; ///< in lower case
    std::span<const CharacterSet::Range> ranges;
};
constexpr std::array scripts{
    NamedScript{"arabic", scriptArabic},
    NamedScript{"armenian", scriptArmenian},
    NamedScript{"bengali", scriptBengali},
    NamedScript{"bopomofo", scriptBopomofo},
    NamedScript{"cyrillic", scriptCyrillic},
    NamedScript{"devanagari", scriptDevanagari},
    NamedScript{"ethiopic", scriptEthiopic},
    NamedScript{"georgian", scriptGeorgian},
    NamedScript{"greek", scriptGreek},
    NamedScript{"gujarati", scriptGujarati},
    NamedScript{"gurmukhi", scriptGurmukhi},
    NamedScript{"han", scriptHan},
    NamedScript{"hangul", scriptHangul},
    NamedScript{"hebrew", scriptHebrew},
    NamedScript{"hiragana", scriptHiragana},
    NamedScript{"kannada", scriptKannada},
    NamedScript{"katakana", scriptKatakana},
    NamedScript{"khmer", scriptKhmer},
    NamedScript{"lao", scriptLao},
    NamedScript{"latin", scriptLatin},
    NamedScript{"malayalam", scriptMalayalam},
    NamedScript{"mongolian", scriptMongolian},
    NamedScript{"myanmar", scriptMyanmar},
    NamedScript{"oriya", scriptOriya},
    NamedScript{"sinhala", scriptSinhala},
    NamedScript{"tamil", scriptTamil},
    NamedScript{"telugu", scriptTelugu},
    NamedScript{"thai", scriptThai},
    NamedScript{"tibetan", scriptTibetan},
};

template<class Predicate>
CharacterSet setOf(Predicate holds)
{
    CharacterSet set;
    for (char32_t first = 0; first <= lastCodePoint; ++first) {
        if (!holds(first))
            continue;
        char32_t last = first;
        while (last < lastCodePoint && holds(last + 1))
            ++last;
        set.add(first, last);
        first = last;
    }
    return set;
}

CharacterSet ofCategories(Categories categories)
{
    return setOf([categories](char32_t codePoint) {
        return (categories >> static_cast<unsigned>(generalCategory(codePoint)) & 1U) != 0;
    });
}

} // namespace

std::optional<CharacterSet> CharacterSet::property(std::string_view name)
{
    std::string plain;
    for (const char character : name) {
        if (character != '_' && character != ' ' && character != '-')
            plain += character >= 'A' && character <= 'Z' ? static_cast<char>(character + ('a' - 'A')) : character;
    }
    for (const NamedCategories &categories : named) {
        if (plain == categories.name || plain == categories.longName)
            return ofCategories(categories.categories);
    }
    for (const NamedScript &script : scripts) {
        if (plain != script.name)
            continue;
        CharacterSet set;
        for (const Range range : script.ranges)
            set.add(range.first, range.last);
        return set;
    }
    return std::nullopt;
}

std::optional<CharacterSet> CharacterSet::posixBracket(std::string_view name)
{
    if (name == "space")
        return whiteSpace();
    if (name == "digit")
        return digits();
    if (name == "word")
        return word(true);
    if (name == "punct")
        return ofCategories(punctuation | symbols);
    return std::nullopt;
}

CharacterSet CharacterSet::whiteSpace()
{
    return setOf([](char32_t codePoint) { return hasFlag(codePoint, PipelineFlag::WhiteSpace); });
}

CharacterSet CharacterSet::word(bool isInBrackets)
{
    // Other than for Unicode's own recommendation, joiners are none, and outside of brackets numbers of Latin-1 are.
    const CharacterSet numbers = ofCategories(bit(OtherNumber));
    return setOf([&](char32_t codePoint) {
        const bool isJoiner = codePoint == 0x200C || codePoint == 0x200D;
        return (hasFlag(codePoint, PipelineFlag::Word) && !isJoiner)
            || (!isInBrackets && codePoint < 0x100 && numbers.contains(codePoint));
    });
}

CharacterSet CharacterSet::digits()
{
    return ofCategories(bit(DecimalNumber));
}

void CharacterSet::add(char32_t first, char32_t last)
{
    if (m_ranges.empty() || m_ranges.back().last + 1 < first) {
        m_ranges.push_back({first, last});
        return;
    }
    m_ranges.push_back({first, last});
    std::sort(m_ranges.begin(), m_ranges.end(), [](Range a, Range b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (const Range range : m_ranges) {
        if (kept > 0 && range.first <= m_ranges[kept - 1].last + 1)
            m_ranges[kept - 1].last = std::max(m_ranges[kept - 1].last, range.last);
        else
            m_ranges[kept++] = range;
    }
    m_ranges.resize(kept);
}

void CharacterSet::add(const CharacterSet &other)
{
    for (const Range range : other.m_ranges)
        add(range.first, range.last);
}

CharacterSet CharacterSet::inverted() const
{
    CharacterSet result;
    char32_t next = 0;
    for (const Range range : m_ranges) {
        if (range.first > next)
            result.m_ranges.push_back({next, range.first - 1});
        next = range.last + 1;
    }
    if (next <= lastCodePoint)
        result.m_ranges.push_back({next, lastCodePoint});
    return result;
}

CharacterSet CharacterSet::commonWith(const CharacterSet &other) const
{
    CharacterSet outside = inverted();
    outside.add(other.inverted());
    return outside.inverted();
}

bool CharacterSet::contains(char32_t codePoint) const noexcept
{
    const auto at = std::upper_bound(m_ranges.begin(), m_ranges.end(), codePoint,
                                     [](char32_t value, Range range) { return value < range.first; });
    return at != m_ranges.begin() && codePoint <= std::prev(at)->last;
}

} // namespace cw
