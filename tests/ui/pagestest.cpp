// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/choicecontrol.h"
#include "controls/integercontrol.h"
#include "controls/valueslider.h"
#include "formats/markdownblocks.h"
#include "pages/chunkspage.h"
#include "pages/findingspage.h"
#include "pages/ruledetails.h"
#include "uisupport.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QComboBox>
#include <QFile>
#include <QLineEdit>
#include <QMenu>
#include <QScrollBar>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>
#include <QTreeView>
#include <QUndoStack>

#include <numeric>
#include <set>
#include <tuple>

using namespace cw;
using namespace cw::uitest;

class PagesTest final : public QObject
{
    Q_OBJECT

private slots:
    void chunkModelKeepsTheRulesOfModels();
    void chunksSortByNumbers();
    void sectionsAreReadSortedAndPlain();
    void chunksAreFiltered();
    void rowAndSelectionFollowEachOther();
    void theTableStaysWhereItWasScrolled();
    void aSelectedRowInSightStaysInSight();
    void findingsModelKeepsTheRulesOfModels();
    void groupsAgreeWithTheReport();
    void rulesThatFoundSomethingComeFirst();
    void nextAndPreviousGoThroughAllFindings();
    void choosingAFindingGoesToItsBytes();
    void findingsAreFiltered();
    void rulesAreSwitchedAndUndone();
    void thresholdsAreLive();
    void profilesAreLoadedAndSaved();
    void theFirstRuleWithFindingsIsShownFirst();
    void expandedRulesSurviveNewResults();
    void hiddenPagesCatchUp();
    void pagesWithoutAnythingAreQuiet();
};

void PagesTest::chunkModelKeepsTheRulesOfModels()
{
    failOnQtWarnings();
    Workbench bench;
    openTexts(bench);
    ChunkTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setSnapshot(bench.snapshot());
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), bench.snapshot()->chunkCount);
    const QPersistentModelIndex kept = model.index(3, ChunkTableModel::Tokens);
    const ChunkRef chunk = model.chunkAt(3);
    model.sort(ChunkTableModel::Tokens, Qt::DescendingOrder);
    QVERIFY(kept.isValid());
    QCOMPARE(model.chunkAt(kept.row()).chunk, chunk.chunk);
    model.setFilter({.document = 1, .text = {}, .minimumTokens = 0});
    model.setSnapshot(nullptr);
    QCOMPARE(model.rowCount(), 0);
    model.setSnapshot(bench.snapshot());
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), bench.snapshot()->chunkSets[1]->size());
}

void PagesTest::chunksSortByNumbers()
{
    failOnQtWarnings();
    Workbench bench;
    openTexts(bench);
    ChunkTableModel model;
    model.setSnapshot(bench.snapshot());
    const auto number = [&model](int row, int column) {
        QString text = model.index(row, column).data().toString();
        text.remove(u',').remove(QStringLiteral(" %"));
        return text.isEmpty() ? 0.0 : text.toDouble();
    };
    for (const int column : {ChunkTableModel::Tokens, ChunkTableModel::OverlapTokens, ChunkTableModel::OverlapPercent,
                             ChunkTableModel::Words, ChunkTableModel::Characters, ChunkTableModel::Findings}) {
        for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
            model.sort(column, order);
            std::set<std::pair<std::uint32_t, std::uint32_t>> seen;
            for (int row = 0; row < model.rowCount(); ++row) {
                const ChunkRef ref = model.chunkAt(row);
                seen.emplace(ref.document, ref.chunk);
                QCOMPARE(model.rowOf(ref), row);
                if (row > 0)
                    QVERIFY(order == Qt::AscendingOrder ? number(row - 1, column) <= number(row, column)
                                                        : number(row - 1, column) >= number(row, column));
            }
            QCOMPARE(seen.size(), bench.snapshot()->chunkCount);
        }
    }
    model.sort(ChunkTableModel::Number, Qt::AscendingOrder);
    QVERIFY(model.chunkAt(0) == (ChunkRef{0, 0}));
}

