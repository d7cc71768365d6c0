// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/resttitle.h"

#include "segment/words.h"
#include "text/ascii.h"
#include "text/blocktree.h"
#include "text/unicode.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::rest {

namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::size_t longest = std::size_t{16} * 1024;
constexpr std::string_view special = "\\`*_|[:";

bool isLetterOrDigit(char32_t c) noexcept
{
    const CharacterClass kind = characterClass(c);
    return kind == CharacterClass::Number || kind == CharacterClass::Upper || kind == CharacterClass::Lower
        || kind == CharacterClass::CaselessLetter;
}

/// Punctuation beyond ASCII may stand before and behind marks like quotes and brackets do.
bool isOtherPunctuation(char32_t c) noexcept
{
    return c >= 0x80 && characterClass(c) == CharacterClass::Other;
}

class Reader
{
public:
    explicit Reader(std::string_view title) : m_title(title) { }

    std::string read()
    {
        while (m_at < m_title.size())
            readOne();
        return headingTitle(m_out, {0, m_out.size()});
    }

private:
    [[nodiscard]] char at(std::size_t byte) const { return byte < m_title.size() ? m_title[byte] : '\0'; }
    [[nodiscard]] bool startsWith(std::string_view text) const { return m_title.substr(m_at).starts_with(text); }

    void readOne()
    {
        const char c = m_title[m_at];
        if (c == '\\') {
            readEscape(m_out);
            return;
        }
        if (special.find(c) != npos && readMarkup())
            return;
        if (nameLength(m_at) > 0)
            return readName();
        const unsigned length = utf8SequenceLength(c);
        m_out += m_title.substr(m_at, length);
        m_at += length;
    }

    void readEscape(std::string &out)
    {
        const std::size_t next = m_at + 1;
        if (next >= m_title.size()) {
            m_at = next;
            return;
        }
        const unsigned space = spaceLengthAt(m_title, next);
        const std::size_t end = next + (space > 0 ? space : utf8SequenceLength(m_title[next]));
        if (space == 0)
            out += m_title.substr(next, end - next);
        m_at = end;
    }

    /// Whether marks may stand behind what is before `byte`.
    [[nodiscard]] bool mayStart(std::size_t byte) const
    {
        if (byte == 0 || byte == m_markupEnd)
            return true;
        const char32_t before = decodeCharacter(m_title, previousCharacterStart(m_title, byte)).codePoint;
        return isPythonSpace(before) || isOtherPunctuation(before)
            || (before < 0x80 && std::string_view("'\"([{<-/:").find(static_cast<char>(before)) != npos);
    }

    [[nodiscard]] bool mayEnd(std::size_t byte) const
    {
        if (byte >= m_title.size())
            return true;
        const char32_t after = decodeCharacter(m_title, byte).codePoint;
        return isPythonSpace(after) || isOtherPunctuation(after)
            || (after < 0x80 && std::string_view("'\")]}>-/\\:.,;!?").find(static_cast<char>(after)) != npos);
    }

    /// Of marks with quotes around them, which are no marks.
    [[nodiscard]] bool isQuoted(std::size_t length) const
    {
        constexpr std::string_view opening = "'\"([{<";
        constexpr std::string_view closing = "'\")]}>";
        const std::size_t quote = m_at > 0 ? opening.find(m_title[m_at - 1]) : npos;
        return quote != npos && at(m_at + length) == closing[quote];
    }

    /// Where the end of markup stands that begins with `open` marks at m_at; npos when it has none.
    std::size_t endOf(std::string_view close, std::size_t open, bool hasEscapes, bool hasSuffix = false)
    {
        const std::size_t first = m_at + open;
        bool &isMissing = m_missing[close.size() * 2 + (close.front() == '`' ? 4 : 0) + (hasSuffix ? 1 : 0)];
        if (isMissing)
            return npos;
        if (first >= m_title.size() || spaceLengthAt(m_title, first) > 0 || isQuoted(open))
            return npos;
        for (std::size_t end = m_title.find(close, first); end != npos; end = m_title.find(close, end + 1)) {
            if (end == first || spaceLengthAt(m_title, previousCharacterStart(m_title, end)) > 0)
                continue;
            std::size_t escapes = 0;
            while (hasEscapes && m_title[end - escapes - 1] == '\\' && end - escapes > first)
                ++escapes;
            if (escapes % 2 != 0)
                continue;
            const std::size_t behind = end + close.size();
            if (mayEnd(behind) || (hasSuffix && mayEnd(suffixEnd(behind))))
                return end;
        }
        isMissing = true;
        return npos;
    }

