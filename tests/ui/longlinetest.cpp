// SPDX-License-Identifier: GPL-3.0-or-later
// Lines too long to be laid out as a whole: their pieces must join so that nobody sees where.
#include "chunkviewsupport.h"

#include "chunkview/blockindex.h"
#include "chunkview/chunkview.h"
#include "chunkview/emojiglyphs.h"
#include "chunkview/piecelayout.h"
#include "chunkview/widelayout.h"
#include "text/utf8.h"

#include <QApplication>
#include <QPainter>
#include <QScrollBar>
#include <QTest>
#include <QTextBoundaryFinder>

#include <random>
#include <set>

using namespace cw;
using namespace cw::test;

namespace {

constexpr double nearly = 1.0; ///< pixels: scroll bars count whole ones

std::string repeated(const std::vector<std::string> &words, std::size_t bytes, const char *between)
{
    std::mt19937 random(5);
    std::string text;
    while (text.size() < bytes)
        text += words[random() % words.size()] + between;
    return text;
}

std::string english(std::size_t bytes)
{
    return repeated({"a", "of", "the", "line", "chunks", "budget", "retrieval", "understanding", "(quoted)", "end."},
                    bytes, " ");
}

std::string arabic(std::size_t bytes)
{
    return repeated({"هذا", "نص", "عربي", "يحتوي", "على", "كلمة", "English", "12345", "الوسط،"}, bytes, " ");
}

std::string chinese(std::size_t bytes)
{
    return repeated({"检索", "增强", "生成", "的", "效果", "取决于", "切分。", "（甲）"}, bytes, "");
}

LayoutStyle styleOf(double columnWidth, bool wordWrap)
{
    LayoutStyle style;
    style.font.setFamilies({QStringLiteral("Noto Sans"), QStringLiteral("Noto Sans CJK SC")});
    style.columnWidth = columnWidth;
    style.wordWrap = wordWrap;
    return style;
}

} // namespace

class LongLineTest : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();

    void linesWithoutLettersRunLikeTheOneBefore();
    void noRowEndsEarly_data();
    void noRowEndsEarly();
    void rowsAreTheSameFromAnySide();
    void piecesNeverSplitClusters();
    void directionIsTheLines();
    void piecesStandSideBySide_data();
    void piecesStandSideBySide();
    void scrollingAsideMovesExactly_data();
    void scrollingAsideMovesExactly();
    void bothEndsAreReached_data();
    void bothEndsAreReached();
    void emojiStandWhereQtPutsThem();
    void wrappingKeepsThePlace();
    void findsAndSelectsAcrossSeams_data();
    void findsAndSelectsAcrossSeams();

private:
    std::unique_ptr<ChunkView> m_view;
};

void LongLineTest::init()
{
    m_view = std::make_unique<ChunkView>();
    m_view->resize(900, 500);
    m_view->show();
}

void LongLineTest::cleanup()
{
    m_view.reset();
}

