// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/fullstops.h"

#include "segment/sentencemarks.h"
#include "segment/sentencewords.h"
#include "segment/words.h"
#include "text/characterproperties.h"

#include <algorithm>
#include <string>

namespace cw {

namespace {

constexpr std::size_t longestToken = SentenceWords::longestWordBytes;

bool isDigits(std::string_view token)
{
    return !token.empty() && token.find_first_not_of("0123456789") == std::string_view::npos;
}

bool isDottedNumber(std::string_view token)
{
    return !token.empty() && token.find_first_not_of("0123456789.") == std::string_view::npos && token.front() != '.';
}

bool isRomanNumber(std::string_view token)
{
    return !token.empty() && token.size() <= 6 && token.find_first_not_of("IVXLC") == std::string_view::npos;
}

bool isUpperAt(std::string_view text, std::size_t byte)
{
    return characterProperties(decodeCharacter(text, byte).codePoint).characterClass() == CharacterClass::Upper;
}

bool isOneLetter(std::string_view token)
{
    if (token.empty() || utf8SequenceLength(token.front()) != token.size())
        return false;
    const CharacterClass kind = characterProperties(decodeCharacter(token, 0).codePoint).characterClass();
    return kind == CharacterClass::Upper || kind == CharacterClass::Lower || kind == CharacterClass::CaselessLetter;
}

/// Every piece between full stops has at most three letters: "U.S", "Ph.D", "S.p.A".
bool isDottedAbbreviation(std::string_view token)
{
    if (token.find('.') == std::string_view::npos)
        return false;
    unsigned letters = 0;
    for (std::size_t i = 0; i < token.size();) {
        const DecodedCharacter character = decodeCharacter(token, i);
        i += character.byteLength;
        if (character.codePoint == U'.') {
            letters = 0;
            continue;
        }
        const CharacterClass kind = characterProperties(character.codePoint).characterClass();
        if (kind != CharacterClass::Upper && kind != CharacterClass::Lower)
            return false;
        if (++letters > 3)
            return false;
    }
    return true;
}

class Judge
{
public:
    explicit Judge(const FullStop &stop) : m_stop(stop), m_text(stop.text), m_words(SentenceWords::shared())
    {
        m_token = tokenBefore(stop.dot);
    }

    bool ends() const
    {
        const std::string_view token = m_text.substr(m_token.begin, m_token.size());
        const OpeningKind next = m_stop.next.kind;
        if (token.empty() || token.size() >= longestToken || isPartOfAddress())
            return next != OpeningKind::Lower || isLowerCaseText();
        if (isDottedNumber(token))
            return endsAfterNumber(token);
        const bool isFirst = isAtSentenceBegin(m_token.begin);
        if (isFirst && (isOneLetter(token) || isRomanNumber(token)))
            return false; // a list's marker or an initial
        const WordFacts facts = factsOf(token);
        if (next == OpeningKind::Lower)
            return !facts.isAbbreviation() && !isOneLetter(token) && !isDottedAbbreviation(token) && isLowerCaseText();
        if (m_stop.hasCloser)
            return !facts.has(WordFact::Title);
        return endsAfterWord(token, facts);
    }

private:
    bool endsAfterWord(std::string_view token, WordFacts facts) const
    {
        const bool isBeforeDigit = m_stop.next.kind == OpeningKind::Digit;
        if (facts.has(WordFact::Unit))
            return isAfterNumber();
        if (facts.has(WordFact::Title))
            return false;
        if (facts.has(WordFact::Time))
            return !isBeforeDigit && wordsBeforeToken(3) >= 3;
        if (facts.has(WordFact::Number) && (isBeforeDigit || isRomanNumber(nextWord())))
            return false;
        if (isOneLetter(token))
            return endsAfterLetter(token);
        if (facts.has(WordFact::Final))
            return true;
        if (facts.has(WordFact::Inner) || isDottedAbbreviation(token))
            return !isBeforeDigit && isStarterNext();
        return true;
    }

