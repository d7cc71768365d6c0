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

bool isDigit(char c) noexcept
{
    return c >= '0' && c <= '9';
}

bool isHexDigit(char c) noexcept
{
    return isDigit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
}

/// Four numbers up to 255 with dots between them.
bool isIpv4(std::string_view text) noexcept
{
    for (int number = 0; number < 4; ++number) {
        if (number > 0) {
            if (text.empty() || text.front() != '.')
                return false;
            text.remove_prefix(1);
        }
        int value = 0;
        std::size_t digits = 0;
        for (; digits < text.size() && digits < 3 && isDigit(text[digits]); ++digits)
            value = value * 10 + (text[digits] - '0');
        if (digits == 0 || value > 255)
            return false;
        text.remove_prefix(digits);
    }
    return text.empty();
}

/// Eight groups of up to four hexadecimal digits, or fewer with "::" in place of the missing ones; the last two may be
/// written as an IPv4 address (RFC 4291, 2.2).
bool isIpv6(std::string_view text) noexcept
{
    int groups = 0;
    bool isShortened = false;
    if (text.starts_with("::")) {
        isShortened = true;
        text.remove_prefix(2);
    }
    while (!text.empty()) {
        if (isIpv4(text)) {
            groups += 2;
            break;
        }
        std::size_t digits = 0;
        while (digits < text.size() && isHexDigit(text[digits]))
            ++digits;
        if (digits == 0 || digits > 4)
            return false;
        ++groups;
        text.remove_prefix(digits);
        if (text.empty())
            break;
        if (text.starts_with("::") && !isShortened) {
            isShortened = true;
            text.remove_prefix(2);
        } else if (text.front() == ':' && text.size() > 1) {
            text.remove_prefix(1);
        } else {
            return false;
        }
    }
    return isShortened ? groups < 8 : groups == 8;
}

Result<void> checkPort(std::string_view port)
{
    int number = 0;
    for (const char c : port) {
        number = isDigit(c) && number <= 65535 ? number * 10 + (c - '0') : 65536;
        if (number > 65535)
            break;
    }
    if (number >= 1 && number <= 65535)
        return {};
    return invalid("server",
                   "The embedding server's address has the port \"" + std::string(port)
                       + "\", but ports are whole numbers from 1 to 65535.");
}

Result<void> checkAuthority(std::string_view authority)
{
    if (authority.empty() || authority.front() == ':')
        return invalid("server", "The embedding server's address names no host.");
    std::string_view rest;
    if (authority.front() == '[') {
        const std::size_t end = authority.find(']');
        if (end == std::string_view::npos)
            return invalid("server",
                           "The embedding server's address has a \"[\" without the \"]\" that ends its host.");
        if (!isIpv6(authority.substr(1, end - 1))) {
            return invalid("server",
                           "The embedding server's address has \"" + std::string(authority.substr(0, end + 1))
                               + "\" for a host, which is no IPv6 address such as [::1].");
        }
        rest = authority.substr(end + 1);
        if (!rest.empty() && rest.front() != ':')
            return invalid("server", "The embedding server's address has something between its host and its path.");
    } else {
        const std::size_t end = std::min(authority.find(':'), authority.size());
        const std::string_view host = authority.substr(0, end);
        constexpr std::string_view notInHosts = "\"%<>[]^`{|}!$&'()*+,;=";
        if (host.find_first_of(notInHosts) != std::string_view::npos || host.front() == '.'
            || host.find("..") != std::string_view::npos) {
            return invalid("server",
                           "The embedding server's address has \"" + std::string(host)
                               + "\" for a host, which is no name of one.");
        }
        rest = authority.substr(end);
    }
    return rest.empty() ? Result<void>() : checkPort(rest.substr(1));
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
    if (const auto checked = checkAuthority(authority); !checked)
        return checked;
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
