// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/histogrampage.h"

#include "charts/chartlegend.h"
#include "charts/histogramview.h"
#include "controls/plainlabel.h"
#include "models/texts.h"

#include <QHBoxLayout>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace cw {

HistogramPage::HistogramPage(Workbench &workbench, QWidget *parent)
    : QWidget(parent), m_workbench(workbench), m_legend(new ChartLegend(this)), m_view(new HistogramView(this)),
      m_notice(new PlainLabel(PlainLabel::Tone::Dim, this)), m_stack(new QStackedLayout)
{
    auto *header = new QHBoxLayout;
    header->setSpacing(16);
    header->addWidget(m_legend);
    header->addStretch();

    m_notice->setAlignment(Qt::AlignCenter);
    m_notice->setWordWrap(true);
    m_stack->addWidget(m_notice);
    m_stack->addWidget(m_view);

    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(12, 8, 12, 8);
    column->setSpacing(8);
    column->addLayout(header);
    column->addLayout(m_stack, 1);
    setAccessibleName(tr("Histogram"));

    connect(&m_workbench, &Workbench::snapshotChanged, this, &HistogramPage::showSnapshot);
    connect(&m_workbench, &Workbench::awaitingDocumentsChanged, this, &HistogramPage::showSnapshot);
    connect(&m_workbench.selection(), &Selection::selected, this, &HistogramPage::showSelection);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &HistogramPage::showSelection);
    connect(m_view, &HistogramView::binActivated, this, &HistogramPage::selectInBin);
    showSnapshot();
}

QString HistogramPage::notice() const
{
    return m_stack->currentWidget() == m_notice ? m_notice->text() : QString();
}

void HistogramPage::showSnapshot()
{
    const auto &snapshot = m_workbench.snapshot();
    const bool hasChunks = snapshot && snapshot->chunkCount > 0;
    m_view->setSnapshot(hasChunks ? snapshot : nullptr);
    m_legend->setVisible(hasChunks);
    if (!hasChunks) {
        if (m_workbench.isAwaitingDocuments())
            m_notice->setText(loadingText());
        else
            m_notice->setText(!snapshot || snapshot->documents.empty()
                                  ? tr("No chunks yet. Open a document to see how large its chunks are.")
                                  : tr("The open documents hold no text, so there are no chunks to count."));
        m_stack->setCurrentWidget(m_notice);
        return;
    }
    m_legend->setShowsOverflow(snapshot->histogram.tokenBins.back() > 0);
    m_legend->setShowsOverlap(m_view->showsOverlap());
    m_stack->setCurrentWidget(m_view);
    showSelection();
}

void HistogramPage::showSelection()
{
    const auto &snapshot = m_workbench.snapshot();
    const std::optional<Place> &place = m_workbench.selection().current();
    const bool isKnown = snapshot && m_view->binCount() > 0 && place && place->chunk
        && place->document < snapshot->chunkSets.size() && *place->chunk < snapshot->chunkSets[place->document]->size();
    if (!isKnown)
        return m_view->setSelectedBin(std::nullopt);
    m_view->setSelectedBin(
        m_view->binOf(snapshot->chunkSets[place->document]->chunks()[*place->chunk].embeddedTokens()));
}

void HistogramPage::selectInBin(std::size_t bin)
{
    const auto &snapshot = m_workbench.snapshot();
    const std::optional<Place> &place = m_workbench.selection().current();
    const auto placeOf = [&snapshot](std::size_t document, std::size_t chunk) {
        const std::size_t begin = snapshot->chunkSets[document]->chunks()[chunk].source.begin;
        return Place{static_cast<std::uint32_t>(document), static_cast<std::uint32_t>(chunk), {begin, begin}};
    };
    std::optional<Place> first;
    std::optional<Place> next;
    for (std::size_t document = 0; document < snapshot->chunkSets.size() && !next; ++document) {
        const auto &chunks = snapshot->chunkSets[document]->chunks();
        for (std::size_t chunk = 0; chunk < chunks.size() && !next; ++chunk) {
            if (m_view->binOf(chunks[chunk].embeddedTokens()) != bin)
                continue;
            if (!first)
                first = placeOf(document, chunk);
            const bool isPast = place && place->chunk
                && std::pair(document, chunk) > std::pair(std::size_t(place->document), std::size_t(*place->chunk));
            if (isPast)
                next = placeOf(document, chunk);
        }
    }
    const bool isInBin = place && place->chunk && place->document < snapshot->chunkSets.size()
        && *place->chunk < snapshot->chunkSets[place->document]->size()
        && m_view->binOf(snapshot->chunkSets[place->document]->chunks()[*place->chunk].embeddedTokens()) == bin;
    if (first)
        m_workbench.selection().select(isInBin && next ? *next : *first);
}

} // namespace cw
