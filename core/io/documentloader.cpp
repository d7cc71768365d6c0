// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/documentloader.h"

#include "base/largepages.h"
#include "formats/format.h"
#include "formats/html.h"
#include "io/encodingguess.h"
#include "io/encodings.h"

#include <QCryptographicHash>
#include <QFile>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <new>
#include <optional>

namespace cw {

namespace {

constexpr std::uint64_t sizeLimit = std::uint64_t{1} << 32U;
constexpr std::size_t blockBytes = 256 * 1024; ///< stays in the cache while it is looked at

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

/// What a web page says of itself, as browsers understand it. UTF-8 is not among it: bytes that are none say more.
std::optional<std::string> declaredEncoding(std::string_view bytes)
{
    constexpr std::array<std::array<std::string_view, 2>, 8> understood{{{"iso-8859-1", "windows-1252"},
                                                                         {"latin1", "windows-1252"},
                                                                         {"us-ascii", "windows-1252"},
                                                                         {"ascii", "windows-1252"},
                                                                         {"iso-8859-9", "windows-1254"},
                                                                         {"iso-8859-11", "windows-874"},
                                                                         {"gb2312", "gb18030"},
                                                                         {"gbk", "gb18030"}}};
    std::string declared = html::declaredEncoding(bytes);
    std::ranges::transform(declared, declared.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c; });
    for (const auto &[name, meant] : understood) {
        if (declared == name)
            return std::string(meant);
    }
    auto known = canonicalEncoding(declared);
    if (known && known->starts_with("utf-"))
        known.reset();
    return known;
}

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
    if (auto declared = declaredEncoding(bytes)) {
        decoded.encoding = std::move(*declared);
        decoded.content = decodeBytes(bytes, decoded.encoding);
        return decoded;
    }
    decoded.isGuess = true;
    if (!isDamagedUtf8(bytes))
        decoded.encoding = guessLegacyEncoding(bytes);
    decoded.content = decodeBytes(bytes, decoded.encoding);
    return decoded;
}

Result<Decoded> decode(std::string bytes, bool isUtf8, const QString &name, const LoadOptions &options)
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

std::string hexSha256(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return hash.result().toHex().toStdString();
}

/// Whether decoding leaves valid UTF-8 as it is, so that the text's own hash is the file's.
bool staysAsItIs(std::string_view bytes, const LoadOptions &options)
{
    const auto wanted = canonicalEncoding(options.encoding.toStdString());
    const bool isUtf8Asked = options.encoding.isEmpty() || (wanted && *wanted == "utf-8");
    return isUtf8Asked && findByteOrderMark(bytes).bytes == 0 && !guessUtf16(bytes);
}

QString knownFormats()
{
    QStringList ids;
    for (const FormatDescriptor *format : formats())
        ids.append(QString::fromUtf8(format->id.data(), static_cast<qsizetype>(format->id.size())));
    return ids.join(QStringLiteral(", "));
}

Outcome<std::shared_ptr<const Document>> makeDocument(std::string bytes, bool isUtf8, DocumentSource source,
                                                      const QString &name, const QString &documentId,
                                                      const LoadOptions &options, std::stop_token stop)
{
    const FormatDescriptor *format = !options.format.isEmpty() ? findFormat(options.format.toStdString())
        : options.allowBinary                                  ? nullptr
                                                               : formatOfBytes(bytes);
    if (!format && !options.format.isEmpty())
        return Error{ErrorCode::BadInput,
                     QStringLiteral("%1 cannot be read as \"%2\", which is no format known here; choose one of %3.")
                         .arg(name, options.format, knownFormats())
                         .toStdString(),
                     name.toStdString()};
    source.sourceBytes = bytes.size();
    const auto choose = [&](const FormatDescriptor &chosen) {
        if (const auto found = options.formatOptions.find(chosen.id); found != options.formatOptions.end())
            source.formatOptions = found->second;
    };
    if (format && format->input == FormatInput::Bytes) {
        choose(*format);
        source.sha256 = hexSha256(bytes);
        source.encoding.clear();
        return readDocument(documentId.toStdString(), std::move(bytes), std::move(source), *format, std::move(stop),
                            options.progress);
    }
    if (!isUtf8 || !staysAsItIs(bytes, options))
        source.sha256 = hexSha256(bytes);
    auto decoded = decode(std::move(bytes), isUtf8, name, options);
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
    if (!format)
        format = &formatOf(name.toStdString(), decoded->content.text);
    choose(*format);
    if (format->isTextExtracted && source.sha256.empty())
        source.sha256 = hexSha256(decoded->content.text);
    return readDocument(documentId.toStdString(), std::move(decoded->content.text), std::move(source), *format,
                        std::move(stop), options.progress);
}

Error outOfMemory(const QString &name)
{
    return Error{
        ErrorCode::BadInput,
        QStringLiteral("%1 needs more memory than there is; split it into smaller files.").arg(name).toStdString(),
        name.toStdString()};
}

struct ReadBytes
{
    std::string bytes;
    bool isUtf8 = false;
};

/// The bytes the file had when it was opened; what a writer adds meanwhile is left for a reload. Files that do not know
/// their size (in /proc) are read to their end.
Outcome<ReadBytes> readBytes(const QString &path, std::stop_token stop)
{
    const QFileInfo info(path);
    if (!info.exists())
        return cannotRead(path, QStringLiteral("there is no such file"));
    if (info.isDir())
        return cannotRead(path, QStringLiteral("it is a folder"));
    if (!info.isFile())
        return cannotRead(path, QStringLiteral("it is a device, pipe or socket, not a file"));
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly | QIODevice::Unbuffered))
        return cannotRead(path, file.errorString());
    const auto knownSize = static_cast<std::uint64_t>(std::max<qint64>(file.size(), 0));
    if (knownSize >= sizeLimit)
        return tooLarge(path);
    const std::uint64_t wanted = knownSize > 0 ? knownSize : sizeLimit;

    ReadBytes read;
    std::string &bytes = read.bytes;
    Utf8Check check;
    bytes.reserve(knownSize);
    useLargePages(bytes.data(), bytes.capacity());
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
        check.grow(bytes);
        if (got == 0)
            break;
    }
    if (bytes.size() >= sizeLimit)
        return tooLarge(path);
    read.isUtf8 = check.finish(bytes);
    return read;
}

} // namespace

Outcome<std::shared_ptr<const Document>> loadDocument(const QString &path, const QString &documentId,
                                                      const LoadOptions &options, std::stop_token stop)
{
    try {
        auto read = readBytes(path, stop);
        if (read.isCancelled())
            return Cancelled{};
        if (read.hasError())
            return read.error();
        DocumentSource source;
        source.path = path.toStdString();
        auto document
            = makeDocument(std::move(read->bytes), read->isUtf8, std::move(source), path, documentId, options, stop);
        if (!document)
            return document;
        if (stop.stop_requested())
            return Cancelled{};
        return std::move(*document);
    } catch (const std::bad_alloc &) {
        return outOfMemory(path);
    }
}

Outcome<std::shared_ptr<const Document>> decodeDocument(QByteArray bytes, const QString &name,
                                                        const LoadOptions &options, std::stop_token stop)
{
    try {
        if (static_cast<std::uint64_t>(bytes.size()) >= sizeLimit)
            return tooLarge(name);
        DocumentSource source;
        std::string copy = bytes.toStdString();
        bytes.clear();
        const bool isUtf8 = isValidUtf8(copy);
        return makeDocument(std::move(copy), isUtf8, std::move(source), name, name, options, std::move(stop));
    } catch (const std::bad_alloc &) {
        return outOfMemory(name);
    }
}

} // namespace cw
