// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/embeddingsource.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

Error invalid(std::string_view field, std::string message)
{
    return Error{ErrorCode::InvalidParameter, std::move(message), "embedding." + std::string(field)};
}

bool isControl(char c) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7F;
}

/// Only what is safe to repeat in a message: an address may hold a password by mistake.
Result<void> checkServer(std::string_view server)
{
    if (server.size() > longestEmbeddingServer) {
        return invalid("server",
                       "The embedding server's address must be at most " + std::to_string(longestEmbeddingServer)
                           + " bytes long, not " + std::to_string(server.size()) + '.');
    }
    if (std::ranges::any_of(server, [](char c) { return isControl(c) || c == ' ' || c == '\\'; })) {
        return invalid("server",
                       "The embedding server's address must not hold spaces, backslashes or control characters.");
    }
    const std::size_t schemeEnd = server.find("://");
    std::string scheme(server.substr(0, schemeEnd == std::string_view::npos ? 0 : schemeEnd));
    std::ranges::transform(scheme, scheme.begin(),
                           [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
    if (scheme != "http" && scheme != "https") {
        return invalid("server",
                       "The embedding server's address must begin with http:// or https://, as "
                       "\"http://localhost:11434/v1\" does.");
    }
    const std::string_view rest = server.substr(schemeEnd + 3);
    const std::string_view authority = rest.substr(0, rest.find_first_of("/?#"));
    if (authority.find('@') != std::string_view::npos) {
        return invalid("server",
                       "The embedding server's address must not hold a user name or a password: the address is saved "
                       "with the configuration. Give a key in the environment variable CHUNKWRIGHT_EMBEDDING_KEY.");
    }
    if (authority.empty() || authority.front() == ':')
        return invalid("server", "The embedding server's address names no host.");
    if (rest.find_first_of("?#") != std::string_view::npos) {
        return invalid("server",
                       "The embedding server's address must end with its path, without \"?\" or \"#\": "
                       "\"/embeddings\" is added to it.");
    }
    return {};
}

} // namespace

Result<void> checkEmbedding(const EmbeddingSource &source)
{
    if (!source.server.empty()) {
        if (const auto checked = checkServer(source.server); !checked)
            return checked;
        if (source.model.empty())
            return invalid("model", "Name the model that the embedding server is to use.");
    }
    if (source.model.size() > longestEmbeddingModel) {
        return invalid("model",
                       "The embedding model's name must be at most " + std::to_string(longestEmbeddingModel)
                           + " bytes long, not " + std::to_string(source.model.size()) + '.');
    }
    if (std::ranges::any_of(source.model, isControl))
        return invalid("model", "The embedding model's name must not hold control characters.");
    return {};
}

} // namespace cw
