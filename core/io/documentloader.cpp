// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/documentloader.h"

#include "io/encodingguess.h"
#include "io/encodings.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <new>
#include <optional>

namespace cw {

namespace {

constexpr std::uint64_t sizeLimit = std::uint64_t{1} << 32U;
constexpr std::size_t blockBytes = 4 * 1024 * 1024;

Error tooLarge(const QString &name)
{
    return Error{ErrorCode::BadInput,
                 QStringLiteral("%1 is 4 GiB or larger, more than one document can hold; split it into smaller files.")
                     .arg(name)
                     .toStdString(),
                 name.toStdString()};
}

Error cannotRead(const QString &path, const QString &reason)
{
    return Error{ErrorCode::Io, QStringLiteral("Could not read %1: %2.").arg(path, reason).toStdString(),
                 path.toStdString()};
}

struct Decoded
{
    RepairedText content;
    std::string encoding;
    bool isGuess = false;
    bool hadBom = false;
};

Decoded decodeUnmarked(std::string bytes, bool isUtf8)
{
    Decoded decoded;
    if (const auto utf16 = guessUtf16(bytes)) {
        decoded.encoding = *utf16;
        decoded.isGuess = true;
        decoded.content = decodeBytes(bytes, decoded.encoding);
        if (decoded.content.replacedSequences == 0)
            return decoded;
    }
    decoded.encoding = "utf-8";
    decoded.isGuess = false;
    if (isUtf8) {
        decoded.content = RepairedText{std::move(bytes), 0, {}};
        return decoded;
    }
    decoded.isGuess = true;
    if (!isDamagedUtf8(bytes))
        decoded.encoding = guessLegacyEncoding(bytes);
    decoded.content = decodeBytes(bytes, decoded.encoding);
    return decoded;
}

Result<Decoded> decode(std::string bytes, const QString &name, const LoadOptions &options)
{
    std::optional<std::string> wanted;
    if (!options.encoding.isEmpty()) {
        wanted = canonicalEncoding(options.encoding.toStdString());
        if (!wanted)
            return Error{
                ErrorCode::BadInput,
                QStringLiteral("%1 cannot be read as \"%2\", which is no encoding known here; choose one of %3.")
                    .arg(name, options.encoding, supportedEncodings().join(QStringLiteral(", ")))
                    .toStdString(),
                name.toStdString()};
    }
    const bool isUtf8 = isValidUtf8(bytes);
    const ByteOrderMark mark = findByteOrderMark(bytes);
    const bool usesMark = mark.bytes > 0 && (!wanted || *wanted == mark.encoding);
    const bool isUnmarkedUtf16 = !usesMark && guessUtf16(bytes).has_value();
    const bool isWide = wanted && (wanted->starts_with("utf-16") || wanted->starts_with("utf-32"));
    if (!options.allowBinary && !usesMark && !isUnmarkedUtf16 && !isWide) {
        const std::string kind = binaryKind(bytes, isUtf8);
        if (!kind.empty())
            return Error{ErrorCode::BadInput,
                         QStringLiteral("%1 looks like %2, not like text; it was not opened.")
                             .arg(name, QString::fromStdString(kind))
                             .toStdString(),
                         name.toStdString()};
    }
    if (usesMark || wanted) {
        const std::string encoding = wanted ? *wanted : std::string(mark.encoding);
        if (usesMark)
            bytes.erase(0, mark.bytes);
        if (encoding == "utf-8" && isUtf8)
            return Decoded{RepairedText{std::move(bytes), 0, {}}, encoding, false, usesMark};
        return Decoded{decodeBytes(bytes, encoding), encoding, false, usesMark};
    }
    return decodeUnmarked(std::move(bytes), isUtf8);
}

Result<std::shared_ptr<const Document>> makeDocument(std::string bytes, DocumentSource source, const QString &name,
                                                     const QString &documentId, const LoadOptions &options)
{
    source.sourceBytes = bytes.size();
    auto decoded = decode(std::move(bytes), name, options);
    if (!decoded)
        return decoded.error();
    if (decoded->content.text.size() >= sizeLimit)
        return tooLarge(name);
    source.encoding = decoded->encoding;
    source.encodingIsGuess = decoded->isGuess;
    source.hadBom = decoded->hadBom;
    source.newline = detectNewlineStyle(decoded->content.text);
    source.replacedSequences = decoded->content.replacedSequences;
    source.replacedAt = std::move(decoded->content.replacedAt);
    return Document::create(documentId.toStdString(), std::move(decoded->content.text), std::move(source));
}

Error outOfMemory(const QString &name)
{
    return Error{
        ErrorCode::BadInput,
        QStringLiteral("%1 needs more memory than there is; split it into smaller files.").arg(name).toStdString(),
        name.toStdString()};
}

/// The bytes the file had when it was opened; what a writer adds meanwhile is left for a reload. Files that do not know
/// their size (in /proc) are read to their end.
Outcome<std::string> readBytes(const QString &path, QCryptographicHash &hash, std::stop_token stop)
{
    const QFileInfo info(path);
    if (!info.exists())
        return cannotRead(path, QStringLiteral("there is no such file"));
    if (info.isDir())
        return cannotRead(path, QStringLiteral("it is a folder"));
    if (!info.isFile())
        return cannotRead(path, QStringLiteral("it is a device, pipe or socket, not a file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        return cannotRead(path, file.errorString());
    const auto knownSize = static_cast<std::uint64_t>(std::max<qint64>(file.size(), 0));
    if (knownSize >= sizeLimit)
        return tooLarge(path);
    const std::uint64_t wanted = knownSize > 0 ? knownSize : sizeLimit;

    std::string bytes;
    bytes.reserve(knownSize);
    while (bytes.size() < wanted) {
        if (stop.stop_requested())
            return Cancelled{};
        const std::size_t before = bytes.size();
        const std::size_t asked = std::min<std::uint64_t>(blockBytes, wanted - before);
        bytes.resize(before + asked);
        const qint64 got = file.read(bytes.data() + before, static_cast<qint64>(asked));
        if (got < 0)
            return cannotRead(path, file.errorString());
        bytes.resize(before + static_cast<std::size_t>(got));
        hash.addData(QByteArrayView(bytes.data() + before, got));
        if (got == 0)
            break;
    }
    if (bytes.size() >= sizeLimit)
        return tooLarge(path);
    return bytes;
}

} // namespace

Outcome<std::shared_ptr<const Document>> loadDocument(const QString &path, const QString &documentId,
                                                      const LoadOptions &options, std::stop_token stop)
{
    try {
        QCryptographicHash hash(QCryptographicHash::Sha256);
        auto bytes = readBytes(path, hash, stop);
        if (bytes.isCancelled())
            return Cancelled{};
        if (bytes.hasError())
            return bytes.error();
        DocumentSource source;
        source.path = path.toStdString();
        source.sha256 = hash.result().toHex().toStdString();
        auto document = makeDocument(std::move(*bytes), std::move(source), path, documentId, options);
        if (!document)
            return document.error();
        if (stop.stop_requested())
            return Cancelled{};
        return std::move(*document);
    } catch (const std::bad_alloc &) {
        return outOfMemory(path);
    }
}

Result<std::shared_ptr<const Document>> decodeDocument(QByteArray bytes, const QString &name,
                                                       const LoadOptions &options)
{
    try {
        if (static_cast<std::uint64_t>(bytes.size()) >= sizeLimit)
            return tooLarge(name);
        DocumentSource source;
        source.sha256 = QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex().toStdString();
        std::string copy = bytes.toStdString();
        bytes.clear();
        return makeDocument(std::move(copy), std::move(source), name, name, options);
    } catch (const std::bad_alloc &) {
        return outOfMemory(name);
    }
}

} // namespace cw
