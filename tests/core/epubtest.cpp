// SPDX-License-Identifier: GPL-3.0-or-later
// Books made here; texts and outlines are written by hand.
#include "support/formatreading.h"
#include "support/zipbuilder.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace {

using cw::test::blocksOf;
using cw::test::outlineOf;
using cw::test::readFormat;
using cw::test::zipOf;
using cw::test::ZipPart;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::string page(const std::string &body)
{
    return "<?xml version='1.0' encoding='UTF-8'?><html xmlns='http://www.w3.org/1999/xhtml'"
           " xmlns:epub='http://www.idpf.org/2007/ops'><head><title>t</title></head><body>"
        + body + "</body></html>";
}

const std::string container = "<container xmlns='urn:oasis:names:tc:opendocument:xmlns:container'><rootfiles><rootfile"
                              " full-path='OEBPS/book.opf' media-type='application/oebps-package+xml'/></rootfiles>"
                              "</container>";

/// Documents are named "text/<id>.xhtml"; `spine` lists ids.
std::string package(const std::string &more, const std::vector<std::string> &spine, const std::string &guide = {})
{
    std::string manifest = more;
    std::string references;
    for (const std::string &id : spine) {
        if (more.find("id='" + id + "'") == std::string::npos)
            manifest += "<item id='" + id + "' href='text/" + id + ".xhtml' media-type='application/xhtml+xml'/>";
        references += "<itemref idref='" + id + "'/>";
    }
    return "<package xmlns='http://www.idpf.org/2007/opf' version='3.0'><manifest>" + manifest
        + "</manifest><spine toc='ncx'>" + references + "</spine>" + guide + "</package>";
}

std::vector<ZipPart> bookOf(const std::string &opf, const std::vector<ZipPart> &documents)
{
    std::vector<ZipPart> parts{
        {"mimetype", "application/epub+zip", true}, {"META-INF/container.xml", container}, {"OEBPS/book.opf", opf}};
    parts.insert(parts.end(), documents.begin(), documents.end());
    return parts;
}

const std::string nav
    = "<item id='nav' href='nav.xhtml' media-type='application/xhtml+xml' properties='scripted nav'/>";

TEST(Epub, ReadsDocumentsInTheOrderOfTheSpine)
{
    const auto read = readFormat(
        "epub",
        zipOf(bookOf(
            package(nav, {"nav", "two", "a%20b"}),
            {{"OEBPS/text/a b.xhtml", page("<h1>Last</h1><p>End.</p>")},
             {"OEBPS/text/two.xhtml", page("<h1>First</h1><p>Some <i>text</i> &amp; more.</p><ul><li>x</li></ul>")},
             {"OEBPS/nav.xhtml",
              page("<nav epub:type='toc'><ol><li><a href='text/two.xhtml'>First</a></li>"
                   "<li><a href='text/a%20b.xhtml'>Last</a></li></ol></nav><nav epub:type='landmarks'><ol>"
                   "<li><a href='text/two.xhtml'>Begin</a></li></ol></nav>")}})));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "First\n\nSome text & more.\n\n• x\n\nLast\n\nEnd.");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 First", "1 Last"));
    EXPECT_THAT(read->problems, IsEmpty());
}

TEST(Epub, MapsTextToItsDocument)
{
    const auto parts
        = bookOf(package("", {"a", "b"}),
                 {{"OEBPS/text/a.xhtml", page("<p>One.</p>")}, {"OEBPS/text/b.xhtml", page("<p>Two &lt; three.</p>")}});
    const auto read = readFormat("epub", zipOf(parts));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->text, "One.\n\nTwo < three.");
    const auto sources = read->sourceMap->sourcesOf({6, 11});
    ASSERT_EQ(sources.size(), 1U);
    EXPECT_EQ(read->sourceMap->parts()[sources[0].part], "OEBPS/text/b.xhtml");
    EXPECT_EQ(parts[4].content.substr(sources[0].begin, sources[0].end - sources[0].begin), "Two &lt;");
}

