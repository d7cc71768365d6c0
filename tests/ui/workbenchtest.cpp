// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/workbench.h"

#include <QFile>
#include <QFileInfo>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QUndoStack>

#include <memory>

using namespace cw;

namespace {

/// 200 sentences of 5 words each, all different.
QByteArray manySentences()
{
    QByteArray text;
    for (int i = 0; i < 200; ++i)
        text += "Sentence number " + QByteArray::number(i) + " ends here. ";
    return text;
}

} // namespace

class WorkbenchTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void opensFilesAndSelectsTheFirst();
    void opensAFolderWithAFilter();
    void openingAFileTwiceSelectsIt();
    void reportsWhatCannotBeOpenedAndKeepsTheRest();
    void whatIsLeftOutOfAFolderIsToldByItsEndings();
    void aDragIsOneUndoStep();
    void aDragThatEndsWhereItBeganIsNoStep();
    void controlsThatEchoMakeNoSteps();
    void showsTheLastValueOfADrag();
    void anInvalidConfigurationIsKeptButNotRun();
    void theSelectionIsFoundAgainByByte();
    void removingTheSelectedDocumentSelectsItsNeighbour();
    void historyFollowsDocumentsThatMove();
    void pastedTextsGetNamesOfTheirOwn();
    void reloadsWithAnotherEncoding();
    void aChangeBehindTheSelectionIsReadAgain();
    void aChangeThatWouldMoveTheSelectionAsks();
    void cancelStopsOpening();
    void closeAllLeavesAnEmptySnapshot();
    void aRemovalIsToldAtOnceEvenWhileFilesPourIn();
    void answersFromBeforeAStopAreNotTakenForNewOnes();
    void aFileThatWasDeletedAndCameBackOpensAgain();
    void aLargePastedTextIsReadInTheBackground();
    void theBeginningOfALongDocumentComesFirst();
    void aDragOverALongDocumentEndsAsOnOneThread();
    void opensThousandsOfFilesInOrder();

private:
    QString write(const QString &name, const QByteArray &bytes);
    void settle();
    void setSizes(std::int64_t max, std::int64_t overlap, ChangeKind kind = ChangeKind::Settled);
    [[nodiscard]] std::string idAt(std::size_t position) const { return m_bench->documents()[position]->id(); }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Workbench> m_bench;
};

void WorkbenchTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_bench = std::make_unique<Workbench>();
    m_bench->setConfig(defaultConfig("recursive-sentence", "words"), ChangeKind::Settled, QStringLiteral("Words"));
    setSizes(20, 5);
    m_bench->undoStack().clear();
}

void WorkbenchTest::cleanup()
{
    m_bench.reset();
    m_folder.reset();
}

QString WorkbenchTest::write(const QString &name, const QByteArray &bytes)
{
    const QString path = m_folder->filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write test file");
    return path;
}

void WorkbenchTest::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(!m_bench->isBusy() && m_bench->isSnapshotCurrent(), 20000);
}

void WorkbenchTest::setSizes(std::int64_t max, std::int64_t overlap, ChangeKind kind)
{
    RunConfig config = m_bench->config();
    config.max = max;
    config.overlap = overlap;
    m_bench->setConfig(config, kind, QStringLiteral("Change max"));
}

void WorkbenchTest::opensFilesAndSelectsTheFirst()
{
    const QString a = write(QStringLiteral("a.txt"), "One two three. Four five six.");
    const QString b = write(QStringLiteral("b.txt"), manySentences());
    m_bench->open({b, a});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QVERIFY(m_bench->snapshot()->chunkCount > 40);
    QVERIFY(m_bench->selection().current());
    QCOMPARE(m_bench->selection().current()->document, 0U);
    QCOMPARE(m_bench->selection().current()->chunk, std::optional<std::uint32_t>(0));
}

