// SPDX-License-Identifier: GPL-3.0-or-later
// Text, blocks and source map of HTML and of XHTML.
#include "formats/html.h"
#include "fuzz/fuzz.h"
#include "text/utf8.h"

namespace {

void read(const std::string &source, const cw::html::Options &options)
{
    using namespace cw;
    SourceMapBuilder text;
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    std::vector<FormatProblem> problems;
    std::vector<html::Anchor> anchors;
    std::vector<html::PageBreak> pages;
    html::Target target{text, blocks, headings, problems, &anchors, &pages};
    const std::uint32_t part = text.part("page");
    fuzz::require(html::append(source, part, options, target, {}), "HTML was not read.");
    // a second document goes behind the first
    const std::size_t first = text.bytes();
    fuzz::require(html::append("<p>end", text.part("next"), options, target, {}), "HTML was not read.");
    fuzz::require(text.text().ends_with("end"), "What was appended is not there.");
    const auto map = text.build();
    const std::string shown = text.takeText();
    fuzz::require(isValidUtf8(shown), "The text is no UTF-8.");
    // Items of lists have up to 32 blanks and a number before them, and take four bytes or more.
    fuzz::require(first <= 12 * source.size() + 2, "The text is much longer than its source.");
    fuzz::checkBlocks(BlockTree(blocks, headings, {}, shown.size()), shown);
    fuzz::require(blocks.empty() || blocks.back().bytes.end == shown.size(), "Text stands behind the last block.");
    for (const FormatProblem &problem : problems)
        fuzz::require(problem.where.end <= shown.size(), "A problem is behind the text.");
    for (const html::Anchor &anchor : anchors)
        fuzz::require(anchor.textByte <= shown.size(), "An anchor is behind the text.");
    std::size_t lastPage = 0;
    for (const html::PageBreak &page : pages) {
        fuzz::require(page.textByte >= lastPage && page.textByte <= shown.size(), "A page is not where it can be.");
        lastPage = page.textByte;
    }
    for (const Block &block : blocks) {
        for (const SourceRange &range : map->sourcesOf(block.bytes)) {
            fuzz::require(range.begin <= range.end, "A source range ends before it begins.");
            fuzz::require(range.part != part || range.end <= source.size(), "A source range is behind the source.");
        }
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const std::string source = cw::fuzz::textOf(data, size);
    read(source, {});
    read(source,
         {.keepsNavigation = true, .keepsPageFrame = source.size() % 2 == 0, .keepsHidden = true, .isXml = true});
    return 0;
}
