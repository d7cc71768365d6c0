// SPDX-License-Identifier: GPL-3.0-or-later
#include "mainwindow/mainwindow.h"

#include "charts/histogrampage.h"
#include "mainwindow/centralview.h"
#include "mainwindow/documentcommands.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/messagearea.h"
#include "mainwindow/panelcommands.h"
#include "mainwindow/pincommands.h"
#include "mainwindow/statusline.h"
#include "mainwindow/vectormessages.h"
#include "pages/chunkspage.h"
#include "pages/documentspanel.h"
#include "pages/embeddingpicker.h"
#include "pages/findingspage.h"
#include "pages/modellimitspage.h"
#include "pages/outlinepanel.h"
#include "pages/parameterspanel.h"

#include <QApplication>
#include <QCloseEvent>
#include <QDockWidget>
#include <QDragEnterEvent>
#include <QIcon>
#include <QLocale>
#include <QMenu>
#include <QMenuBar>
#include <QMimeData>
#include <QScrollArea>
#include <QStatusBar>
#include <QTimer>

#include <algorithm>

/// Resources of a static library are not registered by themselves; the macro must stand outside namespaces.
static void initResources()
{
    Q_INIT_RESOURCE(ui);
}

namespace cw {

namespace {

constexpr QSize firstSize(1440, 900);
constexpr int documentsWidth = 240;
constexpr int narrowestDocuments = 160;
constexpr int narrowestParameters = 280;
constexpr int parametersWidth = 300;
constexpr int bottomHeight = 260;

const QString documentsName = QStringLiteral("documents");
const QString parametersName = QStringLiteral("parameters");
const QString chunksName = QStringLiteral("chunks");
const QString findingsName = QStringLiteral("findings");
const QString histogramName = QStringLiteral("histogram");
const QString limitsName = QStringLiteral("limits");
const QString outlineName = QStringLiteral("outline");

} // namespace

MainWindow::MainWindow(Workbench &workbench, Settings &settings, QWidget *parent)
    : QMainWindow(parent), m_workbench(workbench), m_settings(settings)
{
    initResources();
    setObjectName(QStringLiteral("mainWindow"));
    setWindowIcon(QIcon(QStringLiteral(":/icons/chunkwright.svg")));
    setWindowTitle(QStringLiteral("Chunkwright"));
    setAcceptDrops(true);
    setDockOptions(AnimatedDocks | AllowNestedDocks | AllowTabbedDocks | GroupedDragging);
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);

    m_centre = new CentralView(m_workbench, m_actions, this);
    setCentralWidget(m_centre);
    makePanels();
    m_files = new FileCommands(m_workbench, m_settings, m_actions, *m_documents, m_centre->messages(), *this);
    m_documentCommands = new DocumentCommands(
        m_workbench, m_actions, *m_documents, [this] { return m_files->targets(); }, this);
    connect(m_documentCommands, &DocumentCommands::overrideOpened, this, [this] { showPanel(parametersName); });
    m_centre->setEncodingMenu(&m_files->encodingMenu());
    makeMenus();
    m_pins = new PinCommands(m_workbench, m_actions, m_centre->chunkView(), m_centre->messages(), this);
    connectEdit();
    connectView();
    connectGo();
    connectHelp();

    statusBar()->setSizeGripEnabled(false);
    statusBar()->setContentsMargins(0, 0, 0, 0);
    auto *status = new StatusLine(m_workbench, this);
    statusBar()->addWidget(status, 1);
    connect(&m_centre->chunkView(), &ChunkView::tokenNoteChanged, status, &StatusLine::setNote);

    connect(&m_workbench, &Workbench::snapshotChanged, this, &MainWindow::updateTitles);
    connect(&m_workbench, &Workbench::snapshotChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::documentsChanged, this, &MainWindow::updateActions);
    connect(&m_workbench, &Workbench::configErrorChanged, this, &MainWindow::showConfigError);
    connect(&m_workbench.selection(), &Selection::selected, this, &MainWindow::updateActions);
    connect(&m_workbench.selection(), &Selection::refreshed, this, &MainWindow::updateActions);
    connect(&m_workbench.selection(), &Selection::historyChanged, this, &MainWindow::updateActions);

