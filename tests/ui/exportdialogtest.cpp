// SPDX-License-Identifier: GPL-3.0-or-later
#include "dialogs/exportdialog.h"

#include <QBuffer>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace cw;

class ExportDialogTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void writesWhatTheExporterWrites_data();
    void writesWhatTheExporterWrites();
    void writesOnlySelectedDocuments();
    void saysWhatIsWrongWithTheTarget();
    void namesTheFileThatCannotBeWritten();
    void suffixFollowsTheFormat();
    void exportsAreNotProposedAmongTheDocuments();

private:
    [[nodiscard]] QByteArray direct(const ExporterDescriptor &exporter, const std::vector<std::uint32_t> &documents);
    [[nodiscard]] static QPushButton *button(const QWidget &dialog, const QString &text);
    [[nodiscard]] static bool says(const QWidget &dialog, const QString &text);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<Workbench> m_bench;
};

void ExportDialogTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = Settings::temporary();
    m_settings->setLastFolder(m_folder->path());
    m_bench = std::make_unique<Workbench>();
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.max = 4;
    config.overlap = 2;
    m_bench->setConfig(config, ChangeKind::Settled, QStringLiteral("Words"));
    m_bench->addText(QStringLiteral("one"), QStringLiteral("A b. C d. E f. G h. Grüße, 🙂 you."));
    m_bench->addText(QStringLiteral("two"), QStringLiteral("Other words here. And here."));
    QTRY_VERIFY(!m_bench->isBusy() && m_bench->isSnapshotCurrent());
}

void ExportDialogTest::cleanup()
{
    m_bench.reset();
    m_settings.reset();
    m_folder.reset();
}

QByteArray ExportDialogTest::direct(const ExporterDescriptor &exporter, const std::vector<std::uint32_t> &documents)
{
    QBuffer buffer;
    if (!buffer.open(QIODevice::WriteOnly))
        return {};
    ExportRequest request;
    request.snapshot = m_bench->snapshot();
    request.documents = documents;
    const Outcome<std::size_t> outcome = exporter.write(request, buffer, {});
    return outcome ? buffer.data() : QByteArray();
}

QPushButton *ExportDialogTest::button(const QWidget &dialog, const QString &text)
{
    for (QPushButton *candidate : dialog.findChildren<QPushButton *>()) {
        if (candidate->text().remove(QLatin1Char('&')) == text)
            return candidate;
    }
    return nullptr;
}

bool ExportDialogTest::says(const QWidget &dialog, const QString &text)
{
    const QList<QLabel *> labels = dialog.findChildren<QLabel *>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) { return label->text().contains(text); });
}

void ExportDialogTest::writesWhatTheExporterWrites_data()
{
    QTest::addColumn<QString>("format");
    for (const ExporterDescriptor *exporter : exporters())
        QTest::newRow(std::string(exporter->id).c_str()) << QString::fromStdString(std::string(exporter->id));
}

void ExportDialogTest::writesWhatTheExporterWrites()
{
    QFETCH(QString, format);
    ExportDialog dialog(*m_bench, *m_settings, {});
    dialog.show();
    auto *formats = dialog.findChild<QComboBox *>();
    formats->setCurrentIndex(formats->findData(format));
    QSignalSpy exported(&dialog, &ExportDialog::exported);
    const QString path = dialog.findChild<QLineEdit *>()->text();
    button(dialog, QStringLiteral("Export"))->click();
    QTRY_COMPARE(exported.size(), 1);
    QVERIFY(exported.at(0).at(0).toString().contains(path));
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray written = file.readAll();
    QVERIFY(!written.isEmpty());
    QCOMPARE(written, direct(*findExporter(format.toStdString()), {}));
    QCOMPARE(m_settings->exportFormat(), format);
    QVERIFY(says(dialog, QStringLiteral("Exporting again replaces")));
    QVERIFY(!says(dialog, QStringLiteral("will be replaced"))); // reads like a warning about what was just written
    ExportDialog next(*m_bench, *m_settings, {});
    QVERIFY(says(next, QStringLiteral("will be replaced")));
}

void ExportDialogTest::writesOnlySelectedDocuments()
{
    ExportDialog dialog(*m_bench, *m_settings, {1});
    dialog.show();
    for (QRadioButton *radio : dialog.findChildren<QRadioButton *>()) {
        if (radio->text().contains(QStringLiteral("selected")))
            radio->setChecked(true);
    }
    QSignalSpy exported(&dialog, &ExportDialog::exported);
    button(dialog, QStringLiteral("Export"))->click();
    QTRY_COMPARE(exported.size(), 1);
    QFile file(dialog.findChild<QLineEdit *>()->text());
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), direct(*exporters()[0], {1}));
}

void ExportDialogTest::saysWhatIsWrongWithTheTarget()
{
    ExportDialog dialog(*m_bench, *m_settings, {});
    auto *path = dialog.findChild<QLineEdit *>();
    QPushButton *start = button(dialog, QStringLiteral("Export"));
    QVERIFY(start->isEnabled());
    path->setText(m_folder->filePath(QStringLiteral("no/such/chunks.json")));
    QVERIFY(!start->isEnabled());
    QVERIFY(says(dialog, QStringLiteral("does not exist")));
    path->setText(m_folder->path());
    QVERIFY(!start->isEnabled());
    path->clear();
    QVERIFY(!start->isEnabled());
}

void ExportDialogTest::namesTheFileThatCannotBeWritten()
{
    ExportDialog dialog(*m_bench, *m_settings, {});
    dialog.show();
    // a device that is always full stands for a full disk; it cannot be replaced by a rename either
    dialog.findChild<QLineEdit *>()->setText(QStringLiteral("/proc/chunks.json"));
    QPushButton *start = button(dialog, QStringLiteral("Export"));
    QVERIFY(start->isEnabled());
    QSignalSpy exported(&dialog, &ExportDialog::exported);
    start->click();
    QTRY_VERIFY(says(dialog, QStringLiteral("/proc/chunks.json")));
    QCOMPARE(exported.size(), 0);
    QTRY_VERIFY(start->isEnabled());
}

void ExportDialogTest::exportsAreNotProposedAmongTheDocuments()
{
    const QString corpus = m_folder->filePath(QStringLiteral("corpus"));
    QVERIFY(QDir().mkpath(corpus));
    m_settings->setLastFolder(corpus);
    const auto proposed = [this] {
        ExportDialog dialog(*m_bench, *m_settings, {});
        return QFileInfo(dialog.findChild<QLineEdit *>()->text()).absolutePath();
    };
    QCOMPARE(proposed(), corpus);
    m_settings->addRecentPath(corpus); // opened as a whole
    QCOMPARE(proposed(), m_folder->path());
}

void ExportDialogTest::suffixFollowsTheFormat()
{
    ExportDialog dialog(*m_bench, *m_settings, {});
    auto *formats = dialog.findChild<QComboBox *>();
    auto *path = dialog.findChild<QLineEdit *>();
    for (const ExporterDescriptor *exporter : exporters()) {
        formats->setCurrentIndex(formats->findData(QString::fromStdString(std::string(exporter->id))));
        QVERIFY(
            path->text().endsWith(QStringLiteral("/chunks.") + QString::fromStdString(std::string(exporter->suffix))));
    }
}

QTEST_MAIN(ExportDialogTest)
#include "exportdialogtest.moc"
