// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/tokenizerfile.h"

#include "tokenize/tokenizerformats.h"
#include "tokenize/tokenizerreference.h"

#include <QByteArray>
#include <QCryptographicHash>
#include <QDateTime>
#include <QFile>
#include <QFileInfo>

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

namespace cw {

namespace {

constexpr qint64 largestFile = qint64{256} << 20;
/// A file may change twice within what its time of change can tell apart.
constexpr qint64 settledAfterMilliseconds = 2000;

/// What changes with a file's content.
struct FileStamp
{
    qint64 bytes = -1;
    QDateTime modified;
    QDateTime changed;

    bool operator==(const FileStamp &) const = default;

    [[nodiscard]] static FileStamp of(const QFileInfo &info)
    {
        return {info.size(), info.lastModified(), info.metadataChangeTime()};
    }
    [[nodiscard]] bool isSettled(const QDateTime &now) const
    {
        return modified.msecsTo(now) > settledAfterMilliseconds && changed.msecsTo(now) > settledAfterMilliseconds;
    }
};

struct LoadedFile
{
    std::optional<FileStamp> stamp; ///< none: too young to be told from a later one
    std::shared_ptr<const Tokenizer> tokenizer;
};

Error unreadable(const QString &path, const QString &reason)
{
    return {ErrorCode::MissingResource,
            QStringLiteral("Could not read the tokenizer file %1: %2.").arg(path, reason).toStdString(),
            path.toStdString()};
}

Result<QByteArray> readTokenizerBytes(const QString &path, const QFileInfo &info)
{
    if (path.isEmpty())
        return unreadable(path, QStringLiteral("a file name is needed"));
    if (!info.exists())
        return unreadable(path, QStringLiteral("there is no such file"));
    if (!info.isFile())
        return unreadable(path, QStringLiteral("it is not a regular file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return unreadable(path, file.errorString());
    QByteArray bytes = file.read(largestFile + 1);
    if (file.error() != QFileDevice::NoError)
        return unreadable(path, file.errorString());
    if (bytes.size() > largestFile)
        return unreadable(path, QStringLiteral("it is larger than %1 MiB").arg(largestFile >> 20));
    return bytes;
}

enum class Format { Json, SentencePiece, Unknown };

Format formatOf(std::string_view bytes)
{
    std::string_view json = bytes;
    if (json.starts_with("\xEF\xBB\xBF"))
        json.remove_prefix(3);
    if (const std::size_t first = json.find_first_not_of(" \t\r\n");
        first != std::string_view::npos && json[first] == '{')
        return Format::Json;
    // A protocol buffer that begins with a piece: field 1, a length, and field 1 of the piece, its text.
    constexpr char fieldOne = '\x0A';
    const bool isSentencePiece = bytes.size() > 3 && bytes[0] == fieldOne && bytes[2] == fieldOne;
    return isSentencePiece ? Format::SentencePiece : Format::Unknown;
}

Result<std::shared_ptr<const Tokenizer>> parse(std::string_view bytes, TokenizerOrigin origin)
{
    const std::string path = origin.id;
    auto read = [&]() -> Result<std::shared_ptr<const Tokenizer>> {
        switch (formatOf(bytes)) {
        case Format::Json:
            return readTokenizerJson(bytes, std::move(origin));
        case Format::SentencePiece:
            return readSentencePieceModel(bytes, std::move(origin));
        case Format::Unknown:
            break;
        }
        return Error{ErrorCode::InvalidConfig,
                     "This is neither a tokenizer.json nor a SentencePiece .model. Choose the file \"tokenizer.json\" "
                     "that the model was published with.",
                     {}};
    }();
    if (read)
        return read;
    Error error = read.error();
    error.message = path + ": " + error.message;
    if (error.subject.empty())
        error.subject = path;
    return error;
}

} // namespace

Result<std::shared_ptr<const Tokenizer>> loadTokenizerFile(const QString &path)
{
    // One at a time: they are large, and two who want the same one get the same object.
    static std::mutex mutex;
    static std::map<QString, LoadedFile> loaded;
    const std::scoped_lock lock(mutex);

    const QFileInfo info(path);
    const QDateTime now = QDateTime::currentDateTimeUtc();
    const FileStamp stamp = FileStamp::of(info);
    const auto known = loaded.find(path);
    if (known != loaded.end() && known->second.stamp == stamp)
        return known->second.tokenizer;

    const auto bytes = readTokenizerBytes(path, info);
    if (!bytes)
        return bytes.error();
    const std::string sha256 = QCryptographicHash::hash(*bytes, QCryptographicHash::Sha256).toHex().toStdString();
    LoadedFile file;
    if (stamp.isSettled(now))
        file.stamp = stamp;
    if (known != loaded.end() && known->second.tokenizer->vocabularySha256() == sha256) {
        file.tokenizer = known->second.tokenizer;
    } else {
        auto parsed
            = parse({bytes->constData(), static_cast<std::size_t>(bytes->size())}, {path.toStdString(), sha256});
        if (!parsed)
            return parsed.error();
        file.tokenizer = std::move(*parsed);
        registerTokenizer(file.tokenizer);
    }
    loaded.insert_or_assign(path, file);
    return file.tokenizer;
}

Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const std::string &reference)
{
    if (!findTokenizer(reference) && isTokenizerFile(reference))
        return loadTokenizerFile(QString::fromStdString(reference));
    return openTokenizer(reference);
}

} // namespace cw
