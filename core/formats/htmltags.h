// SPDX-License-Identifier: GPL-3.0-or-later
// The elements of HTML that the reader treats in some way of their own.
#pragma once

#include <cstdint>
#include <string_view>

namespace cw::html {

/// In the order of their names. Unknown is every other element: inline text without a meaning here.
enum class Tag : std::uint8_t {
    Unknown,
    A,
    Address,
    Annotation,
    Applet,
    Area,
    Article,
    Aside,
    Audio,
    B,
    Base,
    Basefont,
    Bgsound,
    Big,
    Blockquote,
    Body,
    Br,
    Button,
    Canvas,
    Caption,
    Center,
    Code,
    Col,
    Colgroup,
    Datalist,
    Dd,
    Details,
    Dialog,
    Dir,
    Div,
    Dl,
    Dt,
    Em,
    Embed,
    Fieldset,
    Figcaption,
    Figure,
    Font,
    Footer,
    Form,
    Frame,
    Frameset,
    H1,
    H2,
    H3,
    H4,
    H5,
    H6,
    Head,
    Header,
    Hgroup,
    Hr,
    Html,
    I,
    Iframe,
    Image,
    Img,
    Input,
    Keygen,
    Legend,
    Li,
    Link,
    Listing,
    Main,
    Marquee,
    Math,
    Menu,
    Meta,
    Nav,
    Nobr,
    Noembed,
    Noframes,
    Noscript,
    Object,
    Ol,
    Optgroup,
    Option,
    P,
    Param,
    Plaintext,
    Pre,
    Rb,
    Rp,
    Rt,
    Rtc,
    Ruby,
    S,
    Script,
    Search,
    Section,
    Select,
    Small,
    Source,
    Span,
    Strike,
    Strong,
    Style,
    Sub,
    Summary,
    Sup,
    Svg,
    Table,
    Tbody,
    Td,
    Template,
    Textarea,
    Tfoot,
    Th,
    Thead,
    Title,
    Tr,
    Track,
    Tt,
    U,
    Ul,
    Var,
    Video,
    Wbr,
    Xmp
};

namespace traits {
inline constexpr std::uint16_t isVoid = 1U << 0U; ///< has no content and no end tag
inline constexpr std::uint16_t isSpecial = 1U << 1U; ///< an end tag of another inline element does not close it
inline constexpr std::uint16_t isFormatting = 1U << 2U; ///< may be closed in any order
inline constexpr std::uint16_t endsParagraph = 1U << 3U; ///< its start tag closes an open <p>
inline constexpr std::uint16_t boundsScope = 1U << 4U; ///< end tags look no further out
inline constexpr std::uint16_t isEndImplied = 1U << 5U; ///< closed by the end of what it is in
inline constexpr std::uint16_t isRaw = 1U << 6U; ///< holds text only, up to its own end tag
inline constexpr std::uint16_t isNotRead = 1U << 7U; ///< holds nothing that is read as text
inline constexpr std::uint16_t endsForeign = 1U << 8U; ///< its start tag closes SVG and MathML
inline constexpr std::uint16_t partsByLine = 1U << 9U; ///< stands on lines of its own
inline constexpr std::uint16_t partsByBlank = 1U << 10U; ///< stands between blank lines
} // namespace traits

struct TagInfo
{
    std::string_view name;
    std::uint16_t traits = 0;
};

[[nodiscard]] const TagInfo &tagInfo(Tag tag) noexcept;
[[nodiscard]] inline bool has(Tag tag, unsigned wanted) noexcept
{
    return (tagInfo(tag).traits & wanted) != 0;
}

/// The tag of that name, in any letter case. O(log tags).
[[nodiscard]] Tag tagOf(std::string_view name) noexcept;

/// 1 to 6; 0 for anything but h1 to h6.
[[nodiscard]] constexpr unsigned headingLevel(Tag tag) noexcept
{
    return tag >= Tag::H1 && tag <= Tag::H6 ? 1U + static_cast<unsigned>(tag) - static_cast<unsigned>(Tag::H1) : 0U;
}

/// Equal in ASCII but for letter case.
[[nodiscard]] bool equalsIgnoringCase(std::string_view a, std::string_view b) noexcept;

/// Whether a list of words separated by white space has this one.
[[nodiscard]] bool hasWord(std::string_view list, std::string_view word) noexcept;

} // namespace cw::html
