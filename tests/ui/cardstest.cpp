// SPDX-License-Identifier: GPL-3.0-or-later
// What is drawn on cards besides the text.
#include "chunkview/chunkview.h"
#include "chunkviewsupport.h"
#include "formats/markdownblocks.h"
#include "theme/theme.h"

#include <QImage>
#include <QTest>

#include <algorithm>

using namespace cw;
using namespace cw::test;

class CardsTest final : public QObject
{
    Q_OBJECT

private slots:
    void prefixesAreFramedAndNamed_data();
    void prefixesAreFramedAndNamed();
};

void CardsTest::prefixesAreFramedAndNamed_data()
{
    QTest::addColumn<ThemeMode>("mode");
    QTest::newRow("light") << ThemeMode::Light;
    QTest::newRow("dark") << ThemeMode::Dark;
}

void CardsTest::prefixesAreFramedAndNamed()
{
    QFETCH(const ThemeMode, mode);
    applyTheme(*qApp, mode);
    RunRequest request;
    DocumentParts parts;
    parts.text = "# Guide\n\nPlain words. More words here, and still some more of them.\n";
    parts.format = "markdown";
    parts.readBlocks = &markdown::readBlocks;
    request.documents = {Document::create("guide.md", std::move(parts), {})};
    request.config = defaultConfig("structured", "words");
    request.config.max = 8;
    request.config.overlap = 0;
    request.config.parameters.set("prefix", std::string("heading-path"));
    Caches caches;
    const auto outcome = run(request, caches, {});
    QVERIFY(outcome.hasValue());
    ChunkView view;
    view.resize(900, 600);
    view.show();
    view.setMode(ChunkViewMode::Cards);
    view.setSnapshot(*outcome, 0);
    QVERIFY((*outcome)->chunkSets[0]->chunks().back().hasPrefix());
    const QImage picture = view.viewport()->grab().toImage();
    // Nothing else here is drawn in this colour, which stands out from every tint by 3:1 (themetest).
    const QRgb frame = ThemeColors::fromPalette(view.palette()).mark.rgb();
    int leftmost = picture.width();
    int pixels = 0;
    for (int y = 0; y < picture.height(); ++y) {
        for (int x = 0; x < picture.width(); ++x) {
            if (picture.pixel(x, y) == frame) {
                ++pixels;
                leftmost = std::min(leftmost, x);
            }
        }
    }
    QVERIFY2(pixels > 20, qPrintable(QString::number(pixels)));
    QVERIFY(leftmost > 24 + view.fontMetrics().horizontalAdvance(QStringLiteral("Prefix"))); // which stands before it
}

QTEST_MAIN(CardsTest)
#include "cardstest.moc"
