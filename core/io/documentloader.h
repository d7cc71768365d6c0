// SPDX-License-Identifier: GPL-3.0-or-later
// Files to documents: reading, encodings, folders.
#pragma once

#include "base/result.h"
#include "text/document.h"

#include <QByteArray>
#include <QString>
#include <QStringList>

#include <functional>
#include <map>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

namespace cw {

struct LoadOptions
{
    QString encoding; ///< empty: detect (BOM, strict UTF-8, what HTML declares, then a guess that is marked as one)
    bool allowBinary = false; ///< take files for text that look binary, or are of a format that is read from bytes
    QString format = {}; ///< id of a FormatDescriptor; empty: by content and name, see formatOfBytes() and formatOf()
    std::map<std::string, ParameterValues, std::less<>> formatOptions = {}; ///< by format, used for documents of it
    std::function<void(std::size_t done, std::size_t total)> progress = {}; ///< of one file, see FormatRequest
};

/// Reads one file. `documentId` names it in results. Errors name the file: Io (missing, unreadable, directory),
/// BadInput (4 GiB or more, looks binary, encoding or format unknown).
[[nodiscard]] Outcome<std::shared_ptr<const Document>> loadDocument(const QString &path, const QString &documentId,
                                                                    const LoadOptions &options, std::stop_token stop);

/// Decodes bytes that are in memory already, by the same rules. `name` is used in messages and as document id.
[[nodiscard]] Outcome<std::shared_ptr<const Document>>
decodeDocument(QByteArray bytes, const QString &name, const LoadOptions &options, std::stop_token stop = {});

/// Names accepted in LoadOptions::encoding, in display order.
[[nodiscard]] const QStringList &supportedEncodings();

struct FoundFile
{
    QString path;
    QString
        documentId; ///< relative to the folder, with '/'; for single files the name, made unique by the caller's order
};

struct FileSearch
{
    std::vector<FoundFile> files; ///< sorted by documentId in code-unit order, so that runs are reproducible
    std::size_t leftOut = 0; ///< files in folders whose names match no pattern: to be told, not passed over in silence
    std::map<QString, std::size_t> leftOutByEnding; ///< the same by ".png", in small letters; "" for names without one
    QStringList problems; ///< whole sentences naming folders or files that could not be used
    QStringList
        skipped; ///< likewise; what folders hold that is no file: pipes, sockets, devices, links that lead nowhere
};

/// Files and, recursively, files of folders. `patterns` are wildcards such as "*.md"; empty means the known text and
/// source suffixes for folders (files named outright are always taken). Hidden entries and symbolic-link loops are left
/// out. Document ids are unique within the result.
[[nodiscard]] FileSearch findFiles(const QStringList &paths, const QStringList &patterns, std::stop_token stop);
/// Of what a search left out, the most frequent ones first.
[[nodiscard]] std::vector<std::pair<QString, std::size_t>> endingsByCount(const FileSearch &search);

/// The default patterns of findFiles.
[[nodiscard]] const QStringList &defaultFilePatterns();

} // namespace cw
