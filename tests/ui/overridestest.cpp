// SPDX-License-Identifier: GPL-3.0-or-later
// Documents chunked differently, and read as another format, through the window.
#include "workbench/overrides.h"
#include "actions/actions.h"
#include "controls/choicecontrol.h"
#include "controls/englishplurals.h"
#include "controls/errorlabel.h"
#include "controls/integercontrol.h"
#include "controls/plainlabel.h"
#include "mainwindow/documentcommands.h"
#include "mainwindow/filecommands.h"
#include "mainwindow/messagearea.h"
#include "models/documentsmodel.h"
#include "pages/documentspanel.h"
#include "pages/overridebar.h"
#include "pages/parameterspanel.h"
#include "support/openwindow.h"
#include "uisupport.h"

#include <QComboBox>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>

#include <memory>

using namespace cw;
using namespace cw::uitest;

namespace {

constexpr std::size_t none = RunSnapshot::noOverride;

QByteArray sentences(const QByteArray &word)
{
    QByteArray text;
    for (int i = 1; i <= 60; ++i)
        text += "Sentence " + QByteArray::number(i) + " is about " + word + " and little else. ";
    return text;
}

} // namespace

class OverridesTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();
    void oneDocumentIsEditedByItself();
    void aFormatIsEditedTogether();
    void theDocumentsOwnCountsBeforeItsFormats();
    void parametersFollowTheDocumentThatIsShown();
    void whatIsTypedBelongsToWhatWasShown();
    void resetAndUndoTakeItBack();
    void theListMarksAndExplainsIt();
    void theMenuOfOverridesRemovesUnusedOnesToo();
    void severalDocumentsAreSetApartAtOnce();
    void aWrongValueStandsAtItsControl();
    void anOverrideOverTheModelsLimitIsWarnedOf();
    void presetsLeaveTheTokenizerOfAllAlone();
    void whatIsReturnedIsSharedByAll();
    void unusedOverridesOfAnImportedFileAreSaid();
    void aDocumentIsReadAsAnotherFormat();
    void optionsOfAFormatAreSetInTheMenu();
    void whatCannotBeReadThatWayStaysAsItIs();
    void pictures();

private:
    void settle();
    void show(const std::string &id);
    void trigger(ActionId id);
    void typeMax(int max);
    [[nodiscard]] std::size_t row(const std::string &id) const;
    [[nodiscard]] std::size_t chunksOf(const std::string &id) const;
    [[nodiscard]] QModelIndex indexOf(const std::string &id) const;
    [[nodiscard]] QAction *entry(QMenu &menu, const QString &text) const;
    [[nodiscard]] ParametersPanel &parameters() const { return *m_window->findChild<ParametersPanel *>(); }
    [[nodiscard]] OverrideBar &bar() const { return *parameters().overrideBar(); }
    [[nodiscard]] IntegerControl &max() const { return *qobject_cast<IntegerControl *>(parameters().control("max")); }
    [[nodiscard]] QAction &action(ActionId id) const { return m_window->actions()[id]; }

    EnglishPlurals m_plurals;
    std::unique_ptr<cw::testing::OpenWindow> m_open;
    Workbench *m_bench = nullptr; ///< both of m_open
    MainWindow *m_window = nullptr;
};

void OverridesTest::initTestCase()
{
    QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
    QApplication::installTranslator(&m_plurals);
}

void OverridesTest::init()
{
    failOnQtWarnings();
    m_open = std::make_unique<cw::testing::OpenWindow>(40);
    m_bench = &m_open->bench;
    m_window = m_open->window.get();
    m_bench->open({m_open->write(QStringLiteral("a.md"), sentences("apples")),
                   m_open->write(QStringLiteral("b.md"), sentences("bees")),
                   m_open->write(QStringLiteral("c.txt"), sentences("cats"))});
    settle();
    QCOMPARE(m_bench->documents().size(), std::size_t(3));
    show("a.md");
}

void OverridesTest::cleanup()
{
    m_open.reset();
}

void OverridesTest::settle()
{
    QVERIFY(m_open->settle());
}

std::size_t OverridesTest::row(const std::string &id) const
{
    const auto &documents = m_bench->snapshot()->documents;
    for (std::size_t i = 0; i < documents.size(); ++i) {
        if (documents[i]->id() == id)
            return i;
    }
    qFatal("no such document");
}