    bool endsAfterLetter(std::string_view letter) const
    {
        if (isUpperAt(letter, 0)) {
            const ByteRange before = wordBeforeToken();
            const bool isAfterLower = !before.isEmpty() && !isUpperAt(m_text, before.begin);
            if (letter == "I" && isAfterLower)
                return true;
            return isStarterNext();
        }
        // "z. B.": the next is a single letter with a full stop, too
        const std::size_t nextEnd = m_stop.next.word.end;
        return !(isOneLetter(nextWord()) && nextEnd < m_text.size() && m_text[nextEnd] == '.');
    }

    bool endsAfterNumber(std::string_view number) const
    {
        const bool isShort = isDigits(number) && number.size() <= 2;
        if ((number.size() <= 3 || !isDigits(number)) && isAtSentenceBegin(m_token.begin))
            return false; // a list's marker
        switch (m_stop.next.kind) {
        case OpeningKind::Lower:
            return false;
        case OpeningKind::Digit: { // "3. 10. 1990"
            const std::size_t end = m_stop.next.word.end;
            const std::string_view next = nextWord();
            const bool isDay
                = isShort && isDigits(next) && next.size() <= 2 && end < m_text.size() && m_text[end] == '.';
            const bool isYear = isShort && isDigits(next) && next.size() == 4 && m_token.begin >= 2
                && m_text[m_token.begin - 1] == ' ' && m_text[m_token.begin - 2] == '.';
            return !isDay && !isYear;
        }
        case OpeningKind::Upper: {
            if (!isShort || m_stop.hasCloser)
                return true;
            if (m_words.of(nextWord()).has(WordFact::OrdinalAfter))
                return false;
            const ByteRange before = wordBeforeToken();
            return !m_words.of(m_text.substr(before.begin, before.size())).has(WordFact::OrdinalBefore);
        }
        default:
            return true;
        }
    }

    /// Facts of the token alone and of the token with short ones before it: "z. B.", "p. ex.", "и т. д.".
    WordFacts factsOf(std::string_view token) const
    {
        WordFacts alone = m_words.of(token);
        if (alone.bits() == 0 && token.size() > 4 && token.ends_with("str"))
            alone = m_words.of("str"); // German street names
        if (const std::size_t hyphen = token.rfind('-'); alone.bits() == 0 && hyphen != std::string_view::npos)
            alone = m_words.of(token.substr(hyphen + 1));
        constexpr std::size_t shortBytes = 8;
        std::string joined(token);
        std::size_t begin = m_token.begin;
        for (int earlier = 0; earlier < 2 && joined.size() <= shortBytes * 2; ++earlier) {
            const std::size_t end = spaceBegin(begin);
            if (end == begin || end <= m_stop.sentenceBegin)
                break;
            const bool isDotted = m_text[end - 1] == '.';
            const ByteRange before = tokenBefore(isDotted ? end - 1 : end);
            if (before.isEmpty() || before.size() > shortBytes)
                break;
            joined.insert(0, ".").insert(0, m_text.substr(before.begin, before.size()));
            if (const WordFacts facts = m_words.of(joined); facts.isAbbreviation())
                return facts;
            if (!isDotted)
                break;
            begin = before.begin;
        }
        return alone;
    }

    /// Before the one blank that ends at `byte`; `byte` when there is none.
    std::size_t spaceBegin(std::size_t byte) const
    {
        if (byte <= m_stop.sentenceBegin)
            return byte;
        const std::size_t before = previousCharacterStart(m_text, byte);
        return spaceLengthAt(m_text, before) > 0 ? before : byte;
    }

    /// Letters, digits, full stops inside, hyphens and signs of numbering that end at `end`.
    ByteRange tokenBefore(std::size_t end) const
    {
        std::size_t begin = end;
        while (begin > m_stop.sentenceBegin && end - begin < longestToken) {
            const auto byte = static_cast<unsigned char>(m_text[begin - 1]);
            if (byte < 0x80) {
                const bool isWord = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')
                    || (byte >= 'A' && byte <= 'Z') || byte == '.' || byte == '-';
                if (!isWord)
                    break;
                --begin;
                continue;
            }
            const std::size_t start = previousCharacterStart(m_text, begin);
            const char32_t c = decodeCharacter(m_text, start).codePoint;
            const CharacterClass kind = characterProperties(c).characterClass();
            const bool isWord = kind >= CharacterClass::Number || c == 0xB0 || c == 0x2116;
            if (!isWord)
                break;
            begin = start;
        }
        while (begin < end && (m_text[begin] == '.' || m_text[begin] == '-'))
            ++begin;
        return {begin, end};
    }

