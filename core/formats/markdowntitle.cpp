// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/markdowntitle.h"

#include "formats/htmlentities.h"
#include "formats/markdowntags.h"
#include "text/ascii.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace cw::markdown {

namespace {

constexpr std::string_view special = "\\`*_~[]!<&";
constexpr std::size_t npos = std::string_view::npos;

bool isAsciiPunctuation(char c) noexcept
{
    return c > ' ' && c < 0x7F && !isAsciiAlphanumeric(static_cast<unsigned char>(c));
}

bool isSpaceOrEnd(char32_t c) noexcept
{
    const CharacterClass kind = characterClass(c);
    return c == 0 || kind == CharacterClass::Newline || kind == CharacterClass::WhiteSpace;
}

/// Punctuation and symbols.
bool isPunctuation(char32_t c) noexcept
{
    if (c < 0x80)
        return isAsciiPunctuation(static_cast<char>(c));
    const bool isInvisible = c < 0xA0 || c == 0xAD || (c >= 0x200B && c <= 0x200F) || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2060 && c <= 0x206F) || c == 0xFEFF;
    return !isInvisible && characterClass(c) == CharacterClass::Other;
}

/// `{#name .class}` at the end is said to the program that makes the page.
std::string_view withoutAttributes(std::string_view title)
{
    const std::size_t end = title.find_last_not_of(" \t") + 1;
    if (end == 0 || title[end - 1] != '}')
        return title;
    const std::size_t open = title.find_last_of("{}", end - 2);
    if (open == npos || open == 0 || title[open] != '{' || title[open - 1] == '\\')
        return title;
    std::size_t first = open + 1 + (title[open + 1] == ':' ? 1 : 0);
    first = title.find_first_not_of(' ', first);
    const bool isAttributes = title[first] == '#' || title[first] == '.';
    return isAttributes && title.find_first_of("`\"\n", open) == npos ? title.substr(0, open) : title;
}

class Reader
{
public:
    Reader(std::string_view title, const Labels &labels) : m_title(title), m_labels(labels), m_tags(title) { }

    ShownTitle read()
    {
        while (m_at < m_title.size())
            readOne();
        matchMarks(none);
        std::string shown = written(false);
        if (shown.empty())
            shown = written(true);
        return {std::move(shown), m_isOpen};
    }

private:
    static constexpr std::size_t none = static_cast<std::size_t>(-1);

    enum class Kind : std::uint8_t { Text, PictureBegin, PictureEnd };
    struct Node
    {
        Kind kind = Kind::Text;
        std::string text;
    };
    /// A run of marks that may open or close emphasis.
    struct Marks
    {
        std::size_t node = 0;
        std::size_t before = none;
        std::size_t after = none;
        char character = '*';
        std::size_t length = 0;
        std::size_t left = 0;
        bool mayOpen = false;
        bool mayClose = false;
    };
    struct Bracket
    {
        std::size_t node = 0;
        std::size_t textBegin = 0;
        std::size_t lastMarks = none; ///< before it
        bool isPicture = false;
        bool hasBracketBehind = false;
    };

    void add(std::string_view text)
    {
        if (m_nodes.empty() || m_isNodeClosed)
            m_nodes.push_back({});
        m_isNodeClosed = false;
        m_nodes.back().text += text;
    }

    std::size_t addNode(Kind kind, std::string_view text)
    {
        m_nodes.push_back({kind, std::string(text)});
        m_isNodeClosed = true;
        return m_nodes.size() - 1;
    }

    [[nodiscard]] std::string_view rest() const { return m_title.substr(m_at); }
    [[nodiscard]] bool startsWith(std::string_view text) const { return rest().starts_with(text); }
    [[nodiscard]] char at(std::size_t byte) const { return byte < m_title.size() ? m_title[byte] : '\0'; }

