// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/docxnumbering.h"

#include "formats/docxnames.h"
#include "formats/numbertext.h"
#include "text/utf8.h"

#include <algorithm>
#include <utility>

namespace cw::docx {

namespace {

constexpr std::size_t longestMark = 64;
constexpr int lastLevel = static_cast<int>(listLevels) - 1;

/// Bullets are characters of symbol fonts as a rule, which mean nothing without their font.
std::string bulletText(std::string_view text)
{
    if (text.empty())
        return {};
    const DecodedCharacter character = decodeCharacter(text, 0);
    const char32_t c = character.codePoint;
    const bool isOfFont = c >= 0xE000 && c <= 0xF8FF;
    const bool isLetter = (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') || (c >= 0xA1 && c <= 0xFF && c != 0xB7);
    if (isOfFont || isLetter || c <= ' ')
        return "•";
    return std::string(text.substr(0, character.byteLength));
}

} // namespace

class NumberingReader final : public XmlHandler
{
public:
    void startElement(const XmlElement &element) override
    {
        const std::uint16_t number = element.number();
        if (m_skipped > 0 || number == PropertiesChange) {
            ++m_skipped;
            return;
        }
        switch (number) {
        case AbstractNumbering:
            m_abstract = &m_numbering.m_abstracts[numberOf(element, AbstractNumberingId, 0, 0, 1 << 30)];
            *m_abstract = {};
            break;
        case docx::Numbering:
            m_instance = &m_numbering.m_lists[numberOf(element, NumberingId, 0, 0, 1 << 30)];
            *m_instance = {};
            break;
        case AbstractNumberingId:
            if (m_instance)
                m_instance->abstract = numberOf(element, Value, 0, 0, 1 << 30);
            break;
        case LevelOverride:
            m_overridden = numberOf(element, Level, 0, 0, lastLevel);
            break;
        case StartOverride:
            if (m_instance)
                m_instance->starts[m_overridden] = numberOf(element, Value, 1, 0, 1 << 30);
            break;
        case NumberingLevel: {
            const int level = numberOf(element, Level, 0, 0, lastLevel);
            if (m_instance)
                m_level = &m_instance->levels[level];
            else if (m_abstract)
                m_level = &m_abstract->levels[static_cast<std::size_t>(level)];
            if (m_level)
                *m_level = {};
            break;
        }
        case StyleLink:
            if (m_abstract)
                m_abstract->styleLink = element.attribute(Value, {});
            break;
        case NumberingStyleLink:
            if (m_abstract)
                m_abstract->numberingStyleLink = element.attribute(Value, {});
            break;
        default:
            if (m_level)
                readLevel(element);
        }
    }

    void endElement(std::uint16_t number, ByteRange) override
    {
        if (m_skipped > 0)
            --m_skipped;
        else if (number == NumberingLevel)
            m_level = nullptr;
        else if (number == AbstractNumbering)
            m_abstract = nullptr;
        else if (number == docx::Numbering)
            m_instance = nullptr;
    }
    void characters(std::string_view, ByteRange, bool) override { }

    [[nodiscard]] docx::NumberingLists take() { return std::move(m_numbering); }

private:
    void readLevel(const XmlElement &element)
    {
        switch (element.number()) {
        case Start:
            m_level->start = numberOf(element, Value, 0, 0, 1 << 30);
            break;
        case NumberFormat:
            m_level->format = element.attribute(Value, "decimal");
            break;
        case LevelText:
            m_level->text = element.attribute(Value, {}).substr(0, longestMark);
            m_level->text = repairUtf8(m_level->text).text;
            break;
        case LevelRestart:
            m_level->restartAfter = numberOf(element, Value, -1, 0, lastLevel);
            break;
        case IsLegal:
            m_level->isLegal = isOn(element);
            break;
        default:
            break;
        }
    }

