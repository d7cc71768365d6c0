// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors from a server, and all that a server may do instead of giving them.
#include "io/embeddingasking.h"

#include "run/embeddingsource.h"

#include <QTcpServer>
#include <QUrl>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <map>
#include <set>
#include <stop_token>
#include <thread>

namespace cw {
namespace {

using test::always;
using test::ask;
using test::Asked;
using test::AskedRequest;
using test::FakeEmbeddingServer;
using test::GivenAnswer;
using test::messageFrom;
using test::quick;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::Ge;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Le;
using ::testing::Not;
using ::testing::SizeIs;
using namespace std::chrono_literals;

TEST(EmbeddingClient, AsksAsTheProtocolHasItAndKeepsDirections)
{
    FakeEmbeddingServer server(&test::topicVector);
    const Asked asked = ask(server.address(), {"Fruit is \"ripe\".\n\xE2\x80\xA8", "Bridges hold.", "Else."});
    ASSERT_TRUE(asked.outcome) << asked.outcome.error().message;
    EXPECT_EQ(*asked.outcome, 3U);
    EXPECT_THAT(asked.vectors.at(sha256("Fruit is \"ripe\".\n\xE2\x80\xA8")), ElementsAre(32767, 0, 0));
    EXPECT_THAT(asked.vectors.at(sha256("Bridges hold.")), ElementsAre(0, 32767, 0));
    EXPECT_THAT(asked.vectors.at(sha256("Else.")), ElementsAre(0, 0, 32767));
    EXPECT_THAT(asked.progress, ElementsAre(3U));
    const auto requests = server.requests();
    ASSERT_EQ(requests.size(), 1U);
    EXPECT_EQ(requests[0].path, "/v1/embeddings");
    EXPECT_EQ(requests[0].model, "some-model");
    EXPECT_THAT(requests[0].texts, ElementsAre("Fruit is \"ripe\".\n\xE2\x80\xA8", "Bridges hold.", "Else."));
    EXPECT_EQ(requests[0].headers.value("content-type"), "application/json");
    EXPECT_FALSE(requests[0].headers.contains("authorization"));
    EXPECT_FALSE(requests[0].headers.contains("cookie"));
}

TEST(EmbeddingClient, SendsTheKeyAndNeverSaysIt)
{
    FakeEmbeddingServer server(always({.status = 500, .body = "key secret-key is bad"}));
    const std::string message = messageFrom(server, {"One."}, "secret-key");
    EXPECT_EQ(server.requests()[0].headers.value("authorization"), "Bearer secret-key");
    EXPECT_THAT(message, AllOf(HasSubstr("[key] is bad"), Not(HasSubstr("secret"))));
}

TEST(EmbeddingClient, NeverSaysTheKeyWhereverTheServerPutsIt)
{
    const std::string key = "sk-Secret  7";
    for (const GivenAnswer &given :
         {GivenAnswer{.status = 302, .headers = {"Location: http://other.example/sk-Secret%20%207/x"}},
          GivenAnswer{.status = 302, .headers = {"Location: http://other.example/?to=sk-secret"}},
          GivenAnswer{.status = 500, .body = QByteArray(1985, ' ') + key.c_str() + " is bad"},
          GivenAnswer{.status = 500, .body = QByteArray("wrong ") + key.c_str()}}) {
        FakeEmbeddingServer server(always(given));
        const std::string message = messageFrom(server, {"One."}, given.status == 302 ? "sk-Secret" : key);
        EXPECT_THAT(QString::fromStdString(message).toLower().toStdString(), Not(HasSubstr("secret"))) << message;
        EXPECT_FALSE(message.empty());
    }
}

TEST(EmbeddingClient, RefusesAKeyThatWouldBecomeHeaders)
{
    FakeEmbeddingServer server(&test::topicVector);
    EXPECT_THAT(messageFrom(server, {"One."}, "abc\r\nX-Other: 1"), HasSubstr("has a line break"));
    EXPECT_THAT(server.requests(), SizeIs(0));
}

TEST(EmbeddingClient, AnswersInAnyOrderAndOnAnyThreadsAreTheSame)
{
    std::vector<std::string> texts;
    for (int i = 0; i < 200; ++i)
        texts.push_back("Sentence " + std::to_string(i));
    const std::vector<std::string_view> views(texts.begin(), texts.end());
    const auto vectorOf = [](std::string_view text) {
        return std::vector<double>{static_cast<double>(text.back()), static_cast<double>(text[text.size() - 2]), 1};
    };
    FakeEmbeddingServer plain(vectorOf);
    std::atomic<int> number = 0;
    FakeEmbeddingServer mixed(FakeEmbeddingServer::Answerer([&](const AskedRequest &asked) {
        std::vector<std::vector<double>> vectors;
        std::vector<std::size_t> order;
        for (const std::string &text : asked.texts) {
            order.insert(order.begin(), vectors.size());
            vectors.push_back(vectorOf(text));
        }
        return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson(vectors, order),
                           .delayMs = 1 + (++number * 7) % 20};
    }));
    EmbeddingLimits one = quick;
    one.requestsAtOnce = 1;
    EmbeddingLimits many = quick;
    many.textsPerRequest = 7;
    many.requestsAtOnce = 3;
    const Asked inTurn = ask(plain.address(), views, one);
    const Asked together = ask(mixed.address(), views, many);
    ASSERT_TRUE(inTurn.outcome && together.outcome);
    EXPECT_EQ(inTurn.vectors, together.vectors);
    EXPECT_THAT(inTurn.vectors, SizeIs(200));
    EXPECT_EQ(plain.mostAtOnce(), 1U);
    EXPECT_THAT(mixed.mostAtOnce(), AllOf(Ge(2U), Le(3U)));
    for (const AskedRequest &request : mixed.requests())
        EXPECT_THAT(request.texts, SizeIs(Le(7U)));
    EXPECT_TRUE(std::ranges::is_sorted(together.progress));
    EXPECT_EQ(together.progress.back(), 200U);
}

TEST(EmbeddingClient, RequestsHoldOnlySoManyBytes)
{
    FakeEmbeddingServer server(&test::topicVector);
    EmbeddingLimits limits = quick;
    limits.bytesPerRequest = 10;
    const Asked asked = ask(server.address(), {"123456", "1234", "12345", "1234567890123", "1"}, limits);
    ASSERT_TRUE(asked.outcome);
    std::multiset<std::size_t> sizes;
    for (const AskedRequest &request : server.requests())
        sizes.insert(request.texts.size());
    EXPECT_THAT(sizes, ElementsAre(1, 1, 1, 2));
}

TEST(EmbeddingClient, WaitsAndAsksAgainWhenTheServerIsBusy)
{
    for (const int status : {429, 503}) {
        std::atomic<int> refusals = 0;
        FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([&](const AskedRequest &asked) {
            if (++refusals <= 3)
                return GivenAnswer{.status = status, .headers = {"Retry-After: 0"}};
            return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson({asked.texts.size(), {1, 2}})};
        }));
        const Asked asked = ask(server.address(), {"One.", "Two."});
        ASSERT_TRUE(asked.outcome) << asked.outcome.error().message;
        EXPECT_THAT(server.requests(), SizeIs(4));
    }
}

