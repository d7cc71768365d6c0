// SPDX-License-Identifier: GPL-3.0-or-later
#include "pages/outlinepanel.h"

#include "models/outlinemodel.h"
#include "models/texts.h"
#include "uisupport.h"

#include <QFile>
#include <QLineEdit>
#include <QListWidget>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTreeView>

#include <algorithm>

using namespace cw;
using namespace cw::uitest;

namespace {

/// Sections of known sizes: with max 12 words a chunk never holds text of two sections.
const char *const guide = "# Guide\n\nOpening words stand here.\n\n"
                          "## Install\n\nFirst take the box. Then open the box. Then read the paper.\n\n"
                          "### On ships\n\nTie the box.\n\n"
                          "## Use\n\nTurn the key.\n";

struct Fixture
{
    QTemporaryDir folder;
    Workbench bench;
    OutlinePanel panel{bench};

    explicit Fixture(const char *text = guide)
    {
        failOnQtWarnings();
        RunConfig config = defaultConfig("markdown-headers", "words");
        config.max = 12;
        config.overlap = 0;
        bench.setConfig(config, ChangeKind::Settled, {});
        panel.resize(320, 500);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        open(QStringLiteral("guide.md"), text);
    }

    void open(const QString &name, const char *text)
    {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(text);
        file.close();
        const std::size_t before = bench.documents().size();
        bench.open({file.fileName()});
        QVERIFY(QTest::qWaitFor([&] { return bench.documents().size() > before; }));
        settle();
    }

    void settle()
    {
        QVERIFY(QTest::qWaitFor([this] { return isSettled(bench) && !panel.isMaking(); }));
    }

    QModelIndex row(const QString &title) const
    {
        const QAbstractItemModel *model = panel.tree()->model();
        const QModelIndexList found
            = model->match(model->index(0, 0), Qt::DisplayRole, title, 1, Qt::MatchExactly | Qt::MatchRecursive);
        return found.isEmpty() ? QModelIndex() : found.first();
    }
};

} // namespace

class OutlineTest final : public QObject
{
    Q_OBJECT

private slots:
    void sectionsNestAsTheirHeadingsDo();
    void figuresAreThoseOfTheChunks();
    void tooltipsShowTitlesAsTheyStand();
    void choosingARowGoesThere();
    void theRowFollowsTheSelection();
    void figuresChangeWithoutFoldingRows();
    void ofVeryManySectionsFewRowsAreTold();
    void theFilterKeepsWhatIsAround();
    void problemsLeadToTheirPlace();
    void notesLookOtherThanWarnings();
    void nothingIsMadeWhileHidden();
    void aDocumentWithoutHeadingsSaysSo();
};

void OutlineTest::sectionsNestAsTheirHeadingsDo()
{
    const Fixture f;
    QCOMPARE(f.panel.tree()->model()->rowCount(), 1);
    QCOMPARE(f.row(QStringLiteral("Install")).parent(), f.row(QStringLiteral("Guide")));
    QCOMPARE(f.row(QStringLiteral("On ships")).parent(), f.row(QStringLiteral("Install")));
    QCOMPARE(f.row(QStringLiteral("Use")).parent(), f.row(QStringLiteral("Guide")));
    QVERIFY(f.panel.problems()->isHidden());
}

void OutlineTest::figuresAreThoseOfTheChunks()
{
    const Fixture f;
    const ChunkSet &set = *f.bench.snapshot()->chunkSets[0];
    const std::string_view text = set.document().text();
    const std::size_t begin = text.find("## Install");
    const std::size_t end = text.find("## Use");
    int inside = 0;
    for (const Chunk &chunk : set.chunks())
        inside += chunk.source.begin < end && chunk.source.end > begin ? 1 : 0;
    QVERIFY(inside >= 2);
    const auto figure = [&](const char *title, int column) {
        return f.row(QString::fromLatin1(title)).siblingAtColumn(column).data().toString().toInt();
    };
    QCOMPARE(figure("Install", OutlineModel::Chunks), inside);
    QCOMPARE(figure("Guide", OutlineModel::Chunks), static_cast<int>(set.size()));
    int findings = 0;
    for (const Finding &finding : f.bench.snapshot()->audit.findings)
        findings += finding.where.begin >= begin && finding.where.begin < end ? 1 : 0;
    QCOMPARE(figure("Install", OutlineModel::Findings), findings);
}

