// SPDX-License-Identifier: GPL-3.0-or-later
// Expected values are a careful reader's judgement of each text, not what the code printed.
#include "audit/pointers.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace {

TEST(Pointers, TextThatOnlyPointsElsewhere)
{
    const std::string texts[] = {
        "see above",
        "See above.",
        "SEE BELOW!",
        "(see section 3)",
        "See section 3.2.1 and appendix B, pp. 4-7.",
        "See also: chapter IV",
        "[link]",
        "[1]",
        "- [Opening files](io.md#open)\n- [Closing files](io.md#close)\n",
        "![](picture.png)",
        "[A long title of another page](https://example.org/a?b=c)",
        "- [One](one.md)\n- [Two](two.md)\n- <https://example.org>\n",
        "https://example.org/a/very/long/path?with=query",
        "See https://example.org.",
        "Please refer to the previous section for more details.",
        "As described above.",
        "Click here",
        "For more information, see the following page.",
        "<p>See <a href=\"x\">below</a></p>",
        "mail@example.org",
        "Next page",
        "§ 3, see above",
        "See e.g. figure 2a.",
        "ibid.",
        "Read more",
        "Learn more here.",
        "Back to top",
    };
    for (const std::string &text : texts)
        EXPECT_TRUE(cw::isPointerOnly(text)) << text;
}

TEST(Pointers, ShortTextThatSaysSomething)
{
    const std::string texts[] = {
        "See Paris.",
        "Yes.",
        "here.",
        "more",
        "Read on.",
        "3",
        "Section 3",
        "The",
        "See above: interest is 3 percent.",
        "Section 3 applies.",
        "Interest is stated above.",
        "Table 2: Prices",
        "See the café.",
        "{\"a\": [1, 2, 3]}",
        "[{\"a\": 1}]",
        "[This page is left blank on purpose.]",
        "日本語",
        "見上",
        "a < b and c > d",
        "- [`open`](io.md#open)\n- [`close`](io.md#close)\n",
        "* [open()](io.md#open)\n* [close()](io.md#close)\n",
        "[std::filesystem::path][path], [std::string][string]",
        "See [`open`](io.md#open).",
        "https://example.org explains it",
        "<b>",
        "---",
        "",
        "   \n",
        "see\u00e9",
    };
    for (const std::string &text : texts)
        EXPECT_FALSE(cw::isPointerOnly(text)) << text;
}

TEST(Pointers, LengthDecidesNothing)
{
    std::string links;
    for (int i = 0; i < 1000; ++i)
        links += "- [Page " + std::to_string(i) + "](https://example.org/" + std::to_string(i) + ")\n";
    EXPECT_TRUE(cw::isPointerOnly(links));
    EXPECT_FALSE(cw::isPointerOnly(links + "Rain"));
}

TEST(Pointers, AddressesEndRunsThatBeganAsSomethingElse)
{
    EXPECT_TRUE(cw::isPointerOnly("the,www.example.org"));
    EXPECT_TRUE(cw::isPointerOnly("the,mailto:me"));
    EXPECT_TRUE(cw::isPointerOnly("the,a,me@example.org"));
    EXPECT_TRUE(cw::isPointerOnly("the,a,https://example.org"));
    EXPECT_FALSE(cw::isPointerOnly("the,a.b,me@example"));
    EXPECT_FALSE(cw::isPointerOnly("the,a www"));
}

/// Each run is read once: were it read anew from each of its words, these would take hours.
TEST(Pointers, RunsOfWordsWithoutSpacesTakeNoLongerThanOthers)
{
    for (const std::string_view part : {"s'", "a,", "1,", "see/", "p.", "i@", "s\u00A7", "[1]1,", "<b>a;", "a:/"}) {
        std::string text = "see ";
        while (text.size() < 2'000'000)
            text += part;
        EXPECT_TRUE(cw::isPointerOnly(text)) << part;
    }
}

} // namespace