std::size_t OverridesTest::chunksOf(const std::string &id) const
{
    return m_bench->snapshot()->chunkSets[row(id)]->size();
}

/// A click on the document's row.
void OverridesTest::show(const std::string &id)
{
    auto *view = m_window->findChild<DocumentsPanel *>()->findChild<QListView *>();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(indexOf(id)).center());
    QCOMPARE(shownDocument(*m_bench)->id(), id);
}

QModelIndex OverridesTest::indexOf(const std::string &id) const
{
    const auto *model = m_window->findChild<DocumentsPanel *>()->findChild<QListView *>()->model();
    for (int i = 0; i < model->rowCount(); ++i) {
        if (model->index(i, 0).data().toString().toStdString() == id)
            return model->index(i, 0);
    }
    return {};
}

void OverridesTest::trigger(ActionId id)
{
    QVERIFY2(action(id).isEnabled(), qPrintable(action(id).toolTip()));
    action(id).trigger();
    settle();
}

void OverridesTest::typeMax(int value)
{
    QSpinBox *box = max().spinBox();
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QString::number(value));
    QTest::keyClick(box, Qt::Key_Return);
    settle();
}

QAction *OverridesTest::entry(QMenu &menu, const QString &text) const
{
    Q_EMIT menu.aboutToShow();
    for (QAction *candidate : menu.actions()) {
        if (candidate->text().remove(QLatin1Char('&')).contains(text))
            return candidate;
    }
    return nullptr;
}

void OverridesTest::oneDocumentIsEditedByItself()
{
    const std::size_t before = chunksOf("b.md");
    QVERIFY(bar().isHidden());
    trigger(ActionId::OverrideDocument);
    QVERIFY(bar().isVisible());
    QCOMPARE(bar().scopeLabel()->text(), QStringLiteral("Override: a.md"));
    QCOMPARE(max().value(), 40); // it begins as what the document was chunked with
    QCOMPARE(chunksOf("a.md"), before);
    QVERIFY(!action(ActionId::OverrideDocument).isEnabled());

    typeMax(16);
    QCOMPARE(m_bench->config().max, std::int64_t(40));
    QCOMPARE(m_bench->config().overrides.size(), std::size_t(1));
    QCOMPARE(m_bench->config().overrides[0].max, std::int64_t(16));
    QVERIFY(chunksOf("a.md") > before);
    QCOMPARE(chunksOf("b.md"), before);
    QCOMPARE(chunksOf("c.txt"), before);
    for (const Chunk &chunk : m_bench->snapshot()->chunkSets[row("a.md")]->chunks())
        QVERIFY(chunk.tokens <= 16);
}

void OverridesTest::aFormatIsEditedTogether()
{
    const std::size_t before = chunksOf("c.txt");
    QCOMPARE(Actions::plainText(action(ActionId::OverrideFormat)),
             QStringLiteral("Chunk All Markdown Documents Differently"));
    trigger(ActionId::OverrideFormat);
    QCOMPARE(bar().scopeLabel()->text(), QStringLiteral("Override: all Markdown documents"));
    typeMax(16);
    QVERIFY(chunksOf("a.md") > before);
    QCOMPARE(chunksOf("b.md"), chunksOf("a.md"));
    QCOMPARE(chunksOf("c.txt"), before);
    show("b.md");
    QCOMPARE(max().value(), 16);
    QVERIFY(!action(ActionId::OverrideFormat).isEnabled());
    QVERIFY(action(ActionId::OverrideDocument).isEnabled());
}

void OverridesTest::theDocumentsOwnCountsBeforeItsFormats()
{
    trigger(ActionId::OverrideFormat);
    typeMax(16);
    trigger(ActionId::OverrideDocument); // of a.md, as its format is chunked now
    QCOMPARE(max().value(), 16);
    typeMax(24);
    QCOMPARE(m_bench->config().overrides.size(), std::size_t(2));
    QVERIFY(chunksOf("a.md") < chunksOf("b.md"));
    trigger(ActionId::ResetToConfig); // the nearer one goes first
    QCOMPARE(bar().scopeLabel()->text(), QStringLiteral("Override: all Markdown documents"));
    QCOMPARE(chunksOf("a.md"), chunksOf("b.md"));
}

