// SPDX-License-Identifier: GPL-3.0-or-later
#include "theme/theme.h"

#include <QApplication>
#include <QPainterPath>
#include <QStyle>
#include <QTest>

using namespace cw;

namespace {

/// Far enough apart to be seen as two colours: Euclidean distance in 8-bit RGB.
double distance(const QColor &a, const QColor &b)
{
    const double red = a.red() - b.red();
    const double green = a.green() - b.green();
    const double blue = a.blue() - b.blue();
    return std::sqrt(red * red + green * green + blue * blue);
}

} // namespace

class ThemeTest : public QObject
{
    Q_OBJECT

private slots:
    void contrastRatioMatchesKnownValues();
    void everyColorKeepsItsContrast_data();
    void everyColorKeepsItsContrast();
    void tintsDiffer_data() { everyColorKeepsItsContrast_data(); }
    void tintsDiffer();
    void awkwardPalettesKeepContrast();
    void widgetTextIsReadable_data() { everyColorKeepsItsContrast_data(); }
    void widgetTextIsReadable();
    void severityShapesDifferAndFit();
    void systemModeIsOneOfOurs();
};

void ThemeTest::contrastRatioMatchesKnownValues()
{
    QCOMPARE(contrastRatio(Qt::black, Qt::white), 21.0);
    QCOMPARE(contrastRatio(Qt::white, Qt::white), 1.0);
    // #767676 on white is the well-known grey just above 4.5:1, #777777 the one just below.
    QVERIFY(contrastRatio(QColor(0x76, 0x76, 0x76), Qt::white) >= 4.5);
    QVERIFY(contrastRatio(QColor(0x77, 0x77, 0x77), Qt::white) < 4.5);
    QVERIFY(std::abs(contrastRatio(QColor(0xff, 0x00, 0x00), Qt::white) - 3.998) < 0.001);
}

void ThemeTest::everyColorKeepsItsContrast_data()
{
    QTest::addColumn<ThemeMode>("mode");
    QTest::newRow("light") << ThemeMode::Light;
    QTest::newRow("dark") << ThemeMode::Dark;
}

static void checkContrasts(const ThemeColors &colors)
{
    QVERIFY(contrastRatio(colors.text, colors.base) >= 7);
    QVERIFY(contrastRatio(colors.text, colors.searchHit) >= 7);
    QVERIFY(contrastRatio(colors.dimText, colors.base) >= 4.5);
    QVERIFY(contrastRatio(colors.accent, colors.base) >= 3);
    for (std::size_t i = 0; i < 4; ++i) {
        QVERIFY(contrastRatio(colors.text, colors.chunkTint[i]) >= 7);
        QVERIFY(contrastRatio(colors.text, colors.chunkTintStrong[i]) >= 7);
        QVERIFY(contrastRatio(colors.text, colors.chunkHatch[i]) >= 7);
        QVERIFY(contrastRatio(colors.dimText, colors.chunkTint[i]) >= 4.5);
        QVERIFY(contrastRatio(colors.dimText, colors.chunkTintStrong[i]) >= 4.5);
        QVERIFY(contrastRatio(colors.chunkEdge[i], colors.base) >= 3);
        for (const QColor &ground :
             {colors.base, colors.chunkTint[i], colors.chunkTintStrong[i], colors.chunkHatch[i], colors.searchHit})
            QVERIFY(contrastRatio(colors.mark, ground) >= 3);
        QVERIFY(contrastRatio(colors.accent, colors.chunkTintStrong[i]) >= 3);
        for (const QColor &severity : colors.severity) {
            QVERIFY(contrastRatio(severity, colors.base) >= 3);
            QVERIFY(contrastRatio(severity, colors.chunkTint[i]) >= 3);
            QVERIFY(contrastRatio(severity, colors.chunkTintStrong[i]) >= 3);
        }
    }
}

void ThemeTest::everyColorKeepsItsContrast()
{
    QFETCH(ThemeMode, mode);
    applyTheme(*qApp, mode);
    const ThemeColors colors = ThemeColors::fromPalette(QApplication::palette());
    QCOMPARE(colors.isDark, mode == ThemeMode::Dark);
    checkContrasts(colors);
}

