// SPDX-License-Identifier: GPL-3.0-or-later
// The text of a Word document: its body, notes, headers and footers.
#pragma once

#include "formats/blockwriter.h"
#include "formats/docxnames.h"
#include "formats/docxnumbering.h"
#include "formats/docxstyles.h"
#include "formats/tablewriter.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cw::docx {

/// A footnote or endnote, read before what refers to it.
struct Note
{
    BlockWriter blocks;
    std::string mark; ///< "[1]"
    bool isPlaced = false;
};
/// As a block, with its mark.
[[nodiscard]] BlockWriter noteBlocks(const Note &note);
using Notes = std::map<int, Note>;

/// What all parts of a document are read with.
struct Sources
{
    Styles styles;
    NumberingLists numbering;
    Notes footnotes;
    Notes endnotes;
    bool keepsContents = false; ///< tables of contents
    bool knowsPages = false; ///< Word has left where pages began when it last laid the document out
};

/// Tables in one another that are read.
inline constexpr std::size_t deepestTable = 30;

/// Reads one part: <w:document>, <w:footnotes>, <w:endnotes>, <w:hdr> or <w:ftr>. Deleted and hidden text, instructions
/// of fields and properties are left out; text boxes and footnotes follow the paragraph they stand in.
class Reader final : public XmlHandler
{
public:
    /// `part` is the number of the part in the source map.
    Reader(Sources &sources, std::uint32_t part) : m_sources(sources), m_part(part) { m_stories.emplace_back(); }

    /// Called with the place of every paragraph's end.
    std::function<void(std::size_t byte)> progress;

    void startElement(const XmlElement &element) override;
    void endElement(std::uint16_t number, ByteRange bytes) override;
    void characters(std::string_view text, ByteRange bytes, bool isCopy) override;

    [[nodiscard]] bool isDocument() const { return m_isDocument; }
    /// After reading: what was read, but for notes.
    [[nodiscard]] BlockWriter &blocks() { return m_stories.front().blocks; }
    [[nodiscard]] Notes &notes() { return m_notes; }
    /// Numbers of the endnotes referred to, in order.
    [[nodiscard]] const std::vector<int> &endnotes() const { return m_endnotes; }
    [[nodiscard]] std::vector<FormatProblem> takeProblems();

private:
    struct OpenList
    {
        int list = 0;
        int level = 0;
    };
    /// A flow of paragraphs of its own: the body, a note, a cell, a text box.
    struct Story
    {
        BlockWriter blocks;
        SourcedText text; ///< of the paragraph being read
        ParagraphKind kind; ///< by its style
        ParagraphKind own; ///< by itself
        std::vector<TableRow> rows; ///< of the table being read
        bool isRowDeleted = false;
        std::vector<OpenList> lists;
        std::vector<BlockWriter> following; ///< text boxes and notes
        std::size_t fields = 0; ///< open around it
        int columns = 1; ///< of a cell
        bool goesOn = false; ///< of a cell
        bool isInParagraph = false;
        bool isMarkDeleted = false; ///< the paragraph goes on with the next one
        bool isInTable = false;
    };

    enum class PropertiesOf : std::uint8_t { Nothing, Paragraph, Mark, Run, Row };

    [[nodiscard]] Story &story() { return m_stories.back(); }
    [[nodiscard]] bool skips(const XmlElement &element);
    void readParagraphProperty(const XmlElement &element);
    void readRunProperty(const XmlElement &element);
    void readRunContent(const XmlElement &element);
    void readTableElement(const XmlElement &element);
    void beginStory();
    void finishStory();
    [[nodiscard]] BlockWriter endStory();
    void beginParagraph();
    void endParagraph();
    void writeParagraph(SourcedText text, const ParagraphKind &kind);
    void openListItem(const ParagraphKind &kind);
    void closeLists();
    void placeFollowing();
    void endCell();
    void endTable();
    void beginPage(bool byAuthor);
    void readField(const XmlElement &element);
    void readSymbol(const XmlElement &element);
    void referTo(const XmlElement &element, bool isEndnote);
    void endNote();
    [[nodiscard]] bool isHidden() const { return m_isRunHidden || m_instructions > 0; }
    void put(std::string_view text, ByteRange source);

    Sources &m_sources;
    std::uint32_t m_part;
    std::vector<Story> m_stories;
    std::size_t m_skipped = 0; ///< depth inside of what is left out
    std::vector<bool> m_hasChosen; ///< of each open AlternateContent
    std::vector<bool> m_fields; ///< open ones: whether their instruction is being read
    std::size_t m_instructions = 0;
    PropertiesOf m_properties = PropertiesOf::Nothing;
    bool m_isDocument = false;
    bool m_isInRun = false;
    bool m_isRunHidden = false;
    bool m_isInText = false;
    bool m_isContents = false; ///< the content control being read holds a table of contents
    bool m_keepsSpace = false;
    std::size_t m_textBegin = 0;
    std::size_t m_place = 0; ///< byte of the part
    bool m_isPageBegun = false; ///< by the author, with no text on it so far
    std::size_t m_pages = 0;
    Notes m_notes;
    int m_note = -1;
    int m_footnoteNumber = 0;
    std::vector<int> m_endnotes;
    std::size_t m_embedded = 0;
    std::size_t m_unknownSymbols = 0;
    std::size_t m_tableDepth = 0;
};

} // namespace cw::docx
