// SPDX-License-Identifier: GPL-3.0-or-later
// Names of WordprocessingML, transitional and strict, that the reader of DOCX understands.
#pragma once

#include "formats/xmlreader.h"

#include <cstdint>

namespace cw::docx {

enum Name : std::uint16_t {
    Other,
    // the document
    Document,
    Body,
    Paragraph,
    ParagraphProperties,
    Run,
    RunProperties,
    Text,
    Tab,
    PositionTab,
    Break,
    CarriageReturn,
    NoBreakHyphen,
    SoftHyphen,
    Symbol,
    RenderedPageBreak,
    Table,
    Row,
    RowProperties,
    Cell,
    CellProperties,
    GridSpan,
    VerticalMerge,
    TableHeader,
    ConditionalStyle,
    TextBox,
    AlternateContent,
    Choice,
    Fallback,
    FieldCharacter,
    FootnoteReference,
    EndnoteReference,
    Footnote,
    Endnote,
    Header,
    Footer,
    AltChunk,
    SubDocument,
    ContentControlContent,
    DocumentPartGallery,
    // what is not to be read
    Deleted,
    MovedFrom,
    Instruction,
    DeletedText,
    DeletedInstruction,
    PropertiesChange,
    RubyText,
    // properties
    Style,
    ParagraphStyle,
    RunStyle,
    NumberingProperties,
    Level,
    NumberingId,
    OutlineLevel,
    Vanish,
    PageBreakBefore,
    // styles
    StyleName,
    BasedOn,
    // numbering
    AbstractNumbering,
    NumberingLevel,
    Numbering,
    AbstractNumberingId,
    LevelOverride,
    StartOverride,
    Start,
    NumberFormat,
    LevelText,
    LevelRestart,
    IsLegal,
    StyleLink,
    NumberingStyleLink,
    // mathematics
    MathText,
    Denominator,
    Superscript,
    Subscript,
    Radical,
    // attributes
    Value,
    Id,
    TypeAttribute,
    StyleId,
    Default,
    Space,
    FieldCharacterType,
    Character,
    Font,
    CustomMark,
    FirstRow
};

[[nodiscard]] const XmlVocabulary &vocabulary();

/// Value of an element such as <w:vanish/>: true unless it says otherwise.
[[nodiscard]] bool isOn(const XmlElement &element);
/// Decimal value of an attribute, within [minimum, maximum]; `otherwise` when there is none or it is no number.
[[nodiscard]] int numberOf(const XmlElement &element, std::uint16_t attribute, int otherwise, int minimum, int maximum);

} // namespace cw::docx
