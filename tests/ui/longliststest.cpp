// SPDX-License-Identifier: GPL-3.0-or-later
// Lists too long for the thread of the window: made in the background, the newest wish wins.
#include "models/chunktablemodel.h"
#include "pages/findingspage.h"
#include "uisupport.h"

#include <QLineEdit>
#include <QPersistentModelIndex>
#include <QSignalSpy>
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
};

namespace {

/// More chunks and findings than are read at once.
std::shared_ptr<const RunSnapshot> largeSnapshot()
{
    RunRequest request;
    request.documents = {Document::fromText("large", numberedSentences(24'000).toStdString())};
    request.config = defaultConfig("fixed-words", "words");
    request.config.max = 11;
    request.config.overlap = 3;
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
    bench.addText(QStringLiteral("large"), numberedSentences(24'000));
    RunConfig config = defaultConfig("fixed-words", "words");
    config.max = 11;
    config.overlap = 3;
    bench.setConfig(config, ChangeKind::Settled, QStringLiteral("sizes"));
    QTRY_VERIFY(isSettled(bench));
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

QTEST_MAIN(LongListsTest)
#include "longliststest.moc"