    restore();
    updateActions();
}

MainWindow::~MainWindow()
{
    delete m_panelCommands; // it follows the focus, which moves while the panels go
}

MessageArea &MainWindow::messages() noexcept
{
    return m_centre->messages();
}

void MainWindow::addPanel(const QString &name, const QString &title, QWidget *content, Qt::DockWidgetArea area)
{
    auto *dock = new QDockWidget(title, this);
    dock->setObjectName(name);
    dock->setProperty("helpTopic", name);
    // A window may be smaller than what its panels ask for together: they scroll, and nothing is out of reach.
    auto *scroll = new QScrollArea(dock);
    scroll->setWidgetResizable(true);
    scroll->setFrameShape(QFrame::NoFrame);
    scroll->setFocusPolicy(Qt::NoFocus);
    scroll->setWidget(content);
    // What fills its ground hides what is around it, and a panel could not be told from one behind a tab.
    content->setAutoFillBackground(false);
    scroll->viewport()->setAutoFillBackground(false);
    dock->setWidget(scroll);
    dock->toggleViewAction()->setToolTip(tr("Show or hide this panel."));
    addDockWidget(area, dock);
    const auto later = [this] { QTimer::singleShot(0, this, &MainWindow::dropRepeatedTitles); };
    connect(dock, &QDockWidget::topLevelChanged, this, later);
    connect(dock, &QDockWidget::dockLocationChanged, this, later);
    connect(dock, &QDockWidget::visibilityChanged, this, later);
    // Qt only moves what is behind a tab out of sight; hidden pages do no work.
    connect(dock, &QDockWidget::visibilityChanged, content,
            [dock, content](bool isInSight) { content->setVisible(isInSight || dock->isFloating()); });
    connect(dock, &QDockWidget::topLevelChanged, content, [content](bool isFloating) {
        if (isFloating)
            content->show();
    });
    m_panels.append(dock);
}

