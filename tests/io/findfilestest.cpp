// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/documentloader.h"
#include "support/ordinaryuser.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cw {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

class FindFilesTest : public ::testing::Test
{
protected:
    QString write(const char *name)
    {
        const QString path = m_folder.filePath(QString::fromUtf8(name));
        QDir().mkpath(QFileInfo(path).path());
        QFile file(path);
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        return path;
    }

    static std::vector<std::string> ids(const FileSearch &search)
    {
        std::vector<std::string> result;
        for (const FoundFile &file : search.files)
            result.push_back(file.documentId.toStdString());
        return result;
    }

    QTemporaryDir m_folder;
};

TEST_F(FindFilesTest, FoldersAreSearchedInCodeUnitOrder)
{
    for (const char *name : {"b.md", "B.md", "a/z.txt", "a.txt", "a/b/c.py", "é.md", "a-b.md"})
        write(name);
    const FileSearch search = findFiles({m_folder.path()}, {}, {});
    EXPECT_THAT(ids(search), ElementsAre("B.md", "a-b.md", "a.txt", "a/b/c.py", "a/z.txt", "b.md", "é.md"));
    EXPECT_THAT(search.problems, IsEmpty());
    EXPECT_EQ(QFileInfo(search.files[4].path).canonicalFilePath(),
              QFileInfo(m_folder.filePath(QStringLiteral("a/z.txt"))).canonicalFilePath());
}

TEST_F(FindFilesTest, PatternsFilterFoldersButNotNamedFiles)
{
    write("a.md");
    write("b.MD");
    write("c.txt");
    const QString picture = write("d.png");
    EXPECT_THAT(ids(findFiles({m_folder.path(), picture}, {QStringLiteral("*.md")}, {})),
                ElementsAre("a.md", "b.MD", "d.png"));
    EXPECT_THAT(ids(findFiles({m_folder.path()}, {}, {})), ElementsAre("a.md", "b.MD", "c.txt"));
}

TEST_F(FindFilesTest, EndingsOfWhatIsLeftOutAreCountedTheMostFrequentFirst)
{
    for (const char *name :
         {"a.PNG", "b.png", "c.tar.zip", "noending", "x.", "long.ending-that-is-a-name", "d.mp3", "e.png"})
        write(name);
    using Ending = std::pair<QString, std::size_t>;
    EXPECT_EQ(
        endingsByCount(findFiles({m_folder.path()}, {}, {})),
        (std::vector<Ending>{
            {QStringLiteral(".png"), 3}, {QString(), 3}, {QStringLiteral(".mp3"), 1}, {QStringLiteral(".zip"), 1}}));
}

TEST_F(FindFilesTest, FilesThatMatchNoPatternAreCounted)
{
    write("a.md");
    write("b.png");
    write("sub/c.zip");
    write(".hidden.png");
    const FileSearch found = findFiles({m_folder.path()}, {}, {});
    EXPECT_EQ(found.leftOut, 2U);
    EXPECT_EQ(found.leftOutByEnding,
              (std::map<QString, std::size_t>{{QStringLiteral(".png"), 1}, {QStringLiteral(".zip"), 1}}));
    EXPECT_EQ(findFiles({m_folder.path()}, {QStringLiteral("*.png")}, {}).leftOut, 2U);
    EXPECT_EQ(findFiles({m_folder.filePath(QStringLiteral("b.png"))}, {}, {}).leftOut, 0U);
}

TEST_F(FindFilesTest, HiddenEntriesAndLoopsAreLeftOut)
{
    write(".hidden.md");
    write(".git/config.txt");
    write("sub/a.md");
    ASSERT_EQ(symlink(m_folder.path().toLocal8Bit().constData(),
                      m_folder.filePath(QStringLiteral("sub/up")).toLocal8Bit().constData()),
              0);
    ASSERT_EQ(symlink(".", m_folder.filePath(QStringLiteral("here")).toLocal8Bit().constData()), 0);
    const FileSearch search = findFiles({m_folder.path()}, {}, {});
    EXPECT_THAT(ids(search), ElementsAre("sub/a.md"));
    EXPECT_THAT(search.problems, IsEmpty());
}

TEST_F(FindFilesTest, LinksToFoldersElsewhereAreFollowed)
{
    QTemporaryDir other;
    QFile file(other.filePath(QStringLiteral("x.md")));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    ASSERT_EQ(symlink(other.path().toLocal8Bit().constData(),
                      m_folder.filePath(QStringLiteral("link")).toLocal8Bit().constData()),
              0);
    EXPECT_THAT(ids(findFiles({m_folder.path()}, {}, {})), ElementsAre("link/x.md"));
}

