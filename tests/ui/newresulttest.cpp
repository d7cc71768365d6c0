// SPDX-License-Identifier: GPL-3.0-or-later
// What the thread of the window does with a new result: nothing that grows with its chunks. Work is counted here, or
// shown not to be done; times are watchdogtest's.
#include "charts/histogrampage.h"
#include "chunkview/gutterpainter.h"
#include "controls/overlapsummary.h"
#include "formats/markdownblocks.h"
#include "mainwindow/mainwindow.h"
#include "models/documentoutline.h"
#include "models/documentsmodel.h"
#include "models/findinglist.h"
#include "pages/chunkspage.h"
#include "pages/findingspage.h"
#include "pages/modellimitspage.h"
#include "settings/settings.h"
#include "uisupport.h"

#include <QDockWidget>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace cw;
using namespace cw::uitest;

class NewResultTest final : public QObject
{
    Q_OBJECT

private slots:
    void figuresAreReadFromTheSnapshot();
    void notesOfAFormatAreNotCounted();
    void sectionsAreReadOnceAndCountedInOnePass();
    void theSameFindingIsFoundInOtherChunks();
    void panelsBehindTabsDoNothing();
};

namespace {

using SnapshotPointer = std::shared_ptr<const RunSnapshot>;

SnapshotPointer runOver(const std::vector<std::shared_ptr<const Document>> &documents, std::int64_t max)
{
    RunRequest request;
    request.documents = documents;
    request.config = defaultConfig("recursive-sentence", "words");
    request.config.max = max;
    request.config.overlap = max / 3;
    Caches caches;
    const Outcome<SnapshotPointer> outcome = run(request, caches, {});
    return outcome.hasValue() ? outcome.value() : nullptr;
}

std::shared_ptr<const Document> sectionsOf(std::string text)
{
    DocumentParts parts;
    parts.text = std::move(text);
    parts.format = "markdown";
    parts.readBlocks = &markdown::readBlocks;
    return Document::create("sections", std::move(parts), {});
}

} // namespace

void NewResultTest::figuresAreReadFromTheSnapshot()
{
    const auto document = Document::fromText("large", numberedSentences(400).toStdString());
    const SnapshotPointer real = runOver({document}, 40);
    QVERIFY(real && real->chunkCount > 10);
    DocumentsModel model;
    model.setDocuments({document});
    model.setSnapshot(real);
    std::uint64_t tokens = 0;
    for (const Chunk &chunk : real->chunkSets[0]->chunks())
        tokens += chunk.embeddedTokens();
    const QModelIndex tokensCell = model.index(0, DocumentsModel::Tokens);
    QCOMPARE(tokensCell.data(DocumentsModel::sortRole).toULongLong(), static_cast<qulonglong>(tokens));

    // Figures that no chunk has can only come from the snapshot.
    auto forged = std::make_shared<RunSnapshot>(*real);
    forged->documentFigures = {{.tokens = 7, .largestTokens = 123'456'789}};
    forged->audit.gravest = {Severity::Error};
    forged->overlapSpread = {.bins = {5}, .none = 4, .pairs = 9, .largest = 1};
    model.setSnapshot(forged);
    QCOMPARE(tokensCell.data(DocumentsModel::sortRole).toULongLong(), qulonglong{7});
    QCOMPARE(tokensCell.data(DocumentsModel::severityRole).toInt(), static_cast<int>(Severity::Error));
    OverlapSummary summary;
    summary.setSnapshot(forged);
    QCOMPARE(summary.sentence(), QStringLiteral("4 of 9 pairs share nothing."));
    const double roomy = GutterColumns::forDocument({forged, 0}, QFont()).tokensRight;
    QVERIFY(roomy > GutterColumns::forDocument({real, 0}, QFont()).tokensRight);
}

void NewResultTest::notesOfAFormatAreNotCounted()
{
    DocumentParts parts;
    parts.text = "Text.";
    for (int i = 0; i < 5; ++i)
        parts.problems.push_back({"Left out a header.", {}, ProblemSeverity::Note});
    parts.problems.push_back({"A page has no text.", {}});
    DocumentsModel model;
    model.setDocuments({Document::create("d", std::move(parts), {})});
    const QModelIndex name = model.index(0, DocumentsModel::Name);
    QCOMPARE(name.data(DocumentsModel::problemsRole).toInt(), 1);
    const QString tooltip = name.data(Qt::ToolTipRole).toString();
    QVERIFY2(tooltip.endsWith(QStringLiteral("\nA page has no text.")
                              + QStringLiteral("\nNote: Left out a header.").repeated(4)
                              + QStringLiteral("\nand 1 more; the outline lists all.")),
             qPrintable(tooltip));
}

