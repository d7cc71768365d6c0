// SPDX-License-Identifier: GPL-3.0-or-later
// Lines that end with LF, CRLF or CR.
#pragma once

#include <cstddef>
#include <cstring>
#include <string_view>

namespace cw {

struct Line
{
    std::size_t begin = 0;
    std::size_t end = 0; ///< of what it holds, without the line end
    std::size_t next = 0; ///< where the next line begins
};

/// Finds the lines of a text. Knows beforehand whether any CR is there at all, which few texts have.
class LineReader final
{
public:
    explicit LineReader(std::string_view text) noexcept
        : m_text(text), m_hasCr(text.find('\r') != std::string_view::npos)
    {
    }

    /// The line that begins at `begin`; false (and `line` is empty there) at the text's end. O(line).
    [[nodiscard]] bool read(std::size_t begin, Line &line) const noexcept
    {
        line = {begin, begin, begin};
        if (begin >= m_text.size())
            return false;
        const char *from = m_text.data() + begin;
        const std::size_t left = m_text.size() - begin;
        const auto *lf = static_cast<const char *>(std::memchr(from, '\n', left));
        std::size_t length = lf ? static_cast<std::size_t>(lf - from) : left;
        std::size_t lineEnd = lf ? 1 : 0;
        if (m_hasCr) {
            if (const auto *cr = static_cast<const char *>(std::memchr(from, '\r', length))) {
                const auto before = static_cast<std::size_t>(cr - from);
                lineEnd = lf && before + 1 == length ? 2 : 1;
                length = before;
            }
        }
        line = {begin, begin + length, begin + length + lineEnd};
        return true;
    }

private:
    std::string_view m_text;
    bool m_hasCr;
};

/// Where the characters of `blanks` before `byte` begin if they begin a line; else `byte`.
[[nodiscard]] inline std::size_t lineIndentBegin(std::string_view text, std::size_t byte,
                                                 std::string_view blanks = " \t") noexcept
{
    std::size_t begin = byte;
    while (begin > 0 && blanks.find(text[begin - 1]) != std::string_view::npos)
        --begin;
    return begin == 0 || text[begin - 1] == '\n' || text[begin - 1] == '\r' ? begin : byte;
}

} // namespace cw
