// SPDX-License-Identifier: GPL-3.0-or-later
// The window as a person meets it: menus, panels, messages, palette, help.
#include "actions/actions.h"
#include "controls/englishplurals.h"
#include "dialogs/commandpalette.h"
#include "dialogs/helpwindow.h"
#include "dialogs/openfolderdialog.h"
#include "mainwindow/centralview.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/findbar.h"
#include "mainwindow/mainwindow.h"
#include "mainwindow/messagearea.h"
#include "mainwindow/navigator.h"
#include "mainwindow/statusline.h"
#include "pages/documentspanel.h"
#include "settings/settings.h"

#include <QAbstractButton>
#include <QApplication>
#include <QClipboard>
#include <QDockWidget>
#include <QFile>
#include <QInputDialog>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QListWidget>
#include <QMenuBar>
#include <QMimeData>
#include <QPushButton>
#include <QSet>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QTimer>
#include <QTreeWidget>
#include <QUndoStack>

#include <memory>

using namespace cw;

class ShellTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void everyActionHasTextTipAndAShortcutOfItsOwn();
    void mnemonicsOfOneMenuDiffer();
    void emptyStateOffersWhatItCanDo();
    void opensTheSamples();
    void failingToOpenIsSaidInPlace();
    void anEncodingIsOfferedWhereThereIsOne();
    void messagesDoNotFloodTheWindow();
    void statusLineSaysTheTotals();
    void documentsPanelFollowsAndLeads();
    void goesFromChunkToChunkThroughAllDocuments();
    void undoTextFollowsTheStack();
    void findsText();
    void importsAndExportsTheConfiguration();
    void aWrongConfigurationIsRefusedByItsKey();
    void recentPathsAreKept();
    void dropsOpenFilesAndText();
    void asksBeforeTheSelectionMoves();
    void themeModeAndLayoutAreRemembered();
    void paletteFindsAndRuns();
    void helpHasATopicForEveryFocus();
    void panelsAreNamedForAccessibility();
    void pluralsAreEnglish();

private:
    QString write(const QString &name, const QByteArray &bytes);
    void settle();
    void openWindow();
    [[nodiscard]] QLabel *labelWith(const QString &text) const;

    EnglishPlurals m_plurals;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workbench> m_bench;
    std::unique_ptr<MainWindow> m_window;
};

void ShellTest::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QApplication::installTranslator(&m_plurals);
}

void ShellTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = Settings::temporary();
    openWindow();
}

void ShellTest::openWindow()
{
    m_window.reset();
    m_bench = std::make_unique<Workbench>();
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = 10;
    config.overlap = 5;
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("Words"));
    m_bench->undoStack().clear();
    m_window = std::make_unique<MainWindow>(*m_bench, *m_settings);
    m_window->show();
}

void ShellTest::cleanup()
{
    m_window.reset();
    m_bench.reset();
    m_settings.reset();
    m_folder.reset();
}

QString ShellTest::write(const QString &name, const QByteArray &bytes)
{
    const QString path = m_folder->filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
        qFatal("cannot write test file");
    return path;
}

void ShellTest::settle()
{
    QTRY_VERIFY_WITH_TIMEOUT(!m_bench->isBusy() && m_bench->isSnapshotCurrent(), 20000);
}

QLabel *ShellTest::labelWith(const QString &text) const
{
    const QList<QLabel *> labels = m_window->findChildren<QLabel *>();
    for (QLabel *label : labels) {
        if (label->text().contains(text) && label->isVisible())
            return label;
    }
    return nullptr;
}

