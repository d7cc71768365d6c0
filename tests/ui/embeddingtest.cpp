// SPDX-License-Identifier: GPL-3.0-or-later
// Sentences compared by vectors: chosen, fetched and stopped with the real controls.
#include "controls/choicecontrol.h"
#include "controls/errorlabel.h"
#include "controls/integercontrol.h"
#include "controls/plainlabel.h"
#include "controls/textcontrol.h"
#include "mainwindow/centralview.h"
#include "mainwindow/messagearea.h"
#include "pages/embeddingpicker.h"
#include "pages/parameterspanel.h"
#include "support/fakeembeddingserver.h"
#include "support/openwindow.h"
#include "uisupport.h"
#include "workbench/vectorfetching.h"

#include <QComboBox>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QTemporaryDir>
#include <QUndoStack>

using namespace cw;
using namespace cw::uitest;
using cw::test::AskedRequest;
using cw::test::FakeEmbeddingServer;
using cw::test::GivenAnswer;

namespace {

const QString fruit = QStringLiteral("Fruit is ripe. Fruit is sweet. Fruit is red. Fruit is sold. ");
const QString bridges = QStringLiteral("Bridges are long. Bridges are old. Bridges are high. Bridges are steel. ");
const QString music = QStringLiteral("Songs are sung. Songs are loud. Songs are short. Songs are new.");

struct Fixture
{
    Workbench bench;
    ParametersPanel panel{bench};

    explicit Fixture(const QString &text = fruit + bridges + music)
    {
        failOnQtWarnings();
        RunConfig config = defaultConfig("semantic", "words");
        config.parameters.set("window", std::int64_t{2});
        config.parameters.set("percentile", std::int64_t{80});
        config.parameters.set("smallest", std::int64_t{0});
        bench.setConfig(config, ChangeKind::Settled, QStringLiteral("start"));
        bench.addText(QStringLiteral("text"), text);
        panel.resize(320, 1100);
        panel.show();
        (void)QTest::qWaitForWindowExposed(&panel);
        (void)QTest::qWaitFor([this] { return isSettled(bench); });
    }

    EmbeddingPicker &picker() { return *panel.embeddingPicker(); }
    void chooseServer()
    {
        picker().kind()->comboBox()->setFocus();
        QTest::keyClick(picker().kind()->comboBox(), Qt::Key_Down);
    }
    void type(TextControl *control, const std::string &text)
    {
        control->field()->setFocus();
        control->field()->selectAll();
        QTest::keyClicks(control->field(), QString::fromStdString(text));
        QTest::keyClick(control->field(), Qt::Key_Return);
    }
    void ask(const FakeEmbeddingServer &server, const std::string &model)
    {
        chooseServer();
        type(picker().server(), server.address());
        type(picker().model(), model);
        (void)QTest::qWaitFor([this] { return !bench.isBusy(); });
    }
};

} // namespace

