// SPDX-License-Identifier: GPL-3.0-or-later
// HTML taken apart into tags and text, as the HTML standard's tokenizer does.
#pragma once

#include "base/byterange.h"
#include "formats/htmltags.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw::html {

struct Attribute
{
    CompactRange name;
    CompactRange value; ///< without quotes; references in it are as they stand there
};

struct Token
{
    enum class Kind : std::uint8_t {
        Text, ///< with references
        PlainText, ///< without: what only looks like references is text
        StartTag,
        EndTag,
        End
    };

    Kind kind = Kind::End;
    Tag tag = Tag::Unknown;
    bool isSelfClosing = false;
    ByteRange bytes; ///< all of it
    ByteRange name; ///< of a tag
};

/// Comments, doctypes and processing instructions are passed over. What elements of raw text hold (scripts, styles,
/// titles) comes as one token; `foreign` says whether that, and CDATA sections, depend on being in SVG or MathML.
class Tokenizer final
{
public:
    Tokenizer(std::string_view source, bool isXml) noexcept : m_source(source), m_isXml(isXml) { }

    /// The next token. `isForeign`: the element that is open is one of SVG or MathML. O(token).
    [[nodiscard]] const Token &next(bool isForeign);
    /// What stands up to the end tag of `tag`, an element of raw text whose start tag was the last token; the end tag
    /// itself is passed, too. O(text).
    [[nodiscard]] Token rawText(Tag tag);

    /// Of the start tag that was read last.
    [[nodiscard]] const std::vector<Attribute> &attributes() const noexcept { return m_attributes; }
    [[nodiscard]] std::string_view text(ByteRange range) const noexcept
    {
        return m_source.substr(range.begin, range.size());
    }
    [[nodiscard]] std::size_t position() const noexcept { return m_at; }
    /// Where a comment, tag or element of raw text begins that has no end, if any: the rest of the text is in it.
    [[nodiscard]] std::size_t unclosedAt() const noexcept { return m_unclosedAt; }
    static constexpr std::size_t nowhere = static_cast<std::size_t>(-1);

private:
    [[nodiscard]] bool startsMarkup(std::size_t at) const noexcept;
    bool readMarkup(bool isForeign);
    bool readTag();
    void readAttribute();
    void skipDeclaration();
    void skipTo(std::string_view mark, std::size_t from);
    void skipComment();
    void skipDoctype();
    [[nodiscard]] std::size_t scriptEnd(std::size_t at) const noexcept;
    [[nodiscard]] bool isEndTagAt(std::size_t at, std::string_view name) const noexcept;

    std::string_view m_source;
    bool m_isXml;
    std::size_t m_at = 0;
    std::size_t m_unclosedAt = nowhere;
    Token m_token;
    std::vector<Attribute> m_attributes;
};

} // namespace cw::html
