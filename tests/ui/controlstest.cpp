// SPDX-License-Identifier: GPL-3.0-or-later
#include "charts/markerlayout.h"
#include "controls/escapes.h"
#include "controls/plainlabel.h"
#include "controls/valueslider.h"
#include "models/texts.h"
#include "models/tooltips.h"
#include "theme/theme.h"
#include "uisupport.h"

#include <QAccessible>
#include <QTest>

#include <random>

using namespace cw;
using namespace cw::uitest;

class ControlsTest final : public QObject
{
    Q_OBJECT

private slots:
    void escapesAreDecoded_data();
    void escapesAreDecoded();
    void brokenEscapesGiveNothing_data();
    void brokenEscapesGiveNothing();
    void encodingIsUndoneByDecoding();
    void aLogarithmicSliderSpansItsRangeInRoundNumbers();
    void aMirroredSliderTurnsItsKeys();
    void assistiveTechnologyHearsValues();
    void markerLabelsNeverCollide();
    void previewsAreOneLine();
    void contextSplitsAtTheOffendingWords();
    void errorTextIsReadable();
    void tooltipsAreNeverMarkup_data();
    void tooltipsAreNeverMarkup();
    void anElidedLabelTellsAllOfIt();
};

void ControlsTest::escapesAreDecoded_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QString>("plain");
    QTest::newRow("nothing") << QString() << QString();
    QTest::newRow("plain") << QStringLiteral("a b,c") << QStringLiteral("a b,c");
    QTest::newRow("blank line") << QStringLiteral("\\n\\n") << QStringLiteral("\n\n");
    QTest::newRow("short") << QStringLiteral("\\r\\t\\f\\v") << QStringLiteral("\r\t\f\v");
    QTest::newRow("backslash before n") << QStringLiteral("\\\\n") << QStringLiteral("\\n");
    QTest::newRow("zero") << QStringLiteral("\\0") << QString(QChar(0));
    QTest::newRow("hex") << QStringLiteral("\\x41B") << QStringLiteral("AB");
    QTest::newRow("four digits") << QStringLiteral("\\u20285") << QString(QChar(0x2028)) + QStringLiteral("5");
    QTest::newRow("braces") << QStringLiteral("\\u{1F600}!") << QStringLiteral("😀!");
}

void ControlsTest::escapesAreDecoded()
{
    QFETCH(QString, typed);
    QFETCH(QString, plain);
    QVERIFY(decodeEscapes(typed).has_value());
    QCOMPARE(*decodeEscapes(typed), plain);
}

void ControlsTest::brokenEscapesGiveNothing_data()
{
    QTest::addColumn<QString>("typed");
    for (const char *typed : {"\\", "a\\", "\\q", "\\x4", "\\xZZ", "\\u12", "\\u{}", "\\u{110000}", "\\u{D800}",
                              "\\uDC00", "\\u{41", "\\u{-1}", "\\u{ 41}"})
        QTest::newRow(typed) << QString::fromLatin1(typed);
}

void ControlsTest::brokenEscapesGiveNothing()
{
    QFETCH(QString, typed);
    QVERIFY(!decodeEscapes(typed).has_value());
}

void ControlsTest::encodingIsUndoneByDecoding()
{
    std::mt19937 random(7);
    const QList<char32_t> alphabet{U'\n', U'\\',  U'n',   U'u',    U'{',     U' ', U'\t', U'\0',
                                   0xA0,  0x2028, 0x200B, 0x1F600, 0x10FFFF, 0x7F, U'x',  0x3000};
    for (int i = 0; i < 2000; ++i) {
        QString plain;
        for (auto n = random() % 6; n > 0; --n) {
            const char32_t c = alphabet[static_cast<qsizetype>(random() % 16)];
            plain += QString::fromUcs4(&c, 1);
        }
        const QString typed = encodeEscapes(plain);
        QVERIFY(!typed.contains(u'\n') && !typed.contains(QChar(0x2028)) && !typed.contains(QChar(0)));
        QCOMPARE(decodeEscapes(typed).value_or(QStringLiteral("broken")), plain);
    }
}