void ShellTest::everyActionHasTextTipAndAShortcutOfItsOwn()
{
    QSet<QString> shortcuts;
    QSet<QString> texts;
    QCOMPARE(static_cast<std::size_t>(m_window->actions().all().size()), actionTable().size());
    for (const QAction *action : m_window->actions().all()) {
        const QString text = Actions::plainText(*action);
        QVERIFY2(!text.isEmpty(), "an action without text");
        QVERIFY2(!texts.contains(text), qPrintable(text));
        texts.insert(text);
        QVERIFY2(action->toolTip().contains(QLatin1Char('.')), qPrintable(text));
        for (const QKeySequence &shortcut : action->shortcuts()) {
            const QString keys = shortcut.toString(QKeySequence::PortableText);
            QVERIFY2(!keys.isEmpty(), qPrintable(text));
            QVERIFY2(!shortcuts.contains(keys), qPrintable(text + QLatin1Char(' ') + keys));
            shortcuts.insert(keys);
        }
    }
    for (const char *keys : {"Ctrl+O", "Ctrl+E", "Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+K", "Ctrl+F", "Ctrl+G", "F1", "F8",
                             "Shift+F8", "[", "]", "Alt+Left", "Alt+Right"})
        QVERIFY2(shortcuts.contains(QString::fromLatin1(keys)), keys);
    QList<QAction *> inMenus;
    const QList<QMenu *> menus = m_window->menuBar()->findChildren<QMenu *>();
    for (const QMenu *menu : menus)
        inMenus.append(menu->actions());
    for (QAction *action : m_window->actions().all())
        QVERIFY2(inMenus.contains(action), qPrintable(action->text()));
}

void ShellTest::mnemonicsOfOneMenuDiffer()
{
    m_bench->undoStack().clear();
    const auto check = [](const QList<QAction *> &actions, const QString &where) {
        QSet<QChar> seen;
        for (const QAction *action : actions) {
            const qsizetype at = action->text().indexOf(QLatin1Char('&'));
            if (at < 0)
                continue;
            const QChar mnemonic = action->text().at(at + 1).toLower();
            QVERIFY2(!seen.contains(mnemonic), qPrintable(where + QLatin1Char(' ') + action->text()));
            seen.insert(mnemonic);
        }
    };
    check(m_window->menuBar()->actions(), QStringLiteral("menu bar"));
    for (const QAction *menu : m_window->menuBar()->actions()) {
        check(menu->menu()->actions(), menu->text());
        for (const QAction *action : menu->menu()->actions()) {
            if (action->menu())
                check(action->menu()->actions(), action->text());
        }
    }
}

void ShellTest::emptyStateOffersWhatItCanDo()
{
    QTRY_VERIFY(!m_bench->isBusy());
    QStringList buttons;
    const QList<QPushButton *> all = m_window->centre().findChildren<QPushButton *>();
    for (const QPushButton *button : all) {
        if (button->isVisible() && button->isEnabled())
            buttons.append(button->text().remove(QLatin1Char('&')));
    }
    QCOMPARE(buttons,
             (QStringList{QStringLiteral("Open Files…"), QStringLiteral("Open Folder…"),
                          QStringLiteral("Try the Samples")}));
    QVERIFY(labelWith(QStringLiteral("Drop Files or Folders Here")));
    for (const ActionId id : {ActionId::ExportChunks, ActionId::Reload, ActionId::RemoveDocuments, ActionId::Find,
                              ActionId::NextChunk, ActionId::GoToChunk, ActionId::CopyChunk, ActionId::Undo}) {
        const QAction &action = m_window->actions()[id];
        QVERIFY2(!action.isEnabled(), qPrintable(action.text()));
        QVERIFY2(action.toolTip().contains(QLatin1Char('\n')), "a disabled action says why");
    }
}

void ShellTest::opensTheSamples()
{
    m_window->actions()[ActionId::TrySamples].trigger();
    settle();
    QVERIFY(m_bench->documents().size() >= 3);
    QVERIFY(!labelWith(QStringLiteral("Drop Files or Folders Here")));
    QVERIFY(m_window->centre().chunkView().snapshot());
    QVERIFY(m_window->actions()[ActionId::ExportChunks].isEnabled());
}

