// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors of an embedding server on the command line.
#include "cli/process.h"
#include "support/fakeembeddingserver.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>

namespace {

using cw::test::AskedRequest;
using cw::test::FakeEmbeddingServer;
using cw::test::GivenAnswer;
using cw::test::ProcessOptions;
using cw::test::ProcessResult;
using cw::test::record;
using cw::test::runCli;
using cw::test::Scratch;
using cw::test::texts;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

const std::string fruit = "Fruit is ripe. Fruit is sweet. Fruit is red. Fruit is sold.";
const std::string bridges = "Bridges are long. Bridges are old. Bridges are high. Bridges are steel.";
const std::string music = "Songs are sung. Songs are loud. Songs are short. Songs are new.";
const std::string story = fruit + ' ' + bridges + ' ' + music;

class CliEmbedding : public testing::Test
{
protected:
    [[nodiscard]] std::vector<std::string> options(const std::string &server, std::vector<std::string> more = {}) const
    {
        std::vector<std::string> all{"chunk",
                                     "--strategy=semantic",
                                     "--tokenizer=words",
                                     "--set=window=2",
                                     "--set=smallest=0",
                                     "--set=percentile=80",
                                     "--embedding-model=some"};
        if (!server.empty())
            all.push_back("--embedding-server=" + server);
        all.insert(all.end(), more.begin(), more.end());
        return all;
    }

    [[nodiscard]] ProcessResult run(const std::vector<std::string> &arguments, const std::string &input,
                                    std::vector<std::string> environment = {}) const
    {
        environment.push_back("XDG_CACHE_HOME=" + m_scratch.path("cache"));
        ProcessOptions given;
        given.input = input;
        given.environment = std::move(environment);
        return runCli(arguments, given);
    }

    Scratch m_scratch;
};

TEST_F(CliEmbedding, CutsByVectorsThatAreFetchedOnce)
{
    FakeEmbeddingServer server(&cw::test::topicVector);
    const ProcessResult first = run(options(server.address(), {"--verbose"}), record("a", story) + record("b", story));
    ASSERT_EQ(first.exitCode, 0) << first.err;
    EXPECT_THAT(texts(first.records()), ElementsAre(fruit, bridges, music, fruit, bridges, music));
    EXPECT_THAT(first.err, HasSubstr("Fetched vectors of 12 sentences."));
    EXPECT_THAT(server.textsAsked(), SizeIs(12));
    for (const QJsonObject &line : first.records())
        EXPECT_EQ(line.value(QStringLiteral("vectors_sha256")).toString().size(), 64);

    const ProcessResult again = run(options(server.address()), record("a", story) + record("b", story));
    EXPECT_EQ(again.out, first.out);
    EXPECT_EQ(again.err, "");
    const ProcessResult offline = run(options(""), record("a", story) + record("b", story));
    EXPECT_EQ(offline.out, first.out) << offline.err;
    EXPECT_THAT(server.textsAsked(), SizeIs(12));

    const ProcessResult json = run(options("", {"--format=json"}), record("a", story));
    EXPECT_THAT(json.out,
                HasSubstr("\"vectors_sha256\":\""
                          + first.records()[0].value(QStringLiteral("vectors_sha256")).toString().toStdString()));
    EXPECT_THAT(json.out, HasSubstr("\"embedding\":{\"model\":\"some\"}"));

    const ProcessResult missing = run(options(""), record("c", "Another one. And one."));
    EXPECT_EQ(missing.exitCode, 5);
    EXPECT_THAT(missing.err, HasSubstr("no vectors kept of the model some for 2 sentences"));
}

/// Vectors whose hash is that of the numbers written down here.
TEST_F(CliEmbedding, TheHashIsOfTheVectorsUsed)
{
    FakeEmbeddingServer server(&cw::test::topicVector);
    const ProcessResult result = run(options(server.address()), record("a", "Fruit is ripe. Songs are sung."));
    ASSERT_EQ(result.exitCode, 0) << result.err;
    // Python: hashlib.sha256(struct.pack("<6h", 32767, 0, 0, 0, 0, 32767)).hexdigest()
    EXPECT_EQ(result.records()[0].value(QStringLiteral("vectors_sha256")).toString(),
              QStringLiteral("963e26dc10f361e71d454ebbff342051a5d496ffbff9fd851fbe9270444828ed"));
}

TEST_F(CliEmbedding, JobsAndTheOrderOfAnswersDoNotShow)
{
    std::string records;
    for (int i = 0; i < 30; ++i)
        records += record("d" + std::to_string(i), story + " Songs are number " + std::to_string(i) + '.');
    std::atomic<int> number = 0;
    FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([&](const AskedRequest &asked) {
        std::vector<std::vector<double>> vectors;
        std::vector<std::size_t> order;
        for (const std::string &text : asked.texts) {
            order.insert(order.begin(), vectors.size());
            vectors.push_back(cw::test::topicVector(text));
        }
        return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson(vectors, order), .delayMs = 1 + (++number * 5) % 9};
    }));
    const ProcessResult one = run(options(server.address(), {"--jobs=1"}), records);
    ASSERT_EQ(one.exitCode, 0) << one.err;
    const Scratch others;
    ProcessOptions given;
    given.input = records;
    given.environment = {"XDG_CACHE_HOME=" + others.path("cache")};
    EXPECT_EQ(runCli(options(server.address(), {"--jobs=8"}), given).out, one.out);
}

