// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/vectorfile.h"

#include "io/atomicfile.h"
#include "segment/sentencevectors.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QLockFile>
#include <QStandardPaths>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <map>
#include <mutex>
#include <numeric>
#include <optional>
#include <utility>
#include <vector>

#include <zlib.h>

namespace cw {

namespace {

constexpr std::string_view magic = "chunkwright-vectors 1\n";
constexpr std::size_t keyBytes = sizeof(Sha256);
constexpr std::size_t headBytes = magic.size() + 3 * sizeof(std::uint32_t);
constexpr std::size_t checksumBytes = sizeof(std::uint32_t);

void putNumber(char *to, std::uint32_t number) noexcept
{
    for (unsigned byte = 0; byte < 4; ++byte)
        to[byte] = static_cast<char>(number >> (8U * byte));
}

std::uint32_t numberAt(const char *from) noexcept
{
    std::uint32_t number = 0;
    for (unsigned byte = 0; byte < 4; ++byte)
        number |= std::uint32_t{static_cast<std::uint8_t>(from[byte])} << (8U * byte);
    return number;
}

std::uint32_t checksumOf(const QByteArray &bytes, std::size_t count) noexcept
{
    uLong sum = crc32(0, nullptr, 0);
    sum = crc32_z(sum, reinterpret_cast<const Bytef *>(bytes.constData()), count);
    return static_cast<std::uint32_t>(sum);
}

/// In the order of keys: the same vectors make the same file, however they came.
QByteArray fileOf(const SentenceVectors &vectors)
{
    const std::size_t dimension = vectors.dimension();
    const std::size_t vectorBytes = dimension * sizeof(std::int16_t);
    const std::size_t size
        = headBytes + vectors.model().size() + vectors.size() * (keyBytes + vectorBytes) + checksumBytes;
    QByteArray bytes(static_cast<qsizetype>(size), Qt::Uninitialized);
    char *at = std::copy(magic.begin(), magic.end(), bytes.data());
    for (const std::size_t number : {vectors.model().size(), dimension, vectors.size()}) {
        putNumber(at, static_cast<std::uint32_t>(number));
        at += sizeof(std::uint32_t);
    }
    at = std::copy(vectors.model().begin(), vectors.model().end(), at);
    std::vector<std::uint32_t> rows(vectors.size());
    std::iota(rows.begin(), rows.end(), 0U);
    std::ranges::sort(rows, {}, [&](std::uint32_t row) -> const Sha256 & { return vectors.key(row); });
    for (const std::uint32_t row : rows) {
        std::memcpy(at, vectors.key(row).data(), keyBytes);
        at += keyBytes;
    }
    for (const std::uint32_t row : rows) {
        for (const std::int16_t number : vectors.vector(row)) {
            const auto bits = static_cast<std::uint16_t>(number);
            *at++ = static_cast<char>(bits);
            *at++ = static_cast<char>(bits >> 8U);
        }
    }
    putNumber(at, checksumOf(bytes, size - checksumBytes));
    return bytes;
}

/// Nothing when the file is not one of the model's vectors, whole and unchanged.
std::optional<VectorBatch> vectorsOf(const QByteArray &bytes, std::string_view model)
{
    const auto size = static_cast<std::size_t>(bytes.size());
    if (size < headBytes + checksumBytes || !bytes.startsWith(QByteArray::fromRawData(magic.data(), magic.size())))
        return std::nullopt;
    const char *at = bytes.constData() + magic.size();
    const std::size_t modelBytes = numberAt(at);
    const std::size_t dimension = numberAt(at + 4);
    const std::size_t count = numberAt(at + 8);
    if (modelBytes != model.size() || dimension == 0 || dimension > largestVectorDimension
        || size != headBytes + modelBytes + count * (keyBytes + dimension * sizeof(std::int16_t)) + checksumBytes)
        return std::nullopt;
    at += 12;
    if (std::string_view(at, modelBytes) != model
        || numberAt(bytes.constData() + size - checksumBytes) != checksumOf(bytes, size - checksumBytes))
        return std::nullopt;
    at += modelBytes;
    VectorBatch batch;
    batch.dimension = dimension;
    batch.keys.resize(count);
    for (Sha256 &key : batch.keys) {
        std::memcpy(key.data(), at, keyBytes);
        at += keyBytes;
    }
    batch.numbers.resize(count * dimension);
    for (std::int16_t &number : batch.numbers) {
        const auto low = static_cast<std::uint8_t>(*at++);
        const auto high = static_cast<std::uint8_t>(*at++);
        number = static_cast<std::int16_t>(low | high << 8U);
    }
    return batch;
}

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
    if (!QFileInfo(path).isFile())
        return unusable(QStringLiteral("it is no file"));
    if (!file.open(QIODevice::ReadOnly))
        return unusable(file.errorString());
    if (file.size() > largestVectorFile)
        return unusable(QStringLiteral("larger than %1 MiB").arg(largestVectorFile >> 20));
    const QByteArray bytes = file.read(largestVectorFile + 1);
    if (file.error() != QFileDevice::NoError)
        return unusable(file.errorString());
    auto batch = vectorsOf(bytes, model);
    if (!batch)
        return unusable(QStringLiteral("damaged, or of another version"));
    const std::size_t rows = batch->keys.size();
    if (const auto kept = keepSentenceVectors(model, std::move(*batch)); !kept)
        return unusable(QString::fromStdString(kept.error().message));
    state.know(path, rows);
    return {};
}

} // namespace

QString vectorFilePath(std::string_view model)
{
    const QByteArray name = QCryptographicHash::hash(QByteArray(model.data(), static_cast<qsizetype>(model.size())),
                                                     QCryptographicHash::Sha256)
                                .toHex()
                                .left(32);
    return QStandardPaths::writableLocation(QStandardPaths::GenericCacheLocation) + u"/chunkwright/vectors/"
        + QLatin1String(name) + u".vectors";
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
    const auto size = static_cast<qint64>(headBytes + checksumBytes + model.size()
                                          + vectors->size() * (keyBytes + vectors->dimension() * sizeof(std::int16_t)));
    if (size > largestVectorFile) {
        return notKept(QStringLiteral("they would be larger than %1 MiB; remove the file when its sentences are not "
                                      "needed any more")
                           .arg(largestVectorFile >> 20));
    }
    if (const auto written = writeFileAtomically(path, fileOf(*vectors)); !written)
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

} // namespace cw
