// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/centralview.h"

#include "actions/actions.h"
#include "controls/menubutton.h"
#include "controls/plainlabel.h"
#include "mainwindow/emptypage.h"
#include "mainwindow/findbar.h"
#include "mainwindow/messagearea.h"
#include "models/texts.h"
#include "run/effectiveconfig.h"

#include <QHBoxLayout>
#include <QLocale>
#include <QMenu>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

namespace cw {

CentralView::CentralView(Workbench &workbench, Actions &actions, QWidget *parent)
    : QWidget(parent), m_workbench(workbench)
{
    m_messages = new MessageArea(this);
    m_empty = new EmptyPage(actions, this);
    m_opening = new OpeningPage(this);

    m_documentPage = new QWidget(this);
    m_view = new ChunkView(m_documentPage);
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setProperty("helpTopic", QStringLiteral("chunkview"));
    m_findBar = new FindBar(*m_view, m_documentPage);
    auto *documentLayout = new QVBoxLayout(m_documentPage);
    documentLayout->setContentsMargins(0, 0, 0, 0);
    documentLayout->setSpacing(0);
    documentLayout->addWidget(makeHeader(actions));
    documentLayout->addWidget(m_findBar);
    documentLayout->addWidget(m_view, 1);

    m_pages = new QStackedWidget(this);
    m_pages->addWidget(m_empty);
    m_pages->addWidget(m_opening);
    m_pages->addWidget(m_documentPage);

    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_messages);
    layout->addWidget(m_pages, 1);

    connect(&m_workbench, &Workbench::snapshotChanged, this, &CentralView::showSnapshot);
    connect(&m_workbench, &Workbench::beginningChanged, this, &CentralView::showBeginning);
    connect(&m_workbench, &Workbench::documentsChanged, this, &CentralView::choosePage);
    connect(&m_workbench, &Workbench::configErrorChanged, this, &CentralView::choosePage);
    connect(&m_workbench, &Workbench::busyChanged, this, [this](bool busy) {
        if (busy && m_workbench.isOpening())
            m_problems.clear();
        choosePage();
    });
    connect(&m_workbench, &Workbench::problemFound, this, [this](const QString &message) {
        m_problems.append(message);
        choosePage();
    });
    connect(&m_workbench, &Workbench::progressChanged, m_opening, &OpeningPage::setProgress);
    connect(&m_workbench.selection(), &Selection::selected, this, [this] { showPlace(true); });
    connect(&m_workbench.selection(), &Selection::refreshed, this, [this] { showPlace(false); });
    connect(m_view, &ChunkView::placeActivated, this, [this](const Place &place) {
        if (!m_workbench.beginning()) // places are of the snapshot
            m_workbench.selection().select(place);
    });
    connect(m_opening, &OpeningPage::cancelRequested, &m_workbench, &Workbench::cancel);
    showSnapshot();
}

QWidget *CentralView::makeHeader(Actions &actions)
{
    auto *header = new QWidget(m_documentPage);
    m_title = new PlainLabel(PlainLabel::Tone::Normal, header);
    m_title->setElideMode(Qt::ElideMiddle);
    QFont bold = m_title->font();
    bold.setBold(true);
    m_title->setFont(bold);
    m_title->setAccessibleName(tr("Document shown"));
    m_encoding = new MenuButton(header);
    m_encoding->setAccessibleName(tr("Encoding of the document"));
    m_configuration = new PlainLabel(PlainLabel::Tone::Dim, header);
    m_configuration->setElideMode(Qt::ElideRight);
    m_configuration->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred); // the title comes first
    m_configuration->setAlignment(Qt::AlignTrailing | Qt::AlignVCenter);
    m_configuration->setAccessibleName(tr("Configuration shown"));
    m_configuration->setToolTip(tr("The configuration that the chunks in all views were made with."));

    const auto modeButton = [&](ActionId id) {
        auto *button = new QToolButton(header);
        button->setDefaultAction(&actions[id]);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setAutoRaise(true);
        return button;
    };
    auto *layout = new QHBoxLayout(header);
    layout->setContentsMargins(12, 4, 8, 4);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_encoding);
    layout->addWidget(m_configuration, 1);
    layout->addSpacing(8);
    layout->addWidget(modeButton(ActionId::SourceView));
    layout->addWidget(modeButton(ActionId::CardsView));
    return header;
}