TEST_F(CliEmbedding, SendsTheKeyOfTheEnvironmentAndSaysWhenItIsRefused)
{
    FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([](const AskedRequest &asked) {
        if (asked.headers.value("authorization") != "Bearer open-sesame")
            return GivenAnswer{.status = 401};
        std::vector<std::vector<double>> vectors;
        for (const std::string &text : asked.texts)
            vectors.push_back(cw::test::topicVector(text));
        return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson(vectors)};
    }));
    const ProcessResult without = run(options(server.address()), record("a", story));
    EXPECT_EQ(without.exitCode, 6);
    EXPECT_EQ(without.out, "");
    EXPECT_THAT(without.err, HasSubstr("asks for a key (HTTP 401)"));
    const ProcessResult wrong = run(options(server.address()), record("a", story), {"CHUNKWRIGHT_EMBEDDING_KEY=other"});
    EXPECT_EQ(wrong.exitCode, 6);
    EXPECT_THAT(wrong.err,
                AllOf(HasSubstr("does not accept the key in CHUNKWRIGHT_EMBEDDING_KEY"), Not(HasSubstr("other"))));
    const ProcessResult right
        = run(options(server.address()), record("a", story), {"CHUNKWRIGHT_EMBEDDING_KEY=open-sesame"});
    EXPECT_EQ(right.exitCode, 0) << right.err;
    EXPECT_THAT(right.out + right.err, Not(HasSubstr("sesame")));
}

TEST_F(CliEmbedding, WrongUseIsSaidBeforeAnythingIsSent)
{
    FakeEmbeddingServer server(&cw::test::topicVector);
    const auto message = [&](std::vector<std::string> arguments) {
        const ProcessResult result = run(arguments, record("a", story));
        EXPECT_EQ(result.exitCode, 2) << result.err;
        return result.err;
    };
    EXPECT_THAT(message({"chunk", "--strategy=semantic", "--embedding-server=" + server.address()}),
                HasSubstr("Give it with --embedding-model."));
    EXPECT_THAT(message({"chunk", "--embedding-model=m"}), HasSubstr("add --strategy semantic."));
    EXPECT_THAT(message({"chunk", "--strategy=semantic", "--embedding-model=none", "--embedding-server=http://h/"}),
                HasSubstr("exclude each other"));
    EXPECT_THAT(message({"chunk", "--strategy=semantic", "--embedding-model=m", "--embedding-server=http://u:pw@h/"}),
                AllOf(HasSubstr("user name or a password"), Not(HasSubstr("pw@"))));
    EXPECT_THAT(server.requests(), IsEmpty());
}

TEST_F(CliEmbedding, ConfigurationsHoldServerAndModel)
{
    const std::vector<std::string> show{"config", "show", "--strategy=semantic", "--embedding-model=m",
                                        "--embedding-server=http://localhost:1/v1"};
    const std::string file = m_scratch.write("c.json", run(show, {}).out);
    EXPECT_THAT(m_scratch.read("c.json"), HasSubstr("\"server\": \"http://localhost:1/v1\""));
    EXPECT_EQ(run({"config", "show", file}, {}).out, m_scratch.read("c.json"));
    const ProcessResult words = run({"config", "show", file, "--embedding-model=none"}, {});
    EXPECT_THAT(words.out, Not(HasSubstr("embedding")));
    EXPECT_EQ(run({"config", "fingerprint", file}, {}).out,
              run({"config", "fingerprint", file, "--embedding-server=https://elsewhere/"}, {}).out);
    const ProcessResult refused = run({"chunk", "--config", file}, record("a", story));
    EXPECT_EQ(refused.exitCode, 6);
    EXPECT_THAT(refused.err, HasSubstr("http://localhost:1/v1 cannot be "));
}

