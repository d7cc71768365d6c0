// SPDX-License-Identifier: GPL-3.0-or-later
#include "exportsupport.h"
#include "io/atomicfile.h"
#include "support/filesizelimit.h"
#include "support/ordinaryuser.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include <sys/stat.h>

namespace cw {
namespace {

using namespace test;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class ExportFileTest : public ::testing::Test
{
protected:
    QString path(const char *name) const { return m_folder.filePath(QString::fromLatin1(name)); }
    QStringList names() const
    {
        return QDir(m_folder.path()).entryList(QDir::AllEntries | QDir::Hidden | QDir::NoDotAndDotDot);
    }

    static QByteArray read(const QString &file)
    {
        QFile opened(file);
        EXPECT_TRUE(opened.open(QIODevice::ReadOnly));
        return opened.readAll();
    }

    static void write(const QString &file, const QByteArray &bytes)
    {
        QFile opened(file);
        ASSERT_TRUE(opened.open(QIODevice::WriteOnly));
        opened.write(bytes);
    }

    static ExportRequest bigRequest()
    {
        std::string text;
        for (int i = 0; i < 3000; ++i)
            text += "Sentence number " + std::to_string(i) + " is here. ";
        return {snapshotOf({Document::fromText("big", text)}, smallConfig()), {}, true, {}};
    }

    QTemporaryDir m_folder;
    const ExporterDescriptor &m_jsonl = *findExporter("jsonl");
};

TEST_F(ExportFileTest, WritesWhatTheExporterWrites)
{
    const ExportRequest request = bigRequest();
    const QString target = path("out.jsonl");
    const auto written = exportToFile(m_jsonl, request, target, {});
    ASSERT_TRUE(written.hasValue());
    EXPECT_EQ(*written, request.snapshot->chunkCount);
    EXPECT_EQ(read(target).toStdString(), exported("jsonl", request));
    EXPECT_THAT(names(), ElementsAre(QStringLiteral("out.jsonl")));
}

TEST_F(ExportFileTest, ProgressEndsAtTheTotal)
{
    ExportRequest request = bigRequest();
    std::vector<std::size_t> steps;
    std::size_t total = 0;
    request.progress = [&](std::size_t done, std::size_t all) {
        steps.push_back(done);
        total = all;
    };
    ASSERT_TRUE(exportToFile(m_jsonl, request, path("out.jsonl"), {}).hasValue());
    EXPECT_EQ(total, request.snapshot->chunkCount);
    EXPECT_TRUE(std::ranges::is_sorted(steps));
    EXPECT_GT(steps.size(), 2U);
    EXPECT_EQ(steps.back(), total);
}

TEST_F(ExportFileTest, CancellingLeavesTheOldFile)
{
    const QString target = path("out.jsonl");
    write(target, "old");
    std::stop_source source;
    ExportRequest request = bigRequest();
    request.progress = [&](std::size_t, std::size_t) { source.request_stop(); };
    EXPECT_TRUE(exportToFile(m_jsonl, request, target, source.get_token()).isCancelled());
    EXPECT_EQ(read(target), "old");
    EXPECT_THAT(names(), ElementsAre(QStringLiteral("out.jsonl")));
    EXPECT_TRUE(exportToFile(m_jsonl, request, path("new.jsonl"), source.get_token()).isCancelled());
    EXPECT_THAT(names(), ElementsAre(QStringLiteral("out.jsonl")));
}

TEST_F(ExportFileTest, AnExistingFileKeepsPermissionsAndALinkItsTarget)
{
    const QString target = path("out.jsonl");
    const QString link = path("link.jsonl");
    write(target, "old");
    const auto permissions = QFile::ReadOwner | QFile::WriteOwner | QFile::ReadGroup;
    ASSERT_TRUE(QFile::setPermissions(target, permissions));
    ASSERT_TRUE(QFile::link(target, link));
    ASSERT_TRUE(exportToFile(m_jsonl, bigRequest(), link, {}).hasValue());
    EXPECT_EQ(QFile::permissions(target)
                  & (QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadGroup | QFile::WriteGroup
                     | QFile::ReadOther | QFile::WriteOther),
              permissions);
    EXPECT_TRUE(QFileInfo(link).isSymLink());
    EXPECT_GT(QFileInfo(target).size(), 1000);
}

TEST_F(ExportFileTest, WhereNothingCanBeWrittenIsNamed)
{
    for (const QString &target : {m_folder.path(), path("missing/out.jsonl")}) {
        const auto written = exportToFile(m_jsonl, bigRequest(), target, {});
        ASSERT_TRUE(written.hasError()) << target.toStdString();
        EXPECT_EQ(written.error().code, ErrorCode::Io);
        EXPECT_EQ(written.error().subject, target.toStdString());
        EXPECT_THAT(written.error().message, HasSubstr(target.toStdString()));
    }
    EXPECT_THAT(names(), IsEmpty());
}

TEST_F(ExportFileTest, FolderWithoutPermissionIsNamed)
{
    const ExportRequest request = bigRequest();
    ASSERT_EQ(chmod(m_folder.path().toLocal8Bit().constData(), 0555), 0);
    const test::AsOrdinaryUser user;
    ASSERT_TRUE(user.isOrdinary());
    const auto written = exportToFile(m_jsonl, request, path("out.jsonl"), {});
    ASSERT_TRUE(written.hasError());
    EXPECT_EQ(written.error().code, ErrorCode::Io);
    EXPECT_THAT(written.error().message, HasSubstr("out.jsonl"));
}

TEST_F(ExportFileTest, AFullDeviceIsReportedAndDevicesAreNotReplaced)
{
    if (!QFile::exists(QStringLiteral("/dev/full")))
        GTEST_SKIP() << "There is no /dev/full here.";
    const auto written = exportToFile(m_jsonl, bigRequest(), QStringLiteral("/dev/full"), {});
    ASSERT_TRUE(written.hasError());
    EXPECT_EQ(written.error().code, ErrorCode::Io);
    EXPECT_EQ(written.error().subject, "/dev/full");
    EXPECT_THAT(written.error().message, HasSubstr("No space left"));
    EXPECT_FALSE(QFileInfo(QStringLiteral("/dev/full")).isFile());
}

/// A device that takes so many bytes and then is full.
class SmallDevice final : public QIODevice
{
public:
    explicit SmallDevice(qint64 room) : m_room(room) { open(QIODevice::WriteOnly); }

protected:
    qint64 readData(char *, qint64) override { return -1; }
    qint64 writeData(const char *, qint64 size) override
    {
        const qint64 taken = std::min(size, m_room);
        m_room -= taken;
        if (taken == 0)
            setErrorString(QStringLiteral("no room"));
        return taken > 0 ? taken : -1;
    }

private:
    qint64 m_room;
};

TEST_F(ExportFileTest, ADeviceThatFillsUpIsAnError)
{
    const ExportRequest request = bigRequest();
    for (const char *exporter : {"json", "jsonl"}) {
        const auto size = static_cast<qint64>(exported(exporter, request).size());
        for (const qint64 room : {qint64{0}, qint64{1000}, size / 2, size - 1}) {
            SmallDevice device(room);
            const auto written = findExporter(exporter)->write(request, device, {});
            ASSERT_TRUE(written.hasError()) << room;
            EXPECT_EQ(written.error().code, ErrorCode::Io);
        }
        SmallDevice device(size);
        EXPECT_TRUE(findExporter(exporter)->write(request, device, {}).hasValue());
    }
}

TEST(AtomicFile, SaysWhyTheLastWriteFailedAndKeepsTheOldFile)
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("kept"));
    ASSERT_TRUE(writeFileAtomically(path, "old"));
    Result<void> written;
    {
        const FileSizeLimit limit(10);
        written = writeFileAtomically(path, QByteArray(100, 'x'));
    }
    ASSERT_FALSE(written);
    EXPECT_THAT(written.error().message, HasSubstr("File too large"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::ReadOnly));
    EXPECT_EQ(file.readAll(), "old");
    EXPECT_THAT(QDir(folder.path()).entryList(QDir::Files | QDir::Hidden), ElementsAre(QStringLiteral("kept")));
}

} // namespace
} // namespace cw