class EmbeddingTest final : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { qputenv("XDG_CACHE_HOME", m_cache.path().toUtf8()); }

    void nothingIsSentBeforeTheButtonAndTheLastResultStays()
    {
        FakeEmbeddingServer server(&cw::test::topicVector);
        Fixture shown;
        const auto byWords = shown.bench.snapshot();
        QVERIFY(!shown.picker().server()->isVisible());
        QVERIFY(!shown.picker().fetchButton()->isVisible());

        shown.chooseServer();
        QVERIFY(shown.picker().server()->isVisible());
        QCOMPARE(shown.picker().server()->field()->text(), QStringLiteral("http://localhost:11434/v1"));
        QVERIFY(shown.picker().model()->error().contains(QStringLiteral("Name the model")));
        QVERIFY(!shown.picker().fetchButton()->isEnabled());

        shown.type(shown.picker().server(), server.address());
        shown.type(shown.picker().model(), "ui-first");
        QTRY_VERIFY(shown.picker().fetchButton()->isEnabled());
        QCOMPARE(shown.picker().model()->error(), QString());
        QVERIFY(shown.picker().state()->text().contains(QStringLiteral("12 of 12 sentences of text")));
        QCOMPARE(shown.bench.snapshot(), byWords);
        QVERIFY(server.requests().empty());

        QTest::mouseClick(shown.picker().fetchButton(), Qt::LeftButton);
        QTRY_VERIFY(isSettled(shown.bench));
        QCOMPARE(shown.bench.snapshot()->chunkCount, std::size_t{3});
        QCOMPARE(chunkTexts(shown.bench)[1], bridges.trimmed().toStdString());
        QVERIFY(shown.picker().state()->text().contains(QStringLiteral("All sentences have their vectors.")));
        QVERIFY(!shown.picker().fetchButton()->isEnabled());
        QCOMPARE(server.textsAsked().size(), std::size_t{12});

        // the engine alone gives the same
        Caches caches;
        const auto alone = run({shown.bench.documents(), shown.bench.config(), 1, {}}, caches, {});
        QVERIFY(alone.hasValue());
        QCOMPARE((*alone)->chunkSets[0]->text(2), shown.bench.snapshot()->chunkSets[0]->text(2));

        // sliders need no server
        const auto work = shown.bench.caches().counters();
        RunConfig config = shown.bench.config();
        config.parameters.set("percentile", std::int64_t{100});
        shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("percentile"));
        QTRY_VERIFY(isSettled(shown.bench));
        QCOMPARE(server.textsAsked().size(), std::size_t{12});
        QCOMPARE(shown.bench.caches().counters().topicShifts, work.topicShifts);
        QCOMPARE(shown.bench.caches().counters().indexings, work.indexings);
    }

    void theMessageAboveTheTextFetchesStopsAndSaysWhatIsShown()
    {
        FakeEmbeddingServer server(
            FakeEmbeddingServer::Answerer([](const AskedRequest &) { return GivenAnswer{.isNever = true}; }));
        cw::testing::OpenWindow open(60);
        RunConfig config = defaultConfig("semantic", "words");
        config.max = 60;
        config.overlap = 0;
        open.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("by words"));
        open.bench.addText(QStringLiteral("text"), fruit + bridges + music);
        QVERIFY(open.settle());
        const auto shows = [&open] {
            for (const PlainLabel *label : open.window->centre().findChildren<PlainLabel *>()) {
                if (label->accessibleName() == QStringLiteral("Configuration shown"))
                    return label->text();
            }
            return QString();
        };
        QVERIFY(shows().endsWith(QStringLiteral("semantic by words")));
        QVERIFY(open.window->messages().messages().isEmpty());

        config.embedding = {server.address(), "ui-banner"};
        open.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("by vectors"));
        QTRY_COMPARE(open.window->messages().messages().size(), 1);
        const QString missing = open.window->messages().messages().constFirst();
        QVERIFY(missing.contains(QStringLiteral("12 of 12 sentences")));
        QVERIFY(missing.endsWith(QStringLiteral("Fetch Vectors sends the sentences to 127.0.0.1.")));
        QVERIFY(shows().endsWith(QStringLiteral("semantic by words"))); // what is shown is still the last result
        QVERIFY(server.requests().empty());

        const auto button = [&open](const QString &text) {
            for (QPushButton *found : open.window->messages().findChildren<QPushButton *>()) {
                if (found->text() == text && found->isVisible())
                    return found;
            }
            return static_cast<QPushButton *>(nullptr);
        };
        QTRY_VERIFY(button(QStringLiteral("Fetch Vectors")));
        QTest::mouseClick(button(QStringLiteral("Fetch Vectors")), Qt::LeftButton);
        QTRY_COMPARE(server.requests().size(), std::size_t{1});
        QTRY_VERIFY(button(QStringLiteral("Stop")));
        QVERIFY(!button(QStringLiteral("Fetch Vectors")));
        QTest::mouseClick(button(QStringLiteral("Stop")), Qt::LeftButton);
        QTRY_VERIFY(button(QStringLiteral("Fetch Vectors")));

        server.setAnswerer([](const AskedRequest &) { return GivenAnswer{.status = 401}; });
        QTest::mouseClick(button(QStringLiteral("Fetch Vectors")), Qt::LeftButton);
        QTRY_VERIFY(open.window->messages().messages().value(0).contains(QStringLiteral("asks for a key (HTTP 401)")));
        QTRY_VERIFY(button(QStringLiteral("Fetch Vectors")));

        FakeEmbeddingServer answering(&cw::test::topicVector);
        config.embedding.server = answering.address();
        open.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("another server"));
        QTRY_VERIFY(button(QStringLiteral("Fetch Vectors")));
        QTest::mouseClick(button(QStringLiteral("Fetch Vectors")), Qt::LeftButton);
        QTRY_VERIFY(isSettled(open.bench));
        QTRY_VERIFY(open.window->messages().messages().isEmpty());
        QVERIFY(shows().endsWith(QStringLiteral("semantic by vectors of ui-banner")));
    }

    void aChoiceIsUndone()
    {
        FakeEmbeddingServer server(&cw::test::topicVector);
        Fixture shown;
        shown.ask(server, "ui-undo");
        QCOMPARE(shown.bench.config().embedding.model, std::string("ui-undo"));
        while (!shown.bench.config().embedding.isEmpty())
            shown.bench.undoStack().undo();
        QTRY_VERIFY(isSettled(shown.bench));
        QVERIFY(!shown.picker().server()->isVisible());
        QCOMPARE(shown.picker().kind()->comboBox()->currentData().toString(), QStringLiteral("words"));
        // the address is still known
        shown.chooseServer();
        QCOMPARE(shown.picker().model()->field()->text(), QStringLiteral("ui-undo"));
    }

    void fetchingIsStopped()
    {
        FakeEmbeddingServer server(
            FakeEmbeddingServer::Answerer([](const AskedRequest &) { return GivenAnswer{.isNever = true}; }));
        Fixture shown;
        shown.ask(server, "ui-stop");
        QTRY_VERIFY(shown.picker().fetchButton()->isEnabled());
        QVERIFY(!shown.picker().stopButton()->isEnabled());
        shown.picker().fetchButton()->setFocus();
        QTest::keyClick(shown.picker().fetchButton(), Qt::Key_Space);
        QTRY_COMPARE(server.requests().size(), std::size_t{1});
        QVERIFY(shown.picker().progressBar()->isVisible());
        QVERIFY(shown.picker().stopButton()->isEnabled());
        QTest::mouseClick(shown.picker().stopButton(), Qt::LeftButton);
        QVERIFY(!shown.picker().fetching().isRunning());
        QTRY_VERIFY(shown.picker().fetchButton()->isEnabled());
        QVERIFY(!shown.picker().progressBar()->isVisible());
        QCOMPARE(shown.picker().problem()->message(), QString());
    }

    void whatGoesWrongIsSaidInPlace()
    {
        FakeEmbeddingServer server(
            FakeEmbeddingServer::Answerer([](const AskedRequest &) { return GivenAnswer{.status = 401}; }));
        Fixture shown;
        shown.ask(server, "ui-wrong");
        QTRY_VERIFY(shown.picker().fetchButton()->isEnabled());
        QTest::mouseClick(shown.picker().fetchButton(), Qt::LeftButton);
        QTRY_VERIFY(shown.picker().problem()->message().contains(QStringLiteral("asks for a key (HTTP 401)")));
        shown.type(shown.picker().server(), "http://user:secret@host/");
        QTRY_VERIFY(shown.picker().server()->error().contains(QStringLiteral("user name or a password")));
        QCOMPARE(shown.picker().problem()->message(), QString());
    }

    void everythingHasANameAndATooltip()
    {
        Fixture shown;
        shown.chooseServer();
        for (QWidget *widget :
             std::initializer_list<QWidget *>{shown.picker().server()->field(), shown.picker().model()->field(),
                                              shown.picker().kind()->comboBox()}) {
            QVERIFY(!widget->accessibleName().isEmpty());
            QVERIFY(!widget->toolTip().isEmpty());
            QVERIFY(widget->focusPolicy() & Qt::TabFocus);
        }
        QVERIFY(!shown.picker().fetchButton()->toolTip().isEmpty());
        QVERIFY(!shown.picker().stopButton()->toolTip().isEmpty());
        RunConfig config = shown.bench.config();
        config = defaultConfig("structured", "words");
        shown.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("strategy"));
        QVERIFY(!shown.picker().isVisible());
    }

private:
    QTemporaryDir m_cache;
};

QTEST_MAIN(EmbeddingTest)
#include "embeddingtest.moc"