void OverridesTest::parametersFollowTheDocumentThatIsShown()
{
    trigger(ActionId::OverrideDocument);
    typeMax(16);
    show("c.txt");
    QCOMPARE(max().value(), 40);
    QVERIFY(bar().isVisible());
    QVERIFY(!bar().scopeLabel()->isVisible());
    QVERIFY(!bar().resetButton()->isVisible());
    typeMax(60);
    QCOMPARE(m_bench->config().max, std::int64_t(60));
    QCOMPARE(m_bench->config().overrides[0].max, std::int64_t(16));
    show("a.md");
    QCOMPARE(max().value(), 16);
    QVERIFY(bar().scopeLabel()->isVisible());
}

void OverridesTest::whatIsTypedBelongsToWhatWasShown()
{
    trigger(ActionId::OverrideDocument);
    QSpinBox *box = max().spinBox();
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("16")); // no Return
    show("c.txt");
    settle();
    QCOMPARE(m_bench->config().max, std::int64_t(40));
    QCOMPARE(m_bench->config().overrides[0].max, std::int64_t(16));
    QCOMPARE(max().value(), 40);
}

void OverridesTest::resetAndUndoTakeItBack()
{
    const std::size_t before = chunksOf("a.md");
    trigger(ActionId::OverrideDocument);
    typeMax(16);
    const std::size_t apart = chunksOf("a.md");
    QTest::mouseClick(bar().resetButton(), Qt::LeftButton);
    settle();
    QVERIFY(m_bench->config().overrides.empty());
    QVERIFY(bar().isHidden());
    QCOMPARE(max().value(), 40);
    QCOMPARE(chunksOf("a.md"), before);
    trigger(ActionId::Undo);
    QCOMPARE(chunksOf("a.md"), apart);
    QCOMPARE(max().value(), 16);
    trigger(ActionId::Undo); // the change of max
    QCOMPARE(max().value(), 40);
    QVERIFY(bar().isVisible());
    trigger(ActionId::Undo); // the override itself
    QVERIFY(bar().isHidden());
    trigger(ActionId::Redo);
    trigger(ActionId::Redo);
    QCOMPARE(chunksOf("a.md"), apart);
}

void OverridesTest::theListMarksAndExplainsIt()
{
    QVERIFY(indexOf("a.md").data(DocumentsModel::overrideRole).toString().isEmpty());
    trigger(ActionId::OverrideFormat);
    for (const char *id : {"a.md", "b.md"}) {
        QCOMPARE(indexOf(id).data(DocumentsModel::overrideRole).toString(), QStringLiteral("Override"));
        QVERIFY(indexOf(id)
                    .data(Qt::AccessibleTextRole)
                    .toString()
                    .contains(QStringLiteral("override for all Markdown documents")));
        QVERIFY(indexOf(id).data(Qt::ToolTipRole).toString().contains(QStringLiteral("recursive-sentence · max 40")));
    }
    QVERIFY(indexOf("c.txt").data(DocumentsModel::overrideRole).toString().isEmpty());
}

void OverridesTest::anOverrideOverTheModelsLimitIsWarnedOf()
{
    RunConfig config = m_bench->config();
    config.tokenizer = "bert-uncased";
    config.model = "all-minilm-l6-v2"; // reads 256 with its two special tokens
    config.overrides = {{OverrideScope::Format, "text", "structured", 300, 0, {}},
                        {OverrideScope::Document, "b.md", "structured", 280, 0, {}},
                        {OverrideScope::Format, "pdf", "fixed-words", 900, 0, {}}}; // counts no tokens
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("overrides"));
    settle();
    show("a.md"); // which has none: the panel shows the configuration
    const ErrorLabel &warning = *bar().limitWarning();
    QVERIFY(warning.isVisible());
    QVERIFY(warning.message().startsWith(QStringLiteral("Override for all Plain Text documents, max 300: ")));
    QVERIFY(warning.message().endsWith(QStringLiteral("Lower max to 256.")));
    QVERIFY(parameters().limitWarning()->isHidden());

    show("c.txt"); // its override is the one shown, so the warning stands at the slider
    QVERIFY(parameters().limitWarning()->isVisible());
    QVERIFY(warning.message().startsWith(QStringLiteral("Override for b.md, max 280: ")));
    typeMax(256);
    QVERIFY(parameters().limitWarning()->isHidden());
    QVERIFY(warning.isVisible());
    show("b.md");
    QVERIFY(warning.isHidden());
    typeMax(200);
    show("a.md");
    QVERIFY(warning.isHidden());
}

