// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/pdfscripts.h"

#include "text/unicode.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace cw::pdf {

namespace {

// Lengths in sizes of what stands on the line.
constexpr float mostOverlap = 0.15F; ///< more is how logos are set
constexpr float widestGap = 0.3F;
constexpr float widestGapBefore = 0.7F; ///< of a note's mark, to the note

bool isFigure(char32_t character) noexcept
{
    return character >= U'0' && character <= U'9';
}

bool isLetter(char32_t character) noexcept
{
    const CharacterClass kind = characterClass(character);
    return kind == CharacterClass::Upper || kind == CharacterClass::Lower || kind == CharacterClass::CaselessLetter;
}

class ScriptFinder final
{
public:
    ScriptFinder(const WordPage &page, std::span<const std::uint32_t> words, std::vector<ScriptMark> &marks)
        : m_page(page), m_words(words), m_marks(marks)
    {
    }

    void find()
    {
        m_marks.clear();
        if (!mayHaveAny())
            return;
        m_marks.resize(m_words.size());
        place();
        for (std::size_t first = 0; first < m_words.size();) {
            std::size_t end = first + 1;
            while (end < m_words.size() && m_marks[end].script == m_marks[first].script && goesOn(first, end))
                ++end;
            if (m_marks[first].script != Script::None)
                write(first, end);
            first = end;
        }
    }

private:
    const Word &wordAt(std::size_t i) const { return m_page.words[m_words[i]]; }
    float gapBefore(std::size_t i) const { return wordAt(i).left - wordAt(i - 1).right; }
    /// Whether a word goes on with what began at `first`, lowered in itself or not. What is raised again does not.
    bool goesOn(std::size_t first, std::size_t i) const
    {
        return !m_marks[i].isBefore && gapBefore(i) < widestGap * wordAt(i).size
            && wordAt(first).baseline - wordAt(i).baseline < 0.12F * wordAt(first).size;
    }

    std::u32string_view textOf(std::size_t i) const
    {
        const Word &word = wordAt(i);
        return std::u32string_view(m_page.characters.data(), m_page.characters.size())
            .substr(word.firstCharacter, word.endCharacter - word.firstCharacter);
    }

    bool mayHaveAny() const
    {
        const auto isRightToLeft = [](char32_t c) { return c >= 0x590 && c < 0x900; };
        bool isMixed = false;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            isMixed = isMixed || wordAt(i).size != wordAt(0).size;
            if (!wordAt(i).isUpright || textOf(i).empty() || isRightToLeft(textOf(i).front()))
                return false;
        }
        return isMixed;
    }

    void place()
    {
        const Word *base = nullptr;
        for (std::size_t i = 0; i < m_words.size(); ++i) {
            const Word &word = wordAt(i);
            const bool isLast = i + 1 == m_words.size();
            float before = i > 0 ? gapBefore(i) : 0;
            if (base && scriptBeside(word, *base) != Script::None && m_marks[i - 1].script != scriptBeside(word, *base))
                before = std::max(before, word.left - base->right); // one over the other
            const float behind = isLast ? 0 : gapBefore(i + 1);
            if (base && before > -mostOverlap * base->size && before < widestGap * base->size
                && (isLast || behind > -0.05F * base->size))
                m_marks[i].script = scriptBeside(word, *base);
            if (m_marks[i].script != Script::None)
                continue;
            if (!isLast && (i == 0 || behind < before) && behind > -0.1F * word.size
                && behind < widestGapBefore * wordAt(i + 1).size
                && scriptBeside(word, wordAt(i + 1)) == Script::Raised) {
                m_marks[i] = {.script = Script::Raised, .isBefore = true};
                base = nullptr;
                continue;
            }
            base = &word;
        }
    }

