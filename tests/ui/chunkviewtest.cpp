// SPDX-License-Identifier: GPL-3.0-or-later
// The chunk view as a widget, driven offscreen.
#include "chunkviewsupport.h"

#include "chunkview/chunkview.h"
#include "chunkview/chunkviewaccessible.h"
#include "chunkview/overviewstrip.h"
#include "text/utf8.h"
#include "theme/theme.h"
#include "uisupport.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QPainter>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QTextBoundaryFinder>

#include <cmath>
#include <set>

using namespace cw;
using namespace cw::test;

class ChunkViewTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void hitTestsComeBack_data();
    void hitTestsComeBack();
    void tintsCoverExactlyTheChunks();
    void overlapShowsBothColors();
    void topLineStaysWhenChunksChange();
    void topLineStaysOnResizeAndZoom();
    void findGoesRoundAndCounts();
    void aLargeTextIsSearchedInTheBackground();
    void keysScroll();
    void cardsStepAndCopyExactText();
    void dragSelectsExactText();
    void doubleClickSelectsWord();
    void clickActivatesAndCycles();
    void gutterClickSelectsChunk();
    void tooltipsArePlain();
    void stripShowsAndGoes();
    void switchedViewsBeginWithTheHeadOfTheCard();
    void revealBringsPlaceIntoSight();
    void scrollBarReachesEveryLine();
    void workIsBoundedOnTenMegabytes();
    void workIsBoundedOnOneLongLine();
    void workIsBoundedInCards();
    void emptyDocumentsAreDrawn();
    void accessibleTextIsTheChunk();
    void rightToLeftInterfaceIsMirrored();
    void printsNoWarnings();

private:
    QImage picture() { return m_view->grab().toImage(); }
    QColor pixelAt(QPoint viewportPoint)
    {
        return picture().pixelColor(m_view->viewport()->mapTo(m_view.get(), viewportPoint));
    }
    std::unique_ptr<ChunkView> m_view;
};

void ChunkViewTest::initTestCase()
{
    qInstallMessageHandler(recordWarnings);
    applyTheme(*qApp, ThemeMode::Light);
}

void ChunkViewTest::init()
{
    m_view = std::make_unique<ChunkView>();
    m_view->resize(900, 600);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void ChunkViewTest::cleanup()
{
    m_view.reset();
}

void ChunkViewTest::hitTestsComeBack_data()
{
    QTest::addColumn<bool>("wrap");
    QTest::addColumn<int>("width");
    QTest::newRow("wide") << true << 900;
    QTest::newRow("narrow") << true << 330;
    QTest::newRow("no wrap") << false << 900;
}

void ChunkViewTest::hitTestsComeBack()
{
    QFETCH(bool, wrap);
    QFETCH(int, width);
    m_view->resize(width, 900);
    m_view->setWordWrap(wrap);
    const std::string text = mixedText;
    m_view->setSnapshot(snapshotOf(text, 5, 2), 0);
    int tried = 0;
    // Clusters of each line, as text boundary rules see them.
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = std::min(text.find_first_of("\r\n", begin), text.size());
        const QString line = QString::fromStdString(text.substr(begin, end - begin));
        QTextBoundaryFinder finder(QTextBoundaryFinder::Grapheme, line);
        for (qsizetype at = 0; at >= 0 && at < line.size(); at = finder.toNextBoundary()) {
            const std::size_t byte = begin + static_cast<std::size_t>(line.left(at).toUtf8().size());
            const QRect rect = m_view->rectOf(byte);
            if (!m_view->viewport()->rect().contains(rect) || rect.width() < 3)
                continue;
            const std::optional<std::size_t> back = m_view->byteAt(rect.center());
            QVERIFY2(back == byte,
                     qPrintable(QStringLiteral("byte %1 came back as %2").arg(byte).arg(back ? qint64(*back) : -1)));
            ++tried;
        }
        begin = end + (text.substr(end, 2) == "\r\n" ? 2 : 1);
    }
    QVERIFY(tried > 150);
    QVERIFY(!m_view->byteAt({2, 2}));
}

