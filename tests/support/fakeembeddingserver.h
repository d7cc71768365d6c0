// SPDX-License-Identifier: GPL-3.0-or-later
// An embedding server made for tests: on this machine, on a thread of its own, with vectors that are known beforehand.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QMap>

#include <atomic>
#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

class QEventLoop;
class QTcpSocket;

namespace cw::test {

struct AskedRequest
{
    QByteArray path;
    QMap<QByteArray, QByteArray> headers; ///< names in small letters
    QByteArray body;
    std::vector<std::string> texts; ///< "input", when the body is as the protocol has it
    std::string model;
};

struct GivenAnswer
{
    int status = 200;
    QByteArrayList headers = {}; ///< "Name: value"
    QByteArray body = {};
    int delayMs = 0;
    bool isCutShort = false; ///< the connection ends within the body
    bool isNever = false;
    QByteArray endless = {}; ///< sent again and again behind the body, whose length is not told
    bool isHeadEndless = false; ///< `endless` holds lines of the head, which then never ends
    QByteArray raw = {}; ///< all that is sent, instead; with isCutShort the connection ends behind it
    int dripMs = 0; ///< pause before each time; 0: as fast as they are taken
};

class FakeEmbeddingServer final
{
public:
    using Answerer = std::function<GivenAnswer(const AskedRequest &)>;
    using VectorOf = std::function<std::vector<double>(std::string_view text)>;

    explicit FakeEmbeddingServer(Answerer answerer);
    /// Answers every text with its vector.
    explicit FakeEmbeddingServer(VectorOf vectorOf);
    ~FakeEmbeddingServer();
    FakeEmbeddingServer(const FakeEmbeddingServer &) = delete;
    FakeEmbeddingServer &operator=(const FakeEmbeddingServer &) = delete;

    /// "http://127.0.0.1:40123/v1"
    [[nodiscard]] std::string address() const;
    [[nodiscard]] std::vector<AskedRequest> requests() const;
    [[nodiscard]] std::vector<std::string> textsAsked() const;
    [[nodiscard]] std::size_t mostAtOnce() const;
    /// Of endless answers, as far as the network took them.
    [[nodiscard]] std::uint64_t endlessBytesSent() const noexcept { return m_endlessBytes; }
    void setAnswerer(Answerer answerer);

    /// A whole answer, entries in the order given by `order` (positions of texts; empty: theirs).
    [[nodiscard]] static QByteArray vectorsJson(const std::vector<std::vector<double>> &vectors,
                                                std::vector<std::size_t> order = {});

private:
    void work(std::promise<int> &port);
    void serve(QTcpSocket *socket);
    void answerNext(QTcpSocket *socket, QByteArray &received);
    void sendEndless(QTcpSocket *socket, const GivenAnswer &answer);

    mutable std::mutex m_mutex;
    Answerer m_answerer;
    std::vector<AskedRequest> m_requests;
    std::size_t m_open = 0;
    std::size_t m_mostOpen = 0;
    std::atomic<std::uint64_t> m_endlessBytes = 0;
    QEventLoop *m_loop = nullptr; ///< of the thread
    int m_port = 0;
    std::thread m_thread; ///< of the standard library, so that the thread sanitizer sees what it hands over
};

/// Vectors of three topics at right angles, by the first word: fruit, bridges, else music.
[[nodiscard]] std::vector<double> topicVector(std::string_view text);

/// Makes the QCoreApplication that Qt's network needs, once.
void needApplication();

} // namespace cw::test
