// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/modellimitspage.h"

#include "models/modelprofile.h"
#include "settings/settings.h"
#include "tokenize/tokenizer.h"
#include "uisupport.h"

#include <QHeaderView>
#include <QMenu>
#include <QPushButton>
#include <QScrollBar>
#include <QTreeWidget>

using namespace cw;
using namespace cw::uitest;

namespace {

struct Fixture
{
    std::unique_ptr<Settings> settings = Settings::temporary();
    Workbench bench;
    ModelLimitsPage page{bench, settings.get()};

    Fixture()
    {
        failOnQtWarnings();
        RunConfig config = bench.config();
        config.strategy = "recursive-sentence";
        config.max = 400;
        config.overlap = 45;
        bench.setConfig(config, ChangeKind::Settled, {});
        bench.addText(QStringLiteral("text"), numberedSentences(400));
        page.resize(900, 260);
        page.show();
        (void)QTest::qWaitForWindowExposed(&page);
        (void)QTest::qWaitFor([this] { return isSettled(bench) && !page.isCounting(); });
    }

    QTreeWidgetItem *row(const QString &reference)
    {
        const qsizetype position = page.references().indexOf(reference);
        return position < 0 ? nullptr : page.table()->topLevelItem(static_cast<int>(position));
    }
};

} // namespace

class ModelLimitsTest final : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreThoseOfTheChunksThemselves();
    void aChunkOverTheLimitIsGoneToWhereItIsCut();
    void figuresFollowTheChunks();
    void oldFiguresAreDimAndThoseOfOtherDocumentsGo();
    void rowsAreAddedRemovedAndRemembered();
    void aModelWithoutItsTokenizerSaysSo();
    void theChosenModelComesFirstAndStays();
    void whatIsOverTheLimitIsSeenInASmallWindow();
    void headersStandApartAndAreWhole();
    void nothingIsCountedWhileHidden();
};

void ModelLimitsTest::figuresAreThoseOfTheChunksThemselves()
{
    Fixture f;
    const auto tokenizer = openTokenizer("bert-uncased");
    std::size_t smallest = 1'000'000;
    std::size_t largest = 0;
    std::size_t over = 0;
    std::size_t cut = 0;
    const ChunkSet &set = *f.bench.snapshot()->chunkSets[0];
    for (std::size_t i = 0; i < set.size(); ++i) {
        const std::size_t tokens = (*tokenizer)->count(set.text(i)) + 2;
        smallest = std::min(smallest, tokens);
        largest = std::max(largest, tokens);
        over += tokens > 256 ? 1U : 0U;
        cut += tokens > 256 ? tokens - 256 : 0U;
    }
    QVERIFY(over > 0);
    const QTreeWidgetItem *row = f.row(QStringLiteral("all-minilm-l6-v2"));
    QVERIFY(row);
    QCOMPARE(row->text(1), QStringLiteral("256"));
    QCOMPARE(row->text(2), QString::number(smallest));
    QCOMPARE(row->text(4), QString::number(largest));
    QCOMPARE(row->text(5), QString::number(over));
    QCOMPARE(row->text(6).remove(QLatin1Char(',')), QString::number(cut));
    QCOMPARE(f.row(QStringLiteral("o200k_base"))->text(1), QStringLiteral("none"));
}

void ModelLimitsTest::aChunkOverTheLimitIsGoneToWhereItIsCut()
{
    Fixture f;
    QTreeWidgetItem *row = f.row(QStringLiteral("all-minilm-l6-v2"));
    f.page.table()->setCurrentItem(row);
    f.page.table()->setFocus();
    QTest::keyClick(f.page.table(), Qt::Key_Right);
    QVERIFY(row->isExpanded());
    QVERIFY(row->childCount() > 1);
    QTest::keyClick(f.page.table(), Qt::Key_Down);
    QTest::keyClick(f.page.table(), Qt::Key_Down);
    QTest::keyClick(f.page.table(), Qt::Key_Return);
    const auto place = f.bench.selection().current();
    QVERIFY(place && place->chunk);
    const Chunk &chunk = f.bench.snapshot()->chunkSets[0]->chunks()[*place->chunk];
    QCOMPARE(place->bytes.end, chunk.source.end);
    const std::string_view text = f.bench.snapshot()->documents[0]->text();
    const std::string_view seen = text.substr(chunk.source.begin, place->bytes.begin - chunk.source.begin);
    QCOMPARE((*openTokenizer("bert-uncased"))->count(seen), 254U);
    QVERIFY(
        row->child(1)->text(7).startsWith(QString::fromUtf8(text.substr(place->bytes.begin, 8).data(), 8).trimmed()));
}