void ShellTest::failingToOpenIsSaidInPlace()
{
    m_window->files().openPaths({m_folder->filePath(QStringLiteral("gone.txt"))});
    QTRY_VERIFY(labelWith(QStringLiteral("Nothing Could Be Opened")));
    QStringList said;
    for (const QListWidget *list : m_window->centre().findChildren<QListWidget *>()) {
        for (int row = 0; row < list->count(); ++row)
            said.append(list->item(row)->text());
    }
    QVERIFY(said.join(QLatin1Char('\n')).contains(QStringLiteral("gone.txt")));
    m_window->files().openPaths({write(QStringLiteral("a.txt"), "One two three.")});
    settle();
    QVERIFY(!labelWith(QStringLiteral("Nothing Could Be Opened")));
    QTRY_VERIFY2(labelWith(QStringLiteral("gone.txt")), "the problem stays said while the other document is open");
}

void ShellTest::anEncodingIsOfferedWhereThereIsOne()
{
    const auto encodingButton = [this]() -> QAbstractButton * {
        for (auto *button : m_window->centre().findChildren<QAbstractButton *>()) {
            if (button->accessibleName() == QStringLiteral("Encoding of the document"))
                return button;
        }
        return nullptr;
    };
    QVERIFY(encodingButton());
    m_window->files().openPaths({write(QStringLiteral("a.txt"), "One two three.")});
    settle();
    QTRY_VERIFY(encodingButton()->isVisible());
    QTRY_VERIFY(m_window->files().encodingMenu().isEnabled());

    m_window->actions()[ActionId::CloseAll].trigger();
    settle();
    m_window->files().openPaths({QStringLiteral(CW_TEST_DATA "/formats/guide.docx")});
    settle();
    QTRY_COMPARE(m_bench->documents().size(), 1U);
    QTRY_VERIFY(!encodingButton()->isVisible());
    QTRY_VERIFY(!m_window->files().encodingMenu().isEnabled());
}

void ShellTest::messagesDoNotFloodTheWindow()
{
    m_window->files().openPaths({write(QStringLiteral("a.txt"), "One two three.")});
    settle();
    for (int i = 0; i < 500; ++i)
        m_window->messages().add(Severity::Warning, QStringLiteral("Problem number %1.").arg(i));
    m_window->messages().add(Severity::Warning, QStringLiteral("Problem number 7."));
    QTRY_VERIFY(labelWith(QStringLiteral("497 more messages.")));
    QVERIFY(m_window->messages().height() < 200);
    QCOMPARE(m_window->messages().messages().size(), 500);
    m_window->messages().clear();
    QTRY_VERIFY(!m_window->messages().isVisible());
}

void ShellTest::statusLineSaysTheTotals()
{
    // by hand: sentences of 5 words, two a chunk, one carried: 3 chunks of 10 tokens, two pairs sharing 5
    m_window->files().openPaths({write(QStringLiteral("a.txt"),
                                       "One two three four five. Six seven eight nine ten. "
                                       "A b c d e. F g h i j.")});
    settle();
    const QString text = m_window->findChild<StatusLine *>()->text();
    QVERIFY2(text.startsWith(QStringLiteral("1 document · 3 chunks · 30 tokens · overlap 33.3 %, asked 50.0 % · "
                                            "0 hard cuts · ")),
             qPrintable(text));
    QVERIFY(text.endsWith(QStringLiteral(" ms")));
}

