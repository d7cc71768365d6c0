// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/docxreader.h"

#include "formats/numbertext.h"
#include "formats/symbolfonts.h"
#include "segment/words.h"

#include <algorithm>
#include <charconv>
#include <utility>

namespace cw::docx {

namespace {

constexpr std::size_t mostText = std::size_t{1} << 30U;
constexpr std::string_view softHyphen = "\xC2\xAD";

} // namespace

bool Reader::skips(const XmlElement &element)
{
    if (m_skipped > 0) {
        ++m_skipped;
        return true;
    }
    switch (element.number()) {
    case Deleted:
    case MovedFrom:
        // in properties they say that a paragraph's end or a row is deleted
        if (m_properties == PropertiesOf::Mark)
            story().isMarkDeleted = true;
        else if (m_properties == PropertiesOf::Row)
            story().isRowDeleted = true;
        break;
    case Instruction:
    case DeletedText:
    case DeletedInstruction:
    case PropertiesChange:
    case RubyText:
        break;
    case DocumentPartGallery:
        if (!m_sources.keepsContents && element.attribute(Value, {}) == "Table of Contents")
            m_isContents = true;
        return false;
    case ContentControlContent:
        if (!std::exchange(m_isContents, false))
            return false;
        break;
    case AlternateContent:
        m_hasChosen.push_back(false);
        return false;
    case Choice:
        if (m_hasChosen.empty() || !m_hasChosen.back()) {
            if (!m_hasChosen.empty())
                m_hasChosen.back() = true;
            return false;
        }
        break;
    case Fallback:
        if (m_hasChosen.empty() || !m_hasChosen.back())
            return false;
        break;
    default:
        return false;
    }
    m_skipped = 1;
    return true;
}

void Reader::startElement(const XmlElement &element)
{
    m_place = element.bytes().begin;
    if (skips(element))
        return;
    switch (element.number()) {
    case Document:
        m_isDocument = true;
        break;
    case Paragraph:
        beginParagraph();
        break;
    case ParagraphProperties:
        m_properties = PropertiesOf::Paragraph;
        break;
    case RunProperties:
        m_properties = m_isInRun                      ? PropertiesOf::Run
            : m_properties == PropertiesOf::Paragraph ? PropertiesOf::Mark
                                                      : PropertiesOf::Nothing;
        break;
    case Run:
        m_isInRun = true;
        m_isRunHidden = story().kind.isHidden;
        break;
    case Footnote:
    case Endnote: {
        const std::string_view type = element.attribute(TypeAttribute, "normal");
        m_note = type == "normal" ? numberOf(element, Id, -1, -1, 1 << 30) : -1;
        beginStory();
        break;
    }
    case AltChunk:
    case SubDocument:
        ++m_embedded;
        break;
    case Table:
    case Row:
    case RowProperties:
    case Cell:
    case GridSpan:
    case VerticalMerge:
    case TableHeader:
    case ConditionalStyle:
        readTableElement(element);
        break;
    default:
        if (m_properties == PropertiesOf::Paragraph)
            readParagraphProperty(element);
        else if (m_properties == PropertiesOf::Run)
            readRunProperty(element);
        else if (m_properties == PropertiesOf::Nothing)
            readRunContent(element);
    }
}

void Reader::endElement(std::uint16_t number, ByteRange bytes)
{
    m_place = bytes.end;
    if (m_skipped > 0) {
        --m_skipped;
        return;
    }
    switch (number) {
    case Paragraph:
        endParagraph();
        if (progress)
            progress(bytes.end);
        break;
    case ParagraphProperties:
        m_properties = PropertiesOf::Nothing;
        break;
    case RunProperties:
        m_properties = m_properties == PropertiesOf::Mark ? PropertiesOf::Paragraph : PropertiesOf::Nothing;
        break;
    case RowProperties:
        m_properties = PropertiesOf::Nothing;
        break;
    case Run:
        m_isInRun = false;
        m_isRunHidden = false;
        break;
    case Text:
        if (m_isInText && !m_keepsSpace)
            story().text.trim(m_textBegin);
        m_isInText = false;
        break;
    case MathText:
        m_isInText = false;
        break;
    case Cell:
        endCell();
        break;
    case Row:
        if (std::exchange(story().isRowDeleted, false) && !story().rows.empty())
            story().rows.pop_back();
        break;
    case Table:
        endTable();
        break;
    case TextBox: {
        if (m_stories.size() < 2)
            break;
        BlockWriter box = endStory();
        story().following.push_back(std::move(box));
        break;
    }
    case Footnote:
    case Endnote:
        endNote();
        break;
    case AlternateContent:
        if (!m_hasChosen.empty())
            m_hasChosen.pop_back();
        break;
    case Document:
    case Header:
    case Footer:
        finishStory();
        break;
    default:
        break;
    }
}

void Reader::characters(std::string_view text, ByteRange bytes, bool isCopy)
{
    if (m_skipped > 0 || !m_isInText || isHidden())
        return;
    SourcedText &out = story().text;
    if (out.bytes() + text.size() > mostText)
        return fail({ErrorCode::BadInput, "The document has more than 1 GiB of text. Split it.", {}});
    m_isPageBegun = false;
    if (!isCopy)
        return out.replace(text == "\n" || text == "\t" ? " " : text == softHyphen ? "" : text, m_part, bytes);
    std::size_t begin = 0;
    for (std::size_t i = 0; i <= text.size(); ++i) {
        const bool isEnd = i == text.size();
        const bool isSpace = !isEnd && (text[i] == '\n' || text[i] == '\t');
        const bool isHyphen = !isEnd && text.substr(i, softHyphen.size()) == softHyphen;
        if (!isEnd && !isSpace && !isHyphen)
            continue;
        out.copy(text.substr(begin, i - begin), m_part, bytes.begin + begin);
        if (isSpace)
            out.replace(" ", m_part, {bytes.begin + i, bytes.begin + i + 1});
        i += isHyphen ? 1 : 0;
        begin = i + 1;
    }
}

void Reader::put(std::string_view text, ByteRange source)
{
    if (!isHidden())
        story().text.replace(text, m_part, source);
}

void Reader::readParagraphProperty(const XmlElement &element)
{
    Story &current = story();
    switch (element.number()) {
    case ParagraphStyle:
        current.kind = m_sources.styles.paragraph(element.attribute(Value, {}));
        break;
    case OutlineLevel:
        current.own.outlineLevel = numberOf(element, Value, ParagraphKind::notSaid, 0, ParagraphKind::bodyText);
        break;
    case NumberingId:
        current.own.numbering = numberOf(element, Value, 0, 0, 1 << 30);
        break;
    case Level:
        current.own.listLevel = numberOf(element, Value, 0, 0, static_cast<int>(listLevels) - 1);
        break;
    case PageBreakBefore:
        if (isOn(element))
            beginPage(true);
        break;
    default:
        break;
    }
}

void Reader::readRunProperty(const XmlElement &element)
{
    if (element.number() == Vanish)
        m_isRunHidden = isOn(element);
    else if (element.number() == RunStyle)
        m_isRunHidden = m_isRunHidden || m_sources.styles.isRunHidden(element.attribute(Value, {}));
}

void Reader::readRunContent(const XmlElement &element)
{
    switch (element.number()) {
    case Text:
    case MathText:
        m_isInText = true;
        m_keepsSpace = element.number() == MathText || element.attribute(Space, {}) == "preserve";
        m_textBegin = story().text.bytes();
        break;
    case Tab:
    case PositionTab:
        put("\t", element.bytes());
        break;
    case Break:
        if (const std::string_view type = element.attribute(TypeAttribute, "textWrapping"); type == "page")
            beginPage(true);
        put("\n", element.bytes());
        break;
    case CarriageReturn:
        put("\n", element.bytes());
        break;
    case NoBreakHyphen:
        put("-", element.bytes());
        break;
    case Symbol:
        readSymbol(element);
        break;
    case RenderedPageBreak:
        beginPage(false);
        break;
    case FieldCharacter:
        readField(element);
        break;
    case FootnoteReference:
        referTo(element, false);
        break;
    case EndnoteReference:
        referTo(element, true);
        break;
    case TextBox:
        beginStory();
        break;
    case Denominator:
        put("/", element.bytes());
        break;
    case Superscript:
        put("^", element.bytes());
        break;
    case Subscript:
        put("_", element.bytes());
        break;
    case Radical:
        put("√", element.bytes());
        break;
    default:
        break;
    }
}

void Reader::beginStory()
{
    m_stories.emplace_back();
    story().fields = m_fields.size();
    m_isInRun = false;
    m_isInText = false;
}

void Reader::finishStory()
{
    story().isMarkDeleted = false;
    endParagraph();
    closeLists();
    placeFollowing();
}

BlockWriter Reader::endStory()
{
    finishStory();
    while (m_fields.size() > story().fields) {
        m_instructions -= m_fields.back() ? 1 : 0;
        m_fields.pop_back();
    }
    BlockWriter blocks = std::move(story().blocks);
    m_stories.pop_back();
    return blocks;
}

void Reader::beginParagraph()
{
    Story &current = story();
    m_properties = PropertiesOf::Nothing;
    if (current.isInParagraph && !current.isMarkDeleted)
        endParagraph();
    // a paragraph whose end is deleted goes on with the next one, whose properties hold for both
    current.isInParagraph = true;
    current.isMarkDeleted = false;
    current.kind = m_sources.styles.paragraph({});
    current.own = {};
}

void Reader::endParagraph()
{
    Story &current = story();
    if (!current.isInParagraph || current.isMarkDeleted)
        return;
    current.isInParagraph = false;
    ParagraphKind kind = current.kind;
    if (current.own.outlineLevel != ParagraphKind::notSaid)
        kind.outlineLevel = current.own.outlineLevel;
    if (current.own.numbering != ParagraphKind::notSaid)
        kind.numbering = current.own.numbering;
    if (current.own.listLevel != ParagraphKind::notSaid)
        kind.listLevel = current.own.listLevel;
    SourcedText text = std::exchange(current.text, {});
    if (!kind.isContents || m_sources.keepsContents)
        writeParagraph(std::move(text), kind);
    if (m_tableDepth == 0)
        placeFollowing();
}

void Reader::writeParagraph(SourcedText text, const ParagraphKind &kind)
{
    BlockWriter &blocks = story().blocks;
    const bool isHeading = kind.outlineLevel != ParagraphKind::notSaid && kind.outlineLevel < ParagraphKind::bodyText;
    const bool isListed = kind.numbering > 0 && m_sources.numbering.has(kind.numbering);
    const bool isCode = kind.kind == BlockKind::Code && !isHeading && !isListed;
    if (!isCode)
        text.trim();
    if (skipSpaces(text.text(), 0, text.bytes()) == text.bytes()) {
        blocks.write(isCode ? BlockKind::Code : BlockKind::Paragraph, std::move(text));
        return;
    }
    if (isHeading) {
        closeLists();
        std::size_t bulletBytes = 0;
        if (isListed) {
            const int listLevel = std::max(kind.listLevel, 0);
            const std::string mark = m_sources.numbering.next(kind.numbering, listLevel);
            SourcedText numbered;
            numbered.insert(mark.empty() ? mark : mark + ' ');
            if (m_sources.numbering.hasBullets(kind.numbering, listLevel))
                bulletBytes = numbered.bytes();
            numbered.append(text);
            text = std::move(numbered);
        }
        constexpr int deepestHeading = 5;
        blocks.write(BlockKind::Heading, std::move(text),
                     static_cast<std::uint8_t>(std::min(kind.outlineLevel, deepestHeading) + 1), bulletBytes);
        return;
    }
    if (isListed) {
        openListItem(kind);
        blocks.write(BlockKind::Paragraph, std::move(text));
        return;
    }
    closeLists();
    if (kind.kind == BlockKind::Quote) {
        blocks.goOn(BlockKind::Quote);
        blocks.write(BlockKind::Paragraph, std::move(text));
        blocks.close();
    } else {
        blocks.write(kind.kind, std::move(text));
    }
}

void Reader::openListItem(const ParagraphKind &kind)
{
    Story &current = story();
    const int level = std::max(kind.listLevel, 0);
    const int list = m_sources.numbering.listOf(kind.numbering);
    const auto isOther
        = [&](const OpenList &open) { return open.level > level || (open.level == level && open.list != list); };
    while (!current.lists.empty() && isOther(current.lists.back())) {
        current.blocks.close();
        current.blocks.close();
        current.lists.pop_back();
    }
    if (!current.lists.empty() && current.lists.back().level == level) {
        current.blocks.close();
    } else {
        current.blocks.open(BlockKind::List);
        current.lists.push_back({list, level});
    }
    std::string mark = m_sources.numbering.next(kind.numbering, level);
    if (!mark.empty())
        mark += ' ';
    current.blocks.open(BlockKind::ListItem, std::move(mark));
}

void Reader::closeLists()
{
    Story &current = story();
    for (; !current.lists.empty(); current.lists.pop_back()) {
        current.blocks.close();
        current.blocks.close();
    }
}

void Reader::placeFollowing()
{
    Story &current = story();
    for (const BlockWriter &blocks : current.following)
        current.blocks.append(blocks);
    current.following.clear();
}

void Reader::beginPage(bool byAuthor)
{
    // where the author began a page, Word notes one as well
    const bool isNoted = !byAuthor && std::exchange(m_isPageBegun, false);
    if (!m_sources.knowsPages || m_stories.size() > 1 + m_tableDepth || isNoted)
        return;
    m_isPageBegun = byAuthor;
    ++m_pages;
    story().text.beginPage(std::to_string(m_pages + 1));
}

void Reader::readField(const XmlElement &element)
{
    const std::string_view type = element.attribute(FieldCharacterType, {});
    if (type == "begin") {
        m_fields.push_back(true);
        ++m_instructions;
        return;
    }
    if (m_fields.size() <= story().fields)
        return;
    if (m_fields.back()) {
        m_fields.back() = false;
        --m_instructions;
    }
    if (type == "end")
        m_fields.pop_back();
}

void Reader::readSymbol(const XmlElement &element)
{
    unsigned code = 0;
    const std::string_view hex = element.attribute(Character, {});
    std::from_chars(hex.data(), hex.data() + hex.size(), code, 16);
    const std::string text = symbolText(element.attribute(Font, {}), code);
    if (text.empty())
        ++m_unknownSymbols;
    put(text.empty() ? "\xEF\xBF\xBD" : text, element.bytes());
    m_isPageBegun = false;
}

void Reader::referTo(const XmlElement &element, bool isEndnote)
{
    if (isHidden())
        return;
    const int id = numberOf(element, Id, -1, -1, 1 << 30);
    Notes &notes = isEndnote ? m_sources.endnotes : m_sources.footnotes;
    const auto found = notes.find(id);
    if (found == notes.end())
        return;
    Note &note = found->second;
    const bool hasOwnMark = element.attribute(CustomMark, "0") == "1" || element.attribute(CustomMark, "0") == "true";
    if (isEndnote) {
        if (!note.isPlaced)
            m_endnotes.push_back(id);
        note.mark
            = hasOwnMark ? std::string() : "[" + numberText(static_cast<int>(m_endnotes.size()), "lowerRoman") + "]";
    } else if (!hasOwnMark) {
        note.mark = "[" + std::to_string(++m_footnoteNumber) + "]";
    }
    put(note.mark, element.bytes());
    if (std::exchange(note.isPlaced, true) || isEndnote)
        return;
    story().following.push_back(noteBlocks(note));
}

BlockWriter noteBlocks(const Note &note)
{
    BlockWriter blocks;
    blocks.open(BlockKind::Footnote, note.mark.empty() ? std::string() : note.mark + ' ');
    blocks.append(note.blocks);
    blocks.close();
    return blocks;
}

void Reader::endNote()
{
    if (m_stories.size() < 2)
        return;
    BlockWriter blocks = endStory();
    if (m_note >= 0)
        m_notes[m_note].blocks = std::move(blocks);
    m_note = -1;
}

std::vector<FormatProblem> Reader::takeProblems()
{
    std::vector<FormatProblem> problems;
    const auto say = [&](std::size_t count, std::string_view one, std::string_view many) {
        if (count == 1)
            problems.push_back({std::string(one), {}});
        else if (count > 1)
            problems.push_back({std::to_string(count) + std::string(many), {}});
    };
    say(m_embedded, "One document that is embedded in this one was not read; open it in Word and save it anew.",
        " documents that are embedded in this one were not read; open it in Word and save it anew.");
    say(m_unknownSymbols, "One symbol of a font that is not known here was replaced by U+FFFD.",
        " symbols of fonts that are not known here were replaced by U+FFFD.");
    say(m_instructions,
        "A field has a beginning and no end; what stands behind its beginning was taken for its instruction.",
        " fields have a beginning and no end; what stands behind their beginnings was taken for their instructions.");
    return problems;
}

} // namespace cw::docx
