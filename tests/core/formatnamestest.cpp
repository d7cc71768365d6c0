// SPDX-License-Identifier: GPL-3.0-or-later
// Names that stand for another kind of file than the content is.
#include "formats/format.h"
#include "text/document.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

namespace cw {
namespace {

using ::testing::HasSubstr;

std::shared_ptr<const Document> read(const std::string &name, const std::string &content)
{
    return *readDocument(name, content, {}, {});
}

/// Of every format that reads a file's own bytes.
TEST(FormatNames, ContentThatIsTextIsReadAsWhatItIsAndSaysSo)
{
    std::size_t suffixes = 0;
    for (const FormatDescriptor *format : formats()) {
        if (format->input != FormatInput::Bytes)
            continue;
        for (const std::string_view suffix : format->suffixes) {
            const std::string name = "folder.d/page." + std::string(suffix);
            const auto page = read(name, "<!DOCTYPE html><html><body><h1>Guide</h1><p>Text.</p></body></html>");
            EXPECT_EQ(page->format(), "html") << name;
            ASSERT_EQ(page->problems().size(), 1U) << name;
            EXPECT_THAT(page->problems()[0].message, HasSubstr("." + std::string(suffix)));
            EXPECT_THAT(page->problems()[0].message, HasSubstr(std::string(format->title)));
            const auto empty = read(name, "");
            EXPECT_EQ(empty->format(), "text") << name;
            ASSERT_EQ(empty->problems().size(), 2U) << name; // that there is nothing in it, and the name
            ++suffixes;
        }
    }
    EXPECT_GE(suffixes, 4U);
}

TEST(FormatNames, NamesOfTextRaiseNoDoubt)
{
    for (const char *name : {"notes.txt", "README", "page.html", "data.unknown", ".pdf", "pdf"})
        EXPECT_TRUE(read(name, "Some text.\n")->problems().empty()) << name;
}

} // namespace
} // namespace cw