void ControlsTest::aLogarithmicSliderSpansItsRangeInRoundNumbers()
{
    ValueSlider slider;
    slider.setValueRange(16, 4096, SliderScale::Logarithmic);
    std::vector<int> seen;
    connect(&slider, &ValueSlider::valueMoved, &slider, [&seen](int value) { seen.push_back(value); });
    slider.resize(200, 24);
    slider.show();
    sendMouse(&slider, QEvent::MouseButtonPress, QPointF(2, 12));
    for (int x = 2; x < 220; ++x)
        sendMouse(&slider, QEvent::MouseMove, QPointF(x, 12));
    sendMouse(&slider, QEvent::MouseButtonRelease, QPointF(219, 12));
    QVERIFY(std::is_sorted(seen.begin(), seen.end()));
    QCOMPARE(seen.back(), 4096);
    for (const int value : seen)
        QVERIFY2(value < 50 || value % 5 == 0 || value == 4096, qPrintable(QString::number(value)));
    const auto middle = std::ranges::count_if(seen, [](int value) { return value <= 256; });
    QVERIFY2(middle * 10 > static_cast<qsizetype>(seen.size()) * 4, "half of the way is for the smaller half of sizes");

    slider.showValue(20000);
    QCOMPARE(slider.shownValue(), 20000);
    QCOMPARE(slider.sliderPosition(), slider.maximum());
    slider.showValue(3);
    QCOMPARE(slider.sliderPosition(), slider.minimum());
}

void ControlsTest::aMirroredSliderTurnsItsKeys()
{
    ValueSlider slider;
    slider.setValueRange(0, 100, SliderScale::Linear);
    slider.showValue(50);
    slider.setLayoutDirection(Qt::RightToLeft);
    QTest::keyClick(&slider, Qt::Key_Left);
    QCOMPARE(slider.shownValue(), 51);
    QTest::keyClick(&slider, Qt::Key_Up);
    QCOMPARE(slider.shownValue(), 52);
    QTest::keyClick(&slider, Qt::Key_PageDown);
    QCOMPARE(slider.shownValue(), 42);
    QTest::keyClick(&slider, Qt::Key_Home);
    QCOMPARE(slider.shownValue(), 0);
}

void ControlsTest::assistiveTechnologyHearsValues()
{
    ValueSlider slider;
    slider.setValueRange(16, 4096, SliderScale::Logarithmic);
    slider.showValue(300);
    QAccessibleInterface *spoken = QAccessible::queryAccessibleInterface(&slider);
    QVERIFY(spoken && spoken->valueInterface());
    QCOMPARE(spoken->role(), QAccessible::Slider);
    QCOMPARE(spoken->valueInterface()->currentValue().toInt(), 300);
    int moved = 0;
    connect(&slider, &ValueSlider::valueMoved, &slider, [&moved](int value) { moved = value; });
    spoken->valueInterface()->setCurrentValue(500);
    QCOMPARE(moved, 500);
}

void ControlsTest::markerLabelsNeverCollide()
{
    std::mt19937 random(11);
    for (int round = 0; round < 500; ++round) {
        std::vector<MarkerLabel> labels;
        for (unsigned i = 0; i < 3; ++i)
            labels.push_back({static_cast<double>(random() % 601), 30.0 + static_cast<double>(random() % 60)});
        if (round % 2 == 0) // as median and 95th percentile are
            labels[1].x = std::min(600.0, labels[0].x + static_cast<double>(random() % 20));
        const std::vector<PlacedLabel> places = placeMarkerLabels(labels, 0, 600, 8);
        QCOMPARE(places.size(), labels.size());
        for (std::size_t i = 0; i < places.size(); ++i) {
            QVERIFY(places[i].left >= 0 && places[i].left + labels[i].width <= 600);
            QVERIFY(places[i].row >= 0 && places[i].row < 3);
            for (std::size_t j = 0; j < places.size(); ++j) {
                // the line of a label goes up to its row, beside all labels below
                if (j != i && places[j].row <= places[i].row)
                    QVERIFY(labels[i].x < places[j].left || labels[i].x > places[j].left + labels[j].width);
                if (j < i && places[i].row == places[j].row)
                    QVERIFY(places[i].left >= places[j].left + labels[j].width + 8
                            || places[j].left >= places[i].left + labels[i].width + 8);
            }
        }
    }
    QVERIFY(placeMarkerLabels({}, 0, 600, 8).empty());
}

