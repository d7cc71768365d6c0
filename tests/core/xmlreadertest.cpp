// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/xmlreader.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

namespace {

using cw::ByteRange;
using cw::XmlElement;
using cw::XmlVocabulary;
using testing::ElementsAre;
using testing::HasSubstr;

enum Name : std::uint16_t { Other, A, B, X };

const XmlVocabulary &vocabulary()
{
    static const XmlVocabulary words = [] {
        XmlVocabulary made;
        made.add({"urn:one", "urn:two"}, {{"a", A}, {"b", B}, {"x", X}});
        return made;
    }();
    return words;
}

/// Writes down what it hears.
class Recorder final : public cw::XmlHandler
{
public:
    explicit Recorder(std::string_view bytes) : m_bytes(bytes) { }

    void startElement(const XmlElement &element) override
    {
        std::string line = "<" + std::to_string(element.number());
        if (const auto value = element.attribute(X))
            line += " x=" + std::string(*value);
        events.push_back(line + " " + std::string(source(element.bytes())));
    }
    void endElement(std::uint16_t number, ByteRange bytes) override
    {
        events.push_back(">" + std::to_string(number) + " " + std::string(source(bytes)));
    }
    void characters(std::string_view text, ByteRange bytes, bool isCopy) override
    {
        events.push_back((isCopy ? "copy " : "text ") + std::string(text) + " of " + std::string(source(bytes)));
    }

    std::vector<std::string> events;

private:
    std::string_view source(ByteRange range) const { return m_bytes.substr(range.begin, range.size()); }
    std::string_view m_bytes;
};

std::string errorOf(const std::string &xml)
{
    Recorder recorder(xml);
    const auto read = cw::readXml(xml, "part.xml", vocabulary(), recorder, {});
    return read.hasError() ? read.error().message : std::string();
}

TEST(XmlReader, TellsNamesInAnyOfTheirNamespacesWithTheirPlaces)
{
    const std::string xml
        = "<?xml version='1.0'?><n:a xmlns:n='urn:two' n:x='1'><n:b/>t&amp;u<c x='no'>\xC3\xA4</c></n:a>";
    Recorder recorder(xml);
    ASSERT_TRUE(cw::readXml(xml, "part.xml", vocabulary(), recorder, {}).hasValue());
    EXPECT_THAT(recorder.events,
                ElementsAre("<1 x=1 <n:a xmlns:n='urn:two' n:x='1'>", "<2 <n:b/>", ">2 ", "copy t of t",
                            "text & of &amp;", "copy u of u", "<0 <c x='no'>", "copy \xC3\xA4 of \xC3\xA4", ">0 </c>",
                            ">1 </n:a>"));
}

TEST(XmlReader, ReadsUtf16WithPlacesInItsBytes)
{
    const std::u16string xml = u"\uFEFF<a xmlns='urn:one'>\u00E4b</a>";
    std::string bytes;
    for (const char16_t unit : xml) {
        bytes += static_cast<char>(unit & 0xFFU);
        bytes += static_cast<char>(unit >> 8U);
    }
    Recorder recorder(bytes);
    ASSERT_TRUE(cw::readXml(bytes, "part.xml", vocabulary(), recorder, {}).hasValue());
    ASSERT_EQ(recorder.events.size(), 3U);
    EXPECT_EQ(recorder.events[1],
              std::string("text \xC3\xA4"
                          "b of \xE4\0b\0",
                          16));
}

TEST(XmlReader, NeverFollowsEntities)
{
    EXPECT_THAT(errorOf("<!DOCTYPE a [<!ENTITY b 'text'>]><a>&b;</a>"), HasSubstr("declares XML entities"));
    EXPECT_THAT(errorOf("<!DOCTYPE a [<!ENTITY b SYSTEM 'file:///etc/passwd'>]><a>&b;</a>"),
                HasSubstr("declares XML entities"));
    EXPECT_THAT(errorOf("<!DOCTYPE a [<!ENTITY % b SYSTEM 'http://example.org/a.dtd'> %b;]><a/>"),
                HasSubstr("declares XML entities"));
    EXPECT_EQ(errorOf("<!DOCTYPE a PUBLIC '-//X//Y' 'http://example.org/a.dtd'><a>text</a>"), "");
    EXPECT_THAT(errorOf("<!DOCTYPE a SYSTEM 'a.dtd'><a>&nbsp;</a>"), HasSubstr("entity \"nbsp\""));
}

TEST(XmlReader, RefusesTheBillionLaughsAtTheirFirstDeclaration)
{
    std::string xml = "<!DOCTYPE a [<!ENTITY l0 'lol'>";
    for (int i = 1; i < 10; ++i) {
        xml += "<!ENTITY l" + std::to_string(i) + " '";
        for (int j = 0; j < 10; ++j)
            xml += "&l" + std::to_string(i - 1) + ";";
        xml += "'>";
    }
    EXPECT_THAT(errorOf(xml + "]><a>&l9;</a>"), HasSubstr("declares XML entities"));
}

TEST(XmlReader, BoundsNesting)
{
    const auto nested = [](std::size_t depth) {
        std::string xml;
        for (std::size_t i = 0; i < depth; ++i)
            xml += "<a>";
        for (std::size_t i = 0; i < depth; ++i)
            xml += "</a>";
        return xml;
    };
    EXPECT_EQ(errorOf(nested(cw::deepestXml)), "");
    EXPECT_THAT(errorOf(nested(cw::deepestXml + 1)), HasSubstr("nested more than 1000 deep"));
    EXPECT_THAT(errorOf(nested(200'000)), HasSubstr("nested more than 1000 deep"));
}

TEST(XmlReader, NamesPartLineAndColumnOfWhatIsWrong)
{
    EXPECT_THAT(errorOf("<a>\n<b></a>"),
                HasSubstr("\"part.xml\" is no well-formed XML (mismatched tag, line 2, column 6)"));
    EXPECT_THAT(errorOf(""), HasSubstr("no element found"));
    EXPECT_THAT(errorOf("<?xml version='1.0' encoding='x-none'?><a/>"), HasSubstr("unknown encoding"));
}

TEST(XmlReader, StopsWhenAskedAndWhenItsHandlerFails)
{
    const std::string xml = "<a><b/><b/></a>";
    std::stop_source source;
    source.request_stop();
    Recorder stopped(xml);
    EXPECT_TRUE(cw::readXml(xml, "part.xml", vocabulary(), stopped, source.get_token()).isCancelled());
    EXPECT_EQ(stopped.events.size(), 1U);

    Recorder failing(xml);
    failing.fail({cw::ErrorCode::BadInput, "Enough.", {}});
    const auto read = cw::readXml(xml, "part.xml", vocabulary(), failing, {});
    ASSERT_TRUE(read.hasError());
    EXPECT_EQ(read.error().message, "Enough.");
}

} // namespace
