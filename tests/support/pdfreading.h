// SPDX-License-Identifier: GPL-3.0-or-later
// What is read of PDF files that tests write, in texts that they can compare.
#pragma once

#include "formats/format.h"
#include "support/pdfmaker.h"
#include "text/document.h"

#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cw::testing {

[[nodiscard]] Outcome<std::shared_ptr<const Document>> readPdf(std::string file, ParameterValues options = {});

/// The document; fails the test and is empty when there is none.
[[nodiscard]] std::shared_ptr<const Document> documentOf(const PdfPages &pages, ParameterValues options = {});

[[nodiscard]] std::string textOf(const PdfPages &pages, ParameterValues options = {});

/// A line for each heading: "## Title" on the second level.
[[nodiscard]] std::string outlineOf(const Document &document);

/// A line for each block: its kind behind two blanks for each container, and the text of leaves with tabs as bars and
/// line ends as slashes.
[[nodiscard]] std::string blocksOf(const Document &document);
[[nodiscard]] std::string blocksOf(const PdfPages &pages);

[[nodiscard]] std::string problemsOf(const Document &document);

/// A file of tests/data/formats.
[[nodiscard]] std::string formatSample(std::string_view name);

/// A stretch of text in one font, raised by points.
struct PdfRun
{
    std::string_view text; ///< source inside a string
    double size = 10;
    double rise = 0;
    PdfPages::Font font = PdfPages::Regular;
};

/// Runs behind one another as their widths have it; `spacing` is added to each blank.
void showRuns(PdfPages &pages, double left, double fromTop, std::initializer_list<PdfRun> runs, double spacing = 0);

/// Text of 10 points at places from the left edge, on one baseline.
void showRow(PdfPages &pages, double fromTop, std::initializer_list<std::pair<double, std::string_view>> cells,
             PdfPages::Font font = PdfPages::Regular);

/// A line that is drawn, from and to places in points from the left and upper edge.
void drawLine(PdfPages &pages, double left, double top, double right, double bottom);

} // namespace cw::testing
