// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/asciidoctitle.h"

#include "text/ascii.h"
#include "text/blocktree.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace cw::asciidoc {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest = std::size_t{16} * 1024;
constexpr std::string_view special = "*_`#^~+\\[<({:\"'";
/// Between these stands the number of a text that is shown as it is, whatever marks it has.
constexpr char kept = '\x01';
constexpr char keptEnd = '\x02';

constexpr std::array<std::string_view, 15> macros{"link", "xref",     "mailto",      "image",     "icon",
                                                  "kbd",  "btn",      "stem",        "latexmath", "asciimath",
                                                  "menu", "footnote", "footnoteref", "indexterm", "anchor"};

bool isWord(char c) noexcept
{
    return isAsciiAlphanumeric(static_cast<unsigned char>(c)) || c == '_' || static_cast<unsigned char>(c) >= 0x80;
}

bool isSpace(char c) noexcept
{
    return c == ' ' || c == '\t';
}

class Reader
{
public:
    Reader(std::string_view title, bool hasPictures) : m_text(title), m_hasPictures(hasPictures) { }

    std::string read()
    {
        keepPassed();
        replaceMacros();
        for (const auto &[mark, isBounded] : {std::pair("**", false),
                                              {"*", true},
                                              {"``", false},
                                              {"`", true},
                                              {"__", false},
                                              {"_", true},
                                              {"##", false},
                                              {"#", true},
                                              {"^", false},
                                              {"~", false}})
            dropMarks(mark, isBounded);
        putBack();
        return headingTitle(m_text, {0, m_text.size()});
    }

private:
    [[nodiscard]] char at(std::size_t byte) const { return byte < m_text.size() ? m_text[byte] : '\0'; }
    [[nodiscard]] std::string_view view() const { return m_text; }

    void keep(std::string &out, std::string_view text)
    {
        out += kept + std::to_string(m_kept.size()) + keptEnd;
        m_kept.emplace_back(text);
    }

    /// Where the marks at `begin` end that hold something visible at both ends; npos when they do not.
    [[nodiscard]] std::size_t endOf(std::string_view mark, std::size_t begin, bool isBounded) const
    {
        const std::size_t first = begin + mark.size();
        if (first >= m_text.size() || (isBounded && isSpace(m_text[first])))
            return npos;
        for (std::size_t end = m_text.find(mark, first + 1); end != npos; end = m_text.find(mark, end + 1)) {
            if (!isBounded)
                return end;
            const char after = at(end + mark.size());
            if (!isSpace(m_text[end - 1]) && !isWord(after)
                && !(mark == "`" && (after == '"' || after == '\'' || after == '`')))
                return end;
        }
        return npos;
    }

    [[nodiscard]] bool mayBegin(std::string_view mark, std::size_t begin) const
    {
        if (begin == 0)
            return true;
        const char before = m_text[begin - 1];
        return !isWord(before) && before != ';' && before != ':' && before != '}'
            && !(mark == "`" && (before == '"' || before == '\'' || before == '&' || before == '`'));
    }

    /// What plus signs or pass:[] protect, and literal code in `+...+`.
    void keepPassed()
    {
        std::string out;
        bool hasEnd[4] = {true, true, true, true};
        for (std::size_t i = 0; i < m_text.size();) {
            const std::size_t length
                = std::min<std::size_t>(std::min(m_text.find_first_not_of('+', i), m_text.size()) - i, 3);
            if (length > 0 && hasEnd[length] && (length > 1 || mayBegin("+", i))) {
                const std::string mark(length, '+');
                const std::size_t end = endOf(mark, i, length == 1);
                hasEnd[length] = end != npos;
                if (end != npos) {
                    keep(out, view().substr(i + length, end - i - length));
                    i = end + length;
                    continue;
                }
            }
            if (view().substr(i).starts_with("pass:")) {
                const std::size_t open = m_text.find_first_not_of("abcdefghijklmnopqrstuvwxyz,", i + 5);
                const std::size_t close = open != npos && m_text[open] == '[' ? m_text.find(']', open) : npos;
                if (close != npos) {
                    keep(out, view().substr(open + 1, close - open - 1));
                    i = close + 1;
                    continue;
                }
            }
            out += m_text[i++];
        }
        m_text = std::move(out);
    }