void ThemeTest::tintsDiffer()
{
    QFETCH(ThemeMode, mode);
    applyTheme(*qApp, mode);
    const ThemeColors colors = ThemeColors::fromPalette(QApplication::palette());
    for (std::size_t i = 0; i < 4; ++i) {
        QVERIFY(distance(colors.chunkTint[i], colors.base) > 15);
        QVERIFY(distance(colors.chunkTint[i], colors.chunkTintStrong[i]) > 20);
        for (std::size_t j = i + 1; j < 4; ++j)
            QVERIFY(distance(colors.chunkTint[i], colors.chunkTint[j]) > 9);
        // The stripes must show on both tints in greyscale too.
        for (std::size_t j = 0; j < 4; ++j)
            QVERIFY(contrastRatio(colors.chunkHatch[i], colors.chunkTint[j]) > 1.25);
    }
}

void ThemeTest::awkwardPalettesKeepContrast()
{
    struct Case
    {
        QColor base, text;
    };
    for (const Case &awkward :
         {Case{Qt::white, QColor(0x80, 0x80, 0x80)}, Case{QColor(0xfd, 0xf6, 0xe3), QColor(0x65, 0x7b, 0x83)},
          Case{Qt::black, Qt::white}, Case{QColor(0x00, 0x2b, 0x36), QColor(0x93, 0xa1, 0xa1)}}) {
        QPalette palette;
        palette.setColor(QPalette::Base, awkward.base);
        palette.setColor(QPalette::Window, awkward.base);
        palette.setColor(QPalette::Text, awkward.text);
        checkContrasts(ThemeColors::fromPalette(palette));
    }
}

void ThemeTest::widgetTextIsReadable()
{
    QFETCH(ThemeMode, mode);
    applyTheme(*qApp, mode);
    const QPalette palette = QApplication::palette();
    QCOMPARE(QApplication::style()->name(), QStringLiteral("fusion"));
    QVERIFY(contrastRatio(palette.color(QPalette::WindowText), palette.color(QPalette::Window)) >= 7);
    QVERIFY(contrastRatio(palette.color(QPalette::Text), palette.color(QPalette::AlternateBase)) >= 7);
    QVERIFY(contrastRatio(palette.color(QPalette::ButtonText), palette.color(QPalette::Button)) >= 7);
    QVERIFY(contrastRatio(palette.color(QPalette::ToolTipText), palette.color(QPalette::ToolTipBase)) >= 7);
    QVERIFY(contrastRatio(palette.color(QPalette::HighlightedText), palette.color(QPalette::Highlight)) >= 4.5);
    QVERIFY(contrastRatio(palette.color(QPalette::Link), palette.color(QPalette::Base)) >= 4.5);
}

void ThemeTest::severityShapesDifferAndFit()
{
    const QPainterPath circle = severityShape(Severity::Info, 16);
    const QPainterPath triangle = severityShape(Severity::Warning, 16);
    const QPainterPath octagon = severityShape(Severity::Error, 16);
    for (const QPainterPath &shape : {circle, triangle, octagon})
        QVERIFY(QRectF(-0.01, -0.01, 16.02, 16.02).contains(shape.boundingRect()));
    // Near the upper corner of the square only the octagon is filled; the triangle leaves most of the top free.
    QVERIFY(octagon.contains(QPointF(3, 3.4)));
    QVERIFY(!triangle.contains(QPointF(3, 3.4)));
    QVERIFY(!triangle.contains(QPointF(13, 6)));
    QVERIFY(circle.contains(QPointF(13, 6)));
    const ThemeColors colors = ThemeColors::fromPalette(QApplication::palette());
    for (const Severity severity : {Severity::Info, Severity::Warning, Severity::Error}) {
        const QImage image = severityIcon(severity, colors).pixmap(16, 16).toImage();
        QCOMPARE(image.pixelColor(0, 0).alpha(), 0);
        QCOMPARE(image.pixelColor(4, 11).rgb(), colors.severityColor(severity).rgb());
    }
}

void ThemeTest::systemModeIsOneOfOurs()
{
    applyTheme(*qApp, ThemeMode::Light);
    const QPalette light = QApplication::palette();
    applyTheme(*qApp, ThemeMode::Dark);
    const QPalette dark = QApplication::palette();
    // Offscreen has no desktop: System falls back to light, from whatever was set before.
    applyTheme(*qApp, ThemeMode::System);
    QCOMPARE(QApplication::palette().color(QPalette::Base), light.color(QPalette::Base));
    qputenv("GTK_THEME", "Adwaita:dark");
    applyTheme(*qApp, ThemeMode::System);
    qunsetenv("GTK_THEME");
    QCOMPARE(QApplication::palette().color(QPalette::Base), dark.color(QPalette::Base));
}

QTEST_MAIN(ThemeTest)
#include "themetest.moc"
