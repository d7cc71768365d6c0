// SPDX-License-Identifier: GPL-3.0-or-later
#include "controls/booleancontrol.h"
#include "controls/overlapsummary.h"
#include "controls/plainlabel.h"
#include "controls/stringlistcontrol.h"
#include "controls/valueslider.h"
#include "parameterssupport.h"
#include "strategies/strategy.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QSpinBox>
#include <QStyle>
#include <QStyleOptionSlider>
#include <QToolButton>
#include <QUndoStack>

#include <algorithm>
#include <memory>

using namespace cw;
using namespace cw::uitest;

namespace {

QRect handleOf(const ValueSlider *slider)
{
    QStyleOptionSlider option;
    option.initFrom(slider);
    option.subControls = QStyle::SC_All;
    option.minimum = slider->minimum();
    option.maximum = slider->maximum();
    option.sliderPosition = slider->sliderPosition();
    option.sliderValue = slider->value();
    option.orientation = Qt::Horizontal;
    return slider->style()->subControlRect(QStyle::CC_Slider, &option, QStyle::SC_SliderHandle, slider);
}

} // namespace

class ParametersPanelTest final : public QObject
{
    Q_OBJECT

private slots:
    void aDragOfMaxPreviewsAndIsOneUndoStep();
    void overlapFollowsMaxDownAndComesBackWithIt();
    void theUsualOverlapFollowsMax();
    void tokensAndPercentStayInStepWithoutFeedback();
    void aPercentStepAlwaysGoesSomewhere();
    void keysAndWheelStepByOneAndWithShiftByTen();
    void typedSizesPastTheSliderAreTaken();
    void everyParameterOfEveryStrategyHasAControlThatReachesTheConfiguration();
    void everyKnobChangesTheChunks();
    void anotherUnitBringsItsDefaultsAndKeepsTheTokenizer();
    void theDotMarksWhatDiffersAndResets();
    void anErrorStandsAtTheControlItNames();
    void separatorsAreTypedWithEscapes();
    void aFreshFieldSurvivesOtherChanges();
    void presetsAreValidAndLeaveTheAuditAlone();
    void figuresComeFromTheSnapshot();
    void undoShowsInTheControls();
    void undoInABoxIsTheTextsUntilItIsEntered();
    void desiredSaysWhatItsZeroMeans();
};

void ParametersPanelTest::aDragOfMaxPreviewsAndIsOneUndoStep()
{
    PanelFixture f;
    std::vector<std::int64_t> seen;
    connect(&f.bench, &Workbench::configChanged, &f.panel,
            [&](const RunConfig &config) { seen.push_back(config.max); });
    std::vector<std::int64_t> shown;
    connect(&f.bench, &Workbench::snapshotChanged, &f.panel,
            [&](const auto &snapshot) { shown.push_back(snapshot->config.max); });

    ValueSlider *slider = f.max().slider();
    const QPointF grip = QRectF(handleOf(slider)).center();
    sendMouse(slider, QEvent::MouseButtonPress, grip);
    for (int x = 2; x <= 20; x += 2)
        sendMouse(slider, QEvent::MouseMove, grip - QPointF(x, 0));
    QVERIFY(seen.size() >= 3);
    QCOMPARE(f.bench.undoStack().count(), 1);
    sendMouse(slider, QEvent::MouseButtonRelease, grip - QPointF(20, 0));

    QVERIFY2(std::is_sorted(seen.rbegin(), seen.rend()), "the values go down with the handle, without echoes");
    QVERIFY(std::adjacent_find(seen.begin(), seen.end()) == seen.end());
    QCOMPARE(f.bench.undoStack().count(), 1);
    QCOMPARE(f.max().spinBox()->value(), static_cast<int>(seen.back()));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.snapshot()->config.max, seen.back());
    QVERIFY2(std::is_sorted(shown.rbegin(), shown.rend()), "results never come out of order");

    f.bench.undoStack().undo();
    QCOMPARE(f.bench.config().max, std::int64_t{300});
    QVERIFY(!f.bench.undoStack().canUndo());
}