void OutlineTest::tooltipsShowTitlesAsTheyStand()
{
    const Fixture f(
        "# Use of &lt;b> and `<b>bold</b>` words\n\nText.\n\n"
        "## Breaks of lines in a title that is a good deal longer than what a tooltip has room for on one of "
        "its lines, which plain text must break by itself\n\nMore text.\n");
    const QString title = f.panel.tree()->model()->index(0, 0).data().toString();
    QVERIFY2(title.contains(QStringLiteral("<b>bold</b>")), qPrintable(title));
    const auto tip = [&](const QModelIndex &index) {
        return toolTipAt(f.panel.tree()->viewport(), f.panel.tree()->visualRect(index).center());
    };
    QVERIFY(tip(f.row(title)).startsWith(title + QLatin1Char('\n')));
    const QModelIndex longest = f.row(title).model()->index(0, 0, f.row(title));
    const QString shown = tip(longest);
    QVERIFY2(QString(shown).replace(QLatin1Char('\n'), QLatin1Char(' ')).startsWith(longest.data().toString()),
             qPrintable(shown));
    const auto isTip = [](const QWidget *widget) { return widget->inherits("QTipLabel") && widget->isVisible(); };
    const QWidgetList windows = QApplication::topLevelWidgets();
    const auto label = std::ranges::find_if(windows, isTip);
    QVERIFY(label != windows.end());
    QVERIFY2((*label)->width() < 700, qPrintable(QString::number((*label)->width())));
}

void OutlineTest::choosingARowGoesThere()
{
    Fixture f;
    const std::string_view text = f.bench.snapshot()->documents[0]->text();
    const std::size_t heading = text.find("### On ships");
    f.panel.tree()->setCurrentIndex(f.row(QStringLiteral("On ships")));
    const auto &place = f.bench.selection().current();
    QVERIFY(place && place->chunk);
    QCOMPARE(place->bytes.begin, heading);
    const Chunk &chunk = f.bench.snapshot()->chunkSets[0]->chunks()[*place->chunk];
    QVERIFY(chunk.source.begin <= heading && heading < chunk.source.end);

    // from elsewhere back to the row that is current
    f.bench.selectByte(0, text.find("Tie the box"));
    QCOMPARE(f.panel.tree()->currentIndex().data().toString(), QStringLiteral("On ships"));
    const QRect at = f.panel.tree()->visualRect(f.panel.tree()->currentIndex());
    QTest::mouseClick(f.panel.tree()->viewport(), Qt::LeftButton, {}, at.center());
    QCOMPARE(f.bench.selection().current()->bytes.begin, heading);
}

void OutlineTest::theRowFollowsTheSelection()
{
    Fixture f;
    const std::string_view text = f.bench.snapshot()->documents[0]->text();
    const std::size_t use = text.find("Turn the key");
    f.bench.selectByte(0, use);
    QCOMPARE(f.panel.tree()->currentIndex().data().toString(), QStringLiteral("Use"));
    QCOMPARE(f.bench.selection().current()->chunk,
             static_cast<std::uint32_t>(f.bench.snapshot()->chunkSets[0]->lastChunkAt(use)));

    f.open(QStringLiteral("other.md"), "# Other\n\nWords.\n");
    f.bench.selectByte(1, 0);
    f.settle();
    QVERIFY(f.row(QStringLiteral("Other")).isValid());
    QVERIFY(!f.row(QStringLiteral("Guide")).isValid());
}

void OutlineTest::figuresChangeWithoutFoldingRows()
{
    Fixture f;
    f.panel.tree()->collapse(f.row(QStringLiteral("Install")));
    const QString before = f.row(QStringLiteral("Guide")).siblingAtColumn(OutlineModel::Chunks).data().toString();
    RunConfig config = f.bench.config();
    config.max = 4;
    f.bench.setConfig(config, ChangeKind::Settled, {});
    f.settle();
    const QModelIndex guideRow = f.row(QStringLiteral("Guide"));
    QCOMPARE(guideRow.siblingAtColumn(OutlineModel::Chunks).data().toString().toULongLong(),
             static_cast<qulonglong>(f.bench.snapshot()->chunkCount));
    QVERIFY(guideRow.siblingAtColumn(OutlineModel::Chunks).data().toString() != before);
    QVERIFY(!f.panel.tree()->isExpanded(f.row(QStringLiteral("Install"))));
    QVERIFY(f.panel.tree()->isExpanded(guideRow));
}

