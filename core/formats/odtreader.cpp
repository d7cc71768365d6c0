// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/odtreader.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cw::odt {

namespace {

constexpr std::size_t mostText = std::size_t{1} << 30U;
constexpr std::string_view softHyphen = "\xC2\xAD";
constexpr int mostSpaces = 1000;
constexpr int mostRepeated = 100;

int numberOf(const XmlElement &element, std::uint16_t attribute, int otherwise, int minimum, int maximum)
{
    const std::string_view text = element.attribute(attribute, {});
    int number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() ? std::clamp(number, minimum, maximum) : otherwise;
}

} // namespace

bool Reader::skips(const XmlElement &element)
{
    if (m_skipped > 0) {
        ++m_skipped;
        return true;
    }
    bool isSkipped = false;
    switch (element.number()) {
    case Annotation:
    case Forms:
    case EventListeners:
    case TrackedChanges:
    case RubyText:
    case HiddenText:
    case Script:
        isSkipped = true;
        break;
    case HiddenParagraph:
        isSkipped = element.attribute(IsHidden, "false") == "true";
        break;
    case TableOfContents:
        isSkipped = !m_keepsContents;
        break;
    case Section:
        isSkipped = element.attribute(TextDisplay, "true") == "none";
        break;
    case Span:
        isSkipped = m_styles.factsOf(element.attribute(TextStyleName, {})).isHidden;
        break;
    default:
        break;
    }
    m_skipped = isSkipped ? 1 : 0;
    return isSkipped;
}

void Reader::startElement(const XmlElement &element)
{
    ++m_depth;
    if (skips(element))
        return;
    switch (element.number()) {
    case OfficeText:
        m_hasText = true;
        m_knowsPages = element.attribute(UsesSoftPageBreaks, {}) == "true";
        if (m_knowsPages)
            story().blocks.beginPage("1");
        break;
    case Heading:
    case Paragraph:
        beginParagraph(element);
        break;
    case List:
    case ListItem:
    case ListHeader:
        readListElement(element);
        break;
    case Table:
    case HeaderRows:
    case Row:
    case Cell:
    case CoveredCell:
        readTableElement(element);
        break;
    default:
        if (!m_hasText)
            m_styleReader.startElement(element);
        else
            readInlineElement(element);
    }
}

void Reader::readInlineElement(const XmlElement &element)
{
    switch (element.number()) {
    case Spaces:
        put(std::string(static_cast<std::size_t>(numberOf(element, Count, 1, 0, mostSpaces)), ' '), element.bytes());
        break;
    case Tab:
        put("\t", element.bytes());
        break;
    case LineBreak:
        put("\n", element.bytes());
        break;
    case SoftPageBreak:
        beginPage();
        break;
    case Note: {
        const bool isEndnote = element.attribute(NoteClass, "footnote") == "endnote";
        m_notes.emplace_back(std::string(), isEndnote);
        break;
    }
    case NoteCitation:
        m_isInCitation = story().isInParagraph && !m_notes.empty();
        if (m_isInCitation)
            put("[", element.bytes());
        break;
    case NoteBody:
        beginStory();
        break;
    default:
        // a frame, shape or object: its text is not the paragraph's
        if (story().isInParagraph && !isInline(element.name()))
            beginStory();
    }
}

void Reader::endElement(std::uint16_t number, ByteRange bytes)
{
    const std::size_t depth = m_depth--;
    if (m_skipped > 0) {
        --m_skipped;
        return;
    }
    const bool endsStory = m_stories.size() > 1 && story().depth == depth;
    switch (number) {
    case Heading:
    case Paragraph:
        endParagraph();
        if (progress)
            progress(bytes.end);
        break;
    case ListItem:
    case ListHeader:
        endItem();
        break;
    case List:
        endList();
        break;
    case HeaderRows:
        m_headerRows -= m_headerRows > 0 ? 1 : 0;
        break;
    case Cell:
    case CoveredCell:
        if (endsStory)
            endCell();
        break;
    case Table:
        endTable();
        break;
    case NoteCitation:
        if (std::exchange(m_isInCitation, false))
            put("]", bytes);
        break;
    case NoteBody:
        if (endsStory)
            endNote();
        break;
    case Note:
        if (!m_notes.empty())
            m_notes.pop_back();
        break;
    case OfficeText:
        for (const BlockWriter &note : m_endnotes)
            story().blocks.append(note);
        m_endnotes.clear();
        break;
    default:
        if (endsStory) {
            BlockWriter box = endStory();
            story().following.push_back(std::move(box));
        } else if (!m_hasText) {
            m_styleReader.endElement(number);
        }
    }
}

