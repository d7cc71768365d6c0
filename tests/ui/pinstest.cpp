// SPDX-License-Identifier: GPL-3.0-or-later
// Pins as a person sets them: by click, shortcut and menu; undone, kept, drawn, and listed when they do not hold.
#include "io/configjson.h"
#include "mainwindow/centralview.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/messagearea.h"
#include "support/openwindow.h"
#include "uisupport.h"
#include "workbench/pinediting.h"

#include <QAccessible>
#include <QContextMenuEvent>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <memory>

using namespace cw;

namespace {

const QByteArray text
    = "Cats chase mice all day. Dogs sleep in the sun. Birds sing in the tall trees. Fish swim in deep "
      "water. Horses run over the hills. Bees fly from flower to flower.";

} // namespace

class PinsTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void aPinGoesBeforeTheWord();
    void shortcutsPinAndForbid();
    void undoAndRedoFollow();
    void theMenuIsThatOfThePlace();
    void pinsSurviveOtherChanges();
    void pinsAreDrawnAndSaidInWords();
    void headsOfPinsLeaveTheLettersAlone();
    void cardsShowPinsAndTakeThem();
    void aChangedFileMovesPinsOrListsThem();
    void documentEdgesCannotBePinned();

private:
    void settle();
    void openText(const QByteArray &content = text);
    void click(std::size_t byte);
    [[nodiscard]] ChunkView &view() { return m_window->centre().chunkView(); }
    [[nodiscard]] bool isCutBefore(const char *word);
    [[nodiscard]] QAction &action(ActionId id) { return m_window->actions()[id]; }
    [[nodiscard]] std::size_t at(const char *word) { return static_cast<std::size_t>(text.indexOf(word)); }

    std::unique_ptr<cw::testing::OpenWindow> m_open;
    Workbench *m_bench = nullptr; ///< both of m_open
    MainWindow *m_window = nullptr;
};

void PinsTest::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void PinsTest::init()
{
    // of menus and tooltips the offscreen platform says more than of other windows
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    m_open = std::make_unique<cw::testing::OpenWindow>(200);
    m_bench = &m_open->bench;
    m_window = m_open->window.get();
}

void PinsTest::cleanup()
{
    m_open.reset();
}

void PinsTest::settle()
{
    QVERIFY(m_open->settle());
}

void PinsTest::openText(const QByteArray &content)
{
    m_window->files().openPaths({m_open->write(QStringLiteral("a.txt"), content)});
    settle();
    QCOMPARE(m_bench->snapshot()->documents.size(), std::size_t(1));
}

void PinsTest::click(std::size_t byte)
{
    const QRect rect = view().rectOf(byte);
    QVERIFY(!rect.isEmpty());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, Qt::NoModifier, rect.center());
}

bool PinsTest::isCutBefore(const char *word)
{
    const auto &chunks = m_bench->snapshot()->chunkSets[0]->chunks();
    return std::ranges::any_of(chunks, [&](const Chunk &chunk) { return chunk.source.begin == at(word); });
}

void PinsTest::aPinGoesBeforeTheWord()
{
    const std::string_view words = "Eins zwei  drei.\u4f60\u597d";
    QCOMPARE(pinnablePlace(words, 5), std::size_t(5));
    QCOMPARE(pinnablePlace(words, 8), std::size_t(5));
    QCOMPARE(pinnablePlace(words, 9), std::size_t(11)); // white space: the word behind it
    QCOMPARE(pinnablePlace(words, 10), std::size_t(11));
    QCOMPARE(pinnablePlace(words, 14), std::size_t(11));
    QCOMPARE(pinnablePlace(words, 2), std::size_t(0));
    QCOMPARE(pinnablePlace(words, words.size()), words.size());
    const std::string endless(1000, 'x');
    QCOMPARE(pinnablePlace(endless, 500), std::size_t(500));
    QCOMPARE(pinnablePlace("", 0), std::size_t(0));
    QCOMPARE(pinnablePlace("  ", 0), std::size_t(2));
}