void WorkbenchTest::opensAFolderWithAFilter()
{
    write(QStringLiteral("a.md"), "One.");
    write(QStringLiteral("b.txt"), "Two.");
    QVERIFY(QDir(m_folder->path()).mkdir(QStringLiteral("deep")));
    write(QStringLiteral("deep/c.md"), "Three.");
    m_bench->open({m_folder->path()}, {QStringLiteral("*.md")});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QCOMPARE(idAt(0), std::string("a.md"));
    QCOMPARE(idAt(1), std::string("deep/c.md"));
}

void WorkbenchTest::openingAFileTwiceSelectsIt()
{
    const QString a = write(QStringLiteral("a.txt"), "One two three.");
    const QString b = write(QStringLiteral("b.txt"), "Four five six.");
    m_bench->open({a, b});
    settle();
    QCOMPARE(m_bench->selection().current()->document, 0U);
    m_bench->open({b});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QCOMPARE(m_bench->selection().current()->document, 1U);
}

void WorkbenchTest::reportsWhatCannotBeOpenedAndKeepsTheRest()
{
    QSignalSpy problems(m_bench.get(), &Workbench::problemFound);
    const QString a = write(QStringLiteral("a.txt"), "One two three.");
    const QString binary = write(QStringLiteral("b.bin"),
                                 QByteArray("\x7f"
                                            "ELF\0\0\0\0\1\2\3\0\0",
                                            13));
    m_bench->open({m_folder->filePath(QStringLiteral("missing.txt")), binary, a});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(1));
    QCOMPARE(problems.size(), 2);
    QString all;
    for (const QList<QVariant> &problem : problems)
        all += problem.at(0).toString();
    QVERIFY(all.contains(QStringLiteral("missing.txt")));
    QVERIFY(all.contains(QStringLiteral("b.bin")));
    QSignalSpy solved(m_bench.get(), &Workbench::problemSolved);
    m_bench->openAnyway(binary);
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QCOMPARE(solved.count(), 1);
    QCOMPARE(solved.at(0).at(0).toString(), binary);
    QVERIFY(problems.at(0).at(1) == binary || problems.at(1).at(1) == binary);
}

void WorkbenchTest::whatIsLeftOutOfAFolderIsToldByItsEndings()
{
    QSignalSpy notices(m_bench.get(), &Workbench::noticeFound);
    for (const char *name : {"a.txt", "b.png", "c.png", "d.zip", "noending"})
        write(QString::fromLatin1(name), "x");
    m_bench->open({m_folder->path()});
    settle();
    QCOMPARE(notices.count(), 1);
    const QString notice = notices.at(0).at(0).toString();
    QVERIFY2(notice.contains(QStringLiteral(": 2 .png, 1 .zip, 1 without an ending. Open such")), qPrintable(notice));
}

void WorkbenchTest::aDragIsOneUndoStep()
{
    const RunConfig before = m_bench->config();
    for (std::int64_t max = 21; max <= 60; ++max)
        setSizes(max, 5, ChangeKind::Preview);
    setSizes(60, 5, ChangeKind::Settled);
    QCOMPARE(m_bench->undoStack().count(), 1);
    setSizes(70, 5, ChangeKind::Preview);
    setSizes(80, 5, ChangeKind::Settled);
    QCOMPARE(m_bench->undoStack().count(), 2);
    m_bench->undoStack().undo();
    QCOMPARE(m_bench->config().max, std::int64_t(60));
    m_bench->undoStack().undo();
    QVERIFY(m_bench->config() == before);
    m_bench->undoStack().redo();
    QCOMPARE(m_bench->config().max, std::int64_t(60));
}

void WorkbenchTest::aDragThatEndsWhereItBeganIsNoStep()
{
    setSizes(21, 5, ChangeKind::Preview);
    setSizes(22, 5, ChangeKind::Preview);
    setSizes(20, 5, ChangeKind::Settled);
    QCOMPARE(m_bench->undoStack().count(), 0);
    QCOMPARE(m_bench->config().max, std::int64_t(20));
}

