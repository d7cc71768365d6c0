// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/pointers.h"

#include "segment/words.h"
#include "text/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <iterator>
#include <span>

namespace cw {

namespace {

/// Words that alone make a pointer. Sorted.
constexpr std::string_view pointing[]
    = {"above", "below", "cf", "continued", "ditto", "ibid", "overleaf", "refer", "see"};

/// Words that make a pointer of the name of a place. Sorted.
constexpr std::string_view directions[]
    = {"back", "click", "find", "follow", "following", "go", "learn", "next", "preceding", "previous", "read", "visit"};

/// Words that name a place in a document. Sorted.
constexpr std::string_view places[]
    = {"annex", "annexes",  "appendices", "appendix", "art",     "article",  "articles", "attachment", "box",
       "ch",    "chap",     "chapter",    "chapters", "clause",  "clauses",  "column",   "contents",   "diagram",
       "eq",    "equation", "exhibit",    "fig",      "figs",    "figure",   "figures",  "footnote",   "footnotes",
       "here",  "item",     "items",      "line",     "lines",   "link",     "links",    "listing",    "more",
       "no",    "note",     "notes",      "p",        "page",    "pages",    "para",     "paragraph",  "paragraphs",
       "part",  "pp",       "schedule",   "sec",      "section", "sections", "sidebar",  "slide",      "subsection",
       "tab",   "table",    "tables",     "top",      "url",     "vol",      "volume"};

/// Words that join pointers and carry nothing themselves. Sorted.
constexpr std::string_view joining[]
    = {"a",           "about",     "additional", "again",   "also",       "an",          "and",       "are",
       "as",          "at",        "be",         "by",      "can",        "described",   "detail",    "detailed",
       "details",     "discussed", "e",          "earlier", "explained",  "explanation", "first",     "for",
       "found",       "from",      "full",       "further", "g",          "i",           "in",        "info",
       "information", "is",        "it",         "its",     "last",       "later",       "list",      "mentioned",
       "noted",       "of",        "on",         "or",      "our",        "please",      "reference", "s",
       "same",        "seen",      "shown",      "stated",  "subsequent", "the",         "these",     "this",
       "to",          "under",     "view",       "we",      "which",      "you",         "your"};

static_assert(std::ranges::is_sorted(pointing) && std::ranges::is_sorted(directions) && std::ranges::is_sorted(places)
              && std::ranges::is_sorted(joining));

enum class Listed : std::uint8_t { Not, Pointing, Direction, Place, Joining };

struct ListedWord
{
    std::string_view word;
    Listed kind = Listed::Not;
};

constexpr std::size_t listedCount
    = std::size(pointing) + std::size(directions) + std::size(places) + std::size(joining);

constexpr std::array<ListedWord, listedCount> listedWords = [] {
    std::array<ListedWord, listedCount> all{};
    std::size_t count = 0;
    const auto add = [&](std::span<const std::string_view> words, Listed kind) {
        for (const std::string_view word : words)
            all[count++] = {word, kind};
    };
    add(pointing, Listed::Pointing);
    add(directions, Listed::Direction);
    add(places, Listed::Place);
    add(joining, Listed::Joining);
    std::ranges::sort(all, {}, &ListedWord::word);
    return all;
}();

static_assert(std::ranges::adjacent_find(listedWords, {}, &ListedWord::word) == listedWords.end());

/// For each first letter where its words are, and the lengths that they have, as bits: sorts out most others at once.
struct LetterWords
{
    std::uint32_t lengths = 0;
    std::uint16_t begin = 0;
    std::uint16_t end = 0;
};

constexpr std::array<LetterWords, 26> wordsOfLetters = [] {
    std::array<LetterWords, 26> letters{};
    for (std::size_t i = 0; i < listedWords.size(); ++i) {
        const std::string_view word = listedWords[i].word;
        LetterWords &letter = letters[static_cast<std::size_t>(word.front() - 'a')];
        if (letter.end == 0)
            letter.begin = static_cast<std::uint16_t>(i);
        letter.end = static_cast<std::uint16_t>(i + 1);
        letter.lengths |= 1U << word.size();
    }
    return letters;
}();

/// Of a word in lower case. Precondition: 0 < word.size() < 32.
Listed listedAs(std::string_view word)
{
    const char first = word.front();
    if (first < 'a' || first > 'z')
        return Listed::Not;
    const LetterWords &letter = wordsOfLetters[static_cast<std::size_t>(first - 'a')];
    if ((letter.lengths >> word.size() & 1U) == 0)
        return Listed::Not;
    for (std::size_t i = letter.begin; i < letter.end; ++i) {
        if (listedWords[i].word == word)
            return listedWords[i].kind;
    }
    return Listed::Not;
}

char asciiLower(char c)
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
}

class PointerScanner
{
public:
    explicit PointerScanner(std::string_view text) : m_text(text) { }

