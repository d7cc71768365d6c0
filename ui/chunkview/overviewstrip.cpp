// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/overviewstrip.h"

#include "models/tooltips.h"

#include <QHelpEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

// Columns from left to right, in pixels: chunks, overlap, findings.
constexpr double margin = 2;
constexpr double chunksWidth = 8;
constexpr double overlapWidth = 3;
constexpr double findingsLeft = margin + chunksWidth + overlapWidth + 1;
constexpr double findingsWidth = OverviewStrip::stripWidth - findingsLeft - 1;

QColor mixed(const QColor &under, const QColor &over, double share)
{
    const auto channel = [share](int a, int b) { return static_cast<int>(std::lround(a + (b - a) * share)); };
    return {channel(under.red(), over.red()), channel(under.green(), over.green()), channel(under.blue(), over.blue())};
}

} // namespace

OverviewStrip::OverviewStrip(QWidget *parent)
    : QWidget(parent), m_task("Drawing the overview", [this](const Outcome<Rows> &outcome) {
          if (!outcome.hasValue())
              return;
          m_rows = outcome.value();
          m_image = {};
          update();
      })
{
    setFixedWidth(stripWidth);
    setCursor(Qt::ArrowCursor);
    setAccessibleName(tr("Overview of the document"));
    setAccessibleDescription(tr("Shows all chunks, overlaps and findings. Click to go there."));
}

void OverviewStrip::setFacts(const ChunkFacts &facts)
{
    if (!facts || !m_facts || facts.shownDocument() != m_facts.shownDocument()) { // nothing of another one is shown
        m_task.cancel();
        m_rows = nullptr;
        m_image = {};
    }
    m_facts = facts;
    forgetRows();
}

void OverviewStrip::setHits(const std::vector<ByteRange> &hits)
{
    m_hits = std::make_shared<const std::vector<ByteRange>>(hits);
    forgetRows();
}

void OverviewStrip::setColors(const ThemeColors &colors)
{
    m_colors = colors;
    m_image = {};
    update();
}

void OverviewStrip::setShownBytes(ByteRange bytes)
{
    if (m_shownBytes == bytes)
        return;
    m_shownBytes = bytes;
    update();
}

void OverviewStrip::setCurrentChunk(std::optional<std::uint32_t> chunk)
{
    if (m_currentChunk == chunk)
        return;
    m_currentChunk = chunk;
    update();
}

void OverviewStrip::forgetRows()
{
    m_wantsRows = true;
    update();
}

int OverviewStrip::rowCount() const
{
    return static_cast<int>(std::lround(height() * devicePixelRatioF()));
}

void OverviewStrip::askForRows()
{
    m_wantsRows = false;
    const auto decimate = [facts = m_facts, hits = m_hits, rows = rowCount()]() -> Rows {
        return std::make_shared<const std::vector<OverviewRow>>(
            overviewRows(facts.textBytes(), facts.chunks(), facts.allFindings(), *hits, rows));
    };
    if (m_facts.chunks().size() + m_facts.allFindings().size() + m_hits->size() <= mostAtOnce) {
        m_task.cancel();
        m_rows = decimate();
        m_image = {};
    } else {
        m_task.start([decimate](const std::stop_token &) -> Outcome<Rows> { return decimate(); }, ChangeKind::Preview);
    }
}