void PagesTest::sectionsAreReadSortedAndPlain()
{
    failOnQtWarnings();
    DocumentParts parts;
    parts.text
        = "Before.\n\n# Zebra\n\nWords of a first section.\n\n## A \\<b>bold\\</b> & long title\n\nMore words.\n\n"
          "# Apple\n\nLast words.\n";
    parts.format = "markdown";
    parts.readBlocks = &markdown::readBlocks;
    RunRequest request;
    request.documents = {Document::create("guide.md", std::move(parts), {})};
    request.config = defaultConfig("structured", "words");
    request.config.max = 12;
    Caches caches;
    const auto outcome = run(request, caches, {});
    QVERIFY(outcome.hasValue());
    ChunkTableModel model;
    model.setSnapshot(*outcome);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    const auto sections = [&model] {
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row)
            all << model.index(row, ChunkTableModel::Section).data().toString();
        return all;
    };
    const QStringList inOrder{QString(), QStringLiteral("Zebra"), QStringLiteral("Zebra > A <b>bold</b> & long title"),
                              QStringLiteral("Apple")};
    const QStringList first = sections(); // asks for them
    QVERIFY(first == QStringList(4, QString()) || first == inOrder);
    QTRY_COMPARE(sections(), inOrder);
    const QString tip = model.index(2, ChunkTableModel::Section).data(Qt::ToolTipRole).toString();
    QVERIFY(!Qt::mightBeRichText(tip));
    QCOMPARE(QString(tip).remove(QChar(0x2060)), inOrder[2]);

    model.sort(ChunkTableModel::Section, Qt::DescendingOrder);
    QTRY_VERIFY(!model.isListing());
    QCOMPARE(sections(), (QStringList{inOrder[2], inOrder[1], inOrder[3], inOrder[0]}));
    const auto again = run(request, caches, {});
    model.setSnapshot(*again);
    QTRY_VERIFY(!model.isListing());
    QTRY_COMPARE(sections(), (QStringList{inOrder[2], inOrder[1], inOrder[3], inOrder[0]}));
}

void PagesTest::chunksAreFiltered()
{
    Shown<ChunksPage> shown;
    openTexts(shown.bench);
    ChunkTableModel &model = *shown.page.model();
    QTest::keyClicks(shown.page.filterField(), QStringLiteral("THIS FAILED"));
    QCOMPARE(model.rowCount(), 1);
    QVERIFY(model.index(0, ChunkTableModel::Preview).data().toString().contains(QStringLiteral("This failed")));
    shown.page.filterField()->clear();
    QTest::keyClicks(shown.page.filterField(), QStringLiteral("beta"));
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), shown.bench.snapshot()->chunkSets[1]->size());
    shown.page.filterField()->clear();

    shown.page.minimumBox()->setValue(30);
    std::size_t expected = 0;
    for (const auto &set : shown.bench.snapshot()->chunkSets)
        expected += static_cast<std::size_t>(
            std::ranges::count_if(set->chunks(), [](const Chunk &chunk) { return chunk.tokens >= 30; }));
    QVERIFY(expected < shown.bench.snapshot()->chunkCount);
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), expected);
    shown.page.minimumBox()->setValue(0);

    shown.page.scopeBox()->setCurrentIndex(1);
    shown.bench.selection().select({1, 0, {0, 0}});
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), shown.bench.snapshot()->chunkSets[1]->size());
    shown.bench.selection().select({0, 0, {0, 0}});
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), shown.bench.snapshot()->chunkSets[0]->size());
}

void PagesTest::rowAndSelectionFollowEachOther()
{
    Shown<ChunksPage> shown;
    openTexts(shown.bench);
    QTableView &table = *shown.page.table();
    QTest::mouseClick(table.viewport(), Qt::LeftButton, {},
                      table.visualRect(shown.page.model()->index(2, ChunkTableModel::Tokens)).center());
    QVERIFY(shown.bench.selection().current());
    QCOMPARE(shown.bench.selection().current()->chunk, std::optional<std::uint32_t>(2));
    QTest::keyClick(&table, Qt::Key_Down);
    QCOMPARE(shown.bench.selection().current()->chunk, std::optional<std::uint32_t>(3));

    const std::size_t begin = shown.bench.snapshot()->chunkSets[1]->chunks()[4].source.begin;
    shown.bench.selection().select({1, 4, {begin, begin}});
    const ChunkRef ref = shown.page.model()->chunkAt(table.currentIndex().row());
    QVERIFY(ref == (ChunkRef{1, 4}));
    QVERIFY(table.viewport()->rect().contains(table.visualRect(table.currentIndex()).center()));
}

