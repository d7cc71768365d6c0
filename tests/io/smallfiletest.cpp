// SPDX-License-Identifier: GPL-3.0-or-later
// Files that are none: pipes, sockets, devices, descriptors.
#include "io/smallfile.h"
#include "io/configjson.h"
#include "io/modelfile.h"
#include "io/tokenizerfile.h"

#include <QFile>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <chrono>
#include <cstring>
#include <fcntl.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

namespace cw {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

QString descriptorPath(int descriptor, const char *folder = "/dev/fd/")
{
    return QString::fromLatin1(folder) + QString::number(descriptor);
}

/// A pipe that is written to part by part, by a thread of its own, and closed behind the last one.
class WrittenPipe final
{
public:
    explicit WrittenPipe(std::vector<std::string> parts)
    {
        EXPECT_EQ(::pipe(m_ends.data()), 0);
        m_writer = std::thread([parts = std::move(parts), to = m_ends[1]] {
            for (const std::string &part : parts) {
                std::size_t done = 0;
                while (done < part.size()) {
                    const auto written = ::write(to, part.data() + done, part.size() - done);
                    if (written < 0)
                        break;
                    done += static_cast<std::size_t>(written);
                }
                std::this_thread::sleep_for(std::chrono::milliseconds(20));
            }
            ::close(to);
        });
    }
    ~WrittenPipe()
    {
        // what nobody read, so that the writer comes to its end
        std::array<char, 4096> rest{};
        while (::read(m_ends[0], rest.data(), rest.size()) > 0) { }
        m_writer.join();
        ::close(m_ends[0]);
    }
    WrittenPipe(const WrittenPipe &) = delete;
    WrittenPipe &operator=(const WrittenPipe &) = delete;

    [[nodiscard]] int readEnd() const noexcept { return m_ends[0]; }

private:
    std::array<int, 2> m_ends{-1, -1};
    std::thread m_writer;
};

void expectRefused(const Error &error, const QString &path, ErrorCode code = ErrorCode::Io)
{
    EXPECT_EQ(error.code, code);
    EXPECT_EQ(error.subject, path.toStdString());
    EXPECT_THAT(error.message, HasSubstr(path.toStdString()));
}

TEST(SmallFile, PipesSocketsAndDevicesAreRefusedWithoutWaiting)
{
    QTemporaryDir folder;
    const QString pipe = folder.filePath(QStringLiteral("pipe"));
    ASSERT_EQ(::mkfifo(QFile::encodeName(pipe).constData(), 0600), 0);
    const QString socket = folder.filePath(QStringLiteral("socket"));
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray name = QFile::encodeName(socket);
    ASSERT_LT(static_cast<std::size_t>(name.size()), sizeof address.sun_path);
    std::memcpy(address.sun_path, name.constData(), static_cast<std::size_t>(name.size()));
    const int listening = ::socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(::bind(listening, reinterpret_cast<const sockaddr *>(&address), sizeof address), 0);
    const QString link = folder.filePath(QStringLiteral("link.json"));
    ASSERT_TRUE(QFile::link(pipe, link));

    for (const QString &path : {pipe, socket, link, QStringLiteral("/dev/zero")}) {
        for (const Error &error :
             {readConfigFile(path).error(), readAuditProfileFile(path).error(), loadModelFile(path).error()}) {
            expectRefused(error, path);
            EXPECT_THAT(error.message, HasSubstr("it is a device, pipe or socket, not a file."));
        }
        expectRefused(loadTokenizerFile(path).error(), path, ErrorCode::MissingResource);
    }
    EXPECT_THAT(loadModelFile(pipe).error().message, StartsWith("Could not read the model profile "));
    ::close(listening);
}

TEST(SmallFile, DescriptorsAreReadToTheirEndWhateverTheyAre)
{
    for (const char *folder : {"/dev/fd/", "/proc/self/fd/", "/dev//fd/../fd/"}) {
        const WrittenPipe pipe({"one ", "two ", "three"});
        const auto read = readSmallFile(descriptorPath(pipe.readEnd(), folder), "file", 100);
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->toStdString(), "one two three");
    }
    // Reopened by its name, a named pipe would wait for another writer.
    QTemporaryDir folder;
    const QByteArray fifo = QFile::encodeName(folder.filePath(QStringLiteral("fifo")));
    ASSERT_EQ(::mkfifo(fifo.constData(), 0600), 0);
    const int reading = ::open(fifo.constData(), O_RDONLY | O_NONBLOCK | O_CLOEXEC);
    const int writing = ::open(fifo.constData(), O_WRONLY | O_CLOEXEC);
    ASSERT_EQ(::write(writing, "gone", 4), 4);
    ::close(writing);
    const auto left = readSmallFile(descriptorPath(reading), "file", 100);
    ASSERT_TRUE(left) << left.error().message;
    EXPECT_EQ(left->toStdString(), "gone");
    EXPECT_EQ(::close(reading), 0) << "the caller's descriptor stays open";

    std::array<int, 2> sockets{};
    ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, sockets.data()), 0);
    ASSERT_EQ(::write(sockets[1], "socket", 6), 6);
    ::close(sockets[1]);
    EXPECT_EQ(readSmallFile(descriptorPath(sockets[0]), "file", 100)->toStdString(), "socket");
    ::close(sockets[0]);
}

TEST(SmallFile, AFileOpenAsADescriptorIsReadFromItsBeginningEachTime)
{
    QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a")));
    ASSERT_TRUE(file.open(QIODevice::ReadWrite));
    file.write("content");
    file.flush();
    for (int time = 0; time < 2; ++time)
        EXPECT_EQ(readSmallFile(descriptorPath(file.handle()), "file", 7)->toStdString(), "content");
    EXPECT_THAT(readSmallFile(descriptorPath(file.handle()), "file", 6).error().message,
                HasSubstr("larger than 0 KiB"));
}

TEST(SmallFile, WhatIsTooLargeOrNotThereIsSaid)
{
    const WrittenPipe pipe({std::string(3000, 'a')});
    const QString path = descriptorPath(pipe.readEnd());
    const auto large = readSmallFile(path, "model profile", 2048);
    ASSERT_FALSE(large);
    EXPECT_EQ(large.error().message,
              "Could not read the model profile " + path.toStdString() + ": it is larger than 2 KiB.");
    for (const char *missing : {"/dev/fd/9999", "/dev/fd/one", "/dev/fd/-1", "/proc/self/fd/"}) {
        const auto read = readSmallFile(QString::fromLatin1(missing), "file", 10);
        ASSERT_FALSE(read) << missing;
        expectRefused(read.error(), QString::fromLatin1(missing));
    }
    EXPECT_THAT(readSmallFile({}, "file", 10).error().message, HasSubstr("a file name is needed"));
}

} // namespace
} // namespace cw