    void putBack()
    {
        std::string out;
        for (std::size_t i = 0; i < m_text.size(); ++i) {
            if (m_text[i] != kept) {
                out += m_text[i];
                continue;
            }
            std::size_t number = 0;
            for (++i; m_text[i] != keptEnd; ++i)
                number = number * 10 + static_cast<std::size_t>(m_text[i] - '0');
            out += m_kept[number];
        }
        m_text = std::move(out);
    }

    /// Marks that match are dropped with the attributes before them, and so is the backslash before ones that would.
    void dropMarks(std::string_view mark, bool isBounded)
    {
        if (m_text.find(mark) == npos)
            return;
        std::string out;
        std::size_t copied = 0;
        for (std::size_t begin = m_text.find(mark); begin != npos; begin = m_text.find(mark, begin)) {
            const bool isEscaped = begin > 0 && m_text[begin - 1] == '\\';
            const bool isBeforeSpace = isSpace(at(begin + mark.size()));
            if (isBounded && (isBeforeSpace || (!isEscaped && !mayBegin(mark, begin)))) {
                ++begin;
                continue;
            }
            const std::size_t end = endOf(mark, begin, isBounded);
            const std::string_view inside
                = view().substr(begin + mark.size(), end == npos ? 0 : end - begin - mark.size());
            const bool isScript = mark == "^" || mark == "~";
            if (end == npos)
                break; // nor behind later ones
            if (isScript && inside.find_first_of(" \t") != npos) {
                begin += mark.size();
                continue;
            }
            if (isEscaped) {
                out += view().substr(copied, begin - 1 - copied);
                out += view().substr(begin, end + mark.size() - begin);
            } else {
                std::size_t from = begin;
                if (from > copied && m_text[from - 1] == ']') {
                    const std::size_t open = view().substr(copied, from - copied).rfind('[');
                    if (open != npos && copied + open + 2 < from)
                        from = copied + open;
                }
                out += view().substr(copied, from - copied);
                out += inside;
            }
            begin = copied = end + mark.size();
        }
        out += view().substr(copied);
        m_text = std::move(out);
    }

    // Macros.

    void replaceMacros()
    {
        std::string out;
        for (std::size_t i = 0; i < m_text.size();) {
            const std::size_t end = replaceMacro(out, i);
            if (end == 0)
                out += m_text[i++];
            else
                i = end;
        }
        m_text = std::move(out);
    }

    /// Writes what is shown of the macro at `begin`. Returns where it ends; 0 when there is none.
    std::size_t replaceMacro(std::string &out, std::size_t begin)
    {
        switch (m_text[begin]) {
        case '[':
            return begin + 1 < m_text.size() && m_text[begin + 1] == '[' ? enclosed(begin, "[[", "]]") : 0;
        case '(':
            if (view().substr(begin).starts_with("((("))
                return enclosed(begin, "(((", ")))");
            if (const std::size_t end = enclosed(begin, "((", "))")) {
                out += view().substr(begin + 2, end - begin - 4);
                return end;
            }
            return 0;
        case '<':
            if (const std::size_t end = enclosed(begin, "<<", ">>")) {
                const std::string_view inside = view().substr(begin + 2, end - begin - 4);
                const std::size_t comma = inside.find(',');
                out += comma == npos ? inside : inside.substr(comma + 1);
                return end;
            }
            return 0;
        case '{':
            return replaceAttribute(out, begin);
        default:
            if (!isAsciiLetter(static_cast<unsigned char>(m_text[begin])) || (begin > 0 && isWord(m_text[begin - 1])))
                return 0;
            return replaceNamed(out, begin);
        }
    }

    [[nodiscard]] std::size_t enclosed(std::size_t begin, std::string_view open, std::string_view close)
    {
        if (!view().substr(begin).starts_with(open))
            return 0;
        const auto missing = std::ranges::find(m_missing, close);
        if (missing != m_missing.end())
            return 0;
        const std::size_t end = m_text.find(close, begin + open.size());
        if (end == npos) {
            m_missing.push_back(close);
            return 0;
        }
        return end > begin + open.size() ? end + close.size() : 0;
    }

