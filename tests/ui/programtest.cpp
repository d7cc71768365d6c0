// SPDX-License-Identifier: GPL-3.0-or-later
// The built desktop program, run as a script runs it: without a display and without a person.
#include <QDir>
#include <QFile>
#include <QImage>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

namespace {

const QString panelList = QStringLiteral("documents, outline, parameters, chunks, findings, histogram or limits");

} // namespace

class ProgramTest final : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void answersWithoutADisplay();
    void bringsEveryPanelToTheFront();
    void saysThatThereIsNoDisplay();
    void refusesWrongOptions_data();
    void refusesWrongOptions();
    void grabsTheWindowAndWritesChunksAndSummary();
    void grabsAtTwiceTheScale();
    void failsWhenNothingCanBeOpened();
    void leavesTheUsersSettingsAlone();

private:
    struct Answer
    {
        int exitCode;
        QString out;
        QString err;
    };
    [[nodiscard]] Answer start(const QStringList &arguments, const QStringList &environment = {}) const;
    [[nodiscard]] QString path(const QString &name) const { return m_folder->filePath(name); }
    [[nodiscard]] QByteArray read(const QString &name) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void ProgramTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QFile file(path(QStringLiteral("a.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("One sentence here. Another one there. See above.");
}

ProgramTest::Answer ProgramTest::start(const QStringList &arguments, const QStringList &environment) const
{
    QProcess process;
    // nothing of the desktop: no display, no platform, a home of its own
    process.setEnvironment(QStringList{QStringLiteral("HOME=") + m_folder->path(), QStringLiteral("LC_ALL=C.UTF-8"),
                                       QStringLiteral("XDG_RUNTIME_DIR=") + m_folder->path()}
                           + environment);
    process.start(QStringLiteral(CHUNKWRIGHT_PROGRAM), arguments);
    if (!process.waitForFinished(120000))
        return {-1, {}, QStringLiteral("did not finish")};
    return {process.exitStatus() == QProcess::NormalExit ? process.exitCode() : -1,
            QString::fromUtf8(process.readAllStandardOutput()), QString::fromUtf8(process.readAllStandardError())};
}

QByteArray ProgramTest::read(const QString &name) const
{
    QFile file(path(name));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

void ProgramTest::answersWithoutADisplay()
{
    const Answer version = start({QStringLiteral("--version")});
    QCOMPARE(version.exitCode, 0);
    QVERIFY(version.out.startsWith(QStringLiteral("chunkwright ")));
    const Answer help = start({QStringLiteral("--help")});
    QCOMPARE(help.exitCode, 0);
    QVERIFY(help.out.contains(QStringLiteral("--grab")));
    QCOMPARE(help.err, QString());
}

void ProgramTest::bringsEveryPanelToTheFront()
{
    QString help = start({QStringLiteral("--help")}).out.simplified();
    QVERIFY2(help.contains(panelList), qPrintable(help));
    for (const char *panel : {"documents", "outline", "parameters", "chunks", "findings", "histogram", "limits"}) {
        const Answer answer = start({QStringLiteral("--dock"), QString::fromLatin1(panel), QStringLiteral("--grab"),
                                     path(QString::fromLatin1(panel) + QStringLiteral(".png"))});
        QVERIFY2(answer.exitCode == 0, qPrintable(answer.err));
    }
    QVERIFY(QImage(path(QStringLiteral("histogram.png"))) != QImage(path(QStringLiteral("chunks.png"))));
}

void ProgramTest::saysThatThereIsNoDisplay()
{
    const Answer answer = start({path(QStringLiteral("a.txt"))});
    QCOMPARE(answer.exitCode, 5);
    QVERIFY(answer.err.contains(QStringLiteral("no display")));
    QVERIFY(answer.err.contains(QStringLiteral("chunkwright-cli")));
}

void ProgramTest::refusesWrongOptions_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("named");
    QTest::newRow("theme") << QStringList{QStringLiteral("--theme"), QStringLiteral("pink")}
                           << QStringLiteral("--theme");
    QTest::newRow("picture too large") << QStringList{QStringLiteral("--size"), QStringLiteral("20000x900")}
                                       << QStringLiteral("10000");
    QTest::newRow("no name") << QStringList{QStringLiteral("--export"), QString()} << QStringLiteral("--export");
    QTest::newRow("size") << QStringList{QStringLiteral("--size"), QStringLiteral("0x9")} << QStringLiteral("--size");
    QTest::newRow("mode") << QStringList{QStringLiteral("--mode"), QStringLiteral("3d")} << QStringLiteral("--mode");
    QTest::newRow("show") << QStringList{QStringLiteral("--show"), QStringLiteral("tokens,x")}
                          << QStringLiteral("--show");
    QTest::newRow("dock") << QStringList{QStringLiteral("--dock"), QStringLiteral("x")} << panelList;
    QTest::newRow("unknown") << QStringList{QStringLiteral("--frobnicate")} << QStringLiteral("frobnicate");
}

void ProgramTest::refusesWrongOptions()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, named);
    const Answer answer = start(arguments);
    QCOMPARE(answer.exitCode, 2);
    QVERIFY2(answer.err.contains(named), qPrintable(answer.err));
}

