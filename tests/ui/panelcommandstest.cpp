// SPDX-License-Identifier: GPL-3.0-or-later
// Panels are floated and docked with the keyboard and by menu.
#include "mainwindow/panelcommands.h"
#include "actions/actions.h"
#include "mainwindow/centralview.h"
#include "mainwindow/mainwindow.h"
#include "settings/settings.h"
#include "uisupport.h"

#include <QAbstractButton>
#include <QContextMenuEvent>
#include <QDialog>
#include <QDockWidget>
#include <QMenu>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>

#include <algorithm>

using namespace cw;
using namespace cw::uitest;

class PanelCommandsTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void theShortcutFloatsAndDocksThePanelInFocus();
    void theMenuBarDoesNotTakeThePanelAway();
    void theTextIsNoPanel();
    void everyPanelHasItsCommands();
    void titleAndTabHaveTheMenu();
    void everyPanelIsNamed();

private:
    QDockWidget *panel(const char *name) const { return m_window->findChild<QDockWidget *>(QString::fromLatin1(name)); }
    QAction &command() const { return m_window->actions()[ActionId::FloatPanel]; }
    void pressShortcut() const
    {
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_F, Qt::ControlModifier | Qt::ShiftModifier);
    }
    /// What the menu that is open offers.
    static QStringList openMenu()
    {
        QStringList texts;
        const auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
        for (const QAction *action : menu ? menu->actions() : QList<QAction *>())
            texts << Actions::plainText(*action);
        return texts;
    }

    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void PanelCommandsTest::init()
{
    failOnQtWarnings();
    m_settings = Settings::temporary();
    m_bench = std::make_unique<Workbench>();
    m_window = std::make_unique<MainWindow>(*m_bench, *m_settings);
    m_window->show();
    openTexts(*m_bench);
    QVERIFY(isSettled(*m_bench));
    m_window->activateWindow();
    m_window->showPanel(QStringLiteral("chunks"));
    QTRY_VERIFY(!panel("chunks")->widget()->visibleRegion().isEmpty());
}

void PanelCommandsTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
    m_settings.reset();
}

void PanelCommandsTest::theShortcutFloatsAndDocksThePanelInFocus()
{
    QDockWidget *chunks = panel("chunks");
    auto *table = chunks->findChild<QTableView *>();
    table->setFocus();
    QTRY_VERIFY(table->hasFocus());
    QCOMPARE(Actions::plainText(command()), QStringLiteral("Float Chunks"));
    pressShortcut();
    QVERIFY(chunks->isFloating());
    QTRY_VERIFY(table->hasFocus() && chunks->isActiveWindow());
    QCOMPARE(Actions::plainText(command()), QStringLiteral("Dock Chunks"));
    QTRY_VERIFY(table->isVisible() && table->model()->rowCount() > 0);
    pressShortcut(); // from the panel's own window
    QVERIFY(!chunks->isFloating());
    QTRY_VERIFY(table->hasFocus());
    QVERIFY(m_window->tabifiedDockWidgets(chunks).contains(panel("findings")));
    QTRY_VERIFY2(!chunks->widget()->visibleRegion().isEmpty(), "it stands in front where it came from");
    QCOMPARE(Actions::plainText(command()), QStringLiteral("Float Chunks"));
}

void PanelCommandsTest::theMenuBarDoesNotTakeThePanelAway()
{
    QDockWidget *outline = panel("outline");
    QVERIFY(focusIn(panel("parameters")->widget(), nullptr, Qt::TabFocusReason));
    QVERIFY(focusIn(panel("documents")->widget(), nullptr, Qt::TabFocusReason));
    QTest::keyClick(m_window.get(), Qt::Key_V, Qt::AltModifier);
    QTRY_VERIFY(openMenu().contains(QStringLiteral("Float Documents")));
    QTest::keyClick(QApplication::activePopupWidget(), Qt::Key_F);
    QTRY_VERIFY(panel("documents")->isFloating());
    QVERIFY(!outline->isFloating());
    QTRY_VERIFY(panel("documents")->isAncestorOf(QApplication::focusWidget()));
}