void PagesTest::theTableStaysWhereItWasScrolled()
{
    Shown<ChunksPage> shown;
    openTexts(shown.bench);
    QTableView &table = *shown.page.table();
    table.verticalScrollBar()->setValue(7);
    QCOMPARE(table.verticalScrollBar()->value(), 7);
    RunConfig config = shown.bench.config();
    config.max = 41;
    shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
    QTRY_VERIFY(isSettled(shown.bench));
    QCoreApplication::processEvents();
    QCOMPARE(table.verticalScrollBar()->value(), 7);
}

void PagesTest::aSelectedRowInSightStaysInSight()
{
    Shown<ChunksPage> shown;
    openTexts(shown.bench);
    QTableView &table = *shown.page.table();
    const auto &sets = shown.bench.snapshot()->chunkSets;
    const std::size_t last = sets.size() - 1;
    const std::size_t begin = sets[last]->chunks().back().source.begin;
    shown.bench.selection().select(
        {static_cast<std::uint32_t>(last), static_cast<std::uint32_t>(sets[last]->size() - 1), {begin, begin}});
    const auto isInSight
        = [&table] { return table.viewport()->rect().contains(table.visualRect(table.currentIndex()).center()); };
    QVERIFY(isInSight());
    const int before = table.currentIndex().row();
    RunConfig config = shown.bench.config();
    config.max = 5;
    config.overlap = 0;
    shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
    QTRY_VERIFY(isSettled(shown.bench));
    QTRY_VERIFY(table.currentIndex().row() > before + 20);
    QTRY_VERIFY(isInSight());
}

void PagesTest::findingsModelKeepsTheRulesOfModels()
{
    failOnQtWarnings();
    Workbench bench;
    openTexts(bench);
    FindingsModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setProfile(bench.config().audit);
    model.setSnapshot(bench.snapshot());
    model.setFilter({.text = QStringLiteral("beta"), .severities = {true, true, true}, .document = std::nullopt});
    model.setProfile(referenceAuditProfile());
    model.setSnapshot(nullptr);
    QCOMPARE(static_cast<std::size_t>(model.rowCount()), rules().size());
}

void PagesTest::groupsAgreeWithTheReport()
{
    failOnQtWarnings();
    Workbench bench;
    openTexts(bench);
    const AuditReport &report = bench.snapshot()->audit;
    QVERIFY(report.findings.size() > 3);
    FindingsModel model;
    model.setProfile(bench.config().audit);
    model.setSnapshot(bench.snapshot());
    std::size_t total = 0;
    for (std::size_t rule = 0; rule < rules().size(); ++rule) {
        const QModelIndex group = model.ruleIndex(rule);
        std::set<std::pair<std::uint32_t, std::uint32_t>> chunks;
        for (int row = 0; row < model.rowCount(group); ++row) {
            const std::optional<std::size_t> finding = model.findingOf(model.index(row, 0, group));
            QVERIFY(finding);
            QCOMPARE(std::size_t{report.findings[*finding].rule}, rule);
            QVERIFY(model.indexOfFinding(*finding) == model.index(row, 0, group));
            chunks.emplace(report.findings[*finding].document, report.findings[*finding].chunk);
        }
        QCOMPARE(chunks.size(), std::size_t{report.chunksAffected[rule]});
        const auto &density = model.density(rule);
        QCOMPARE(std::accumulate(density.begin(), density.end(), 0U), static_cast<unsigned>(model.rowCount(group)));
        QCOMPARE(group.data(FindingsModel::IsQuietRole).toBool(), chunks.empty());
        if (!chunks.empty())
            QCOMPARE(group.data(FindingsModel::DetailRole).toString(),
                     QStringLiteral("%1 of %2 chunks").arg(chunks.size()).arg(report.chunkCount));
        total += static_cast<std::size_t>(model.rowCount(group));
    }
    QCOMPARE(total, report.findings.size());
}

