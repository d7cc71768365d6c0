// SPDX-License-Identifier: GPL-3.0-or-later
// Choosing a model and a tokenizer, from the lists and from files.
#include "pages/modelpicker.h"
#include "controls/errorlabel.h"
#include "controls/plainlabel.h"
#include "parameterssupport.h"

#include <QAbstractItemView>
#include <QCheckBox>
#include <QFile>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QUndoStack>

#include <algorithm>

using namespace cw;
using namespace cw::uitest;

namespace {

/// A file with the profile of "My Model".
QString writeModel(const QTemporaryDir &folder, const QString &name, const QByteArray &specialTokens, int inputLimit)
{
    const QString path = folder.filePath(name);
    QFile file(path);
    if (!file.open(QIODevice::WriteOnly))
        qFatal("cannot write test file");
    file.write(R"({"schema":"chunk-model/1","id":"mine","title":"My Model","tokenizer":"bert-uncased",)"
               R"("special_tokens":)"
               + specialTokens + R"(,"input_limit":)" + QByteArray::number(inputLimit) + R"(,"source":"s"})");
    return path;
}

} // namespace

class ModelPickerTest final : public QObject
{
    Q_OBJECT

private slots:
    void aModelBringsItsTokenizerAndTakesItsShareOfMax();
    void aMaxOverTheModelsLimitIsWarnedOf();
    void modelsSayWhoseTheyAreAndWhatTheyNeed();
    void anotherTokenizerThanTheModelsLeavesTheModel();
    void aModelFileIsReadAndAppliedAsOneStep();
    void aFileThatCannotBeReadIsToldByName();
};

void ModelPickerTest::aModelBringsItsTokenizerAndTakesItsShareOfMax()
{
    PanelFixture f;
    QVERIFY(f.panel.budgetLabel()->isHidden());
    QVERIFY(f.panel.control("special-tokens")->isHidden());
    f.choose("model", QStringLiteral("e5-base-v2"));
    QCOMPARE(f.bench.config().model, std::string("e5-base-v2"));
    QCOMPARE(f.bench.config().tokenizer, std::string("bert-uncased"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.snapshot()->maxTextTokens, 296U);
    QCOMPARE(f.panel.budgetLabel()->text(),
             QStringLiteral("300 = 296 text + 2 special + 2 prefix. The model reads 512."));
    auto *box = f.panel.control("special-tokens")->findChild<QCheckBox *>();
    QVERIFY(box && box->isVisible());
    box->click();
    QVERIFY(!f.bench.config().countSpecialTokens);
    QCOMPARE(f.panel.budgetLabel()->text(), QStringLiteral("The model reads 512 tokens."));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.snapshot()->maxTextTokens, 300U);
    f.bench.undoStack().undo();
    QVERIFY(f.bench.config().countSpecialTokens);

    f.type(f.max().spinBox(), QStringLiteral("4"));
    QVERIFY(f.bench.configError());
    QVERIFY(f.max().error().contains(QStringLiteral("E5 base v2")));
    f.type(f.max().spinBox(), QStringLiteral("300"));
    f.choose("model", QStringLiteral("bge-m3"));
    QVERIFY(f.panel.control("tokenizer")->error().contains(QStringLiteral("tokenizer.json")));
}

