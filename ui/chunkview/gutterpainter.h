// SPDX-License-Identifier: GPL-3.0-or-later
// The column beside the text: chunk numbers, tokens, reasons, findings and overlap brackets.
#pragma once

#include "chunkview/chunkfacts.h"
#include "theme/theme.h"

#include <QFont>

#include <optional>
#include <span>

class QPainter;

namespace cw {

/// Where things stand in the gutter, counted from its outer edge. Columns have room for the figures that the document
/// is likely to get, so that the text does not move while chunks change.
struct GutterColumns
{
    double returned = 3; ///< brackets of what chunks are returned within, where that is shown
    double mark = 3;
    double number = 0;
    double numberWidth = 0;
    double tokensRight = 0;
    double icon = 0;
    double lanes = 0;
    double width = 72;

    static constexpr double markSize = 9;
    static constexpr double iconSize = 13;
    static constexpr double lanesWidth = 9;
    static constexpr double returnedWidth = 9;

    [[nodiscard]] static GutterColumns forDocument(const ChunkFacts &facts, const QFont &font);
};

/// The font of figures: a little smaller than the interface's.
[[nodiscard]] QFont gutterFont(const QFont &interfaceFont);

class GutterPainter final
{
public:
    GutterPainter(QPainter &painter, const ChunkFacts &facts, const ThemeColors &colors, const GutterColumns &columns,
                  double left, bool mirrored);

    void drawRow(const TextRow &row, std::optional<std::uint32_t> currentChunk);
    void drawBand(const OverlapBand &band);
    /// The extent of a text that is returned for chunks in it. Neighbouring ones take turns.
    void drawReturned(const OverlapBand &band, bool isCurrent);

private:
    [[nodiscard]] QRectF placed(double x, double top, double width, double height) const;
    void drawFigures(const TextRow &row, ChunkRange starting, std::optional<std::uint32_t> currentChunk);
    void drawTokenBar(const TextRow &row, const Chunk &chunk, std::size_t position);
    void drawFindings(const TextRow &row);

    QPainter &m_painter;
    const ChunkFacts &m_facts;
    const ThemeColors &m_colors;
    const GutterColumns &m_columns;
    double m_left;
    bool m_mirrored;
    std::size_t m_maxTokens;
};

} // namespace cw