    void readOne()
    {
        switch (m_title[m_at]) {
        case '\\':
            readEscape();
            break;
        case '`':
            readCode();
            break;
        case '*':
        case '_':
        case '~':
            readMarks();
            break;
        case '[':
            openBracket(false);
            break;
        case '!':
            if (at(m_at + 1) == '[')
                openBracket(true);
            else
                take(1);
            break;
        case ']':
            closeBracket();
            break;
        case '<':
            readTag();
            break;
        case '&':
            readEntity();
            break;
        default:
            take(std::min(m_title.find_first_of(special, m_at), m_title.size()) - m_at);
        }
    }

    void take(std::size_t bytes)
    {
        add(m_title.substr(m_at, bytes));
        m_at += bytes;
    }

    void readEscape()
    {
        const char next = at(m_at + 1);
        if (isAsciiPunctuation(next)) {
            ++m_at;
            take(1);
        } else if (next == '\n' || next == '\r') {
            ++m_at; // a line break
        } else {
            take(1);
        }
    }

    void readEntity()
    {
        const std::size_t end = m_title.find_first_not_of("0123456789abcdefABCDEFxX#", m_at + 1);
        if (at(m_at + 1) == '#') {
            const bool isHex = at(m_at + 2) == 'x' || at(m_at + 2) == 'X';
            const std::size_t first = m_at + (isHex ? 3 : 2);
            constexpr std::size_t mostDecimals = 7;
            constexpr std::size_t mostHexadecimals = 6;
            char32_t value = 0;
            bool isNumber = end != npos && m_title[end] == ';' && end > first
                && end - first <= (isHex ? mostHexadecimals : mostDecimals);
            for (std::size_t i = first; isNumber && i < end; ++i) {
                const char c = m_title[i];
                const bool isDigit = isAsciiDigit(static_cast<unsigned char>(c));
                isNumber = isDigit || (isHex && isAsciiLetter(static_cast<unsigned char>(c)) && c != 'x' && c != 'X');
                const char lower = static_cast<char>(c | 0x20);
                value = value * (isHex ? 16 : 10) + static_cast<char32_t>(isDigit ? c - '0' : lower - 'a' + 10);
            }
            if (isNumber) {
                const bool isCharacter = value != 0 && value <= 0x10FFFF && (value < 0xD800 || value > 0xDFFF);
                std::string character;
                appendUtf8(character, isCharacter ? value : U'\uFFFD');
                add(character);
                m_at = end + 1;
                return;
            }
            return take(1);
        }
        const html::Reference reference = html::readReference(rest());
        if (reference.length == 0 || m_title[m_at + reference.length - 1] != ';')
            return take(1);
        add(reference.text());
        m_at += reference.length;
    }

    // Code: the next run of as many marks ends it.

    void readCode()
    {
        const std::size_t end = std::min(m_title.find_first_not_of('`', m_at), m_title.size());
        const std::size_t length = end - m_at;
        if (!m_areRunsKnown)
            findRuns();
        const auto runs = m_runs.find(length);
        const auto closing = runs == m_runs.end() ? std::vector<std::size_t>::const_iterator()
                                                  : std::ranges::lower_bound(runs->second, end);
        if (runs == m_runs.end() || closing == runs->second.end())
            return take(length);
        std::string_view code = m_title.substr(end, *closing - end);
        const auto isSpace = [](char c) { return c == ' ' || c == '\n'; };
        if (code.size() > 1 && isSpace(code.front()) && isSpace(code.back()) && code.find_first_not_of(" \n") != npos)
            code = code.substr(1, code.size() - 2);
        addNode(Kind::Text, code);
        m_at = *closing + length;
    }

    void findRuns()
    {
        m_areRunsKnown = true;
        for (std::size_t at = m_title.find('`', m_at); at != npos;) {
            const std::size_t end = std::min(m_title.find_first_not_of('`', at), m_title.size());
            m_runs[end - at].push_back(at);
            at = m_title.find('`', end);
        }
    }

    // Tags and addresses between angle brackets.