void ShellTest::documentsPanelFollowsAndLeads()
{
    m_window->files().openPaths({write(QStringLiteral("a.txt"), "One."), write(QStringLiteral("b.txt"), "Two."),
                                 write(QStringLiteral("c.md"), "Three.")});
    settle();
    auto *panel = m_window->findChild<DocumentsPanel *>();
    auto *view = panel->findChild<QListView *>();
    QCOMPARE(view->model()->rowCount(), 3);
    m_bench->selectByte(2, 0);
    QCOMPARE(view->currentIndex().row(), 2);
    view->setCurrentIndex(view->model()->index(1, 0));
    QCOMPARE(m_bench->selection().current()->document, 1U);
    QCOMPARE(m_window->centre().chunkView().document(), 1U);
    panel->findChild<QLineEdit *>()->setText(QStringLiteral(".MD"));
    QCOMPARE(m_bench->selection().current()->document, 1U);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(view->model()->index(0, 0)).center());
    QCOMPARE(m_bench->selection().current()->document, 2U);
    panel->findChild<QLineEdit *>()->clear();
    view->setCurrentIndex(view->model()->index(0, 0));
    m_window->actions()[ActionId::RemoveDocuments].trigger();
    settle();
    QCOMPARE(view->model()->rowCount(), 2);
    QVERIFY(view->currentIndex().data().toString() != QStringLiteral("a.txt"));
}

void ShellTest::goesFromChunkToChunkThroughAllDocuments()
{
    const QByteArray two = "One two three four five. Six seven eight nine ten. A b c d e.";
    m_window->files().openPaths({write(QStringLiteral("a.txt"), two), write(QStringLiteral("b.txt"), ""),
                                 write(QStringLiteral("c &lt;.txt"), two)});
    settle();
    const RunSnapshot &snapshot = *m_bench->snapshot();
    QCOMPARE(snapshot.chunkCount, std::size_t(4));
    QList<QPair<int, int>> visited;
    const auto visit = [&] {
        const Place &place = *m_bench->selection().current();
        visited.append({static_cast<int>(place.document), static_cast<int>(*place.chunk)});
    };
    visit();
    for (int i = 0; i < 4; ++i) {
        m_window->actions()[ActionId::NextChunk].trigger();
        visit();
    }
    using Visits = QList<QPair<int, int>>;
    QCOMPARE(visited, (Visits{{0, 0}, {0, 1}, {2, 0}, {2, 1}, {2, 1}}));
    m_window->actions()[ActionId::PreviousChunk].trigger();
    m_window->actions()[ActionId::PreviousChunk].trigger();
    visited.clear();
    visit();
    m_window->actions()[ActionId::Back].trigger();
    visit();
    m_window->actions()[ActionId::Forward].trigger();
    visit();
    QCOMPARE(visited, (Visits{{0, 1}, {2, 0}, {0, 1}}));
    m_bench->selection().select(chunkPlace(snapshot, 2, 0));
    QTimer::singleShot(0, this, [] {
        auto *dialog = qobject_cast<QInputDialog *>(QApplication::activeModalWidget());
        QVERIFY(dialog && dialog->intMaximum() == 2); // chunks of the document, numbered as the gutter numbers them
        QVERIFY(!Qt::mightBeRichText(dialog->findChild<QLabel *>()->text()));
        dialog->setIntValue(2);
        dialog->accept();
    });
    m_window->actions()[ActionId::GoToChunk].trigger();
    QCOMPARE(m_bench->selection().current(), std::optional(chunkPlace(snapshot, 2, 1)));
    m_bench->selection().select(chunkPlace(snapshot, 0, 1));
    QCOMPARE(chunkByNumber(snapshot, 3), std::optional(chunkPlace(snapshot, 2, 0)));
    QVERIFY(!chunkByNumber(snapshot, 5));
    QVERIFY(!chunkByNumber(snapshot, 0));
    m_window->actions()[ActionId::PreviousDocument].trigger();
    QCOMPARE(m_bench->selection().current()->document, 0U);
}

void ShellTest::undoTextFollowsTheStack()
{
    QVERIFY(!m_window->actions()[ActionId::Undo].isEnabled());
    RunConfig config = m_bench->config();
    config.max = 40;
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("Change Max"));
    QCOMPARE(m_window->actions()[ActionId::Undo].text(), QStringLiteral("&Undo Change Max"));
    m_window->actions()[ActionId::Undo].trigger();
    QCOMPARE(m_bench->config().max, std::int64_t(10));
    QCOMPARE(m_window->actions()[ActionId::Redo].text(), QStringLiteral("&Redo Change Max"));
}

