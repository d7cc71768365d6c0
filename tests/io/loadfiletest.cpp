// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chunkjson.h"
#include "io/documentloader.h"
#include "support/ordinaryuser.h"

#include <QFile>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>
#include <unistd.h>

namespace cw {
namespace {

using ::testing::HasSubstr;

class LoadFileTest : public ::testing::Test
{
protected:
    QString write(const QString &name, const std::string &bytes)
    {
        const QString path = m_folder.filePath(name);
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(QByteArray::fromStdString(bytes));
        return path;
    }

    Error loadError(const QString &path)
    {
        const auto document = loadDocument(path, QStringLiteral("id"), {}, {});
        EXPECT_TRUE(document.hasError());
        return document.hasError() ? document.error() : Error{};
    }

    static constexpr QFile::Permissions worldReadable
        = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner | QFile::ReadOther | QFile::ExeOther;
    QTemporaryDir m_folder;
};

TEST_F(LoadFileTest, ReadsAndDescribesAFile)
{
    const QString path = write(QStringLiteral("größe.md"), "\xEF\xBB\xBF# T\r\nBody.\r\n");
    const auto document = loadDocument(path, QStringLiteral("docs/größe.md"), {}, {});
    ASSERT_TRUE(document);
    EXPECT_EQ((*document)->id(), "docs/größe.md");
    EXPECT_EQ((*document)->text(), "# T\r\nBody.\r\n");
    const DocumentSource &source = (*document)->source();
    EXPECT_EQ(source.path, path.toStdString());
    EXPECT_EQ(source.sourceBytes, 15U);
    EXPECT_TRUE(source.hadBom);
    EXPECT_EQ(source.newline, NewlineStyle::CrLf);
    EXPECT_EQ(source.sha256, "fec1e72855efc35fcc23e3521b84e4bde61f64be27468fe8384a86dc46d1ee14");
}

TEST_F(LoadFileTest, TellsTheHashOfTheFileWhateverItsEncoding)
{
    // printf 'gr\303\274n' | sha256sum; printf 'gr\374n' | sha256sum
    const auto utf8 = loadDocument(write(QStringLiteral("a.md"), "gr\xC3\xBCn"), QStringLiteral("a.md"), {}, {});
    const auto latin = loadDocument(write(QStringLiteral("b.md"), "gr\xFCn"), QStringLiteral("b.md"), {}, {});
    ASSERT_TRUE(utf8 && latin);
    EXPECT_EQ((*utf8)->text(), (*latin)->text());
    EXPECT_EQ(documentSha256(**utf8), "fe263064ba02eaeac482aaf1309553779bdb78e385cb1374654de293e191d785");
    EXPECT_EQ(documentSha256(**latin), "11da4df654100befa9444a008d94f0219db3346f126654280f2ec4d16f09a0ca");
}

TEST_F(LoadFileTest, ReadsMoreThanOneBlock)
{
    std::string bytes;
    while (bytes.size() < 9 * 1024 * 1024)
        bytes += "Line " + std::to_string(bytes.size()) + " é\n";
    const auto document = loadDocument(write(QStringLiteral("big.txt"), bytes), QStringLiteral("id"), {}, {});
    ASSERT_TRUE(document);
    EXPECT_TRUE((*document)->text() == bytes);
}

TEST_F(LoadFileTest, MissingFileFolderAndDevicesAreNamed)
{
    const QString missing = m_folder.filePath(QStringLiteral("missing.txt"));
    EXPECT_EQ(loadError(missing).code, ErrorCode::Io);
    EXPECT_EQ(loadError(missing).subject, missing.toStdString());
    EXPECT_THAT(loadError(missing).message, HasSubstr("missing.txt"));
    EXPECT_THAT(loadError(m_folder.path()).message, HasSubstr("folder"));
    EXPECT_THAT(loadError(QStringLiteral("/dev/zero")).message, HasSubstr("device"));
    const QString pipe = m_folder.filePath(QStringLiteral("pipe"));
    ASSERT_EQ(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    EXPECT_EQ(loadError(pipe).code, ErrorCode::Io);
}

TEST_F(LoadFileTest, UnreadableFileIsNamed)
{
    const QString path = write(QStringLiteral("secret.txt"), "x");
    ASSERT_TRUE(QFile::setPermissions(path, {}));
    ASSERT_TRUE(QFile::setPermissions(m_folder.path(), worldReadable));
    const test::AsOrdinaryUser user;
    ASSERT_TRUE(user.isOrdinary());
    EXPECT_EQ(loadError(path).code, ErrorCode::Io);
    EXPECT_THAT(loadError(path).message, HasSubstr("secret.txt"));
    EXPECT_THAT(loadError(path).message, HasSubstr("denied"));
}

TEST_F(LoadFileTest, FourGibibytesAreRefusedBeforeReading)
{
    const QString path = write(QStringLiteral("huge.txt"), "x");
    if (!QFile::resize(path, qint64{1} << 32))
        GTEST_SKIP() << "The file system has no sparse files.";
    EXPECT_EQ(loadError(path).code, ErrorCode::BadInput);
    EXPECT_THAT(loadError(path).message, HasSubstr("huge.txt"));
    EXPECT_THAT(loadError(path).message, HasSubstr("4 GiB"));
}

TEST_F(LoadFileTest, StopsOnRequest)
{
    std::stop_source source;
    source.request_stop();
    const QString path = write(QStringLiteral("a.txt"), "x");
    EXPECT_TRUE(loadDocument(path, QStringLiteral("id"), {}, source.get_token()).isCancelled());
}

TEST_F(LoadFileTest, FilesOfUnknownSizeAreReadToTheirEnd)
{
    if (!QFile::exists(QStringLiteral("/proc/self/status")))
        GTEST_SKIP() << "There is no /proc here.";
    const auto document = loadDocument(QStringLiteral("/proc/self/status"), QStringLiteral("id"), {}, {});
    ASSERT_TRUE(document);
    EXPECT_THAT(std::string((*document)->text()), HasSubstr("Name:"));
}

} // namespace
} // namespace cw