    void readTag()
    {
        if (const std::size_t end = m_tags.addressEnd(m_at)) {
            addNode(Kind::Text, m_title.substr(m_at + 1, end - m_at - 2));
            m_at = end;
        } else if (const std::size_t tagEnd = m_tags.tagEnd(m_at)) {
            const char name = static_cast<char>(at(m_at + 1) | 0x20);
            const bool isBreak = name == 'b' && (at(m_at + 2) | 0x20) == 'r'
                && !isAsciiAlphanumeric(static_cast<unsigned char>(at(m_at + 3)));
            addNode(Kind::Text, isBreak ? " " : "");
            m_at = tagEnd;
        } else {
            take(1);
        }
    }

    [[nodiscard]] std::size_t skipSpaces(std::size_t byte) const
    {
        return std::min(m_title.find_first_not_of(" \t\r\n", byte), m_title.size());
    }

    // Links and pictures.

    void openBracket(bool isPicture)
    {
        const std::size_t length = isPicture ? 2 : 1;
        if (!m_brackets.empty())
            m_brackets.back().hasBracketBehind = true;
        m_brackets.push_back(
            {addNode(Kind::Text, m_title.substr(m_at, length)), m_at + length, m_lastMarks, isPicture});
        m_at += length;
    }

    void closeBracket()
    {
        if (m_brackets.empty())
            return take(1);
        const Bracket open = m_brackets.back();
        const bool isActive = open.isPicture || m_brackets.size() > m_inactive;
        m_brackets.pop_back();
        m_inactive = std::min(m_inactive, m_brackets.size());
        const std::size_t end = isActive ? linkEnd(open) : 0;
        if (end == 0)
            return take(1);
        matchMarks(open.lastMarks);
        const bool isFootnote = m_isFootnote;
        m_nodes[open.node].text.clear();
        if (open.isPicture) {
            m_nodes[open.node].kind = Kind::PictureBegin;
            addNode(Kind::PictureEnd, {});
        } else {
            addNode(Kind::Text, {});
            if (!isFootnote)
                m_inactive = m_brackets.size();
        }
        if (isFootnote) {
            for (std::size_t node = open.node; node < m_nodes.size(); ++node)
                m_nodes[node].text.clear();
        }
        m_at = end;
    }

    /// Behind what makes a link of the text up to here; 0 when it is none.
    std::size_t linkEnd(const Bracket &open)
    {
        m_isFootnote = false;
        const std::string_view text = m_title.substr(open.textBegin, m_at - open.textBegin);
        if (!open.isPicture && text.size() > 1 && text.front() == '^' && !open.hasBracketBehind
            && text.find_first_of(" \t\r\n") == npos) {
            m_isFootnote = isKnown(text);
            if (m_isFootnote)
                return m_at + 1;
        }
        if (const std::size_t end = inlineLinkEnd(m_at + 1))
            return end;
        const std::size_t labelEnd = this->labelEnd(m_at + 1);
        if (labelEnd > m_at + 3)
            return isDefined(m_title.substr(m_at + 2, labelEnd - m_at - 3)) ? labelEnd : 0;
        if (open.hasBracketBehind || !isDefined(text))
            return 0;
        return labelEnd > 0 ? labelEnd : m_at + 1;
    }

    bool isDefined(std::string_view label) { return !label.starts_with('^') && isKnown(label); }

    bool isKnown(std::string_view label)
    {
        constexpr std::size_t longest = 999;
        if (label.size() > longest || headingTitle(label, {0, label.size()}).empty())
            return false;
        const bool isHeld = m_labels.holds(label);
        m_isOpen = m_isOpen || !isHeld;
        return isHeld;
    }

    /// Behind a label in brackets that begins at `byte`; 0 when there is none.
    [[nodiscard]] std::size_t labelEnd(std::size_t byte) const
    {
        constexpr std::size_t longest = 1001;
        if (at(byte) != '[')
            return 0;
        for (std::size_t i = byte + 1; i < m_title.size() && i - byte < longest; ++i) {
            if (m_title[i] == '\\')
                ++i;
            else if (m_title[i] == '[')
                return 0;
            else if (m_title[i] == ']')
                return i + 1;
        }
        return 0;
    }

