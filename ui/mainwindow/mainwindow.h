// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "actions/actions.h"
#include "chunkview/chunkview.h"
#include "settings/settings.h"
#include "workbench/workbench.h"

#include <QByteArray>
#include <QMainWindow>
#include <QPointer>

class QDockWidget;

namespace cw {

class CentralView;
class DocumentCommands;
class DocumentsPanel;
class FileCommands;
class ChunksPage;
class FindingsPage;
class HelpWindow;
class MessageArea;
class ModelLimitsPage;
class OutlinePanel;
class PanelCommands;
class PinCommands;

/// Puts the views around one workbench and the actions to work.
class MainWindow final : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(Workbench &workbench, Settings &settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    [[nodiscard]] Actions &actions() noexcept { return m_actions; }
    [[nodiscard]] FileCommands &files() noexcept { return *m_files; }
    [[nodiscard]] MessageArea &messages() noexcept;
    [[nodiscard]] CentralView &centre() noexcept { return *m_centre; }

    void setTheme(ThemeMode mode);
    void setViewMode(ChunkViewMode mode);
    /// Brings one of panelNames() to the front; false when there is none of that name.
    bool showPanel(const QString &name);
    /// The newest result is there, but the view or a panel that is shown still reads, lists or counts what it shows
    /// of it.
    [[nodiscard]] bool isCatchingUp() const;

protected:
    /// Passes over panels whose tab is not in front.
    bool focusNextPrevChild(bool next) override;
    void closeEvent(QCloseEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;
    void contextMenuEvent(QContextMenuEvent *event) override; ///< of tabs: Qt gives them none

private:
    void addPanel(const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area);
    void makePanels();
    void placePanels();
    /// A tab names its panel already: tabbed panels have no title bar of their own.
    void dropRepeatedTitles();
    void makeMenus();
    void connectEdit();
    void connectView();
    void connectGo();
    void connectHelp();
    void restore();
    void updateActions();
    void updateTitles();
    void showConfigError();
    /// The panels a person sees, the central view first.
    [[nodiscard]] QList<QWidget *> shownPanels() const;
    void focusPanel(bool next);
    void go(const std::optional<Place> &place);
    void goToChunk();
    void setTextPointSize(int points);
    void showHelp(const QString &topic);

    Workbench &m_workbench;
    Settings &m_settings;
    Actions m_actions;
    CentralView *m_centre = nullptr;
    DocumentsPanel *m_documents = nullptr;
    ChunksPage *m_chunks = nullptr;
    FindingsPage *m_findings = nullptr;
    ModelLimitsPage *m_limits = nullptr;
    OutlinePanel *m_outline = nullptr;
    FileCommands *m_files = nullptr;
    PanelCommands *m_panelCommands = nullptr;
    PinCommands *m_pins = nullptr;
    DocumentCommands *m_documentCommands = nullptr;
    QList<QDockWidget *> m_panels;
    QByteArray m_firstLayout;
    qreal m_normalTextSize = 0;
    QPointer<HelpWindow> m_help;
};

} // namespace cw
