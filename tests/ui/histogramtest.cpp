// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/histogrampage.h"
#include "charts/histogramview.h"
#include "theme/colormath.h"
#include "theme/theme.h"
#include "uisupport.h"

#include <QChart>

#include <set>

using namespace cw;
using namespace cw::uitest;

class HistogramTest final : public QObject
{
    Q_OBJECT

private slots:
    void histogramCountsEveryChunkOnce();
    void choosingABinGoesThroughItsChunks();
    void theModelsLimitIsMarkedWhereItIsInSight();
    void histogramWorksFromTheKeyboard();
    void histogramWithoutChunksAndWithOne();
    void histogramFollowsTheTheme();
    void outlinesAreSeen_data();
    void outlinesAreSeen();
};

void HistogramTest::histogramCountsEveryChunkOnce()
{
    Shown<HistogramPage> shown;
    openTexts(shown.bench);
    const HistogramView &view = *shown.page.view();
    QVERIFY(view.binCount() > 1 && view.binCount() <= 64);
    std::uint64_t chunks = 0;
    std::uint64_t overlaps = 0;
    std::uint64_t next = 0;
    for (std::size_t i = 0; i < view.binCount(); ++i) {
        const HistogramBin bin = view.bin(i);
        QCOMPARE(bin.firstTokens, next);
        next = bin.lastTokens.value_or(0) + 1;
        std::uint64_t counted = 0;
        for (const auto &set : shown.bench.snapshot()->chunkSets) {
            for (const Chunk &chunk : set->chunks()) {
                if (chunk.tokens >= bin.firstTokens && chunk.tokens <= bin.lastTokens.value_or(UINT64_MAX)) {
                    ++counted;
                    QCOMPARE(view.binOf(chunk.tokens), i);
                }
            }
        }
        QCOMPARE(bin.chunks, counted);
        chunks += bin.chunks;
        overlaps += bin.overlaps;
    }
    QCOMPARE(chunks, std::uint64_t{shown.bench.snapshot()->chunkCount});
    QCOMPARE(overlaps, std::uint64_t{shown.bench.snapshot()->chunkCount - 2});
}

void HistogramTest::choosingABinGoesThroughItsChunks()
{
    Shown<HistogramPage> shown;
    openTexts(shown.bench);
    HistogramView &view = *shown.page.view();
    std::size_t fullest = 0;
    for (std::size_t i = 0; i < view.binCount(); ++i) {
        if (view.bin(i).chunks > view.bin(fullest).chunks)
            fullest = i;
    }
    const std::uint64_t inBin = view.bin(fullest).chunks;
    QVERIFY(inBin >= 3);
    shown.bench.selection().clear();
    std::vector<std::pair<std::uint32_t, std::uint32_t>> visited;
    for (std::uint64_t i = 0; i < inBin; ++i) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.columnRect(fullest).center().toPoint());
        const Place place = *shown.bench.selection().current();
        visited.emplace_back(place.document, *place.chunk);
        const Chunk &chunk = shown.bench.snapshot()->chunkSets[place.document]->chunks()[*place.chunk];
        QCOMPARE(view.binOf(chunk.tokens), fullest);
    }
    QVERIFY(std::ranges::is_sorted(visited));
    QCOMPARE(std::set(visited.begin(), visited.end()).size(), static_cast<std::size_t>(inBin));
    QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, view.columnRect(fullest).center().toPoint());
    QCOMPARE(*shown.bench.selection().current()->chunk, visited.front().second);
    QCOMPARE(view.highlightedBin(), std::optional(fullest));
    QVERIFY(view.binText(fullest).contains(QStringLiteral("%1 chunks").arg(inBin)));
}

void HistogramTest::theModelsLimitIsMarkedWhereItIsInSight()
{
    Shown<HistogramPage> shown;
    openTexts(shown.bench);
    RunConfig config = shown.bench.config();
    config.model = "all-minilm-l6-v2"; // reads 256, two of them its special tokens
    config.tokenizer = "bert-uncased";
    const auto limitsWith = [&](std::int64_t max) {
        config.max = max;
        shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
        (void)QTest::qWaitFor([&] { return isSettled(shown.bench); });
        return shown.page.view()->markerTexts().filter(QStringLiteral("limit"));
    };
    QCOMPARE(limitsWith(300), QStringList{QStringLiteral("model's limit 254")});
    QCOMPARE(shown.page.view()->markerTexts().last(), QStringLiteral("max 298"));
    QCOMPARE(limitsWith(120), QStringList());
}

void HistogramTest::histogramWorksFromTheKeyboard()
{
    Shown<HistogramPage> shown;
    openTexts(shown.bench);
    HistogramView &view = *shown.page.view();
    view.setFocus(Qt::TabFocusReason);
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.highlightedBin(), std::optional(view.binCount() - 1));
    while (view.bin(*view.highlightedBin()).chunks == 0)
        QTest::keyClick(&view, Qt::Key_Left);
    QTest::keyClick(&view, Qt::Key_Return);
    QVERIFY(shown.bench.selection().current() && shown.bench.selection().current()->chunk);
    QVERIFY(view.accessibleDescription().contains(QStringLiteral("tokens")));
}

