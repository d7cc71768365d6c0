// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/html.h"
#include "formats/htmltags.h"
#include "formats/htmltokenizer.h"

#include <algorithm>

namespace cw::html {

namespace {

constexpr std::size_t searchedBytes = 1024;
constexpr std::string_view blanks = " \t\r\n\f";

/// What follows `key` and an equals sign in a value such as `text/html; charset=koi8-r`, without quotes.
std::string valueOf(std::string_view text, std::string_view key)
{
    for (std::size_t at = 0; at + key.size() < text.size(); ++at) {
        if (!equalsIgnoringCase(text.substr(at, key.size()), key))
            continue;
        std::size_t begin = std::min(text.find_first_not_of(blanks, at + key.size()), text.size());
        if (begin == text.size() || text[begin] != '=')
            continue;
        begin = std::min(text.find_first_not_of(" \t\r\n\f\"'", begin + 1), text.size());
        const std::size_t end = std::min(text.find_first_of(" \t\r\n\f\"';?>", begin), text.size());
        return std::string(text.substr(begin, end - begin));
    }
    return {};
}

} // namespace

std::string declaredEncoding(std::string_view bytes)
{
    const std::string_view beginning = bytes.substr(0, searchedBytes);
    const std::size_t first = beginning.find_first_not_of(blanks);
    if (first == std::string_view::npos || beginning[first] != '<')
        return {};
    if (beginning.substr(first).starts_with("<?xml")) {
        const std::string_view declaration = beginning.substr(first, beginning.find("?>", first) - first);
        if (std::string found = valueOf(declaration, "encoding"); !found.empty())
            return found;
    }
    Tokenizer tokens(beginning, false);
    for (Token token = tokens.next(false); token.kind != Token::Kind::End; token = tokens.next(false)) {
        if (token.kind != Token::Kind::StartTag)
            continue;
        if (token.tag == Tag::Script || token.tag == Tag::Style || token.tag == Tag::Title)
            static_cast<void>(tokens.rawText(token.tag));
        if (token.tag != Tag::Meta)
            continue;
        std::string_view charset;
        std::string_view content;
        bool isContentType = false;
        for (const Attribute &attribute : tokens.attributes()) {
            const std::string_view name = tokens.text(attribute.name);
            const std::string_view value = tokens.text(attribute.value);
            if (equalsIgnoringCase(name, "charset"))
                charset = value;
            else if (equalsIgnoringCase(name, "content"))
                content = value;
            else if (equalsIgnoringCase(name, "http-equiv"))
                isContentType = equalsIgnoringCase(value, "content-type");
        }
        if (!charset.empty())
            return std::string(charset);
        if (isContentType) {
            if (std::string found = valueOf(content, "charset"); !found.empty())
                return found;
        }
    }
    return {};
}

} // namespace cw::html