    docx::NumberingLists m_numbering;
    docx::NumberingLists::Abstract *m_abstract = nullptr;
    docx::NumberingLists::Instance *m_instance = nullptr;
    ListLevel *m_level = nullptr;
    int m_overridden = 0;
    std::size_t m_skipped = 0;
};

Outcome<NumberingLists> NumberingLists::read(std::string_view bytes, std::string_view part, const std::stop_token &stop)
{
    NumberingReader reader;
    const auto read = readXml(bytes, part, vocabulary(), reader, stop);
    if (read.isCancelled())
        return Cancelled{};
    if (!read)
        return read.error();
    return reader.take();
}

void NumberingLists::resolveStyles(Styles &styles)
{
    for (auto &[id, abstract] : m_abstracts) {
        if (abstract.numberingStyleLink.empty())
            continue;
        const auto list = m_lists.find(styles.numberingOf(abstract.numberingStyleLink));
        if (list == m_lists.end())
            continue;
        const auto other = m_abstracts.find(list->second.abstract);
        if (other != m_abstracts.end() && other->first != id)
            abstract.levels = other->second.levels;
    }
}

int NumberingLists::listOf(int numbering) const
{
    const auto list = m_lists.find(numbering);
    return list == m_lists.end() ? -1 : list->second.abstract;
}

const ListLevel &NumberingLists::levelOf(const Instance &instance, int level) const
{
    static const ListLevel none{.format = "none", .text = {}};
    if (const auto own = instance.levels.find(level); own != instance.levels.end())
        return own->second;
    const auto abstract = m_abstracts.find(instance.abstract);
    return abstract == m_abstracts.end() ? none : abstract->second.levels[static_cast<std::size_t>(level)];
}

bool NumberingLists::hasBullets(int numbering, int level) const
{
    const auto list = m_lists.find(numbering);
    return list != m_lists.end() && levelOf(list->second, std::clamp(level, 0, lastLevel)).format == "bullet";
}

std::string NumberingLists::next(int numbering, int level)
{
    const auto list = m_lists.find(numbering);
    if (list == m_lists.end())
        return {};
    Instance &instance = list->second;
    Counters &counters = m_counters[instance.abstract];
    const auto at = static_cast<std::size_t>(std::clamp(level, 0, lastLevel));
    const ListLevel &own = levelOf(instance, static_cast<int>(at));
    const auto startOf = [&](std::size_t i) {
        const auto start = instance.starts.find(static_cast<int>(i));
        return start == instance.starts.end() ? levelOf(instance, static_cast<int>(i)).start : start->second;
    };
    const bool startsAnew = !instance.hasStarted[at] && instance.starts.contains(static_cast<int>(at));
    instance.hasStarted[at] = true;
    if (startsAnew || !counters.isCounting[at])
        counters.values[at] = startOf(at);
    else
        ++counters.values[at];
    counters.isCounting[at] = true;
    for (std::size_t i = at + 1; i < listLevels; ++i) {
        const int after = levelOf(instance, static_cast<int>(i)).restartAfter;
        if (after < 0 || static_cast<int>(at) < after)
            counters.isCounting[i] = false;
    }
    if (own.format == "none")
        return {};
    if (own.format == "bullet")
        return bulletText(own.text);

    std::string mark;
    const std::string_view text = own.text;
    for (std::size_t i = 0; i < text.size() && mark.size() < longestMark; ++i) {
        const bool isNumber = text[i] == '%' && i + 1 < text.size() && text[i + 1] >= '1' && text[i + 1] <= '9';
        if (!isNumber) {
            mark += text[i];
            continue;
        }
        const auto of = static_cast<std::size_t>(text[++i] - '1');
        const ListLevel &shown = levelOf(instance, static_cast<int>(of));
        const int value = counters.isCounting[of] || of == at ? counters.values[of] : startOf(of);
        mark += numberText(value, own.isLegal && shown.format != "decimalZero" ? "decimal" : shown.format);
    }
    if (mark.size() > longestMark) {
        std::size_t end = longestMark;
        while (!isCharacterBoundary(mark, end))
            --end;
        mark.resize(end);
    }
    return mark;
}

} // namespace cw::docx
