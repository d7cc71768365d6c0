// SPDX-License-Identifier: GPL-3.0-or-later
// The window on small screens: it becomes as small as they are, and every control can be brought into sight.
#include "actions/actions.h"
#include "mainwindow/centralview.h"
#include "support/openwindow.h"
#include "uisupport.h"

#include <QDockWidget>
#include <QScrollArea>
#include <QTest>

#include <array>

using namespace cw;
using namespace cw::uitest;

class SmallWindowTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void becomesAsSmallAsTheScreen_data();
    void becomesAsSmallAsTheScreen();
    void everyControlCanBeReached();
    void nothingScrollsSidewaysWhereThereIsRoom();

private:
    static void open(cw::testing::OpenWindow &open);
};

namespace {

constexpr std::array panelNames{"documents", "parameters", "chunks", "findings", "histogram", "limits", "outline"};

} // namespace

void SmallWindowTest::open(cw::testing::OpenWindow &open)
{
    openTexts(open.bench);
    RunConfig config = open.bench.config();
    config.returned.kind = ReturnedKind::Parent;
    config.returned.parentMax = 200;
    open.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("parents"));
    QTRY_VERIFY(isSettled(open.bench));
}

void SmallWindowTest::becomesAsSmallAsTheScreen_data()
{
    QTest::addColumn<QSize>("size");
    QTest::newRow("640 x 480") << QSize(640, 480);
    QTest::newRow("800 x 600") << QSize(800, 600);
    QTest::newRow("1024 x 700") << QSize(1024, 700);
}

void SmallWindowTest::becomesAsSmallAsTheScreen()
{
    QFETCH(const QSize, size);
    cw::testing::OpenWindow window(40);
    window.window->resize(size);
    QTRY_COMPARE(window.window->size(), size); // with nothing open
    open(window);
    window.window->resize(size - QSize(8, 8));
    QTRY_COMPARE(window.window->size(), size - QSize(8, 8));
    // The text, which all is about, keeps a part of the room.
    QVERIFY(window.window->centre().chunkView().width() >= size.width() / 6);
    QVERIFY(window.window->centre().chunkView().height() >= size.height() / 6);
}

void SmallWindowTest::everyControlCanBeReached()
{
    cw::testing::OpenWindow window(40);
    open(window);
    window.window->resize(640, 480);
    QTRY_COMPARE(window.window->size(), QSize(640, 480));
    for (const char *name : panelNames) {
        QVERIFY(window.window->showPanel(QString::fromLatin1(name)));
        auto *dock = window.window->findChild<QDockWidget *>(QString::fromLatin1(name));
        QVERIFY(dock);
        auto *scroll = qobject_cast<QScrollArea *>(dock->widget());
        QVERIFY(scroll);
        QTRY_VERIFY(!scroll->visibleRegion().isEmpty());
        int reached = 0;
        for (QWidget *control : scroll->widget()->findChildren<QWidget *>()) {
            if (!control->isVisible() || !(control->focusPolicy() & Qt::TabFocus))
                continue;
            // As the keyboard does it: from the innermost area outwards.
            for (QWidget *around = control->parentWidget(); around && around != dock; around = around->parentWidget()) {
                if (auto *area = qobject_cast<QScrollArea *>(around))
                    area->ensureWidgetVisible(control, 0, 0);
            }
            const QRect room = scroll->viewport()->rect();
            const QRect seen = room.intersected(QRect(control->mapTo(scroll->viewport(), QPoint()), control->size()));
            const QSize whole = control->size().boundedTo(room.size());
            QVERIFY2(
                !seen.isEmpty() && 2 * seen.width() >= whole.width() && 2 * seen.height() >= whole.height(),
                qPrintable(QStringLiteral("%1: %2 %3")
                               .arg(QString::fromLatin1(name), QString::fromLatin1(control->metaObject()->className()),
                                    control->accessibleName())));
            ++reached;
        }
        QVERIFY2(reached > 0 || qstrcmp(name, "outline") == 0, name); // these texts have no headings
    }
}

void SmallWindowTest::nothingScrollsSidewaysWhereThereIsRoom()
{
    cw::testing::OpenWindow window(40);
    open(window);
    for (const QSize size : {QSize(1440, 900), QSize(1024, 700)}) {
        window.window->resize(size);
        QTRY_COMPARE(window.window->size(), size);
        for (const char *name : panelNames) {
            QVERIFY(window.window->showPanel(QString::fromLatin1(name)));
            auto *dock = window.window->findChild<QDockWidget *>(QString::fromLatin1(name));
            auto *scroll = qobject_cast<QScrollArea *>(dock->widget());
            QTRY_VERIFY(!scroll->visibleRegion().isEmpty());
            QTRY_VERIFY2(scroll->widget()->width() <= scroll->viewport()->width()
                             && scroll->widget()->height() <= scroll->viewport()->height(),
                         qPrintable(QStringLiteral("%1 at %2").arg(QString::fromLatin1(name)).arg(size.width())));
        }
    }
}

QTEST_MAIN(SmallWindowTest)
#include "smallwindowtest.moc"
