// SPDX-License-Identifier: GPL-3.0-or-later
// What an embedding server answers, and files of kept vectors.
//
// The first byte says which: 'f' is a file, whose checksum is put right, so that what it guards is reached; anything
// else an answer to as many texts as the second byte says.
#include "fuzz/fuzz.h"
#include "io/embeddingclient.h"
#include "io/vectorbytes.h"

#include <array>
#include <span>
#include <string_view>

#include <zlib.h>

namespace {

using namespace cw;

constexpr std::array<std::string_view, 4> sentences{"One.", "Two.", "Three.", "Four."};

void checkBatch(const VectorBatch &batch)
{
    fuzz::require(batch.dimension > 0 && batch.dimension <= largestVectorDimension, "Vectors have no usable length.");
    fuzz::require(batch.numbers.size() == batch.keys.size() * batch.dimension, "Numbers are missing.");
}

void checkAnswer(std::string_view json, std::size_t texts)
{
    const auto asked = std::span(sentences).first(texts);
    const auto read = readEmbeddings(QByteArray(json.data(), static_cast<qsizetype>(json.size())), asked);
    if (!read) {
        const std::string &message = read.error().message;
        fuzz::require(message.starts_with("answered with ") && (message.ends_with('.') || message.ends_with('?')),
                      "A fault is no sentence.");
        return;
    }
    checkBatch(*read);
    fuzz::require(read->keys.size() == texts, "Not every text has its vector.");
    for (std::size_t i = 0; i < texts; ++i)
        fuzz::require(read->keys[i] == sha256(asked[i]), "A vector is that of another text.");
}

void putChecksum(QByteArray &bytes)
{
    constexpr qsizetype checksumBytes = 4;
    if (bytes.size() < checksumBytes)
        return;
    const qsizetype end = bytes.size() - checksumBytes;
    const auto sum = static_cast<std::uint32_t>(
        crc32_z(crc32(0, nullptr, 0), reinterpret_cast<const Bytef *>(bytes.constData()), static_cast<z_size_t>(end)));
    for (qsizetype i = 0; i < checksumBytes; ++i)
        bytes[end + i] = static_cast<char>(sum >> (8U * static_cast<unsigned>(i)));
}

void checkFile(std::string_view content)
{
    QByteArray bytes(content.data(), static_cast<qsizetype>(content.size()));
    putChecksum(bytes);
    const auto head = vectorFileHead(bytes.left(longestVectorFileHead));
    const std::string model = head ? head->model : "m";
    const auto read = vectorsOfFile(bytes, model);
    fuzz::require(!read || (head && head->sentences == read->keys.size() && head->dimension == read->dimension),
                  "A file holds other than its head says.");
    fuzz::require(!vectorsOfFile(bytes, model + 'x'), "Vectors of another model were taken.");
    if (read)
        checkBatch(*read);
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 2)
        return 0;
    const std::string_view rest = fuzz::bytesOf(data + 2, size - 2);
    if (data[0] == 'f')
        checkFile(rest);
    else
        checkAnswer(rest, 1 + data[1] % sentences.size());
    return 0;
}