    /// Behind underscores or a role, which may follow interpreted text.
    [[nodiscard]] std::size_t suffixEnd(std::size_t byte) const
    {
        if (at(byte) == '_')
            return byte + (at(byte + 1) == '_' ? 2 : 1);
        constexpr std::size_t longestRole = 100;
        const std::size_t end
            = at(byte) == ':' ? m_title.substr(0, byte + longestRole).find_first_of(": \t`", byte + 1) : npos;
        return end != npos && m_title[end] == ':' && end > byte + 1 ? end + 1 : byte;
    }

    bool readMarkup()
    {
        const bool isRead = mayStart(m_at) && readMarkupHere();
        m_markupEnd = isRead ? m_at : m_markupEnd;
        return isRead;
    }

    bool readMarkupHere()
    {
        switch (m_title[m_at]) {
        case '`':
            if (startsWith("``"))
                return readPlain("``", false);
            return readInterpreted({});
        case '*':
            return readPlain(startsWith("**") ? "**" : "*", true);
        case '_':
            if (!startsWith("_`"))
                return false;
            ++m_at;
            if (readPlain("`", true))
                return true;
            --m_at;
            return false;
        case '[':
            return readNote();
        case ':':
            return readRole();
        default:
            return false;
        }
    }

    bool readPlain(std::string_view mark, bool hasEscapes)
    {
        const std::size_t end = endOf(mark, mark.size(), hasEscapes);
        if (end == npos)
            return false;
        write(m_title.substr(m_at + mark.size(), end - m_at - mark.size()), hasEscapes);
        m_at = end + mark.size();
        return true;
    }

    void write(std::string_view text, bool hasEscapes)
    {
        if (hasEscapes)
            m_out += Reader(text).unescaped();
        else
            m_out += text;
    }

    std::string unescaped()
    {
        while (m_at < m_title.size()) {
            if (m_title[m_at] == '\\') {
                readEscape(m_out);
            } else {
                const std::size_t end = std::min(m_title.find('\\', m_at), m_title.size());
                m_out += m_title.substr(m_at, end - m_at);
                m_at = end;
            }
        }
        return std::move(m_out);
    }

    /// `[1]_` and the like, which are numbers of notes; of a citation it is the name in brackets.
    bool readNote()
    {
        const std::size_t end = m_title.find_first_of("] \t\r\n[", m_at + 1);
        if (end == npos || m_title[end] != ']' || end == m_at + 1 || at(end + 1) != '_' || !mayEnd(end + 2))
            return false;
        const std::string_view label = m_title.substr(m_at + 1, end - m_at - 1);
        const bool isNumber = std::ranges::all_of(label, [](char c) { return c >= '0' && c <= '9'; });
        if (!isNumber && label.front() != '#' && label != "*")
            m_out += m_title.substr(m_at, end + 1 - m_at);
        m_at = end + 2;
        return true;
    }

    bool readRole()
    {
        const std::size_t end = std::min(
            m_title.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789+._:-", m_at + 1),
            m_title.size());
        if (end < m_at + 3 || at(end) != '`' || at(end + 1) == '`' || m_title[end - 1] != ':')
            return false;
        // a simple name: no two marks side by side, none at its ends
        for (std::size_t i = m_at + 1; i < end; ++i) {
            if (nameLength(i) == 0 && nameLength(i - 1) == 0)
                return false;
        }
        const std::size_t begin = m_at;
        m_at = end;
        if (readInterpreted(m_title.substr(begin + 1, end - begin - 2)))
            return true;
        m_at = begin;
        return false;
    }

