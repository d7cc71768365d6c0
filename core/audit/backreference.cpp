// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/backreference.h"

#include "audit/sentencefacts.h"
#include "text/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <string>

namespace cw {

namespace {

/// A letter as `re.IGNORECASE` compares it with ASCII letters: I with dot above and dotless i are i, long s is s.
char32_t foldedAsPython(char32_t codePoint)
{
    if (codePoint >= U'A' && codePoint <= U'Z')
        return codePoint + 0x20;
    if (codePoint == 0x130 || codePoint == 0x131)
        return U'i';
    return codePoint == 0x17F ? U's' : codePoint;
}

struct Word
{
    ByteRange place;
    std::string lower;
    bool isInCapitals = false;
    char behind = '\0'; ///< the byte after the word, NUL at the end
};

/// Reads ASCII words one by one, over white space only.
class WordReader
{
public:
    /// `read` is raised to the end of what was looked at; past range.end when that end had a say.
    WordReader(std::string_view text, ByteRange range, std::size_t &read)
        : m_text(text.substr(0, range.end)), m_byte(range.begin), m_read(&read)
    {
    }

    Word next()
    {
        constexpr std::size_t longestBytes = 32;
        while (m_byte < m_text.size() && (m_text[m_byte] == ' ' || m_text[m_byte] == '\n' || m_text[m_byte] == '\r'))
            ++m_byte;
        Word word;
        word.place.begin = m_byte;
        word.isInCapitals = true;
        while (m_byte < m_text.size() && isAsciiLetter(m_text[m_byte]) && word.lower.size() < longestBytes) {
            word.isInCapitals = word.isInCapitals && m_text[m_byte] <= 'Z';
            word.lower += static_cast<char>(m_text[m_byte++] | 0x20);
        }
        word.place.end = m_byte;
        word.isInCapitals = word.isInCapitals && word.lower.size() > 1;
        word.behind = m_byte < m_text.size() ? m_text[m_byte] : '\0';
        *m_read = std::max(*m_read, m_byte + 1);
        return word;
    }