void HistogramTest::histogramWithoutChunksAndWithOne()
{
    Shown<HistogramPage> shown;
    QVERIFY(shown.page.notice().startsWith(QStringLiteral("No chunks yet")));
    shown.bench.addText(QStringLiteral("empty"), QStringLiteral("  \n"));
    QTRY_VERIFY(isSettled(shown.bench));
    QVERIFY(!shown.page.notice().isEmpty());
    QVERIFY(!shown.page.grab().isNull());

    shown.bench.addText(QStringLiteral("one"), QStringLiteral("One sentence only."));
    QTRY_VERIFY(isSettled(shown.bench) && shown.bench.snapshot()->chunkCount == 1);
    QVERIFY(shown.page.notice().isEmpty());
    QVERIFY(!shown.page.grab().isNull());

    RunConfig config = shown.bench.config();
    config.max = 1;
    config.overlap = 0;
    shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("max"));
    QTRY_VERIFY(isSettled(shown.bench));
    QVERIFY(!shown.page.grab().isNull());
    QVERIFY(shown.page.view()->binCount() >= 1);
    shown.bench.closeAll();
    QTRY_VERIFY(!shown.page.notice().isEmpty());
}

void HistogramTest::histogramFollowsTheTheme()
{
    Shown<HistogramPage> shown;
    openTexts(shown.bench);
    QPalette dark;
    dark.setColor(QPalette::Window, QColor(30, 31, 34));
    dark.setColor(QPalette::Base, QColor(24, 25, 28));
    dark.setColor(QPalette::WindowText, QColor(230, 230, 230));
    dark.setColor(QPalette::Text, QColor(230, 230, 230));
    shown.page.setPalette(dark);
    QCOMPARE(shown.page.view()->chart()->backgroundBrush().color(), QColor(30, 31, 34));
    const QImage image = shown.page.view()->grab().toImage();
    QCOMPARE(image.pixelColor(1, 1), QColor(30, 31, 34));
}

void HistogramTest::outlinesAreSeen_data()
{
    QTest::addColumn<ThemeMode>("theme");
    QTest::addColumn<bool>("isKeyboard"); // the bin that the arrow keys are at, else that of the chosen chunk
    QTest::addColumn<int>("width");
    for (const int width : {420, 1100}) {
        for (const ThemeMode theme : {ThemeMode::Light, ThemeMode::Dark}) {
            for (const bool isKeyboard : {false, true})
                QTest::addRow("%s %s %d", theme == ThemeMode::Dark ? "dark" : "light",
                              isKeyboard ? "keyboard" : "chosen", width)
                    << theme << isKeyboard << width;
        }
    }
}

/// Along both sides of the column, over its bar and above it, something that is only there for the outline stands out
/// from what is beside it by 3:1, on either side.
void HistogramTest::outlinesAreSeen()
{
    QFETCH(ThemeMode, theme);
    QFETCH(bool, isKeyboard);
    QFETCH(int, width);
    applyTheme(*qApp, theme);
    Shown<HistogramPage> shown;
    shown.page.resize(width, 320);
    openTexts(shown.bench);
    HistogramView &view = *shown.page.view();
    view.clearFocus();
    const auto picture = [&view] {
        QApplication::processEvents();
        return view.viewport()->grab().toImage();
    };
    std::size_t bin = 0; // a full one
    for (std::size_t i = 1; i < view.binCount(); ++i)
        bin = view.bin(i).chunks > view.bin(bin).chunks ? i : bin;
    view.setSelectedBin(std::nullopt);
    const QImage plain = picture();
    if (isKeyboard) {
        view.window()->activateWindow();
        view.setFocus(Qt::TabFocusReason);
        QTRY_VERIFY(view.hasFocus());
        QTest::keyClick(&view, Qt::Key_Home);
        for (std::size_t i = 0; i < bin; ++i)
            QTest::keyClick(&view, Qt::Key_Right);
        QCOMPARE(view.highlightedBin(), bin);
    } else {
        view.setSelectedBin(bin);
    }
    const QImage outlined = picture();
    const auto contrast = [](QRgb one, QRgb other) {
        const double a = relativeLuminance(QColor(one));
        const double b = relativeLuminance(QColor(other));
        return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
    };
    constexpr int reach = 4;
    const auto standsOut = [&](int edge, int y) {
        for (int x = edge - reach; x <= edge + reach; ++x) {
            const QRgb line = outlined.pixel(x, y);
            if (contrast(line, plain.pixel(x, y)) < 1.1)
                continue;
            const auto standsOutFrom = [&](int beside) { return contrast(line, outlined.pixel(beside, y)) >= 3; };
            if ((standsOutFrom(x - 3) || standsOutFrom(x - 2)) && (standsOutFrom(x + 2) || standsOutFrom(x + 3)))
                return true;
        }
        return false;
    };
    const QRectF column = view.columnRect(bin);
    int seen = 0;
    int looked = 0;
    for (int y = static_cast<int>(column.top()) + 40; y < static_cast<int>(column.bottom()) - 4; ++y) {
        for (const double edge : {column.left(), column.right()}) {
            ++looked;
            seen += standsOut(qRound(edge), y) ? 1 : 0;
        }
    }
    QVERIFY(looked > 100);
    // Dashes have gaps.
    QVERIFY2(seen >= looked * (isKeyboard ? 0.5 : 0.98), qPrintable(QStringLiteral("%1 of %2").arg(seen).arg(looked)));
    applyTheme(*qApp, ThemeMode::Light);
}

QTEST_MAIN(HistogramTest)
#include "histogramtest.moc"
