// SPDX-License-Identifier: GPL-3.0-or-later
// The whole document beside the scroll bar: chunks, overlap, findings, search hits, and what the view shows of it.
#pragma once

#include "chunkview/chunkfacts.h"
#include "chunkview/overviewmodel.h"
#include "concurrency/latesttask.h"
#include "theme/theme.h"

#include <QImage>
#include <QWidget>

#include <optional>
#include <vector>

namespace cw {

/// Long documents are decimated on a worker; until that is done the strip shows what it showed before.
class OverviewStrip final : public QWidget
{
    Q_OBJECT

public:
    static constexpr int stripWidth = 20;
    /// Documents with more chunks, findings and search hits than this are decimated in the background.
    static constexpr std::size_t mostAtOnce = 20'000;

    explicit OverviewStrip(QWidget *parent);

    void setFacts(const ChunkFacts &facts);
    void setHits(const std::vector<ByteRange> &hits);
    void setColors(const ThemeColors &colors);
    void setShownBytes(ByteRange bytes);
    void setCurrentChunk(std::optional<std::uint32_t> chunk);
    [[nodiscard]] bool isMaking() const { return m_task.isBusy(); }

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
    using Rows = std::shared_ptr<const std::vector<OverviewRow>>;

    void forgetRows();
    void askForRows();
    void renderImage();
    [[nodiscard]] int rowCount() const;
    void choose(double y);
    [[nodiscard]] QRectF rectOf(ByteRange bytes) const;

    ChunkFacts m_facts;
    std::shared_ptr<const std::vector<ByteRange>> m_hits = std::make_shared<const std::vector<ByteRange>>();
    ThemeColors m_colors;
    ByteRange m_shownBytes;
    std::optional<std::uint32_t> m_currentChunk;
    Rows m_rows; ///< may be of older chunks
    bool m_wantsRows = true; ///< nobody works on the newest ones yet
    QImage m_image; ///< of the rows
    LatestTask<Rows> m_task; ///< last: joined before the rest goes
};

} // namespace cw