void OverviewStrip::renderImage()
{
    const double ratio = devicePixelRatioF();
    const std::vector<OverviewRow> &rows = *m_rows;
    const int rowCount = static_cast<int>(rows.size());
    m_image = QImage(static_cast<int>(std::lround(width() * ratio)), rowCount, QImage::Format_RGB32);
    m_image.fill(m_colors.base);

    const QColor manyChunks = mixed(mixed(m_colors.chunkTintStrong[0], m_colors.chunkTintStrong[1], 0.5),
                                    mixed(m_colors.chunkTintStrong[2], m_colors.chunkTintStrong[3], 0.5), 0.5);
    QPainter painter(&m_image);
    const auto fill = [&](double left, double columnWidth, int row, int rowsHigh, const QColor &color) {
        painter.fillRect(QRect(static_cast<int>(std::lround(left * ratio)), row,
                               static_cast<int>(std::lround(columnWidth * ratio)), rowsHigh),
                         color);
    };
    for (int i = 0; i < rowCount; ++i) {
        const OverviewRow &row = rows[static_cast<std::size_t>(i)];
        if (row.chunkCount > 3)
            fill(margin, chunksWidth, i, 1, manyChunks);
        else if (row.chunkCount > 0)
            fill(margin, chunksWidth, i, 1, m_colors.chunkTintStrong[(row.firstChunk + row.chunkCount - 1) % 4]);
        if (row.overlapShare > 0)
            fill(margin + chunksWidth, overlapWidth, i, 1,
                 mixed(m_colors.base, m_colors.dimText, 0.35 + 0.65 * static_cast<double>(row.overlapShare)));
    }
    // The gravest comes last and stays on top; marks are at least two pixels high so that they can be seen.
    const int markHeight = std::max(2, static_cast<int>(std::lround(2 * ratio)));
    for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Error}) {
        for (int i = 0; i < rowCount; ++i) {
            if (rows[static_cast<std::size_t>(i)].severity == severity)
                fill(findingsLeft, findingsWidth, i, markHeight, m_colors.severityColor(severity));
        }
    }
    for (int i = 0; i < rowCount; ++i) {
        if (rows[static_cast<std::size_t>(i)].hasSearchHit)
            fill(0, stripWidth, i, markHeight, m_colors.accent);
    }
    painter.end();
    m_image.setDevicePixelRatio(ratio);
}

QRectF OverviewStrip::rectOf(ByteRange bytes) const
{
    const double scale = height() / static_cast<double>(std::max<std::size_t>(m_facts.textBytes(), 1));
    const double top = static_cast<double>(bytes.begin) * scale;
    return {0, top, static_cast<double>(width()), std::max(4.0, static_cast<double>(bytes.size()) * scale)};
}

void OverviewStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    if (!m_facts || m_facts.textBytes() == 0) {
        painter.fillRect(rect(), m_colors.base);
        return;
    }
    if (m_wantsRows || (m_rows && static_cast<int>(m_rows->size()) != rowCount() && !m_task.isBusy()))
        askForRows();
    if (m_rows && !m_rows->empty() && (m_image.isNull() || m_image.devicePixelRatio() != devicePixelRatioF()))
        renderImage();
    painter.fillRect(rect(), m_colors.base);
    if (!m_image.isNull())
        painter.drawImage(QRectF(0, 0, width(), height()), m_image, QRectF(m_image.rect()));
    if (m_currentChunk && *m_currentChunk < m_facts.chunks().size()) {
        const QRectF chunk = rectOf(m_facts.chunks()[*m_currentChunk].source);
        painter.fillRect(QRectF(0, chunk.top(), margin, chunk.height()), m_colors.accent);
    }
    QColor veil = m_colors.text;
    veil.setAlphaF(0.10F);
    const QRectF shown = rectOf(m_shownBytes);
    painter.fillRect(shown, veil);
    veil.setAlphaF(0.55F);
    painter.setPen(veil);
    painter.drawRect(shown.adjusted(0.5, 0.5, -0.5, -0.5));
}

void OverviewStrip::choose(double y)
{
    if (!m_facts)
        return;
    const double share = std::clamp(y / std::max(1, height()), 0.0, 1.0);
    Q_EMIT byteChosen(static_cast<std::size_t>(share * static_cast<double>(m_facts.textBytes())));
}

void OverviewStrip::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        choose(event->position().y());
}

void OverviewStrip::mouseMoveEvent(QMouseEvent *event)
{
    if (event->buttons().testFlag(Qt::LeftButton))
        choose(event->position().y());
}

void OverviewStrip::mouseReleaseEvent(QMouseEvent *event)
{
    event->accept();
}

void OverviewStrip::wheelEvent(QWheelEvent *event)
{
    event->ignore();
}

bool OverviewStrip::event(QEvent *event)
{
    if (event->type() == QEvent::Resize)
        forgetRows();
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (!m_facts || m_facts.chunks().empty()) {
        QToolTip::hideText();
        return true;
    }
    const std::size_t byte = overviewByteOf(help->pos().y(), m_facts.textBytes(), height());
    std::size_t chunk = m_facts.set()->lastChunkAt(byte);
    if (chunk >= m_facts.chunks().size())
        chunk = std::min(m_facts.set()->firstChunkEndingAfter(byte), m_facts.chunks().size() - 1);
    QToolTip::showText(help->globalPos(), plainToolTip(m_facts.chunkSummary(chunk)), this);
    return true;
}

} // namespace cw
