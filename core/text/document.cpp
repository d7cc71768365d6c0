// SPDX-License-Identifier: GPL-3.0-or-later
#include "text/document.h"

#include <utility>

namespace cw {

std::string_view newlineStyleId(NewlineStyle style) noexcept
{
    switch (style) {
    case NewlineStyle::None:
        return "none";
    case NewlineStyle::Lf:
        return "lf";
    case NewlineStyle::CrLf:
        return "crlf";
    case NewlineStyle::Cr:
        return "cr";
    case NewlineStyle::Mixed:
        return "mixed";
    }
    return "none";
}

NewlineStyle detectNewlineStyle(std::string_view text) noexcept
{
    NewlineStyle style = NewlineStyle::None;
    for (std::size_t byte = text.find_first_of("\r\n"); byte != std::string_view::npos;
         byte = text.find_first_of("\r\n", byte)) {
        NewlineStyle found = NewlineStyle::Lf;
        if (text[byte] == '\r')
            found = byte + 1 < text.size() && text[byte + 1] == '\n' ? NewlineStyle::CrLf : NewlineStyle::Cr;
        if (style != NewlineStyle::None && style != found)
            return NewlineStyle::Mixed;
        style = found;
        byte += found == NewlineStyle::CrLf ? 2 : 1;
    }
    return style;
}

Document::Document(std::string id, SharedText text, DocumentSource source)
    : m_id(std::move(id)), m_text(std::move(text)), m_offsets(*m_text), m_source(std::move(source))
{
}

std::shared_ptr<const Document> Document::create(std::string id, std::string text, DocumentSource source)
{
    auto shared = std::make_shared<const std::string>(std::move(text));
    return std::shared_ptr<const Document>(new Document(std::move(id), std::move(shared), std::move(source)));
}

std::shared_ptr<const Document> Document::fromText(std::string id, std::string text)
{
    DocumentSource source;
    source.newline = detectNewlineStyle(text);
    source.sourceBytes = text.size();
    return create(std::move(id), std::move(text), std::move(source));
}

} // namespace cw