void ChunkViewTest::tintsCoverExactlyTheChunks()
{
    const std::string text = "alpha beta gamma delta epsilon zeta eta theta iota kappa\n\n\nlambda my ny xi";
    const auto snapshot = snapshotOf(text, 3, 0);
    m_view->setSnapshot(snapshot, 0);
    const ThemeColors colors = ThemeColors::fromPalette(m_view->palette());
    const QImage image = picture();
    const std::vector<Chunk> &chunks = snapshot->chunkSets[0]->chunks();
    QCOMPARE(chunks.size(), std::size_t{5});
    for (std::size_t byte = 0; byte < text.size(); ++byte) {
        if (text[byte] == '\n')
            continue;
        const QRect rect = m_view->rectOf(byte);
        // The upper corner of a character's cell shows its ground.
        const QColor color = image.pixelColor(m_view->viewport()->mapTo(m_view.get(), rect.topLeft() + QPoint(1, 0)));
        QColor expected = colors.base;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            if (chunks[i].source.contains(byte))
                expected = colors.chunkTint[i % 4];
        }
        QCOMPARE(color.name(), expected.name());
    }
}

void ChunkViewTest::overlapShowsBothColors()
{
    const std::string text = "alpha beta gamma delta epsilon zeta eta theta";
    m_view->setSnapshot(snapshotOf(text, 4, 2), 0);
    const ThemeColors colors = ThemeColors::fromPalette(m_view->palette());
    const QImage image = picture();
    const QRect first = m_view->rectOf(text.find("gamma"));
    const QRect last = m_view->rectOf(text.find("delta"));
    std::set<QString> seen;
    for (int x = first.left(); x < last.left(); ++x) {
        for (int y = first.top(); y < first.bottom(); ++y)
            seen.insert(image.pixelColor(m_view->viewport()->mapTo(m_view.get(), QPoint(x, y))).name());
    }
    QVERIFY(seen.contains(colors.chunkHatch[0].name()));
    QVERIFY(seen.contains(colors.chunkHatch[1].name()));
    QVERIFY(seen.contains(colors.chunkTint[1].name()));
    QVERIFY(!seen.contains(colors.base.name()));
}

void ChunkViewTest::topLineStaysWhenChunksChange()
{
    const auto document = Document::fromText("test", numberedLines(2000));
    m_view->setSnapshot(snapshotOf({document}, 40, 8), 0);
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 3);
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    for (const ChunkViewMode mode : {ChunkViewMode::Source, ChunkViewMode::Cards}) {
        m_view->setMode(mode);
        for (const int max : {90, 12, 3, 200}) {
            const std::size_t byte = m_view->visibleBytes().begin;
            const QRect before = m_view->rectOf(byte);
            m_view->setSnapshot(snapshotOf({document}, max, max / 3, "recursive-sentence"), 0);
            if (mode == ChunkViewMode::Source)
                QCOMPARE(m_view->rectOf(byte), before);
            else
                QVERIFY(m_view->visibleBytes().contains(byte));
        }
    }
}

void ChunkViewTest::topLineStaysOnResizeAndZoom()
{
    m_view->setSnapshot(snapshotOf(numberedLines(3000), 40, 8), 0);
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
    const std::size_t byte = m_view->visibleBytes().begin;
    const int top = m_view->rectOf(byte).top();
    m_view->resize(420, 500);
    QCOMPARE(m_view->rectOf(byte).top(), top);
    m_view->zoomBy(4);
    QCOMPARE(m_view->rectOf(byte).top(), top);
    m_view->setWordWrap(false);
    QCOMPARE(m_view->rectOf(byte).top(), top);
}