    bool isPartOfAddress() const
    {
        if (m_token.begin == m_stop.sentenceBegin)
            return false;
        const char before = m_text[m_token.begin - 1];
        return before == '@' || before == '/' || before == '\\' || before == '_' || before == '=' || before == '.';
    }

    bool isAtSentenceBegin(std::size_t byte) const
    {
        constexpr std::size_t longestOpening = 16;
        if (byte - m_stop.sentenceBegin > longestOpening)
            return false;
        for (std::size_t i = m_stop.sentenceBegin; i < byte;) {
            const DecodedCharacter character = decodeCharacter(m_text, i);
            const char32_t c = character.codePoint;
            const CharacterClass kind = characterProperties(c).characterClass();
            if (kind >= CharacterClass::Number)
                return false;
            i += character.byteLength;
        }
        return true;
    }

    bool isLowerCaseText() const { return beginsInLowerCase(m_text, m_stop.sentenceBegin); }

    std::string_view nextWord() const { return m_text.substr(m_stop.next.word.begin, m_stop.next.word.size()); }

    bool isStarterNext() const
    {
        const std::size_t end = m_stop.next.word.end;
        if (m_stop.next.kind == OpeningKind::Caseless)
            return true;
        if (end < m_text.size() && m_text[end] == '.' && isOneLetter(nextWord()))
            return false;
        std::string word(nextWord());
        for (std::size_t at = word.find("\u2019"); at != std::string::npos; at = word.find("\u2019"))
            word.replace(at, std::string_view("\u2019").size(), "'");
        return m_words.of(word).has(WordFact::Starter);
    }

    ByteRange wordBeforeToken() const
    {
        const std::size_t end = spaceBegin(m_token.begin);
        return letterWordBefore(m_text, m_stop.sentenceBegin, end);
    }

    bool isAfterNumber() const
    {
        const ByteRange before = wordBeforeToken();
        const std::string_view word = m_text.substr(before.begin, before.size());
        return isRomanNumber(word) || (!word.empty() && word.back() >= '0' && word.back() <= '9');
    }

    /// Words between the sentence's begin and the token, counted up to `most`.
    int wordsBeforeToken(int most) const
    {
        constexpr std::size_t lookedAtBytes = 128;
        if (m_token.begin - m_stop.sentenceBegin > lookedAtBytes)
            return most;
        int words = 0;
        bool isInWord = false;
        for (std::size_t i = m_stop.sentenceBegin; i < m_token.begin && words < most;) {
            const unsigned space = spaceLengthAt(m_text, i);
            words += space == 0 && !isInWord ? 1 : 0;
            isInWord = space == 0;
            i += space > 0 ? space : utf8SequenceLength(m_text[i]);
        }
        return words;
    }

    const FullStop &m_stop;
    std::string_view m_text;
    const SentenceWords &m_words;
    ByteRange m_token;
};

} // namespace

bool endsSentence(const FullStop &stop)
{
    return Judge(stop).ends();
}

bool beginsInLowerCase(std::string_view text, std::size_t sentenceBegin) noexcept
{
    return sentenceBegin < text.size() && sentenceOpeningAt(text, sentenceBegin).kind == OpeningKind::Lower;
}

ByteRange letterWordBefore(std::string_view text, std::size_t lowest, std::size_t end) noexcept
{
    std::size_t begin = end;
    while (begin > lowest && end - begin < longestToken) {
        const std::size_t start = previousCharacterStart(text, begin);
        const CharacterClass kind = characterProperties(decodeCharacter(text, start).codePoint).characterClass();
        if (kind < CharacterClass::Number)
            break;
        begin = start;
    }
    return {begin, end};
}

} // namespace cw
