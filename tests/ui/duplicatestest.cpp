// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks with the same text: named by document and number wherever they are told of, and gone to with one step.
#include "chunkview/chunkfacts.h"
#include "mainwindow/centralview.h"
#include "models/findingsmodel.h"
#include "pages/findingspage.h"
#include "pages/ruledetails.h"
#include "support/openwindow.h"
#include "uisupport.h"

#include <QContextMenuEvent>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTreeView>

#include <memory>

using namespace cw;
using namespace cw::uitest;

namespace {

const QString repeated = QStringLiteral("The same seven words are said again. ");

std::size_t ruleNumber(std::string_view id)
{
    for (std::size_t i = 0; i < rules().size(); ++i) {
        if (rules()[i]->id == id)
            return i;
    }
    return rules().size();
}

} // namespace

class DuplicatesTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_open.reset(); }
    void rowsNameTheOtherChunk();
    void theButtonGoesThere();
    void theMenuOfARowGoesThere();
    void theShortcutAndTheMenuOfTheTextGoThere();

private:
    [[nodiscard]] FindingsPage &page() { return *m_open->window->findChild<FindingsPage *>(); }
    [[nodiscard]] QModelIndex duplicateRow();
    [[nodiscard]] std::optional<Place> place() { return m_open->bench.selection().current(); }
    [[nodiscard]] QAction &action(ActionId id) { return m_open->window->actions()[id]; }

    std::unique_ptr<cw::testing::OpenWindow> m_open;
};

void DuplicatesTest::init()
{
    m_open = std::make_unique<cw::testing::OpenWindow>(7); // a sentence a chunk
    m_open->bench.addText(QStringLiteral("first & <b>%1"),
                          QStringLiteral("One sentence here has exactly seven words. ") + repeated
                              + QStringLiteral("Another one has its own seven words. "));
    m_open->bench.addText(QStringLiteral("empty"), QString());
    m_open->bench.addText(QStringLiteral("second"),
                          QStringLiteral("This text begins with other seven words. ")
                              + QStringLiteral("Nothing in here was written down before. ") + repeated);
    QVERIFY(m_open->settle());
    QVERIFY(m_open->window->showPanel(QStringLiteral("findings")));
}

QModelIndex DuplicatesTest::duplicateRow()
{
    const QModelIndex rule = page().model()->ruleIndex(ruleNumber("duplicate"));
    page().tree()->setExpanded(rule, true);
    return page().model()->index(0, 0, rule);
}

void DuplicatesTest::rowsNameTheOtherChunk()
{
    failOnQtWarnings();
    const QModelIndex rule = page().model()->ruleIndex(ruleNumber("duplicate"));
    QCOMPARE(page().model()->rowCount(rule), 1);
    QCOMPARE(duplicateRow().data(FindingsModel::HeadlineRole).toString(),
             QStringLiteral("second · chunk 3 · Has the same text as chunk 2 of first & <b>%1."));
    const ChunkFacts facts{m_open->bench.snapshot(), 2};
    QVERIFY(facts.chunkDescription(2).contains(QStringLiteral("Has the same text as chunk 2 of first & <b>%1.")));
    QVERIFY(!facts.chunkDescription(1).contains(QStringLiteral("same text")));
    // what the row says can be searched for
    page().filterField()->setText(QStringLiteral("chunk 2 of first"));
    QCOMPARE(page().model()->rowCount(rule), 1);
    page().filterField()->setText(QStringLiteral("chunk 3 of first"));
    QCOMPARE(page().model()->rowCount(rule), 0);
}

void DuplicatesTest::theButtonGoesThere()
{
    failOnQtWarnings();
    QPushButton *button = page().details()->otherButton();
    page().tree()->setCurrentIndex(page().model()->ruleIndex(ruleNumber("duplicate")));
    QVERIFY(!button->isVisible());
    page().tree()->setCurrentIndex(duplicateRow());
    QTRY_VERIFY(button->isVisible());
    QCOMPARE(button->accessibleName(), QStringLiteral("Go to Chunk 2 of first & <b>%1"));
    QCOMPARE(place()->document, 2U);
    button->setFocus();
    QTest::keyClick(button, Qt::Key_Space);
    QCOMPARE(place()->document, 0U);
    QCOMPARE(place()->chunk, std::optional<std::uint32_t>(1));
    QCOMPARE(place()->bytes, ByteRange(m_open->bench.snapshot()->chunkSets[0]->chunks()[1].source));
    QCOMPARE(page().tree()->currentIndex(), duplicateRow()); // to compare the two
    action(ActionId::Back).trigger();
    QCOMPARE(place()->document, 2U);
    // another run: the button follows the findings
    m_open->bench.addText(QStringLiteral("third"), repeated);
    QVERIFY(m_open->settle());
    page().tree()->setCurrentIndex(page().model()->ruleIndex(0));
    QTRY_VERIFY(!button->isVisible());
}

void DuplicatesTest::theMenuOfARowGoesThere()
{
    const QModelIndex row = duplicateRow();
    page().tree()->scrollTo(row);
    const QPoint at = page().tree()->visualRect(row).center();
    QVERIFY(page().tree()->viewport()->rect().contains(at));
    QContextMenuEvent event(QContextMenuEvent::Mouse, at, page().tree()->viewport()->mapToGlobal(at));
    QCoreApplication::sendEvent(page().tree()->viewport(), &event);
    auto *menu = page().tree()->findChild<QMenu *>();
    QVERIFY(menu);
    QCOMPARE(menu->actions().size(), 2);
    QCOMPARE(menu->actions().at(1)->text(), QStringLiteral("Go to Chunk 2 of first && <b>%1"));
    menu->actions().at(0)->trigger();
    QCOMPARE(place()->document, 2U);
    menu->actions().at(1)->trigger();
    QCOMPARE(place()->document, 0U);
    QCOMPARE(place()->chunk, std::optional<std::uint32_t>(1));
    menu->close();
}

void DuplicatesTest::theShortcutAndTheMenuOfTheTextGoThere()
{
    Selection &selection = m_open->bench.selection();
    selection.select({2, 1, {0, 0}});
    QVERIFY(!action(ActionId::GoToSameText).isEnabled());
    const ByteRange source = m_open->bench.snapshot()->chunkSets[2]->chunks()[2].source;
    selection.select({2, 2, source});
    QVERIFY(action(ActionId::GoToSameText).isEnabled());
    QTest::keyClick(m_open->window.get(), Qt::Key_D, Qt::ControlModifier);
    QCOMPARE(place()->document, 0U);
    QCOMPARE(place()->chunk, std::optional<std::uint32_t>(1));
    QVERIFY(!action(ActionId::GoToSameText).isEnabled()); // it is the first one

    ChunkView &view = m_open->window->centre().chunkView();
    const auto offers = [&](std::uint32_t document, std::uint32_t chunk) {
        selection.select({document, chunk, m_open->bench.snapshot()->chunkSets[document]->chunks()[chunk].source});
        const QPoint at = view.rectOf(place()->bytes.begin + 2).center();
        QContextMenuEvent event(QContextMenuEvent::Mouse, at, view.viewport()->mapToGlobal(at));
        QCoreApplication::sendEvent(view.viewport(), &event);
        auto *menu = view.findChild<QMenu *>();
        const bool isOffered = menu && menu->actions().contains(&action(ActionId::GoToSameText));
        delete menu;
        return isOffered;
    };
    QVERIFY(offers(2, 2));
    QVERIFY(!offers(2, 0));
}

QTEST_MAIN(DuplicatesTest)
#include "duplicatestest.moc"