void ShellTest::findsText()
{
    m_window->files().openPaths(
        {write(QStringLiteral("a.txt"), "Cats chase mice. A cat sleeps. Concatenation is not a CAT.")});
    settle();
    m_window->actions()[ActionId::Find].trigger();
    FindBar &bar = m_window->centre().findBar();
    QVERIFY(bar.isVisible());
    auto *field = bar.findChild<QLineEdit *>();
    field->setText(QStringLiteral("cat"));
    QTRY_COMPARE(m_window->centre().chunkView().searchPosition().second, std::size_t(4));
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_VERIFY(m_window->centre().chunkView().searchPosition().first > 0);
    field->setText(QStringLiteral("dog"));
    QTRY_VERIFY(labelWith(QStringLiteral("Not found")));
    QTest::keyClick(field, Qt::Key_Escape);
    QVERIFY(!bar.isVisible());
}

void ShellTest::importsAndExportsTheConfiguration()
{
    const QString path = m_folder->filePath(QStringLiteral("config.json"));
    QVERIFY(m_window->files().exportConfig(path));
    const RunConfig exported = m_bench->config();
    RunConfig other = exported;
    other.max = 77;
    m_bench->setConfig(other, ChangeKind::Settled, QStringLiteral("Change Max"));
    m_window->files().importConfig(path);
    QTRY_COMPARE(m_bench->config().max, exported.max);
    m_window->actions()[ActionId::Undo].trigger();
    QCOMPARE(m_bench->config().max, std::int64_t(77));
    m_window->actions()[ActionId::CopyFingerprint].trigger();
    QVERIFY(QGuiApplication::clipboard()->text().startsWith(QStringLiteral("sha256:")));
}

