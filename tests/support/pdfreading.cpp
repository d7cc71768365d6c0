// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/pdfreading.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace cw::testing {

Outcome<std::shared_ptr<const Document>> readPdf(std::string file, ParameterValues options)
{
    DocumentSource source;
    source.formatOptions = std::move(options);
    return readDocument("sample.pdf", std::move(file), std::move(source), *findFormat("pdf"), {});
}

std::shared_ptr<const Document> documentOf(const PdfPages &pages, ParameterValues options)
{
    const auto document = readPdf(pages.make(), std::move(options));
    EXPECT_TRUE(document.hasValue()) << (document.hasError() ? document.error().message : "");
    return document.hasValue() ? *document : Document::fromText("sample", "");
}

std::string textOf(const PdfPages &pages, ParameterValues options)
{
    return std::string(documentOf(pages, std::move(options))->text());
}

std::string outlineOf(const Document &document)
{
    std::string outline;
    for (const Heading &heading : document.blocks().outline())
        outline += std::string(heading.level, '#') + ' ' + headingTitle(document.text(), heading.title) + '\n';
    return outline;
}

std::string blocksOf(const Document &document)
{
    std::string all;
    const auto blocks = document.blocks().blocks();
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        std::size_t depth = 0;
        for (auto parent = blocks[i].parent; parent != Block::none; parent = blocks[parent].parent)
            ++depth;
        all += std::string(2 * depth, ' ') + std::string(blockKindId(blocks[i].kind));
        if (document.blocks().isLeaf(i)) {
            all += ": ";
            for (const char c : document.slice(blocks[i].bytes))
                all += c == '\t' ? '|' : c == '\n' ? '/' : c;
        }
        all += '\n';
    }
    return all;
}

std::string blocksOf(const PdfPages &pages)
{
    return blocksOf(*documentOf(pages));
}

std::string problemsOf(const Document &document)
{
    std::string all;
    for (const FormatProblem &problem : document.problems())
        all += std::string(problemSeverityId(problem.severity)) + ": " + problem.message + '\n';
    return all;
}

std::string formatSample(std::string_view name)
{
    std::ifstream file(std::string(CW_TEST_DATA) + "/formats/" + std::string(name), std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void showRuns(PdfPages &pages, double left, double fromTop, std::initializer_list<PdfRun> runs, double spacing)
{
    pages.content("BT 1 0 0 1 " + std::to_string(left) + ' ' + std::to_string(792 - fromTop) + " Tm "
                  + std::to_string(spacing) + " Tw\n");
    for (const PdfRun &run : runs)
        pages.content("/F" + std::to_string(run.font) + ' ' + std::to_string(run.size) + " Tf "
                      + std::to_string(run.rise) + " Ts (" + std::string(run.text) + ") Tj\n");
    pages.content("0 Tw 0 Ts ET\n");
}

void showRow(PdfPages &pages, double fromTop, std::initializer_list<std::pair<double, std::string_view>> cells,
             PdfPages::Font font)
{
    for (const auto &[left, text] : cells)
        pages.show(left, fromTop, 10, text, font);
}

void drawLine(PdfPages &pages, double left, double top, double right, double bottom)
{
    pages.content(std::to_string(left) + ' ' + std::to_string(792 - top) + " m " + std::to_string(right) + ' '
                  + std::to_string(792 - bottom) + " l S\n");
}

} // namespace cw::testing