void ModelLimitsTest::figuresFollowTheChunks()
{
    Fixture f;
    const QString before = f.row(QStringLiteral("all-minilm-l6-v2"))->text(4);
    RunConfig config = f.bench.config();
    config.max = 100;
    f.bench.setConfig(config, ChangeKind::Settled, {});
    QTRY_VERIFY(isSettled(f.bench) && !f.page.isCounting());
    QVERIFY(f.row(QStringLiteral("all-minilm-l6-v2"))->text(4) != before);
    QCOMPARE(f.row(QStringLiteral("all-minilm-l6-v2"))->text(5), QStringLiteral("0"));
}

void ModelLimitsTest::oldFiguresAreDimAndThoseOfOtherDocumentsGo()
{
    Fixture f;
    const QString reference = QStringLiteral("all-minilm-l6-v2");
    QCOMPARE(f.row(reference)->foreground(4), QBrush());
    QStringList figures;
    std::vector<bool> areDim;
    connect(&f.bench, &Workbench::snapshotChanged, &f.page, [&] { // behind the page's own
        figures.append(f.row(reference)->text(4));
        areDim.push_back(f.row(reference)->foreground(4) != QBrush());
    });
    RunConfig config = f.bench.config();
    config.max = 100;
    f.bench.setConfig(config, ChangeKind::Settled, {});
    QTRY_VERIFY(!areDim.empty() && isSettled(f.bench) && !f.page.isCounting());
    QVERIFY(areDim.back());
    QVERIFY(!figures.back().isEmpty());
    QCOMPARE(f.row(reference)->foreground(4), QBrush());

    f.bench.addText(QStringLiteral("another"), numberedSentences(40));
    QTRY_VERIFY(areDim.size() > 1 && isSettled(f.bench) && !f.page.isCounting());
    QCOMPARE(figures.back(), QString());
    QVERIFY(!f.row(reference)->text(4).isEmpty());
}

void ModelLimitsTest::rowsAreAddedRemovedAndRemembered()
{
    Fixture f;
    Q_EMIT f.page.addMenu()->aboutToShow();
    QAction *words = nullptr;
    for (QAction *entry : f.page.addMenu()->actions()) {
        for (QAction *action : entry->menu() ? entry->menu()->actions() : QList<QAction *>()) {
            if (action->data().toString() == QStringLiteral("words"))
                words = action;
        }
    }
    QVERIFY(words);
    words->trigger();
    QTRY_VERIFY(!f.page.isCounting());
    QVERIFY(f.row(QStringLiteral("words")));
    QVERIFY(!f.row(QStringLiteral("words"))->text(4).isEmpty());
    f.page.table()->setCurrentItem(f.row(QStringLiteral("o200k_base")));
    QTest::mouseClick(f.page.removeButton(), Qt::LeftButton);
    QVERIFY(!f.row(QStringLiteral("o200k_base")));
    ModelLimitsPage again(f.bench, f.settings.get());
    QCOMPARE(again.references(), f.page.references());
}

void ModelLimitsTest::aModelWithoutItsTokenizerSaysSo()
{
    Fixture f;
    f.page.addReference(QStringLiteral("bge-m3"));
    QTRY_VERIFY(!f.page.isCounting());
    QTRY_VERIFY(f.row(QStringLiteral("bge-m3"))->text(7).contains(QStringLiteral("tokenizer.json")));
    QVERIFY(!f.row(QStringLiteral("e5-base-v2"))->text(4).isEmpty());
}

void ModelLimitsTest::theChosenModelComesFirstAndStays()
{
    Fixture f;
    const QString chosen = QStringLiteral("bge-large-en-v1.5");
    QVERIFY(!f.page.references().contains(chosen));
    RunConfig config = f.bench.config();
    config.model = chosen.toStdString();
    config.tokenizer = "bert-uncased";
    f.bench.setConfig(config, ChangeKind::Settled, {});
    QTRY_VERIFY(isSettled(f.bench) && !f.page.isCounting());
    const QTreeWidgetItem *first = f.page.table()->topLevelItem(0);
    QCOMPARE(first->text(0), QStringLiteral("BGE large en v1.5 (chosen)"));
    QCOMPARE(first->text(1), QStringLiteral("512"));
    QVERIFY(!first->text(4).isEmpty());
    QCOMPARE(f.page.table()->topLevelItemCount(), static_cast<int>(f.page.references().size()) + 1);
    f.page.table()->setCurrentItem(f.page.table()->topLevelItem(0));
    QVERIFY(!f.page.removeButton()->isEnabled());
    f.page.table()->setCurrentItem(f.page.table()->topLevelItem(1));
    QVERIFY(f.page.removeButton()->isEnabled());

    // One of those it is compared with is chosen: it moves up and is not there twice.
    config.model = "e5-base-v2";
    f.bench.setConfig(config, ChangeKind::Settled, {});
    QTRY_VERIFY(isSettled(f.bench) && !f.page.isCounting());
    QCOMPARE(f.page.table()->topLevelItemCount(), static_cast<int>(f.page.references().size()));
    QCOMPARE(f.page.table()->topLevelItem(0)->text(0), QStringLiteral("E5 base v2 (chosen)"));
    QVERIFY(f.page.references().contains(QStringLiteral("e5-base-v2")));
}