void ControlsTest::previewsAreOneLine()
{
    QCOMPARE(oneLine("  a\n\n\tb\xE2\x80\xA8\x63 ", 100), QStringLiteral("a b c"));
    QCOMPARE(oneLine("", 100), QString());
    QCOMPARE(oneLine(" \n ", 100), QString());
    QCOMPARE(oneLine("abcdef", 3), QStringLiteral("abc…"));
    QCOMPARE(oneLine("abc", 3), QStringLiteral("abc"));
    QCOMPARE(oneLine("😀😀😀", 2), QStringLiteral("😀😀…"));
    QVERIFY2(!oneLine("a\xE2\x80\xAE\x62", 9).contains(QChar(0x202E)), "an override must not turn the row around");
}

void ControlsTest::contextSplitsAtTheOffendingWords()
{
    const std::string text = "First one. This failed again. Last one.";
    const TextContext context = textContext(text, {11, 15}, {0, text.size()});
    QCOMPARE(context.before, QStringLiteral("First one. "));
    QCOMPARE(context.words, QStringLiteral("This"));
    QCOMPARE(context.after, QStringLiteral(" failed again. Last one."));
    const TextContext inside = textContext(text, {11, 15}, {11, 29});
    QCOMPARE(inside.before, QString());
    QCOMPARE(inside.after, QStringLiteral(" failed again."));
    const TextContext cut = textContext(text, {11, 15}, {0, text.size()}, 4, 7);
    QCOMPARE(cut.before, QStringLiteral("…ne. "));
    QCOMPARE(cut.after, QStringLiteral(" failed…"));
}

void ControlsTest::errorTextIsReadable()
{
    for (const bool isDark : {false, true}) {
        QPalette palette;
        palette.setColor(QPalette::Window, isDark ? QColor(30, 31, 34) : QColor(244, 245, 246));
        palette.setColor(QPalette::Base, isDark ? QColor(24, 25, 28) : QColor(255, 255, 255));
        palette.setColor(QPalette::WindowText, isDark ? QColor(230, 230, 230) : QColor(20, 20, 20));
        palette.setColor(QPalette::Text, palette.color(QPalette::WindowText));
        QWidget parent;
        parent.setPalette(palette);
        PlainLabel error(PlainLabel::Tone::Error, &parent);
        PlainLabel dim(PlainLabel::Tone::Dim, &parent);
        for (const PlainLabel *label : {&error, &dim})
            QVERIFY(contrastRatio(label->palette().color(QPalette::WindowText), palette.color(QPalette::Window))
                    >= 4.5);
        QCOMPARE(error.textFormat(), Qt::PlainText);
    }
}

void ControlsTest::tooltipsAreNeverMarkup_data()
{
    QTest::addColumn<QString>("text");
    for (const char *text : {"<b>bold</b>", "a <i>b</i>\nc", "\n <p>late", "<?xml version='1.0'?><a/>", "x &lt; y",
                             "a & b", "<!-- c --> <br/>", "a < b", "R&D; &amp; more", "a<br", "plain", ""})
        QTest::newRow(text) << QString::fromLatin1(text);
}

void ControlsTest::tooltipsAreNeverMarkup()
{
    QFETCH(QString, text);
    const QString tip = plainToolTip(text);
    QVERIFY2(!Qt::mightBeRichText(tip), qPrintable(tip));
    QCOMPARE(QString(tip).remove(QChar(0x2060)), text);
}

void ControlsTest::anElidedLabelTellsAllOfIt()
{
    PlainLabel label(QStringLiteral("<b>name</b> of a document that is long"));
    label.setElideMode(Qt::ElideMiddle);
    label.resize(60, 20);
    label.show();
    QCOMPARE(toolTipAt(&label, {5, 5}), label.text());
    label.setToolTip(QStringLiteral("Where it is from."));
    QCOMPARE(toolTipAt(&label, {5, 5}), label.text() + QStringLiteral("\nWhere it is from."));
}

QTEST_MAIN(ControlsTest)
#include "controlstest.moc"