void Reader::characters(std::string_view text, ByteRange bytes, bool isCopy)
{
    Story &current = story();
    if (m_skipped > 0 || !current.isInParagraph || current.facts.isHidden)
        return;
    if (current.text.bytes() + text.size() > mostText)
        return fail({ErrorCode::BadInput, "The document has more than 1 GiB of text. Split it.", {}});
    if (m_isInCitation && m_notes.back().first.size() < 32)
        m_notes.back().first += text;
    SourcedText &out = current.text;
    const auto add = [&](std::size_t begin, std::size_t end) {
        if (isCopy)
            out.copy(text.substr(begin, end - begin), m_part, bytes.begin + begin);
        else
            out.replace(text.substr(begin, end - begin), m_part, bytes);
    };
    std::size_t begin = 0;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const bool isSpace = c == ' ' || c == '\n' || c == '\t' || c == '\r';
        if (text.substr(i, softHyphen.size()) == softHyphen) {
            add(begin, i);
            begin = ++i + 1;
        } else if (isSpace && (c != ' ' || current.endsWithSpace)) {
            add(begin, i);
            begin = i + 1;
            if (!std::exchange(current.endsWithSpace, true))
                out.replace(" ", m_part, isCopy ? ByteRange{bytes.begin + i, bytes.begin + i + 1} : bytes);
        } else {
            current.endsWithSpace = isSpace;
        }
    }
    add(begin, text.size());
}

void Reader::put(std::string_view text, ByteRange source)
{
    Story &current = story();
    if (!current.isInParagraph || current.facts.isHidden)
        return;
    current.text.replace(text, m_part, source);
    current.endsWithSpace = false;
}

void Reader::beginStory()
{
    if (m_stories.size() > deepestStory)
        return fail({ErrorCode::BadInput,
                     "The document has tables, text boxes or notes in one another more than "
                         + std::to_string(deepestStory)
                         + " deep, as no writer of documents makes them; it was not read.",
                     {}});
    m_stories.emplace_back();
    story().depth = m_depth;
}

BlockWriter Reader::endStory()
{
    endParagraph();
    while (!story().lists.empty())
        endList();
    placeFollowing();
    BlockWriter blocks = std::move(story().blocks);
    m_stories.pop_back();
    return blocks;
}

void Reader::beginParagraph(const XmlElement &element)
{
    if (!m_hasText)
        return;
    // in a shape inside of a paragraph
    if (story().isInParagraph)
        beginStory();
    Story &current = story();
    current.facts = m_styles.factsOf(element.attribute(TextStyleName, {}));
    if (current.facts.beginsPage && (m_pages > 0 || !current.blocks.isEmpty()))
        beginPage();
    current.isInParagraph = true;
    current.endsWithSpace = true;
    current.headingLevel = 0;
    if (element.number() == Heading) {
        current.headingLevel = numberOf(element, OutlineLevel, 1, 1, static_cast<int>(listLevels));
        current.isNumbered = element.attribute(IsListHeader, "false") != "true";
    } else if (current.facts.kind == BlockKind::Heading) {
        current.headingLevel = current.facts.headingLevel;
        current.isNumbered = false;
    }
}

void Reader::endParagraph()
{
    Story &current = story();
    if (!current.isInParagraph)
        return;
    current.isInParagraph = false;
    SourcedText text = std::exchange(current.text, {});
    if (current.facts.kind != BlockKind::Code)
        text.trim();
    if (current.headingLevel > 0 && text.bytes() > 0) {
        writeHeading(std::move(text));
    } else if (current.facts.kind == BlockKind::Quote) {
        current.blocks.goOn(BlockKind::Quote);
        current.blocks.write(BlockKind::Paragraph, std::move(text));
        current.blocks.close();
    } else {
        current.blocks.write(current.facts.kind == BlockKind::Heading ? BlockKind::Paragraph : current.facts.kind,
                             std::move(text));
    }
    if (m_tables == 0)
        placeFollowing();
}

void Reader::writeHeading(SourcedText text)
{
    constexpr int deepestHeading = 6;
    Story &current = story();
    const auto level = static_cast<std::size_t>(current.headingLevel) - 1;
    SourcedText numbered;
    std::size_t bulletBytes = 0;
    if (current.isNumbered) {
        int &number = m_headingNumbers[level];
        const ListLevels &outline = m_styles.outline();
        number = number == 0 ? outline[level].start : number + 1;
        std::fill(m_headingNumbers.begin() + static_cast<std::ptrdiff_t>(level) + 1, m_headingNumbers.end(), 0);
        const std::string mark = markOf(outline, level, m_headingNumbers);
        numbered.insert(mark.empty() ? mark : mark + ' ');
        if (!outline[level].bullet.empty())
            bulletBytes = numbered.bytes();
    }
    numbered.append(text);
    // headings that stand in lists, as old writers number them, open sections all the same
    const std::size_t open = current.blocks.depth();
    for (std::size_t i = 0; i < open; ++i)
        current.blocks.close();
    current.blocks.write(BlockKind::Heading, std::move(numbered),
                         static_cast<std::uint8_t>(std::min(current.headingLevel, deepestHeading)), bulletBytes);
    for (OpenList &list : current.lists) {
        current.blocks.open(BlockKind::List);
        if (list.isItemOpen)
            current.blocks.open(BlockKind::ListItem);
    }
}