void WorkbenchTest::controlsThatEchoMakeNoSteps()
{
    connect(m_bench.get(), &Workbench::configChanged, this, [this](const RunConfig &config) {
        RunConfig echoed = config;
        echoed.max += 1; // a control that rounds what it is given
        m_bench->setConfig(echoed, ChangeKind::Settled, QStringLiteral("Echo"));
    });
    setSizes(30, 5);
    QCOMPARE(m_bench->undoStack().count(), 1);
    QCOMPARE(m_bench->config().max, std::int64_t(30));
}

void WorkbenchTest::showsTheLastValueOfADrag()
{
    m_bench->open({write(QStringLiteral("a.txt"), manySentences())});
    settle();
    std::vector<std::int64_t> shown;
    connect(m_bench.get(), &Workbench::snapshotChanged, this,
            [&](const std::shared_ptr<const RunSnapshot> &snapshot) { shown.push_back(snapshot->config.max); });
    for (std::int64_t max = 300; max >= 200; --max) {
        setSizes(max, 5, ChangeKind::Preview);
        QTest::qWait(1);
    }
    setSizes(200, 5, ChangeKind::Settled);
    settle();
    QCOMPARE(shown.back(), std::int64_t(200));
    QVERIFY(std::is_sorted(shown.rbegin(), shown.rend()));
}

void WorkbenchTest::anInvalidConfigurationIsKeptButNotRun()
{
    m_bench->open({write(QStringLiteral("a.txt"), manySentences())});
    settle();
    const auto before = m_bench->snapshot();
    setSizes(20, 20);
    QVERIFY(m_bench->configError());
    QCOMPARE(m_bench->configError()->subject, std::string("overlap"));
    QCOMPARE(m_bench->config().overlap, std::int64_t(20));
    QTest::qWait(50);
    QCOMPARE(m_bench->snapshot(), before);
    setSizes(20, 19);
    QVERIFY(!m_bench->configError());
    settle();
    QCOMPARE(m_bench->snapshot()->config.overlap, std::int64_t(19));
}

void WorkbenchTest::theSelectionIsFoundAgainByByte()
{
    m_bench->open({write(QStringLiteral("a.txt"), manySentences())});
    settle();
    const std::size_t byte = m_bench->documents()[0]->text().find("number 120 ");
    m_bench->selectByte(0, byte);
    const std::uint32_t chunkBefore = *m_bench->selection().current()->chunk;
    QSignalSpy refreshed(&m_bench->selection(), &Selection::refreshed);
    const ByteRange bytes = m_bench->selection().current()->bytes;
    setSizes(100, 5);
    settle();
    const Place place = *m_bench->selection().current();
    QCOMPARE(refreshed.size(), 1);
    QVERIFY(*place.chunk < chunkBefore);
    QCOMPARE(place.bytes.begin, bytes.begin);
    QVERIFY(m_bench->snapshot()->chunkSets[0]->chunks()[*place.chunk].source.contains(bytes.begin));
    setSizes(20, 5);
    settle();
    QCOMPARE(*m_bench->selection().current()->chunk, chunkBefore);
}

void WorkbenchTest::removingTheSelectedDocumentSelectsItsNeighbour()
{
    m_bench->open({write(QStringLiteral("a.txt"), "A one."), write(QStringLiteral("b.txt"), "B one."),
                   write(QStringLiteral("c.txt"), "C one.")});
    settle();
    m_bench->selectByte(1, 0);
    m_bench->removeDocuments({1});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QCOMPARE(m_bench->selection().current()->document, 1U);
    QCOMPARE(idAt(1), std::string("c.txt"));
    m_bench->open({m_folder->filePath(QStringLiteral("b.txt"))});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(3));
    QCOMPARE(idAt(2), std::string("b.txt"));
}

