// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/odtstyles.h"

#include "formats/numbertext.h"
#include "text/utf8.h"

#include <algorithm>
#include <charconv>
#include <utility>
#include <vector>

namespace cw::odt {

namespace {

constexpr std::string_view textSpace = "urn:oasis:names:tc:opendocument:xmlns:text:1.0";
constexpr std::size_t longestMark = 64;

int numberIn(std::string_view text, int otherwise, int minimum, int maximum)
{
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::clamp(number, minimum, maximum) : otherwise;
}

/// "Preformatted_20_Text" is "preformatted text".
std::string plainName(std::string_view name)
{
    std::string plain;
    for (std::size_t i = 0; i < name.size(); ++i) {
        if (name.substr(i).starts_with("_20_")) {
            plain += ' ';
            i += 3;
        } else {
            plain += name[i] >= 'A' && name[i] <= 'Z' ? static_cast<char>(name[i] + ('a' - 'A')) : name[i];
        }
    }
    return plain;
}

/// Of "heading 2", which documents of Writer/Web give to plain paragraphs; 0 for other names.
int headingLevelIn(std::string_view plainName)
{
    constexpr std::string_view stem = "heading ";
    const std::string_view number = plainName.substr(std::min(plainName.size(), stem.size()));
    const bool isOne = plainName.starts_with(stem) && number.size() == 1 && number[0] >= '1' && number[0] <= '9';
    return isOne ? number[0] - '0' : 0;
}

BlockKind kindByName(std::string_view name)
{
    const std::string plain = plainName(name);
    if (plain == "title" || headingLevelIn(plain) > 0)
        return BlockKind::Heading;
    if (plain == "quotations" || plain == "quote" || plain == "block text")
        return BlockKind::Quote;
    if (plain == "preformatted text" || plain == "source code" || plain == "code" || plain == "html preformatted")
        return BlockKind::Code;
    return plain == "caption" ? BlockKind::Caption : BlockKind::Paragraph;
}

/// Characters of symbol fonts mean nothing without their font.
std::string bulletText(std::string_view text)
{
    if (text.empty())
        return {};
    const DecodedCharacter character = decodeCharacter(text, 0);
    const bool isOfFont = character.codePoint >= 0xE000 && character.codePoint <= 0xF8FF;
    return isOfFont ? "•" : std::string(text.substr(0, character.byteLength));
}

std::string numberOf(int value, std::string_view format)
{
    if (format == "a")
        return numberText(value, "lowerLetter");
    if (format == "A")
        return numberText(value, "upperLetter");
    if (format == "i")
        return numberText(value, "lowerRoman");
    if (format == "I")
        return numberText(value, "upperRoman");
    return numberText(value, "decimal");
}

} // namespace

const XmlVocabulary &vocabulary()
{
    static const XmlVocabulary words = [] {
        XmlVocabulary made;
        made.add({"urn:oasis:names:tc:opendocument:xmlns:office:1.0"},
                 {{"body", OfficeBody},
                  {"text", OfficeText},
                  {"annotation", Annotation},
                  {"forms", Forms},
                  {"event-listeners", EventListeners}});
        made.add({textSpace},
                 {{"h", Heading},
                  {"p", Paragraph},
                  {"s", Spaces},
                  {"tab", Tab},
                  {"line-break", LineBreak},
                  {"soft-page-break", SoftPageBreak},
                  {"list", List},
                  {"list-item", ListItem},
                  {"list-header", ListHeader},
                  {"note", Note},
                  {"note-citation", NoteCitation},
                  {"note-body", NoteBody},
                  {"tracked-changes", TrackedChanges},
                  {"table-of-content", TableOfContents},
                  {"section", Section},
                  {"ruby-text", RubyText},
                  {"hidden-text", HiddenText},
                  {"hidden-paragraph", HiddenParagraph},
                  {"script", Script},
                  {"span", Span},
                  {"list-style", ListStyle},
                  {"outline-style", OutlineStyle},
                  {"list-level-style-number", LevelNumber},
                  {"list-level-style-bullet", LevelBullet},
                  {"list-level-style-image", LevelBullet},
                  {"outline-level-style", OutlineLevelStyle},
                  {"display", TextDisplay},
                  {"level", Level},
                  {"display-levels", DisplayLevels},
                  {"start-value", StartValue},
                  {"bullet-char", Bullet},
                  {"outline-level", OutlineLevel},
                  {"style-name", TextStyleName},
                  {"c", Count},
                  {"note-class", NoteClass},
                  {"continue-numbering", ContinueNumbering},
                  {"continue-list", ContinueList},
                  {"is-hidden", IsHidden},
                  {"is-list-header", IsListHeader},
                  {"use-soft-page-breaks", UsesSoftPageBreaks}});
        made.add({"urn:oasis:names:tc:opendocument:xmlns:table:1.0"},
                 {{"table", Table},
                  {"table-header-rows", HeaderRows},
                  {"table-row", Row},
                  {"table-cell", Cell},
                  {"covered-table-cell", CoveredCell},
                  {"number-columns-repeated", ColumnsRepeated},
                  {"number-rows-repeated", RowsRepeated},
                  {"number-columns-spanned", ColumnsSpanned}});
        made.add({"urn:oasis:names:tc:opendocument:xmlns:style:1.0"},
                 {{"style", Style},
                  {"paragraph-properties", ParagraphProperties},
                  {"text-properties", TextProperties},
                  {"name", StyleName},
                  {"parent-style-name", ParentStyle},
                  {"master-page-name", MasterPage},
                  {"num-format", NumberFormat},
                  {"num-prefix", NumberPrefix},
                  {"num-suffix", NumberSuffix}});
        made.add({"urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0"}, {{"break-before", BreakBefore}});
        made.add({"http://www.w3.org/XML/1998/namespace"}, {{"id", XmlId}});
        return made;
    }();
    return words;
}

bool isInline(std::string_view name) noexcept
{
    return name.starts_with(textSpace);
}

void Styles::add(std::string name, std::string parent, const StyleFacts &own)
{
    m_resolved.clear();
    m_styles.insert_or_assign(std::move(name), Style{std::move(parent), own});
}

const StyleFacts &Styles::factsOf(std::string_view name)
{
    constexpr std::size_t longestChain = 100;
    std::string key(name);
    if (const auto known = m_resolved.find(key); known != m_resolved.end())
        return known->second;
    StyleFacts facts;
    std::string next = key;
    for (std::size_t i = 0; i < longestChain && !next.empty(); ++i) {
        if (facts.kind == BlockKind::Paragraph) {
            facts.kind = kindByName(next);
            facts.headingLevel = std::max(1, headingLevelIn(plainName(next)));
        }
        const auto style = m_styles.find(next);
        if (style == m_styles.end())
            break;
        facts.isHidden = facts.isHidden || style->second.own.isHidden;
        facts.beginsPage = facts.beginsPage || style->second.own.beginsPage;
        next = style->second.parent;
    }
    return m_resolved.emplace(std::move(key), facts).first->second;
}

const ListLevels &Styles::list(std::string_view name) const
{
    static const ListLevels none;
    const auto found = m_lists.find(std::string(name));
    return found == m_lists.end() ? none : found->second;
}

void StyleReader::startElement(const XmlElement &element)
{
    switch (element.number()) {
    case odt::Style:
        m_isInStyle = true;
        m_name = element.attribute(StyleName, {});
        m_parent = element.attribute(ParentStyle, {});
        m_facts = {};
        m_facts.beginsPage = !element.attribute(MasterPage, {}).empty();
        break;
    case ParagraphProperties:
        if (m_isInStyle && element.attribute(BreakBefore, {}) == "page")
            m_facts.beginsPage = true;
        break;
    case TextProperties:
        if (m_isInStyle && element.attribute(TextDisplay, {}) == "none")
            m_facts.isHidden = true;
        break;
    case ListStyle:
    case OutlineStyle:
        m_isInList = true;
        m_listName = element.attribute(StyleName, {});
        m_levels = {};
        break;
    case LevelNumber:
    case LevelBullet:
    case OutlineLevelStyle:
        if (m_isInList)
            readLevel(element);
        break;
    default:
        break;
    }
}

void StyleReader::readLevel(const XmlElement &element)
{
    constexpr std::size_t longestPart = 16;
    const auto part = [&](std::uint16_t attribute) {
        const std::string_view value = element.attribute(attribute, {});
        std::size_t end = std::min(value.size(), longestPart);
        while (!isCharacterBoundary(value, end))
            --end;
        return std::string(value.substr(0, end));
    };
    const int level = numberIn(element.attribute(Level, {}), 1, 1, static_cast<int>(listLevels));
    LevelStyle &style = m_levels[static_cast<std::size_t>(level) - 1];
    style.format = part(NumberFormat);
    style.prefix = part(NumberPrefix);
    style.suffix = part(NumberSuffix);
    style.start = numberIn(element.attribute(StartValue, {}), 1, 0, 1 << 30);
    style.shownLevels = numberIn(element.attribute(DisplayLevels, {}), 1, 1, level);
    if (element.number() == LevelBullet) {
        style.bullet = bulletText(element.attribute(Bullet, "•"));
        style.format.clear();
    }
}

void StyleReader::endElement(std::uint16_t number)
{
    if (number == odt::Style && std::exchange(m_isInStyle, false))
        m_styles.add(std::move(m_name), std::move(m_parent), m_facts);
    else if (number == ListStyle && std::exchange(m_isInList, false))
        m_styles.addList(std::move(m_listName), m_levels);
    else if (number == OutlineStyle && std::exchange(m_isInList, false))
        m_styles.setOutline(m_levels);
}

std::string markOf(const ListLevels &levels, std::size_t level, const std::array<int, listLevels> &numbers)
{
    const LevelStyle &style = levels[level];
    if (!style.bullet.empty())
        return style.bullet;
    if (style.format.empty())
        return {};
    std::string mark = style.prefix;
    const std::size_t first = level + 1 - std::min(level + 1, static_cast<std::size_t>(style.shownLevels));
    bool isFirst = true;
    for (std::size_t i = first; i <= level && mark.size() < longestMark; ++i) {
        if (levels[i].format.empty())
            continue;
        if (!std::exchange(isFirst, false))
            mark += '.';
        mark += numberOf(numbers[i], levels[i].format);
    }
    mark += style.suffix;
    if (mark.size() > longestMark) {
        std::size_t end = longestMark;
        while (!isCharacterBoundary(mark, end))
            --end;
        mark.resize(end);
    }
    return mark;
}

} // namespace cw::odt