void PagesTest::rulesThatFoundSomethingComeFirst()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const FindingsModel &model = *shown.page.model();
    const AuditReport &report = shown.bench.snapshot()->audit;
    std::set<std::size_t> seen;
    const auto rank = [&](int row) {
        const QModelIndex index = model.index(row, 0);
        const std::uint32_t chunks = report.chunksAffected[model.ruleOf(index)];
        return std::tuple(chunks > 0, index.data(FindingsModel::SeverityRole).toInt(),
                          -static_cast<int>(model.ruleOf(index)));
    };
    for (int row = 0; row < model.rowCount(); ++row) {
        seen.insert(model.ruleOf(model.index(row, 0)));
        if (row > 0)
            QVERIFY(rank(row - 1) >= rank(row));
    }
    QCOMPARE(seen.size(), rules().size());
    QVERIFY(std::get<0>(rank(0)));
    const std::size_t first = model.ruleOf(model.index(0, 0));
    QCOMPARE(shown.page.details()->rule(), std::optional(first));

    RunConfig config = shown.bench.config();
    config.audit.rules[std::string(rules()[first]->id)].isEnabled = false;
    shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("switch"));
    QTRY_VERIFY(isSettled(shown.bench));
    QCOMPARE(model.ruleOf(model.index(model.rowCount() - 1, 0)), first);
    QCOMPARE(shown.page.details()->rule(), std::optional(first));
}

void PagesTest::nextAndPreviousGoThroughAllFindings()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const std::size_t count = shown.bench.snapshot()->audit.findings.size();
    shown.bench.selection().select({0, 0, {0, 0}});
    std::vector<std::size_t> visited;
    const auto current = [&shown] { return shown.page.model()->findingOf(shown.page.tree()->currentIndex()); };
    for (std::size_t i = 0; i < count; ++i) {
        shown.page.nextFinding();
        QVERIFY(current());
        visited.push_back(*current());
    }
    QCOMPARE(std::set(visited.begin(), visited.end()).size(), count);
    const auto &findings = shown.bench.snapshot()->audit.findings;
    QVERIFY(std::ranges::is_sorted(visited, {}, [&findings](std::size_t i) {
        return std::tuple(findings[i].document, findings[i].chunk, findings[i].where.begin);
    }));
    shown.page.nextFinding();
    QCOMPARE(*current(), visited.front());
    shown.page.previousFinding();
    QCOMPARE(*current(), visited.back());

    shown.bench.selection().select({1, 0, {0, 0}});
    shown.page.previousFinding();
    QVERIFY(findings[*current()].document == 0 || findings[*current()].where.begin == 0);
}

void PagesTest::choosingAFindingGoesToItsBytes()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const auto &findings = shown.bench.snapshot()->audit.findings;
    QTreeView &tree = *shown.page.tree();
    const QModelIndex group = shown.page.model()->ruleIndex(findings.back().rule);
    tree.expand(group);
    const QModelIndex index = shown.page.model()->index(0, 0, group);
    tree.scrollTo(index);
    QTest::mouseClick(tree.viewport(), Qt::LeftButton, {}, tree.visualRect(index).center());
    const Finding &finding = findings[*shown.page.model()->findingOf(index)];
    const std::optional<Place> &place = shown.bench.selection().current();
    QVERIFY(place);
    QCOMPARE(place->document, finding.document);
    QCOMPARE(place->chunk, std::optional(finding.chunk));
    QVERIFY(place->bytes == finding.where);
    QCOMPARE(shown.page.details()->rule(), std::optional<std::size_t>(finding.rule));
}

void PagesTest::findingsAreFiltered()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const auto &findings = shown.bench.snapshot()->audit.findings;
    const auto count
        = [&findings](auto predicate) { return static_cast<std::size_t>(std::ranges::count_if(findings, predicate)); };
    QTest::keyClicks(shown.page.filterField(), QStringLiteral("beta"));
    QCOMPARE(shown.page.model()->shown().size(), count([](const Finding &f) { return f.document == 1; }));
    shown.page.filterField()->clear();
    QTest::mouseClick(shown.page.severityButton(Severity::Warning), Qt::LeftButton);
    QCOMPARE(shown.page.model()->shown().size(),
             count([](const Finding &f) { return f.severity != Severity::Warning; }));
}