void PinsTest::shortcutsPinAndForbid()
{
    openText();
    click(at("Birds") + 2);
    QTest::keyClick(m_window, Qt::Key_B, Qt::ControlModifier);
    settle();
    QCOMPARE(m_bench->config().pins.size(), std::size_t(1));
    QCOMPARE(m_bench->config().pins[0].byte, std::uint64_t(at("Birds")));
    QCOMPARE(QByteArray::fromStdString(m_bench->config().pins[0].after).left(10), QByteArray("Birds sing"));
    QVERIFY(isCutBefore("Birds"));
    QCOMPARE(m_bench->snapshot()->chunkCount, std::size_t(2));

    // sentences of 6, 5, 5 and 6 words: two a chunk, and the middle two together when they are kept so
    RunConfig config = m_bench->config();
    config.max = 11;
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("Max"));
    settle();
    QVERIFY(isCutBefore("Horses") && !isCutBefore("Fish"));
    click(at("Horses") + 1);
    QTest::keyClick(m_window, Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
    settle();
    QVERIFY(!isCutBefore("Horses") && isCutBefore("Fish"));
    QCOMPARE(m_bench->config().pins.size(), std::size_t(2));
    QCOMPARE(m_bench->config().pins[1].kind, PinKind::Keep);

    // one of the other kind takes its place
    click(at("Horses") + 1);
    action(ActionId::PinBreak).trigger();
    settle();
    QCOMPARE(m_bench->config().pins.size(), std::size_t(2));
    QVERIFY(isCutBefore("Horses"));

    QTest::keyClick(m_window, Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
    settle();
    QCOMPARE(m_bench->config().pins.size(), std::size_t(1));
    action(ActionId::RemovePins).trigger();
    settle();
    QVERIFY(m_bench->config().pins.empty());
    QVERIFY(!action(ActionId::RemovePins).isEnabled());
}

void PinsTest::undoAndRedoFollow()
{
    openText();
    click(at("Dogs"));
    action(ActionId::PinBreak).trigger();
    settle();
    QCOMPARE(action(ActionId::Undo).text(), QStringLiteral("&Undo Pinned Break"));
    action(ActionId::Undo).trigger();
    settle();
    QVERIFY(m_bench->config().pins.empty());
    QCOMPARE(m_bench->snapshot()->chunkCount, std::size_t(1));
    action(ActionId::Redo).trigger();
    settle();
    QVERIFY(isCutBefore("Dogs"));
    QVERIFY(action(ActionId::RemovePin).isEnabled());
    action(ActionId::RemovePin).trigger();
    settle();
    action(ActionId::Undo).trigger();
    settle();
    QCOMPARE(m_bench->config().pins.size(), std::size_t(1));
}

void PinsTest::theMenuIsThatOfThePlace()
{
    openText();
    const QPoint point = view().rectOf(at("Bees") + 1).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, point, view().viewport()->mapToGlobal(point));
    QCoreApplication::sendEvent(view().viewport(), &event);
    auto *menu = view().findChild<QMenu *>();
    QTRY_VERIFY(menu && menu->isVisible());
    QStringList entries;
    for (const QAction *entry : menu->actions()) {
        if (!entry->isSeparator())
            entries << Actions::plainText(*entry);
    }
    QCOMPARE(entries,
             QStringList({QStringLiteral("Pin Break Here"), QStringLiteral("Forbid Break Here"),
                          QStringLiteral("Remove Pin"), QStringLiteral("Remove All Pins of Document"),
                          QStringLiteral("Copy"), QStringLiteral("Copy Chunk")}));
    QVERIFY(menu->actions().at(0)->isEnabled());
    QVERIFY(!menu->actions().at(2)->isEnabled());
    menu->actions().at(0)->trigger();
    menu->close();
    settle();
    QVERIFY(isCutBefore("Bees"));
}