void ChunkViewTest::findGoesRoundAndCounts()
{
    const std::string text = numberedLines(500) + "Ärger ärger ÄRGER";
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    QSignalSpy activated(m_view.get(), &ChunkView::placeActivated);
    QVERIFY(m_view->find(QStringLiteral("ärger"), false, false, false));
    const std::size_t first = text.find("Ärger");
    QCOMPARE(m_view->currentPlace()->bytes, (ByteRange{first, first + 6}));
    QCOMPARE(m_view->searchPosition(), (std::pair<std::size_t, std::size_t>{1, 3}));
    QVERIFY(!m_view->rectOf(first).isEmpty());
    QVERIFY(m_view->find(QStringLiteral("ärger"), false, false, false));
    QCOMPARE(m_view->searchPosition().first, std::size_t{2});
    QVERIFY(m_view->find(QStringLiteral("ärger"), true, false, false));
    QVERIFY(m_view->find(QStringLiteral("ärger"), true, false, false)); // round to the last
    QCOMPARE(m_view->searchPosition().first, std::size_t{3});
    QVERIFY(m_view->find(QStringLiteral("ärger"), false, false, false));
    QCOMPARE(m_view->searchPosition().first, std::size_t{1});
    QCOMPARE(activated.size(), 5);
    QVERIFY(m_view->find(QStringLiteral("ärger"), false, true, false));
    QCOMPARE(m_view->searchPosition(), (std::pair<std::size_t, std::size_t>{1, 1}));
    QVERIFY(!m_view->find(QStringLiteral("nowhere"), false, false, false));
    m_view->setSearch(QString(), false, false);
    QCOMPARE(m_view->searchPosition().second, std::size_t{0});
}

void ChunkViewTest::aLargeTextIsSearchedInTheBackground()
{
    std::string text;
    for (int i = 0; i < 30000; ++i)
        text += "Row " + std::to_string(i) + " of many rows.\n";
    m_view->setSnapshot(snapshotOf(text, 400, 0), 0);
    m_view->setSearch(QStringLiteral("nowhere"), false, false);
    m_view->setSearch(QStringLiteral("Row 29999 "), true, false); // the search before it is dropped
    QVERIFY(m_view->isSearching());
    QVERIFY(m_view->find(QStringLiteral("Row 29999 "), false, true, false));
    QCOMPARE(m_view->searchPosition().second, std::size_t{0});
    QTRY_VERIFY(!m_view->isSearching());
    const std::size_t at = text.find("Row 29999 ");
    QVERIFY(m_view->currentPlace());
    QCOMPARE(m_view->currentPlace()->bytes, (ByteRange{at, at + 10}));
    QCOMPARE(m_view->searchPosition(), (std::pair<std::size_t, std::size_t>{1, 1}));
    m_view->setSearch(QStringLiteral("many"), false, false);
    m_view->clear(); // the document goes while it is searched
    QVERIFY(!m_view->isSearching());
    QTest::qWait(50);
    QCOMPARE(m_view->searchPosition().second, std::size_t{0});
}

void ChunkViewTest::keysScroll()
{
    const std::string text = numberedLines(400);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    const std::size_t lineBytes = text.find('\n') + 1;
    QTest::keyClick(m_view.get(), Qt::Key_PageDown);
    const std::size_t afterPage = m_view->visibleBytes().begin;
    QVERIFY(afterPage > 10 * lineBytes);
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    QVERIFY(m_view->visibleBytes().begin > afterPage);
    QTest::keyClick(m_view.get(), Qt::Key_Up);
    QCOMPARE(m_view->visibleBytes().begin, afterPage);
    QTest::keyClick(m_view.get(), Qt::Key_End);
    QCOMPARE(m_view->visibleBytes().end, text.size());
    QTest::keyClick(m_view.get(), Qt::Key_Home);
    QCOMPARE(m_view->visibleBytes().begin, std::size_t{0});
}

