// SPDX-License-Identifier: GPL-3.0-or-later
// What is returned for a chunk: chosen in the parameters, shown in the view, the table and beside it.
#include "chunkview/chunkfacts.h"
#include "chunkview/chunkview.h"
#include "controls/choicecontrol.h"
#include "controls/englishplurals.h"
#include "controls/integercontrol.h"
#include "controls/plainlabel.h"
#include "controls/valueslider.h"
#include "mainwindow/statusline.h"
#include "pages/chunkspage.h"
#include "pages/parameterspanel.h"
#include "pages/returneddetail.h"
#include "pages/returnedpicker.h"
#include "run/returning.h"
#include "theme/theme.h"
#include "uisupport.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QPushButton>
#include <QSpinBox>
#include <QTableView>
#include <QUndoStack>

#include <algorithm>
#include <memory>

using namespace cw;
using namespace cw::uitest;

namespace {

struct Fixture
{
    Workbench bench;
    ParametersPanel panel{bench};

    explicit Fixture(const QString &text = numberedSentences(40))
    {
        failOnQtWarnings();
        RunConfig config = defaultConfig("recursive-sentence", "words");
        config.max = 16;
        config.overlap = 0;
        bench.setConfig(config, ChangeKind::Settled, QStringLiteral("start"));
        bench.addText(QStringLiteral("text"), text);
        panel.resize(300, 1000);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        (void)QTest::qWaitFor([this] { return isSettled(bench); });
    }

    ReturnedPicker &picker() { return *panel.returnedPicker(); }
    void choose(const QString &kind)
    {
        QComboBox &box = *picker().kind()->comboBox();
        box.setFocus();
        while (box.currentData().toString() != kind && box.currentIndex() > 0)
            QTest::keyClick(&box, Qt::Key_Up);
        while (box.currentData().toString() != kind && box.currentIndex() + 1 < box.count())
            QTest::keyClick(&box, Qt::Key_Down);
        QTRY_VERIFY(isSettled(bench));
    }
    void type(QSpinBox *box, const QString &text)
    {
        box->setFocus();
        box->selectAll();
        QTest::keyClicks(box, text);
        QTest::keyClick(box, Qt::Key_Return);
    }
};

/// Runs of painted pixels down a column of the view.
int runsInColumn(const QImage &image, int x, const QColor &ground)
{
    int runs = 0;
    bool isInside = false;
    for (int y = 2; y < image.height() - 2; ++y) {
        const bool isPainted = image.pixelColor(x, y) != ground;
        runs += isPainted && !isInside;
        isInside = isPainted;
    }
    return runs;
}

int longestRun(const QImage &image, int x, const QColor &ground)
{
    int longest = 0;
    int run = 0;
    for (int y = 2; y < image.height() - 2; ++y) {
        run = image.pixelColor(x, y) != ground ? run + 1 : 0;
        longest = std::max(longest, run);
    }
    return longest;
}

} // namespace

class ReturnedTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void parentsAreChosenWithTheirSizeAndUndone();
    void parentsOfOneChunkAreSaidWithWhatJoinsThem();
    void parentMaxStaysAboveMaxWhileMaxMoves();
    void aSizeThatCannotBeIsToldAtItsControl();
    void neighboursAreChosen();
    void theStatusLineCountsParents();
    void theTableNamesParentsAndTheTextReturned();
    void longTextsAreShownInPartAndCopiedWhole();
    void theViewSaysWhatIsReturned();
    void bracketsShowParents();
    void theBracketOfTheSelectedChunkIsThick();

private:
    EnglishPlurals m_plurals;
};

void ReturnedTest::initTestCase()
{
    QApplication::installTranslator(&m_plurals);
}

