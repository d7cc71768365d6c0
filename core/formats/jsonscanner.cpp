// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/jsonscanner.h"

#include <algorithm>

namespace cw::records {

bool JsonScanner::skipString() noexcept
{
    for (++m_at; m_at < m_text.size(); ++m_at) {
        m_at = std::min(m_text.find_first_of("\"\\", m_at), m_text.size());
        if (m_at == m_text.size())
            return false;
        if (m_text[m_at] == '"') {
            ++m_at;
            return true;
        }
        ++m_at; // what is escaped
    }
    m_at = m_text.size();
    return false;
}

JsonScanner::Event JsonScanner::next()
{
    static constexpr std::string_view spaces = " \t\r\n";
    static constexpr std::string_view marks = " \t\r\n{}[],:\"";
    m_at = std::min(m_text.find_first_not_of(spaces, m_at), m_text.size());
    m_begin = m_at;
    if (m_at == m_text.size())
        return m_isObject.empty() ? Event::End : Event::Broken;
    const char c = m_text[m_at];
    switch (c) {
    case '{':
    case '[':
        m_isObject.push_back(c == '{');
        ++m_at;
        return Event::Open;
    case '}':
    case ']':
        ++m_at;
        if (m_isObject.empty() || m_isObject.back() != (c == '}'))
            return Event::Broken;
        m_isObject.pop_back();
        return Event::Close;
    case ',':
        ++m_at;
        return m_isObject.empty() ? Event::Broken : Event::Comma;
    case ':':
        ++m_at;
        return !m_isObject.empty() && m_isObject.back() ? Event::Colon : Event::Broken;
    case '"':
        return skipString() ? Event::Scalar : Event::Broken;
    default:
        m_at = std::min(m_text.find_first_of(marks, m_at), m_text.size());
        return Event::Scalar;
    }
}

} // namespace cw::records
