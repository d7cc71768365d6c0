// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/tablecolumns.h"

#include <QFontMetricsF>
#include <QString>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr int measuredLines = 200;
constexpr std::size_t measuredLineBytes = 1024;
constexpr double widestShare = 0.5; ///< of the text column, for one of the table
constexpr int gapSpaces = 3;

void widen(std::vector<double> &widths, std::string_view line, const QFontMetricsF &metrics, double widest)
{
    std::size_t column = 0;
    for (std::size_t tab = line.find('\t'); tab != std::string_view::npos; tab = line.find('\t')) {
        if (column == widths.size())
            widths.push_back(0);
        const std::string_view cell = line.substr(0, tab);
        const double width
            = metrics.horizontalAdvance(QString::fromUtf8(cell.data(), static_cast<qsizetype>(cell.size())));
        if (width <= widest)
            widths[column] = std::max(widths[column], width);
        line.remove_prefix(tab + 1);
        ++column;
    }
}

} // namespace

std::vector<double> tableTabStops(std::string_view table, const QFont &font, double columnWidth)
{
    const QFontMetricsF metrics(font);
    std::vector<double> stops; // widths at first
    for (int line = 0; line < measuredLines && !table.empty(); ++line) {
        const std::size_t end = std::min(table.find('\n'), table.size());
        widen(stops, table.substr(0, std::min(end, measuredLineBytes)), metrics, columnWidth * widestShare);
        table.remove_prefix(std::min(end + 1, table.size()));
    }
    const double gap = gapSpaces * metrics.horizontalAdvance(QLatin1Char(' '));
    double at = 0;
    for (double &stop : stops) {
        at += std::ceil(stop + gap);
        stop = at;
    }
    return stops;
}

} // namespace cw