void ModelPickerTest::aMaxOverTheModelsLimitIsWarnedOf()
{
    PanelFixture f;
    f.choose("model", QStringLiteral("all-minilm-l6-v2")); // reads 256 with its two special tokens
    const ErrorLabel &warning = *f.panel.limitWarning();
    QVERIFY(warning.isVisible());
    QCOMPARE(warning.message(),
             QStringLiteral("all-MiniLM-L6-v2 reads only 256 tokens and cuts off the rest of a larger chunk. Lower max "
                            "to 256."));
    QCOMPARE(warning.accessibleName(), warning.message());
    QVERIFY(f.max().error().isEmpty());
    f.type(f.max().spinBox(), QStringLiteral("256"));
    QVERIFY(warning.isHidden());
    f.panel.control("special-tokens")->findChild<QCheckBox *>()->click(); // now they come on top
    QVERIFY(warning.message().endsWith(QStringLiteral("Lower max to 254.")));
    f.type(f.max().spinBox(), QStringLiteral("254"));
    QVERIFY(warning.isHidden());
    f.type(f.max().spinBox(), QStringLiteral("300"));
    f.choose("strategy", QStringLiteral("fixed-words")); // max counts no tokens
    QVERIFY(warning.isHidden());
    f.choose("strategy", QStringLiteral("structured"));
    f.choose("model", QString());
    QVERIFY(warning.isHidden());
}

void ModelPickerTest::modelsSayWhoseTheyAreAndWhatTheyNeed()
{
    PanelFixture f;
    const QComboBox &models = f.combo("model");
    const auto entry = [&](const char *id) { return models.itemText(models.findData(QString::fromLatin1(id))); };
    QCOMPARE(entry("text-embedding-3-small"), QStringLiteral("text-embedding-3-small · OpenAI"));
    QCOMPARE(entry("bge-m3"), QStringLiteral("BGE M3 · BAAI · needs a tokenizer file"));
    int longest = 0;
    for (int row = 0; row < models.count(); ++row)
        longest = std::max(longest, models.fontMetrics().horizontalAdvance(models.itemText(row)));
    QVERIFY(models.view()->minimumWidth() > longest);
}

void ModelPickerTest::anotherTokenizerThanTheModelsLeavesTheModel()
{
    PanelFixture f;
    f.choose("model", QStringLiteral("e5-base-v2"));
    f.choose("tokenizer", QStringLiteral("words"));
    QCOMPARE(f.bench.config().model, std::string());
    QCOMPARE(f.combo("model").currentIndex(), 0);
    QVERIFY(!f.bench.configError());
}

void ModelPickerTest::aModelFileIsReadAndAppliedAsOneStep()
{
    QTemporaryDir folder;
    const QString path = writeModel(folder, QStringLiteral("mine.json"), R"({"after":["[SEP]"]})", 99);
    PanelFixture f;
    f.panel.modelPicker()->openModel(path);
    QTRY_COMPARE(f.bench.config().model, path.toStdString());
    QCOMPARE(f.bench.undoStack().count(), 1);
    QCOMPARE(f.combo("model").currentText(), QStringLiteral("My Model"));
    QTRY_VERIFY(isSettled(f.bench));
    QCOMPARE(f.bench.snapshot()->maxTextTokens, 299U);
    f.bench.undoStack().undo();
    QCOMPARE(f.combo("model").currentIndex(), 0);
    QCOMPARE(f.combo("tokenizer").currentData().toString(), QStringLiteral("o200k_base"));
}

void ModelPickerTest::aFileThatCannotBeReadIsToldByName()
{
    QTemporaryDir folder;
    const QString path = writeModel(folder, QStringLiteral("broken.json"), "{}", 0);
    PanelFixture f;
    QString problem;
    connect(&f.bench, &Workbench::problemFound, &f.panel, [&](const QString &message) { problem = message; });
    f.panel.modelPicker()->openModel(path);
    QTRY_VERIFY(problem.contains(QStringLiteral("input_limit")));
    QVERIFY(problem.contains(QStringLiteral("broken.json")));
    f.panel.modelPicker()->openTokenizer(folder.filePath(QStringLiteral("none.json")));
    QTRY_VERIFY(problem.contains(QStringLiteral("none.json")));
    QVERIFY(f.bench.config() == defaultConfig());

    QSignalSpy solved(&f.bench, &Workbench::problemSolved);
    f.choose("tokenizer", QStringLiteral("cl100k_base"));
    QVERIFY(solved.count() > 0);
}

QTEST_MAIN(ModelPickerTest)
#include "modelpickertest.moc"