void OverridesTest::theMenuOfOverridesRemovesUnusedOnesToo()
{
    trigger(ActionId::OverrideDocument);
    m_bench->removeDocuments({static_cast<std::uint32_t>(row("a.md"))});
    settle();
    QVERIFY(bar().isVisible());
    QAction *remove = entry(*bar().listMenu(), QStringLiteral("a.md (not used by an open document)"));
    QVERIFY(remove);
    remove->trigger();
    settle();
    QVERIFY(m_bench->config().overrides.empty());
    QVERIFY(bar().isHidden());
}

void OverridesTest::severalDocumentsAreSetApartAtOnce()
{
    auto *view = m_window->findChild<DocumentsPanel *>()->findChild<QListView *>();
    QTest::mouseClick(view->viewport(), Qt::LeftButton, Qt::ControlModifier,
                      view->visualRect(indexOf("c.txt")).center());
    QCOMPARE(Actions::plainText(action(ActionId::OverrideDocument)),
             QStringLiteral("Chunk These 2 Documents Differently"));
    QVERIFY(!action(ActionId::OverrideFormat).isEnabled());
    QVERIFY(action(ActionId::OverrideFormat).toolTip().contains(QStringLiteral("several formats")));
    trigger(ActionId::OverrideDocument);
    QCOMPARE(m_bench->config().overrides.size(), std::size_t(2));
    trigger(ActionId::Undo);
    QVERIFY(m_bench->config().overrides.empty());
}

void OverridesTest::aWrongValueStandsAtItsControl()
{
    trigger(ActionId::OverrideDocument);
    RunConfig config = m_bench->config();
    config.overrides[0].overlap = 40;
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("wrong"));
    settle();
    QVERIFY(m_bench->configError());
    QVERIFY(parameters().control("overlap")->error().contains(QStringLiteral("smaller than max (40)")));
    show("c.txt"); // there the fault is not of what is shown
    QVERIFY(parameters().control("overlap")->error().isEmpty());
    trigger(ActionId::Undo);
    QVERIFY(!m_bench->configError());
}

void OverridesTest::presetsLeaveTheTokenizerOfAllAlone()
{
    trigger(ActionId::OverrideDocument);
    const RunConfig before = m_bench->config();
    parameters().presetMenu()->actions().first()->trigger();
    settle();
    RunConfig after = m_bench->config();
    QVERIFY(after.overrides[0] != before.overrides[0]);
    after.overrides = before.overrides;
    QCOMPARE(after, before);
    QTest::mouseClick(parameters().resetAllButton(), Qt::LeftButton);
    settle();
    QCOMPARE(m_bench->config().tokenizer, before.tokenizer);
    QCOMPARE(m_bench->config().strategy, before.strategy);
    QCOMPARE(m_bench->config().overrides[0].strategy, std::string(defaultStrategy));
}

void OverridesTest::whatIsReturnedIsSharedByAll()
{
    trigger(ActionId::OverrideDocument);
    auto *kinds = qobject_cast<ChoiceControl *>(parameters().control("returned"))->comboBox();
    kinds->setCurrentIndex(kinds->findData(QStringLiteral("parent")));
    settle();
    QCOMPARE(m_bench->config().returned.kind, ReturnedKind::Parent);
    QVERIFY(!m_bench->configError());
    const ReturnedText returned = m_bench->config().returned;
    typeMax(16);
    parameters().presetMenu()->actions().first()->trigger(); // of the override alone
    settle();
    QCOMPARE(m_bench->config().returned, returned);
    show("c.txt");
    QCOMPARE(kinds->currentData().toString(), QStringLiteral("parent"));
}

void OverridesTest::unusedOverridesOfAnImportedFileAreSaid()
{
    trigger(ActionId::OverrideDocument);
    RunConfig config = m_bench->config();
    config.overrides.push_back({OverrideScope::Format, "pdf", "page", 800, 0, {}});
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("more"));
    settle();
    const QString path = m_open->folder.filePath(QStringLiteral("c.json"));
    QVERIFY(m_window->files().exportConfig(path));
    m_window->messages().clear();
    m_window->files().importConfig(path);
    QTRY_VERIFY(
        m_window->messages().messages().join(u'\n').contains(QStringLiteral("overrides for all PDF documents.")));
}

