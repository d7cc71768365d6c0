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
    std::size_t cr = text.find('\r');
    std::size_t lf = text.find('\n');
    if (cr == std::string_view::npos)
        return lf == std::string_view::npos ? NewlineStyle::None : NewlineStyle::Lf;
    while (cr != std::string_view::npos || lf != std::string_view::npos) {
        const bool isPair = cr != std::string_view::npos && cr + 1 == lf;
        const NewlineStyle found = isPair ? NewlineStyle::CrLf : cr < lf ? NewlineStyle::Cr : NewlineStyle::Lf;
        if (style != NewlineStyle::None && style != found)
            return NewlineStyle::Mixed;
        style = found;
        if (found != NewlineStyle::Lf)
            cr = text.find('\r', cr + 1);
        if (found != NewlineStyle::Cr)
            lf = text.find('\n', lf + 1);
    }
    return style;
}

std::string_view problemSeverityId(ProblemSeverity severity) noexcept
{
    return severity == ProblemSeverity::Note ? "note" : "warning";
}

Document::Document(std::string id, DocumentParts parts, DocumentSource source)
    : m_id(std::move(id)), m_text(std::make_shared<const std::string>(std::move(parts.text))), m_format(parts.format),
      m_readBlocks(std::move(parts.readBlocks)), m_needsWholeText(parts.needsWholeText || parts.sourceMap),
      m_source(std::move(source)), m_sourceMap(std::move(parts.sourceMap)), m_problems(std::move(parts.problems)),
      m_blocks(std::move(parts.blocks))
{
}

const OffsetMap &Document::offsets() const
{
    std::call_once(m_offsetsMade, [this] { m_offsets = OffsetMap(*m_text); });
    return m_offsets;
}

const BlockTree &Document::blocks() const
{
    static const BlockTree noBlocks;
    // never stopped, so it cannot fail; the tree is kept, so the reference stays good
    const auto made = blocks(std::stop_token());
    return made ? **made : noBlocks;
}

Outcome<std::shared_ptr<const BlockTree>> Document::blocks(std::stop_token stop) const
{
    const std::scoped_lock lock(m_blocksMutex);
    if (m_blocks)
        return m_blocks;
    auto made = m_readBlocks(*m_text, std::move(stop));
    if (made)
        m_blocks = *made;
    return made;
}

std::shared_ptr<const Document> Document::beginning(std::size_t bytes) const
{
    DocumentParts parts{m_text->substr(0, bytes), m_format, m_readBlocks};
    parts.sourceMap = m_sourceMap;
    parts.needsWholeText = m_needsWholeText;
    if (m_needsWholeText)
        parts.blocks = std::make_shared<const BlockTree>(blocks().beginning(parts.text.size()));
    return create(m_id, std::move(parts), m_source);
}

std::shared_ptr<const Document> Document::create(std::string id, DocumentParts parts, DocumentSource source)
{
    return std::shared_ptr<const Document>(new Document(std::move(id), std::move(parts), std::move(source)));
}

std::shared_ptr<const Document> Document::create(std::string id, std::string text, DocumentSource source)
{
    return create(std::move(id), DocumentParts{std::move(text)}, std::move(source));
}

std::shared_ptr<const Document> Document::fromText(std::string id, std::string text)
{
    DocumentSource source;
    source.newline = detectNewlineStyle(text);
    source.sourceBytes = text.size();
    return create(std::move(id), std::move(text), std::move(source));
}

} // namespace cw
