// SPDX-License-Identifier: GPL-3.0-or-later
// The text of an OpenDocument text.
#pragma once

#include "formats/blockwriter.h"
#include "formats/odtstyles.h"
#include "formats/tablewriter.h"

#include <array>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace cw::odt {

/// Tables, text boxes and notes in one another that are read.
inline constexpr std::size_t deepestStory = 60;

/// Reads content.xml, styles.xml (styles only) or a flat document. Deleted and hidden text and annotations are left
/// out; text boxes and footnotes follow the paragraph they stand in, endnotes the document.
class Reader final : public XmlHandler
{
public:
    /// `part` is the number of the part in the source map.
    Reader(Styles &styles, std::uint32_t part, bool keepsContents)
        : m_styles(styles), m_styleReader(styles), m_part(part), m_keepsContents(keepsContents)
    {
        m_stories.emplace_back();
    }

    /// Called with the place of every paragraph's end.
    std::function<void(std::size_t byte)> progress;

    void startElement(const XmlElement &element) override;
    void endElement(std::uint16_t number, ByteRange bytes) override;
    void characters(std::string_view text, ByteRange bytes, bool isCopy) override;

    [[nodiscard]] bool hasText() const noexcept { return m_hasText; } ///< there was an <office:text>
    [[nodiscard]] BlockWriter &blocks() { return m_stories.front().blocks; }

private:
    struct OpenList
    {
        std::string style;
        std::string id;
        std::array<int, listLevels> numbers{};
        bool isStarted = false; ///< has its first item
        bool isItemOpen = false;
    };
    /// A flow of paragraphs of its own: the body, a note, a cell, a text box.
    struct Story
    {
        BlockWriter blocks;
        SourcedText text; ///< of the paragraph being read
        std::vector<OpenList> lists;
        std::vector<TableRow> rows;
        std::vector<BlockWriter> following; ///< text boxes and notes
        StyleFacts facts; ///< of the paragraph
        int headingLevel = 0; ///< 0: no heading
        bool isNumbered = false; ///< the heading
        bool isInParagraph = false;
        bool endsWithSpace = true; ///< white space that follows does not count
        bool isInTable = false;
        TableCell cell; ///< what the story is read for
        int repeated = 1;
        std::size_t depth = 0; ///< of the element that it is the content of
    };

    [[nodiscard]] Story &story() { return m_stories.back(); }
    [[nodiscard]] bool skips(const XmlElement &element);
    void readListElement(const XmlElement &element);
    void readTableElement(const XmlElement &element);
    void readInlineElement(const XmlElement &element);
    void beginStory();
    [[nodiscard]] BlockWriter endStory();
    void beginParagraph(const XmlElement &element);
    void endParagraph();
    void writeHeading(SourcedText text);
    void beginItem(const XmlElement &element);
    void endItem();
    void endList();
    void endCell();
    void endTable();
    void endNote();
    void placeFollowing();
    void beginPage();
    void put(std::string_view text, ByteRange source);

    Styles &m_styles;
    StyleReader m_styleReader;
    std::uint32_t m_part;
    bool m_keepsContents;
    std::vector<Story> m_stories;
    std::size_t m_skipped = 0; ///< depth inside of what is left out
    std::size_t m_depth = 0;
    std::size_t m_tables = 0; ///< open
    std::size_t m_headerRows = 0;
    bool m_hasText = false;
    bool m_knowsPages = false;
    std::size_t m_pages = 0;
    bool m_isInCitation = false;
    std::vector<std::pair<std::string, bool>> m_notes; ///< open ones: mark, whether it is an endnote
    std::vector<BlockWriter> m_endnotes;
    std::array<int, listLevels> m_headingNumbers{};
    std::map<std::string, std::array<int, listLevels>> m_numbersByStyle; ///< of the last list of each style
    std::map<std::string, std::array<int, listLevels>> m_numbersById;
};

} // namespace cw::odt
