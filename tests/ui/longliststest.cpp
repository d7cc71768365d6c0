// SPDX-License-Identifier: GPL-3.0-or-later
// Lists too long for the thread of the window: made in the background, the newest wish wins.
#include "controls/olderrows.h"
#include "models/chunktablemodel.h"
#include "pages/chunkspage.h"
#include "pages/findingspage.h"
#include "theme/colormath.h"
#include "theme/theme.h"
#include "uisupport.h"

#include <QElapsedTimer>
#include <QLineEdit>
#include <QPersistentModelIndex>
#include <QSignalSpy>
#include <QTableView>
#include <QTest>

#include <algorithm>
#include <set>

using namespace cw;
using namespace cw::uitest;

class LongListsTest final : public QObject
{
    Q_OBJECT

private slots:
    void longChunkListsAreMadeInTheBackground();
    void longFindingListsAreMadeInTheBackground();
    void theNextFindingWaitsForTheList();
    void rowsAreDimOnceTheirAgeIsNoticed();
    void listsSayWhenTheyAreOlder();
};

namespace {

constexpr int sentences = 24'000; ///< more chunks and findings than are read at once

RunConfig smallChunks()
{
    RunConfig config = defaultConfig("fixed-words", "words");
    config.max = 11;
    config.overlap = 3;
    return config;
}

void openLarge(Workbench &bench)
{
    bench.addText(QStringLiteral("large"), numberedSentences(sentences));
    bench.setConfig(smallChunks(), ChangeKind::Settled, QStringLiteral("sizes"));
    (void)QTest::qWaitFor([&bench] { return isSettled(bench); });
}

std::shared_ptr<const RunSnapshot> largeSnapshot()
{
    RunRequest request;
    request.documents = {Document::fromText("large", numberedSentences(sentences).toStdString())};
    request.config = smallChunks();
    Caches caches;
    const Outcome<std::shared_ptr<const RunSnapshot>> outcome = run(request, caches, {});
    return outcome.hasValue() ? outcome.value() : nullptr;
}

QString chunkText(const RunSnapshot &snapshot, std::uint32_t chunk)
{
    const std::string_view text = snapshot.chunkSets[0]->text(chunk);
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())).simplified();
}

} // namespace

void LongListsTest::longChunkListsAreMadeInTheBackground()
{
    const auto snapshot = largeSnapshot();
    QVERIFY(snapshot && snapshot->chunkCount > ChunkTableModel::mostReadAtOnce);
    ChunkTableModel model;
    model.setSnapshot(snapshot);
    QTRY_VERIFY(!model.isListing());
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), snapshot->chunkCount);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    const QPersistentModelIndex kept = model.index(70, 0);

    model.sort(ChunkTableModel::Words, Qt::DescendingOrder);
    QVERIFY(model.isListing());
    QCOMPARE(model.chunkAt(70).chunk, 70U); // as before, until the list is there
    QTRY_VERIFY(!model.isListing());
    QCOMPARE(resets.count(), 0); // the same rows in another order
    QCOMPARE(model.chunkAt(kept.row()).chunk, 70U);

    // What was wanted before the last filter is never shown.
    for (const char *text : {"sentence 1", "sentence 12", "SENTENCE 123"})
        model.setFilter({.document = std::nullopt, .text = QString::fromLatin1(text), .minimumTokens = 0});
    QTRY_VERIFY(!model.isListing());
    QCOMPARE(resets.count(), 1);
    std::vector<std::pair<qsizetype, std::uint32_t>> expected;
    for (std::uint32_t i = 0; i < snapshot->chunkCount; ++i) {
        if (chunkText(*snapshot, i).contains(QStringLiteral("Sentence 123")))
            expected.emplace_back(-chunkText(*snapshot, i).split(QLatin1Char(' ')).size(), i);
    }
    std::ranges::sort(expected); // most words first, equal ones by number
    QVERIFY(expected.size() > 100);
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), expected.size());
    for (std::size_t row = 0; row < expected.size(); ++row)
        QCOMPARE(model.chunkAt(static_cast<int>(row)).chunk, expected[row].second);
}

