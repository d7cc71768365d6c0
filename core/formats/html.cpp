// SPDX-License-Identifier: GPL-3.0-or-later
// HTML and XHTML.
#include "formats/html.h"

#include "formats/format.h"
#include "formats/htmltags.h"
#include "formats/htmltree.h"
#include "formats/htmlwriter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace cw {

namespace html {

namespace {

constexpr std::size_t stopCheckMask = 0xFFF;

void tell(Target &target, std::string message)
{
    const std::size_t end = target.text.bytes();
    target.problems.push_back({std::move(message), {end, end}});
}

} // namespace

bool append(std::string_view source, std::uint32_t part, const Options &options, Target &target,
            const std::stop_token &stop, const std::function<void(std::size_t, std::size_t)> &progress)
{
    Writer writer(source, part, target);
    TreeReader reader(source, options, writer);
    for (std::size_t count = 0; reader.step(); ++count) {
        if ((count & stopCheckMask) != 0)
            continue;
        if (stop.stop_requested())
            return false;
        if (progress)
            progress(reader.position(), source.size());
    }
    reader.finish();
    writer.finish();
    if (reader.unclosedAt() != Tokenizer::nowhere)
        tell(target,
             "A comment, tag or script that begins at byte " + std::to_string(reader.unclosedAt())
                 + " of the HTML is never closed, so what follows it was not read; close it.");
    if (reader.isTooDeep())
        tell(target,
             "Elements are nested more than " + std::to_string(deepestNesting)
                 + " deep; those further in were read as part of the element around them.");
    if (writer.isTooDeep())
        tell(target,
             "Lists, quotations and tables are nested more than " + std::to_string(deepestBlocks)
                 + " deep; those further in were read as paragraphs.");
    if (reader.isTableTooLarge())
        tell(target,
             "A table has more than " + std::to_string(TableBuffer::mostEvents)
                 + " parts; text that stands between its rows was left there.");
    if (reader.isTableTooWide())
        tell(target,
             "Cells of a table span so many columns or rows that lining up the others would make its text many times "
             "as long; "
             "they were read as cells of one column.");
    return true;
}

void beginPages(std::vector<PageBreak> pages, SourceMapBuilder &text, std::size_t &unnamed)
{
    for (PageBreak &page : pages) {
        if (page.label.empty()) {
            ++unnamed;
            continue;
        }
        if (!text.hasPages() && page.textByte > 0)
            text.beginPage("before " + page.label, 0);
        text.beginPage(std::move(page.label), page.textByte);
    }
}

void tellUnnamedPages(std::size_t unnamed, std::vector<FormatProblem> &problems)
{
    if (unnamed > 0)
        problems.push_back({std::to_string(unnamed)
                                + (unnamed == 1 ? " page break has no label, so its text counts"
                                                : " page breaks have no labels, so their text counts")
                                + " for the page before.",
                            {}});
}

} // namespace html

namespace formatlist {

namespace {

constexpr std::array<std::string_view, 4> suffixes{"html", "htm", "xhtml", "xht"};

constexpr ParameterSpec navigationOption{
    .id = "navigation",
    .title = "Keep Navigation",
    .help = "Reads navigation bars, too, which are left out otherwise.",
    .kind = ParameterKind::Boolean,
    .affects = Affects::Segmentation,
};
constexpr ParameterSpec frameOption{
    .id = "page-frame",
    .title = "Keep Page Frame",
    .help = "Reads headers, footers and sidebars of the page; those of articles and sections are read anyway.",
    .kind = ParameterKind::Boolean,
    .affects = Affects::Segmentation,
    .defaultInteger = 1,
};
constexpr ParameterSpec hiddenOption{
    .id = "hidden",
    .title = "Keep Hidden Elements",
    .help = "Reads elements that the page marks as hidden, which are left out otherwise.",
    .kind = ParameterKind::Boolean,
    .affects = Affects::Segmentation,
};
constexpr std::array options{navigationOption, frameOption, hiddenOption};

/// Where something other than white space, a byte order mark, comments and processing instructions begins.
std::size_t contentBegin(std::string_view text) noexcept
{
    std::size_t at = text.starts_with("\xEF\xBB\xBF") ? 3 : 0;
    for (;;) {
        at = std::min(text.find_first_not_of(" \t\r\n\f", at), text.size());
        const std::string_view rest = text.substr(at);
        const std::string_view end = rest.starts_with("<!--") ? "-->" : rest.starts_with("<?") ? ">" : "";
        const std::size_t found = end.empty() ? std::string_view::npos : rest.find(end);
        if (found == std::string_view::npos)
            return at;
        at += found + end.size();
    }
}

unsigned sniff(std::string_view beginning) noexcept
{
    const std::string_view content = beginning.substr(contentBegin(beginning));
    const auto startsWith = [&](std::string_view mark) {
        return content.size() > mark.size() && html::equalsIgnoringCase(content.substr(0, mark.size()), mark)
            && (content[mark.size()] == '>' || content[mark.size()] == ' ' || content[mark.size()] == '\n'
                || content[mark.size()] == '\r' || content[mark.size()] == '\t');
    };
    if (startsWith("<!doctype html") || startsWith("<html"))
        return 100;
    return startsWith("<head") || startsWith("<body") ? 95 : 0;
}

Outcome<DocumentParts> read(FormatRequest request)
{
    const std::string_view source = request.input;
    const std::string_view beginning = source.substr(0, std::size_t{1024});
    const html::Options how{
        .keepsNavigation = request.options.boolean(navigationOption),
        .keepsPageFrame = request.options.boolean(frameOption),
        .keepsHidden = request.options.boolean(hiddenOption),
        .isXml = beginning.find("<?xml") != std::string_view::npos,
    };
    DocumentParts parts;
    parts.format = "html";
    SourceMapBuilder text;
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    const std::uint32_t page = text.part({});
    std::vector<html::PageBreak> breaks;
    html::Target target{
        .text = text, .blocks = blocks, .headings = headings, .problems = parts.problems, .pageBreaks = &breaks};
    if (!html::append(source, page, how, target, request.stop, request.progress))
        return Cancelled{};
    std::size_t unnamedPages = 0;
    html::beginPages(std::move(breaks), text, unnamedPages);
    html::tellUnnamedPages(unnamedPages, parts.problems);
    parts.sourceMap = text.build();
    parts.text = text.takeText();
    parts.blocks = std::make_shared<const BlockTree>(std::move(blocks), headings, std::vector<StructureProblem>(),
                                                     parts.text.size());
    return parts;
}

} // namespace

const FormatDescriptor &html()
{
    static constexpr FormatDescriptor descriptor{
        .id = "html",
        .title = "HTML",
        .help = "The text of a page as a browser shows it: headings, paragraphs, lists, tables, code, quotations and "
                "captions are known; scripts, styles, forms' choices and what is hidden are left out.",
        .input = FormatInput::Text,
        .suffixes = suffixes,
        .options = options,
        .isTextExtracted = true,
        .headings = HeadingSigns::Blocks,
        .sniff = sniff,
        .read = read,
    };
    return descriptor;
}

} // namespace formatlist

} // namespace cw
