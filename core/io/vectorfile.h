// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of sentences kept on disk, so that a server is asked about a sentence once and a result can be had again
// without it. Sentences themselves are not kept, only their hashes.
#pragma once

#include "base/result.h"

#include <QByteArray>
#include <QString>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Largest file of one model that is written or read.
inline constexpr qint64 largestVectorFile = qint64{1} << 30;

/// Where vectors of the model are kept: in the folder chunkwright/vectors of the user's cache.
[[nodiscard]] QString vectorFilePath(std::string_view model);

/// Reads the model's file, once in the life of the program, for sentenceVectors(). What cannot be used of it is said in
/// the value, a sentence; the file is then made anew by the next saveVectors(). Empty: nothing to say. Thread-safe.
[[nodiscard]] std::string loadVectors(std::string_view model);

/// Writes all vectors of the model where they are more than the file is known to hold, together with those that another
/// program has added to it meanwhile. With `isLast` false only when they are a quarter more, so that many small
/// additions cost what one large one does. The value says what kept vectors from being written; empty: nothing.
/// Thread-safe.
[[nodiscard]] std::string saveVectors(std::string_view model, bool isLast = true);

/// Removes file and vectors of the model. Io when the file cannot be removed.
Result<void> removeVectors(std::string_view model);

struct KeptVectorFile
{
    std::string model;
    QString path;
    std::size_t sentences = 0;
    std::size_t dimension = 0; ///< numbers of a vector
    qint64 bytes = 0;
};

/// Models of which vectors are kept on disk, by name. Reads only the beginning of each file; those that are not what
/// saveVectors() wrote are left out.
[[nodiscard]] std::vector<KeptVectorFile> keptVectorFiles();

} // namespace cw
