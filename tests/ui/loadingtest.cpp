// SPDX-License-Identifier: GPL-3.0-or-later
// What panels say while documents are on their way.
#include "mainwindow/mainwindow.h"
#include "models/texts.h"
#include "pages/modellimitspage.h"
#include "settings/settings.h"
#include "uisupport.h"

#include <QDockWidget>
#include <QFile>
#include <QLabel>
#include <QScrollArea>
#include <QTemporaryDir>
#include <QTreeWidget>

using namespace cw;
using namespace cw::uitest;

namespace {

/// Names of panels that say so, or would if their tab were in front.
QStringList panelsSaying(const MainWindow &window, const QString &text)
{
    QStringList panels;
    for (const QDockWidget *dock : window.findChildren<QDockWidget *>()) {
        const QWidget *page = qobject_cast<QScrollArea *>(dock->widget())->widget();
        for (const QLabel *label : page->findChildren<QLabel *>()) {
            if (label->isVisibleTo(page) && label->text() == text)
                panels << dock->objectName();
        }
    }
    panels.sort();
    return panels;
}

struct Fixture
{
    QTemporaryDir folder;
    Workbench bench;
    std::unique_ptr<Settings> settings = Settings::temporary();
    MainWindow window{bench, *settings};

    Fixture()
    {
        failOnQtWarnings();
        window.show();
        (void)QTest::qWaitForWindowExposed(&window);
    }

    QString write(const QByteArray &text) const
    {
        QFile file(folder.filePath(QStringLiteral("guide.md")));
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write test file");
        return file.fileName();
    }
};

} // namespace

class LoadingTest final : public QObject
{
    Q_OBJECT

private slots:
    void panelsSayThatDocumentsAreLoading_data();
    void panelsSayThatDocumentsAreLoading();
    void aFileThatCannotBeReadLeavesNothingLoading();
    void theWindowKnowsWhatIsStillToCome();
};

void LoadingTest::panelsSayThatDocumentsAreLoading_data()
{
    QTest::addColumn<bool>("isWarmingUp");
    QTest::newRow("at rest") << false;
    QTest::newRow("while it warms up") << true; // busy already: that alone says nothing
}

void LoadingTest::panelsSayThatDocumentsAreLoading()
{
    QFETCH(bool, isWarmingUp);
    Fixture f;
    QCOMPARE(panelsSaying(f.window, QStringLiteral("No document is open.")), QStringList{QStringLiteral("outline")});
    QCOMPARE(panelsSaying(f.window, loadingText()), QStringList());
    if (isWarmingUp)
        f.bench.warmUp();
    f.bench.open({f.write("# Guide\n\nWords stand here.\n")});
    const auto arePanelsLoading = [&f] {
        return panelsSaying(f.window, loadingText())
            == QStringList{QStringLiteral("chunks"), QStringLiteral("documents"), QStringLiteral("histogram"),
                           QStringLiteral("limits"), QStringLiteral("outline")};
    };
    QVERIFY2(arePanelsLoading(), qPrintable(panelsSaying(f.window, loadingText()).join(QLatin1Char(' '))));
    QCOMPARE(panelsSaying(f.window, QStringLiteral("No document is open.")), QStringList());
    QTRY_VERIFY(isSettled(f.bench));
    QTRY_COMPARE(panelsSaying(f.window, loadingText()), QStringList());
    // Of documents that stand there already nothing has to be waited for.
    f.bench.addText(QStringLiteral("more"), QStringLiteral("More words."));
    QCOMPARE(panelsSaying(f.window, loadingText()), QStringList());
}

void LoadingTest::aFileThatCannotBeReadLeavesNothingLoading()
{
    Fixture f;
    f.bench.open({f.folder.filePath(QStringLiteral("nowhere.md"))});
    QTRY_VERIFY(!f.bench.isBusy());
    QCOMPARE(panelsSaying(f.window, loadingText()), QStringList());
    QCOMPARE(panelsSaying(f.window, QStringLiteral("No document is open.")), QStringList{QStringLiteral("outline")});
}

/// A picture that is taken unattended waits for that.
void LoadingTest::theWindowKnowsWhatIsStillToCome()
{
    Fixture f;
    const auto *limits = f.window.findChild<ModelLimitsPage *>();
    f.window.showPanel(QStringLiteral("limits"));
    f.bench.open({f.write(numberedSentences(40'000).toUtf8())});
    bool wasCounting = false;
    QTRY_VERIFY_WITH_TIMEOUT((wasCounting |= isSettled(f.bench) && limits->isCounting(),
                              isSettled(f.bench) && !f.window.isCatchingUp() && !f.bench.documents().empty()),
                             60000);
    QVERIFY(wasCounting);
    QVERIFY(!limits->isCounting());
    const QTreeWidget *table = f.window.findChild<ModelLimitsPage *>()->table();
    for (int row = 0; row < table->topLevelItemCount(); ++row)
        QVERIFY(!table->topLevelItem(row)->text(4).isEmpty());
}

QTEST_MAIN(LoadingTest)
#include "loadingtest.moc"
