// SPDX-License-Identifier: GPL-3.0-or-later
// What a drag leaves behind: panels that show its last result wherever they stand, and nothing to free on the GUI
// thread.
#include "charts/histogrampage.h"
#include "charts/histogramview.h"
#include "chunkview/chunkview.h"
#include "dragsupport.h"
#include "mainwindow/centralview.h"
#include "mainwindow/panelcommands.h"
#include "models/findingsmodel.h"
#include "models/outlinemodel.h"
#include "models/texts.h"
#include "pages/chunkspage.h"
#include "pages/findingspage.h"
#include "pages/modellimitspage.h"
#include "pages/outlinepanel.h"
#include "support/openwindow.h"
#include "uisupport.h"

#include <QDockWidget>
#include <QLabel>
#include <QSortFilterProxyModel>
#include <QTreeView>

#include <array>
#include <atomic>
#include <cstdlib>
#include <malloc.h>
#include <thread>

using namespace cw;
using namespace cw::uitest;

namespace {

/// Counts what is given back: blocks of the GUI thread that are large, and whichever thread gives back a snapshot.
struct FreedBlocks
{
    /// Lists that are short enough to be made at once are smaller.
    static constexpr std::size_t largeBytes = std::size_t{2} << 20;

    std::thread::id guiThread;
    std::atomic<bool> isWatching = false;
    std::array<std::atomic<const char *>, 1024> snapshots{};
    std::atomic<std::size_t> snapshotCount = 0;
    std::atomic<std::size_t> snapshotsByGui = 0;
    std::atomic<std::size_t> snapshotsByOthers = 0;
    std::atomic<std::size_t> largeByGui = 0;
    std::atomic<std::size_t> largeByOthers = 0;

    void freed(void *block) noexcept
    {
        const std::size_t bytes = malloc_usable_size(block);
        const bool isGui = std::this_thread::get_id() == guiThread;
        if (bytes >= largeBytes)
            ++(isGui ? largeByGui : largeByOthers);
        if (bytes < sizeof(RunSnapshot) || bytes > sizeof(RunSnapshot) + 128)
            return;
        const char *begin = static_cast<const char *>(block);
        for (std::size_t i = 0; i < snapshotCount; ++i) {
            if (const char *snapshot = snapshots[i]; snapshot >= begin && snapshot < begin + bytes) {
                ++(isGui ? snapshotsByGui : snapshotsByOthers);
                snapshots[i] = nullptr; // the place may be another's next
            }
        }
    }

    void watch(const RunSnapshot &snapshot)
    {
        snapshots[snapshotCount] = reinterpret_cast<const char *>(&snapshot);
        ++snapshotCount;
    }

    void begin()
    {
        guiThread = std::this_thread::get_id();
        for (std::atomic<std::size_t> *count :
             {&snapshotCount, &snapshotsByGui, &snapshotsByOthers, &largeByGui, &largeByOthers})
            *count = 0;
        isWatching = true;
    }
};

FreedBlocks freedBlocks;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool canWatch = false; // their free() is theirs
#else
constexpr bool canWatch = true;
#endif

} // namespace

#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
extern "C" void __libc_free(void *block) noexcept;

/// In place of the library's, for all that this program and its libraries give back.
extern "C" void free(void *block) noexcept
{
    if (block && freedBlocks.isWatching)
        freedBlocks.freed(block);
    __libc_free(block);
}
#endif

class DragTest final : public QObject
{
    Q_OBJECT

private slots:
    void init() { failOnQtWarnings(); }
    void theGuiThreadFreesNothingLarge();
    void aHeldSnapshotIsSeenToBeFreedHere();
    void panelsShowTheLastResult_data();
    void panelsShowTheLastResult();
};

namespace {

void floatPanels(const MainWindow &window, const QStringList &names)
{
    for (const QString &name : names) {
        auto *panel = window.findChild<QDockWidget *>(name);
        panel->setFloating(true);
        panel->show();
    }
    QTest::qWait(50);
}

} // namespace