void ParametersPanelTest::overlapFollowsMaxDownAndComesBackWithIt()
{
    PanelFixture f;
    f.type(f.overlap().spinBox(), QStringLiteral("200"));
    QCOMPARE(f.bench.config().overlap, std::int64_t{200});
    connect(&f.bench, &Workbench::configChanged, &f.panel,
            [](const RunConfig &config) { QVERIFY(config.overlap >= 0 && config.overlap < config.max); });

    ValueSlider *slider = f.max().slider();
    const QPointF grip = QRectF(handleOf(slider)).center();
    sendMouse(slider, QEvent::MouseButtonPress, grip);
    sendMouse(slider, QEvent::MouseMove, QPointF(-50, grip.y()));
    QCOMPARE(f.bench.config().max, std::int64_t{16});
    QCOMPARE(f.bench.config().overlap, std::int64_t{15});
    QCOMPARE(f.overlap().spinBox()->value(), 15);
    sendMouse(slider, QEvent::MouseMove, QPointF(slider->width() + 50, grip.y()));
    QCOMPARE(f.bench.config().overlap, std::int64_t{200});
    sendMouse(slider, QEvent::MouseButtonRelease, QPointF(slider->width() + 50, grip.y()));

    f.type(f.max().spinBox(), QStringLiteral("1"));
    QCOMPARE(f.bench.config().max, std::int64_t{1});
    QCOMPARE(f.bench.config().overlap, std::int64_t{0});
    QVERIFY(!f.bench.configError());
    f.type(f.max().spinBox(), QStringLiteral("100"));
    f.overlap().slider()->setFocus();
    QTest::keyClick(f.overlap().slider(), Qt::Key_End);
    QCOMPARE(f.bench.config().overlap, std::int64_t{99});
    QTest::keyClick(f.overlap().slider(), Qt::Key_Right);
    QCOMPARE(f.bench.config().overlap, std::int64_t{99});
}

