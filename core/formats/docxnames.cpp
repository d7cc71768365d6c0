// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/docxnames.h"

#include <algorithm>
#include <charconv>

namespace cw::docx {

const XmlVocabulary &vocabulary()
{
    static const XmlVocabulary words = [] {
        XmlVocabulary made;
        made.add({"http://schemas.openxmlformats.org/wordprocessingml/2006/main",
                  "http://purl.oclc.org/ooxml/wordprocessingml/main"},
                 {{"document", Document},
                  {"body", Body},
                  {"p", Paragraph},
                  {"pPr", ParagraphProperties},
                  {"r", Run},
                  {"rPr", RunProperties},
                  {"t", Text},
                  {"tab", Tab},
                  {"ptab", PositionTab},
                  {"br", Break},
                  {"cr", CarriageReturn},
                  {"noBreakHyphen", NoBreakHyphen},
                  {"softHyphen", SoftHyphen},
                  {"sym", Symbol},
                  {"lastRenderedPageBreak", RenderedPageBreak},
                  {"tbl", Table},
                  {"tr", Row},
                  {"trPr", RowProperties},
                  {"tc", Cell},
                  {"tcPr", CellProperties},
                  {"gridSpan", GridSpan},
                  {"vMerge", VerticalMerge},
                  {"tblHeader", TableHeader},
                  {"cnfStyle", ConditionalStyle},
                  {"txbxContent", TextBox},
                  {"fldChar", FieldCharacter},
                  {"footnoteReference", FootnoteReference},
                  {"endnoteReference", EndnoteReference},
                  {"footnote", Footnote},
                  {"endnote", Endnote},
                  {"hdr", Header},
                  {"ftr", Footer},
                  {"altChunk", AltChunk},
                  {"subDoc", SubDocument},
                  {"sdtContent", ContentControlContent},
                  {"docPartGallery", DocumentPartGallery},
                  {"del", Deleted},
                  {"moveFrom", MovedFrom},
                  {"instrText", Instruction},
                  {"delText", DeletedText},
                  {"delInstrText", DeletedInstruction},
                  {"pPrChange", PropertiesChange},
                  {"rPrChange", PropertiesChange},
                  {"tblPrChange", PropertiesChange},
                  {"tblPrExChange", PropertiesChange},
                  {"trPrChange", PropertiesChange},
                  {"tcPrChange", PropertiesChange},
                  {"sectPrChange", PropertiesChange},
                  {"numberingChange", PropertiesChange},
                  {"rt", RubyText},
                  {"style", Style},
                  {"pStyle", ParagraphStyle},
                  {"rStyle", RunStyle},
                  {"numPr", NumberingProperties},
                  {"ilvl", Level},
                  {"numId", NumberingId},
                  {"outlineLvl", OutlineLevel},
                  {"vanish", Vanish},
                  {"pageBreakBefore", PageBreakBefore},
                  {"name", StyleName},
                  {"basedOn", BasedOn},
                  {"abstractNum", AbstractNumbering},
                  {"lvl", NumberingLevel},
                  {"num", Numbering},
                  {"abstractNumId", AbstractNumberingId},
                  {"lvlOverride", LevelOverride},
                  {"startOverride", StartOverride},
                  {"start", Start},
                  {"numFmt", NumberFormat},
                  {"lvlText", LevelText},
                  {"lvlRestart", LevelRestart},
                  {"isLgl", IsLegal},
                  {"styleLink", StyleLink},
                  {"numStyleLink", NumberingStyleLink},
                  {"val", Value},
                  {"id", Id},
                  {"type", TypeAttribute},
                  {"styleId", StyleId},
                  {"default", Default},
                  {"fldCharType", FieldCharacterType},
                  {"char", Character},
                  {"font", Font},
                  {"customMarkFollows", CustomMark},
                  {"firstRow", FirstRow}});
        made.add({"http://schemas.openxmlformats.org/officeDocument/2006/math",
                  "http://purl.oclc.org/ooxml/officeDocument/math"},
                 {{"t", MathText}, {"den", Denominator}, {"sup", Superscript}, {"sub", Subscript}, {"rad", Radical}});
        made.add({"http://schemas.openxmlformats.org/markup-compatibility/2006"},
                 {{"AlternateContent", AlternateContent}, {"Choice", Choice}, {"Fallback", Fallback}});
        made.add({"http://www.w3.org/XML/1998/namespace"}, {{"space", Space}});
        return made;
    }();
    return words;
}

bool isOn(const XmlElement &element)
{
    const std::string_view value = element.attribute(Value, "true");
    return value != "false" && value != "0" && value != "off";
}

int numberOf(const XmlElement &element, std::uint16_t attribute, int otherwise, int minimum, int maximum)
{
    const std::string_view value = element.attribute(attribute, {});
    int number = 0;
    const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
    if (error != std::errc() || end != value.data() + value.size())
        return otherwise;
    return std::clamp(number, minimum, maximum);
}

} // namespace cw::docx