TEST(EmbeddingClient, GivesUpAServerThatStaysBusyOrAsksForTooLong)
{
    FakeEmbeddingServer busy(always({.status = 503, .body = "loading"}));
    EXPECT_THAT(messageFrom(busy), AllOf(HasSubstr("is busy (HTTP 503), also after 5 retries."), HasSubstr("loading")));
    EXPECT_THAT(busy.requests(), SizeIs(6));
    FakeEmbeddingServer later(always({.status = 429, .headers = {"Retry-After: 3600"}}));
    EXPECT_THAT(messageFrom(later), HasSubstr("asks to wait 3600 s, longer than the 0.05 s that are waited."));
    EXPECT_THAT(later.requests(), SizeIs(1));
    FakeEmbeddingServer noNumber(always({.status = 429, .headers = {"Retry-After: nan"}}));
    EXPECT_THAT(messageFrom(noNumber), HasSubstr("also after 5 retries."));
    FakeEmbeddingServer date(always({.status = 429, .headers = {"Retry-After: Fri, 01 Jan 2100 00:00:00 GMT"}}));
    EXPECT_THAT(messageFrom(date), HasSubstr("asks to wait"));
    EXPECT_THAT(date.requests(), SizeIs(1));
}

TEST(EmbeddingClient, HalvesWhatTheServerFindsTooLarge)
{
    for (const int status : {400, 413, 422}) {
        FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([&](const AskedRequest &asked) {
            if (asked.texts.size() > 2)
                return GivenAnswer{.status = status};
            return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson({asked.texts.size(), {1, 2}})};
        }));
        const Asked asked = ask(server.address(), {"1", "2", "3", "4", "5"});
        ASSERT_TRUE(asked.outcome) << asked.outcome.error().message;
        EXPECT_THAT(asked.vectors, SizeIs(5));
    }
    FakeEmbeddingServer never(always({.status = 413, .body = R"({"error":"input  is\ntoo long"})"}));
    EXPECT_THAT(messageFrom(never, {"Four"}),
                AllOf(HasSubstr("does not take a sentence of 4 bytes (HTTP 413)."), HasSubstr("It says: {\"error\"")));
}