void ProgramTest::grabsTheWindowAndWritesChunksAndSummary()
{
    const Answer answer
        = start({QStringLiteral("--grab"), path(QStringLiteral("window.png")), QStringLiteral("--size"),
                 QStringLiteral("1024x700"), QStringLiteral("--theme"), QStringLiteral("dark"),
                 QStringLiteral("--export"), path(QStringLiteral("chunks.json")), QStringLiteral("--summary"),
                 path(QStringLiteral("summary.txt")), path(QStringLiteral("a.txt"))});
    QVERIFY2(answer.exitCode == 0, qPrintable(answer.err));
    const QImage picture(path(QStringLiteral("window.png")));
    QCOMPARE(picture.size(), QSize(1024, 700));
    QVERIFY(qGray(picture.pixel(4, 690)) < 100);
    QVERIFY(read(QStringLiteral("chunks.json")).contains("One sentence here."));
    const QByteArray summary = read(QStringLiteral("summary.txt"));
    QVERIFY2(summary.contains("1 document") && summary.contains("1 chunk "), summary.constData());
}

void ProgramTest::grabsAtTwiceTheScale()
{
    const Answer answer = start({QStringLiteral("--grab"), path(QStringLiteral("window.png")), QStringLiteral("--size"),
                                 QStringLiteral("1200x800"), path(QStringLiteral("a.txt"))},
                                {QStringLiteral("QT_SCALE_FACTOR=2")});
    QVERIFY2(answer.exitCode == 0, qPrintable(answer.err));
    QCOMPARE(QImage(path(QStringLiteral("window.png"))).size(), QSize(2400, 1600));
}

void ProgramTest::failsWhenNothingCanBeOpened()
{
    const Answer answer
        = start({QStringLiteral("--grab"), path(QStringLiteral("window.png")), path(QStringLiteral("gone.txt"))});
    QCOMPARE(answer.exitCode, 1);
    QVERIFY(answer.err.contains(QStringLiteral("gone.txt")));
    QVERIFY2(!QImage(path(QStringLiteral("window.png"))).isNull(), "the error state is worth a picture");
    const Answer unwritable
        = start({QStringLiteral("--grab"), path(QStringLiteral("no/such/w.png")), path(QStringLiteral("a.txt"))});
    QCOMPARE(unwritable.exitCode, 1);
    QVERIFY(unwritable.err.contains(QStringLiteral("no/such/w.png")));
}

void ProgramTest::leavesTheUsersSettingsAlone()
{
    QVERIFY(QDir(m_folder->path()).mkpath(QStringLiteral(".config/chunkwright")));
    const QString settings = path(QStringLiteral(".config/chunkwright/chunkwright.ini"));
    const QByteArray remembered = "[view]\ntheme=dark\n";
    QFile file(settings);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(remembered);
    file.close();
    const Answer answer
        = start({QStringLiteral("--grab"), path(QStringLiteral("window.png")), path(QStringLiteral("a.txt"))});
    QVERIFY2(answer.exitCode == 0, qPrintable(answer.err));
    QCOMPARE(read(QStringLiteral(".config/chunkwright/chunkwright.ini")), remembered);
    const QImage picture(path(QStringLiteral("window.png")));
    QVERIFY2(qGray(picture.pixel(4, picture.height() - 4)) > 150, "the remembered dark theme must not be read");
}

QTEST_GUILESS_MAIN(ProgramTest)
#include "programtest.moc"