void ChunkViewTest::cardsStepAndCopyExactText()
{
    const auto snapshot = snapshotOf(numberedLines(60), 20, 5, "recursive-sentence");
    m_view->setMode(ChunkViewMode::Cards);
    m_view->setSnapshot(snapshot, 0);
    QSignalSpy activated(m_view.get(), &ChunkView::placeActivated);
    for (std::uint32_t expected : {0U, 1U, 2U, 3U}) {
        QTest::keyClick(m_view.get(), Qt::Key_J);
        QCOMPARE(activated.last().first().value<Place>().chunk, expected);
    }
    QTest::keyClick(m_view.get(), Qt::Key_K);
    QCOMPARE(m_view->currentPlace()->chunk, 2U);
    const auto exact = QString::fromStdString(std::string(snapshot->chunkSets[0]->text(2)));
    QTest::keyClick(m_view.get(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QApplication::clipboard()->text(), exact);
    QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
    QCOMPARE(m_view->selectedText(), exact);
    for (std::size_t i = 0; i < 200; ++i)
        QTest::keyClick(m_view.get(), Qt::Key_J);
    QCOMPARE(std::size_t{*m_view->currentPlace()->chunk}, snapshot->chunkCount - 1);
}

void ChunkViewTest::dragSelectsExactText()
{
    const std::string text = mixedText;
    m_view->setSnapshot(snapshotOf(text, 5, 2), 0);
    QSignalSpy activated(m_view.get(), &ChunkView::placeActivated);
    const std::size_t begin = text.find("English words");
    const std::size_t end = text.find("效果");
    const auto leftOf = [this](std::size_t byte) {
        const QRect rect = m_view->rectOf(byte);
        return QPoint(rect.left() + 1, rect.center().y());
    };
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, leftOf(begin));
    QTest::mouseMove(m_view->viewport(), leftOf(end));
    QMouseEvent move(QEvent::MouseMove, leftOf(end), m_view->viewport()->mapToGlobal(leftOf(end)), Qt::NoButton,
                     Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_view->viewport(), &move);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, leftOf(end));
    QCOMPARE(m_view->selectedBytes(), (ByteRange{begin, end}));
    QCOMPARE(m_view->selectedText(), QString::fromStdString(text.substr(begin, end - begin)));
    QCOMPARE(activated.size(), 0);
    QTest::keyClick(m_view.get(), Qt::Key_Escape);
    QVERIFY(m_view->selectedText().isEmpty());
}

void ChunkViewTest::doubleClickSelectsWord()
{
    const std::string text = mixedText;
    m_view->setSnapshot(snapshotOf(text, 5, 2), 0);
    QTest::mouseDClick(m_view->viewport(), Qt::LeftButton, {}, m_view->rectOf(text.find("nglish")).center());
    QCOMPARE(m_view->selectedText(), QStringLiteral("English"));
}

void ChunkViewTest::clickActivatesAndCycles()
{
    const std::string text = "alpha beta gamma delta epsilon zeta eta theta";
    m_view->setSnapshot(snapshotOf(text, 4, 2), 0); // gamma is in the first two chunks
    QSignalSpy activated(m_view.get(), &ChunkView::placeActivated);
    const std::size_t byte = text.find("gamma");
    std::vector<std::uint32_t> chunks;
    for (int i = 0; i < 3; ++i) {
        QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->rectOf(byte).center());
        const auto place = activated.last().first().value<Place>();
        QCOMPARE(place.bytes, (ByteRange{byte, byte}));
        chunks.push_back(*place.chunk);
    }
    QCOMPARE(chunks, (std::vector<std::uint32_t>{1, 0, 1}));
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, m_view->rectOf(0).center());
    QCOMPARE(activated.last().first().value<Place>().chunk, 0U);
}

void ChunkViewTest::gutterClickSelectsChunk()
{
    const auto snapshot = snapshotOf(numberedLines(40), 30, 0);
    m_view->setSnapshot(snapshot, 0);
    QSignalSpy activated(m_view.get(), &ChunkView::placeActivated);
    const Chunk &second = snapshot->chunkSets[0]->chunks()[1];
    QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {20, m_view->rectOf(second.source.begin).center().y()});
    QCOMPARE(activated.size(), 1);
    QCOMPARE(activated.first().first().value<Place>().bytes, second.source);
}

