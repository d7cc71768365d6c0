// SPDX-License-Identifier: GPL-3.0-or-later
// HTML and XHTML as people read them: for HTML files, and for formats that hold such documents.
#pragma once

#include "base/result.h"
#include "text/blocktree.h"
#include "text/document.h"
#include "text/sourcemap.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw::html {

/// Elements nest up to so many deep, as in browsers; those further in are taken as part of the one they are in.
inline constexpr std::size_t deepestNesting = 512;
/// And lists, items, quotations and tables so many.
inline constexpr std::size_t deepestBlocks = 200;

struct Options
{
    bool keepsNavigation = false; ///< <nav> and what has that role
    bool keepsPageFrame = true; ///< <header>, <footer> and <aside> of the page, not those of articles and sections
    bool keepsHidden = false; ///< elements that a browser does not show, or that are hidden from screen readers
    bool isXml = false; ///< <p/> is an empty element and CDATA sections are text
};

/// The place of an element's id (or <a name>): where the next text begins.
struct Anchor
{
    std::string name; ///< as it is written, references not resolved
    std::size_t textByte = 0;
};

/// Where a page of the printed book begins that the document was made from.
struct PageBreak
{
    std::string label; ///< empty: it has none
    std::size_t textByte = 0;
};

/// What a document is appended to.
struct Target
{
    SourceMapBuilder &text;
    std::vector<Block> &blocks;
    std::vector<BlockTree::TitledHeading> &headings;
    std::vector<FormatProblem> &problems;
    std::vector<Anchor> *anchors = nullptr; ///< null: not wanted
    std::vector<PageBreak> *pageBreaks = nullptr; ///< likewise
};

/// Appends what a reader sees of `source`, valid UTF-8 of less than 4 GiB, behind a blank line where the target has
/// text already. `part` is the target's part that `source` is. Elements are opened and closed as the HTML standard
/// says; white space is collapsed as in browsers; paragraphs, headings, lists, tables and quotations stand between
/// blank lines, other blocks, items and rows on lines of their own, cells behind tabs. Items begin with their number or
/// bullet, two blanks further in for each list around, 32 at most; like all that stands between blocks these have no
/// place in the source. Cells that span columns or rows leave room for them. False when it was stopped; then
/// the target is to be thrown away. O(bytes * nesting) at worst, O(bytes) for any page that is not made to be hard.
/// Memory: besides what is written, 16 bytes for each tag and stretch of text of one table.
[[nodiscard]] bool append(std::string_view source, std::uint32_t part, const Options &options, Target &target,
                          const std::stop_token &stop,
                          const std::function<void(std::size_t done, std::size_t total)> &progress = {});

/// Begins the pages in the text; `pages` are in the order of their places, all behind pages that were begun before.
/// Text before the book's first page makes a page of its own, named after that one. Pages without a label are none;
/// their number is added to `unnamed`.
void beginPages(std::vector<PageBreak> pages, SourceMapBuilder &text, std::size_t &unnamed);
/// Says that there were some.
void tellUnnamedPages(std::size_t unnamed, std::vector<FormatProblem> &problems);

/// The encoding that the first 1024 bytes of an HTML file in some ASCII-like encoding declare in a <meta> element or an
/// XML declaration, as it is written; empty when there is none or the bytes do not begin with a tag.
[[nodiscard]] std::string declaredEncoding(std::string_view bytes);

} // namespace cw::html