void LongLineTest::noRowEndsEarly_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<double>("longestWord");
    QTest::newRow("english") << QString::fromStdString(english(60'000)) << 110.0;
    QTest::newRow("arabic") << QString::fromStdString(arabic(60'000)) << 70.0;
    QTest::newRow("chinese") << QString::fromStdString(chinese(60'000)) << 60.0;
    QTest::newRow("no spaces") << QString(60'000, QLatin1Char('x')) << 20.0;
}

void LongLineTest::linesWithoutLettersRunLikeTheOneBefore()
{
    const auto runsFromTheRight = [](const QString &before, const QString &line) {
        const std::string head = before.toStdString();
        return isRightToLeftLine(head + line.toStdString(), head.size());
    };
    const QString rule = QStringLiteral("|---|---|\n");
    const QString arabic = QStringLiteral("| \u0627\u0644\u0631\u0635\u064A\u0641 | 7 |\n");
    QVERIFY(runsFromTheRight(arabic, rule));
    QVERIFY(runsFromTheRight(arabic + rule, QStringLiteral("| 7 | 4 |")));
    QVERIFY(runsFromTheRight(QString(arabic).replace(QLatin1Char('\n'), QStringLiteral("\r\n")), rule));
    QVERIFY(!runsFromTheRight({}, rule));
    QVERIFY(!runsFromTheRight(QStringLiteral("| Pier | 7 |\n"), rule));
    QVERIFY(!runsFromTheRight(arabic + QLatin1Char('\n'), rule)); // another paragraph
    QVERIFY(!runsFromTheRight(arabic, QStringLiteral("\n")));
    QVERIFY(!runsFromTheRight(arabic, QStringLiteral("Pier\n")));
    QVERIFY(!runsFromTheRight(arabic, QString(300, QLatin1Char('-'))));
    QVERIFY(!runsFromTheRight(QString(40, QLatin1Char('-')) + QLatin1Char('\n'), rule));
    QVERIFY(runsFromTheRight(QString(), arabic));
}

void LongLineTest::noRowEndsEarly()
{
    QFETCH(QString, text);
    QFETCH(double, longestWord);
    const std::string line = text.toStdString();
    const bool isRightToLeft = isRightToLeftLine(line);
    const LinePieces pieces(line, {0, line.size()}, isRightToLeft);
    QVERIFY(pieces.count() > 10);
    for (const double column : {320.0, 500.0, 777.0, 960.0}) {
        const LayoutStyle style = styleOf(column, true);
        std::size_t end = 0;
        for (std::size_t i = 0; i + 1 < pieces.count(); ++i) {
            const ByteRange bytes = pieces.bytes(i);
            const PieceLayout layout(line, bytes, isRightToLeft, PieceKind::Above, style);
            // A row may lack a word that did not fit, and its share of what the piece's last row lacked.
            const auto rows = static_cast<double>(layout.lines().size());
            const double least = column - 1.5 * longestWord - column / (rows - 1) - 1;
            for (std::size_t row = 0; row < layout.lines().size(); ++row) {
                const VisualLine &shape = layout.lines()[row];
                QCOMPARE(layout.lineBytes(row).begin, end);
                end = layout.lineBytes(row).end;
                const double width = shape.textRight - shape.textLeft;
                QVERIFY2(width >= least,
                         qPrintable(QStringLiteral("column %1, piece %2, row %3 of %4: %5 pixels")
                                        .arg(column)
                                        .arg(i)
                                        .arg(row)
                                        .arg(rows)
                                        .arg(width)));
                QVERIFY(shape.textLeft >= -0.01);
                if (isRightToLeft) // flush with the side where the line begins
                    QVERIFY(std::abs(shape.textRight - column) < 6);
            }
        }
    }
}

void LongLineTest::rowsAreTheSameFromAnySide()
{
    const std::string text = english(120'000);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    QScrollBar *bar = m_view->verticalScrollBar();
    const auto rowBegins = [this] { // a row begins where a character stands left of the one before
        std::vector<std::size_t> begins;
        const ByteRange shown = m_view->visibleBytes();
        int last = 0;
        for (std::size_t byte = shown.begin; byte < shown.end; ++byte) {
            const QRect rect = m_view->rectOf(byte);
            if (rect.isEmpty() || rect.bottom() >= m_view->viewport()->height())
                continue;
            if (rect.left() < last)
                begins.push_back(byte);
            last = rect.left();
        }
        return begins;
    };
    std::set<std::size_t> downwards;
    for (int i = 0; i < 14; ++i) {
        for (const std::size_t begin : rowBegins())
            downwards.insert(begin);
        bar->triggerAction(QAbstractSlider::SliderPageStepAdd);
    }
    QVERIFY(downwards.size() > 150);
    const std::size_t reached = m_view->visibleBytes().begin;
    QVERIFY(reached > 3 * longestBlockBytes);
    bar->setValue(bar->maximum()); // and back up from there
    while (m_view->visibleBytes().begin > 0) {
        bar->triggerAction(QAbstractSlider::SliderPageStepSub);
        for (const std::size_t begin : rowBegins())
            QVERIFY(begin >= reached || downwards.contains(begin));
    }
}

void LongLineTest::piecesNeverSplitClusters()
{
    std::string line;
    const std::vector<std::string> clusters
        = {"👩‍👩‍👧‍👦", "🇩🇪", "👍🏽", "e\xCC\x81\xCC\x84", "👁️‍🗨️", "क्षि", "각", "x"};
    std::mt19937 random(3);
    std::set<std::size_t> boundaries;
    while (line.size() < 60'000) {
        boundaries.insert(line.size());
        line += clusters[random() % clusters.size()];
    }
    const LinePieces pieces(line, {0, line.size()}, false);
    for (std::size_t i = 0; i < pieces.count(); ++i) {
        QVERIFY(boundaries.contains(pieces.bytes(i).begin));
        QCOMPARE(pieces.pieceAt(pieces.bytes(i).begin), i);
    }
}

void LongLineTest::directionIsTheLines()
{
    // Digits and signs have no direction; the first letter stands far behind the first cut and counts for all pieces.
    const std::string text = std::string(3 * longestBlockBytes, '1') + " عربي " + english(20'000);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    m_view->verticalScrollBar()->setValue(static_cast<int>(text.size() / 2));
    const ByteRange shown = m_view->visibleBytes();
    int rightmost = 0;
    for (std::size_t byte = shown.begin; byte < shown.end; ++byte)
        rightmost = std::max(rightmost, m_view->rectOf(byte).right());
    QVERIFY(rightmost > m_view->viewport()->width() - 20); // flush right
}

void LongLineTest::piecesStandSideBySide_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("english") << QString::fromStdString(english(40'000));
    QTest::newRow("arabic") << QString::fromStdString(arabic(40'000));
    QTest::newRow("chinese") << QString::fromStdString(chinese(40'000));
}

void LongLineTest::piecesStandSideBySide()
{
    QFETCH(QString, text);
    const std::string line = text.toStdString() + "\r\n";
    const bool isRightToLeft = isRightToLeftLine(line);
    int layouts = 0;
    WideLayout wide(line, {0, line.size()}, isRightToLeft, styleOf(700, false), [&] { ++layouts; });
    const LinePieces pieces(line, {0, line.size()}, isRightToLeft, widePieceBytes);
    for (std::size_t i = 1; i < pieces.count(); ++i) {
        const std::size_t cut = pieces.bytes(i).begin;
        wide.aimAt(cut);
        const double x = wide.rectOf(cut).center().x();
        wide.settle({x - 350, x + 350});
        // The character before the cut and the one after it touch.
        std::size_t before = cut - 1;
        while (!isCharacterBoundary(line, before))
            --before;
        const QRectF left = wide.rectOf(isRightToLeft ? cut : before);
        const QRectF right = wide.rectOf(isRightToLeft ? before : cut);
        QVERIFY2(std::abs(left.right() - right.left()) < 0.1,
                 qPrintable(QStringLiteral("%1 and %2").arg(left.right()).arg(right.left())));
        QCOMPARE(wide.byteUnder(left.center()), isRightToLeft ? cut : before);
        QCOMPARE(wide.byteUnder(right.center()), isRightToLeft ? before : cut);
        QCOMPARE(wide.intervalsOf(0, {before, cut + 1}).size(), std::size_t{1});
    }
    QVERIFY(layouts < 400);
}

void LongLineTest::scrollingAsideMovesExactly_data()
{
    QTest::addColumn<bool>("rightToLeft");
    QTest::newRow("left to right") << false;
    QTest::newRow("right to left") << true;
}

void LongLineTest::scrollingAsideMovesExactly()
{
    QFETCH(bool, rightToLeft);
    const std::string text = rightToLeft ? arabic(150'000) : english(150'000);
    m_view->setWordWrap(false);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    QScrollBar *bar = m_view->horizontalScrollBar();
    QVERIFY(bar->maximum() - bar->minimum() > 100'000);
    bar->setValue((bar->minimum() + bar->maximum()) / 2);
    const int toBeginning = rightToLeft ? 300 : -300;
    std::size_t first = m_view->visibleBytes().begin;
    QVERIFY(first > 30'000);
    for (int i = 0; m_view->visibleBytes().begin > 0; ++i) {
        QVERIFY(i < 4000);
        const std::size_t byte = (m_view->visibleBytes().begin + m_view->visibleBytes().end) / 2;
        std::size_t character = byte;
        while (!isCharacterBoundary(text, character))
            --character;
        const QRect from = m_view->rectOf(character);
        const int value = bar->value();
        bar->setValue(value + toBeginning);
        const bool isAtEnd = value + toBeginning < bar->minimum() || value + toBeginning > bar->maximum();
        const QRect to = m_view->rectOf(character);
        if (from.isEmpty() || to.isEmpty() || isAtEnd)
            continue;
        QVERIFY2(std::abs(to.left() - from.left() + toBeginning) <= nearly,
                 qPrintable(QStringLiteral("step %1: %2 became %3").arg(i).arg(from.left()).arg(to.left())));
        QVERIFY(m_view->visibleBytes().begin <= first);
        first = m_view->visibleBytes().begin;
    }
    QVERIFY(std::abs(bar->value()) <= 300); // no guess is left near the beginning
    bar->setValue(0);
    QCOMPARE(m_view->visibleBytes().begin, std::size_t{0});
}

void LongLineTest::bothEndsAreReached_data()
{
    scrollingAsideMovesExactly_data();
}

void LongLineTest::bothEndsAreReached()
{
    QFETCH(bool, rightToLeft);
    std::string text = rightToLeft ? arabic(400'000) : english(400'000);
    text.back() = '\n';
    text += "a short line";
    m_view->setWordWrap(false);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    QScrollBar *bar = m_view->horizontalScrollBar();
    const std::size_t end = text.find('\n');
    QVERIFY(!m_view->rectOf(0).isEmpty());
    const std::size_t layouts = m_view->layoutsMade();
    for (int i = 0; i < 3; ++i) { // a guess may be off before the end was seen
        bar->setValue(rightToLeft ? bar->minimum() : bar->maximum());
        QApplication::processEvents();
    }
    const QRect last = m_view->rectOf(end - 1);
    QVERIFY(!last.isEmpty());
    QVERIFY(rightToLeft ? last.left() < m_view->width() / 2 : last.right() > m_view->width() / 2);
    bar->setValue(0);
    const QRect first = m_view->rectOf(0);
    QVERIFY(!first.isEmpty());
    QVERIFY(rightToLeft ? first.right() > m_view->viewport()->width() - 30 : first.left() < 200);
    QVERIFY(m_view->layoutsMade() - layouts < 16);
}

void LongLineTest::emojiStandWhereQtPutsThem()
{
    const std::string family = "👩‍👩‍👧‍👦";
    const std::string text = "ab" + family + "🇩🇪👍🏽一🙂c🇩d👩\xCC\x81";
    LayoutStyle style = styleOf(700, true);
    style.font.setFamilies({QStringLiteral("Noto Color Emoji"), QStringLiteral("Noto Sans")});
    const PieceLayout plain(text, {0, text.size()}, false, PieceKind::Line, style);
    style.emoji = std::make_shared<EmojiGlyphs>(style.font);
    if (style.emoji->lengthAt(text, 2) == 0)
        QSKIP("There is no font that draws a family as one emoji.");
    const PieceLayout drawn(text, {0, text.size()}, false, PieceKind::Line, style);
    const DisplayText shown(text, style.emoji.get());
    QCOMPARE(shown.emoji().size(), std::size_t{4}); // neither half a flag nor an emoji with an accent
    QCOMPARE(shown.string().left(6), QStringLiteral("ab\u4e00\u4e00\u4e00\u4e00"));
    QCOMPARE(shown.emoji()[0].text.toStdString(), family);
    for (std::size_t byte : {std::size_t{0}, std::size_t{2}, 2 + family.size(), text.find("一"), text.find("c")}) {
        const QRectF expected = plain.rectOf(byte);
        QVERIFY(std::abs(drawn.rectOf(byte).left() - expected.left()) < 0.6);
        QVERIFY(std::abs(drawn.rectOf(byte).right() - expected.right()) < 0.6);
        QCOMPARE(drawn.byteUnder(expected.center()), byte);
    }
    // Any byte of the family is the family.
    QCOMPARE(drawn.rectOf(2 + family.size() / 2), drawn.rectOf(2));

    // Both pictures show the same, selected or not; placeholders are never seen.
    const auto picture = [&](const PieceLayout &layout, bool isSelected) {
        QImage image(300, 40, QImage::Format_RGB32);
        image.fill(Qt::white);
        QPainter painter(&image);
        std::vector<ColoredRange> colors;
        if (isSelected)
            colors.push_back({{0, text.size()}, Qt::black});
        layout.draw(painter, {4, 4}, colors, image.rect());
        return image;
    };
    const QImage expected = picture(plain, false);
    for (const bool isSelected : {false, true}) {
        const QImage image = picture(drawn, isSelected);
        int different = 0;
        for (int y = 0; y < image.height(); ++y) {
            for (int x = 0; x < image.width(); ++x)
                different += std::abs(qGray(image.pixel(x, y)) - qGray(expected.pixel(x, y))) > 96 ? 1 : 0;
        }
        QVERIFY2(different < 40, qPrintable(QString::number(different)));
    }
}

void LongLineTest::wrappingKeepsThePlace()
{
    const std::string text = english(200'000);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    m_view->verticalScrollBar()->setValue(100'000);
    const std::size_t top = m_view->visibleBytes().begin;
    m_view->setWordWrap(false);
    QVERIFY(m_view->visibleBytes().contains(top));
    m_view->setWordWrap(true);
    const ByteRange back = m_view->visibleBytes();
    QVERIFY(back.begin <= top && top - back.begin < 400);
}

void LongLineTest::findsAndSelectsAcrossSeams_data()
{
    QTest::addColumn<bool>("wrap");
    QTest::newRow("wrap") << true;
    QTest::newRow("no wrap") << false;
}

void LongLineTest::findsAndSelectsAcrossSeams()
{
    QFETCH(bool, wrap);
    std::string text = english(90'000);
    const std::size_t cut = LinePieces(text, {0, text.size()}, false).bytes(12).begin;
    const std::string marked = text.substr(cut - 6, 12); // does not move the cut: letters and spaces stay
    m_view->setWordWrap(wrap);
    m_view->setSnapshot(snapshotOf(text, 40, 8), 0);
    m_view->setCurrentPlace(Place{0, std::nullopt, {cut - 10, cut - 10}}, false);
    QVERIFY(m_view->find(QString::fromStdString(marked), false, true, false));
    QCOMPARE(m_view->currentPlace()->bytes, (ByteRange{cut - 6, cut + 6}));
    const QRect before = m_view->rectOf(cut - 2);
    const QRect after = m_view->rectOf(cut);
    QVERIFY(!before.isEmpty() && !after.isEmpty());
    // The highlight lies under both pieces.
    const QImage picture = m_view->viewport()->grab().toImage();
    const QColor ground = picture.pixelColor(before.left() + 1, before.top() + 2);
    QCOMPARE(picture.pixelColor(after.left() + 1, after.top() + 2), ground);

    // A selection from one piece into the next, by mouse.
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, m_view->rectOf(cut - 6).center() - QPoint(2, 0));
    const QPoint to = m_view->rectOf(cut + 6).center();
    QMouseEvent move(QEvent::MouseMove, to, m_view->viewport()->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, {});
    QApplication::sendEvent(m_view->viewport(), &move);
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, to);
    QVERIFY(m_view->selectedBytes().begin < cut && m_view->selectedBytes().end > cut);
    QCOMPARE(m_view->selectedText().toStdString(),
             text.substr(m_view->selectedBytes().begin, m_view->selectedBytes().size()));
}

QTEST_MAIN(LongLineTest)
#include "longlinetest.moc"
