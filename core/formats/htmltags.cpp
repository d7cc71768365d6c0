// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/htmltags.h"

#include <algorithm>
#include <array>

namespace cw::html {

namespace {

using namespace traits;

constexpr std::size_t longestName = 10;

/// In the order of Tag, which is that of the names.
constexpr std::array tags{
    TagInfo{"", 0},
    TagInfo{"a", isFormatting},
    TagInfo{"address", isSpecial | endsParagraph | partsByLine},
    TagInfo{"annotation", 0},
    TagInfo{"applet", isSpecial | boundsScope},
    TagInfo{"area", isVoid | isSpecial},
    TagInfo{"article", isSpecial | endsParagraph | partsByBlank},
    TagInfo{"aside", isSpecial | endsParagraph | partsByLine},
    TagInfo{"audio", isNotRead},
    TagInfo{"b", isFormatting | endsForeign},
    TagInfo{"base", isVoid | isSpecial},
    TagInfo{"basefont", isVoid | isSpecial},
    TagInfo{"bgsound", isVoid | isSpecial},
    TagInfo{"big", isFormatting | endsForeign},
    TagInfo{"blockquote", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"body", isSpecial | endsForeign | partsByLine},
    TagInfo{"br", isVoid | isSpecial | endsForeign},
    TagInfo{"button", isSpecial},
    TagInfo{"canvas", isNotRead},
    TagInfo{"caption", isSpecial | boundsScope | partsByLine},
    TagInfo{"center", isSpecial | endsParagraph | endsForeign | partsByLine},
    TagInfo{"code", isFormatting | endsForeign},
    TagInfo{"col", isVoid | isSpecial},
    TagInfo{"colgroup", isSpecial},
    TagInfo{"datalist", isNotRead},
    TagInfo{"dd", isSpecial | endsParagraph | isEndImplied | endsForeign | partsByLine},
    TagInfo{"details", isSpecial | endsParagraph | partsByLine},
    TagInfo{"dialog", endsParagraph | partsByLine},
    TagInfo{"dir", isSpecial | endsParagraph | partsByBlank},
    TagInfo{"div", isSpecial | endsParagraph | endsForeign | partsByLine},
    TagInfo{"dl", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"dt", isSpecial | endsParagraph | isEndImplied | endsForeign | partsByLine},
    TagInfo{"em", isFormatting | endsForeign},
    TagInfo{"embed", isVoid | isSpecial | endsForeign},
    TagInfo{"fieldset", isSpecial | endsParagraph | partsByLine},
    TagInfo{"figcaption", isSpecial | endsParagraph | partsByLine},
    TagInfo{"figure", isSpecial | endsParagraph | partsByBlank},
    TagInfo{"font", isFormatting},
    TagInfo{"footer", isSpecial | endsParagraph | partsByLine},
    TagInfo{"form", isSpecial | endsParagraph | partsByLine},
    TagInfo{"frame", isVoid | isSpecial},
    TagInfo{"frameset", isSpecial | partsByLine},
    TagInfo{"h1", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"h2", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"h3", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"h4", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"h5", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"h6", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"head", isSpecial | endsForeign},
    TagInfo{"header", isSpecial | endsParagraph | partsByLine},
    TagInfo{"hgroup", isSpecial | endsParagraph | partsByLine},
    TagInfo{"hr", isVoid | isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"html", isSpecial | boundsScope | partsByLine},
    TagInfo{"i", isFormatting | endsForeign},
    TagInfo{"iframe", isSpecial | isRaw | isNotRead},
    TagInfo{"image", isVoid},
    TagInfo{"img", isVoid | isSpecial | endsForeign},
    TagInfo{"input", isVoid | isSpecial},
    TagInfo{"keygen", isVoid | isSpecial},
    TagInfo{"legend", partsByLine},
    TagInfo{"li", isSpecial | endsParagraph | isEndImplied | endsForeign | partsByLine},
    TagInfo{"link", isVoid | isSpecial},
    TagInfo{"listing", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"main", isSpecial | endsParagraph | partsByLine},
    TagInfo{"marquee", isSpecial | boundsScope},
    TagInfo{"math", 0},
    TagInfo{"menu", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"meta", isVoid | isSpecial | endsForeign},
    TagInfo{"nav", isSpecial | endsParagraph | partsByLine},
    TagInfo{"nobr", isFormatting | endsForeign},
    TagInfo{"noembed", isSpecial | isRaw | isNotRead},
    TagInfo{"noframes", isSpecial | isRaw | isNotRead},
    TagInfo{"noscript", isSpecial | isRaw | isNotRead},
    TagInfo{"object", isSpecial | boundsScope},
    TagInfo{"ol", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"optgroup", isEndImplied | partsByLine},
    TagInfo{"option", isEndImplied | partsByLine},
    TagInfo{"p", isSpecial | endsParagraph | isEndImplied | endsForeign | partsByBlank},
    TagInfo{"param", isVoid | isSpecial},
    TagInfo{"plaintext", isSpecial | endsParagraph | isRaw | partsByBlank},
    TagInfo{"pre", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"rb", isEndImplied},
    TagInfo{"rp", isEndImplied},
    TagInfo{"rt", isEndImplied},
    TagInfo{"rtc", isEndImplied},
    TagInfo{"ruby", endsForeign},
    TagInfo{"s", isFormatting | endsForeign},
    TagInfo{"script", isSpecial | isRaw | isNotRead},
    TagInfo{"search", isSpecial | endsParagraph | partsByLine},
    TagInfo{"section", isSpecial | endsParagraph | partsByBlank},
    TagInfo{"select", isSpecial | isNotRead},
    TagInfo{"small", isFormatting | endsForeign},
    TagInfo{"source", isVoid | isSpecial},
    TagInfo{"span", endsForeign},
    TagInfo{"strike", isFormatting | endsForeign},
    TagInfo{"strong", isFormatting | endsForeign},
    TagInfo{"style", isSpecial | isRaw | isNotRead},
    TagInfo{"sub", endsForeign},
    TagInfo{"summary", isSpecial | endsParagraph | partsByLine},
    TagInfo{"sup", endsForeign},
    TagInfo{"svg", isNotRead},
    TagInfo{"table", isSpecial | endsParagraph | boundsScope | endsForeign | partsByBlank},
    TagInfo{"tbody", isSpecial},
    TagInfo{"td", isSpecial | boundsScope},
    TagInfo{"template", isSpecial | boundsScope | isNotRead},
    TagInfo{"textarea", isSpecial | isRaw | isNotRead},
    TagInfo{"tfoot", isSpecial},
    TagInfo{"th", isSpecial | boundsScope},
    TagInfo{"thead", isSpecial},
    TagInfo{"title", isSpecial | isRaw | isNotRead},
    TagInfo{"tr", isSpecial | partsByLine},
    TagInfo{"track", isVoid | isSpecial},
    TagInfo{"tt", isFormatting | endsForeign},
    TagInfo{"u", isFormatting | endsForeign},
    TagInfo{"ul", isSpecial | endsParagraph | endsForeign | partsByBlank},
    TagInfo{"var", endsForeign},
    TagInfo{"video", isNotRead},
    TagInfo{"wbr", isVoid | isSpecial},
    TagInfo{"xmp", isSpecial | endsParagraph | isRaw | partsByBlank},
};

constexpr char lower(char c) noexcept
{
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

} // namespace

const TagInfo &tagInfo(Tag tag) noexcept
{
    return tags[static_cast<std::size_t>(tag)];
}

Tag tagOf(std::string_view name) noexcept
{
    static_assert(std::ranges::is_sorted(tags, {}, &TagInfo::name));
    std::array<char, longestName> buffer{};
    if (name.empty() || name.size() > buffer.size())
        return Tag::Unknown;
    std::ranges::transform(name, buffer.begin(), lower);
    const std::string_view lowered(buffer.data(), name.size());
    const auto found = std::ranges::lower_bound(tags, lowered, {}, &TagInfo::name);
    return found != tags.end() && found->name == lowered ? static_cast<Tag>(found - tags.begin()) : Tag::Unknown;
}

bool equalsIgnoringCase(std::string_view a, std::string_view b) noexcept
{
    return std::ranges::equal(a, b, {}, lower, lower);
}

bool hasWord(std::string_view list, std::string_view word) noexcept
{
    while (!list.empty()) {
        const std::size_t end = std::min(list.find_first_of(" \t\r\n"), list.size());
        if (list.substr(0, end) == word)
            return true;
        list.remove_prefix(std::min(end + 1, list.size()));
    }
    return false;
}

} // namespace cw::html