void CentralView::setEncodingMenu(QMenu *menu)
{
    m_encoding->setMenu(menu);
}

void CentralView::setDropHighlighted(bool isHighlighted)
{
    m_empty->setDropHighlighted(isHighlighted);
}

void CentralView::showSnapshot()
{
    const auto &snapshot = m_workbench.snapshot();
    const std::optional<Place> &place = m_workbench.selection().current();
    if (snapshot && !snapshot->documents.empty()) {
        const auto last = static_cast<std::uint32_t>(snapshot->documents.size() - 1);
        m_view->setSnapshot(snapshot, place ? std::min(place->document, last) : 0);
        m_view->setCurrentPlace(place, false);
    } else {
        m_view->clear();
    }
    showHeader();
    choosePage();
}

void CentralView::showBeginning()
{
    const std::optional<Beginning> &beginning = m_workbench.beginning();
    if (!beginning) {
        showSnapshot();
        return;
    }
    m_view->setSnapshot(beginning->snapshot, 0);
    m_view->setCurrentPlace(std::nullopt, false);
    showHeader();
    choosePage();
}

void CentralView::showPlace(bool reveal)
{
    if (m_workbench.beginning())
        return;
    const std::optional<Place> &place = m_workbench.selection().current();
    const auto &snapshot = m_workbench.snapshot();
    if (place && snapshot && place->document < snapshot->documents.size() && place->document != m_view->document()) {
        m_view->setSnapshot(snapshot, place->document);
        showHeader();
    }
    m_view->setCurrentPlace(place, reveal);
}

void CentralView::showHeader()
{
    const auto &snapshot = m_view->snapshot();
    if (!snapshot || m_view->document() >= snapshot->documents.size())
        return;
    const Document &document = *snapshot->documents[m_view->document()];
    const DocumentSource &source = document.source();
    m_title->setText(QString::fromStdString(document.id()));
    const QString encoding = QString::fromStdString(source.encoding);
    m_encoding->setText(source.encodingIsGuess ? tr("%1 (guessed)").arg(encoding) : encoding);
    m_encoding->setVisible(!encoding.isEmpty()); // Word documents, PDF and the like have none to choose
    m_encoding->setEnabled(!source.path.empty());
    m_encoding->setToolTip(source.path.empty() ? tr("Pasted text has no encoding of its own.")
                               : source.encodingIsGuess
                               ? tr("The encoding was guessed; choose another if the text looks "
                                    "wrong.")
                               : tr("Read the file again in another encoding."));
    if (const std::optional<Beginning> &beginning = m_workbench.beginning()) {
        const QLocale locale;
        m_configuration->setText(tr("The beginning, %1 of %2; the rest is being chunked…")
                                     .arg(locale.formattedDataSize(static_cast<qint64>(beginning->shownBytes)),
                                          locale.formattedDataSize(static_cast<qint64>(beginning->wholeBytes))));
        return;
    }
    const bool isOverridden = overrideUsed(*snapshot, m_view->document()) != RunSnapshot::noOverride;
    const QString caption = configCaption(effectiveConfig(*snapshot, m_view->document()));
    m_configuration->setText(snapshot->chunkSets[m_view->document()]->chunks().empty()
                                 ? tr("No chunks: this document holds no text.")
                                 : (isOverridden ? tr("Shows the override: %1") : tr("Shows: %1")).arg(caption));
}

void CentralView::choosePage()
{
    const bool hasDocuments = !m_workbench.documents().empty();
    if (hasDocuments)
        m_problems.clear();
    QStringList problems = m_problems;
    QWidget *page = m_empty;
    if (hasDocuments && m_view->snapshot()) {
        page = m_documentPage;
    } else if (m_workbench.isBusy() && (hasDocuments || m_workbench.isOpening())) {
        page = m_opening;
    } else if (hasDocuments && m_workbench.configError()) {
        problems = {QString::fromStdString(m_workbench.configError()->message)};
    }
    if (page == m_empty)
        m_empty->setProblems(problems);
    m_messages->setSuppressed(page == m_empty && !problems.isEmpty());
    m_pages->setCurrentWidget(page);
}

} // namespace cw