void WorkbenchTest::historyFollowsDocumentsThatMove()
{
    m_bench->open({write(QStringLiteral("a.txt"), "A one."), write(QStringLiteral("b.txt"), manySentences()),
                   write(QStringLiteral("c.txt"), "C one.")});
    settle();
    m_bench->selectByte(1, 2000);
    const ByteRange bytes = m_bench->selection().current()->bytes;
    m_bench->selectByte(2, 0);
    m_bench->removeDocuments({0});
    setSizes(50, 5);
    settle();
    QVERIFY(m_bench->selection().canGoBack());
    m_bench->selection().goBack();
    const Place place = *m_bench->selection().current();
    QCOMPARE(place.document, 0U);
    QCOMPARE(place.bytes.begin, bytes.begin);
    QVERIFY(m_bench->snapshot()->chunkSets[0]->chunks()[*place.chunk].source.contains(bytes.begin));
}

void WorkbenchTest::pastedTextsGetNamesOfTheirOwn()
{
    m_bench->addText(QStringLiteral("Pasted text"), QStringLiteral("One."));
    m_bench->addText(QStringLiteral("Pasted text"), QStringLiteral("Two."));
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QVERIFY(idAt(0) != idAt(1));
    QCOMPARE(m_bench->selection().current()->document, 1U);
    QSignalSpy problems(m_bench.get(), &Workbench::problemFound);
    m_bench->reload(0);
    QCOMPARE(problems.size(), 1);
}

void WorkbenchTest::reloadsWithAnotherEncoding()
{
    m_bench->open({write(QStringLiteral("a.txt"),
                         "Stra\xdf"
                         "e im Fr\xfchling, gr\xfc\xdf"
                         "e aus M\xfcnchen.")});
    settle();
    m_bench->reload(0, QStringLiteral("windows-1252"));
    settle();
    QCOMPARE(m_bench->documents()[0]->source().encoding, std::string("windows-1252"));
    QVERIFY(!m_bench->documents()[0]->source().encodingIsGuess);
    QVERIFY(m_bench->documents()[0]->text().starts_with("Straße im Frühling"));
}

void WorkbenchTest::aChangeBehindTheSelectionIsReadAgain()
{
    m_bench->open({write(QStringLiteral("a.txt"), manySentences())});
    settle();
    m_bench->selectByte(0, 100);
    const Place place = *m_bench->selection().current();
    QSignalSpy asked(m_bench.get(), &Workbench::documentChangedOnDisk);
    QSignalSpy notices(m_bench.get(), &Workbench::noticeFound);
    write(QStringLiteral("a.txt"), manySentences() + "A sentence more.");
    QTRY_VERIFY_WITH_TIMEOUT(m_bench->documents()[0]->text().ends_with("A sentence more."), 10000);
    settle();
    QCOMPARE(asked.size(), 0);
    QCOMPARE(notices.size(), 1);
    QCOMPARE(m_bench->selection().current()->bytes, place.bytes);
}

void WorkbenchTest::aChangeThatWouldMoveTheSelectionAsks()
{
    m_bench->open({write(QStringLiteral("a.txt"), manySentences())});
    settle();
    m_bench->selectByte(0, 2000);
    QSignalSpy asked(m_bench.get(), &Workbench::documentChangedOnDisk);
    write(QStringLiteral("a.txt"), "A sentence before. " + manySentences());
    QTRY_COMPARE_WITH_TIMEOUT(asked.size(), 1, 10000);
    QVERIFY(m_bench->documents()[0]->text().starts_with("Sentence number 0"));
    m_bench->reload(asked.at(0).at(0).value<std::uint32_t>());
    QTRY_VERIFY(m_bench->documents()[0]->text().starts_with("A sentence before."));
    settle();
}