void OutlineTest::ofVeryManySectionsFewRowsAreTold()
{
    // A view looks at its rows for each row that it is told of: 28,000 of them stopped the window for minutes.
    QByteArray text;
    for (int i = 0; i < 3000; ++i)
        text += "# Part " + QByteArray::number(i) + "\n\n## Within\n\nOne two three four five six seven.\n\n";
    Fixture f(text.constData());
    auto *model = f.panel.findChild<OutlineModel *>();
    QVERIFY(model);
    QSignalSpy told(model, &OutlineModel::dataChanged);
    QSignalSpy reset(model, &OutlineModel::modelReset);
    const QModelIndex last = f.row(QStringLiteral("Part 2999")).siblingAtColumn(OutlineModel::Chunks);
    const QString before = last.data().toString();
    RunConfig config = f.bench.config();
    config.max = 4;
    f.bench.setConfig(config, ChangeKind::Settled, {});
    f.settle();
    QCOMPARE(reset.count(), 0);
    QCOMPARE(told.count(), 1);
    QVERIFY(f.row(QStringLiteral("Part 2999")).siblingAtColumn(OutlineModel::Chunks).data().toString() != before);
}

void OutlineTest::theFilterKeepsWhatIsAround()
{
    Fixture f;
    const auto before = f.bench.selection().current();
    f.panel.filter()->setText(QStringLiteral("SHIP"));
    QVERIFY(f.row(QStringLiteral("On ships")).isValid());
    QVERIFY(f.row(QStringLiteral("Install")).isValid());
    QVERIFY(!f.row(QStringLiteral("Use")).isValid());
    QCOMPARE(f.bench.selection().current(), before);
    f.panel.filter()->setText(QStringLiteral("nothing like it"));
    QVERIFY(f.panel.tree()->isHidden());
    f.panel.filter()->clear();
    QVERIFY(f.row(QStringLiteral("Use")).isValid());
    QVERIFY(!f.panel.tree()->isHidden());
}

void OutlineTest::problemsLeadToTheirPlace()
{
    Fixture f("# Notes\n\nWords here.\n\n```\nnever closed\n");
    QCOMPARE(f.panel.problems()->count(), 1);
    QVERIFY(!f.panel.problems()->isHidden());
    QVERIFY(f.panel.problems()->item(0)->text().startsWith(QStringLiteral("Line 5:")));
    Q_EMIT f.panel.problems()->itemActivated(f.panel.problems()->item(0));
    const std::string_view text = f.bench.snapshot()->documents[0]->text();
    QCOMPARE(f.bench.selection().current()->bytes.begin, text.find("```"));
    // The list is as high as what it says.
    const auto isFitting = [&f] {
        const QRect line = f.panel.problems()->visualItemRect(f.panel.problems()->item(0));
        return line.height() > 0 && f.panel.problems()->height() == line.height();
    };
    QTRY_VERIFY(isFitting());
    const int before = f.panel.problems()->height();
    f.panel.resize(f.panel.width() / 2, f.panel.height());
    QTRY_VERIFY(f.panel.problems()->height() > before && isFitting());
}

void OutlineTest::notesLookOtherThanWarnings()
{
    Fixture f("# Notes\n\n```\nnever closed\n");
    const auto icon = [&f] { return f.panel.problems()->item(0)->icon().pixmap(16).toImage(); };
    const auto spoken
        = [&f] { return f.panel.problems()->item(0)->data(Qt::AccessibleTextRole).toString().section(u':', 0, 0); };
    const QImage warning = icon();
    QCOMPARE(spoken(), severityName(Severity::Warning));
    f.bench.closeAll();
    f.bench.open({QStringLiteral(CW_TEST_DATA "/formats/guide.pdf")});
    QTRY_COMPARE(f.bench.documents().size(), 1U);
    f.settle();
    QTRY_COMPARE(f.panel.problems()->count(), 1);
    QVERIFY(f.panel.problems()->item(0)->text().contains(QStringLiteral("running headers")));
    QCOMPARE(spoken(), severityName(Severity::Info));
    QVERIFY(icon() != warning);
}

void OutlineTest::nothingIsMadeWhileHidden()
{
    Fixture f;
    f.panel.hide();
    f.bench.selectByte(0, 0);
    f.open(QStringLiteral("other.md"), "# Other\n\nWords.\n");
    f.bench.selectByte(1, 0);
    QVERIFY(!f.panel.isMaking());
    QVERIFY(f.row(QStringLiteral("Guide")).isValid());
    f.panel.show();
    f.settle();
    QVERIFY(f.row(QStringLiteral("Other")).isValid());
}

void OutlineTest::aDocumentWithoutHeadingsSaysSo()
{
    const Fixture f("Just words.\n");
    QVERIFY(f.panel.tree()->isHidden());
    QVERIFY(f.panel.filter()->isHidden());
}

QTEST_MAIN(OutlineTest)
#include "outlinetest.moc"