void OverridesTest::aDocumentIsReadAsAnotherFormat()
{
    m_bench->open({m_open->write(QStringLiteral("notes.md"), "# Head\n\nSome *text*.\n")});
    settle();
    show("notes.md");
    QMenu &menu = m_window->findChild<DocumentCommands *>()->readAsMenu();
    QVERIFY(menu.isEnabled());
    QCOMPARE(m_bench->documents()[3]->format(), std::string_view("markdown"));
    QVERIFY(entry(menu, QStringLiteral("By Content and Name"))->isChecked());
    entry(menu, QStringLiteral("Plain"))->trigger();
    settle();
    QCOMPARE(m_bench->documents()[3]->format(), std::string_view("text"));
    QVERIFY(entry(menu, QStringLiteral("Plain"))->isChecked());
    m_bench->reload(3); // remembered
    settle();
    QCOMPARE(m_bench->documents()[3]->format(), std::string_view("text"));
    entry(menu, QStringLiteral("By Content and Name"))->trigger();
    settle();
    QCOMPARE(m_bench->documents()[3]->format(), std::string_view("markdown"));
}

void OverridesTest::optionsOfAFormatAreSetInTheMenu()
{
    m_bench->open({m_open->write(QStringLiteral("page.html"),
                                 "<!DOCTYPE html><html><body><nav><a href='x'>Somewhere else</a></nav>"
                                 "<main><h1>Title</h1><p>The text itself.</p></main></body></html>")});
    settle();
    show("page.html");
    const auto hasNavigation
        = [&] { return m_bench->documents()[3]->text().find("Somewhere else") != std::string_view::npos; };
    QVERIFY(!hasNavigation());
    QMenu &menu = m_window->findChild<DocumentCommands *>()->readAsMenu();
    QAction *navigation = entry(menu, QStringLiteral("avigation"));
    QVERIFY(navigation && navigation->isCheckable() && !navigation->isChecked());
    navigation->trigger();
    settle();
    QVERIFY(hasNavigation());
    navigation = entry(menu, QStringLiteral("avigation"));
    QVERIFY(navigation->isChecked());
    navigation->trigger();
    settle();
    QVERIFY(!hasNavigation());
}

void OverridesTest::whatCannotBeReadThatWayStaysAsItIs()
{
    const auto before = m_bench->documents();
    QMenu &menu = m_window->findChild<DocumentCommands *>()->readAsMenu();
    entry(menu, QStringLiteral("PDF"))->trigger();
    QTRY_VERIFY(m_window->messages().messages().join(u'\n').contains(QStringLiteral("a.md")));
    settle();
    QCOMPARE(m_bench->documents(), before);
    QVERIFY(entry(menu, QStringLiteral("By Content and Name"))->isChecked());
}

/// Written to the folder that CW_PICTURES names, to be looked at.
void OverridesTest::pictures()
{
    const QString folder = qEnvironmentVariable("CW_PICTURES");
    if (folder.isEmpty())
        QSKIP("CW_PICTURES names no folder");
    m_bench->open(
        {m_open->write(QStringLiteral("a rather long name of a page.html"), "<nav>a</nav><h1>Title</h1><p>Text.</p>")});
    settle();
    show("a.md");
    trigger(ActionId::OverrideFormat);
    typeMax(16);
    trigger(ActionId::OverrideDocument);
    typeMax(24);
    for (const ThemeMode mode : {ThemeMode::Light, ThemeMode::Dark}) {
        m_window->setTheme(mode);
        const QString theme = mode == ThemeMode::Light ? QStringLiteral("light") : QStringLiteral("dark");
        for (const char *id : {"a.md", "c.txt"}) {
            show(id);
            m_window->showPanel(QStringLiteral("histogram"));
            QTest::qWait(400);
            m_window->grab().save(folder + QStringLiteral("/override-%1-%2.png").arg(theme, QLatin1String(id)));
        }
    }
    QVERIFY(overrideOfShown(*m_bench) == none);
}

QTEST_MAIN(OverridesTest)

#include "overridestest.moc"