void ModelLimitsTest::whatIsOverTheLimitIsSeenInASmallWindow()
{
    Fixture f;
    f.page.resize(508, 240); // what a window of 1000 x 700 leaves
    QTRY_COMPARE(f.page.width(), 508);
    const QTreeWidgetItem *row = f.row(QStringLiteral("all-minilm-l6-v2"));
    QVERIFY(!row->text(5).isEmpty());
    const QHeaderView *header = f.page.table()->header();
    QTRY_VERIFY(header->sectionViewportPosition(5) + header->sectionSize(5) <= f.page.table()->viewport()->width());

    f.page.resize(548, 240); // of 1100 x 700
    QTRY_COMPARE(f.page.width(), 548);
    const int last = header->count() - 1;
    QVERIFY(row->text(last).endsWith(QStringLiteral(" bytes")));
    QTRY_VERIFY(header->sectionSize(last) >= f.page.fontMetrics().horizontalAdvance(row->text(last)));
    QTRY_VERIFY(header->sectionViewportPosition(last) + header->sectionSize(last)
                <= f.page.table()->viewport()->width());
    f.page.resize(1200, 240);
    QTRY_VERIFY(header->sectionSize(0) > header->sectionSize(1) * 4);
}

/// Figures on the right of their column end where the text of the next column begins.
void ModelLimitsTest::headersStandApartAndAreWhole()
{
    constexpr int leastGap = 9;
    Fixture f;
    QHeaderView *header = f.page.table()->header();
    const int last = header->count() - 1;
    for (const int width : {508, 700, 1000}) {
        f.page.resize(width, 240);
        QTRY_COMPARE(f.page.width(), width);
        for (int column = 1; column < last; ++column) {
            const QString text = f.page.table()->headerItem()->text(column);
            QVERIFY2(header->sectionSize(column) >= header->fontMetrics().horizontalAdvance(text) + leastGap,
                     qPrintable(text));
        }
        f.page.table()->horizontalScrollBar()->setValue(f.page.table()->horizontalScrollBar()->maximum());
        const auto gapIn = [&](QWidget *widget, const QRect &band) {
            const QImage picture = widget->grab(band).toImage();
            const auto hasInk = [&](int x) {
                for (int y = 0; y < picture.height(); ++y) {
                    if (qGray(picture.pixel(x, y)) < 120)
                        return true;
                }
                return false;
            };
            int left = picture.width() / 2;
            int right = left;
            while (left > 0 && !hasInk(left))
                --left;
            while (right < picture.width() - 1 && !hasInk(right))
                ++right;
            return (right - left - 1) / picture.devicePixelRatio();
        };
        const int border = header->sectionViewportPosition(last);
        const QRect band(border - 40, 2, 80, header->height() - 4);
        QVERIFY2(gapIn(header->viewport(), band) >= leastGap, qPrintable(QString::number(width)));
        const QRect row = f.page.table()->visualItemRect(f.row(QStringLiteral("all-minilm-l6-v2")));
        QVERIFY2(gapIn(f.page.table()->viewport(), {border - 40, row.top(), 80, row.height()}) >= leastGap,
                 qPrintable(QString::number(width)));
    }
}

void ModelLimitsTest::nothingIsCountedWhileHidden()
{
    Fixture f;
    f.page.hide();
    const std::size_t before = f.bench.caches().counters().indexings;
    f.bench.addText(QStringLiteral("more"), numberedSentences(50));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.caches().counters().indexings, before + 1); // of the run itself
    f.page.show();
    QTRY_VERIFY(!f.page.isCounting());
    QTRY_COMPARE(f.bench.caches().counters().indexings, before + 3); // cl100k_base and bert-uncased
}

QTEST_MAIN(ModelLimitsTest)
#include "modellimitstest.moc"