void NewResultTest::sectionsAreReadOnceAndCountedInOnePass()
{
    std::string text = "Words before any heading stand here. They are few.\n\n";
    for (int i = 0; i < 60; ++i) {
        text += std::string(1 + static_cast<std::size_t>(i * i % 5), '#') + " Part " + std::to_string(i) + "\n\n";
        for (int sentence = 0; sentence <= i % 4; ++sentence)
            text += "This is sentence " + std::to_string(sentence) + " and it says little. ";
        text += "\n\n";
    }
    const auto document = sectionsOf(text);
    std::shared_ptr<const OutlineTree> tree;
    for (const std::int64_t max : {9, 30, 400}) {
        const SnapshotPointer snapshot = runOver({document}, max);
        QVERIFY(snapshot);
        const auto outline = makeOutline(snapshot, 0, tree, {});
        QVERIFY(outline.hasValue());
        QVERIFY2(!tree || (*outline)->tree == tree, "the sections were read again");
        tree = (*outline)->tree;
        QCOMPARE(tree->sections.size(), std::size_t{60});
        for (std::size_t i = 0; i < tree->sections.size(); ++i) {
            const ByteRange bytes = tree->sections[i].section;
            const auto chunks = std::ranges::count_if(snapshot->chunkSets[0]->chunks(), [&](const Chunk &chunk) {
                return chunk.source.begin < bytes.end && chunk.source.end > bytes.begin;
            });
            const auto findings = std::ranges::count_if(
                snapshot->audit.findings, [&](const Finding &finding) { return bytes.contains(finding.where.begin); });
            QCOMPARE((*outline)->figures[i].chunks, static_cast<std::uint32_t>(chunks));
            QCOMPARE((*outline)->figures[i].findings, static_cast<std::uint32_t>(findings));
        }
    }
    const auto other = makeOutline(runOver({sectionsOf(text)}, 30), 0, tree, {});
    QVERIFY(other.hasValue() && (*other)->tree != tree); // another document, though of the same text
}

void NewResultTest::theSameFindingIsFoundInOtherChunks()
{
    const auto document = Document::fromText("large", numberedSentences(300).toStdString());
    const SnapshotPointer before = runOver({Document::fromText("other", "One two."), document}, 5);
    const SnapshotPointer after = runOver({Document::fromText("other", "One two."), document}, 11);
    QVERIFY(before && after);
    std::size_t found = 0;
    for (const Finding &finding : before->audit.findings) {
        const auto &findings = after->audit.findings;
        const auto same = std::ranges::find_if(findings, [&](const Finding &each) {
            return each.rule == finding.rule && each.document == finding.document && each.where == finding.where;
        });
        const std::optional<std::size_t> expected
            = same == findings.end() ? std::nullopt : std::optional(static_cast<std::size_t>(same - findings.begin()));
        QCOMPARE(sameFinding(*after, finding), expected);
        found += expected ? 1 : 0;
    }
    QVERIFY(found > 0 && found < before->audit.findings.size());
    QVERIFY(!sameFinding(*runOver({}, 5), before->audit.findings.front()));
}

void NewResultTest::panelsBehindTabsDoNothing()
{
    const std::unique_ptr<Settings> settings = Settings::temporary();
    Workbench bench;
    MainWindow window(bench, *settings);
    window.resize(1440, 900);
    window.show();
    QVERIFY(QTest::qWaitForWindowExposed(&window));
    openTexts(bench);
    const auto *chunks = window.findChild<ChunksPage *>();
    const auto *findings = window.findChild<FindingsPage *>();
    const auto *limits = window.findChild<ModelLimitsPage *>();
    QVERIFY(findings->isVisible() && findings->model()->snapshot() == bench.snapshot());
    QVERIFY(!chunks->isVisible() && chunks->model()->rowCount() == 0);
    QVERIFY(!limits->isVisible() && !limits->isCounting());

    QVERIFY(window.showPanel(QStringLiteral("chunks")));
    QTRY_COMPARE(static_cast<std::size_t>(chunks->model()->rowCount()), bench.snapshot()->chunkCount);
    QTRY_VERIFY(!findings->isVisible());
    RunConfig config = bench.config();
    config.max = 30;
    bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
    QTRY_VERIFY(isSettled(bench));
    QVERIFY(!findings->model()->snapshot());
    QVERIFY(!limits->isCounting());
    QVERIFY(window.showPanel(QStringLiteral("findings")));
    QTRY_COMPARE(findings->model()->snapshot(), bench.snapshot());

    auto *dock = window.findChild<QDockWidget *>(QStringLiteral("findings"));
    dock->close();
    QVERIFY(!findings->isVisible());
    const auto *histogram = window.findChild<HistogramPage *>();
    QTRY_COMPARE(int{chunks->isVisible()} + int{limits->isVisible()} + int{histogram->isVisible()}, 1);
    dock->show();
    dock->raise();
    QTRY_VERIFY(findings->isVisible());
    // a panel that is taken from behind its tab into a window of its own
    auto *behind = window.findChild<QDockWidget *>(QStringLiteral("chunks"));
    QTRY_VERIFY(!chunks->isVisible());
    behind->setFloating(true);
    QTRY_VERIFY(chunks->isVisible());
    QTRY_COMPARE(static_cast<std::size_t>(chunks->model()->rowCount()), bench.snapshot()->chunkCount);
    QVERIFY(findings->isVisible());
    behind->setFloating(false);
    QTRY_VERIFY(chunks->isVisible() != findings->isVisible());
    behind->raise();
    QTRY_VERIFY(chunks->isVisible() && !findings->isVisible());
    behind->setFloating(true);
    QTRY_VERIFY(chunks->isVisible() && findings->isVisible());
    window.hide();
    window.show();
    QTRY_VERIFY(findings->isVisible() && chunks->isVisible());
}

QTEST_MAIN(NewResultTest)
#include "newresulttest.moc"