void ReturnedTest::parentsAreChosenWithTheirSizeAndUndone()
{
    Fixture f;
    QVERIFY(!f.picker().parentMax()->isVisible());
    QVERIFY(!f.picker().neighbours()->isVisible());
    QVERIFY(f.bench.snapshot()->parentSets.empty());
    const auto before = chunkTexts(f.bench);

    f.choose(QStringLiteral("parent"));
    QVERIFY(f.picker().parentMax()->isVisible());
    QVERIFY(!f.picker().neighbours()->isVisible());
    QCOMPARE(f.bench.config().returned.parentMax, std::int64_t{64}); // four times max
    QVERIFY(hasParents(*f.bench.snapshot()));
    // 40 sentences of 8 words: chunks of two, parents of eight
    QCOMPARE(f.bench.snapshot()->chunkCount, 20U);
    QCOMPARE(parentCount(*f.bench.snapshot()), 5U);
    QCOMPARE(f.picker().figures()->text(),
             QStringLiteral("5 parents with 4.0 chunks on average; the largest has 64 tokens."));
    QVERIFY(f.picker().kind()->isChangedFromDefault());
    QVERIFY(f.panel.resetAllButton()->isEnabled());

    f.type(f.picker().parentMax()->spinBox(), QStringLiteral("160"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(parentCount(*f.bench.snapshot()), 2U);
    f.bench.undoStack().undo();
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.config().returned.parentMax, std::int64_t{64});
    QCOMPARE(f.picker().parentMax()->value(), 64);
    f.bench.undoStack().undo();
    QTRY_VERIFY(isSettled(f.bench));
    QVERIFY(f.bench.snapshot()->parentSets.empty());
    QVERIFY(!f.picker().parentMax()->isVisible());
    QVERIFY(!f.picker().figures()->isVisible());
    QCOMPARE(chunkTexts(f.bench), before);
}

void ReturnedTest::parentsOfOneChunkAreSaidWithWhatJoinsThem()
{
    // The text has no headings; strategies that know them are told of sections all the same.
    Fixture f(QStringLiteral("One short paragraph of six words."));
    f.choose(QStringLiteral("parent"));
    const QString one = QStringLiteral("1 parent with 1.0 chunks on average; the largest has 6 tokens. 1 of them with "
                                       "one chunk alone.");
    QCOMPARE(f.picker().figures()->text(), one);
    QVERIFY(ChunkFacts({f.bench.snapshot(), 0}).chunkSummary(0).endsWith(QStringLiteral("parent 1, this chunk alone")));
    const QString hint = QStringLiteral(" Parents end with their section; Sections: Together lets them go on.");
    const auto setSections = [&](const std::string &choice) {
        RunConfig config = f.bench.config();
        config.strategy = "structured";
        config.parameters.set("sections", choice);
        f.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("sections"));
    };
    setSections("apart");
    QTRY_COMPARE(f.picker().figures()->text(), one + hint);
    setSections("together");
    QTRY_COMPARE(f.picker().figures()->text(), one);
}

void ReturnedTest::parentMaxStaysAboveMaxWhileMaxMoves()
{
    Fixture f;
    f.choose(QStringLiteral("parent"));
    auto *max = qobject_cast<IntegerControl *>(f.panel.control("max"));
    f.type(max->spinBox(), QStringLiteral("100"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.config().returned.parentMax, std::int64_t{101});
    QVERIFY(!f.bench.configError());
    f.type(max->spinBox(), QStringLiteral("20"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.config().returned.parentMax, std::int64_t{101});
}

void ReturnedTest::aSizeThatCannotBeIsToldAtItsControl()
{
    Fixture f;
    f.choose(QStringLiteral("parent"));
    RunConfig config = f.bench.config();
    config.returned.parentMax = 16;
    f.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("too small"));
    QVERIFY(f.picker().parentMax()->error().contains(QStringLiteral("larger than that of chunks (16)")));
    QCOMPARE(f.bench.snapshot()->config.returned.parentMax, std::int64_t{64});
    f.type(f.picker().parentMax()->spinBox(), QStringLiteral("17"));
    QTRY_VERIFY(isSettled(f.bench));
    QVERIFY(f.picker().parentMax()->error().isEmpty());
}

void ReturnedTest::neighboursAreChosen()
{
    Fixture f;
    f.choose(QStringLiteral("neighbours"));
    QVERIFY(f.picker().neighbours()->isVisible());
    QVERIFY(!f.picker().parentMax()->isVisible());
    // sentences of 8 words, two a chunk, three on either side: 8 of them, but 5 and 7 for the two chunks at each end
    QCOMPARE(f.picker().figures()->text(),
             QStringLiteral("A chunk is returned with 60.8 tokens on average, with 64 at most."));
    QTest::keyClick(f.picker().neighbours()->slider(), Qt::Key_Left);
    QTest::keyClick(f.picker().neighbours()->slider(), Qt::Key_Left);
    f.picker().neighbours()->flush();
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.config().returned.neighbours, std::int64_t{1});
    QCOMPARE(returnedFor(*f.bench.snapshot(), 0, 5).facts().tokens, 32U);
}