void MainWindow::makePanels()
{
    setCorner(Qt::TopLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
    setCorner(Qt::TopRightCorner, Qt::RightDockWidgetArea);
    setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
    m_documents = new DocumentsPanel(m_workbench, this);
    m_documents->setMinimumWidth(narrowestDocuments);
    addPanel(documentsName, tr("Documents"), m_documents, Qt::LeftDockWidgetArea);
    auto *parameters = new ParametersPanel(m_workbench, this, &m_settings);
    new VectorMessages(m_workbench, parameters->embeddingPicker()->fetching(), m_centre->messages(), this);
    parameters->setMinimumWidth(narrowestParameters);
    addPanel(parametersName, tr("Parameters"), parameters, Qt::RightDockWidgetArea);
    m_chunks = new ChunksPage(m_workbench, this);
    addPanel(chunksName, tr("Chunks"), m_chunks, Qt::BottomDockWidgetArea);
    m_findings = new FindingsPage(m_workbench, this);
    addPanel(findingsName, tr("Findings"), m_findings, Qt::BottomDockWidgetArea);
    addPanel(histogramName, tr("Histogram"), new HistogramPage(m_workbench, this), Qt::BottomDockWidgetArea);
    m_limits = new ModelLimitsPage(m_workbench, &m_settings, this);
    addPanel(limitsName, tr("Model Limits"), m_limits, Qt::BottomDockWidgetArea);
    m_outline = new OutlinePanel(m_workbench, this);
    addPanel(outlineName, tr("Outline"), m_outline, Qt::LeftDockWidgetArea);
}

void MainWindow::placePanels()
{
    QDockWidget *chunks = m_panels[2];
    for (qsizetype i = 3; i < 6; ++i)
        tabifyDockWidget(chunks, m_panels[i]);
    splitDockWidget(m_panels[0], m_panels[6], Qt::Vertical);
    resizeDocks({m_panels[0], m_panels[6]}, {2, 3}, Qt::Vertical);
    resizeDocks({m_panels[0], m_panels[1]}, {documentsWidth, parametersWidth}, Qt::Horizontal);
    resizeDocks({chunks}, {bottomHeight}, Qt::Vertical);
    m_panels[3]->raise();
}

void MainWindow::dropRepeatedTitles()
{
    for (QDockWidget *panel : m_panels) {
        const bool isTabbed = !panel->isFloating() && !tabifiedDockWidgets(panel).isEmpty();
        if (isTabbed && !panel->titleBarWidget()) {
            panel->setTitleBarWidget(new QWidget(panel));
        } else if (!isTabbed && panel->titleBarWidget()) {
            delete panel->titleBarWidget();
            panel->setTitleBarWidget(nullptr);
        }
    }
}

void MainWindow::makeMenus()
{
    m_actions.fill(*menuBar());
    m_panelCommands = new PanelCommands(*this, m_panels, *m_centre, m_actions);
    QMenu &file = m_actions.menu(MenuId::File);
    file.insertMenu(&m_actions[ActionId::TrySamples], &m_files->recentMenu());
    QAction *afterReload = file.actions().at(file.actions().indexOf(&m_actions[ActionId::Reload]) + 1);
    file.insertMenu(afterReload, &m_files->encodingMenu());
    file.insertMenu(afterReload, &m_documentCommands->readAsMenu());

    QMenu &view = m_actions.menu(MenuId::View);
    QAction *floating = &m_actions[ActionId::FloatPanel];
    for (QDockWidget *panel : m_panels)
        view.insertAction(floating, panel->toggleViewAction());

    auto *context = new QMenu(this);
    context->setToolTipsVisible(true);
    context->addAction(&m_actions[ActionId::Reload]);
    context->addMenu(&m_files->encodingMenu());
    context->addMenu(&m_documentCommands->readAsMenu());
    context->addSeparator();
    context->addAction(&m_actions[ActionId::OverrideDocument]);
    context->addAction(&m_actions[ActionId::OverrideFormat]);
    context->addAction(&m_actions[ActionId::ResetToConfig]);
    context->addSeparator();
    context->addAction(&m_actions[ActionId::ExportChunks]);
    context->addSeparator();
    context->addAction(&m_actions[ActionId::RemoveDocuments]);
    m_documents->setContextMenu(context);
}

void MainWindow::restore()
{
    resize(firstSize);
    placePanels();
    m_firstLayout = saveState();
    if (const QByteArray geometry = m_settings.windowGeometry(); !geometry.isEmpty())
        restoreGeometry(geometry);
    if (const QByteArray state = m_settings.windowState(); !state.isEmpty())
        restoreState(state);

    ChunkView &view = m_centre->chunkView();
    m_normalTextSize = view.textFont().pointSizeF();
    setViewMode(m_settings.viewMode());
    m_actions[ActionId::WordWrap].setChecked(m_settings.wordWrap());
    view.setWordWrap(m_settings.wordWrap());
    m_actions[ActionId::ShowStructure].setChecked(m_settings.structureShown());
    view.setStructureShown(m_settings.structureShown());
    m_actions[ActionId::ShowTokens].setChecked(m_settings.tokensShown());
    view.setTokensShown(m_settings.tokensShown());
    m_actions[ActionId::ShowWhiteSpace].setChecked(m_settings.whiteSpaceShown());
    view.setWhiteSpaceShown(m_settings.whiteSpaceShown());
    if (const int points = m_settings.textPointSize(); points > 0)
        setTextPointSize(points);
    setTheme(m_settings.theme());
}

bool MainWindow::showPanel(const QString &name)
{
    for (QDockWidget *panel : m_panels) {
        if (panel->objectName() != name)
            continue;
        panel->show();
        panel->raise();
        return true;
    }
    return false;
}

bool MainWindow::isCatchingUp() const
{
    return m_centre->chunkView().isCatchingUp() || m_outline->isMaking() || m_limits->isCounting()
        || m_chunks->model()->isCatchingUp() || m_findings->model()->isListing();
}

void MainWindow::updateTitles()
{
    const auto &snapshot = m_workbench.snapshot();
    const QLocale locale;
    const auto withCount = [&](const QString &title, std::size_t count) {
        return count == 0 ? title
                          : tr("%1 (%2)", "panel title and how many").arg(title, locale.toString(qulonglong(count)));
    };
    m_panels[2]->setWindowTitle(withCount(tr("Chunks"), snapshot->chunkCount));
    m_panels[3]->setWindowTitle(withCount(tr("Findings"), snapshot->audit.findings.size()));
}

void MainWindow::showConfigError()
{
    const QString key = QStringLiteral("config-error");
    const std::optional<Error> &error = m_workbench.configError();
    // a parameter's own control says what is wrong with it, as long as it can be seen
    const bool isSaidAtControl = error && error->code == ErrorCode::InvalidParameter && m_panels[1]->isVisible();
    const bool isSaidElsewhere = error && VectorMessages::isAboutVectors(*error);
    if (error && !isSaidAtControl && !isSaidElsewhere)
        m_centre->messages().add(Severity::Error, QString::fromStdString(error->message), key);
    else
        m_centre->messages().dismiss(key);
}

bool MainWindow::focusNextPrevChild(bool next)
{
    const QWidget *first = focusWidget();
    const auto isBehindATab = [this](const QWidget *widget) {
        return std::any_of(m_panels.cbegin(), m_panels.cend(), [widget](const QDockWidget *panel) {
            return panel->isAncestorOf(widget) && panel->widget()->visibleRegion().isEmpty();
        });
    };
    do {
        if (!QMainWindow::focusNextPrevChild(next))
            return false;
    } while (focusWidget() != first && isBehindATab(focusWidget()));
    return true;
}

QList<QWidget *> MainWindow::shownPanels() const
{
    QList<QWidget *> shown{m_centre};
    for (const QDockWidget *panel :
         {m_panels[2], m_panels[3], m_panels[4], m_panels[5], m_panels[1], m_panels[0], m_panels[6]}) {
        if (panel->isVisible() && !panel->widget()->visibleRegion().isEmpty())
            shown.append(panel->widget());
    }
    return shown;
}

void MainWindow::focusPanel(bool next)
{
    const QList<QWidget *> panels = shownPanels();
    const QWidget *focused = QApplication::focusWidget();
    const auto holder = std::find_if(panels.cbegin(), panels.cend(), [focused](const QWidget *panel) {
        return focused && (panel == focused || panel->isAncestorOf(focused));
    });
    const qsizetype count = panels.size();
    const qsizetype present = holder == panels.cend() ? (next ? count - 1 : 0) : holder - panels.cbegin();
    for (qsizetype step = 1; step < count; ++step) { // a panel that has nothing to focus is passed over
        QWidget *panel = panels[(present + (next ? step : count - step)) % count];
        if (focusIn(panel, panel->focusWidget(), next ? Qt::TabFocusReason : Qt::BacktabFocusReason))
            return;
    }
}

void MainWindow::closeEvent(QCloseEvent *event)
{
    m_settings.setWindow(saveGeometry(), saveState());
    m_workbench.cancel();
    QMainWindow::closeEvent(event);
}

void MainWindow::dragEnterEvent(QDragEnterEvent *event)
{
    if (!FileCommands::canOpen(*event->mimeData()))
        return;
    m_centre->setDropHighlighted(true);
    event->acceptProposedAction();
}

void MainWindow::dragLeaveEvent(QDragLeaveEvent *event)
{
    m_centre->setDropHighlighted(false);
    QMainWindow::dragLeaveEvent(event);
}

void MainWindow::dropEvent(QDropEvent *event)
{
    m_centre->setDropHighlighted(false);
    m_files->openDropped(*event->mimeData());
    event->acceptProposedAction();
}

void MainWindow::contextMenuEvent(QContextMenuEvent *event)
{
    if (m_panelCommands->showMenuOfTab(event->pos()))
        event->accept();
    else
        QMainWindow::contextMenuEvent(event);
}

} // namespace cw