TEST(EmbeddingClient, SaysWhatRefusalsMean)
{
    const auto message = [](int status, const std::string &key = {}) {
        return messageFrom(FakeEmbeddingServer(always({.status = status})), {"One."}, key);
    };
    EXPECT_THAT(message(401),
                HasSubstr("asks for a key (HTTP 401). Set it in the environment variable "
                          "CHUNKWRIGHT_EMBEDDING_KEY."));
    EXPECT_THAT(message(403, "k"), HasSubstr("does not accept the key in CHUNKWRIGHT_EMBEDDING_KEY (HTTP 403)."));
    EXPECT_THAT(message(404), HasSubstr("has no model \"some-model\", or no embeddings at this address (HTTP 404)."));
    EXPECT_THAT(message(500), HasSubstr("failed (HTTP 500)."));
    EXPECT_THAT(message(418), HasSubstr("answered with HTTP 418"));
}

TEST(EmbeddingClient, FollowsNoRedirect)
{
    FakeEmbeddingServer other(&test::topicVector);
    for (const int status : {301, 302, 307, 308}) {
        FakeEmbeddingServer server(always(
            {.status = status, .headers = {"Location: " + QByteArray::fromStdString(other.address()) + "/%31"}}));
        EXPECT_THAT(messageFrom(server),
                    AllOf(HasSubstr("sends on to " + other.address()), HasSubstr("text goes only")));
    }
    EXPECT_THAT(other.requests(), IsEmpty());
}

TEST(EmbeddingClient, SaysThatNothingAnswers)
{
    test::needApplication();
    std::string free;
    {
        QTcpServer server;
        ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
        free = "http://127.0.0.1:" + std::to_string(server.serverPort()) + "/v1";
    }
    const Asked refused = ask(free, {"One."});
    ASSERT_TRUE(refused.outcome.hasError());
    EXPECT_THAT(refused.outcome.error().message, HasSubstr(free + " cannot be reached: nothing answers"));
    const Asked unknown = ask("http://no-such-host.invalid/v1", {"One."});
    ASSERT_TRUE(unknown.outcome.hasError());
    EXPECT_THAT(unknown.outcome.error().message, HasSubstr("http://no-such-host.invalid/v1 cannot be "));

    FakeEmbeddingServer silent(always({.isNever = true}));
    EmbeddingLimits limits = quick;
    limits.timeout = 50ms;
    const Asked late = ask(silent.address(), {"One."}, limits);
    ASSERT_TRUE(late.outcome.hasError());
    EXPECT_THAT(late.outcome.error().message, HasSubstr("did not answer within 0.05 s."));

    FakeEmbeddingServer cut(always({.body = "{\"data\":[", .isCutShort = true}));
    EXPECT_THAT(messageFrom(cut), HasSubstr("ended the connection"));
}

TEST(EmbeddingClient, ARedirectToNowhereIsSaidSo)
{
    for (const int status : {302, 304}) {
        FakeEmbeddingServer server(always({.status = status}));
        EXPECT_THAT(
            messageFrom(server, {"One."}),
            HasSubstr("answered with HTTP " + std::to_string(status) + ", which sends on, but says not where to."));
    }
}