void ChunkViewTest::tooltipsArePlain()
{
    const std::string text = "<b>alpha</b> beta gamma delta epsilon zeta eta theta";
    m_view->setSnapshot(snapshotOf(text, 4, 2), 0);
    const QPoint point = m_view->rectOf(3).center();
    const QString shown = uitest::toolTipAt(m_view->viewport(), point);
    QVERIFY2(shown.startsWith(QStringLiteral("Chunk 1 of 3 · 4 tokens")), qPrintable(shown));
    QVERIFY(shown.contains(QStringLiteral("Start:")));
}

void ChunkViewTest::stripShowsAndGoes()
{
    const std::string text = numberedLines(3000);
    const auto snapshot = snapshotOf(text, 60, 20, "recursive-sentence");
    QVERIFY(!snapshot->audit.findings.empty());
    m_view->setSnapshot(snapshot, 0);
    auto *strip = m_view->findChild<OverviewStrip *>();
    QVERIFY(strip);
    QCOMPARE(strip->height(), m_view->viewport()->height());
    QCOMPARE(strip->geometry().left(), m_view->viewport()->geometry().right() + 1);
    for (const int y : {strip->height() / 2, strip->height() / 5, strip->height() - 1, 0}) {
        QTest::mouseClick(strip, Qt::LeftButton, {}, {8, y});
        const auto byte
            = static_cast<std::size_t>(static_cast<double>(y) / strip->height() * static_cast<double>(text.size()));
        QVERIFY(m_view->visibleBytes().contains(byte));
    }
    m_view->setSearch(QStringLiteral("Line 1500 "), true, false);
    const ThemeColors colors = ThemeColors::fromPalette(m_view->palette());
    const QImage image = strip->grab().toImage();
    const int y = static_cast<int>(text.find("Line 1500 ") * static_cast<std::size_t>(strip->height()) / text.size());
    QCOMPARE(image.pixelColor(10, y).name(), colors.accent.name());
    std::set<QString> seen;
    for (int row = 0; row < image.height(); ++row)
        seen.insert(image.pixelColor(strip->width() - 3, row).name());
    bool hasSeverity = false;
    for (const Finding &finding : snapshot->audit.findings)
        hasSeverity |= seen.contains(colors.severityColor(finding.severity).name());
    QVERIFY(hasSeverity);
}

void ChunkViewTest::switchedViewsBeginWithTheHeadOfTheCard()
{
    const auto snapshot = snapshotOf(numberedLines(2000), 40, 8);
    for (const ChunkViewMode mode : {ChunkViewMode::Cards, ChunkViewMode::Source}) {
        m_view->setMode(mode);
        m_view->clear();
        m_view->setSnapshot(snapshot, 0);
        const int fresh = m_view->rectOf(0).top();
        const auto other = mode == ChunkViewMode::Cards ? ChunkViewMode::Source : ChunkViewMode::Cards;
        m_view->setMode(other);
        m_view->setMode(mode);
        QCOMPARE(m_view->rectOf(0).top(), fresh);
    }
}

