// SPDX-License-Identifier: GPL-3.0-or-later
// Asking a made-up embedding server, for tests of the client.
#pragma once

#include "io/embeddingclient.h"
#include "support/fakeembeddingserver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::test {

using Vectors = std::map<Sha256, std::vector<std::int16_t>>;

struct Asked
{
    Outcome<std::size_t> outcome = Cancelled{};
    Vectors vectors;
    std::vector<std::size_t> progress;
};

inline const EmbeddingLimits quick{.firstPause = std::chrono::milliseconds(1),
                                   .longestPause = std::chrono::milliseconds(50),
                                   .timeout = std::chrono::seconds(5)};

inline Asked ask(const std::string &server, const std::vector<std::string_view> &texts,
                 const EmbeddingLimits &limits = quick, const std::string &key = {}, std::stop_token stop = {})
{
    Asked asked;
    asked.outcome = fetchEmbeddings(
        {.server = server,
         .model = "some-model",
         .key = key,
         .texts = texts,
         .limits = limits,
         .progress = [&](std::size_t done, std::size_t) { asked.progress.push_back(done); },
         .received = [&](VectorBatch batch) -> Result<void> {
             for (std::size_t i = 0; i < batch.keys.size(); ++i) {
                 const auto begin = batch.numbers.begin() + static_cast<std::ptrdiff_t>(i * batch.dimension);
                 asked.vectors[batch.keys[i]].assign(begin, begin + static_cast<std::ptrdiff_t>(batch.dimension));
             }
             return {};
         }},
        stop);
    return asked;
}

inline std::string messageFrom(const FakeEmbeddingServer &server,
                               const std::vector<std::string_view> &texts = {"One.", "Two."},
                               const std::string &key = {})
{
    const Asked asked = ask(server.address(), texts, quick, key);
    if (!asked.outcome.hasError())
        return {};
    EXPECT_EQ(asked.outcome.error().code, ErrorCode::Io);
    EXPECT_EQ(asked.outcome.error().subject, "embedding.server");
    EXPECT_THAT(asked.outcome.error().message, ::testing::StartsWith("The embedding server " + server.address() + ' '));
    EXPECT_TRUE(asked.outcome.error().message.ends_with('.') || asked.outcome.error().message.ends_with('?')
                || asked.outcome.error().message.find(" It says: ") != std::string::npos)
        << asked.outcome.error().message;
    return asked.outcome.error().message;
}

inline FakeEmbeddingServer::Answerer always(GivenAnswer answer)
{
    return [answer](const AskedRequest &) { return answer; };
}

} // namespace cw::test