/// Whatever checkEmbedding() takes is an address for Qt, too.
TEST(EmbeddingClient, AddressesThatAreTakenCanBeAsked)
{
    std::size_t taken = 0;
    for (const char *host : {"h",
                             "h.",
                             "localhost",
                             "a-b.c_d",
                             "127.0.0.1",
                             "1.2.3.400",
                             "[::1]",
                             "[::]",
                             "[1::]",
                             "[::ffff:1.2.3.4]",
                             "[1:2:3:4:5:6:7:8]",
                             "[1:2:3:4:5:6:1.2.3.4]",
                             "[::1",
                             "[:1]",
                             "[1:]",
                             "[1:2:3]",
                             "[12345::]",
                             "[::1::]",
                             "[g::]",
                             "[1:2:3:4:5:6:7:8:9]",
                             "[::1]x",
                             "[]",
                             "::1",
                             ".h",
                             "h..i",
                             "h%20i",
                             "h<i",
                             "h\"i",
                             "b\u00fccher.example"}) {
        for (const char *port :
             {"", ":1", ":80", ":65535", ":65536", ":99999", ":0", ":", ":-1", ":8a", ":99999999999999999999"}) {
            const std::string server = std::string("http://") + host + port + "/v1";
            const auto checked = checkEmbedding({server, "m"});
            const QUrl url(QString::fromStdString(server + "/embeddings"));
            if (checked) {
                ++taken;
                EXPECT_TRUE(url.isValid() && !url.host().isEmpty()) << server << url.errorString().toStdString();
            } else {
                EXPECT_EQ(checked.error().subject, "embedding.server") << server;
            }
            EXPECT_TRUE(url.isValid() || !checked) << server;
        }
    }
    EXPECT_EQ(taken, std::size_t{13 * 4});
}

/// A server without TLS behind an https address.
TEST(EmbeddingClient, SaysThatTlsFails)
{
    FakeEmbeddingServer server(&test::topicVector);
    const Asked asked = ask("https" + server.address().substr(4), {"One."}, {.timeout = 2s});
    ASSERT_TRUE(asked.outcome.hasError());
    EXPECT_THAT(asked.outcome.error().message, HasSubstr("The embedding server https://127.0.0.1"));
    EXPECT_THAT(server.requests(), IsEmpty());
}

TEST(EmbeddingClient, StopsWhenAskedAndKeepsWhatCame)
{
    std::stop_source stop;
    std::atomic<int> number = 0;
    FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([&](const AskedRequest &asked) {
        if (++number == 3) {
            stop.request_stop();
            return GivenAnswer{.isNever = true};
        }
        return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson({asked.texts.size(), {1, 2}})};
    }));
    EmbeddingLimits limits = quick;
    limits.textsPerRequest = 1;
    limits.requestsAtOnce = 1;
    const Asked asked = ask(server.address(), {"1", "2", "3", "4"}, limits, {}, stop.get_token());
    EXPECT_TRUE(asked.outcome.isCancelled());
    EXPECT_THAT(asked.vectors, SizeIs(2));
    EXPECT_TRUE(ask(server.address(), {"1"}, limits, {}, stop.get_token()).outcome.isCancelled());
    EXPECT_THAT(server.requests(), SizeIs(3));
}

TEST(EmbeddingClient, WorksOnThreadsWithoutAnEventLoop)
{
    FakeEmbeddingServer server(&test::topicVector);
    Asked asked;
    std::jthread([&] { asked = ask(server.address(), {"Fruit."}); }).join();
    ASSERT_TRUE(asked.outcome);
    EXPECT_THAT(asked.vectors, SizeIs(1));
}

TEST(EmbeddingClient, AnErrorOfTheReceiverEndsTheWork)
{
    FakeEmbeddingServer server(&test::topicVector);
    const std::vector<std::string_view> texts{"1", "2", "3"};
    EmbeddingLimits limits = quick;
    limits.textsPerRequest = 1;
    limits.requestsAtOnce = 1;
    const auto outcome = fetchEmbeddings({.server = server.address(),
                                          .model = "m",
                                          .key = {},
                                          .texts = texts,
                                          .limits = limits,
                                          .received = [](const VectorBatch &) -> Result<void> {
                                              return Error{ErrorCode::MissingResource, "No.", "x"};
                                          }},
                                         {});
    ASSERT_TRUE(outcome.hasError());
    EXPECT_EQ(outcome.error().message, "No.");
    EXPECT_THAT(server.requests(), SizeIs(1));
}

TEST(EmbeddingClient, VectorsOfOtherLengthsBetweenAnswersAreAnError)
{
    FakeEmbeddingServer server(FakeEmbeddingServer::VectorOf(
        [](std::string_view text) { return std::vector<double>(text == "2" ? 4 : 3, 1); }));
    EmbeddingLimits limits = quick;
    limits.textsPerRequest = 1;
    limits.requestsAtOnce = 1;
    const Asked asked = ask(server.address(), {"1", "2"}, limits);
    ASSERT_TRUE(asked.outcome.hasError());
    EXPECT_THAT(asked.outcome.error().message, HasSubstr("answered with vectors of 3 and of 4 numbers."));
}