    [[nodiscard]] std::size_t inlineLinkEnd(std::size_t byte) const
    {
        if (at(byte) != '(')
            return 0;
        byte = skipSpaces(byte + 1);
        const std::size_t destination = destinationEnd(byte);
        if (destination == npos)
            return 0;
        byte = skipSpaces(destination);
        if (byte > destination && (at(byte) == '"' || at(byte) == '\'' || at(byte) == '(')) {
            const char closing = at(byte) == '(' ? ')' : at(byte);
            std::size_t i = byte + 1;
            for (; i < m_title.size() && m_title[i] != closing; ++i) {
                if (m_title[i] == '(' && closing == ')')
                    return 0;
                i += m_title[i] == '\\' ? 1 : 0;
            }
            if (i >= m_title.size())
                return 0;
            byte = skipSpaces(i + 1);
        }
        return at(byte) == ')' ? byte + 1 : 0;
    }

    [[nodiscard]] std::size_t destinationEnd(std::size_t byte) const
    {
        if (at(byte) == '<') {
            for (++byte; byte < m_title.size(); ++byte) {
                const char c = m_title[byte];
                if (c == '>')
                    return byte + 1;
                if (c == '<' || c == '\n')
                    return npos;
                byte += c == '\\' ? 1 : 0;
            }
            return npos;
        }
        constexpr std::size_t deepest = 32;
        std::size_t depth = 0;
        for (; byte < m_title.size(); ++byte) {
            const char c = m_title[byte];
            if (static_cast<unsigned char>(c) <= ' ' || c == 0x7F)
                break;
            if (c == '\\' && isAsciiPunctuation(at(byte + 1))) {
                ++byte;
            } else if (c == '(') {
                if (++depth > deepest)
                    return npos;
            } else if (c == ')') {
                if (depth == 0)
                    break;
                --depth;
            }
        }
        return depth == 0 ? byte : npos;
    }

    // Emphasis: the algorithm of the specification, by which marks that match are gone.

    void readMarks()
    {
        const char mark = m_title[m_at];
        const std::size_t end = std::min(m_title.find_first_not_of(mark, m_at), m_title.size());
        const char32_t before
            = m_at == 0 ? 0 : decodeCharacter(m_title, previousCharacterStart(m_title, m_at)).codePoint;
        const char32_t after = end == m_title.size() ? 0 : decodeCharacter(m_title, end).codePoint;
        const bool isLeft
            = !isSpaceOrEnd(after) && (!isPunctuation(after) || isSpaceOrEnd(before) || isPunctuation(before));
        const bool isRight
            = !isSpaceOrEnd(before) && (!isPunctuation(before) || isSpaceOrEnd(after) || isPunctuation(after));
        constexpr std::size_t mostTildes = 2;
        Marks marks;
        marks.character = mark;
        marks.length = marks.left = end - m_at;
        marks.mayOpen = mark == '_' ? isLeft && (!isRight || isPunctuation(before)) : isLeft;
        marks.mayClose = mark == '_' ? isRight && (!isLeft || isPunctuation(after)) : isRight;
        if (mark == '~' && marks.length > mostTildes)
            marks.mayOpen = marks.mayClose = false;
        marks.node = addNode(Kind::Text, m_title.substr(m_at, marks.length));
        m_at = end;
        if (!marks.mayOpen && !marks.mayClose)
            return;
        marks.before = m_lastMarks;
        if (m_lastMarks != none)
            m_marks[m_lastMarks].after = m_marks.size();
        m_lastMarks = m_marks.size();
        m_marks.push_back(marks);
    }

    void remove(std::size_t number)
    {
        const Marks &marks = m_marks[number];
        if (marks.before != none)
            m_marks[marks.before].after = marks.after;
        if (marks.after != none)
            m_marks[marks.after].before = marks.before;
        else
            m_lastMarks = marks.before;
    }

    [[nodiscard]] static bool match(const Marks &open, const Marks &close)
    {
        if (open.character != close.character || !open.mayOpen)
            return false;
        if (open.character == '~')
            return open.length == close.length;
        const bool isOdd
            = (open.mayClose || close.mayOpen) && close.length % 3 != 0 && (open.length + close.length) % 3 == 0;
        return !isOdd;
    }

