// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of texts from a server that speaks the protocol of OpenAI's `POST /embeddings`, as Ollama, llama.cpp's
// server, vLLM, text-embeddings-inference and LM Studio do.
#pragma once

#include "base/result.h"
#include "segment/sentencevectors.h"

#include <QByteArray>

#include <chrono>
#include <cstddef>
#include <functional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

namespace cw {

/// What is asked of a server at most.
struct EmbeddingLimits
{
    std::size_t textsPerRequest = 32;
    std::size_t bytesPerRequest = 65536; ///< of texts; a longer text goes alone
    std::size_t requestsAtOnce = 4;
    std::size_t mostRetries = 5; ///< of one request that the server has no time for
    std::chrono::milliseconds firstPause{500}; ///< before the first of them; each later one is twice as long
    std::chrono::milliseconds longestPause{60'000}; ///< a server that asks for more is given up
    std::chrono::milliseconds timeout{120'000}; ///< without a byte of an answer; a model may have to be loaded first.
                                                ///< A whole answer may take five times as long
};

struct EmbeddingRequest
{
    std::string server; ///< checkEmbedding() takes it
    std::string model;
    std::string key; ///< sent as "Authorization: Bearer"; empty: none. In no message.
    std::span<const std::string_view> texts; ///< valid UTF-8, all different
    EmbeddingLimits limits = {};
    std::function<void(std::size_t done, std::size_t total)> progress = {}; ///< of texts; may be empty
    /// Called with the vectors of each answer, in whatever order answers come. An error ends the work.
    std::function<Result<void>(VectorBatch)> received;
};

/// Fetches a vector for every text. Blocks the calling thread, which may be any. What was received before an error
/// or a stop stays received.
///
/// An answer 429 or 503 is asked for again after the time that it names, or after pauses that double; 400, 413 and 422
/// for several texts are asked for again in halves. Redirects are not followed: text goes only where the configuration
/// says. All errors are Io, subject "embedding.server", but for a model whose vectors have another length
/// (`received`); the message names the server, never the key.
[[nodiscard]] Outcome<std::size_t> fetchEmbeddings(const EmbeddingRequest &request, std::stop_token stop);

/// The body of a request.
[[nodiscard]] QByteArray embeddingRequestJson(std::string_view model, std::span<const std::string_view> texts);

/// The vectors of `texts` that an answer holds: numbers as a list or as base64 of 32-bit floats, least byte first.
/// Every text's vector exactly once, by its "index", all of one length. The message is the end of a sentence that
/// begins with the server: "answered with ...".
[[nodiscard]] Result<VectorBatch> readEmbeddings(const QByteArray &json, std::span<const std::string_view> texts);

/// The environment variable with the key, if servers ask for one.
inline constexpr const char *embeddingKeyVariable = "CHUNKWRIGHT_EMBEDDING_KEY";
/// Its value without white space at the ends; empty when it is not set.
[[nodiscard]] std::string embeddingKey();

} // namespace cw