    void write(std::size_t first, std::size_t end)
    {
        const Script script = m_marks[first].script;
        const bool isBefore = m_marks[first].isBefore;
        const char32_t last = first > 0 && !isBefore ? textOf(first - 1).back() : 0;
        bool isAny = false;
        bool areFigures = true;
        for (std::size_t i = first; i < end; ++i)
            for (const char32_t c : textOf(i)) {
                isAny = isAny || (scriptForm(c, script) != 0 && c != U'(' && c != U')');
                areFigures = areFigures && (c == U',' || scriptForm(c, script) != 0);
            }
        areFigures = areFigures && isAny;
        const bool isInForms
            = areFigures && (script == Script::Raised || isFigure(last) || last == U'/' || last == 0x2044);
        const bool canTakeSign = first > 0
            && (isLetter(last) || isFigure(last) || last == U')' || last == U']' || last == U'|')
            && !wordAt(first - 1).isMonospaced;
        for (std::size_t i = first; i < end; ++i) {
            m_marks[i].isInForms = isInForms;
            m_marks[i].isTouching = !isBefore && i == first;
            // The glyph of a prime has the code of a nought, in fonts that have no noughts.
            m_marks[i].isPrime = script == Script::Raised && textOf(i) == U"0" && wordAt(i).isMathematical;
        }
        if (!areFigures && !isBefore && canTakeSign && !isKnownEnd(first, end, last)
            && isReadable(textOf(first).front()))
            m_marks[first].sign = script == Script::Raised ? U'^' : U'_';
    }

    /// What reads well behind its word: "4th", "1er", "Name(TM)".
    bool isKnownEnd(std::size_t first, std::size_t end, char32_t last) const
    {
        const std::u32string_view text = textOf(first);
        if (end - first > 1)
            return false;
        if (text == U"TM" || text == U"SM" || text == U"R")
            return true;
        const bool isSmall = std::ranges::all_of(
            text, [](char32_t c) { return characterClass(c) == CharacterClass::Lower || c == U'.'; });
        return isSmall && m_marks[first].script == Script::Raised
            && ((text.size() > 1 && isFigure(last)) || text.front() == U'e' || text.front() == U'o');
    }

    /// Signs such as stars and daggers need nothing before them.
    static bool isReadable(char32_t character)
    {
        return isLetter(character) || isFigure(character)
            || std::u32string_view(U"|(+-\u2212").find(character) != std::u32string_view::npos;
    }

    const WordPage &m_page;
    std::span<const std::uint32_t> m_words;
    std::vector<ScriptMark> &m_marks;
};

} // namespace

Script scriptBeside(const Word &word, const Word &base) noexcept
{
    constexpr float smallest = 0.45F; // of the base's size: what is beside larger ones is text beside a large initial
    constexpr float largest = 0.87F;
    const float up = base.baseline - word.baseline;
    if (!word.isUpright || !base.isUpright || !(word.size < largest * base.size) || !(word.size > smallest * base.size))
        return Script::None;
    if (up > 0.12F * base.size && up < 0.75F * base.size)
        return Script::Raised;
    return up < -0.06F * base.size && up > -0.45F * base.size ? Script::Lowered : Script::None;
}

char32_t scriptForm(char32_t character, Script script) noexcept
{
    const bool isRaised = script == Script::Raised;
    switch (character) {
    case U'1':
        return isRaised ? 0xB9 : 0x2081;
    case U'2':
    case U'3':
        return isRaised ? 0xB0 + (character - U'0') : 0x2080 + (character - U'0');
    case U'0':
    case U'4':
    case U'5':
    case U'6':
    case U'7':
    case U'8':
    case U'9':
        return (isRaised ? 0x2070 : 0x2080) + (character - U'0');
    case U'+':
        return isRaised ? 0x207A : 0x208A;
    case U'-':
    case 0x2212:
        return isRaised ? 0x207B : 0x208B;
    case U'(':
        return isRaised ? 0x207D : 0x208D;
    case U')':
        return isRaised ? 0x207E : 0x208E;
    default:
        return 0;
    }
}

void findScripts(const WordPage &page, std::span<const std::uint32_t> words, std::vector<ScriptMark> &marks)
{
    ScriptFinder(page, words, marks).find();
}

} // namespace cw::pdf