void LongListsTest::longFindingListsAreMadeInTheBackground()
{
    const auto snapshot = largeSnapshot();
    const std::vector<Finding> &findings = snapshot->audit.findings;
    QVERIFY(findings.size() > FindingsModel::mostReadAtOnce);
    FindingsModel model;
    model.setSnapshot(snapshot);
    QTRY_VERIFY(!model.isListing());
    QCOMPARE(model.shown().size(), findings.size());
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    FindingFilter filter;
    for (const char *text : {"w", "wo", "WORD"}) {
        filter.text = QString::fromLatin1(text);
        model.setFilter(filter);
    }
    QVERIFY(model.isListing());
    QCOMPARE(model.shown().size(), findings.size());
    QTRY_VERIFY(!model.isListing());
    QCOMPARE(resets.count(), 1);
    std::set<std::uint32_t> expected;
    for (std::uint32_t i = 0; i < findings.size(); ++i) {
        const std::string_view words = snapshot->documents[0]->slice(findings[i].where);
        const std::string all = findingMessage(findings[i]) + '\n' + std::string(words);
        if (QString::fromStdString(all).contains(QStringLiteral("word"), Qt::CaseInsensitive))
            expected.insert(i);
    }
    QVERIFY(!expected.empty() && expected.size() < findings.size());
    QCOMPARE(std::set<std::uint32_t>(model.shown().begin(), model.shown().end()), expected);
    model.setSnapshot(nullptr); // a job on its way delivers nothing any more
    QVERIFY(!model.isListing());
    QVERIFY(model.shown().empty());
}

void LongListsTest::theNextFindingWaitsForTheList()
{
    Workbench bench;
    openLarge(bench);
    QVERIFY(isSettled(bench));
    FindingsPage page(bench);
    page.show();
    QTRY_VERIFY(!page.model()->isListing() && page.model()->snapshot());
    page.filterField()->setText(QStringLiteral("word"));
    QVERIFY(page.model()->isListing());
    page.nextFinding();
    QTRY_VERIFY(!page.model()->isListing());
    const std::optional<Place> &place = bench.selection().current();
    QVERIFY(place && place->chunk);
    const Finding &first = bench.snapshot()->audit.findings[page.model()->shown().front()];
    QCOMPARE(*place->chunk, first.chunk);
    QCOMPARE(place->bytes, first.where);
}

void LongListsTest::rowsAreDimOnceTheirAgeIsNoticed()
{
    QTableView view;
    const QColor ink = view.palette().color(QPalette::Text);
    const auto isDim = [&] { return view.palette().color(QPalette::Text) != ink; };
    OlderRows rows(view);
    // A drag whose lists follow, then one whose lists are always a tick late. On a busy machine a tick may take longer
    // than what is noticed.
    for (const bool isAlwaysLate : {false, true}) {
        for (int tick = 0; tick < 20; ++tick) {
            QElapsedTimer sinceTick;
            sinceTick.start();
            rows.setOlder(true);
            QTest::qWait(OlderRows::noticedMilliseconds / 10);
            if (isAlwaysLate)
                rows.renew();
            if (sinceTick.hasExpired(OlderRows::noticedMilliseconds) || !isAlwaysLate)
                rows.setOlder(false);
            QVERIFY(!isDim());
        }
    }
    for (int tick = 0; tick < 20; ++tick) { // one whose lists do not come
        rows.setOlder(true);
        QTest::qWait(OlderRows::noticedMilliseconds / 10);
    }
    QTRY_VERIFY(isDim());
    const double ground = relativeLuminance(view.palette().color(QPalette::Base));
    const double text = relativeLuminance(view.palette().color(QPalette::Text));
    QVERIFY((std::max(ground, text) + 0.05) / (std::min(ground, text) + 0.05) >= 4.5); // still to be read
    applyTheme(*qApp, ThemeMode::Dark);
    rows.setOlder(false);
    QCOMPARE(view.palette().color(QPalette::Text), QApplication::palette().color(QPalette::Text));
    applyTheme(*qApp, ThemeMode::Light);
}

void LongListsTest::listsSayWhenTheyAreOlder()
{
    Workbench bench;
    openLarge(bench);
    QVERIFY(isSettled(bench));
    ChunksPage chunks(bench);
    FindingsPage findings(bench);
    chunks.show();
    findings.show();
    QTRY_VERIFY(!chunks.model()->isListing() && !findings.model()->isListing() && findings.model()->snapshot());
    QSignalSpy chunksListing(chunks.model(), &ChunkTableModel::listingChanged);
    QSignalSpy findingsListing(findings.model(), &FindingsModel::listingChanged);
    chunks.filterField()->setText(QStringLiteral("sentence"));
    findings.filterField()->setText(QStringLiteral("word"));
    QTRY_VERIFY(!chunks.model()->isListing() && !findings.model()->isListing());
    const QList<QVariantList> onAndOff{{true}, {false}};
    QCOMPARE(QList<QVariantList>(chunksListing), onAndOff);
    QCOMPARE(QList<QVariantList>(findingsListing), onAndOff);
    QVERIFY(chunks.table()->findChild<OlderRows *>());
    Q_EMIT chunks.model()->listingChanged(true);
    QTRY_VERIFY(chunks.table()->findChild<OlderRows *>()->areDim());
}

QTEST_MAIN(LongListsTest)
#include "longliststest.moc"
