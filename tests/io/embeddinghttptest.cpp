// SPDX-License-Identifier: GPL-3.0-or-later
// HTTP as libcurl speaks it: every way to frame an answer, and answers without end or measure.
#include "io/embeddingasking.h"

#include <QTcpServer>

#include <zlib.h>

namespace cw {
namespace {

using test::always;
using test::ask;
using test::Asked;
using test::FakeEmbeddingServer;
using test::GivenAnswer;
using test::messageFrom;
using test::quick;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::SizeIs;
using namespace std::chrono_literals;

TEST(EmbeddingHttp, TakesNoMoreOfAnEndlessAnswerThanAnAnswerMayBe)
{
    FakeEmbeddingServer server(always({.body = "{\"data\":[", .endless = QByteArray(65536, ' ')}));
    EXPECT_THAT(messageFrom(server, {"One."}), HasSubstr("answered with more than 1 MiB."));
    // What is on its way in sockets comes on top of that.
    EXPECT_LE(server.endlessBytesSent(), std::uint64_t{24} << 20U);
}

TEST(EmbeddingHttp, AnAnswerThatDripsEndsInItsTime)
{
    EmbeddingLimits limits = quick;
    limits.timeout = 200ms;
    FakeEmbeddingServer body(always({.body = "{", .endless = " ", .dripMs = 5}));
    const Asked slow = ask(body.address(), {"One."}, limits);
    ASSERT_TRUE(slow.outcome.hasError());
    EXPECT_THAT(slow.outcome.error().message, HasSubstr("had not sent all of its answer after 1 s."));
    FakeEmbeddingServer head(always({.endless = "X: y\r\n", .isHeadEndless = true, .dripMs = 5}));
    const Asked noHead = ask(head.address(), {"One."}, limits);
    ASSERT_TRUE(noHead.outcome.hasError());
    EXPECT_THAT(noHead.outcome.error().message, HasSubstr("had not sent all of its answer after 1 s."));
}

TEST(EmbeddingHttp, AHeadWithoutEndIsRefusedAtOnce)
{
    FakeEmbeddingServer server(
        always({.endless = "X-Header: " + QByteArray(60'000, 'y') + "\r\n", .isHeadEndless = true}));
    EXPECT_THAT(messageFrom(server, {"One."}), HasSubstr("answered with what is not HTTP"));
    EXPECT_LE(server.endlessBytesSent(), std::uint64_t{24} << 20U);
}

TEST(EmbeddingHttp, WhatStandsBesideABodyEndsToo)
{
    const auto chunked = [](const QByteArray &body, const QByteArray &endless) {
        return always({.headers = {"Transfer-Encoding: chunked"}, .body = body, .endless = endless});
    };
    FakeEmbeddingServer extension(chunked("5;", QByteArray(65536, 'x')));
    EXPECT_THAT(messageFrom(extension, {"One."}), HasSubstr("answered with more than 1 MiB."));
    EXPECT_LE(extension.endlessBytesSent(), std::uint64_t{24} << 20U);
    FakeEmbeddingServer trailer(chunked("0\r\n", "X: y\r\n"));
    EXPECT_THAT(messageFrom(trailer, {"One."}), HasSubstr("answered with what is not HTTP"));
    FakeEmbeddingServer trailerLine(chunked("0\r\n", QByteArray(65536, 'x')));
    EXPECT_THAT(messageFrom(trailerLine, {"One."}), HasSubstr("answered with what is not HTTP"));
    // A gzip head of RFC 1952, then empty stored blocks of RFC 1951: nothing comes of them.
    const QByteArray gzipHead = QByteArray::fromHex("1f8b0800000000000003");
    FakeEmbeddingServer nothing(always({.headers = {"Content-Encoding: gzip"},
                                        .body = gzipHead,
                                        .endless = QByteArray::fromHex("000000ffff").repeated(10'000)}));
    EXPECT_THAT(messageFrom(nothing, {"One."}), HasSubstr("answered with more than 1 MiB."));
    EXPECT_LE(nothing.endlessBytesSent(), std::uint64_t{24} << 20U);
}

TEST(EmbeddingHttp, OnlyOtherMachinesAreAskedThroughAProxy)
{
    FakeEmbeddingServer proxy(&test::topicVector);
    FakeEmbeddingServer server(&test::topicVector);
    qputenv("http_proxy", QByteArray::fromStdString(proxy.address()));
    const Asked here = ask(server.address(), {"Fruit."});
    const Asked far = ask("http://no-such-host.invalid/v1", {"Fruit."});
    qunsetenv("http_proxy");
    ASSERT_TRUE(here.outcome);
    ASSERT_TRUE(far.outcome) << far.outcome.error().message;
    EXPECT_THAT(server.requests(), SizeIs(1));
    ASSERT_THAT(proxy.requests(), SizeIs(1));
    EXPECT_EQ(proxy.requests()[0].path, "http://no-such-host.invalid/v1/embeddings");
}

TEST(EmbeddingHttp, SaysThatAProxyFails)
{
    FakeEmbeddingServer refusing(always({.status = 403}));
    qputenv("https_proxy", QByteArray::fromStdString(refusing.address()));
    const Asked refused = ask("https://no-such-host.invalid/v1", {"One."});
    std::string nobody;
    {
        QTcpServer server;
        ASSERT_TRUE(server.listen(QHostAddress::LocalHost));
        nobody = "http://127.0.0.1:" + std::to_string(server.serverPort());
    }
    qputenv("https_proxy", QByteArray::fromStdString(nobody));
    const Asked lost = ask("https://no-such-host.invalid/v1", {"One."});
    qunsetenv("https_proxy");
    ASSERT_TRUE(refused.outcome.hasError() && lost.outcome.hasError());
    EXPECT_THAT(refused.outcome.error().message,
                AllOf(HasSubstr("https://no-such-host.invalid/v1 cannot be asked: "), HasSubstr("response 403.")));
    EXPECT_THAT(lost.outcome.error().message,
                AllOf(HasSubstr("https://no-such-host.invalid/v1 cannot be asked: "), HasSubstr("127.0.0.1")));
}

TEST(EmbeddingHttp, ReadsAnswersHoweverTheyAreFramed)
{
    const QByteArray json = R"({"data":[{"index":0,"embedding":[3,4]}]})";
    const QByteArray head = "HTTP/1.1 200 OK\r\n";
    const auto chunked = [&](qsizetype size) {
        QByteArray body;
        for (qsizetype at = 0; at < json.size(); at += size) {
            const QByteArray part = json.mid(at, size);
            body += QByteArray::number(part.size(), 16) + ";x=y\r\n" + part + "\r\n";
        }
        return QByteArray(head + "Transfer-Encoding: chunked\r\n\r\n" + body + "0\r\nTrailer: z\r\n\r\n");
    };
    const QByteArray length = "Content-Length: " + QByteArray::number(json.size());
    for (const GivenAnswer &given :
         {GivenAnswer{.raw = chunked(1)}, GivenAnswer{.raw = chunked(7)}, GivenAnswer{.raw = chunked(1000)},
          GivenAnswer{.isCutShort = true, .raw = head + "\r\n" + json},
          GivenAnswer{.isCutShort = true, .raw = "HTTP/1.0 200 OK\n\n" + json},
          GivenAnswer{.raw = "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n" + head + length
                          + "\r\n\r\n" + json},
          GivenAnswer{.raw = head + "CONTENT-length:" + QByteArray::number(json.size()) + "\r\n\r\n" + json},
          // ended after each answer, though nothing said so: the next request finds a connection that is gone
          GivenAnswer{.isCutShort = true, .raw = head + length + "\r\n\r\n" + json},
          GivenAnswer{.raw = head + length + "\r\nConnection: close\r\n\r\n" + json + "more than that"}}) {
        FakeEmbeddingServer server(always(given));
        EmbeddingLimits limits = quick;
        limits.textsPerRequest = 1;
        limits.requestsAtOnce = 1;
        const Asked asked = ask(server.address(), {"One.", "Two.", "Three."}, limits);
        ASSERT_TRUE(asked.outcome) << given.raw.constData() << asked.outcome.error().message;
        EXPECT_THAT(asked.vectors.at(sha256("Three.")), ElementsAre(19660, 26214));
        EXPECT_THAT(server.requests(), SizeIs(3));
    }
}

TEST(EmbeddingHttp, SaysWhatAnAnswerThatIsNoHttpIs)
{
    const QByteArray chunks = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n";
    for (const QByteArray &raw :
         {QByteArray("SSH-2.0-OpenSSH_9.2\r\n\r\n"), QByteArray("HTTP/2 200\r\n\r\n"),
          QByteArray("HTTP/1.1 abc\r\n\r\n"), QByteArray("HTTP/1.1 999 X\r\n\r\n"), QByteArray("\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nContent-Length: -5\r\n\r\n"),
          QByteArray("HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n"), chunks + "xyz\r\n", chunks + "-1\r\n",
          chunks + "FFFFFFFFFFFFFFFFFF\r\n", chunks + "1\r\n{" + QByteArray(5000, 'x'),
          "HTTP/1.1 200 OK\r\nX: " + QByteArray(70'000, 'x') + "\r\n",
          "HTTP/1.1 200 OK\r\nX: " + QByteArray(200'000, 'x')}) {
        FakeEmbeddingServer server(always({.raw = raw}));
        EXPECT_THAT(messageFrom(server, {"One."}), HasSubstr("answered with what is not HTTP"))
            << raw.left(80).constData();
    }
    for (const QByteArray &raw :
         {QByteArray("HTTP/1.1 200"), QByteArray("HTTP/1.1 200 OK\r\nX: y"), QByteArray("HTTP/1.1 200 OK\r\nX: y\r\n"),
          chunks, chunks + "5\r\nabc", QByteArray("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")}) {
        FakeEmbeddingServer server(always({.isCutShort = true, .raw = raw}));
        EXPECT_THAT(messageFrom(server, {"One."}), HasSubstr("ended the connection")) << raw.constData();
    }
    FakeEmbeddingServer large(
        always({.raw = "HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n" + QByteArray(3 << 20, ' ')}));
    EXPECT_THAT(messageFrom(large, {"One."}), HasSubstr("more than 1 MiB"));
}

/// zlib's deflate with a gzip head.
QByteArray gzipped(const QByteArray &bytes)
{
    z_stream stream{};
    EXPECT_EQ(deflateInit2(&stream, 9, Z_DEFLATED, 15 + 16, 9, Z_DEFAULT_STRATEGY), Z_OK);
    QByteArray out(static_cast<qsizetype>(deflateBound(&stream, static_cast<uLong>(bytes.size()))), '\0');
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef *>(out.data());
    stream.avail_out = static_cast<uInt>(out.size());
    EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
    out.truncate(static_cast<qsizetype>(stream.total_out));
    deflateEnd(&stream);
    return out;
}

TEST(EmbeddingHttp, ReadsCompressedAnswersAndRefusesDamagedAndEndlessOnes)
{
    const QByteArray good = FakeEmbeddingServer::vectorsJson({{1, 2}});
    const auto compressed
        = [](const QByteArray &body) { return always({.headers = {"Content-Encoding: gzip"}, .body = body}); };
    FakeEmbeddingServer plain(compressed(gzipped(good)));
    EXPECT_TRUE(ask(plain.address(), {"One."}).outcome);
    QByteArray damaged = gzipped(good);
    for (qsizetype i = 12; i < damaged.size(); ++i)
        damaged[i] = static_cast<char>(~damaged[i]);
    FakeEmbeddingServer broken(compressed(damaged));
    EXPECT_THAT(messageFrom(broken, {"One."}), HasSubstr("sent an answer that cannot be decompressed"));
    FakeEmbeddingServer foreign(always({.headers = {"Content-Encoding: br"}, .body = good}));
    EXPECT_THAT(messageFrom(foreign, {"One."}), HasSubstr("cannot be decompressed"));
    // 50 MB in 50 KB
    FakeEmbeddingServer bomb(compressed(gzipped(QByteArray(50'000'000, ' '))));
    EXPECT_THAT(messageFrom(bomb, {"One."}),
                ::testing::AnyOf(HasSubstr("more than 1 MiB"), HasSubstr("cannot be decompressed")));
}

} // namespace
} // namespace cw