    bool isPointerOnly()
    {
        bool hasPointer = false;
        while (m_byte < m_text.size()) {
            if (skipLink()) {
                hasPointer = true;
                m_mayNamePlace = true;
            } else if (skipTag() || skipSilence()) {
                continue;
            } else if (!readWord(hasPointer)) {
                return false;
            }
        }
        read(m_text.size());
        return hasPointer;
    }

    [[nodiscard]] std::size_t bytesRead() const { return m_bytesRead; }

private:
    static constexpr std::size_t longestLinkTextBytes = 512;

    /// Notes that the character at `byte`, or that the text ends there, had a say.
    void read(std::size_t byte) { m_bytesRead = std::max(m_bytesRead, byte + 1); }

    bool skipThrough(std::size_t end)
    {
        m_byte = end;
        return true;
    }

    /// Position behind the bracket that closes the one at `open`, or `open` when none does nearby.
    [[nodiscard]] std::size_t afterBracket(std::size_t open, char close)
    {
        const std::size_t end = m_text.substr(open, longestLinkTextBytes).find(close);
        read(std::min(open + std::min(end, longestLinkTextBytes - 1), m_text.size()));
        return end == std::string_view::npos ? open : open + end + 1;
    }

    /// "[`open`]", "[open()]", "[std::fs]": a list of such says what there is.
    static bool namesCode(std::string_view label)
    {
        return label.find('`') != std::string_view::npos || label.find("()") != std::string_view::npos
            || label.find("::") != std::string_view::npos;
    }

    /// "[text](address)", "[text][name]", "![picture](address)", and "[link]" or "[7]" alone.
    bool skipBracketed()
    {
        read(m_byte + 1);
        if (m_text[m_byte] != '[' && m_text[m_byte] != '!')
            return false;
        const std::size_t open = m_byte + (m_text[m_byte] == '!' ? 1 : 0);
        if (open >= m_text.size() || m_text[open] != '[')
            return false;
        const std::size_t end = afterBracket(open, ']');
        if (end == open)
            return false;
        read(end);
        if (namesCode(m_text.substr(open, end - open)))
            return false;
        const char next = end < m_text.size() ? m_text[end] : '\0';
        if (next == '(' || next == '[') {
            const std::size_t targetEnd = afterBracket(end, next == '(' ? ')' : ']');
            if (targetEnd != end)
                return skipThrough(targetEnd);
        }
        const std::string_view label = m_text.substr(open, end - open);
        constexpr std::size_t longestLabelBytes = 34;
        const bool isLabel
            = label.size() <= longestLabelBytes && label.find_first_of("{}\":,.\n") == std::string_view::npos;
        return isLabel && skipThrough(end);
    }

    /// An HTML tag, which is neither pointer nor content.
    bool skipTag()
    {
        if (m_text[m_byte] != '<' || m_byte + 1 >= m_text.size())
            return false;
        const char next = m_text[m_byte + 1];
        const std::size_t end = afterBracket(m_byte, '>');
        const bool isAutolink = m_text.substr(m_byte, end - m_byte).find_first_of(":@") != std::string_view::npos
            && m_text.substr(m_byte, end - m_byte).find(' ') == std::string_view::npos;
        if (end == m_byte || isAutolink || (!isAsciiAlphanumeric(next) && next != '/'))
            return false;
        return skipThrough(end);
    }

    [[nodiscard]] bool isAddressEnd(std::size_t byte) const
    {
        const char c = m_text[byte];
        if (isAsciiAlphanumeric(c))
            return false;
        return c == ')' || c == '>' || c == ']' || c == '"' || spaceLengthAt(m_text, byte) > 0;
    }