void PagesTest::rulesAreSwitchedAndUndone()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const std::size_t rule = shown.bench.snapshot()->audit.findings.front().rule;
    const std::string id(rules()[rule]->id);
    shown.page.tree()->setCurrentIndex(shown.page.model()->ruleIndex(rule));
    QCOMPARE(shown.page.details()->rule(), std::optional(rule));
    QCheckBox *box = shown.page.details()->enabledBox();
    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(!shown.bench.config().audit.setting(*rules()[rule]).isEnabled);
    QCOMPARE(shown.bench.config().audit.name, std::string("custom"));
    QTRY_VERIFY(isSettled(shown.bench));
    QCOMPARE(shown.bench.snapshot()->audit.chunksAffected[rule], 0U);
    QCOMPARE(shown.page.model()->ruleIndex(rule).data(FindingsModel::DetailRole).toString(), QStringLiteral("Off"));

    QTest::mouseClick(box, Qt::LeftButton, {}, QPoint(8, box->height() / 2));
    QVERIFY(shown.bench.config().audit == defaultAuditProfile());
    shown.bench.undoStack().undo();
    shown.bench.undoStack().undo();
    QVERIFY(box->isChecked());

    QComboBox *severity = shown.page.details()->severityControl()->comboBox();
    severity->setFocus();
    QTest::keyClick(severity, Qt::Key_Home);
    if (rules()[rule]->defaultSeverity == Severity::Error)
        QTest::keyClick(severity, Qt::Key_End);
    QVERIFY(shown.bench.config().audit.rules.at(id).severity.has_value());
    QTRY_VERIFY(isSettled(shown.bench));
    for (const Finding &finding : shown.bench.snapshot()->audit.findings) {
        if (finding.rule == rule)
            QCOMPARE(finding.severity, *shown.bench.config().audit.rules.at(id).severity);
    }
}

void PagesTest::thresholdsAreLive()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const auto it = std::ranges::find(rules(), std::string_view("too-small"), &RuleDescriptor::id);
    QVERIFY(it != rules().end());
    const auto rule = static_cast<std::size_t>(it - rules().begin());
    shown.page.tree()->setCurrentIndex(shown.page.model()->ruleIndex(rule));
    auto *minimum = qobject_cast<IntegerControl *>(shown.page.details()->thresholdControl("minimum"));
    QVERIFY(minimum);
    QCOMPARE(minimum->value(), 40);
    const int steps = shown.bench.undoStack().count();
    minimum->slider()->setFocus();
    for (int i = 0; i < 3; ++i)
        QTest::keyClick(minimum->slider(), Qt::Key_Left, Qt::ShiftModifier);
    QCOMPARE(minimum->value(), 10);
    QCOMPARE(shown.bench.undoStack().count(), steps + 1);
    QVERIFY(minimum->isChangedFromDefault());
    QTRY_VERIFY(isSettled(shown.bench));
    std::uint32_t small = 0;
    for (const auto &set : shown.bench.snapshot()->chunkSets)
        small += static_cast<std::uint32_t>(
            std::ranges::count_if(set->chunks(), [](const Chunk &chunk) { return chunk.tokens < 10; }));
    QCOMPARE(shown.bench.snapshot()->audit.chunksAffected[rule], small);
}

void PagesTest::profilesAreLoadedAndSaved()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("profile.json"));
    for (QAction *action : shown.page.profileMenu()->actions()) {
        if (action->data().toString() == QStringLiteral("reference"))
            action->trigger();
    }
    QVERIFY(shown.bench.config().audit == referenceAuditProfile());
    QVERIFY(shown.page.saveProfile(path));
    shown.bench.undoStack().undo();
    QVERIFY(shown.bench.config().audit == defaultAuditProfile());
    QVERIFY(shown.page.loadProfile(path));
    QVERIFY(shown.bench.config().audit == referenceAuditProfile());

    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("{\"rules\": 7}");
    file.close();
    QVERIFY(!shown.page.loadProfile(path));
    QVERIFY(shown.page.problem().contains(path));
    QVERIFY(shown.bench.config().audit == referenceAuditProfile());
    QVERIFY(!shown.page.loadProfile(folder.filePath(QStringLiteral("none.json"))));
    QVERIFY(shown.page.problem().contains(QStringLiteral("none.json")));
}

