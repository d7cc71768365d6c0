// SPDX-License-Identifier: GPL-3.0-or-later
// Titles as readers see them, without markup. Those of random headings are held against micromark and docutils
// (tests/oracle/markdown_titles.mjs and rest_titles.py made the vectors; CHUNKWRIGHT_MARKDOWN_TITLES and
// CHUNKWRIGHT_REST_TITLES name other files of them), the others were written by hand.
#include "formats/asciidoctitle.h"
#include "formats/format.h"
#include "formats/markdowntitle.h"
#include "formats/resttitle.h"
#include "support/chunking.h"
#include "support/growth.h"
#include "support/jsonlines.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;

std::vector<std::string> titlesOf(std::string_view format, std::string text)
{
    const auto document = *readDocument("d", std::move(text), {}, *findFormat(format), {});
    std::vector<std::string> titles;
    for (std::size_t i = 0; i < document->blocks().outline().size(); ++i)
        titles.push_back(document->blocks().title(document->text(), i));
    return titles;
}

std::string titleOf(std::string_view format, std::string text)
{
    const auto titles = titlesOf(format, std::move(text));
    return titles.empty() ? "no heading" : titles.front();
}

void expectAll(std::string_view format, const std::string &before, const std::string &after, const char *variable,
               const std::string &file)
{
    const char *other = std::getenv(variable);
    const auto rows = readJsonLines(other ? other : file);
    ASSERT_GE(rows.size(), 500U);
    for (const rapidjson::Document &row : rows)
        EXPECT_EQ(titleOf(format, before + stringOf(row["title"]) + after), stringOf(row["shown"]))
            << stringOf(row["title"]);
}

TEST(MarkdownTitle, RandomOnesAreThoseOfMicromark)
{
    expectAll("markdown", "# ",
              "\n\n[foo]: /url\n[Bar baz]: <x> \"t\"\n[1.2.0]: https://example.org\n\n[^1]: A note.\n[^n2]: Another.\n",
              "CHUNKWRIGHT_MARKDOWN_TITLES", CW_TEST_DATA "/markdowntitles.jsonl");
}

TEST(RestTitle, RandomOnesAreThoseOfDocutils)
{
    const std::string rule(200, '=');
    expectAll("rst", rule + '\n', '\n' + rule + "\n\nText.\n", "CHUNKWRIGHT_REST_TITLES",
              CW_TEST_DATA "/resttitles.jsonl");
}

TEST(MarkdownTitle, LeavesOutWhatIsNotShown)
{
    const std::vector<std::pair<std::string, std::string>> titles{
        {"# Chunkwright [![CI](https://x.y/ci.svg)](https://x.y) ![Coverage](c.svg)", "Chunkwright"},
        {"# ![The Chunkwright logo](logo.png)", "The Chunkwright logo"},
        {"## `fs.read(fd[, options])` &amp; *friends*", "fs.read(fd[, options]) & friends"},
        {"## snake_case and 2 * 3 * 4", "snake_case and 2 * 3 * 4"},
        {R"(# \*Not\* emphasis \_here\_)", "*Not* emphasis _here_"},
        {"# Gone ~~for good~~ ~soon~ ~~~never~~~", "Gone for good soon ~~~never~~~"},
        {"## Install {#install .numbered}", "Install"},
        {"## Install {: #install }", "Install"},
        {"## A set {1, 2}", "A set {1, 2}"},
        {"## See <https://example.org/a_b_c> <br> now<!-- todo -->", "See https://example.org/a_b_c now"},
        {"Two *lines\nof* it\n=====", "Two lines of it"},
        {"# Plain", "Plain"},
    };
    for (const auto &[written, shown] : titles)
        EXPECT_EQ(titleOf("markdown", written + "\n\nText.\n"), shown);
}

TEST(MarkdownTitle, ReferencesCountWhereTheyAreDefined)
{
    const std::string log = "# [1.2.0] - 2026-01-02\n\n## [Unreleased]\n\n### A note[^why]\n\n";
    EXPECT_THAT(titlesOf("markdown", log), ElementsAre("[1.2.0] - 2026-01-02", "[Unreleased]", "A note[^why]"));
    EXPECT_THAT(titlesOf("markdown", log + "> [1.2.0]: https://example.org\n\n[^why]: Because.\n"),
                ElementsAre("1.2.0 - 2026-01-02", "[Unreleased]", "A note"));
}

TEST(RestTitle, RolesOfSphinxShowTheirText)
{
    const std::vector<std::pair<std::string, std::string>> titles{
        {":mod:`os.path` --- Paths", "os.path --- Paths"},
        {"The :class:`~collections.abc.Mapping` type", "The Mapping type"},
        {":ref:`Where to go <there>` next", "Where to go next"},
        {":py:func:`!open`", "open"},
        {"Use :menuselection:`File --> &Save`", "Use File ‣ Save"},
        {":abbr:`LIFO (last in, first out)`", "LIFO"},
        {"|release| notes", "|release| notes"},
    };
    for (const auto &[written, shown] : titles)
        EXPECT_EQ(titleOf("rst", written + '\n' + std::string(80, '=') + "\n\nText.\n"), shown);
}