void ReturnedTest::theStatusLineCountsParents()
{
    Fixture f;
    QVERIFY(!StatusLine::totals(*f.bench.snapshot()).contains(QStringLiteral("parent")));
    f.choose(QStringLiteral("parent"));
    QVERIFY(StatusLine::totals(*f.bench.snapshot()).contains(QStringLiteral("20 chunks · 5 parents · ")));
}

void ReturnedTest::theTableNamesParentsAndTheTextReturned()
{
    Fixture f;
    ChunksPage page(f.bench);
    page.resize(900, 500);
    page.show();
    QVERIFY(QTest::qWaitForWindowExposed(&page));
    QTableView &table = *page.table();
    QVERIFY(table.isColumnHidden(ChunkTableModel::Parent));
    QVERIFY(table.isColumnHidden(ChunkTableModel::ReturnedTokens));
    QVERIFY(!page.returnedDetail()->isVisible());

    f.choose(QStringLiteral("parent"));
    QVERIFY(!table.isColumnHidden(ChunkTableModel::Parent));
    const auto cell = [&](int row, int column) { return page.model()->index(row, column).data().toString(); };
    QCOMPARE(cell(3, ChunkTableModel::Parent), QStringLiteral("1"));
    QCOMPARE(cell(4, ChunkTableModel::Parent), QStringLiteral("2"));
    QCOMPARE(cell(4, ChunkTableModel::ReturnedTokens), QStringLiteral("64"));
    f.bench.selection().select({0, 4, {0, 0}});
    QVERIFY(page.returnedDetail()->isVisible());
    QCOMPARE(page.returnedDetail()->sentence()->text(),
             QStringLiteral("Chunk 5. Returned for it: parent 2 of 5 with chunks 5 to 8, 64 tokens."));
    QVERIFY(page.returnedDetail()->text()->text().startsWith(QStringLiteral("Sentence 9 ")));
    QVERIFY(page.returnedDetail()->text()->text().contains(QStringLiteral("Sentence 16 ")));
    page.model()->sort(ChunkTableModel::Parent, Qt::DescendingOrder);
    QCOMPARE(page.model()->chunkAt(0).chunk, 16U);

    f.choose(QStringLiteral("neighbours"));
    QVERIFY(table.isColumnHidden(ChunkTableModel::Parent));
    QVERIFY(!table.isColumnHidden(ChunkTableModel::ReturnedTokens));
    f.bench.selection().select({0, 4, {0, 0}});
    QCOMPARE(page.returnedDetail()->sentence()->text(),
             QStringLiteral("Chunk 5. Returned for it: the chunk with its neighbours, 64 tokens."));
    QVERIFY(page.returnedDetail()->text()->text().startsWith(QStringLiteral("Sentence 6 ")));
    f.choose(QStringLiteral("chunk"));
    QVERIFY(!page.returnedDetail()->isVisible());
}

void ReturnedTest::longTextsAreShownInPartAndCopiedWhole()
{
    Fixture f(numberedSentences(500));
    f.choose(QStringLiteral("parent"));
    f.type(f.picker().parentMax()->spinBox(), QStringLiteral("10000"));
    QTRY_VERIFY(isSettled(f.bench));
    ReturnedDetail detail;
    detail.setPlace(f.bench.snapshot(), Place{0, 2, {0, 0}});
    QVERIFY(detail.isVisibleTo(nullptr));
    QCOMPARE(detail.text()->text().toUtf8().size(), qsizetype(ReturnedDetail::mostShownBytes));
    QTest::mouseClick(detail.copyButton(), Qt::LeftButton);
    QCOMPARE(QApplication::clipboard()->text().toStdString(),
             std::string(returnedFor(*f.bench.snapshot(), 0, 2).text()));
    QVERIFY(QApplication::clipboard()->text().contains(QStringLiteral("Sentence 500 ")));
    detail.setPlace(f.bench.snapshot(), std::nullopt);
    QVERIFY(!detail.isVisibleTo(nullptr));
}