TEST_F(CliEmbedding, AStopEndsTheWait)
{
    FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([](const AskedRequest &asked) {
        if (asked.texts.front().starts_with("Wait"))
            return GivenAnswer{.isNever = true};
        return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson({asked.texts.size(), {1, 2}})};
    }));
    ProcessOptions given;
    given.input = record("a", story) + record("b", "Wait for it. And wait.");
    given.environment = {"XDG_CACHE_HOME=" + m_scratch.path("cache")};
    given.signalsInTurn = {15};
    const ProcessResult stopped = runCli(options(server.address(), {"--jobs=1"}), given);
    EXPECT_EQ(stopped.exitCode, 143) << stopped.err;
}

TEST_F(CliEmbedding, WhatIsKeptCanBeListedAndForgotten)
{
    FakeEmbeddingServer server(&cw::test::topicVector);
    EXPECT_THAT(run({"vectors", "list"}, {}).err, HasSubstr("No vectors are kept."));
    ASSERT_EQ(run(options(server.address()), record("a", story)).exitCode, 0);
    const ProcessResult listed = run({"vectors", "list"}, {});
    EXPECT_EQ(listed.exitCode, 0);
    // 12 keys of 32 bytes with 3 numbers of 2, a head of 34, the name and a checksum of 4
    EXPECT_THAT(listed.out,
                testing::StartsWith("some  12 sentences of 3 numbers, 498 bytes\n    " + m_scratch.path("cache")));
    const ProcessResult unknown = run({"vectors", "forget", "some", "other"}, {});
    EXPECT_EQ(unknown.exitCode, 2);
    EXPECT_THAT(unknown.err, HasSubstr("No vectors are kept of a model \"other\"."));
    EXPECT_EQ(run({"vectors", "list"}, {}).out, listed.out) << "nothing was forgotten";
    const ProcessResult forgotten = run({"vectors", "forget", "some"}, {});
    EXPECT_EQ(forgotten.exitCode, 0) << forgotten.err;
    EXPECT_EQ(run({"vectors", "list"}, {}).out, "");
    EXPECT_EQ(run(options(""), record("a", story)).exitCode, 5);
    for (const std::vector<std::string> &wrong : {std::vector<std::string>{"vectors"},
                                                  {"vectors", "forget"},
                                                  {"vectors", "list", "some"},
                                                  {"vectors", "erase", "some"}})
        EXPECT_EQ(run(wrong, {}).exitCode, 2);
}

TEST_F(CliEmbedding, AddressesThatCannotBeOnesFailTheCheck)
{
    const std::string good
        = run({"config", "show", "--strategy=semantic", "--embedding-model=m", "--embedding-server=http://h:1/v1"}, {})
              .out;
    const auto checked = [&](const std::string &server) {
        std::string json = good;
        json.replace(json.find("http://h:1/v1"), 13, server);
        return run({"config", "check", m_scratch.write("c.json", json)}, {});
    };
    EXPECT_EQ(checked("http://[::1]:99/").exitCode, 0);
    for (const auto &[server, reason] : {std::pair{"http://[::1", "has a \"[\" without the \"]\""},
                                         {"http://h:99999/v1", "the port \"99999\""},
                                         {"http://[::g]/", "which is no IPv6 address"},
                                         {"http://a b/", "must not hold spaces"}}) {
        const ProcessResult result = checked(server);
        EXPECT_EQ(result.exitCode, 3) << server;
        EXPECT_THAT(result.err, HasSubstr(reason)) << server;
        EXPECT_THAT(result.err, HasSubstr("embedding server's address")) << server;
    }
}

TEST_F(CliEmbedding, OverridesDecideWhoseSentencesAreFetched)
{
    FakeEmbeddingServer server(&cw::test::topicVector);
    std::string json
        = run({"config", "show", "--strategy=semantic", "--tokenizer=words", "--set=window=2", "--set=smallest=0",
               "--set=percentile=80", "--embedding-model=some", "--embedding-server=" + server.address()},
              {})
              .out;
    const std::string other = R"("overrides": [{"document": "b", "strategy": {"kind": "fixed-words"},
        "size": {"unit": "words", "max": 100}, "overlap": {"unit": "words", "max": 0}}], )";
    const std::string file = m_scratch.write("c.json", json.insert(json.find("\"audits\""), other));
    const ProcessResult result = run({"chunk", "--config", file}, record("a", story) + record("b", "Else. And more."));
    ASSERT_EQ(result.exitCode, 0) << result.err;
    EXPECT_THAT(texts(result.records()), ElementsAre(fruit, bridges, music, "Else. And more."));
    EXPECT_THAT(server.textsAsked(), SizeIs(12));
}

} // namespace
