// SPDX-License-Identifier: GPL-3.0-or-later
// Tags and addresses between angle brackets in a line of Markdown.
#pragma once

#include <cstddef>
#include <string_view>

namespace cw::markdown {

/// By the rules of CommonMark. All questions about one text together cost O(text).
class InlineTags final
{
public:
    explicit InlineTags(std::string_view text) noexcept : m_title(text) { }

    /// Behind the address that begins with the bracket at `begin`, such as <https://example.org>; 0 when there is none.
    [[nodiscard]] std::size_t addressEnd(std::size_t begin) const;
    /// Behind the tag, comment or the like of HTML that begins there; 0 when there is none.
    [[nodiscard]] std::size_t tagEnd(std::size_t begin);

private:
    [[nodiscard]] char at(std::size_t byte) const { return byte < m_title.size() ? m_title[byte] : '\0'; }
    [[nodiscard]] bool startsWith(std::size_t begin, std::string_view text) const
    {
        return m_title.substr(begin).starts_with(text);
    }
    [[nodiscard]] std::size_t skipSpaces(std::size_t byte) const;
    std::size_t endBehind(std::string_view closing, std::size_t from, bool &isMissing) const;
    [[nodiscard]] std::size_t attributesEnd(std::size_t byte) const;

    std::string_view m_title;
    bool m_hasNoComment = false; ///< from here on
    bool m_hasNoInstruction = false;
    bool m_hasNoData = false;
    bool m_hasNoDeclaration = false;
};

} // namespace cw::markdown