void ChunkViewTest::revealBringsPlaceIntoSight()
{
    const auto snapshot = snapshotOf(numberedLines(5000), 40, 8);
    m_view->setSnapshot(snapshot, 0);
    for (const ChunkViewMode mode : {ChunkViewMode::Source, ChunkViewMode::Cards}) {
        m_view->setMode(mode);
        for (const std::uint32_t chunk : {500U, 3U, 1200U, 0U}) {
            const ByteRange source = snapshot->chunkSets[0]->chunks()[chunk].source;
            m_view->setCurrentPlace(Place{0, chunk, source}, true);
            QVERIFY(m_view->visibleBytes().contains(source.begin));
            const ByteRange shown = m_view->visibleBytes();
            m_view->setCurrentPlace(Place{0, chunk, {source.begin, source.begin}}, true);
            QCOMPARE(m_view->visibleBytes(), shown); // what is in sight stays where it is
        }
    }
    const ThemeColors colors = ThemeColors::fromPalette(m_view->palette());
    m_view->setMode(ChunkViewMode::Source);
    m_view->setCurrentPlace(Place{0, 700U, snapshot->chunkSets[0]->chunks()[700].source}, true);
    const QRect rect = m_view->rectOf(snapshot->chunkSets[0]->chunks()[700].source.begin);
    const QImage image = picture();
    bool isOutlined = false;
    for (int x = rect.left() - 10; x <= rect.left(); ++x) {
        const QPoint point = m_view->viewport()->mapTo(m_view.get(), QPoint(x, rect.center().y()));
        isOutlined |= image.pixelColor(point).name() == colors.accent.name();
    }
    QVERIFY(isOutlined);
}

void ChunkViewTest::scrollBarReachesEveryLine()
{
    const std::string text = numberedLines(300);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    std::size_t last = 0;
    for (int value = 0; value <= m_view->verticalScrollBar()->maximum(); value += 7) {
        m_view->verticalScrollBar()->setValue(value);
        const ByteRange shown = m_view->visibleBytes();
        QVERIFY(shown.begin >= last);
        QVERIFY(shown.begin <= static_cast<std::size_t>(value) || value == 0);
        last = shown.begin;
    }
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum());
    QCOMPARE(m_view->visibleBytes().end, text.size());
}

void ChunkViewTest::workIsBoundedOnTenMegabytes()
{
    std::string text = numberedLines(210'000);
    QVERIFY(text.size() > 9'000'000);
    m_view->setSnapshot(snapshotOf(text, 200, 30), 0);
    picture();
    // A screen at the top and one at the end, for the scroll bar.
    const std::size_t screen = 60;
    QVERIFY(m_view->layoutsMade() <= 2 * screen);
    std::size_t before = m_view->layoutsMade();
    QTest::keyClick(m_view.get(), Qt::Key_Down);
    picture();
    QVERIFY(m_view->layoutsMade() - before <= 2);
    for (int i = 1; i < 20; ++i) {
        before = m_view->layoutsMade();
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 20 * i);
        picture();
        QVERIFY(m_view->layoutsMade() - before <= screen);
    }
    before = m_view->layoutsMade();
    m_view->setSnapshot(m_view->snapshot(), 0);
    picture();
    QCOMPARE(m_view->layoutsMade(), before);
}

void ChunkViewTest::workIsBoundedOnOneLongLine()
{
    std::string text = numberedLines(210'000);
    std::replace(text.begin(), text.end(), '\n', ' ');
    m_view->setSnapshot(snapshotOf(text, 200, 30), 0);
    picture();
    QVERIFY(m_view->layoutsMade() <= 8);
    for (const bool wrap : {true, false}) {
        m_view->setWordWrap(wrap);
        picture();
        for (int i = 1; i < 20; ++i) {
            const std::size_t before = m_view->layoutsMade();
            m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 20 * i);
            picture();
            QVERIFY(m_view->layoutsMade() - before <= (wrap ? 8U : 60U));
        }
    }
}

