// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/returneddetail.h"

#include "chunkview/chunkfacts.h"
#include "controls/plainlabel.h"
#include "models/texts.h"
#include "run/returning.h"
#include "text/utf8.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QVBoxLayout>

#include <algorithm>

namespace cw {

namespace {

constexpr int gap = 6;
constexpr int shownLines = 2; ///< at least

} // namespace

ReturnedDetail::ReturnedDetail(QWidget *parent)
    : QWidget(parent), m_sentence(new PlainLabel(PlainLabel::Tone::Normal, this)),
      m_text(new PlainLabel(PlainLabel::Tone::Normal, this)), m_rest(new PlainLabel(PlainLabel::Tone::Dim, this)),
      m_scroll(new QScrollArea(this)), m_copy(new QPushButton(tr("Copy Returned Text"), this))
{
    m_sentence->setWordWrap(true);
    m_sentence->setAccessibleName(tr("What is returned for the chunk"));
    m_text->setWordWrap(true);
    m_text->setAlignment(Qt::AlignLeading | Qt::AlignTop);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse);
    m_text->setMargin(gap);
    m_text->setAccessibleName(tr("Returned text"));
    m_scroll->setWidget(m_text);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setMinimumHeight(shownLines * fontMetrics().lineSpacing() + 2 * gap);
    m_copy->setToolTip(tr("Copies the whole text that is returned for the selected chunk."));

    auto *foot = new QHBoxLayout;
    foot->setSpacing(gap);
    m_rest->setWordWrap(true);
    foot->addWidget(m_rest, 1);
    foot->addStretch();
    foot->addWidget(m_copy);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(gap);
    column->addWidget(m_sentence);
    column->addWidget(m_scroll, 1);
    column->addLayout(foot);
    setAccessibleName(tr("Returned Text"));
    connect(m_copy, &QPushButton::clicked, this, &ReturnedDetail::copy);
    hide();
}

void ReturnedDetail::setPlace(const std::shared_ptr<const RunSnapshot> &snapshot, const std::optional<Place> &place)
{
    const bool isKnown = snapshot && !snapshot->parentSets.empty() && place && place->chunk
        && place->document < snapshot->chunkSets.size() && *place->chunk < snapshot->chunkSets[place->document]->size();
    m_snapshot = isKnown ? snapshot : nullptr;
    setVisible(isKnown);
    if (!isKnown)
        return;
    m_document = place->document;
    m_chunk = *place->chunk;
    const std::string_view text = returnedFor(*snapshot, m_document, m_chunk).text();
    std::size_t shown = std::min(text.size(), mostShownBytes);
    while (!isCharacterBoundary(text, shown))
        --shown;
    const ChunkFacts facts{snapshot, m_document};
    m_sentence->setText(tr("Chunk %1. %2").arg(formatCount(m_chunk + 1), facts.returnedSentence(m_chunk)));
    m_rest->setVisible(shown < text.size());
    m_rest->setText(tr("The first %1 of %2 bytes are shown.").arg(formatCount(shown), formatCount(text.size())));
    const QString shownText = toQString(text.substr(0, shown));
    if (m_text->text() == shownText)
        return;
    m_text->setText(shownText);
    m_scroll->verticalScrollBar()->setValue(0);
}

void ReturnedDetail::copy() const
{
    if (m_snapshot)
        QApplication::clipboard()->setText(toQString(returnedFor(*m_snapshot, m_document, m_chunk).text()));
}

} // namespace cw
