// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/docxstyles.h"

#include "formats/docxnames.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw::docx {

namespace {

/// What Word and others call their heading styles; Word itself writes the English name whatever its language.
constexpr std::array<std::string_view, 26> headingWords{
    "heading", "überschrift", "titre",  "título", "titulo", "titolo", "kop",       "rubrik",      "overskrift",
    "otsikko", "nagłówek",    "nadpis", "címsor", "titlu",  "başlık", "заголовок", "επικεφαλίδα", "标题",
    "標題",    "見出し",      "제목",   "כותרת",  "عنوان",  "naslov", "tiêu đề",   "encabezado"};

struct KindName
{
    std::string_view name;
    BlockKind kind;
};
constexpr std::array<KindName, 14> kindNames{{
    {"html preformatted", BlockKind::Code},
    {"preformatted text", BlockKind::Code},
    {"source code", BlockKind::Code},
    {"code", BlockKind::Code},
    {"code block", BlockKind::Code},
    {"macro", BlockKind::Code},
    {"plain text", BlockKind::Code},
    {"quote", BlockKind::Quote},
    {"intense quote", BlockKind::Quote},
    {"block text", BlockKind::Quote},
    {"quotations", BlockKind::Quote},
    {"caption", BlockKind::Caption},
    {"image caption", BlockKind::Caption},
    {"table caption", BlockKind::Caption},
}};

/// ASCII only: Word's own names are English.
std::string lowerCase(std::string_view text)
{
    std::string lower(text);
    std::ranges::transform(lower, lower.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    return lower;
}

void putOver(ParagraphKind &base, const ParagraphKind &over)
{
    if (over.outlineLevel != ParagraphKind::notSaid)
        base.outlineLevel = over.outlineLevel;
    if (over.numbering != ParagraphKind::notSaid)
        base.numbering = over.numbering;
    if (over.listLevel != ParagraphKind::notSaid)
        base.listLevel = over.listLevel;
    if (over.kind != BlockKind::Paragraph)
        base.kind = over.kind;
    base.isHidden = base.isHidden || over.isHidden;
    base.isContents = base.isContents || over.isContents;
}

void judgeByName(ParagraphKind &kind, std::string_view name)
{
    if (kind.outlineLevel == ParagraphKind::notSaid)
        kind.outlineLevel = headingLevelOf(name);
    const auto found = std::ranges::find(kindNames, name, &KindName::name);
    if (found != kindNames.end())
        kind.kind = found->kind;
    kind.isContents = name.starts_with("toc ") || name == "toc heading" || name.starts_with("contents ");
}

} // namespace

int headingLevelOf(std::string_view name)
{
    if (name == "title")
        return 0;
    for (std::string_view word : headingWords) {
        std::string_view rest = name;
        // the other case of a first letter beyond ASCII is one bit of its last byte in the scripts of the list
        if (!rest.starts_with(word)) {
            static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> capitals{
                {{"Ü", "ü"}, {"З", "з"}, {"Ε", "ε"}}};
            const auto capital = std::ranges::find_if(capitals, [&](const auto &pair) {
                return word.starts_with(pair.second) && rest.starts_with(pair.first);
            });
            if (capital == capitals.end())
                continue;
            word.remove_prefix(capital->second.size());
            rest.remove_prefix(capital->first.size());
            if (!rest.starts_with(word))
                continue;
        }
        rest.remove_prefix(word.size());
        if (rest.starts_with(' '))
            rest.remove_prefix(1);
        if (rest.size() == 1 && rest.front() >= '1' && rest.front() <= '9')
            return rest.front() - '1';
    }
    return ParagraphKind::notSaid;
}

class StylesReader final : public XmlHandler
{
public:
    void startElement(const XmlElement &element) override
    {
        const std::uint16_t number = element.number();
        if (m_skipped > 0 || number == PropertiesChange) {
            ++m_skipped;
            return;
        }
        if (number == docx::Style) {
            m_id = element.attribute(StyleId, {});
            m_style = {};
            m_isInStyle = true;
            const std::string_view type = element.attribute(TypeAttribute, "paragraph");
            const std::string_view isDefault = element.attribute(Default, "0");
            if (type == "paragraph" && (isDefault == "1" || isDefault == "true" || isDefault == "on"))
                m_styles.m_default = m_id;
        }
        if (!m_isInStyle)
            return;
        if (number == StyleName)
            m_style.name = lowerCase(element.attribute(Value, {}));
        else if (number == BasedOn)
            m_style.basedOn = element.attribute(Value, {});
        else if (number == OutlineLevel)
            m_style.said.outlineLevel = numberOf(element, Value, ParagraphKind::notSaid, 0, ParagraphKind::bodyText);
        else if (number == NumberingId)
            m_style.said.numbering = numberOf(element, Value, 0, 0, 1 << 30);
        else if (number == Level)
            m_style.said.listLevel = numberOf(element, Value, 0, 0, 8);
        else if (number == Vanish)
            m_style.said.isHidden = isOn(element);
    }

    void endElement(std::uint16_t number, ByteRange) override
    {
        if (m_skipped > 0) {
            --m_skipped;
        } else if (number == docx::Style) {
            judgeByName(m_style.said, m_style.name);
            m_isInStyle = false;
            m_styles.m_styles.insert_or_assign(std::move(m_id), std::move(m_style));
        }
    }
    void characters(std::string_view, ByteRange, bool) override { }

    [[nodiscard]] Styles take() { return std::move(m_styles); }

private:
    Styles m_styles;
    std::string m_id;
    Styles::Style m_style;
    bool m_isInStyle = false;
    std::size_t m_skipped = 0;
};

Outcome<Styles> Styles::read(std::string_view bytes, std::string_view part, const std::stop_token &stop)
{
    StylesReader reader;
    const auto read = readXml(bytes, part, vocabulary(), reader, stop);
    if (read.isCancelled())
        return Cancelled{};
    if (!read)
        return read.error();
    return reader.take();
}

const ParagraphKind &Styles::paragraph(std::string_view id)
{
    constexpr std::size_t longestChain = 100;
    std::string key(id.empty() ? std::string_view(m_default) : id);
    if (const auto known = m_resolved.find(key); known != m_resolved.end())
        return known->second;
    std::vector<const ParagraphKind *> chain;
    std::string next = key;
    while (chain.size() < longestChain) {
        const auto style = m_styles.find(next);
        if (style == m_styles.end())
            break;
        chain.push_back(&style->second.said);
        next = style->second.basedOn;
    }
    ParagraphKind kind;
    for (auto said = chain.rbegin(); said != chain.rend(); ++said)
        putOver(kind, **said);
    if (m_styles.empty() && kind.outlineLevel == ParagraphKind::notSaid)
        kind.outlineLevel = headingLevelOf(lowerCase(key));
    return m_resolved.emplace(std::move(key), kind).first->second;
}

bool Styles::isRunHidden(std::string_view id)
{
    return !id.empty() && paragraph(id).isHidden;
}

int Styles::numberingOf(std::string_view id)
{
    return id.empty() ? ParagraphKind::notSaid : paragraph(id).numbering;
}

} // namespace cw::docx