std::string faultOf(const char *json, std::vector<std::string_view> texts = {"One.", "Two."})
{
    const auto read = readEmbeddings(json, texts);
    return read ? "" : read.error().message;
}

TEST(EmbeddingAnswer, FaultsAreNamed)
{
    EXPECT_THAT(faultOf(""), HasSubstr("what is not JSON"));
    EXPECT_THAT(faultOf("<html>"), HasSubstr("what is not JSON"));
    EXPECT_THAT(faultOf("[]"), HasSubstr("without the list \"data\""));
    EXPECT_THAT(faultOf(R"({"data":3})"), HasSubstr("without the list \"data\""));
    EXPECT_THAT(faultOf(R"({"data":[]})"), HasSubstr("0 vectors to 2 texts."));
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":[1]}]})"), HasSubstr("1 vectors to 2 texts."));
    EXPECT_THAT(faultOf(R"({"data":[1,2]})"), HasSubstr("a list \"data\" that holds"));
    EXPECT_THAT(faultOf(R"({"data":[{"embedding":[1]},{"embedding":[1]}]})"), HasSubstr("without \"index\""));
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":[1]},{"index":0,"embedding":[1]}]})"),
                HasSubstr("\"index\" 0 twice"));
    for (const char *index : {"2", "-1", "1.5", "18446744073709551615", "\"0\"", "null"}) {
        const std::string json
            = std::string(R"({"data":[{"index":)") + index + R"(,"embedding":[1]},{"index":1,"embedding":[1]}]})";
        EXPECT_THAT(faultOf(json.c_str()), HasSubstr("\"index\"")) << index;
    }
    const auto ofVector = [](const std::string &vector) {
        return faultOf((R"({"data":[{"index":0,"embedding":)" + vector + "}]}").c_str(), {"One."});
    };
    EXPECT_EQ(ofVector("[1,2]"), "");
    EXPECT_THAT(ofVector("[]"), HasSubstr("an empty vector"));
    EXPECT_THAT(ofVector("[0,0]"), HasSubstr("no direction"));
    EXPECT_THAT(ofVector("[NaN,1]"), HasSubstr("no direction"));
    EXPECT_THAT(ofVector("[1,Infinity]"), HasSubstr("no direction"));
    EXPECT_THAT(ofVector("[1,-Infinity]"), HasSubstr("no direction"));
    EXPECT_THAT(ofVector("[1,\"2\"]"), HasSubstr("instead of a number"));
    EXPECT_THAT(ofVector("{}"), HasSubstr("without \"embedding\""));
    EXPECT_THAT(ofVector("[1e999]"), HasSubstr("not JSON"));
    EXPECT_THAT(ofVector("[" + std::string(16384, '1').append(16384, ',') + "1]"), HasSubstr("not JSON"));
    std::string many = "[1";
    for (int i = 0; i < 16384; ++i)
        many += ",1";
    EXPECT_THAT(ofVector(many + "]"), HasSubstr("a vector of 16385 numbers"));
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":[1]},{"index":1,"embedding":[1,2]}]})"),
                HasSubstr("vectors of 1 and of 2 numbers"));
    EXPECT_THAT(faultOf((std::string(200'000, '[') + std::string(200'000, ']')).c_str()), HasSubstr("\"data\""));
}

/// Values encoded with Python's struct.pack("<3f", ...) and base64.
TEST(EmbeddingAnswer, NumbersMayBeBase64)
{
    const std::vector<std::string_view> text{"One."};
    const auto read = readEmbeddings(R"({"data":[{"index":0,"embedding":"AABAwAAAAAAAAIBA"}]})", text);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(read->dimension, 3U);
    EXPECT_THAT(read->numbers, ElementsAre(-19660, 0, 26214)); // -3, 0, 4: a fifth of 32767 is 6553.4
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":"AAB"}]})", {"One."}), HasSubstr("base64"));
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":"!!!!"}]})", {"One."}), HasSubstr("base64"));
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":""}]})", {"One."}), HasSubstr("an empty vector"));
    // NaN
    EXPECT_THAT(faultOf(R"({"data":[{"index":0,"embedding":"AADAfw=="}]})", {"One."}), HasSubstr("no direction"));
}

TEST(EmbeddingKey, IsTheEnvironments)
{
    qputenv(embeddingKeyVariable, " abc \n");
    EXPECT_EQ(embeddingKey(), "abc");
    qunsetenv(embeddingKeyVariable);
    EXPECT_EQ(embeddingKey(), "");
}

} // namespace
} // namespace cw