void PagesTest::theFirstRuleWithFindingsIsShownFirst()
{
    Shown<FindingsPage> shown;
    QCOMPARE(shown.page.details()->rule(), std::optional<std::size_t>(0));
    openTexts(shown.bench);
    const auto &affected = shown.bench.snapshot()->audit.chunksAffected;
    std::size_t rule = 0;
    const auto weight = [&affected](std::size_t i) { return std::pair(affected[i] > 0, rules()[i]->defaultSeverity); };
    for (std::size_t i = 1; i < affected.size(); ++i)
        rule = weight(i) > weight(rule) ? i : rule;
    QVERIFY(rule > 0 && affected[rule] > 0);
    QCOMPARE(shown.page.details()->rule(), std::optional(rule));
    QVERIFY(shown.page.tree()->viewport()->rect().contains(
        shown.page.tree()->visualRect(shown.page.model()->ruleIndex(rule)).center()));

    // What the person chose stays, also when it finds nothing.
    shown.page.tree()->setCurrentIndex(shown.page.model()->ruleIndex(0));
    RunConfig config = shown.bench.config();
    config.max = 38;
    shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
    QTRY_VERIFY(isSettled(shown.bench));
    QCOMPARE(shown.page.details()->rule(), std::optional<std::size_t>(0));
}

void PagesTest::expandedRulesSurviveNewResults()
{
    Shown<FindingsPage> shown;
    openTexts(shown.bench);
    const std::size_t rule = shown.bench.snapshot()->audit.findings.front().rule;
    shown.page.tree()->expand(shown.page.model()->ruleIndex(rule));
    const std::size_t steps = static_cast<std::size_t>(shown.bench.undoStack().count());
    RunConfig config = shown.bench.config();
    config.max = 38;
    shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
    QTRY_VERIFY(isSettled(shown.bench));
    QVERIFY(shown.page.tree()->isExpanded(shown.page.model()->ruleIndex(rule)));
    QCOMPARE(static_cast<std::size_t>(shown.bench.undoStack().count()), steps + 1);
}

void PagesTest::hiddenPagesCatchUp()
{
    Shown<FindingsPage> findings;
    openTexts(findings.bench);
    ChunksPage chunks(findings.bench);
    chunks.resize(1100, 320);
    chunks.show();
    const std::size_t rule = findings.bench.snapshot()->audit.findings.front().rule;
    findings.page.tree()->expand(findings.page.model()->ruleIndex(rule));
    chunks.table()->verticalScrollBar()->setValue(5);
    findings.page.hide();
    chunks.hide();
    for (const std::int64_t max : {39, 38}) {
        RunConfig config = findings.bench.config();
        config.max = max;
        findings.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
        QTRY_VERIFY(isSettled(findings.bench));
    }
    QCOMPARE(chunks.model()->rowCount(), 0);
    chunks.show();
    QCOMPARE(chunks.table()->verticalScrollBar()->value(), 5);
    chunks.hide();
    findings.bench.selection().select({0, 0, {0, 0}});
    findings.page.nextFinding();
    QVERIFY(findings.page.model()->snapshot() == findings.bench.snapshot());
    findings.page.show();
    chunks.show();
    QCOMPARE(static_cast<std::size_t>(chunks.model()->rowCount()), findings.bench.snapshot()->chunkCount);
    const QRect row = chunks.table()->visualRect(chunks.table()->currentIndex());
    QVERIFY2(row.isValid() && chunks.table()->viewport()->rect().contains(row.center()),
             "a place chosen while the page was hidden is in sight when it is shown");
    QVERIFY(findings.page.tree()->isExpanded(findings.page.model()->ruleIndex(rule)));
}

void PagesTest::pagesWithoutAnythingAreQuiet()
{
    Shown<ChunksPage> chunks;
    Shown<FindingsPage> findings;
    findings.page.nextFinding();
    findings.page.previousFinding();
    QVERIFY(!findings.bench.selection().current());
    QVERIFY(!chunks.page.grab().isNull());
    QVERIFY(!findings.page.grab().isNull());
    QVERIFY2(findings.page.details()->rule(), "rules can be read and switched before there is a document");
}

QTEST_MAIN(PagesTest)
#include "pagestest.moc"