void WorkbenchTest::cancelStopsOpening()
{
    QStringList paths;
    for (int i = 0; i < 300; ++i)
        paths.append(write(QStringLiteral("%1.txt").arg(i), manySentences()));
    bool isCancelled = false;
    connect(m_bench.get(), &Workbench::progressChanged, this, [&](const QString &, qint64 done, qint64 total) {
        if (isCancelled || done == 0)
            return;
        isCancelled = true;
        QCOMPARE(total, qint64(300));
        m_bench->cancel();
    });
    m_bench->open(paths);
    QTRY_VERIFY_WITH_TIMEOUT(isCancelled && !m_bench->isBusy(), 20000);
    const std::size_t open = m_bench->documents().size();
    QVERIFY(open >= 1);
    QVERIFY(open < 300);
    m_bench->open({paths.back()});
    settle();
    QCOMPARE(m_bench->documents().size(), open + 1);
    QCOMPARE(idAt(open), std::string("299.txt"));
}

void WorkbenchTest::closeAllLeavesAnEmptySnapshot()
{
    m_bench->open({write(QStringLiteral("a.txt"), manySentences())});
    settle();
    m_bench->closeAll();
    settle();
    QVERIFY(m_bench->documents().empty());
    QCOMPARE(m_bench->snapshot()->chunkCount, std::size_t(0));
    QVERIFY(!m_bench->selection().current());
}

void WorkbenchTest::aRemovalIsToldAtOnceEvenWhileFilesPourIn()
{
    m_bench->addText(QStringLiteral("a"), QStringLiteral("One."));
    m_bench->addText(QStringLiteral("b"), QStringLiteral("Two."));
    settle();
    QStringList many;
    for (int i = 0; i < 40; ++i)
        many.append(write(QStringLiteral("n%1.txt").arg(i), manySentences()));
    m_bench->open(many);
    QTRY_VERIFY(m_bench->documents().size() > 2);
    std::size_t told = 0;
    connect(m_bench.get(), &Workbench::documentsChanged, this, [&] { told = m_bench->documents().size(); });
    m_bench->removeDocuments({0});
    QCOMPARE(told, m_bench->documents().size());
    QCOMPARE(idAt(0), std::string("b"));
    m_bench->closeAll();
    QCOMPARE(told, std::size_t(0));
    disconnect(m_bench.get(), nullptr, this, nullptr);
}

void WorkbenchTest::answersFromBeforeAStopAreNotTakenForNewOnes()
{
    const QString path = write(QStringLiteral("a.txt"), manySentences());
    m_bench->openAnyway(path);
    m_bench->closeAll();
    m_bench->openAnyway(path);
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(1));
    QCOMPARE(idAt(0), std::string("a.txt"));

    m_bench->closeAll();
    m_bench->openAnyway(path);
    m_bench->cancel();
    m_bench->addText(QStringLiteral("a.txt"), QStringLiteral("One."));
    QTRY_VERIFY(!m_bench->isBusy());
    m_bench->addText(QStringLiteral("a.txt"), QStringLiteral("Two."));
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QVERIFY(idAt(0) != idAt(1));
}

void WorkbenchTest::aFileThatWasDeletedAndCameBackOpensAgain()
{
    const QString path = write(QStringLiteral("a.txt"), "One. Two.");
    m_bench->open({path});
    settle();
    QVERIFY(QFile::remove(path));
    m_bench->removeDocuments({0});
    write(QStringLiteral("a.txt"), "Three. Four.");
    m_bench->open({path});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(1));
    QCOMPARE(std::string(m_bench->documents()[0]->text()), std::string("Three. Four."));
}

void WorkbenchTest::aLargePastedTextIsReadInTheBackground()
{
    const QString text = QString(300000, QLatin1Char('x')) + QChar(0xD800) + QStringLiteral(" end.");
    m_bench->addText(QStringLiteral("a"), text);
    m_bench->addText(QStringLiteral("b"), QStringLiteral("Small."));
    QCOMPARE(m_bench->documents().size(), std::size_t(1));
    QVERIFY(m_bench->isBusy());
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(2));
    QCOMPARE(idAt(1), std::string("a"));
    const auto kept = m_bench->documents()[1]->text();
    QCOMPARE(kept.size(), std::size_t(300000 + 1 + 5)); // toUtf8 writes ? for what has no pair
    m_bench->addText(QStringLiteral("a"), text);
    m_bench->closeAll();
    settle();
    QVERIFY(m_bench->documents().empty());
}