TEST(Epub, LeavesOutCoverAndContentsUnlessAsked)
{
    const std::string book = zipOf(
        bookOf(package("<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>", {"cover", "toc", "a"},
                       "<guide><reference type='cover' href='text/cover.xhtml'/>"
                       "<reference type='toc' href='text/toc.xhtml#x'/></guide>"),
               {{"OEBPS/text/cover.xhtml", page("<p>Cover.</p>")},
                {"OEBPS/text/toc.xhtml", page("<p>Contents.</p>")},
                {"OEBPS/text/a.xhtml", page("<p>Text.</p>")}}));
    const auto plain = readFormat("epub", book);
    ASSERT_TRUE(plain) << plain.error().message;
    EXPECT_EQ(plain->text, "Text.");
    cw::ParameterValues options;
    options.set("navigation", true);
    const auto all = readFormat("epub", book, options);
    ASSERT_TRUE(all) << all.error().message;
    EXPECT_EQ(all->text, "Cover.\n\nContents.\n\nText.");
}

TEST(Epub, MakesHeadingsOfParagraphsThatTheContentsName)
{
    const auto point = [](const std::string &label, const std::string &source, const std::string &inner) {
        return "<navPoint><navLabel><text>" + label + "</text></navLabel><content src='" + source + "'/>" + inner
            + "</navPoint>";
    };
    const auto read = readFormat(
        "epub",
        zipOf(bookOf(package("<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>", {"a", "b"}),
                     {{"OEBPS/text/a.xhtml",
                       page("<p class='c'>Part  One</p><p id='s'>Chapter 1</p><p>Text.</p><p id='t'>Not this.</p>")},
                      {"OEBPS/text/b.xhtml", page("<h2>Known</h2><p>More.</p>")},
                      {"OEBPS/toc.ncx",
                       "<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/'><navMap>"
                           + point("Part One", "text/a.xhtml",
                                   point("Chapter 1", "text/a.xhtml#s", "") + point("Chapter 2", "text/a.xhtml#t", ""))
                           + point("Something else", "text/b.xhtml", "") + "</navMap></ncx>"}})));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "Part One\n\nChapter 1\n\nText.\n\nNot this.\n\nKnown\n\nMore.");
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 Part One", "2 Chapter 1", "2 Known"));
    EXPECT_THAT(blocksOf(*read),
                ElementsAre("heading Part One", "heading Chapter 1", "paragraph Text.", "paragraph Not this.",
                            "heading Known", "paragraph More."));
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("\"Chapter 2\""));
}

/// "label: text" of each page.
std::vector<std::string> pagesOf(const cw::DocumentParts &parts)
{
    std::vector<std::string> lines;
    const auto pages = parts.sourceMap->pages();
    for (std::size_t i = 0; i < pages.size(); ++i) {
        const std::size_t end = i + 1 < pages.size() ? pages[i + 1].textBegin : parts.text.size();
        lines.push_back(pages[i].label + ": " + parts.text.substr(pages[i].textBegin, end - pages[i].textBegin));
    }
    return lines;
}

const std::vector<ZipPart> printedBook{
    {"OEBPS/text/a.xhtml",
     page("<h1>Title</h1><p>Before <span epub:type='pagebreak' id='p1' title='i'/>one.</p><p>Still one.</p>")},
    {"OEBPS/text/b.xhtml",
     page("<div id='p2' role='doc-pagebreak' aria-label='ii &amp; iii'></div><p>Two.</p>"
          "<hr class='page' epub:type='x pagebreak' title='iv'/><p>Three.</p><p><span id='p4' epub:type='pagebreak'>"
          "v</span> Four.</p><span epub:type='pagebreak'/><p>No label.</p>")}};

