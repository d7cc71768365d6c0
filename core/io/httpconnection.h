// SPDX-License-Identifier: GPL-3.0-or-later
// One connection to a server over HTTP/1.1, for requests one after another, with a bound on everything.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QMap>
#include <QObject>
#include <QString>
#include <QTcpSocket>
#include <QTimer>
#include <QUrl>

#include <chrono>
#include <cstdint>
#include <functional>

namespace cw {

/// How long an answer may take.
struct HttpTimes
{
    std::chrono::milliseconds silence{120'000}; ///< without a byte
    std::chrono::milliseconds whole{600'000}; ///< from the request to the last byte
};

/// How a request ended.
enum class HttpEnd : std::uint8_t {
    Whole, ///< with an answer, whatever its status
    Refused, ///< nothing listens there
    NoHost,
    Silent, ///< no byte came for too long
    Slow, ///< bytes came until the end of its time
    Cut, ///< the connection ended within the answer
    NotTrusted, ///< TLS failed
    TooLarge,
    NotHttp, ///< or a head without end
    NotDecodable, ///< compressed, but damaged or in a way that was not asked for
    Failed ///< otherwise, see `reason`
};

struct HttpAnswer
{
    HttpEnd end = HttpEnd::Failed;
    int status = 0; ///< 0: no head came
    QMap<QByteArray, QByteArray> headers; ///< by name in small letters
    QByteArray body; ///< at most what was asked for, also when it was compressed
    QString reason; ///< in words of Qt, where it knows one
};

/// Lives on a thread with an event loop. Holds an answer's body, at most 64 KiB of its head, and as much again as is
/// read at once; a server that sends more waits. Destroying it ends the connection at once, whatever the server does.
/// Qt's QNetworkAccessManager was given up for this: it reads a head without end in a loop, on a thread that nothing
/// stops (Qt 6.4).
class HttpConnection final : public QObject
{
public:
    HttpConnection(const QUrl &url, const HttpTimes &times);
    ~HttpConnection() override;
    HttpConnection(const HttpConnection &) = delete;
    HttpConnection &operator=(const HttpConnection &) = delete;

    [[nodiscard]] bool isBusy() const noexcept { return m_isBusy; }
    /// Sends a body of JSON. `headers` are whole lines without their ends. `done` is called once, from the event loop.
    /// Precondition: not busy.
    void post(const QByteArrayList &headers, const QByteArray &body, qint64 mostAnswerBytes,
              std::function<void(const HttpAnswer &)> done);

private:
    enum class State : std::uint8_t { Head, Length, ChunkSize, Chunk, ChunkEnd, Trailer, UntilClose };

    void connectNow();
    void send();
    void read();
    void closed();
    void failed(QAbstractSocket::SocketError error);
    void resendOr(HttpEnd end);
    void consume();
    bool takeHead();
    bool takeChunkSize();
    bool takeBody(qint64 most);
    void end(HttpEnd end);
    void dropSocket();

    const QUrl m_url;
    const HttpTimes m_times;
    QTcpSocket *m_socket = nullptr;
    QTimer m_silence;
    QTimer m_whole;
    QByteArray m_request;
    std::function<void(const HttpAnswer &)> m_done;
    qint64 m_mostBytes = 0;
    QByteArray m_buffer; ///< received and not looked at
    HttpAnswer m_answer;
    State m_state = State::Head;
    qint64 m_left = 0; ///< of the body or chunk
    bool m_isBusy = false;
    bool m_isReused = false; ///< the connection served a request before: it may have ended meanwhile
    bool m_hasReceived = false;
    bool m_mustClose = false;
};

} // namespace cw