void PinsTest::pinsSurviveOtherChanges()
{
    openText();
    click(at("Dogs"));
    action(ActionId::PinBreak).trigger();
    settle();
    for (const char *strategy : {"fixed-words", "token-window", "structured", "recursive-character"}) {
        RunConfig config = m_bench->config();
        config.strategy = strategy;
        config.parameters = {};
        m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("Strategy"));
        settle();
        QVERIFY2(isCutBefore("Dogs"), strategy);
    }
    const auto json = configToJson(m_bench->config());
    QVERIFY(json.hasValue());
    const auto read = configFromJson(*json);
    QVERIFY(read.hasValue());
    QVERIFY(read->pins == m_bench->config().pins);
}

void PinsTest::pinsAreDrawnAndSaidInWords()
{
    openText();
    const QRect place = view().rectOf(at("sleep")).adjusted(-6, 0, 6, 0);
    const QImage plain = view().viewport()->grab(place).toImage();
    click(at("sleep"));
    action(ActionId::PinBreak).trigger();
    settle();
    click(at("Horses")); // the outline of the current chunk is elsewhere
    const QImage broken = view().viewport()->grab(view().rectOf(at("sleep")).adjusted(-6, 0, 6, 0)).toImage();
    QVERIFY(broken != plain);
    const QPoint point = view().rectOf(at("sleep")).topLeft() + QPoint(1, 5);
    QVERIFY(uitest::toolTipAt(view().viewport(), point).contains(QStringLiteral("A break is pinned here.")));
}

void PinsTest::headsOfPinsLeaveTheLettersAlone()
{
    openText();
    click(at("sleep"));
    action(ActionId::PinKeep).trigger(); // changes no chunk, so that the pin alone is drawn anew
    settle();
    // The body of the first letter: where lines have room for a head, no letter is.
    const QRect letter = view().rectOf(at("sleep"));
    const QRect body(letter.left(), letter.top() + letter.height() / 4, letter.width(), letter.height() * 3 / 4);
    const QRect beside = body.translated(-4, 0);
    const QImage pinned = view().viewport()->grab(body).toImage();
    const QImage pinnedBeside = view().viewport()->grab(beside).toImage();
    action(ActionId::Undo).trigger();
    settle();
    QVERIFY(m_bench->config().pins.empty());
    QCOMPARE(view().viewport()->grab(body).toImage(), pinned);
    QVERIFY(view().viewport()->grab(beside).toImage() != pinnedBeside); // the stem
}

void PinsTest::cardsShowPinsAndTakeThem()
{
    openText();
    m_window->centre().chunkView().setMode(ChunkViewMode::Cards);
    click(at("sleep") + 1);
    const auto pictureOf = [this](std::size_t byte) {
        return view().viewport()->grab(view().rectOf(byte).adjusted(-6, 0, 6, 0)).toImage();
    };
    click(at("Horses")); // not on the word that is looked at
    const QImage plain = pictureOf(at("sleep"));
    const QRect inText = view().rectOf(at("sleep"));

    // The menu selects the place of its card first.
    const QPoint point = view().rectOf(at("sleep")).center();
    QContextMenuEvent event(QContextMenuEvent::Mouse, point, view().viewport()->mapToGlobal(point));
    QCoreApplication::sendEvent(view().viewport(), &event);
    auto *menu = view().findChild<QMenu *>();
    QTRY_VERIFY(menu && menu->isVisible());
    menu->actions().at(1)->trigger();
    menu->close();
    settle();
    QCOMPARE(m_bench->config().pins.size(), std::size_t(1));
    QCOMPARE(m_bench->config().pins[0].kind, PinKind::Keep);
    QCOMPARE(m_bench->config().pins[0].byte, std::uint64_t(at("sleep")));
    click(at("Horses"));
    QCOMPARE(view().rectOf(at("sleep")), inText);
    QVERIFY(pictureOf(at("sleep")) != plain);
    QAccessibleInterface *accessible = QAccessible::queryAccessibleInterface(&view());
    QVERIFY(accessible->text(QAccessible::Description)
                .contains(QStringLiteral("A break is forbidden at one place in it.")));

    click(at("sleep"));
    action(ActionId::PinBreak).trigger();
    settle();
    QVERIFY(isCutBefore("sleep"));
    QCOMPARE(m_bench->snapshot()->chunkCount, std::size_t(2));
    const auto tip = [this](QPoint where) { return uitest::toolTipAt(view().viewport(), where); };
    // at the begin of the second card, and behind the last letter of the first
    const QRect begin = view().rectOf(at("sleep"));
    const QRect last = view().rectOf(at("sleep") - 2);
    QVERIFY(last.bottom() < begin.top());
    const QString atBegin = tip({begin.left() + 1, begin.center().y()});
    QVERIFY2(atBegin.contains(QStringLiteral("A break is pinned here.")), qPrintable(atBegin));
    QVERIFY2(atBegin.contains(QStringLiteral("A break is pinned where it begins.")), qPrintable(atBegin));
    const QString atEnd = tip({last.right() + 1, last.center().y()});
    QVERIFY2(atEnd.contains(QStringLiteral("A break is pinned here.")), qPrintable(atEnd));
    QVERIFY2(atEnd.contains(QStringLiteral("A break is pinned where it ends.")), qPrintable(atEnd));

    // A card's head stands for the place where its chunk begins.
    const QPoint head(begin.left() + 200, begin.top() - 20);
    const std::optional<Place> place = view().placeAt(head);
    QVERIFY(place && place->chunk == 1U && place->bytes.begin == at("sleep"));
    m_bench->selection().select(*place);
    QVERIFY(action(ActionId::RemovePin).isEnabled());
    action(ActionId::RemovePin).trigger();
    settle();
    QVERIFY(m_bench->config().pins.empty());
}