void ReturnedTest::theViewSaysWhatIsReturned()
{
    Fixture f;
    f.choose(QStringLiteral("parent"));
    ChunkFacts facts{f.bench.snapshot(), 0};
    QCOMPARE(facts.chunkSummary(5), QStringLiteral("Chunk 6 of 20 · 16 tokens · parent 2, chunk 2 of 4 in it"));
    QVERIFY(facts.chunkDescription(5).contains(
        QStringLiteral("\nReturned for it: parent 2 of 5 with chunks 5 to 8, 64 tokens.\n")));
    f.choose(QStringLiteral("neighbours"));
    facts = {f.bench.snapshot(), 0};
    QCOMPARE(facts.chunkSummary(5), QStringLiteral("Chunk 6 of 20 · 16 tokens · 64 tokens with neighbours"));
    f.choose(QStringLiteral("chunk"));
    facts = {f.bench.snapshot(), 0};
    QCOMPARE(facts.chunkSummary(5), QStringLiteral("Chunk 6 of 20 · 16 tokens"));
}

void ReturnedTest::bracketsShowParents()
{
    Fixture f;
    f.choose(QStringLiteral("parent"));
    ChunkView view;
    view.resize(700, 900);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.setSnapshot(f.bench.snapshot(), 0);
    QCOMPARE(view.visibleBytes().end, f.bench.snapshot()->documents[0]->text().size());
    const QImage source = view.viewport()->grab().toImage();
    const QColor ground = source.pixelColor(1, source.height() / 2);
    // parents 1, 3 and 5 in the outer lane, 2 and 4 in the inner one, where ticks of the others cross as well
    QCOMPARE(runsInColumn(source, 3, ground), 3);
    QVERIFY(runsInColumn(source, 6, ground) >= 2);

    f.choose(QStringLiteral("chunk"));
    ChunkView plain;
    plain.resize(700, 900);
    plain.show();
    QVERIFY(QTest::qWaitForWindowExposed(&plain));
    plain.setSnapshot(f.bench.snapshot(), 0);
    // marks of reasons stand there, which are small
    QVERIFY(longestRun(source, 3, ground) > 60);
    QVERIFY(longestRun(plain.viewport()->grab().toImage(), 3, ground) < 15);
}

void ReturnedTest::theBracketOfTheSelectedChunkIsThick()
{
    Fixture f;
    ChunkView view;
    view.resize(700, 900);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    f.choose(QStringLiteral("neighbours"));
    view.setSnapshot(f.bench.snapshot(), 0);
    const QColor accent = ThemeColors::fromPalette(view.palette()).accent;
    const auto accentIn = [&](int x) {
        const QImage image = view.viewport()->grab().toImage();
        int painted = 0;
        for (int y = 2; y < image.height() - 2; ++y)
            painted += image.pixelColor(x, y) == accent;
        return painted;
    };
    QCOMPARE(accentIn(4), 0);
    view.setCurrentPlace(Place{0, 10, f.bench.snapshot()->chunkSets[0]->chunks()[10].source}, false);
    const int withNeighbours = accentIn(4);
    QVERIFY(withNeighbours > 0);

    f.choose(QStringLiteral("parent"));
    view.setSnapshot(f.bench.snapshot(), 0);
    view.setCurrentPlace(Place{0, 10, f.bench.snapshot()->chunkSets[0]->chunks()[10].source}, false);
    QVERIFY(accentIn(4) > 0);
    view.setMode(ChunkViewMode::Cards);
    view.setCurrentPlace(Place{0, 10, f.bench.snapshot()->chunkSets[0]->chunks()[10].source}, true);
    QVERIFY(accentIn(5) > 0);
}

QTEST_MAIN(ReturnedTest)
#include "returnedtest.moc"
