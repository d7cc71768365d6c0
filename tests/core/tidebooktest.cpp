// SPDX-License-Identifier: GPL-3.0-or-later
// One book in every format that has headings: its outline and the words of its sections were written by hand, and are
// the same whatever file they are read from (tests/golden/make_tidebook.py makes those that are not text).
#include "formats/format.h"
#include "support/chunking.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cctype>
#include <fstream>
#include <sstream>
#include <utility>

namespace cw::testing {
namespace {

std::string contentOf(const std::string &name)
{
    std::ifstream file(CW_TEST_DATA "/formats/tidebook/" + name, std::ios::binary);
    std::ostringstream content;
    content << file.rdbuf();
    return std::move(content).str();
}

struct Section
{
    std::string path; ///< "1|Title > Inner title", with the level of the last
    std::string words;

    bool operator==(const Section &) const = default;
};

void PrintTo(const Section &section, std::ostream *out)
{
    *out << '\n' << section.path << '\n' << section.words;
}

std::vector<Section> goldenSections()
{
    std::vector<Section> sections;
    std::istringstream lines(contentOf("sections.txt"));
    std::string path;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with('#'))
            continue;
        if (path.empty())
            path = line;
        else
            sections.push_back({std::exchange(path, {}), line});
    }
    return sections;
}

/// Runs of letters and digits: bytes above ASCII are letters in this book, but for the ideographic full stop and what
/// writers set before items. Numbers there are not in every file, so they are left out.
std::string wordsOf(std::string_view text)
{
    std::string words;
    std::string word;
    const auto endWord = [&](char next) {
        const bool isItemNumber = next == '.' && word.size() == 1 && word[0] >= '0' && word[0] <= '9';
        if (!word.empty() && !isItemNumber)
            words.append(words.empty() ? "" : " ").append(word);
        word.clear();
    };
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        const std::string_view rest = text.substr(i);
        if (rest.starts_with("。") || rest.starts_with("•") || rest.starts_with("◦")) {
            endWord(' ');
            i += 2;
        } else if (byte >= 0x80 || std::isalnum(byte) != 0) {
            word += text[i];
        } else {
            endWord(text[i]);
        }
    }
    endWord(' ');
    return words;
}

std::vector<Section> sectionsOf(const Document &document, const ChunkSet &chunks)
{
    std::vector<Section> sections;
    const BlockTree &blocks = document.blocks();
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        std::string path;
        std::uint8_t level = 0;
        for (const std::uint32_t heading : blocks.headingPathAt(chunks.chunks()[i].source.begin)) {
            path += (path.empty() ? "" : " > ") + headingTitle(document.text(), blocks.outline()[heading].title);
            level = blocks.outline()[heading].level;
        }
        sections.push_back({std::to_string(level) + "|" + path, wordsOf(chunks.text(i))});
    }
    return sections;
}

class TideBook : public ::testing::TestWithParam<const char *>
{
};

TEST_P(TideBook, HasTheSameSectionsInEveryFormat)
{
    const std::string name = "tidebook." + std::string(GetParam());
    const std::string content = contentOf(name);
    const FormatDescriptor *packed = formatOfBytes(content);
    const FormatDescriptor &format = packed ? *packed : formatOf(name, content);
    const auto document = readDocument(name, content, {}, format, {});
    ASSERT_TRUE(document) << document.error().message;
    const auto chunks = chunkDocument(*document, {.strategy = "structured", .tokenizer = "words", .max = 300});
    EXPECT_EQ(sectionsOf(**document, *chunks), goldenSections());
}

INSTANTIATE_TEST_SUITE_P(Formats, TideBook,
                         ::testing::Values("md", "rst", "adoc", "html", "odt", "docx", "epub", "pdf"),
                         [](const auto &format) { return std::string(format.param); });

} // namespace
} // namespace cw::testing
