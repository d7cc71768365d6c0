// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/vectorfile.h"

#include "io/atomicfile.h"
#include "io/vectorbytes.h"
#include "segment/sentencevectors.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QStandardPaths>

#include <algorithm>
#include <map>
#include <mutex>
#include <utility>

namespace cw {

namespace {

struct FileState
{
    std::size_t rows = 0; ///< known to be in the file
    qint64 bytes = -1; ///< its size and time when that was known
    qint64 modified = 0;

    [[nodiscard]] bool isOf(const QFileInfo &info) const
    {
        return info.exists() && info.size() == bytes && info.lastModified().toMSecsSinceEpoch() == modified;
    }
    void know(const QString &path, std::size_t rowsInFile)
    {
        const QFileInfo info(path);
        rows = rowsInFile;
        bytes = info.exists() ? info.size() : -1;
        modified = info.exists() ? info.lastModified().toMSecsSinceEpoch() : 0;
    }
};

struct Files
{
    std::mutex mutex;
    std::map<std::string, FileState, std::less<>> byModel; ///< those that were looked at
};

Files &files()
{
    static Files all;
    return all;
}

/// A sentence when something stands there that cannot be used.
std::string readInto(std::string_view model, const QString &path, FileState &state)
{
    state.know(path, 0);
    QFile file(path);
    if (!file.exists())
        return {};
    const auto unusable = [&](const QString &why) {
        return QStringLiteral("The kept vectors in %1 cannot be used (%2). They are fetched again and the file is made "
                              "anew.")
            .arg(path, why)
            .toStdString();
    };
    if (!QFileInfo(path).isFile()) {
        return QStringLiteral(
                   "The kept vectors in %1 cannot be used: it is no file. They are fetched again; remove it so "
                   "that they can be kept.")
            .arg(path)
            .toStdString();
    }
    if (!file.open(QIODevice::ReadOnly))
        return unusable(file.errorString());
    if (file.size() > largestVectorFile)
        return unusable(QStringLiteral("larger than %1 MiB").arg(largestVectorFile >> 20));
    const QByteArray bytes = file.read(largestVectorFile + 1);
    if (file.error() != QFileDevice::NoError)
        return unusable(file.errorString());
    auto batch = vectorsOfFile(bytes, model);
    if (!batch)
        return unusable(QStringLiteral("damaged, or of another version"));
    const std::size_t rows = batch->keys.size();
    if (const auto kept = keepSentenceVectors(model, std::move(*batch)); !kept)
        return unusable(QString::fromStdString(kept.error().message));
    state.know(path, rows);
    return {};
}

QString vectorFolder()
{
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/chunkwright/vectors";
}

} // namespace

QString vectorFilePath(std::string_view model)
{
    const QByteArray name = QCryptographicHash::hash(QByteArray(model.data(), static_cast<qsizetype>(model.size())),
                                                     QCryptographicHash::Sha256)
                                .toHex()
                                .left(32);
    return vectorFolder() + u'/' + QLatin1String(name) + u".vectors";
}

std::string loadVectors(std::string_view model)
{
    Files &all = files();
    const std::scoped_lock lock(all.mutex);
    const auto [state, isNew] = all.byModel.try_emplace(std::string(model));
    return isNew ? readInto(model, vectorFilePath(model), state->second) : std::string();
}

std::string saveVectors(std::string_view model, bool isLast)
{
    Files &all = files();
    const std::scoped_lock lock(all.mutex);
    FileState &state = all.byModel[std::string(model)];
    auto vectors = sentenceVectors(model);
    constexpr std::size_t worthWriting = 256;
    if (!vectors || vectors->size() <= state.rows
        || (!isLast && vectors->size() - state.rows < std::max(worthWriting, state.rows / 4)))
        return {};
    const QString path = vectorFilePath(model);
    const auto notKept = [&](const QString &why) {
        return QStringLiteral("The vectors were not kept in %1 (%2). They will be fetched again next time.")
            .arg(path, why)
            .toStdString();
    };
    const QString folder = QFileInfo(path).path();
    if (!QDir().mkpath(folder))
        return notKept(QStringLiteral("the folder cannot be made"));
    QFile::setPermissions(folder, QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner);
    if (const QFileInfo info(path); info.exists() && !info.isFile())
        return notKept(QStringLiteral("it is no file"));
    const QString lockPath = path + u".lock";
    if (const QFileInfo info(lockPath); info.exists() && !info.isFile())
        return notKept(QStringLiteral("%1 is no file").arg(lockPath));
    QLockFile fileLock(lockPath);
    constexpr int longestWaitMs = 5000;
    if (!fileLock.tryLock(longestWaitMs)) {
        const bool isInUse = fileLock.error() == QLockFile::LockFailedError;
        return notKept(isInUse ? QStringLiteral("another program is writing there")
                               : QStringLiteral("nothing can be written to that folder"));
    }
    if (const QFileInfo info(path); info.exists() && !state.isOf(info)) {
        static_cast<void>(readInto(model, path, state)); // what cannot be used is replaced
        vectors = sentenceVectors(model);
    }
    if (vectorFileSize(*vectors) > largestVectorFile) {
        return notKept(QStringLiteral("they would be larger than %1 MiB; remove the file when its sentences are not "
                                      "needed any more")
                           .arg(largestVectorFile >> 20));
    }
    if (const auto written = writeFileAtomically(path, vectorFileBytes(*vectors)); !written)
        return notKept(QString::fromStdString(written.error().message));
    QFile::setPermissions(path, QFile::ReadOwner | QFile::WriteOwner);
    state.know(path, vectors->size());
    return {};
}

Result<void> removeVectors(std::string_view model)
{
    Files &all = files();
    const std::scoped_lock lock(all.mutex);
    const QString path = vectorFilePath(model);
    if (QFile file(path); file.exists() && !file.remove()) {
        return Error{ErrorCode::Io,
                     QStringLiteral("Could not remove %1: %2.").arg(path, file.errorString()).toStdString(),
                     path.toStdString()};
    }
    forgetSentenceVectors(model);
    all.byModel.erase(std::string(model));
    return {};
}

std::vector<KeptVectorFile> keptVectorFiles()
{
    std::vector<KeptVectorFile> kept;
    const QDir folder(vectorFolder());
    for (const QFileInfo &info : folder.entryInfoList({QStringLiteral("*.vectors")}, QDir::Files, QDir::Name)) {
        QFile file(info.filePath());
        if (!file.open(QIODevice::ReadOnly))
            continue;
        const auto head = vectorFileHead(file.read(longestVectorFileHead));
        if (head && head->bytes == info.size() && vectorFilePath(head->model) == info.filePath())
            kept.push_back({head->model, info.filePath(), head->sentences, head->dimension, info.size()});
    }
    std::ranges::sort(kept, {}, &KeptVectorFile::model);
    return kept;
}

} // namespace cw
