// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/jsonscanner.h"

#include <algorithm>

namespace cw::records {

namespace {

constexpr std::string_view spaces = " \t\r\n";

bool isNumber(std::string_view text) noexcept
{
    const auto skip = [&](std::string_view marks) {
        const bool isThere = !text.empty() && marks.find(text.front()) != std::string_view::npos;
        text.remove_prefix(isThere ? 1 : 0);
        return isThere;
    };
    const auto skipDigits = [&] {
        const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
        text.remove_prefix(digits);
        return digits > 0;
    };
    skip("-");
    if (!skip("0") && !skipDigits())
        return false;
    if (skip(".") && !skipDigits())
        return false;
    if (skip("eE")) {
        skip("+-");
        if (!skipDigits())
            return false;
    }
    return text.empty();
}

} // namespace

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

void JsonGrammar::take(JsonScanner::Event event, const JsonScanner &scanner, std::string_view text) noexcept
{
    using Event = JsonScanner::Event;
    if (m_fault != Fault::None)
        return;
    const std::size_t begin = scanner.begin();
    const bool isAtEnd = begin == text.size();
    m_fault = faultOf(event, isAtEnd ? '\0' : text[begin], text.substr(begin, scanner.end() - begin));
    if (m_fault != Fault::None) {
        m_faultAt = isAtEnd ? text.find_last_not_of(spaces) + 1 : begin;
        return;
    }
    const bool isInObject = scanner.depth() > 0 && scanner.isInObject();
    if (event == Event::Open)
        m_awaited = isInObject ? Awaited::NameOrEnd : Awaited::ValueOrEnd;
    else if (event == Event::Comma)
        m_awaited = isInObject ? Awaited::Name : Awaited::Value;
    else if (event == Event::Scalar && awaits(Awaited::Name, Awaited::NameOrEnd))
        m_awaited = Awaited::Colon;
    else if (event == Event::Colon)
        m_awaited = Awaited::Value;
    else
        m_awaited = scanner.depth() > 0 ? Awaited::CommaOrEnd : Awaited::Nothing;
}

JsonGrammar::Fault JsonGrammar::missing() const noexcept
{
    switch (m_awaited) {
    case Awaited::Value:
    case Awaited::ValueOrEnd:
        return Fault::NoValue;
    case Awaited::Name:
    case Awaited::NameOrEnd:
        return Fault::NoName;
    case Awaited::Colon:
        return Fault::NoColon;
    case Awaited::CommaOrEnd:
        return Fault::NoComma;
    case Awaited::Nothing:
        break;
    }
    return Fault::BehindValue;
}

JsonGrammar::Fault JsonGrammar::faultOf(JsonScanner::Event event, char first, std::string_view scalar) const noexcept
{
    using Event = JsonScanner::Event;
    switch (event) {
    case Event::Open:
        return awaits(Awaited::Value, Awaited::ValueOrEnd) ? Fault::None : missing();
    case Event::Close:
        return awaits(Awaited::ValueOrEnd, Awaited::NameOrEnd) || m_awaited == Awaited::CommaOrEnd ? Fault::None
                                                                                                   : missing();
    case Event::Comma:
        return m_awaited == Awaited::CommaOrEnd ? Fault::None : missing();
    case Event::Colon:
        return m_awaited == Awaited::Colon ? Fault::None : missing();
    case Event::End:
        return Fault::None; // nothing is open: a whole value, or none at all
    case Event::Broken:
        return first == '\0'               ? Fault::Unclosed
            : first == '"'                 ? Fault::UnclosedString
            : first == ']' || first == '}' ? Fault::WrongBracket
                                           : missing();
    case Event::Scalar:
        break;
    }
    if (awaits(Awaited::Name, Awaited::NameOrEnd))
        return first == '"' ? Fault::None : Fault::NoName;
    if (!awaits(Awaited::Value, Awaited::ValueOrEnd))
        return missing();
    const bool isValue = first == '"' || isNumber(scalar) || scalar == "true" || scalar == "false" || scalar == "null";
    return isValue ? Fault::None : Fault::NoSuchWord;
}

} // namespace cw::records