    /// Of all marks behind number `bottom`.
    void matchMarks(std::size_t bottom)
    {
        std::array<std::size_t, 18> lowest; // of marks that may open for a kind of closing ones; none + 1 is 0
        lowest.fill(bottom + 1);
        std::size_t closer = m_lastMarks;
        while (closer != none && m_marks[closer].before != bottom)
            closer = m_marks[closer].before;
        if (m_lastMarks == bottom)
            closer = none;
        while (closer != none) {
            Marks &close = m_marks[closer];
            if (!close.mayClose) {
                closer = close.after;
                continue;
            }
            const std::size_t kind = (close.character == '*'       ? 0
                                          : close.character == '_' ? 6
                                                                   : 12)
                + (close.mayOpen ? 3 : 0) + close.length % 3;
            std::size_t opener = close.before;
            while (opener != none && opener >= lowest[kind] && !match(m_marks[opener], close))
                opener = m_marks[opener].before;
            if (opener == none || opener < lowest[kind]) {
                lowest[kind] = close.before + 1;
                const std::size_t next = close.after;
                if (!close.mayOpen)
                    remove(closer);
                closer = next;
                continue;
            }
            Marks &open = m_marks[opener];
            const std::size_t used = close.character == '~' ? close.left : open.left >= 2 && close.left >= 2 ? 2 : 1;
            open.left -= used;
            close.left -= used;
            m_nodes[open.node].text.resize(open.left);
            m_nodes[close.node].text.resize(close.left);
            open.after = closer;
            close.before = opener;
            if (open.left == 0)
                remove(opener);
            if (close.left == 0) {
                const std::size_t next = close.after;
                remove(closer);
                closer = next;
            }
        }
        while (m_lastMarks != bottom && m_lastMarks != none)
            remove(m_lastMarks);
    }

    [[nodiscard]] std::string written(bool hasPictures) const
    {
        std::string all;
        std::size_t pictures = 0;
        for (const Node &node : m_nodes) {
            pictures += node.kind == Kind::PictureBegin ? 1 : 0;
            pictures -= node.kind == Kind::PictureEnd ? 1 : 0;
            if (pictures == 0 || hasPictures)
                all += node.text;
        }
        return headingTitle(all, {0, all.size()});
    }

    std::string_view m_title;
    const Labels &m_labels;
    std::size_t m_at = 0;
    std::vector<Node> m_nodes;
    bool m_isNodeClosed = false;
    std::vector<Marks> m_marks;
    std::size_t m_lastMarks = none;
    std::vector<Bracket> m_brackets;
    std::size_t m_inactive = 0; ///< so many of the first brackets can open no link
    std::map<std::size_t, std::vector<std::size_t>> m_runs; ///< of back quotes: places by length
    bool m_areRunsKnown = false;
    InlineTags m_tags;
    bool m_isFootnote = false;
    bool m_isOpen = false;
};

} // namespace

ShownTitle shownTitle(std::string_view title, const Labels &labels)
{
    if (title.size() > longestMarkedTitle || !mayHaveMarks(title))
        return {};
    ShownTitle shown = Reader(withoutAttributes(title), labels).read();
    if (shown.text == headingTitle(title, {0, title.size()}))
        shown.text.reset();
    return shown;
}

bool mayHaveMarks(std::string_view title) noexcept
{
    return title.find_first_of(special) != npos || title.ends_with('}');
}

std::uint32_t showTitles(std::string_view text, std::vector<BlockTree::TitledHeading> &headings, Labels &labels)
{
    std::uint32_t firstOpen = Heading::none;
    labels.sort();
    for (std::uint32_t number = 0; number < headings.size(); ++number) {
        const ByteRange title = headings[number].title;
        ShownTitle shown = shownTitle(text.substr(title.begin, title.size()), labels);
        headings[number].shown = std::move(shown.text);
        if (shown.isOpen && firstOpen == Heading::none)
            firstOpen = number;
    }
    return firstOpen;
}

} // namespace cw::markdown
