// SPDX-License-Identifier: GPL-3.0-or-later
// The keyboard's way through the window.
#include "actions/actions.h"
#include "mainwindow/centralview.h"
#include "mainwindow/mainwindow.h"
#include "pages/outlinepanel.h"
#include "settings/settings.h"

#include <QApplication>
#include <QDockWidget>
#include <QLineEdit>
#include <QSet>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace cw;

class KeyboardTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void tabReachesEveryControlThatIsSeen();
    void panelsAreVisitedInTurn();

private:
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void KeyboardTest::init()
{
    m_settings = Settings::temporary();
    m_bench = std::make_unique<Workbench>();
    m_window = std::make_unique<MainWindow>(*m_bench, *m_settings);
    m_window->show();
    m_window->actions()[ActionId::TrySamples].trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!m_bench->isBusy() && m_bench->isSnapshotCurrent(), 20000);
}

void KeyboardTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
    m_settings.reset();
}

void KeyboardTest::tabReachesEveryControlThatIsSeen()
{
    m_window->activateWindow();
    QTRY_VERIFY(QApplication::focusWidget());
    const QList<QDockWidget *> panels = m_window->findChildren<QDockWidget *>();
    const auto isBehindATab = [&panels](const QWidget *widget) {
        return std::any_of(panels.cbegin(), panels.cend(), [widget](const QDockWidget *panel) {
            return panel->isAncestorOf(widget) && panel->widget()->visibleRegion().isEmpty();
        });
    };
    for (const QString &front : {QStringLiteral("chunks"), QStringLiteral("findings"), QStringLiteral("histogram")}) {
        QVERIFY(m_window->showPanel(front));
        QTRY_VERIFY(!m_window->findChild<QDockWidget *>(front)->widget()->visibleRegion().isEmpty());
        m_window->centre().chunkView().setFocus();
        QSet<const QWidget *> reached;
        while (!reached.contains(QApplication::focusWidget())) {
            reached.insert(QApplication::focusWidget());
            QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
            QVERIFY2(!isBehindATab(QApplication::focusWidget()),
                     qPrintable(QApplication::focusWidget()->accessibleName()));
        }
        const QList<QWidget *> widgets = m_window->findChildren<QWidget *>();
        for (const QWidget *widget : widgets) {
            const bool takesTab = (widget->focusPolicy() & Qt::TabFocus) && !widget->focusProxy();
            if (takesTab && widget->isVisibleTo(m_window.get()) && widget->isEnabled() && !isBehindATab(widget))
                QVERIFY2(reached.contains(widget), qPrintable(front + u' ' + widget->accessibleName()));
        }
    }
}

void KeyboardTest::panelsAreVisitedInTurn()
{
    m_window->activateWindow();
    QVERIFY(m_window->showPanel(QStringLiteral("findings")));
    m_window->centre().chunkView().setFocus();
    QTRY_VERIFY(m_window->centre().chunkView().hasFocus());
    const auto *outline = m_window->findChild<OutlinePanel *>();
    QTRY_VERIFY(!outline->isMaking() && outline->filter()->isVisible());
    const auto holder = [this]() -> QString {
        const QList<QDockWidget *> panels = m_window->findChildren<QDockWidget *>();
        for (const QDockWidget *panel : panels) {
            if (panel->isAncestorOf(QApplication::focusWidget()))
                return panel->objectName();
        }
        return m_window->centre().isAncestorOf(QApplication::focusWidget()) ? QStringLiteral("centre") : QString();
    };
    const QStringList round{QStringLiteral("findings"), QStringLiteral("parameters"), QStringLiteral("documents"),
                            QStringLiteral("outline"), QStringLiteral("centre")};
    for (const QString &panel : round) {
        m_window->actions()[ActionId::NextPanel].trigger();
        QCOMPARE(holder(), panel);
    }
    for (qsizetype i = round.size() - 2; i >= 0; --i) {
        m_window->actions()[ActionId::PreviousPanel].trigger();
        QCOMPARE(holder(), round[i]);
    }
    m_window->findChild<QDockWidget *>(QStringLiteral("documents"))->hide();
    m_window->actions()[ActionId::PreviousPanel].trigger();
    m_window->actions()[ActionId::PreviousPanel].trigger();
    QVERIFY(!holder().isEmpty());
}

QTEST_MAIN(KeyboardTest)
#include "keyboardtest.moc"