void DragTest::theGuiThreadFreesNothingLarge()
{
    if (!canWatch)
        QSKIP("This build watches memory itself.");
    cw::testing::OpenWindow window(10); // a chunk holds a sentence
    floatPanels(*window.window, panelNames()); // all in sight: each has a result of its own to let go
    window.bench.addText(QStringLiteral("large"), numberedSentences(250'000));
    QVERIFY(window.settle());
    QTRY_VERIFY_WITH_TIMEOUT(!window.window->isCatchingUp(), 60'000);
    QSlider *slider = maxSlider(*window.window->findChild<QDockWidget *>(QStringLiteral("parameters")));
    QVERIFY(slider);
    freedBlocks.begin();
    const auto watching
        = connect(&window.bench, &Workbench::snapshotChanged, this,
                  [](const std::shared_ptr<const RunSnapshot> &snapshot) { freedBlocks.watch(*snapshot); });
    drag(*slider, 2, [](int) {});
    QVERIFY(window.settle());
    QTRY_VERIFY_WITH_TIMEOUT(!window.window->isCatchingUp(), 60'000);
    const std::size_t made = freedBlocks.snapshotCount;
    QVERIFY2(made >= 5, qPrintable(QString::number(made)));
    // All but the one that is shown.
    QTRY_COMPARE(freedBlocks.snapshotsByGui + freedBlocks.snapshotsByOthers, made - 1);
    freedBlocks.isWatching = false;
    disconnect(watching);
    QCOMPARE(freedBlocks.snapshotsByGui.load(), std::size_t{0});
    QVERIFY(freedBlocks.largeByOthers >= made); // it is seen where it happens
    QCOMPARE(freedBlocks.largeByGui.load(), std::size_t{0});
}

/// What the other test relies on.
void DragTest::aHeldSnapshotIsSeenToBeFreedHere()
{
    if (!canWatch)
        QSKIP("This build watches memory itself.");
    auto snapshot = std::make_shared<RunSnapshot>();
    freedBlocks.begin();
    freedBlocks.watch(*snapshot);
    snapshot.reset();
    void *volatile large = std::malloc(FreedBlocks::largeBytes);
    std::free(large);
    freedBlocks.isWatching = false;
    QCOMPARE(freedBlocks.snapshotsByGui.load(), std::size_t{1});
    QCOMPARE(freedBlocks.largeByGui.load(), std::size_t{1});
}

void DragTest::panelsShowTheLastResult_data()
{
    QTest::addColumn<QString>("file");
    for (const char *name : {"tidebook/tidebook.epub", "tidebook/tidebook.docx", "tidebook/tidebook.odt",
                             "tidebook/tidebook.pdf", "guide.docx", "guide.pdf"})
        QTest::newRow(name) << QStringLiteral(CW_TEST_DATA "/formats/") + QString::fromLatin1(name);
}

/// Some panels float, some stand behind tabs, one is closed.
void DragTest::panelsShowTheLastResult()
{
    QFETCH(QString, file);
    cw::testing::OpenWindow window(20);
    MainWindow &main = *window.window;
    main.resize(1440, 900);
    floatPanels(
        main,
        {QStringLiteral("chunks"), QStringLiteral("outline"), QStringLiteral("limits"), QStringLiteral("parameters")});
    main.findChild<QDockWidget *>(QStringLiteral("findings"))->close();
    main.showPanel(QStringLiteral("histogram"));
    window.bench.open({file});
    QTRY_COMPARE(window.bench.documents().size(), std::size_t{1});
    QVERIFY(window.settle());
    QSlider *slider = maxSlider(*main.findChild<QDockWidget *>(QStringLiteral("parameters")));
    QVERIFY(slider);
    const std::size_t before = window.bench.snapshot()->chunkCount;
    drag(*slider, 1, [](int) {});
    QVERIFY(window.settle());
    QTRY_VERIFY(!main.isCatchingUp());
    const std::shared_ptr<const RunSnapshot> last = window.bench.snapshot();
    QVERIFY(last->chunkCount < before && last->chunkCount > 0);

    QCOMPARE(main.centre().chunkView().snapshot(), last);
    const auto *chunks = main.findChild<ChunksPage *>();
    QCOMPARE(chunks->model()->snapshot(), last);
    QCOMPARE(static_cast<std::size_t>(chunks->model()->rowCount()), last->chunkCount);
    const HistogramView *histogram = main.findChild<HistogramPage *>()->view();
    std::uint64_t counted = 0;
    for (std::size_t bin = 0; bin < histogram->binCount(); ++bin)
        counted += histogram->bin(bin).chunks;
    QCOMPARE(counted, std::uint64_t{last->chunkCount});
    const auto *outline = qobject_cast<const OutlineModel *>(
        qobject_cast<const QSortFilterProxyModel *>(main.findChild<OutlinePanel *>()->tree()->model())->sourceModel());
    QCOMPARE(outline->outline()->snapshot, last);
    const QList<QLabel *> labels = main.findChild<ModelLimitsPage *>()->findChildren<QLabel *>();
    const QString limits
        = QStringLiteral("%1 chunks · %2").arg(formatCount(last->chunkCount), configCaption(last->config));
    QVERIFY(std::ranges::any_of(labels, [&](const QLabel *label) { return label->text() == limits; }));

    const FindingsModel *findings = main.findChild<FindingsPage *>()->model();
    QVERIFY2(findings->snapshot() != last, "a closed panel does no work");
    main.showPanel(QStringLiteral("findings"));
    QTRY_VERIFY(!main.isCatchingUp() && findings->snapshot() == last);
    for (const QString &name : panelNames())
        main.findChild<QDockWidget *>(name)->setFloating(false);
    QTRY_VERIFY(!main.isCatchingUp());
    QCOMPARE(chunks->model()->snapshot() ? chunks->model()->snapshot() : last, last);
}

QTEST_MAIN(DragTest)
#include "dragtest.moc"