void ChunkViewTest::workIsBoundedInCards()
{
    m_view->setMode(ChunkViewMode::Cards);
    m_view->setSnapshot(snapshotOf(numberedLines(100'000), 8, 2), 0);
    QVERIFY(m_view->snapshot()->chunkCount > 50'000);
    picture();
    QVERIFY(m_view->layoutsMade() <= 80);
    for (int i = 1; i < 20; ++i) {
        const std::size_t before = m_view->layoutsMade();
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 20 * i);
        picture();
        QVERIFY(m_view->layoutsMade() - before <= 60);
    }
}

void ChunkViewTest::emptyDocumentsAreDrawn()
{
    const ThemeColors colors = ThemeColors::fromPalette(m_view->palette());
    for (const ChunkViewMode mode : {ChunkViewMode::Source, ChunkViewMode::Cards}) {
        m_view->setMode(mode);
        m_view->clear();
        QCOMPARE(pixelAt({300, 500}).name(), colors.base.name());
        QVERIFY(!m_view->find(QStringLiteral("x"), false, false, false));
        for (const std::string &text : {std::string(), std::string(" \n\n \t")}) {
            const auto snapshot = snapshotOf(text, 5, 0);
            QVERIFY(snapshot);
            QCOMPARE(snapshot->chunkCount, std::size_t{0});
            m_view->setSnapshot(snapshot, 0);
            picture();
            QTest::keyClick(m_view.get(), Qt::Key_J);
            QTest::keyClick(m_view.get(), Qt::Key_PageDown);
            QTest::keyClick(m_view.get(), Qt::Key_A, Qt::ControlModifier);
            QTest::mouseClick(m_view->viewport(), Qt::LeftButton, {}, {200, 20});
            m_view->setCurrentPlace(Place{0, std::nullopt, {}}, true);
            picture();
        }
    }
}

void ChunkViewTest::accessibleTextIsTheChunk()
{
    const std::string text = mixedText;
    const auto snapshot = snapshotOf(text, 5, 2);
    m_view->setSnapshot(snapshot, 0);
    QAccessibleInterface *view = QAccessible::queryAccessibleInterface(m_view.get());
    QVERIFY(view && view->textInterface());
    QCOMPARE(view->role(), QAccessible::EditableText);
    QVERIFY(view->state().readOnly);
    QVERIFY(!view->text(QAccessible::Name).isEmpty());
    QAccessibleTextInterface *reader = view->textInterface();
    QCOMPARE(reader->characterCount(), 0);

    const std::size_t byte = text.find("Emoji") + 6;
    const std::size_t chunk = snapshot->chunkSets[0]->lastChunkAt(byte);
    m_view->setCurrentPlace(Place{0, static_cast<std::uint32_t>(chunk), {byte, byte}}, true);
    const auto exact = QString::fromStdString(std::string(snapshot->chunkSets[0]->text(chunk)));
    QCOMPARE(reader->text(0, reader->characterCount()), exact);
    QVERIFY(view->text(QAccessible::Description).contains(QStringLiteral("Chunk %1 of").arg(chunk + 1)));
    const int caret = reader->cursorPosition();
    QVERIFY(exact.mid(caret).startsWith(QString::fromUtf8("👩")));
    const QRect rect = reader->characterRect(caret);
    QVERIFY(rect.isValid());
    QCOMPARE(reader->offsetAtPoint(rect.center()), caret);
    reader->setSelection(0, caret, caret + 2);
    QCOMPARE(m_view->selectedText(), QString::fromUtf8("👩"));
    int start = -1;
    int end = -1;
    reader->selection(0, &start, &end);
    QCOMPARE(start, caret);
    QCOMPARE(end, caret + 2);
    reader->removeSelection(0);
    QCOMPARE(reader->selectionCount(), 0);
}

void ChunkViewTest::rightToLeftInterfaceIsMirrored()
{
    const std::string text = numberedLines(40);
    m_view->setSnapshot(snapshotOf(text, 30, 5), 0);
    const int left = m_view->rectOf(0).left();
    m_view->setLayoutDirection(Qt::RightToLeft);
    QVERIFY(m_view->rectOf(0).left() < left);
    QCOMPARE(m_view->byteAt(m_view->rectOf(7).center()), std::size_t{7});
    picture();
}

void ChunkViewTest::printsNoWarnings()
{
    QCOMPARE(qtWarnings.join(QLatin1Char('\n')), QString());
}

QTEST_MAIN(ChunkViewTest)
#include "chunkviewtest.moc"
