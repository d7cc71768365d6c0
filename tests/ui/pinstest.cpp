// SPDX-License-Identifier: GPL-3.0-or-later
// Pins as a person sets them: by click, shortcut and menu; undone, kept, drawn, and listed when they do not hold.
#include "io/configjson.h"
#include "mainwindow/centralview.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/messagearea.h"
#include "settings/settings.h"
#include "uisupport.h"
#include "workbench/pinediting.h"

#include <QContextMenuEvent>
#include <QFile>
#include <QHelpEvent>
#include <QListWidget>
#include <QMenu>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QTest>
#include <QToolTip>
#include <QUndoStack>

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

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void PinsTest::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
}

void PinsTest::init()
{
    // of menus and tooltips the offscreen platform says more than of other windows
    QTest::failOnWarning(QRegularExpression(QStringLiteral("^(?!This plugin does not support)")));
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = Settings::temporary();
    m_bench = std::make_unique<Workbench>();
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = 200;
    config.overlap = 0;
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("Words"));
    m_bench->undoStack().clear();
    m_window = std::make_unique<MainWindow>(*m_bench, *m_settings);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void PinsTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
    m_settings.reset();
    m_folder.reset();
}

void PinsTest::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(uitest::isSettled(*m_bench), 20000);
    QCoreApplication::processEvents();
}

void PinsTest::openText(const QByteArray &content)
{
    QFile file(m_folder->filePath(QStringLiteral("a.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(content) == content.size());
    file.close();
    m_window->files().openPaths({file.fileName()});
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
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier);
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
    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::ShiftModifier);
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

    QTest::keyClick(m_window.get(), Qt::Key_B, Qt::ControlModifier | Qt::AltModifier);
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
    QHelpEvent help(QEvent::ToolTip, point, view().viewport()->mapToGlobal(point));
    QCoreApplication::sendEvent(view().viewport(), &help);
    QTRY_VERIFY(QToolTip::text().contains(QStringLiteral("A break is pinned here.")));
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
    QFile file(m_folder->filePath(QStringLiteral("a.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(changed) == changed.size());
    file.close();
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
