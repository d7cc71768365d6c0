// SPDX-License-Identifier: GPL-3.0-or-later
// A very long line without word wrap: one row, of which only the pieces in view are laid out.
#pragma once

#include "chunkview/blockindex.h"
#include "chunkview/piecelayout.h"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace cw {

/// What a row is laid out in. Hit tests in text of mixed directions go over all characters of a piece.
inline constexpr std::size_t widePieceBytes = 1024;

/// Pieces stand side by side at measured places. Where the row's far parts stand is a guess from three pieces until one
/// of them is in view; then its neighbours join it exactly, and settle() keeps what is in view from moving when a guess
/// is corrected. The line's first pieces and, when it is in view, its end are always exact.
class WideLayout final : public BlockLayout
{
public:
    /// Whether `line` takes this layout rather than a PieceLayout.
    [[nodiscard]] static bool isWanted(ByteRange line) noexcept { return line.size() > longestBlockBytes + 2; }

    /// `laidOut` is called for each piece that is laid out.
    WideLayout(std::string_view text, ByteRange line, bool isRightToLeft, const LayoutStyle &style,
               std::function<void()> laidOut);

    [[nodiscard]] ByteRange bytes() const noexcept override { return m_bytes; }
    [[nodiscard]] std::size_t textEnd() const noexcept override { return m_textEnd; }
    [[nodiscard]] double columnWidth() const noexcept override;
    [[nodiscard]] Interval extent() const noexcept override;

    [[nodiscard]] std::size_t lineAt(std::size_t) const noexcept override { return 0; }
    [[nodiscard]] ByteRange lineBytes(std::size_t) const noexcept override { return m_bytes; }
    [[nodiscard]] ByteRange laidOutBytes(std::size_t line) const noexcept override;
    [[nodiscard]] ByteRange bytesInView(std::size_t line) const override;
    [[nodiscard]] std::vector<Interval> intervalsOf(std::size_t line, ByteRange range) const override;
    [[nodiscard]] QRectF rectOf(std::size_t byte) const override;
    [[nodiscard]] std::size_t byteUnder(QPointF point) const override;
    [[nodiscard]] std::size_t caretNear(QPointF point) const override;
    [[nodiscard]] ByteRange characterAt(std::size_t byte) const override;
    [[nodiscard]] ByteRange wordAt(std::size_t byte) const override;
    void draw(QPainter &painter, QPointF origin, std::span<const ColoredRange> colors, QRectF clip) const override;
    double settle(Interval view) override;
    void aimAt(std::size_t byte) override;

private:
    /// `at` counts from the line's beginning: from the left, or from the right in a right-to-left line.
    struct Placed
    {
        std::size_t piece = 0;
        double at = 0;
        std::unique_ptr<PieceLayout> layout;

        [[nodiscard]] double end() const { return at + layout->advance(); }
    };

    [[nodiscard]] std::unique_ptr<PieceLayout> layOut(std::size_t piece) const;
    [[nodiscard]] double leftOf(const Placed &placed) const;
    [[nodiscard]] const Placed *placedAt(std::size_t byte) const;
    [[nodiscard]] const Placed &placedUnder(double x) const;
    [[nodiscard]] double guessedAt(std::size_t byte) const;
    [[nodiscard]] double guessedEnd() const { return guessedAt(m_textEnd); }
    [[nodiscard]] double end() const; ///< exact when the last piece is laid out
    void moveTo(std::size_t piece);
    void jumpTo(Interval view);
    double correction();

    std::string_view m_text;
    ByteRange m_bytes;
    std::size_t m_textEnd = 0;
    bool m_isRightToLeft = false;
    LayoutStyle m_style;
    std::function<void()> m_laidOut;
    LinePieces m_pieces;
    std::vector<double> m_firstStarts; ///< of the first pieces: exact
    std::vector<Placed> m_placed; ///< neighbours, in the order of the text; never empty
    Interval m_view; ///< counted like `at`
    double m_pixelsPerByte = 0;
};

} // namespace cw
