// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of Markdown against cmark-gfm, a parser that shares no code with ours, on random documents.
#include "formats/markdownblocks.h"
#include "text/offsetmap.h"

#include <cmark-gfm-core-extensions.h>
#include <cmark-gfm.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <string_view>

namespace cw::testing {
namespace {

/// What was a paragraph first begins in cmark where that did, before definitions and a table were taken off it.
bool hasTrueLine(std::string_view kind)
{
    return kind != "paragraph" && !kind.starts_with("heading") && kind != "table" && kind != "table_header";
}

/// One line a block: depth, kind, level, line it starts in. Definitions, which cmark keeps no blocks of, are left out.
std::string ours(std::string_view text)
{
    const auto tree = markdown::readBlocks(text, {});
    const OffsetMap offsets{text};
    std::string all;
    std::vector<int> depths;
    for (const Block &block : (*tree)->blocks()) {
        const int depth = block.parent == Block::none ? 0 : depths[block.parent] + 1;
        depths.push_back(depth);
        if (block.kind == BlockKind::Definition)
            continue;
        all += std::string(static_cast<std::size_t>(depth) * 2, ' ');
        all += block.kind == BlockKind::Fence ? "code" : blockKindId(block.kind);
        if (block.kind == BlockKind::Heading)
            all += std::to_string(block.level);
        if (hasTrueLine(blockKindId(block.kind)))
            all += ' ' + std::to_string(offsets.lineAt(block.bytes.begin) + 1);
        all += '\n';
    }
    return all;
}

std::string_view kindOf(cmark_node *node)
{
    switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HEADING:
        return "heading";
    case CMARK_NODE_PARAGRAPH:
        return "paragraph";
    case CMARK_NODE_LIST:
        return "list";
    case CMARK_NODE_ITEM:
        return "list_item";
    case CMARK_NODE_BLOCK_QUOTE:
        return "quote";
    case CMARK_NODE_CODE_BLOCK:
        return "code";
    case CMARK_NODE_HTML_BLOCK:
        return "html";
    case CMARK_NODE_THEMATIC_BREAK:
        return "thematic_break";
    default:
        break;
    }
    const std::string_view type = cmark_node_get_type_string(node);
    return type == "table_header" || type == "table_row" || type == "table" ? type : std::string_view();
}

void append(cmark_node *node, std::size_t depth, std::string &all)
{
    const std::string_view kind = kindOf(node);
    if (kind.empty())
        return;
    all += std::string(depth * 2, ' ');
    all += kind;
    if (kind == "heading")
        all += std::to_string(cmark_node_get_heading_level(node));
    if (hasTrueLine(kind))
        all += ' ' + std::to_string(cmark_node_get_start_line(node));
    all += '\n';
    for (cmark_node *child = cmark_node_first_child(node); child; child = cmark_node_next(child))
        append(child, depth + 1, all);
}

std::string theirs(std::string_view text)
{
    cmark_gfm_core_extensions_ensure_registered();
    cmark_parser *parser = cmark_parser_new(CMARK_OPT_DEFAULT);
    cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension("table"));
    cmark_parser_feed(parser, text.data(), text.size());
    cmark_node *document = cmark_parser_finish(parser);
    std::string all;
    for (cmark_node *child = cmark_node_first_child(document); child; child = cmark_node_next(child))
        append(child, 0, all);
    cmark_node_free(document);
    cmark_parser_free(parser);
    return all;
}

constexpr std::array starts{"",    "",      "",       "",     " ",    "  ",    "   ",   "    ",   "     ",   "\t",
                            " \t", "> ",    ">",      "> > ", ">\t",  "- ",    "-   ",  "*  ",    "+\t",     "1. ",
                            "2) ", "10.  ", "-     ", "- - ", "> - ", "1. > ", "- 1. ", "      ", "        "};
constexpr std::array bodies{"word",    "two words",  "",        "",          "",           "# Title",  "## Two ##",
                            "#tag",    "####### no", "===",     "---",       "***",        "- - -",    "```",
                            "~~~",     "```` sh",    "``` a`b", "| a | b |", "|---|---|",  "a | b",    "--|--",
                            "| :-: |", "| x",        "<div>",   "</div>",    "<b>x</b>",   "<!-- c",   "-->",
                            "<pre>",   "[a]: /url",  "[a]:",    "'title'",   "/url \"t\"", "-",        "*",
                            "1.",      "3.",         "+",       "text  ",    "\\| x | y",  "<?php ?>", "<!X y>",
                            "=",       "--",         "# ",      "#",         "a\\"};

std::string randomMarkdown(std::mt19937 &random)
{
    std::string text;
    const auto lines = static_cast<unsigned>(1 + random() % 12);
    const bool isCrLf = random() % 8 == 0;
    // cmark leaves definitions right above a table in the text, and dashes below definitions are no rule there
    const char leftOut = random() % 2 == 0 ? '|' : '[';
    for (unsigned i = 0; i < lines; ++i) {
        std::string line = starts[random() % starts.size()];
        if (random() % 4 == 0)
            line += starts[random() % starts.size()];
        const std::string_view body = bodies[random() % bodies.size()];
        const bool isLeftOut = body.find(leftOut) != std::string_view::npos || (leftOut == '|' && body == "---");
        line += isLeftOut ? "word" : body;
        // cmark takes a line of blanks for the content of an empty item above it, against the specification
        const std::size_t visible = line.find_last_not_of(" \t");
        text += line.substr(0, visible == std::string::npos ? 0 : visible + 1);
        if (i + 1 < lines || random() % 2 == 0)
            text += isCrLf ? "\r\n" : "\n";
    }
    return text;
}

TEST(MarkdownOracle, BlocksAreThoseOfCmark)
{
    std::mt19937 random(5);
    std::size_t compared = 0;
    constexpr int count = 50'000;
    for (int round = 0; round < count; ++round) {
        const std::string text = randomMarkdown(random);
        if (text.starts_with("---") || text.starts_with("+++"))
            continue;
        ++compared;
        ASSERT_EQ(ours(text), theirs(text)) << text;
    }
    EXPECT_GT(compared, std::size_t{count} / 2);
}

} // namespace
} // namespace cw::testing
