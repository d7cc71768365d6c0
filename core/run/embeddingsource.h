// SPDX-License-Identifier: GPL-3.0-or-later
// From where vectors of sentences come, for strategies that compare them.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace cw {

/// An embedding model behind a server that speaks the protocol of OpenAI's `POST /embeddings`. The model decides
/// results, the server is only where vectors that are not kept yet are fetched from. A key is no part of it, ever.
struct EmbeddingSource
{
    std::string server; ///< base address, as "http://localhost:11434/v1"; empty: only vectors that are kept
    std::string model; ///< as the server calls it; empty: no vectors, words are compared

    [[nodiscard]] bool isEmpty() const noexcept { return server.empty() && model.empty(); }
    bool operator==(const EmbeddingSource &) const = default;
};

/// Longest address and model name, in bytes.
inline constexpr std::size_t longestEmbeddingServer = 2048;
inline constexpr std::size_t longestEmbeddingModel = 256;

/// An address with http or https, a host that can be one and a port that can be one, without user, password, query,
/// fragment, white space and control characters; with it a model. InvalidParameter, subject "embedding.server" or
/// "embedding.model".
Result<void> checkEmbedding(const EmbeddingSource &source);

} // namespace cw
