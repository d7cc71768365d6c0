// SPDX-License-Identifier: GPL-3.0-or-later
// The bytes of a file of kept vectors.
#pragma once

#include "segment/sentencevectors.h"

#include <QByteArray>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace cw {

/// What the beginning of such a file says of the rest.
struct VectorFileHead
{
    std::string model;
    std::size_t dimension = 0; ///< numbers of a vector
    std::size_t sentences = 0;
    qint64 bytes = 0; ///< of the whole file
};

/// Longest head: enough of a file to be read for vectorFileHead().
inline constexpr qint64 longestVectorFileHead = 512;

/// In the order of keys: the same vectors make the same file, however they came.
[[nodiscard]] QByteArray vectorFileBytes(const SentenceVectors &vectors);
/// Size of that, which is not made for it.
[[nodiscard]] qint64 vectorFileSize(const SentenceVectors &vectors) noexcept;

/// Nothing when these are not the first bytes of such a file.
[[nodiscard]] std::optional<VectorFileHead> vectorFileHead(const QByteArray &beginning);
/// Nothing when the bytes are not the model's vectors, whole and unchanged. Takes no more memory than the bytes do,
/// whatever they say.
[[nodiscard]] std::optional<VectorBatch> vectorsOfFile(const QByteArray &bytes, std::string_view model);

} // namespace cw