void ParametersPanelTest::theUsualOverlapFollowsMax()
{
    PanelFixture f;
    f.bench.setConfig(defaultConfig("recursive-sentence"), ChangeKind::Settled, {});
    const auto overlap = [&f] { return f.bench.config().overlap; };
    const auto setMax = [&f](const char *max) { f.type(f.max().spinBox(), QLatin1String(max)); };
    QCOMPARE(overlap(), std::int64_t{45});
    setMax("40");
    QCOMPARE(overlap(), std::int64_t{6}); // 45 of 300
    QVERIFY(!f.overlap().isChangedFromDefault());
    setMax("300");
    QCOMPARE(overlap(), std::int64_t{45});

    // one that was chosen stays while it fits
    f.type(f.overlap().spinBox(), QStringLiteral("44"));
    setMax("200");
    QCOMPARE(overlap(), std::int64_t{44});
    QVERIFY(f.overlap().isChangedFromDefault());
    auto *reset = f.overlap().findChild<QToolButton *>();
    QVERIFY(reset && reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(overlap(), std::int64_t{30});
    QTest::mouseDClick(f.max().findChild<QLabel *>(QString(), Qt::FindDirectChildrenOnly), Qt::LeftButton);
    QCOMPARE(overlap(), std::int64_t{45});

    // none is none, also where the usual one is none
    setMax("5");
    f.type(f.overlap().spinBox(), QStringLiteral("0"));
    setMax("300");
    QCOMPARE(overlap(), std::int64_t{0});
}

void ParametersPanelTest::tokensAndPercentStayInStepWithoutFeedback()
{
    PanelFixture f;
    int changes = 0;
    connect(&f.bench, &Workbench::configChanged, &f.panel, [&changes] { ++changes; });
    f.type(f.overlap().percentBox(), QStringLiteral("20"));
    QCOMPARE(changes, 1);
    QCOMPARE(f.bench.config().overlap, std::int64_t{60});
    QCOMPARE(f.overlap().spinBox()->value(), 60);
    f.type(f.overlap().spinBox(), QStringLiteral("30"));
    QCOMPARE(changes, 2);
    QCOMPARE(f.overlap().percentBox()->value(), 10.0);
    f.type(f.max().spinBox(), QStringLiteral("120"));
    QCOMPARE(changes, 3);
    QCOMPARE(f.overlap().percentBox()->value(), 25.0);
    QCOMPARE(f.bench.config().overlap, std::int64_t{30});
    QTest::qWait(500);
    QCOMPARE(changes, 3);
    QCOMPARE(f.bench.undoStack().count(), 3);
}

void ParametersPanelTest::aPercentStepAlwaysGoesSomewhere()
{
    PanelFixture f;
    f.type(f.max().spinBox(), QStringLiteral("10"));
    f.type(f.overlap().spinBox(), QStringLiteral("1"));
    QDoubleSpinBox *percent = f.overlap().percentBox();
    percent->setFocus();
    QTest::keyClick(percent, Qt::Key_Up);
    QCOMPARE(f.bench.config().overlap, std::int64_t{2});
    QCOMPARE(percent->value(), 20.0);
    QTest::keyClick(percent, Qt::Key_Down);
    QCOMPARE(f.bench.config().overlap, std::int64_t{1});
}

void ParametersPanelTest::keysAndWheelStepByOneAndWithShiftByTen()
{
    PanelFixture f;
    ValueSlider *slider = f.max().slider();
    slider->setFocus();
    QTest::keyClick(slider, Qt::Key_Right);
    QCOMPARE(f.bench.config().max, std::int64_t{301});
    QTest::keyClick(slider, Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(f.bench.config().max, std::int64_t{311});
    sendWheel(slider, -1);
    QCOMPARE(f.bench.config().max, std::int64_t{310});
    sendWheel(slider, -2, Qt::ShiftModifier);
    QCOMPARE(f.bench.config().max, std::int64_t{290});
    QCOMPARE(f.bench.undoStack().count(), 1);

    QSpinBox *spin = f.max().spinBox();
    sendWheel(spin, 1);
    QCOMPARE(f.bench.config().max, std::int64_t{290});
    spin->setFocus();
    QTest::keyClick(spin, Qt::Key_Up, Qt::ShiftModifier);
    QCOMPARE(f.bench.config().max, std::int64_t{300});
    sendWheel(spin, 1, Qt::ShiftModifier);
    QCOMPARE(f.bench.config().max, std::int64_t{310});
    QCOMPARE(f.bench.undoStack().count(), 2);
}

void ParametersPanelTest::typedSizesPastTheSliderAreTaken()
{
    PanelFixture f;
    f.type(f.max().spinBox(), QStringLiteral("20000"));
    QCOMPARE(f.bench.config().max, std::int64_t{20000});
    QCOMPARE(f.max().slider()->sliderPosition(), f.max().slider()->maximum());
    f.max().slider()->setFocus();
    QTest::keyClick(f.max().slider(), Qt::Key_Left);
    QCOMPARE(f.bench.config().max, std::int64_t{19999});
}

void ParametersPanelTest::everyParameterOfEveryStrategyHasAControlThatReachesTheConfiguration()
{
    PanelFixture f;
    for (const StrategyDescriptor *strategy : strategies()) {
        const QString id = QString::fromUtf8(strategy->id.data(), static_cast<qsizetype>(strategy->id.size()));
        f.choose("strategy", id);
        QCOMPARE(f.bench.config().strategy, std::string(strategy->id));
        QVERIFY(!f.bench.configError());
        for (const ParameterSpec &spec : strategy->parameters) {
            ParameterControl *control = f.panel.control(spec.id);
            QVERIFY2(control, std::string(spec.id).c_str());
            // A value that the strategy before had too, such as the join, is kept: start from the default.
            if (control->isChangedFromDefault())
                QTest::mouseDClick(control->findChild<QLabel *>(QString(), Qt::FindDirectChildrenOnly), Qt::LeftButton);
            QVERIFY(!control->isChangedFromDefault());
            if (auto *integer = qobject_cast<IntegerControl *>(control)) {
                integer->spinBox()->setFocus();
                QTest::keyClick(integer->spinBox(), Qt::Key_Up);
                QTest::keyClick(integer->spinBox(), Qt::Key_Up);
            } else if (auto *boolean = qobject_cast<BooleanControl *>(control)) {
                QTest::mouseClick(boolean->checkBox(), Qt::LeftButton, {},
                                  QPoint(8, boolean->checkBox()->height() / 2));
            } else if (auto *list = qobject_cast<StringListControl *>(control)) {
                QTest::mouseClick(list->addButton(), Qt::LeftButton);
                QTest::keyClicks(list->field(0), QStringLiteral("x"));
                QTest::keyClick(list->field(0), Qt::Key_Return);
            } else if (auto *choice = qobject_cast<ChoiceControl *>(control)) {
                if (choice->comboBox()->count() < 2) {
                    QVERIFY2(!choice->comboBox()->isEnabled(), "a knob that cannot be turned must not look like one");
                    continue;
                }
                choice->comboBox()->setFocus();
                QTest::keyClick(choice->comboBox(),
                                choice->comboBox()->currentIndex() == 0 ? Qt::Key_Down : Qt::Key_Up);
            }
            const ParameterValue *value = f.bench.config().parameters.find(spec.id);
            QVERIFY2(value && *value != spec.defaultValue(), std::string(spec.id).c_str());
            QVERIFY(control->isChangedFromDefault());
            QVERIFY(!f.bench.configError());
        }
    }
}

void ParametersPanelTest::everyKnobChangesTheChunks()
{
    PanelFixture f(QStringLiteral("aa bb. cc dd. ee ff. gg hh."));
    f.choose("strategy", QStringLiteral("recursive-sentence"));
    f.choose("tokenizer", QStringLiteral("words"));
    f.type(f.max().spinBox(), QStringLiteral("4"));
    f.type(f.overlap().spinBox(), QStringLiteral("2"));
    QTRY_VERIFY(isSettled(f.bench));
    using Texts = std::vector<std::string>;
    const Texts base{"aa bb. cc dd.", "cc dd. ee ff.", "ee ff. gg hh."};
    QCOMPARE(chunkTexts(f.bench), base);

    f.type(f.max().spinBox(), QStringLiteral("6"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(chunkTexts(f.bench), (Texts{"aa bb. cc dd. ee ff.", "ee ff. gg hh."}));
    f.type(f.max().spinBox(), QStringLiteral("4"));
    f.type(f.overlap().spinBox(), QStringLiteral("0"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(chunkTexts(f.bench), (Texts{"aa bb. cc dd.", "ee ff. gg hh."}));
    f.type(f.overlap().spinBox(), QStringLiteral("2"));
    f.choose("tokenizer", QStringLiteral("characters"));
    QTRY_VERIFY(isSettled(f.bench));
    QVERIFY(chunkTexts(f.bench) != base);
    f.choose("tokenizer", QStringLiteral("words"));
    f.choose("strategy", QStringLiteral("token-window"));
    f.type(f.max().spinBox(), QStringLiteral("3"));
    QTRY_VERIFY(isSettled(f.bench));
    QVERIFY(chunkTexts(f.bench) != base);
}

void ParametersPanelTest::anotherUnitBringsItsDefaultsAndKeepsTheTokenizer()
{
    PanelFixture f;
    f.choose("tokenizer", QStringLiteral("cl100k_base"));
    f.type(f.max().spinBox(), QStringLiteral("222"));
    f.choose("strategy", QStringLiteral("token-packed"));
    QCOMPARE(f.bench.config().max, std::int64_t{222});
    f.choose("strategy", QStringLiteral("sentence-window"));
    const StrategyDescriptor *strategy = findStrategy("sentence-window");
    QVERIFY(strategy && strategy->sizeUnit == SizeUnit::Sentences);
    QCOMPARE(f.bench.config().max, strategy->defaultMax);
    QCOMPARE(f.bench.config().overlap, strategy->defaultOverlap);
    QCOMPARE(f.bench.config().tokenizer, std::string("cl100k_base"));
}

void ParametersPanelTest::theDotMarksWhatDiffersAndResets()
{
    PanelFixture f;
    QVERIFY(!f.max().isChangedFromDefault());
    QVERIFY(!f.panel.resetAllButton()->isEnabled());
    f.type(f.max().spinBox(), QStringLiteral("500"));
    QVERIFY(f.max().isChangedFromDefault());
    QVERIFY(!f.overlap().isChangedFromDefault());

    auto *label = f.max().findChild<QLabel *>(QString(), Qt::FindDirectChildrenOnly);
    QVERIFY(label);
    QTest::mouseDClick(label, Qt::LeftButton);
    QCOMPARE(f.bench.config().max, std::int64_t{300});
    QVERIFY(!f.max().isChangedFromDefault());

    f.choose("tokenizer", QStringLiteral("words"));
    f.type(f.overlap().spinBox(), QStringLiteral("7"));
    auto *reset = f.overlap().findChild<QToolButton *>();
    QVERIFY(reset && reset->isVisible());
    QTest::mouseClick(reset, Qt::LeftButton);
    QCOMPARE(f.bench.config().overlap, defaultConfig().overlap);
    QVERIFY(f.panel.resetAllButton()->isEnabled());
    QTest::mouseClick(f.panel.resetAllButton(), Qt::LeftButton);
    QVERIFY(f.bench.config() == defaultConfig());
    f.bench.undoStack().undo();
    QCOMPARE(f.bench.config().tokenizer, std::string("words"));
}

void ParametersPanelTest::anErrorStandsAtTheControlItNames()
{
    PanelFixture f;
    RunConfig broken = f.bench.config();
    broken.overlap = 300;
    f.bench.setConfig(broken, ChangeKind::Settled, QStringLiteral("broken"));
    QVERIFY(f.bench.configError());
    QCOMPARE(f.overlap().error(), QString::fromStdString(f.bench.configError()->message));
    QVERIFY(f.max().error().isEmpty());
    QCOMPARE(f.overlap().spinBox()->value(), 300);
    QCOMPARE(f.overlap().spinBox()->accessibleDescription(), f.overlap().error());

    f.type(f.overlap().spinBox(), QStringLiteral("20"));
    QVERIFY(!f.bench.configError());
    QVERIFY(f.overlap().error().isEmpty());

    broken.overlap = 10;
    broken.strategy = "no-such-strategy";
    f.bench.setConfig(broken, ChangeKind::Settled, QStringLiteral("broken"));
    QVERIFY(!f.panel.control("strategy")->error().isEmpty());
    QCOMPARE(f.combo("strategy").currentText(), QStringLiteral("no-such-strategy"));
}

void ParametersPanelTest::separatorsAreTypedWithEscapes()
{
    PanelFixture f(QStringLiteral("aaa\n\nbbb"));
    f.choose("tokenizer", QStringLiteral("characters"));
    f.choose("strategy", QStringLiteral("recursive-character"));
    f.type(f.max().spinBox(), QStringLiteral("6"));
    f.type(f.overlap().spinBox(), QStringLiteral("0"));
    auto *list = qobject_cast<StringListControl *>(f.panel.control("separators"));
    QVERIFY(list);
    QTest::mouseClick(list->addButton(), Qt::LeftButton);
    QTest::keyClicks(list->field(0), QStringLiteral("\\n\\n"));
    QVERIFY(list->meaning(0).contains(QStringLiteral("⏎⏎")));
    QTest::keyClick(list->field(0), Qt::Key_Return);
    QTest::mouseClick(list->addButton(), Qt::LeftButton);
    QTest::keyClicks(list->field(1), QStringLiteral("a,b"));
    QTest::keyClick(list->field(1), Qt::Key_Return);

    const ParameterValue *value = f.bench.config().parameters.find("separators");
    QVERIFY(value);
    QCOMPARE(std::get<std::vector<std::string>>(*value), (std::vector<std::string>{"\n\n", "a,b"}));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(chunkTexts(f.bench), (std::vector<std::string>{"aaa", "bbb"}));

    QTest::keyClick(list->field(1), Qt::Key_Up, Qt::AltModifier);
    value = f.bench.config().parameters.find("separators");
    QCOMPARE(std::get<std::vector<std::string>>(*value), (std::vector<std::string>{"a,b", "\n\n"}));

    const RunConfig before = f.bench.config();
    QTest::keyClicks(list->field(0), QStringLiteral("\\q"));
    QVERIFY2(f.bench.config() == before, "what cannot be read must not reach the configuration");
    QVERIFY(list->meaning(0).startsWith(QStringLiteral("Cannot be read")));
}

void ParametersPanelTest::aFreshFieldSurvivesOtherChanges()
{
    PanelFixture f;
    f.choose("strategy", QStringLiteral("recursive-character"));
    auto *list = qobject_cast<StringListControl *>(f.panel.control("separators"));
    QTest::mouseClick(list->addButton(), Qt::LeftButton);
    RunConfig config = f.bench.config();
    config.max = 123;
    f.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("elsewhere"));
    QCOMPARE(list->fieldCount(), 1);
}

void ParametersPanelTest::presetsAreValidAndLeaveTheAuditAlone()
{
    PanelFixture f;
    RunConfig config = f.bench.config();
    config.audit = referenceAuditProfile();
    f.bench.setConfig(config, ChangeKind::Settled, QStringLiteral("audit"));
    QVERIFY(f.panel.presetMenu()->actions().size() >= 4);
    for (QAction *preset : f.panel.presetMenu()->actions()) {
        preset->trigger();
        QVERIFY2(!f.bench.configError(), qPrintable(preset->text()));
        QVERIFY(f.bench.config().audit == referenceAuditProfile());
        QVERIFY(!preset->toolTip().isEmpty());
    }
    QCOMPARE(f.bench.config().strategy, std::string("token-packed"));
    QCOMPARE(f.bench.config().max, std::int64_t{300});
}

void ParametersPanelTest::figuresComeFromTheSnapshot()
{
    PanelFixture f(QStringLiteral("aa bb. cc dd. ee ff. gg hh."));
    f.choose("strategy", QStringLiteral("recursive-sentence"));
    f.choose("tokenizer", QStringLiteral("words"));
    f.type(f.max().spinBox(), QStringLiteral("4"));
    f.type(f.overlap().spinBox(), QStringLiteral("2"));
    QTRY_VERIFY(isSettled(f.bench));
    // Three chunks of four words, two pairs that share two words each: 100 x 4 / 12.
    QCOMPARE(f.panel.overlapSummary()->askedPercent(), 50.0);
    QCOMPARE(f.panel.overlapSummary()->realisedPercent(), 100.0 * 4 / 12);
    const OverlapSpread &spread = f.bench.snapshot()->overlapSpread;
    QCOMPARE(spread.pairs, std::uint64_t{2});
    QCOMPARE(spread.none, std::uint64_t{0});
    QCOMPARE(spread.largest, 2U);
    QCOMPARE(spread.bins, (std::vector<std::uint64_t>{0, 2}));
    f.type(f.overlap().spinBox(), QStringLiteral("1"));
    QTRY_VERIFY(isSettled(f.bench));
    QVERIFY(f.panel.overlapSummary()->sentence().startsWith(QStringLiteral("No pair of chunks overlaps")));
}

void ParametersPanelTest::undoShowsInTheControls()
{
    PanelFixture f;
    f.type(f.overlap().spinBox(), QStringLiteral("45"));
    f.type(f.max().spinBox(), QStringLiteral("120"));
    f.bench.undoStack().undo();
    QCOMPARE(f.max().spinBox()->value(), 300);
    QCOMPARE(f.overlap().percentBox()->value(), 15.0);
    QCOMPARE(f.max().slider()->shownValue(), 300);
}

void ParametersPanelTest::undoInABoxIsTheTextsUntilItIsEntered()
{
    PanelFixture f;
    QAction undo(&f.panel);
    undo.setShortcut(QKeySequence::Undo);
    connect(&undo, &QAction::triggered, &f.panel, [&f] { f.bench.undoStack().undo(); });
    f.panel.addAction(&undo);
    f.panel.show();
    f.panel.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&f.panel));
    QSpinBox *box = f.max().spinBox();
    box->setFocus();
    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("41"));
    QTest::keySequence(box, QKeySequence::Undo);
    QCOMPARE(f.bench.undoStack().count(), 0);
    QVERIFY(box->text() != QStringLiteral("41"));

    box->selectAll();
    QTest::keyClicks(box, QStringLiteral("412"));
    QTest::keyClick(box, Qt::Key_Return);
    QCOMPARE(f.bench.config().max, std::int64_t{412});
    QVERIFY(box->hasFocus());
    QTest::keySequence(box, QKeySequence::Undo);
    QCOMPARE(f.bench.config().max, std::int64_t{300});
    QCOMPARE(box->value(), 300);
}

void ParametersPanelTest::desiredSaysWhatItsZeroMeans()
{
    PanelFixture f;
    auto *desired = qobject_cast<IntegerControl *>(f.panel.control("desired"));
    QVERIFY(desired);
    QCOMPARE(desired->spinBox()->text(), QStringLiteral("Same as max"));
    QVERIFY(desired->spinBox()->width() >= desired->spinBox()->sizeHint().width());
    QVERIFY(desired->minimumSizeHint().width() <= f.overlap().minimumSizeHint().width());
    const auto hasUnit = [&] {
        const auto labels = desired->findChildren<PlainLabel *>();
        return std::ranges::any_of(labels, [](const PlainLabel *label) { return label->text() == u"tokens"; });
    };
    QVERIFY(!hasUnit());
    f.type(desired->spinBox(), QStringLiteral("200"));
    QCOMPARE(f.bench.config().parameters.find("desired") ? 1 : 0, 1);
    QCOMPARE(desired->spinBox()->text(), QStringLiteral("200"));
    QVERIFY(hasUnit());
}

QTEST_MAIN(ParametersPanelTest)
#include "parameterspaneltest.moc"
