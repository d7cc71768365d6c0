// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/smallfile.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLatin1String>

#include <cerrno>
#include <fcntl.h>
#include <optional>
#include <unistd.h>

namespace cw {

namespace {

/// Of a path that is another name of an open descriptor.
std::optional<int> descriptorOf(const QString &path)
{
    const QString clean = QDir::cleanPath(path);
    if (clean == QLatin1String("/dev/stdin"))
        return STDIN_FILENO;
    for (const QLatin1String folder : {QLatin1String("/dev/fd/"), QLatin1String("/proc/self/fd/")}) {
        if (!clean.startsWith(folder))
            continue;
        bool isNumber = false;
        const int descriptor = clean.mid(folder.size()).toInt(&isNumber);
        if (isNumber && descriptor >= 0)
            return descriptor;
    }
    return {};
}

/// The reason when it cannot be opened.
std::optional<QString> open(QFile &file, const QString &path)
{
    if (path.isEmpty())
        return QStringLiteral("a file name is needed");
    const QFileInfo info(path);
    const bool isSpecial = info.exists() && !info.isFile() && !info.isDir();
    const std::optional<int> descriptor = descriptorOf(path);
    if (isSpecial && !descriptor)
        return QStringLiteral("it is a device, pipe or socket, not a file");
    if (!isSpecial) {
        file.setFileName(path);
        return file.open(QIODevice::ReadOnly) ? std::nullopt : std::optional(file.errorString());
    }
    // Opened by its name, a pipe whose writer is gone would wait for another one.
    const int own = ::fcntl(*descriptor, F_DUPFD_CLOEXEC, 0);
    if (own < 0)
        return qt_error_string(errno);
    if (file.open(own, QIODevice::ReadOnly, QFileDevice::AutoCloseHandle))
        return {};
    ::close(own);
    return file.errorString();
}

} // namespace

Result<QByteArray> readSmallFile(const QString &path, const char *kind, qint64 largest)
{
    const auto ioError = [&](const QString &reason) {
        return Error{
            ErrorCode::Io,
            QStringLiteral("Could not read the %1 %2: %3.").arg(QLatin1String(kind), path, reason).toStdString(),
            path.toStdString()};
    };
    QFile file;
    if (const auto reason = open(file, path))
        return ioError(*reason);
    QByteArray bytes = file.read(largest + 1);
    if (file.error() != QFileDevice::NoError)
        return ioError(file.errorString());
    if (bytes.size() > largest) {
        return ioError(largest < qint64{1} << 20 ? QStringLiteral("it is larger than %1 KiB").arg(largest >> 10)
                                                 : QStringLiteral("it is larger than %1 MiB").arg(largest >> 20));
    }
    return bytes;
}

} // namespace cw