TEST(Epub, PageBreaksBeginPages)
{
    const auto read = readFormat("epub", zipOf(bookOf(package("", {"a", "b"}), printedBook)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(pagesOf(*read),
                ElementsAre("before i: Title\n\nBefore ", "i: one.\n\nStill one.\n\n", "ii & iii: Two.\n\n",
                            "iv: Three.\n\n", "v: v Four.\n\nNo label."));
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("1 page break has no label"));
}

TEST(Epub, LongPageLabelsAreCutAndCount)
{
    // 199 bytes of ASCII, then a character of two bytes that the cut at 200 falls into
    const std::string label = std::string(199, 'x') + "\u00E9" + std::string(500, 'y');
    const std::vector<ZipPart> documents{{"OEBPS/text/a.xhtml",
                                          page("<p>One.<span role='doc-pagebreak' aria-label='" + label
                                               + "'/>Two.</p>"
                                                 "<p><span role='doc-pagebreak'>"
                                               + label + "</span></p>")}};
    const auto read = readFormat("epub", zipOf(bookOf(package("", {"a"}), documents)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_TRUE(read->problems.empty());
    const auto pages = read->sourceMap->pages();
    ASSERT_EQ(pages.size(), 3U);
    EXPECT_EQ(pages[1].label, std::string(199, 'x') + "…");
    EXPECT_EQ(pages[2].label, std::string(199, 'x') + "…");

    auto listed = documents;
    listed.push_back({"OEBPS/nav.xhtml",
                      page("<nav epub:type='page-list'><ol><li><a href='text/a.xhtml'>" + std::string(5000, 'z')
                           + "</a></li></ol></nav>")});
    const auto fromList = readFormat("epub", zipOf(bookOf(package(nav, {"a"}), listed)));
    ASSERT_TRUE(fromList) << fromList.error().message;
    ASSERT_EQ(fromList->sourceMap->pages().size(), 1U);
    EXPECT_EQ(fromList->sourceMap->pages()[0].label, std::string(1000, 'z') + "…");
}

TEST(Epub, LongNamesOfPartsAreCutInMessages)
{
    const std::string name(60'000, 'n');
    const auto read
        = readFormat("epub", zipOf(bookOf(package("", {"a", name}), {{"OEBPS/text/a.xhtml", page("<p>x</p>")}})));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("nnn...\", which is not in it."));
    EXPECT_LT(read->problems[0].message.size(), 400U);
}

TEST(Epub, TheListOfPagesGoesBeforePageBreaks)
{
    auto documents = printedBook;
    documents.push_back({"OEBPS/nav.xhtml",
                         page("<nav epub:type='toc'><ol><li><a href='text/a.xhtml'>Title</a></li></ol></nav>"
                              "<nav epub:type='page-list'><ol><li><a href='text/a.xhtml'>1</a></li>"
                              "<li><a href='text/b.xhtml#p4'>3</a></li><li><a href='text/b.xhtml#p2'> 2\n</a></li>"
                              "<li><a href='text/b.xhtml#gone'>9</a></li></ol></nav>")});
    const auto read = readFormat("epub", zipOf(bookOf(package(nav, {"a", "b"}), documents)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(
        pagesOf(*read),
        ElementsAre("1: Title\n\nBefore one.\n\nStill one.\n\n", "2: Two.\n\nThree.\n\n", "3: v Four.\n\nNo label."));
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("the first is page \"9\""));
}

TEST(Epub, PagesOfTheNcxCountWhereTheNavigationHasNone)
{
    const std::string both = nav + "<item id='ncx' href='toc.ncx' media-type='application/x-dtbncx+xml'/>";
    auto documents = printedBook;
    documents.push_back({"OEBPS/toc.ncx",
                         "<ncx xmlns='http://www.daisy.org/z3986/2005/ncx/'><navMap><navPoint><navLabel><text>Not this"
                         "</text></navLabel><content src='text/b.xhtml'/></navPoint></navMap><pageList>"
                         "<pageTarget type='normal' value='7'><navLabel><text>7</text></navLabel>"
                         "<content src='text/b.xhtml#p2'/></pageTarget></pageList></ncx>"});
    const auto old = readFormat("epub", zipOf(bookOf(package(both, {"a", "b"}), documents)));
    ASSERT_TRUE(old) << old.error().message;
    const std::string before = "before 7: Title\n\nBefore one.\n\nStill one.\n\n";
    const std::string after = "7: Two.\n\nThree.\n\nv Four.\n\nNo label.";
    EXPECT_THAT(pagesOf(*old), ElementsAre(before, after));
    documents.push_back(
        {"OEBPS/nav.xhtml", page("<nav epub:type='toc'><ol><li><a href='text/a.xhtml'>Title</a></li></ol></nav>")});
    const auto read = readFormat("epub", zipOf(bookOf(package(both, {"a", "b"}), documents)));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(pagesOf(*read), ElementsAre(before, after));
    EXPECT_THAT(read->problems, IsEmpty());
}

TEST(Epub, ReadsOtherEncodings)
{
    std::string wide = "\xFE\xFF";
    for (const char c : page("<p>Wide *.</p>"))
        wide += c == '*' ? std::string("\xD8\x3D\xDE\0", 4) : std::string({'\0', c});
    const auto read
        = readFormat("epub",
                     zipOf(bookOf(package("", {"a", "b", "c"}),
                                  {{"OEBPS/text/a.xhtml", wide},
                                   {"OEBPS/text/b.xhtml", "<?xml version='1.0' encoding='ISO-8859-1'?><p>\xE4</p>"},
                                   {"OEBPS/text/c.xhtml", "<p>\xE4</p>"}})));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->text, "Wide \xF0\x9F\x98\x80.\n\n\xC3\xA4\n\n\xEF\xBF\xBD");
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("\"OEBPS/text/c.xhtml\" 1"));
}

TEST(Epub, NamesProtectionButNotDisguisedFonts)
{
    const auto encryption = [](const std::string &algorithm, const std::string &part) {
        return "<encryption xmlns='urn:oasis:names:tc:opendocument:xmlns:container' "
               "xmlns:e='http://www.w3.org/2001/04/xmlenc#'>"
               "<e:EncryptedData><e:EncryptionMethod Algorithm='"
            + algorithm + "'/><e:CipherData><e:CipherReference URI='" + part
            + "'/></e:CipherData></e:EncryptedData></encryption>";
    };
    auto parts = bookOf(package("", {"a"}), {{"OEBPS/text/a.xhtml", page("<p>Text.</p>")}});
    parts.push_back({"META-INF/encryption.xml", encryption("http://www.idpf.org/2008/embedding", "OEBPS/font.otf")});
    const auto fonts = readFormat("epub", zipOf(parts));
    ASSERT_TRUE(fonts) << fonts.error().message;
    EXPECT_EQ(fonts->text, "Text.");

    parts.back().content = encryption("http://www.w3.org/2001/04/xmlenc#aes128-cbc", "OEBPS/text/a.xhtml");
    parts.push_back({"META-INF/rights.xml", "<rights/>"});
    const auto text = readFormat("epub", zipOf(parts));
    ASSERT_TRUE(text.hasError());
    EXPECT_THAT(text.error().message, HasSubstr("protected by DRM (Adobe ADEPT)"));
}

TEST(Epub, NamesWhatIsMissing)
{
    const auto some
        = readFormat("epub", zipOf(bookOf(package("", {"a", "gone"}), {{"OEBPS/text/a.xhtml", page("Text")}})));
    ASSERT_TRUE(some) << some.error().message;
    ASSERT_EQ(some->problems.size(), 1U);
    EXPECT_THAT(some->problems[0].message, HasSubstr("\"OEBPS/text/gone.xhtml\", which is not in it"));

    const auto none = readFormat("epub", zipOf(bookOf(package("", {"gone"}), {})));
    ASSERT_TRUE(none.hasError());
    EXPECT_THAT(none.error().message, HasSubstr("no document that could be read"));

    const auto pictures
        = readFormat("epub",
                     zipOf(bookOf(package("<item id='p' href='p.svg' media-type='image/svg+xml'/>", {"p", "a"}),
                                  {{"OEBPS/p.svg", "<svg/>"}, {"OEBPS/text/a.xhtml", page("Text")}})));
    ASSERT_TRUE(pictures) << pictures.error().message;
    ASSERT_EQ(pictures->problems.size(), 1U);
    EXPECT_THAT(pictures->problems[0].message, HasSubstr("\"OEBPS/p.svg\""));
}

TEST(Epub, EndsCleanlyWhereverTheFileIsCutShort)
{
    const std::string book = zipOf(bookOf(package("", {"a"}), {{"OEBPS/text/a.xhtml", page("<h1>T</h1>")}}));
    for (std::size_t size = 0; size < book.size(); ++size)
        EXPECT_FALSE(readFormat("epub", book.substr(0, size))) << size;
}

TEST(Epub, TellsHeadingsByStylesWhereNoneAreMarked)
{
    const std::string link = "<link rel='stylesheet' type='text/css' href='../css/my%20book.css'/>";
    const std::string css = "/* .big { font-size: 1pt } */ @media print { .big { font-size: 2pt } }\n"
                            ".big, p.mid { font-size: 24pt } p.mid { font-size: 150%; } .bold { font-weight: bold }\n"
                            ".deep .small { font-size: 90pt } .note { font-size: 0.8em; font-size: nanpx; font-size: "
                            "infpt } @import 'x';";
    const std::string filler(300, 'x');
    const auto read = readFormat(
        "epub",
        zipOf(bookOf(package("", {"a", "b"}),
                     {{"OEBPS/css/my book.css", css},
                      {"OEBPS/text/a.xhtml",
                       "<html xmlns='http://www.w3.org/1999/xhtml'><head>" + link
                           + "</head><body><p class='plain'><span class='big'>Title</span></p><p class='mid'>Chapter "
                             "<b>1</b></p><p>"
                           + filler + "</p><p><span class='bold'>Part</span></p><p>" + filler
                           + "</p><p class='bold'>A whole sentence.</p><p><span class='bold'>Aim:</span> text</p>"
                             "<p class='small'>Small</p><p class='note bold'>Note</p></body></html>"},
                      {"OEBPS/text/b.xhtml",
                       "<html xmlns='http://www.w3.org/1999/xhtml'><head>" + link
                           + "<style>.own { font-size: 2em }</style></head><body><p class='own'>Own</p>"
                             "<p style='font-size: 18pt'>Chapter 2 \u00B6</p><p>"
                           + filler + "</p></body></html>"}})));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(outlineOf(*read), ElementsAre("1 Title", "2 Chapter 1", "3 Part", "1 Own", "2 Chapter 2"));
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_EQ(read->problems[0].message,
              "The book marks no headings (h1 to h6), so 5 paragraphs that its styles set larger or bolder than most "
              "text count as such. Lists and code that only styles show were read as paragraphs.");
    EXPECT_EQ(read->problems[0].severity, cw::ProblemSeverity::Note);
}

TEST(Epub, LeavesStylesAloneWhereHeadingsAreMarked)
{
    const auto read
        = readFormat("epub",
                     zipOf(bookOf(package("", {"a"}),
                                  {{"OEBPS/text/a.xhtml",
                                    page("<h2>Marked</h2><p style='font-size: 30pt'>Large</p><p>text text</p>")}})));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_THAT(outlineOf(*read), ElementsAre("2 Marked"));
    EXPECT_THAT(read->problems, IsEmpty());
}

TEST(Epub, SaysWhenNoHeadingsAreKnown)
{
    const auto read = readFormat(
        "epub",
        zipOf(bookOf(package("", {"a"}), {{"OEBPS/text/a.xhtml", page("<p>" + std::string(1000, 'x') + "</p>")}})));
    ASSERT_TRUE(read) << read.error().message;
    ASSERT_EQ(read->problems.size(), 1U);
    EXPECT_THAT(read->problems[0].message, HasSubstr("marks no headings (h1 to h6), and none could be told"));
    EXPECT_EQ(read->problems[0].severity, cw::ProblemSeverity::Warning);
}

} // namespace
