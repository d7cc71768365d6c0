// SPDX-License-Identifier: GPL-3.0-or-later
// Reading the text of a regular expression, character by character.
#pragma once

#include "text/utf8.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cw {

/// What parsing has to read, and where it is. After the first failure there is nothing left to read.
/// Precondition: valid UTF-8 that outlives the reader.
class PatternReader
{
protected:
    explicit PatternReader(std::string_view text) : m_text(text) { }

    void stop(const std::string &what)
    {
        if (m_failure.empty())
            m_failure = what + " at byte " + std::to_string(m_at);
        m_at = m_text.size();
    }
    void refuse(const std::string &what) { stop("has " + what + ", which is not supported,"); }

    [[nodiscard]] bool atEnd() const { return m_at >= m_text.size(); }
    [[nodiscard]] char peek(std::size_t ahead = 0) const
    {
        return m_at + ahead < m_text.size() ? m_text[m_at + ahead] : '\0';
    }
    bool take(std::string_view text)
    {
        if (m_text.substr(m_at, text.size()) != text)
            return false;
        m_at += text.size();
        return true;
    }
    char32_t takeCharacter()
    {
        const DecodedCharacter decoded = decodeCharacter(m_text, m_at);
        m_at += decoded.byteLength;
        return decoded.codePoint;
    }

    /// A number of `least` to `most` digits that is a character; nothing otherwise.
    std::optional<char32_t> hexadecimal(std::size_t least, std::size_t most)
    {
        char32_t value = 0;
        std::size_t digits = 0;
        for (; digits < most && !atEnd(); ++digits, ++m_at) {
            const char character = peek();
            const char lower = static_cast<char>(character | 0x20);
            if (character >= '0' && character <= '9')
                value = value * 16 + static_cast<char32_t>(character - '0');
            else if (lower >= 'a' && lower <= 'f')
                value = value * 16 + static_cast<char32_t>(lower - 'a' + 10);
            else
                break;
        }
        if (digits < least || value > 0x10FFFF || (value >= 0xD800 && value < 0xE000))
            return std::nullopt;
        return value;
    }

    std::string_view m_text;
    std::size_t m_at = 0;
    std::string m_failure; ///< empty while there is none
};

} // namespace cw
