// SPDX-License-Identifier: GPL-3.0-or-later
// What the Edit, View, Go and Help menus do.
#include "dialogs/commandpalette.h"
#include "dialogs/helpwindow.h"
#include "mainwindow/centralview.h"
#include "mainwindow/findbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/navigator.h"
#include "mainwindow/panelcommands.h"
#include "mainwindow/pincommands.h"
#include "models/texts.h"
#include "models/tooltips.h"
#include "pages/findingspage.h"

#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QInputDialog>
#include <QUndoStack>

namespace cw {

void MainWindow::connectEdit()
{
    QUndoStack &undo = m_workbench.undoStack();
    m_actions.on(ActionId::Undo, &undo, &QUndoStack::undo);
    m_actions.on(ActionId::Redo, &undo, &QUndoStack::redo);
    connect(&undo, &QUndoStack::indexChanged, this, &MainWindow::updateActions);
    m_actions.on(ActionId::Copy, this, [this] {
        const QString text = m_centre->chunkView().selectedText();
        if (!text.isEmpty())
            QApplication::clipboard()->setText(text);
    });
    m_actions.on(ActionId::CopyChunk, this, [this] { m_centre->chunkView().copyCurrentChunk(); });
    m_actions.on(ActionId::Find, this, [this] { m_centre->findBar().activate(); });
    m_actions.on(ActionId::FindNext, this, [this] { m_centre->findBar().findNext(); });
    m_actions.on(ActionId::FindPrevious, this, [this] { m_centre->findBar().findPrevious(); });
}

void MainWindow::connectView()
{
    m_actions.on(ActionId::SourceView, this, [this] { setViewMode(ChunkViewMode::Source); });
    m_actions.on(ActionId::CardsView, this, [this] { setViewMode(ChunkViewMode::Cards); });
    connect(&m_centre->chunkView(), &ChunkView::modeChanged, this, &MainWindow::setViewMode);
    m_actions.on(ActionId::WordWrap, this, [this](bool wrap) {
        m_centre->chunkView().setWordWrap(wrap);
        m_settings.setWordWrap(wrap);
    });
    m_actions.on(ActionId::ShowStructure, this, [this](bool shown) {
        m_centre->chunkView().setStructureShown(shown);
        m_settings.setStructureShown(shown);
    });
    m_actions.on(ActionId::ShowTokens, this, [this](bool shown) {
        m_centre->chunkView().setTokensShown(shown);
        m_settings.setTokensShown(shown);
        updateActions();
    });
    m_actions.on(ActionId::ShowWhiteSpace, this, [this](bool shown) {
        m_centre->chunkView().setWhiteSpaceShown(shown);
        m_settings.setWhiteSpaceShown(shown);
    });
    ChunkView *view = &m_centre->chunkView();
    m_actions.on(ActionId::ZoomIn, view, [view] { view->zoomBy(1); });
    m_actions.on(ActionId::ZoomOut, view, [view] { view->zoomBy(-1); });
    connect(view, &ChunkView::textSizeChanged, this,
            [this](double points) { m_settings.setTextPointSize(qRound(points)); });
    m_actions.on(ActionId::ZoomReset, this, [this] { setTextPointSize(0); });
    m_actions.on(ActionId::ThemeSystem, this, [this] { setTheme(ThemeMode::System); });
    m_actions.on(ActionId::ThemeLight, this, [this] { setTheme(ThemeMode::Light); });
    m_actions.on(ActionId::ThemeDark, this, [this] { setTheme(ThemeMode::Dark); });
    m_actions.on(ActionId::ResetLayout, this, [this] { restoreState(m_firstLayout); });
    m_actions.on(ActionId::CommandPalette, this, [this] {
        QList<QAction *> commands = m_actions.all();
        commands.removeOne(&m_actions[ActionId::CommandPalette]);
        for (QDockWidget *panel : m_panels)
            commands.append(panel->toggleViewAction());
        commands.append(m_panelCommands->floatActions());
        auto *palette = new CommandPalette(commands, this);
        palette->setAttribute(Qt::WA_DeleteOnClose);
        palette->open();
    });
}

void MainWindow::connectGo()
{
    Selection &selection = m_workbench.selection();
    m_actions.on(ActionId::Back, &selection, &Selection::goBack);
    m_actions.on(ActionId::Forward, &selection, &Selection::goForward);
    const auto step = [this](ActionId id, auto function, bool forward) {
        m_actions.on(id, this, [this, function, forward] {
            if (m_workbench.snapshot())
                go(function(*m_workbench.snapshot(), m_workbench.selection().current(), forward));
        });
    };
    step(ActionId::NextChunk, &stepChunk, true);
    step(ActionId::PreviousChunk, &stepChunk, false);
    m_actions.on(ActionId::GoToChunk, this, &MainWindow::goToChunk);
    m_actions.on(ActionId::GoToSameText, this, [this] {
        if (m_workbench.snapshot())
            go(sameTextPlace(*m_workbench.snapshot(), m_workbench.selection().current()));
    });
    m_actions.on(ActionId::NextToken, this, [this] { m_centre->chunkView().stepToken(true); });
    m_actions.on(ActionId::PreviousToken, this, [this] { m_centre->chunkView().stepToken(false); });
    m_actions.on(ActionId::NextFinding, m_findings, &FindingsPage::nextFinding);
    m_actions.on(ActionId::PreviousFinding, m_findings, &FindingsPage::previousFinding);
    step(ActionId::NextDocument, &stepDocument, true);
    step(ActionId::PreviousDocument, &stepDocument, false);
    m_actions.on(ActionId::NextPanel, this, [this] { focusPanel(true); });
    m_actions.on(ActionId::PreviousPanel, this, [this] { focusPanel(false); });
    m_actions.on(ActionId::Quit, this, &MainWindow::close);
}

void MainWindow::connectHelp()
{
    m_actions.on(ActionId::Help, this, [this] { showHelp(helpTopicOf(QApplication::focusWidget())); });
    m_actions.on(ActionId::Shortcuts, this, [this] { showHelp(QStringLiteral("shortcuts")); });
    m_actions.on(ActionId::WhatsNew, this, [this] { showHelp(QStringLiteral("whatsnew")); });
    m_actions.on(ActionId::About, this, [this] { showHelp(QStringLiteral("about")); });
}

void MainWindow::updateActions()
{
    const auto &snapshot = m_workbench.snapshot();
    Selection &selection = m_workbench.selection();
    const bool hasDocument = snapshot && !snapshot->documents.empty() && !m_workbench.documents().empty();
    const bool hasChunks = hasDocument && snapshot->chunkCount > 0;
    const bool hasCurrent = hasChunks && selection.current() && selection.current()->chunk;
    const QString noDocument = tr("No document is open.");
    const QString noChunks = tr("There are no chunks.");
    const QUndoStack &undo = m_workbench.undoStack();
    m_actions.setAvailable(ActionId::Undo, undo.canUndo(), tr("There is nothing to take back."));
    m_actions.setAvailable(ActionId::Redo, undo.canRedo(), tr("Nothing was taken back."));
    m_actions[ActionId::Undo].setText(undo.canUndo() ? tr("&Undo %1").arg(undo.undoText()) : tr("&Undo"));
    m_actions[ActionId::Redo].setText(undo.canRedo() ? tr("&Redo %1").arg(undo.redoText()) : tr("&Redo"));
    for (const ActionId id : {ActionId::Copy, ActionId::Find, ActionId::FindNext, ActionId::FindPrevious})
        m_actions.setAvailable(id, hasDocument, noDocument);
    m_pins->updateActions();
    m_actions.setAvailable(ActionId::CopyChunk, hasCurrent, tr("No chunk is selected."));
    for (const ActionId id : {ActionId::NextChunk, ActionId::PreviousChunk})
        m_actions.setAvailable(id, hasChunks, noChunks);
    const bool hasChunksHere
        = hasChunks && snapshot->chunkSets[selection.current() ? selection.current()->document : 0]->size() > 0;
    m_actions.setAvailable(ActionId::GoToChunk, hasChunksHere, tr("This document has no chunks."));
    m_actions.setAvailable(ActionId::GoToSameText, hasCurrent && sameTextPlace(*snapshot, selection.current()),
                           hasCurrent ? tr("No chunk before this one has the same text.")
                                      : tr("No chunk is selected."));
    const QString noTokens = hasChunks ? tr("Tokens are not shown: View > Show Tokens shows them.") : noChunks;
    for (const ActionId id : {ActionId::NextToken, ActionId::PreviousToken})
        m_actions.setAvailable(id, hasChunks && m_centre->chunkView().tokensShown(), noTokens);
    const bool hasFindings = hasChunks && !snapshot->audit.findings.empty();
    for (const ActionId id : {ActionId::NextFinding, ActionId::PreviousFinding})
        m_actions.setAvailable(id, hasFindings, tr("There are no findings."));
    const bool hasSeveral = hasDocument && snapshot->documents.size() > 1;
    for (const ActionId id : {ActionId::NextDocument, ActionId::PreviousDocument})
        m_actions.setAvailable(id, hasSeveral, tr("There is no other document."));
    m_actions.setAvailable(ActionId::Back, selection.canGoBack(), tr("There is no earlier place."));
    m_actions.setAvailable(ActionId::Forward, selection.canGoForward(), tr("There is no later place."));
}

void MainWindow::setTheme(ThemeMode mode)
{
    const ActionId id = mode == ThemeMode::Dark ? ActionId::ThemeDark
        : mode == ThemeMode::Light              ? ActionId::ThemeLight
                                                : ActionId::ThemeSystem;
    m_actions[id].setChecked(true);
    m_settings.setTheme(mode);
    if (auto *application = qobject_cast<QApplication *>(QCoreApplication::instance()))
        applyTheme(*application, mode);
}

void MainWindow::setViewMode(ChunkViewMode mode)
{
    m_actions[mode == ChunkViewMode::Cards ? ActionId::CardsView : ActionId::SourceView].setChecked(true);
    m_settings.setViewMode(mode);
    m_centre->chunkView().setMode(mode);
}

void MainWindow::setTextPointSize(int points)
{
    QFont font = m_centre->chunkView().textFont();
    font.setPointSizeF(points > 0 ? points : m_normalTextSize);
    m_centre->chunkView().setTextFont(font);
    m_settings.setTextPointSize(points);
}

void MainWindow::go(const std::optional<Place> &place)
{
    if (place)
        m_workbench.selection().select(*place);
}

void MainWindow::goToChunk()
{
    // Chunks are numbered by document everywhere on the screen, so the number typed here counts alike.
    const auto snapshot = m_workbench.snapshot();
    const std::optional<Place> place = m_workbench.selection().current();
    const std::uint32_t document = place ? place->document : 0;
    const int count = static_cast<int>(snapshot->chunkSets[document]->size());
    const int present = place && place->chunk ? static_cast<int>(*place->chunk) + 1 : 1;
    const QString name = forMenu(QString::fromStdString(snapshot->documents[document]->id()));
    bool isChosen = false;
    const int number = QInputDialog::getInt(this, tr("Go to Chunk"),
                                            withoutMarkup(tr("&Chunk of %1, from 1 to %L2:").arg(name).arg(count)),
                                            present, 1, count, 1, &isChosen);
    if (isChosen && m_workbench.snapshot() == snapshot) // a file that changed meanwhile made other chunks
        go(chunkPlace(*snapshot, document, static_cast<std::size_t>(number) - 1));
}

void MainWindow::showHelp(const QString &topic)
{
    if (!m_help) {
        m_help = new HelpWindow(m_actions, this);
        m_help->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_help->showTopic(topic);
    m_help->show();
    m_help->raise();
    m_help->activateWindow();
}

} // namespace cw