void ShellTest::aWrongConfigurationIsRefusedByItsKey()
{
    const QString path = m_folder->filePath(QStringLiteral("config.json"));
    QVERIFY(m_window->files().exportConfig(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QByteArray json = file.readAll();
    file.close();
    json.insert(json.indexOf('{') + 1, "\"colour\": 1,");
    const RunConfig before = m_bench->config();
    m_window->files().importConfig(write(QStringLiteral("wrong.json"), json));
    QTRY_VERIFY(m_window->messages().messages().last().contains(QStringLiteral("colour")));
    QVERIFY(m_bench->config() == before);
}

void ShellTest::recentPathsAreKept()
{
    QStringList paths;
    for (int i = 0; i < Settings::recentLimit + 3; ++i) {
        paths.append(write(QStringLiteral("%1.txt").arg(i), "One."));
        m_window->files().openPaths({paths.back()});
    }
    m_window->files().openPaths({paths[5]});
    settle();
    QCOMPARE(m_settings->recentPaths().size(), Settings::recentLimit);
    QCOMPARE(m_settings->recentPaths().first(), paths[5]);
    QCOMPARE(m_settings->recentPaths().count(paths[5]), 1);
    QMenu &menu = m_window->files().recentMenu();
    Q_EMIT menu.aboutToShow();
    QVERIFY(menu.actions().first()->text().contains(QStringLiteral("5.txt")));
    openWindow();
    Q_EMIT m_window->files().recentMenu().aboutToShow();
    m_window->files().recentMenu().actions().first()->trigger();
    settle();
    QCOMPARE(m_bench->documents().front()->id(), std::string("5.txt"));
}

void ShellTest::dropsOpenFilesAndText()
{
    QMimeData text;
    text.setText(QStringLiteral("Dropped words."));
    QMimeData urls;
    urls.setUrls(
        {QUrl::fromLocalFile(write(QStringLiteral("a.txt"), "One.")), QUrl(QStringLiteral("https://example.org/x"))});
    QMimeData image;
    image.setData(QStringLiteral("image/png"), "x");
    QVERIFY(FileCommands::canOpen(text));
    QVERIFY(FileCommands::canOpen(urls));
    QVERIFY(!FileCommands::canOpen(image));
    m_window->files().openDropped(text);
    m_window->files().openDropped(urls);
    settle();
    QTRY_COMPARE(m_bench->documents().size(), std::size_t(2));
    QVERIFY(m_window->messages().messages().last().contains(QStringLiteral("example.org")));
}

void ShellTest::asksBeforeTheSelectionMoves()
{
    const QByteArray text = "One two three four five. Six seven eight nine ten. A b c d e.";
    m_window->files().openPaths({write(QStringLiteral("a.txt"), text)});
    settle();
    m_bench->selectByte(0, 30);
    write(QStringLiteral("a.txt"), "More. " + text);
    QTRY_VERIFY_WITH_TIMEOUT(labelWith(QStringLiteral("a.txt changed on disk")), 10000);
    QPushButton *reload = nullptr;
    const QList<QPushButton *> buttons = m_window->messages().findChildren<QPushButton *>();
    for (QPushButton *button : buttons) {
        if (button->text() == QStringLiteral("Reload"))
            reload = button;
    }
    QVERIFY(reload);
    reload->click();
    QTRY_VERIFY(m_bench->documents()[0]->text().starts_with("More. "));
    QTRY_VERIFY(!labelWith(QStringLiteral("a.txt changed on disk")));
}

void ShellTest::themeModeAndLayoutAreRemembered()
{
    m_window->actions()[ActionId::ThemeDark].trigger();
    QTRY_VERIFY(ThemeColors::fromPalette(m_window->palette()).isDark);
    m_window->actions()[ActionId::CardsView].trigger();
    m_window->actions()[ActionId::WordWrap].trigger();
    QVERIFY(!m_window->centre().chunkView().tokensShown());
    QVERIFY(!m_window->actions()[ActionId::NextToken].isEnabled());
    m_window->actions()[ActionId::ShowTokens].trigger();
    m_window->actions()[ActionId::ShowWhiteSpace].trigger();
    m_window->actions()[ActionId::ZoomIn].trigger();
    m_window->centre().chunkView().zoomBy(2); // as the wheel does
    const qreal points = m_window->centre().chunkView().textFont().pointSizeF();
    m_window->findChild<QDockWidget *>(QStringLiteral("histogram"))->hide();
    m_window->resize(1111, 777);
    QTest::qWait(50);
    m_window->close();
    openWindow();
    QVERIFY(m_window->actions()[ActionId::ThemeDark].isChecked());
    QCOMPARE(m_window->centre().chunkView().mode(), ChunkViewMode::Cards);
    QVERIFY(!m_window->centre().chunkView().wordWrap());
    QVERIFY(m_window->centre().chunkView().tokensShown());
    QVERIFY(m_window->actions()[ActionId::ShowTokens].isChecked());
    QVERIFY(m_window->centre().chunkView().whiteSpaceShown());
    QVERIFY(m_window->actions()[ActionId::ShowWhiteSpace].isChecked());
    QCOMPARE(m_window->centre().chunkView().textFont().pointSizeF(), points);
    QVERIFY(m_window->findChild<QDockWidget *>(QStringLiteral("histogram"))->isHidden());
    m_window->actions()[ActionId::ResetLayout].trigger();
    QVERIFY(!m_window->findChild<QDockWidget *>(QStringLiteral("histogram"))->isHidden());
    m_window->actions()[ActionId::ThemeLight].trigger();
    QTRY_VERIFY(!ThemeColors::fromPalette(m_window->palette()).isDark);
}

void ShellTest::paletteFindsAndRuns()
{
    QVERIFY(CommandPalette::matches(QStringLiteral("Export Configuration…"), QStringLiteral("conf exp")));
    QVERIFY(CommandPalette::matches(QStringLiteral("Export Configuration…"), QString()));
    QVERIFY(!CommandPalette::matches(QStringLiteral("Export Configuration…"), QStringLiteral("port")));
    m_window->actions()[ActionId::CommandPalette].trigger();
    auto *palette = m_window->findChild<CommandPalette *>();
    QVERIFY(palette);
    auto *field = palette->findChild<QLineEdit *>();
    auto *list = palette->findChild<QTreeWidget *>();
    QVERIFY(list->topLevelItemCount() >= static_cast<int>(actionTable().size()) - 1);
    field->setText(QStringLiteral("cards"));
    QCOMPARE(list->topLevelItemCount(), 1);
    QTest::keyClick(field, Qt::Key_Return);
    QTRY_COMPARE(m_window->centre().chunkView().mode(), ChunkViewMode::Cards);
}

void ShellTest::helpHasATopicForEveryFocus()
{
    const QList<HelpTopic> topics = helpTopics(m_window->actions());
    QSet<QString> ids;
    for (const HelpTopic &topic : topics) {
        QVERIFY2(!topic.text.isEmpty(), qPrintable(topic.id));
        ids.insert(topic.id);
    }
    const QList<QWidget *> widgets = m_window->findChildren<QWidget *>();
    int asked = 0;
    for (const QWidget *widget : widgets) {
        const QString topic = widget->property("helpTopic").toString();
        asked += topic.isEmpty() ? 0 : 1;
        QVERIFY2(topic.isEmpty() || ids.contains(topic), qPrintable(topic));
    }
    QVERIFY(asked >= 5);
    m_window->findChild<DocumentsPanel *>()->findChild<QLineEdit *>()->setFocus();
    m_window->activateWindow();
    m_window->actions()[ActionId::Help].trigger();
    auto *help = m_window->findChild<HelpWindow *>();
    QVERIFY(help && help->isVisible());
    m_window->actions()[ActionId::Shortcuts].trigger();
    QCOMPARE(help->currentTopic(), QStringLiteral("shortcuts"));
    bool saysPalette = false;
    for (const HelpTopic &topic : topics)
        saysPalette
            = saysPalette || (topic.id == help->currentTopic() && topic.text.contains(QStringLiteral("Ctrl+K")));
    QVERIFY(saysPalette);
}

void ShellTest::panelsAreNamedForAccessibility()
{
    const QList<QAbstractItemView *> views = m_window->findChildren<QAbstractItemView *>();
    for (const QAbstractItemView *view : views) {
        if (view->isVisibleTo(m_window.get()) && view->focusPolicy() != Qt::NoFocus)
            QVERIFY2(!view->accessibleName().isEmpty(), view->metaObject()->className());
    }
    const QList<QLineEdit *> fields = m_window->findChildren<QLineEdit *>();
    for (const QLineEdit *field : fields) {
        if (!qobject_cast<const QAbstractSpinBox *>(field->parentWidget())
            && !field->parentWidget()->inherits("QComboBox"))
            QVERIFY2(!field->accessibleName().isEmpty(), qPrintable(field->placeholderText()));
    }
}

void ShellTest::pluralsAreEnglish()
{
    QCOMPARE(QCoreApplication::translate("x", "%n match(es)", nullptr, 1), QStringLiteral("1 match"));
    QCOMPARE(QCoreApplication::translate("x", "%n match(es)", nullptr, 0), QStringLiteral("0 matches"));
    QCOMPARE(QCoreApplication::translate("x", "%Ln chunk(s) of file(s)", nullptr, 1284),
             QStringLiteral("1,284 chunks of files"));
    QCOMPARE(QCoreApplication::translate("x", "chunk(s)"), QStringLiteral("chunk(s)"));
    QCOMPARE(OpenFolderDialog::parsePatterns(QStringLiteral(" *.md, txt;.rst a?.log ")),
             (QStringList{QStringLiteral("*.md"), QStringLiteral("*.txt"), QStringLiteral("*.rst"),
                          QStringLiteral("a?.log")}));
}

QTEST_MAIN(ShellTest)
#include "shelltest.moc"