    /// Steps over "'s" or "'t" (the letter is given), with either apostrophe.
    bool skipContraction(char letter)
    {
        for (const std::string_view apostrophe : {"'", "\u2019"}) {
            const std::string contraction = std::string(apostrophe) + letter + ' ';
            *m_read = std::max(*m_read, m_byte + contraction.size());
            if (m_text.substr(m_byte).starts_with(contraction)) {
                m_byte += contraction.size();
                return true;
            }
        }
        return false;
    }

private:
    std::string_view m_text;
    std::size_t m_byte;
    std::size_t *m_read;
};

bool isOneOf(std::string_view word, std::initializer_list<std::string_view> words)
{
    return std::ranges::find(words, word) != words.end();
}

constexpr std::size_t longestMarkupBytes = 16;
constexpr std::size_t longestMarkerBytes = 5; ///< "123. "

/// Behind quotes, emphasis and a list marker, of which there are at most the bytes above.
std::size_t skipMarkup(std::string_view text, ByteRange range)
{
    constexpr std::array<std::string_view, 5> wideMarks{"\u2018", "\u201C", "\u00AB", "\u2022", "\u2013"};
    const std::size_t limit = std::min(range.end, range.begin + longestMarkupBytes);
    std::size_t byte = range.begin;
    while (byte < limit && !isAsciiLetter(text[byte])) {
        const std::string_view rest = text.substr(byte, range.end - byte);
        const auto wide
            = std::ranges::find_if(wideMarks, [&](std::string_view mark) { return rest.starts_with(mark); });
        if (wide != wideMarks.end())
            byte += wide->size();
        else if (std::string_view("\"'([*_>+- ").find(rest.front()) != std::string_view::npos)
            ++byte;
        else
            break;
    }
    std::size_t digitsEnd = byte;
    while (digitsEnd < range.end && digitsEnd - byte < 4 && text[digitsEnd] >= '0' && text[digitsEnd] <= '9')
        ++digitsEnd;
    const std::string_view marker = text.substr(digitsEnd, 2);
    if (digitsEnd > byte && digitsEnd - byte < 4 && digitsEnd + 2 < range.end && (marker == ". " || marker == ") "))
        return digitsEnd + 2;
    return std::min(byte, range.end);
}

bool isPartOfIdentifier(const Word &word, std::string_view text)
{
    if (word.place.end >= text.size())
        return false;
    if (isPythonWord(decodeCharacter(text, word.place.end).codePoint))
        return true;
    if (std::string_view("-.>/(=[:@\\").find(word.behind) == std::string_view::npos)
        return false;
    const std::size_t second = word.place.end + 1;
    return word.behind == '=' || word.behind == '(' || word.behind == '['
        || (second < text.size() && !isPythonSpace(decodeCharacter(text, second).codePoint));
}

/// What follows "it" leaves the pronoun without a meaning to look up.
bool isEmptyIt(WordReader words)
{
    const bool isContracted = words.skipContraction('s');
    Word word = words.next();
    if (isOneOf(word.lower,
                {"seems", "seemed", "appears", "appeared", "turns", "turned", "follows", "rains", "rained", "snows",
                 "snowed"}))
        return true;
    if (isOneOf(word.lower, {"has", "can", "may", "might", "must", "should", "will", "would", "could", "also"}))
        word = words.next();
    if (isOneOf(word.lower, {"isn", "wasn"}) && words.skipContraction('t'))
        word = words.next();
    else if (isOneOf(word.lower, {"be", "been", "is", "was"}))
        word = words.next();
    else if (!isContracted)
        return false;
    if (isOneOf(word.lower,
                {"not", "also", "often", "usually", "very", "therefore", "generally", "always", "now", "only", "still",
                 "thus", "most", "more", "quite", "as"}))
        word = words.next();
    if (isOneOf(word.lower,
                {"raining", "snowing", "dark", "late", "early", "midnight", "noon", "worth", "true", "long"}))
        return true;
    if (!isOneOf(word.lower,
                 {"important", "possible",  "impossible",  "necessary", "unnecessary", "essential", "clear",  "unclear",
                  "likely",    "unlikely",  "recommended", "advisable", "common",      "easy",      "easier", "hard",
                  "harder",    "difficult", "best",        "better",    "useful",      "helpful",   "known",  "obvious",
                  "said",      "assumed",   "expected",    "required",  "permitted",   "forbidden", "safe",   "good",
                  "wise",      "tempting",  "customary",   "agreed",    "noted",       "time"}))
        return false;
    constexpr int wordsAhead = 5;
    for (int looked = 0; looked < wordsAhead && word.behind == ' '; ++looked) {
        word = words.next();
        if (isOneOf(word.lower, {"to", "that", "whether", "if", "when"}))
            return true;
    }
    return false;
}

bool isPronoun(const Word &word)
{
    if (word.lower.empty() || std::string_view("this").find(word.lower.front()) == std::string_view::npos)
        return false;
    return isOneOf(word.lower, {"this", "that", "these", "those", "it", "its", "they", "their", "he", "she"});
}

bool isSelfReference(const Word &next)
{
    return isOneOf(next.lower,
                   {"document", "guide", "manual", "handbook", "page", "article", "tutorial", "book", "report", "paper",
                    "readme"});
}

/// Whether the opener, known to be one by its letters, stands for nothing that was said before.
bool isFreeOfReference(const Word &opener, WordReader words)
{
    const WordReader ahead = words;
    const Word next = words.next();
    if (opener.lower == "it") {
        if (opener.isInCapitals) {
            return !(
                next.isInCapitals
                && isOneOf(next.lower, {"is", "was", "has", "will", "can", "may", "must", "shall", "should", "does"}));
        }
        return isEmptyIt(ahead);
    }
    if (opener.lower == "this")
        return isSelfReference(next);
    if (opener.lower == "that") {
        return isOneOf(next.lower, {"the", "a", "an", "said"}) || (next.lower == "is" && next.behind == ',')
            || (next.lower == "being" && words.next().lower == "said");
    }
    return false;
}

} // namespace

ByteRange backReferenceAt(std::string_view text, ByteRange chunk, std::size_t *bytesRead)
{
    const Gap gap = gapAt(text, chunk.begin);
    std::size_t read = chunk.begin + 1;
    const auto answer = [&](ByteRange opener) {
        if (bytesRead)
            *bytesRead = read - chunk.begin;
        return opener;
    };
    const ByteRange nothing{chunk.begin, chunk.begin};
    if (gap.previousEnd == 0)
        return answer(nothing);
    read = std::max(read, gap.nextBegin + longestMarkupBytes + longestMarkerBytes + 5);
    if (gap.nextBegin >= chunk.end)
        return answer(nothing);
    const std::size_t begin = skipMarkup(text, {gap.nextBegin, chunk.end});
    WordReader words(text, {begin, chunk.end}, read);
    Word opener = words.next();
    if (opener.lower == "the" && opener.behind != '-') {
        const Word second = words.next();
        if (!isOneOf(second.lower, {"former", "latter", "above"}) || isPartOfIdentifier(second, text))
            return answer(nothing);
        return answer({opener.place.begin, second.place.end});
    }
    if (!isPronoun(opener) || isPartOfIdentifier(opener, text) || isFreeOfReference(opener, words))
        return answer(nothing);
    return answer(opener.place);
}

std::size_t matchReferenceOpener(std::string_view text) noexcept
{
    constexpr std::array<std::string_view, 7> alternatives{"this",       "that",       "it",       "they",
                                                           "the former", "the latter", "the above"};
    for (const std::string_view alternative : alternatives) {
        std::size_t byte = 0;
        std::size_t matched = 0;
        while (matched < alternative.size() && byte < text.size()) {
            const DecodedCharacter character = decodeCharacter(text, byte);
            if (foldedAsPython(character.codePoint) != static_cast<unsigned char>(alternative[matched]))
                break;
            byte += character.byteLength;
            ++matched;
        }
        if (matched == alternative.size()
            && (byte == text.size() || !isPythonWord(decodeCharacter(text, byte).codePoint)))
            return byte;
    }
    return 0;
}

} // namespace cw