void PanelCommandsTest::theTextIsNoPanel()
{
    QVERIFY(focusIn(panel("parameters")->widget(), nullptr, Qt::TabFocusReason));
    QVERIFY(command().isEnabled());
    m_window->centre().chunkView().setFocus();
    QTRY_VERIFY(!command().isEnabled());
    QVERIFY(command().toolTip().contains(QStringLiteral("F6")));
    pressShortcut();
    for (const QString &name : panelNames())
        QVERIFY(!panel(qPrintable(name))->isFloating());
}

void PanelCommandsTest::everyPanelHasItsCommands()
{
    m_window->actions()[ActionId::CommandPalette].trigger();
    const auto *palette = m_window->findChild<QDialog *>();
    QVERIFY(palette);
    const auto *commands = m_window->findChild<PanelCommands *>();
    const QList<QAction *> actions = commands->floatActions();
    QCOMPARE(actions.size(), panelNames().size());
    for (QAction *action : actions) {
        const QString title = Actions::plainText(*action).section(u' ', 1);
        QCOMPARE(Actions::plainText(*action), QStringLiteral("Float ") + title);
        action->trigger();
        QCOMPARE(Actions::plainText(*action), QStringLiteral("Dock ") + title);
    }
    for (const QString &name : panelNames()) {
        QDockWidget *each = panel(qPrintable(name));
        QVERIFY2(each->isFloating() && each->isVisible(), qPrintable(name));
        QTRY_VERIFY2(!each->titleBarWidget(), qPrintable(name)); // a tab names it no longer
        const auto *button = each->findChild<QAbstractButton *>(QStringLiteral("qt_dockwidget_floatbutton"));
        QVERIFY2(button->accessibleName().startsWith(QStringLiteral("Dock ")), qPrintable(button->accessibleName()));
        QVERIFY(!button->accessibleName().contains(QLatin1Char('(')));
    }
    for (QAction *action : actions)
        action->trigger();
    for (const QString &name : panelNames())
        QVERIFY2(!panel(qPrintable(name))->isFloating(), qPrintable(name));
}

void PanelCommandsTest::titleAndTabHaveTheMenu()
{
    const auto ask = [](QWidget *widget, QPoint at) {
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, widget->mapToGlobal(at));
        QApplication::sendEvent(widget, &event);
    };
    ask(panel("outline"), QPoint(20, 8));
    QTRY_VERIFY(openMenu().contains(QStringLiteral("Float Outline")));
    QVERIFY(openMenu().contains(QStringLiteral("Parameters"))); // which panels are shown
    QApplication::activePopupWidget()->close();
    const QList<QTabBar *> bars = m_window->findChildren<QTabBar *>(QString(), Qt::FindDirectChildrenOnly);
    const auto bar = std::ranges::find_if(bars, [](const QTabBar *each) { return each->count() == 4; });
    QVERIFY(bar != bars.end());
    for (int tab = 0; tab < (*bar)->count(); ++tab) {
        const QString title = (*bar)->tabText(tab).section(QStringLiteral(" ("), 0, 0);
        ask(*bar, (*bar)->tabRect(tab).center());
        QTRY_VERIFY2(openMenu().contains(QStringLiteral("Float ") + title), qPrintable(title));
        QApplication::activePopupWidget()->close();
    }
}

void PanelCommandsTest::everyPanelIsNamed()
{
    QStringList found;
    for (const QDockWidget *each : m_window->findChildren<QDockWidget *>())
        found << each->objectName();
    QStringList named = panelNames();
    found.sort();
    named.sort();
    QCOMPARE(found, named);
    for (const QString &name : named) {
        panel(qPrintable(name))->hide();
        QVERIFY(m_window->showPanel(name));
        QTRY_VERIFY2(!panel(qPrintable(name))->widget()->visibleRegion().isEmpty(), qPrintable(name));
    }
    QVERIFY(!m_window->showPanel(QStringLiteral("x")));
}

QTEST_MAIN(PanelCommandsTest)
#include "panelcommandstest.moc"