void WorkbenchTest::theBeginningOfALongDocumentComesFirst()
{
    QByteArray text;
    for (int i = 0; text.size() < 6'000'000; ++i)
        text += "Sentence number " + QByteArray::number(i) + " ends here.\n\n";
    const QString path = write(QStringLiteral("long.txt"), text);
    std::vector<Beginning> beginnings;
    connect(m_bench.get(), &Workbench::beginningChanged, m_bench.get(), [&] {
        if (m_bench->beginning())
            beginnings.push_back(*m_bench->beginning());
    });
    m_bench->open({path});
    settle();
    QCOMPARE(beginnings.size(), std::size_t{1});
    QVERIFY(!m_bench->beginning());
    const Beginning &beginning = beginnings.front();
    QCOMPARE(beginning.wholeBytes, static_cast<std::size_t>(text.size()));
    QVERIFY(beginning.shownBytes < beginning.wholeBytes / 2);
    const ChunkSet &first = *beginning.snapshot->chunkSets.front();
    const ChunkSet &all = *m_bench->snapshot()->chunkSets.front();
    QVERIFY(first.size() > 10);
    QVERIFY(first.size() < all.size());
    for (std::size_t i = 0; i < first.size(); ++i) {
        QCOMPARE(first.chunks()[i].source, all.chunks()[i].source);
        QCOMPARE(first.chunks()[i].tokens, all.chunks()[i].tokens);
    }
    QVERIFY(m_bench->selection().current().has_value());
}

/// Long enough to be packed in sections where there are two processors or more.
void WorkbenchTest::aDragOverALongDocumentEndsAsOnOneThread()
{
    QByteArray text;
    for (int i = 0; i < 40'000; ++i)
        text += QByteArray("and so on ").repeated(i % 7) + "until " + QByteArray::number(i) + ".\n\n";
    m_bench->open({write(QStringLiteral("long.txt"), text)});
    settle();
    for (std::int64_t max = 200; max > 20; max -= 6) {
        setSizes(max, max / 4, ChangeKind::Preview);
        QTest::qWait(2);
    }
    setSizes(50, 12, ChangeKind::Settled);
    settle();
    Caches caches;
    const auto expected = run({m_bench->documents(), m_bench->config(), 1, {}}, caches, {});
    QVERIFY(expected.hasValue());
    const std::vector<Chunk> &chunks = m_bench->snapshot()->chunkSets.front()->chunks();
    const std::vector<Chunk> &onOne = (*expected)->chunkSets.front()->chunks();
    QVERIFY(onOne.size() > 1000);
    QCOMPARE(chunks.size(), onOne.size());
    for (std::size_t i = 0; i < onOne.size(); ++i) {
        QCOMPARE(chunks[i].source, onOne[i].source);
        QCOMPARE(chunks[i].overlapTokens, onOne[i].overlapTokens);
    }
}

void WorkbenchTest::opensThousandsOfFilesInOrder()
{
    constexpr int files = 9000; // more than are asked for, and accepted, at once
    QStringList names;
    for (int i = 0; i < files; ++i) {
        names.append(QStringLiteral("f%1.txt").arg(i, 5, 10, QLatin1Char('0')));
        write(names.back(), "Text " + QByteArray::number(i) + ".");
    }
    const QFileInfo first(write(names.front(), "Text 0."));
    m_bench->open({first.absolutePath()});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t{files});
    for (int i = 0; i < files; ++i) {
        QCOMPARE(QString::fromStdString(m_bench->documents()[static_cast<std::size_t>(i)]->id()), names[i]);
        QCOMPARE(m_bench->documents()[static_cast<std::size_t>(i)]->text(), "Text " + std::to_string(i) + ".");
    }
    QCOMPARE(m_bench->snapshot()->chunkCount, std::size_t{files});
}

QTEST_GUILESS_MAIN(WorkbenchTest)
#include "workbenchtest.moc"