    std::size_t replaceAttribute(std::string &out, std::size_t begin) const
    {
        static constexpr std::array<std::pair<std::string_view, std::string_view>, 22> known{{
            {"sp", " "},   {"empty", ""},    {"blank", ""},   {"nbsp", "\u00A0"}, {"zwsp", "\u200B"}, {"wj", "\u2060"},
            {"apos", "'"}, {"quot", "\""},   {"lsquo", "‘"},  {"rsquo", "’"},     {"ldquo", "“"},     {"rdquo", "”"},
            {"deg", "°"},  {"plus", "+"},    {"brvbar", "¦"}, {"vbar", "|"},      {"amp", "&"},       {"lt", "<"},
            {"gt", ">"},   {"startsb", "["}, {"endsb", "]"},  {"cpp", "C++"},
        }};
        const std::size_t end = m_text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin + 1);
        if (end == npos || m_text[end] != '}')
            return 0;
        const std::string_view name = view().substr(begin + 1, end - begin - 1);
        for (const auto &[attribute, value] : known) {
            if (attribute == name) {
                out += value;
                return end + 1;
            }
        }
        return 0;
    }

    /// `name:target[text]`
    std::size_t replaceNamed(std::string &out, std::size_t begin)
    {
        const std::size_t colon = m_text.find_first_not_of("abcdefghijklmnopqrstuvwxyz", begin);
        if (colon == npos || m_text[colon] != ':' || colon - begin > 12)
            return 0;
        const std::string_view name = view().substr(begin, colon - begin);
        const bool isAddress = view().substr(colon + 1).starts_with("//");
        if (m_hasNoMacro || (!isAddress && std::ranges::find(macros, name) == macros.end()))
            return 0;
        const std::size_t open = m_text.find_first_of("[ \t", colon + 1);
        if (open != npos && m_text[open] != '[')
            return 0;
        std::size_t close = open == npos ? open : open + 1;
        while (close < m_text.size() && m_text[close] != ']')
            close += m_text[close] == '\\' ? 2 : 1;
        if (close >= m_text.size()) {
            m_hasNoMacro = true; // nor do later ones end
            return 0;
        }
        const std::string_view target = view().substr(colon + 1, open - colon - 1);
        const std::string_view text = view().substr(open + 1, close - open - 1);
        if (name == "link" || name == "xref" || name == "mailto" || isAddress) {
            const std::string_view shown = linkText(text);
            if (!shown.empty())
                out += shown;
            else
                keep(out, isAddress ? view().substr(begin, open - begin) : target);
        } else if (name == "image" || name == "icon") {
            if (m_hasPictures && name == "image")
                out += text.substr(0, text.find(','));
        } else if (name == "kbd" || name == "btn" || name == "stem" || name == "latexmath" || name == "asciimath") {
            keep(out, text);
        } else if (name == "menu") {
            out += target;
            out += text.empty() ? "" : " › ";
            out += text;
        }
        return close + 1;
    }

    /// Without attributes, and the sign that says where the link opens.
    [[nodiscard]] static std::string_view linkText(std::string_view text)
    {
        if (text.size() > 1 && text.front() == '"') {
            const std::size_t quote = text.find('"', 1);
            if (quote != npos)
                return text.substr(1, quote - 1);
        }
        const std::size_t comma = text.find(',');
        if (comma != npos && text.find('=', comma) != npos)
            text = text.substr(0, comma);
        if (text.ends_with('^'))
            text.remove_suffix(1);
        return text;
    }

    std::string m_text;
    bool m_hasPictures = false;
    std::vector<std::string> m_kept;
    bool m_hasNoMacro = false; ///< from here on
    std::vector<std::string_view> m_missing; ///< ends that do not come any more
};

} // namespace

std::optional<std::string> shownTitle(std::string_view title)
{
    if (title.size() > longest || title.find_first_of(special) == npos || title.find_first_of("\x01\x02") != npos)
        return std::nullopt;
    std::string shown = Reader(title, false).read();
    if (shown.empty())
        shown = Reader(title, true).read();
    if (shown == headingTitle(title, {0, title.size()}))
        return std::nullopt;
    return shown;
}

} // namespace cw::asciidoc
