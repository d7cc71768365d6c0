// SPDX-License-Identifier: GPL-3.0-or-later
// The view never becomes the owner of the text: what is selected in it is the source, character for character.
#include "chunkviewsupport.h"

#include "chunkview/chunkview.h"

#include <QTest>

using namespace cw;
using namespace cw::test;

class ChunkViewTextTest : public QObject
{
    Q_OBJECT

private slots:
    void selectedTextIsTheSource_data();
    void selectedTextIsTheSource();
    void positionsAreConvertedOnce();
};

/// Field reports QT-02 and QT-03: a text document would turn CRLF into one mark, U+00A0 into a space, U+2028 into a
/// line end.
void ChunkViewTextTest::selectedTextIsTheSource_data()
{
    QTest::addColumn<QString>("text");
    QTest::newRow("crlf") << QStringLiteral("a\r\nb");
    QTest::newRow("lone cr") << QStringLiteral("a\rb");
    QTest::newRow("line separator") << QStringLiteral("a\u2028b");
    QTest::newRow("paragraph separator") << QStringLiteral("a\u2029b");
    QTest::newRow("no-break space") << QStringLiteral("a\u00A0b");
    QTest::newRow("object replacement and noncharacter") << QStringLiteral("a\uFFFC\uFDD0b");
    QTest::newRow("nul and controls") << QString(QStringLiteral("a") + QChar(0) + QChar(1) + QChar(0x7F)
                                                 + QStringLiteral("b"));
    QTest::newRow("soft hyphen and zero width") << QStringLiteral("co\u00ADop\u200B\u200D\uFEFFx");
}

void ChunkViewTextTest::selectedTextIsTheSource()
{
    QFETCH(const QString, text);
    const std::string bytes = text.toStdString();
    ChunkView view;
    view.resize(400, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    view.setSnapshot(snapshotOf(bytes, 5, 0), 0);
    view.selectBytes({0, bytes.size()});
    QCOMPARE(view.selectedText(), text);
}

/// Field report QT-01: code points 3 to 4 of "😀😀 x" are UTF-16 units 5 to 6 and bytes 9 to 10.
void ChunkViewTextTest::positionsAreConvertedOnce()
{
    const std::string text = "😀😀 x";
    ChunkView view;
    view.resize(400, 200);
    view.show();
    QVERIFY(QTest::qWaitForWindowExposed(&view));
    const auto snapshot = snapshotOf(text, 5, 0);
    view.setSnapshot(snapshot, 0);
    const OffsetMap &offsets = snapshot->documents[0]->offsets();
    const std::size_t begin = offsets.byteOfCodePoint(3);
    const std::size_t end = offsets.byteOfCodePoint(4);
    QCOMPARE(offsets.utf16At(begin), std::size_t{5});
    QCOMPARE(offsets.utf16At(end), std::size_t{6});
    view.selectBytes({begin, end});
    QCOMPARE(view.selectedText(), QStringLiteral("x"));
}

QTEST_MAIN(ChunkViewTextTest)
#include "chunkviewtexttest.moc"