void PinsTest::aChangedFileMovesPinsOrListsThem()
{
    openText();
    click(at("Birds"));
    action(ActionId::PinBreak).trigger();
    click(at("Bees"));
    action(ActionId::PinBreak).trigger();
    settle();
    QCOMPARE(m_bench->snapshot()->chunkCount, std::size_t(3));
    QVERIFY(m_window->messages().messages().isEmpty());

    QByteArray changed = text;
    changed.replace("Horses run over the hills. Bees fly from flower to flower.", "Nothing of that is left over.");
    changed.prepend("A new beginning. ");
    (void)m_open->write(QStringLiteral("a.txt"), changed);
    action(ActionId::Reload).trigger();
    QTRY_COMPARE(m_bench->documents()[0]->text().size(), static_cast<std::size_t>(changed.size()));
    settle();
    const auto &places = m_bench->snapshot()->pinPlaces;
    QCOMPARE(places.size(), std::size_t(2));
    QCOMPARE(places[0].state, PinState::Moved);
    QCOMPARE(places[0].byte, std::uint64_t(changed.indexOf("Birds")));
    QCOMPARE(places[1].state, PinState::Lost);
    QTRY_VERIFY(m_window->messages().messages().join(QString()).contains(QStringLiteral("could not be kept")));

    m_window->showPanel(QStringLiteral("outline"));
    QListWidget *problems = nullptr;
    for (auto *list : m_window->findChildren<QListWidget *>()) {
        if (list->accessibleName().contains(QStringLiteral("Problems")))
            problems = list;
    }
    QVERIFY(problems);
    QTRY_COMPARE(problems->count(), 1);
    QVERIFY(problems->item(0)->text().contains(QStringLiteral("A pin was lost.")));
    QVERIFY(problems->item(0)->text().contains(QStringLiteral("Bees fly")));
    action(ActionId::RemovePins).trigger();
    settle();
    QTRY_VERIFY(m_window->messages().messages().isEmpty());
}

void PinsTest::documentEdgesCannotBePinned()
{
    openText();
    click(0);
    QVERIFY(!action(ActionId::PinBreak).isEnabled());
    QVERIFY(action(ActionId::PinBreak).toolTip().contains(QStringLiteral("begins or ends here")));
    click(at("Dogs"));
    QVERIFY(action(ActionId::PinBreak).isEnabled());
}

QTEST_MAIN(PinsTest)
#include "pinstest.moc"