    /// A URL or an e-mail address up to the next white space.
    bool skipAddress()
    {
        if (!isAsciiAlphanumeric(m_text[m_byte]))
            return false;
        if (m_byte < m_noAddressEnd) // the rest of no address is one only by its first letters
            return startsAsAddress(m_text.substr(m_byte, m_noAddressEnd - m_byte)) && skipThrough(m_noAddressEnd);
        std::size_t end = m_byte;
        while (end < m_text.size() && isAsciiAlphanumeric(m_text[end]))
            ++end;
        const std::size_t plainEnd = end; // no address is of letters and digits alone
        while (end < m_text.size() && !isAddressEnd(end))
            end += utf8SequenceLength(m_text[end]);
        read(end);
        if (end == plainEnd)
            return false;
        const std::string_view token = m_text.substr(m_byte, end - m_byte);
        const std::size_t at = token.find('@');
        const bool isAddress = token.find("://") != std::string_view::npos || startsAsAddress(token)
            || (at != std::string_view::npos && at > 0 && token.find('.', at) != std::string_view::npos);
        m_noAddressEnd = isAddress ? 0 : end;
        return isAddress && skipThrough(end);
    }

    static bool startsAsAddress(std::string_view token)
    {
        return token.starts_with("www.") || token.starts_with("mailto:");
    }

    bool skipLink() { return skipBracketed() || skipAddress(); }

    /// White space, punctuation and symbols.
    bool skipSilence()
    {
        if (static_cast<unsigned char>(m_text[m_byte]) < 0x80) {
            if (isAsciiAlphanumeric(m_text[m_byte]))
                return false;
            ++m_byte;
            return true;
        }
        const DecodedCharacter character = decodeCharacter(m_text, m_byte);
        if (character.codePoint == 0xA7) // section sign
            m_mayNamePlace = true;
        if (isPythonWord(character.codePoint))
            return false;
        m_byte += character.byteLength;
        return true;
    }

    /// One word: false when it is content.
    bool readWord(bool &hasPointer)
    {
        constexpr std::size_t longestWordBytes = 16;
        std::array<char, longestWordBytes + 1> letters;
        std::size_t size = 0;
        while (m_byte < m_text.size() && isAsciiAlphanumeric(m_text[m_byte]) && size < letters.size())
            letters[size++] = asciiLower(m_text[m_byte++]);
        const std::string_view word(letters.data(), size);
        read(m_byte);
        if (word.empty() || (m_byte < m_text.size() && isPythonWord(decodeCharacter(m_text, m_byte).codePoint)))
            return false;
        switch (listedAs(word)) {
        case Listed::Pointing:
            hasPointer = true;
            m_mayNamePlace = true;
            return true;
        case Listed::Place:
            hasPointer = hasPointer || m_isAfterDirection;
            m_mayNamePlace = true;
            return true;
        case Listed::Direction:
            m_isAfterDirection = true;
            return true;
        case Listed::Joining:
            return true;
        case Listed::Not:
            return m_mayNamePlace && isPlaceName(word);
        }
        return false;
    }

    /// "3", "12a", "iv", "b": what stands after "section".
    static bool isPlaceName(std::string_view word)
    {
        constexpr std::size_t longestNameBytes = 6;
        if (word.size() > longestNameBytes)
            return false;
        const bool startsWithDigit = word.front() >= '0' && word.front() <= '9';
        const bool isRoman = word.find_first_not_of("ivxlc") == std::string_view::npos;
        return startsWithDigit || word.size() == 1 || isRoman;
    }

    std::string_view m_text;
    std::size_t m_byte = 0;
    std::size_t m_bytesRead = 0;
    std::size_t m_noAddressEnd = 0; ///< where the run of characters ends that was found to be no address
    bool m_mayNamePlace = false;
    bool m_isAfterDirection = false;
};

} // namespace

bool isPointerOnly(std::string_view text, std::size_t *bytesRead)
{
    PointerScanner scanner(text);
    const bool isOnly = scanner.isPointerOnly();
    if (bytesRead)
        *bytesRead = scanner.bytesRead();
    return isOnly;
}

} // namespace cw