TEST_F(FindFilesTest, DocumentIdsAreUnique)
{
    const QString first = write("one/a.md");
    const QString second = write("two/a.md");
    write("three/a.md (2)");
    const QString third = m_folder.filePath(QStringLiteral("three/a.md (2)"));
    const FileSearch search = findFiles({first, second, third}, {}, {});
    EXPECT_THAT(ids(search), ElementsAre("a.md", "a.md (2)", "a.md (3)"));
    EXPECT_EQ(search.files[0].path, first);
    EXPECT_EQ(search.files[1].path, third);
    EXPECT_EQ(search.files[2].path, second);
}

TEST_F(FindFilesTest, WhatCannotBeUsedIsReported)
{
    const QString missing = m_folder.filePath(QStringLiteral("missing"));
    const QString dangling = m_folder.filePath(QStringLiteral("dangling"));
    const QString pipe = m_folder.filePath(QStringLiteral("pipe"));
    ASSERT_EQ(symlink("nowhere", dangling.toLocal8Bit().constData()), 0);
    ASSERT_EQ(mkfifo(pipe.toLocal8Bit().constData(), 0600), 0);
    const FileSearch search = findFiles({missing, dangling, pipe}, {}, {});
    EXPECT_THAT(search.files, IsEmpty());
    ASSERT_EQ(search.problems.size(), 3);
    EXPECT_THAT(search.problems[0].toStdString(), HasSubstr(missing.toStdString()));
    EXPECT_THAT(search.problems[1].toStdString(), HasSubstr(dangling.toStdString()));
    EXPECT_THAT(search.problems[2].toStdString(), HasSubstr(pipe.toStdString()));
}

TEST_F(FindFilesTest, WhatAFolderHoldsAndCannotBeUsedIsReported)
{
    write("a.md");
    ASSERT_EQ(symlink("nowhere", m_folder.filePath(QStringLiteral("b.md")).toLocal8Bit().constData()), 0);
    ASSERT_EQ(symlink("nowhere", m_folder.filePath(QStringLiteral("b.png")).toLocal8Bit().constData()), 0);
    ASSERT_EQ(mkfifo(m_folder.filePath(QStringLiteral("c.md")).toLocal8Bit().constData(), 0600), 0);
    const QByteArray badName = m_folder.path().toLocal8Bit() + "/d\xFF.md";
    const int descriptor = ::open(badName.constData(), O_CREAT | O_WRONLY, 0600);
    ASSERT_GE(descriptor, 0);
    close(descriptor);
    FileSearch search = findFiles({m_folder.path()}, {}, {});
    unlink(badName.constData());
    EXPECT_THAT(ids(search), ElementsAre("a.md"));
    ASSERT_EQ(search.problems.size(), 1);
    EXPECT_THAT(search.problems[0].toStdString(), HasSubstr("is not valid UTF-8"));
    ASSERT_EQ(search.skipped.size(), 2);
    EXPECT_THAT(search.skipped[0].toStdString(), HasSubstr("b.md leads nowhere"));
    EXPECT_THAT(search.skipped[1].toStdString(), HasSubstr("c.md is a device, pipe or socket"));
}

TEST_F(FindFilesTest, FoldersWithoutPermissionAreReported)
{
    write("closed/a.md");
    write("b.md");
    const QString closed = m_folder.filePath(QStringLiteral("closed"));
    constexpr auto owner = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    ASSERT_TRUE(QFile::setPermissions(closed, {}));
    ASSERT_TRUE(QFile::setPermissions(m_folder.path(), owner | QFile::ReadOther | QFile::ExeOther));
    FileSearch search;
    {
        const test::AsOrdinaryUser user;
        ASSERT_TRUE(user.isOrdinary());
        search = findFiles({m_folder.path()}, {}, {});
    }
    QFile::setPermissions(closed, owner);
    EXPECT_THAT(ids(search), ElementsAre("b.md"));
    ASSERT_EQ(search.problems.size(), 1);
    EXPECT_THAT(search.problems[0].toStdString(), HasSubstr("closed"));
}

TEST_F(FindFilesTest, StopsOnRequest)
{
    write("a.md");
    std::stop_source source;
    source.request_stop();
    EXPECT_THAT(findFiles({m_folder.path()}, {}, source.get_token()).files, IsEmpty());
}

} // namespace
} // namespace cw