void Reader::readListElement(const XmlElement &element)
{
    Story &current = story();
    if (!m_hasText || current.isInParagraph)
        return;
    if (element.number() != List)
        return beginItem(element);
    OpenList list;
    list.style = element.attribute(TextStyleName, {});
    list.id = element.attribute(XmlId, {});
    if (!current.lists.empty()) {
        if (list.style.empty())
            list.style = current.lists.back().style;
        list.numbers = current.lists.back().numbers;
    }
    const auto goOn = [&](const auto &known, const std::string &key) {
        const auto found = known.find(key);
        if (found == known.end())
            return;
        const std::size_t level = current.lists.size();
        if (level < listLevels) {
            list.numbers[level] = found->second[level];
            list.isStarted = true;
        }
    };
    if (const auto other = element.attribute(ContinueList))
        goOn(m_numbersById, std::string(*other));
    else if (element.attribute(ContinueNumbering, {}) == "true")
        goOn(m_numbersByStyle, list.style);
    current.blocks.open(BlockKind::List);
    current.lists.push_back(std::move(list));
}

void Reader::beginItem(const XmlElement &element)
{
    Story &current = story();
    if (current.lists.empty())
        return;
    endItem();
    OpenList &list = current.lists.back();
    const std::size_t level = std::min(current.lists.size(), listLevels) - 1;
    std::string mark;
    if (element.number() == ListItem) {
        const ListLevels &levels = m_styles.list(list.style);
        int &number = list.numbers[level];
        number = list.isStarted ? number + 1 : levels[level].start;
        number = numberOf(element, StartValue, number, 0, 1 << 30);
        list.isStarted = true;
        mark = markOf(levels, level, list.numbers);
    }
    if (!mark.empty())
        mark += ' ';
    current.blocks.open(BlockKind::ListItem, std::move(mark));
    list.isItemOpen = true;
}

void Reader::endItem()
{
    Story &current = story();
    if (!current.lists.empty() && std::exchange(current.lists.back().isItemOpen, false))
        current.blocks.close();
}

void Reader::endList()
{
    endItem();
    Story &current = story();
    if (current.lists.empty())
        return;
    current.blocks.close();
    const OpenList &list = current.lists.back();
    m_numbersByStyle[list.style] = list.numbers;
    if (!list.id.empty())
        m_numbersById[list.id] = list.numbers;
    current.lists.pop_back();
}

void Reader::readTableElement(const XmlElement &element)
{
    if (!m_hasText)
        return;
    Story &current = story();
    switch (element.number()) {
    case Table:
        if (current.isInParagraph)
            break;
        ++m_tables;
        current.isInTable = true;
        current.rows.clear();
        break;
    case HeaderRows:
        ++m_headerRows;
        break;
    case Row:
        if (current.isInTable) {
            current.rows.emplace_back();
            current.rows.back().isHeader = m_headerRows > 0;
        }
        break;
    default:
        beginStory();
        story().cell.isCovered = element.number() == CoveredCell;
        story().repeated = numberOf(element, ColumnsRepeated, 1, 1, mostRepeated);
    }
}

void Reader::endCell()
{
    std::vector<BlockWriter> following = std::exchange(story().following, {});
    TableCell cell = std::move(story().cell);
    const int repeated = story().repeated;
    cell.blocks = endStory();
    Story &outer = story();
    std::ranges::move(following, std::back_inserter(outer.following));
    if (outer.rows.empty())
        return;
    for (int i = 1; i < repeated; ++i)
        outer.rows.back().cells.push_back(cell);
    outer.rows.back().cells.push_back(std::move(cell));
}

void Reader::endTable()
{
    Story &current = story();
    if (!std::exchange(current.isInTable, false))
        return;
    --m_tables;
    writeTable(current.blocks, std::exchange(current.rows, {}));
    if (m_tables == 0)
        placeFollowing();
}

void Reader::endNote()
{
    constexpr std::string_view blank = " ";
    BlockWriter content = endStory();
    if (m_notes.empty())
        return;
    const auto &[citation, isEndnote] = m_notes.back();
    BlockWriter note;
    note.open(BlockKind::Footnote, citation.empty() ? std::string() : "[" + citation + "]" + std::string(blank));
    note.append(content);
    note.close();
    if (isEndnote)
        m_endnotes.push_back(std::move(note));
    else
        story().following.push_back(std::move(note));
}

void Reader::placeFollowing()
{
    Story &current = story();
    for (const BlockWriter &blocks : current.following)
        current.blocks.append(blocks);
    current.following.clear();
}

void Reader::beginPage()
{
    if (!m_knowsPages || m_stories.size() > 1 + m_tables)
        return;
    ++m_pages;
    const std::string label = std::to_string(m_pages + 1);
    if (story().isInParagraph)
        story().text.beginPage(label);
    else
        story().blocks.beginPage(label);
}

} // namespace cw::odt