TEST(AsciiDocTitle, LeavesOutWhatIsNotShown)
{
    const std::vector<std::pair<std::string, std::string>> titles{
        {"*Bold* and _it_ and `code`", "Bold and it and code"},
        {"un**constrai**ned __i__t", "unconstrained it"},
        {"H~2~O is E=mc^2^", "H2O is E=mc2"},
        {"[.small]#Small# #marked#", "Small marked"},
        {"snake_case_name 2 * 3 * 4", "snake_case_name 2 * 3 * 4"},
        {R"(\*stays*)", "*stays*"},
        {"+*raw*+ and pass:[_x_]", "*raw* and _x_"},
        {"See https://example.org[the site,window=_blank] and link:a_b_c.html[that]", "See the site and that"},
        {"To <<install,Installing>> or xref:use[]", "To Installing or use"},
        {"[[anchor]]Anchored footnote:[gone]", "Anchored"},
        {"Press kbd:[Ctrl+S] or menu:File[Save]", "Press Ctrl+S or File › Save"},
        {"image:logo.png[Logo] Name", "Name"},
        {"image:logo.png[Logo]", "Logo"},
        {"{cpp} & {version}", "C++ & {version}"},
        {"((Index)) terms(((hidden, one)))", "Index terms"},
    };
    for (const auto &[written, shown] : titles)
        EXPECT_EQ(titleOf("asciidoc", "= Book\n\n== " + written + "\n\nText.\n"), "Book");
    for (const auto &[written, shown] : titles)
        EXPECT_EQ(titlesOf("asciidoc", "= Book\n\n== " + written + "\n\nText.\n").back(), shown);
}

TEST(HtmlTitle, LeavesOutLinksToItself)
{
    const std::vector<std::pair<std::string, std::string>> titles{
        {R"(Install<a class="headerlink" href="#install" title="Link">¶</a>)", "Install"},
        {R"(Install <a href="page.html#install">#</a> <a href="#top">🔗</a>)", "Install"},
        {R"(<a href="#install">§</a>Install)", "Install"},
        {R"(<a class="anchor" href="#c"></a>C#)", "C#"},
        {R"(About <a href="#c">C#</a>)", "About C#"},
        {R"(<a href="#x">Linked title</a>)", "Linked title"},
        {R"(From <a href="#a">¶</a> to here)", "From ¶ to here"},
        {R"(<a href="#x">#</a>)", "#"},
        {R"(Pay <a href="#a">&para;</a>)", "Pay"},
    };
    for (const auto &[written, shown] : titles)
        EXPECT_EQ(titleOf("html", "<!doctype html><h1>" + written + "</h1><p>Text."), shown) << written;
}

TEST(HeadingTitle, TheTextKeepsItsMarks)
{
    const std::string text = "# A *b* [c](d)\n\nText.\n";
    const auto document = *readDocument("d", text, {}, *findFormat("markdown"), {});
    EXPECT_EQ(document->text(), text);
    EXPECT_EQ(document->slice(document->blocks().outline()[0].title), "A *b* [c](d)");
}

TEST(HeadingTitle, PrefixesSayWhatReadersSee)
{
    // the second heading has no text, so it is in no prefix
    const std::string text
        = "# The `code` of *all*\n\n## [![](c)](d)\n\nOne two three four five. Six seven eight nine ten.\n";
    const auto document = *readDocument("d", text, {}, *findFormat("markdown"), {});
    ParameterValues values;
    values.set("prefix", std::string("heading-path"));
    const auto chunks
        = chunkDocument(document, {.strategy = "structured", .tokenizer = "words", .max = 10, .parameters = values});
    ASSERT_GE(chunks->size(), 2U);
    EXPECT_EQ(chunks->prefix(chunks->size() - 1), "The code of all\n\n");
}

/// Markup that never ends is looked at once, so a longer title costs no more a byte.
TEST(HeadingTitle, HardTitlesAreReadAtOnce)
{
    const auto titleOfMarkdown
        = [](const std::string &title) { return markdown::shownTitle(title, markdown::Labels()).text; };
    const std::vector<std::pair<const char *, std::function<std::optional<std::string>(const std::string &)>>> readers{
        {"markdown", titleOfMarkdown}, {"asciidoc", asciidoc::shownTitle}, {"rst", rest::shownTitle}};
    for (const std::string_view part :
         {"[",  "![",   "[a](",   "[a](b", "*a_",  "**a", "`",  "<a x='", "<!--", "a:",   "link:", "<<",
          "((", "]*a*", ":a:`x ", "&#",    "[a][", "*",   "\\", "+a",     "{a",   "[x]#", "``a`"}) {
        const auto title = [&](std::size_t bytes) {
            std::string all;
            while (all.size() + part.size() < bytes)
                all += part;
            return all;
        };
        for (const auto &[format, shownTitle] : readers) {
            const std::string longTitle = title(16'000);
            EXPECT_LE(shownTitle(longTitle).value_or("").size(), longTitle.size()) << format << ' ' << part;
            EXPECT_LT(growthPerByte(shownTitle, title(1000), longTitle), 5) << format << ' ' << part;
        }
    }
}

} // namespace
} // namespace cw::testing