    bool readInterpreted(std::string_view role)
    {
        const std::size_t end = endOf("`", 1, true, true);
        if (end == npos)
            return false;
        const std::string_view text = m_title.substr(m_at + 1, end - m_at - 1);
        m_at = end + 1;
        const std::size_t behind = suffixEnd(m_at);
        if (role.empty() && behind > m_at && mayEnd(behind)) {
            const bool isReference = m_title[m_at] == '_';
            role = m_title.substr(m_at + 1, behind - m_at - 2);
            m_at = behind;
            if (isReference) {
                write(titleOf(text), true);
                return true;
            }
        }
        writeRole(role, text);
        return true;
    }

    /// Of `title <target>`.
    [[nodiscard]] static std::string_view titleOf(std::string_view text)
    {
        const std::size_t open = text.ends_with('>') ? text.rfind('<') : npos;
        if (open == npos || open == 0 || spaceLengthAt(text, previousCharacterStart(text, open)) == 0)
            return text;
        return text.substr(0, trimSpacesBack(text, 0, open));
    }

    void writeRole(std::string_view role, std::string_view text)
    {
        static constexpr std::array<std::string_view, 14> literal{"code", "literal", "math",     "raw",   "samp",
                                                                  "kbd",  "command", "program",  "sub",   "sup",
                                                                  "file", "eq",      "emphasis", "strong"};
        const std::string_view name = role.substr(role.rfind(':') + 1); // npos + 1 is 0
        if (name == "code" || name == "math" || name == "raw" || name == "literal")
            return write(text, false);
        if (role.empty() || std::ranges::find(literal, name) != literal.end())
            return write(text, true);
        if (name == "pep" || name == "pep-reference")
            m_out += "PEP ";
        else if (name == "rfc" || name == "rfc-reference")
            m_out += "RFC ";
        if (name == "abbr" && text.ends_with(')') && text.find(" (") != npos)
            return write(text.substr(0, text.rfind(" (")), true);
        if (name == "guilabel" || name == "menuselection") {
            for (std::size_t i = 0; i < text.size(); ++i) {
                if (text[i] == '&' && i + 1 < text.size() && text[i + 1] != '&' && text[i + 1] != ' ')
                    continue;
                if (text.substr(i).starts_with("-->")) {
                    m_out += "‣";
                    i += 2;
                } else {
                    m_out += text[i];
                }
            }
            return;
        }
        const std::string_view title = titleOf(text);
        if (title.size() < text.size())
            return write(title, true);
        if (text.starts_with('!'))
            text.remove_prefix(1);
        if (text.starts_with('~')) {
            const std::size_t dot = text.find_last_of('.');
            text.remove_prefix(dot == npos || dot + 1 == text.size() ? 1 : dot + 1);
        }
        write(text, true);
    }

    /// A word; of one with underscores at its end, which make a reference of it, the rest.
    void readName()
    {
        const std::size_t begin = m_at;
        std::size_t end = begin;
        for (std::size_t length = nameLength(end); length > 0; length = nameLength(end)) {
            end += length;
            if (std::string_view("-_.:+").find(at(end)) != npos && nameLength(end + 1) > 0)
                ++end;
        }
        m_out += m_title.substr(begin, end - begin);
        m_at = end;
        if (at(end) != '_' || !mayStart(begin))
            return;
        const std::size_t behind = end + (at(end + 1) == '_' ? 2 : 1);
        if (mayEnd(behind))
            m_at = m_markupEnd = behind;
    }

    /// Bytes of the letter or digit at `byte`; 0 when it is another character.
    [[nodiscard]] std::size_t nameLength(std::size_t byte) const
    {
        if (byte >= m_title.size())
            return 0;
        const DecodedCharacter character = decodeCharacter(m_title, byte);
        return isLetterOrDigit(character.codePoint) ? character.byteLength : 0;
    }

    std::string_view m_title;
    std::size_t m_at = 0;
    std::size_t m_markupEnd = 0; ///< of the last markup, right behind which more may begin
    std::string m_out;
    std::array<bool, 10> m_missing{}; ///< ends that do not come any more
};

} // namespace

std::optional<std::string> shownTitle(std::string_view title)
{
    if (title.size() > longest || title.find_first_of(special) == npos)
        return std::nullopt;
    std::string shown = Reader(title).read();
    if (shown == headingTitle(title, {0, title.size()}))
        return std::nullopt;
    return shown;
}

} // namespace cw::rest
