// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/vectorbytes.h"

#include "run/embeddingsource.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <numeric>
#include <vector>

#include <zlib.h>

namespace cw {

namespace {

constexpr std::string_view magic = "chunkwright-vectors 1\n";
constexpr std::size_t keyBytes = sizeof(Sha256);
constexpr std::size_t headBytes = magic.size() + 3 * sizeof(std::uint32_t);
constexpr std::size_t checksumBytes = sizeof(std::uint32_t);
static_assert(headBytes + longestEmbeddingModel <= longestVectorFileHead);

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

/// Numbers are 32 bits each, so nothing runs over.
std::uint64_t sizeOf(std::size_t modelBytes, std::size_t dimension, std::size_t count) noexcept
{
    return headBytes + modelBytes + checksumBytes
        + std::uint64_t{count} * (keyBytes + std::uint64_t{dimension} * sizeof(std::int16_t));
}

} // namespace

qint64 vectorFileSize(const SentenceVectors &vectors) noexcept
{
    return static_cast<qint64>(sizeOf(vectors.model().size(), vectors.dimension(), vectors.size()));
}

QByteArray vectorFileBytes(const SentenceVectors &vectors)
{
    const std::size_t dimension = vectors.dimension();
    const auto size = static_cast<std::size_t>(vectorFileSize(vectors));
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

std::optional<VectorFileHead> vectorFileHead(const QByteArray &beginning)
{
    const auto size = static_cast<std::size_t>(beginning.size());
    if (size < headBytes || !beginning.startsWith(QByteArray::fromRawData(magic.data(), magic.size())))
        return std::nullopt;
    const char *at = beginning.constData() + magic.size();
    const std::size_t modelBytes = numberAt(at);
    VectorFileHead head;
    head.dimension = numberAt(at + 4);
    head.sentences = numberAt(at + 8);
    if (modelBytes > longestEmbeddingModel || modelBytes > size - headBytes || head.dimension == 0
        || head.dimension > largestVectorDimension)
        return std::nullopt;
    head.model.assign(at + 12, modelBytes);
    head.bytes = static_cast<qint64>(sizeOf(modelBytes, head.dimension, head.sentences));
    return head;
}

std::optional<VectorBatch> vectorsOfFile(const QByteArray &bytes, std::string_view model)
{
    const auto head = vectorFileHead(bytes);
    if (!head || head->model != model || head->bytes != bytes.size())
        return std::nullopt;
    const std::size_t checked = static_cast<std::size_t>(bytes.size()) - checksumBytes;
    if (numberAt(bytes.constData() + checked) != checksumOf(bytes, checked))
        return std::nullopt;
    const char *at = bytes.constData() + headBytes + model.size();
    VectorBatch batch;
    batch.dimension = head->dimension;
    batch.keys.resize(head->sentences);
    for (Sha256 &key : batch.keys) {
        std::memcpy(key.data(), at, keyBytes);
        at += keyBytes;
    }
    batch.numbers.resize(head->sentences * head->dimension);
    for (std::int16_t &number : batch.numbers) {
        const auto low = static_cast<std::uint8_t>(*at++);
        const auto high = static_cast<std::uint8_t>(*at++);
        number = static_cast<std::int16_t>(low | high << 8U);
    }
    return batch;
}

} // namespace cw
