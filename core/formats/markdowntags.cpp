// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/markdowntags.h"

#include "text/ascii.h"

#include <algorithm>

namespace cw::markdown {

namespace {

constexpr std::size_t npos = std::string_view::npos;

} // namespace

std::size_t InlineTags::addressEnd(std::size_t begin) const
{
    const std::size_t end = m_title.find_first_of("<> \t\r\n", begin + 1);
    if (end == npos || m_title[end] != '>')
        return 0;
    const std::string_view address = m_title.substr(begin + 1, end - begin - 1);
    const std::size_t scheme = std::min(address.find(':'), address.size());
    const auto isOf = [](std::string_view text, std::string_view others) {
        return std::ranges::all_of(
            text, [&](char c) { return isAsciiAlphanumeric(static_cast<unsigned char>(c)) || others.find(c) != npos; });
    };
    if (scheme >= 2 && scheme <= 32 && scheme < address.size()
        && isAsciiLetter(static_cast<unsigned char>(address.front())) && isOf(address.substr(0, scheme), "+.-"))
        return end + 1;
    const std::size_t sign = address.find('@');
    if (sign == npos || sign == 0 || !isOf(address.substr(0, sign), ".!#$%&'*+/=?^_`{|}~-"))
        return 0;
    std::string_view host = address.substr(sign + 1);
    while (true) {
        constexpr std::size_t longest = 63;
        const std::string_view part = host.substr(0, host.find('.'));
        if (part.empty() || part.size() > longest || part.front() == '-' || part.back() == '-' || !isOf(part, "-"))
            return 0;
        if (part.size() == host.size())
            return end + 1;
        host.remove_prefix(part.size() + 1);
    }
}

std::size_t InlineTags::skipSpaces(std::size_t byte) const
{
    return std::min(m_title.find_first_not_of(" \t\r\n", byte), m_title.size());
}

/// Behind `closing`, if it comes; what is not there is not searched again.
std::size_t InlineTags::endBehind(std::string_view closing, std::size_t from, bool &isMissing) const
{
    if (isMissing)
        return 0;
    const std::size_t found = m_title.find(closing, from);
    isMissing = found == npos;
    return isMissing ? 0 : found + closing.size();
}

std::size_t InlineTags::tagEnd(std::size_t begin)
{
    if (startsWith(begin, "<!-->"))
        return begin + 5;
    if (startsWith(begin, "<!--->"))
        return begin + 6;
    if (startsWith(begin, "<!--"))
        return endBehind("-->", begin + 4, m_hasNoComment);
    if (startsWith(begin, "<?"))
        return endBehind("?>", begin + 2, m_hasNoInstruction);
    if (startsWith(begin, "<![CDATA["))
        return endBehind("]]>", begin + 9, m_hasNoData);
    if (startsWith(begin, "<!") && isAsciiLetter(static_cast<unsigned char>(at(begin + 2))))
        return endBehind(">", begin + 2, m_hasNoDeclaration);
    const bool isClosing = at(begin + 1) == '/';
    std::size_t byte = begin + (isClosing ? 2 : 1);
    if (!isAsciiLetter(static_cast<unsigned char>(at(byte))))
        return 0;
    while (isAsciiAlphanumeric(static_cast<unsigned char>(at(byte))) || at(byte) == '-')
        ++byte;
    if (!isClosing)
        byte = attributesEnd(byte);
    if (byte == 0)
        return 0;
    byte = skipSpaces(byte);
    if (!isClosing && at(byte) == '/')
        ++byte;
    return at(byte) == '>' ? byte + 1 : 0;
}

/// Behind the last attribute; 0 when one is not as it has to be.
std::size_t InlineTags::attributesEnd(std::size_t byte) const
{
    const auto isName = [](char c, bool isFirst) {
        return isAsciiLetter(static_cast<unsigned char>(c)) || c == '_' || c == ':'
            || (!isFirst && (isAsciiDigit(static_cast<unsigned char>(c)) || c == '.' || c == '-'));
    };
    while (true) {
        const std::size_t name = skipSpaces(byte);
        if (name == byte || !isName(at(name), true))
            return byte;
        byte = name;
        while (isName(at(byte), false))
            ++byte;
        const std::size_t equals = skipSpaces(byte);
        if (at(equals) != '=')
            continue;
        const std::size_t value = skipSpaces(equals + 1);
        const char quote = at(value);
        if (quote == '"' || quote == '\'') {
            const std::size_t closing = m_title.find(quote, value + 1);
            if (closing == npos)
                return 0;
            byte = closing + 1;
        } else {
            byte = std::min(m_title.find_first_of(" \t\r\n\"'=<>`", value), m_title.size());
            if (byte == value)
                return 0;
        }
    }
}

} // namespace cw::markdown
