// SPDX-License-Identifier: GPL-3.0-or-later
// The whole document beside the scroll bar: chunks, overlap, findings, search hits, and what the view shows of it.
#pragma once

#include "chunkview/chunkfacts.h"
#include "chunkview/overviewmodel.h"
#include "theme/theme.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

namespace cw {

class OverviewStrip final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int stripWidth = 20;

    explicit OverviewStrip(QWidget *parent);

    void setFacts(const ChunkFacts &facts);
    void setHits(const std::vector<ByteRange> &hits);
    void setColors(const ThemeColors &colors);
    void setShownBytes(ByteRange bytes);
    void setCurrentChunk(std::optional<std::uint32_t> chunk);

signals:
    /// The user pointed at this source byte.
    void byteChosen(std::size_t byte);

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;

private:
    void forgetImage();
    void renderImage();
    void choose(double y);
    [[nodiscard]] QRectF rectOf(ByteRange bytes) const;

    ChunkFacts m_facts;
    std::vector<ByteRange> m_hits;
    ThemeColors m_colors;
    ByteRange m_shownBytes;
    std::optional<std::uint32_t> m_currentChunk;
    QImage m_image;
};

} // namespace cw
