// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/httpconnection.h"

#include <QHostAddress>
#include <QNetworkProxy>
#include <QSslSocket>

#include <algorithm>
#include <optional>
#include <utility>

#include <zlib.h>

namespace cw {

namespace {

constexpr qint64 readBytes = 1 << 16;
constexpr qint64 readAheadBytes = 1 << 18; ///< that Qt holds
constexpr qsizetype mostHeadBytes = 1 << 16;
constexpr qsizetype mostChunkLineBytes = 4096; ///< with its extensions

bool isLoopback(const QString &host)
{
    return host == u"localhost" || QHostAddress(host).isLoopback();
}

/// Up to `most` bytes of what gzip or zlib made; nothing when it is damaged, cut short, or more.
std::optional<QByteArray> decompressed(const QByteArray &bytes, qint64 most)
{
    z_stream stream{};
    constexpr int windowOfEither = 15 + 32;
    if (inflateInit2(&stream, windowOfEither) != Z_OK)
        return std::nullopt;
    QByteArray out;
    stream.next_in = reinterpret_cast<Bytef *>(const_cast<char *>(bytes.constData()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    int status = Z_OK;
    while (status == Z_OK && out.size() <= most) {
        const qsizetype held = out.size();
        out.resize(held + readBytes);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + held);
        stream.avail_out = static_cast<uInt>(readBytes);
        status = inflate(&stream, Z_NO_FLUSH);
        out.truncate(held + readBytes - static_cast<qsizetype>(stream.avail_out));
    }
    inflateEnd(&stream);
    if (status != Z_STREAM_END || out.size() > most)
        return std::nullopt;
    return out;
}

} // namespace

HttpConnection::HttpConnection(const QUrl &url, const HttpTimes &times) : m_url(url), m_times(times)
{
    m_silence.setSingleShot(true);
    m_whole.setSingleShot(true);
    connect(&m_silence, &QTimer::timeout, this, [this] { end(HttpEnd::Silent); });
    connect(&m_whole, &QTimer::timeout, this, [this] { end(HttpEnd::Slow); });
}

HttpConnection::~HttpConnection()
{
    dropSocket();
}

void HttpConnection::post(const QByteArrayList &headers, const QByteArray &body, qint64 mostAnswerBytes,
                          std::function<void(const HttpAnswer &)> done)
{
    const int port = m_url.port();
    QByteArray host = m_url.host(QUrl::FullyEncoded).toLatin1();
    if (host.contains(':'))
        host = '[' + host + ']';
    m_request = "POST " + m_url.path(QUrl::FullyEncoded).toLatin1() + " HTTP/1.1\r\nHost: " + host
        + (port > 0 ? ':' + QByteArray::number(port) : QByteArray()) + "\r\n";
    for (const QByteArray &header : headers)
        m_request += header + "\r\n";
    m_request += "Content-Type: application/json\r\nAccept-Encoding: gzip, identity\r\nContent-Length: "
        + QByteArray::number(body.size()) + "\r\n\r\n" + body;
    m_done = std::move(done);
    m_mostBytes = mostAnswerBytes;
    m_isBusy = true;
    m_isReused = m_socket != nullptr;
    m_whole.start(m_times.whole);
    m_silence.start(m_times.silence);
    if (m_socket)
        send();
    else
        connectNow();
}

void HttpConnection::connectNow()
{
    const bool isEncrypted = m_url.scheme() == u"https";
    const QString host = m_url.host();
    auto *tls = isEncrypted ? new QSslSocket(this) : nullptr;
    m_socket = tls ? tls : new QTcpSocket(this);
    // A proxy must not come between this program and a server on the same machine.
    if (isLoopback(host))
        m_socket->setProxy(QNetworkProxy::NoProxy);
    m_socket->setReadBufferSize(readAheadBytes);
    connect(m_socket, &QTcpSocket::readyRead, this, &HttpConnection::read);
    connect(m_socket, &QTcpSocket::disconnected, this, &HttpConnection::closed);
    connect(m_socket, &QTcpSocket::errorOccurred, this, &HttpConnection::failed);
    constexpr int httpsPort = 443;
    constexpr int httpPort = 80;
    const auto port = static_cast<quint16>(m_url.port(isEncrypted ? httpsPort : httpPort));
    if (tls) {
        connect(tls, &QSslSocket::encrypted, this, &HttpConnection::send);
        tls->connectToHostEncrypted(host, port);
    } else {
        connect(m_socket, &QTcpSocket::connected, this, &HttpConnection::send);
        m_socket->connectToHost(host, port);
    }
}

void HttpConnection::send()
{
    m_state = State::Head;
    m_answer = {};
    m_buffer.clear();
    m_hasReceived = false;
    m_mustClose = false;
    m_socket->write(m_request);
}

void HttpConnection::read()
{
    while (m_isBusy && m_socket && m_socket->bytesAvailable() > 0) {
        m_buffer += m_socket->read(readBytes);
        m_hasReceived = true;
        m_silence.start(m_times.silence);
        consume();
    }
    if (!m_isBusy && m_socket && m_socket->bytesAvailable() > 0)
        dropSocket(); // nothing was asked for
}

void HttpConnection::closed()
{
    read();
    if (!m_isBusy)
        dropSocket();
    else if (m_state == State::UntilClose)
        end(HttpEnd::Whole);
    else
        resendOr(HttpEnd::Cut);
}

void HttpConnection::failed(QAbstractSocket::SocketError error)
{
    if (error == QAbstractSocket::RemoteHostClosedError)
        return; // the end of the connection follows
    if (!m_isBusy) {
        dropSocket();
        return;
    }
    m_answer.reason = m_socket->errorString();
    switch (error) {
    case QAbstractSocket::ConnectionRefusedError:
        end(HttpEnd::Refused);
        break;
    case QAbstractSocket::HostNotFoundError:
        end(HttpEnd::NoHost);
        break;
    case QAbstractSocket::SslHandshakeFailedError:
    case QAbstractSocket::SslInternalError:
    case QAbstractSocket::SslInvalidUserDataError:
        end(HttpEnd::NotTrusted);
        break;
    default:
        resendOr(HttpEnd::Failed);
    }
}

/// A server may end a connection that was kept for another request, and just then comes one.
void HttpConnection::resendOr(HttpEnd otherwise)
{
    if (!m_isReused || m_hasReceived) {
        end(otherwise);
        return;
    }
    m_isReused = false;
    dropSocket();
    connectNow();
}

void HttpConnection::consume()
{
    bool goesOn = true;
    while (m_isBusy && goesOn) {
        switch (m_state) {
        case State::Head:
            goesOn = takeHead();
            break;
        case State::Length:
            goesOn = takeBody(m_left);
            if (m_isBusy && m_left == 0)
                end(HttpEnd::Whole);
            break;
        case State::UntilClose:
            goesOn = takeBody(m_buffer.size());
            break;
        case State::ChunkSize:
            goesOn = takeChunkSize();
            break;
        case State::Chunk:
            goesOn = takeBody(m_left);
            if (m_left == 0)
                m_state = State::ChunkEnd;
            break;
        case State::ChunkEnd:
        case State::Trailer: {
            const qsizetype lineEnd = m_buffer.indexOf('\n');
            goesOn = lineEnd >= 0;
            if (!goesOn && m_buffer.size() > mostChunkLineBytes)
                end(HttpEnd::NotHttp);
            if (!goesOn)
                break;
            const bool isEmpty = m_buffer.left(lineEnd).trimmed().isEmpty();
            m_buffer.remove(0, lineEnd + 1);
            if (m_state == State::ChunkEnd && !isEmpty)
                end(HttpEnd::NotHttp);
            else if (m_state == State::ChunkEnd)
                m_state = State::ChunkSize;
            else if (isEmpty)
                end(HttpEnd::Whole);
            break;
        }
        }
    }
}

bool HttpConnection::takeHead()
{
    const qsizetype withReturns = m_buffer.indexOf("\r\n\r\n");
    const qsizetype without = m_buffer.indexOf("\n\n");
    const bool hasReturns = withReturns >= 0 && (without < 0 || withReturns < without);
    const qsizetype headEnd = hasReturns ? withReturns : without;
    if (headEnd > mostHeadBytes || (headEnd < 0 && m_buffer.size() > mostHeadBytes)) {
        end(HttpEnd::NotHttp);
        return false;
    }
    if (headEnd < 0)
        return false;
    const QByteArrayList lines = m_buffer.left(headEnd).split('\n');
    m_buffer.remove(0, headEnd + (hasReturns ? 4 : 2));
    const QByteArray &first = lines.front();
    bool isNumber = false;
    const int status = first.mid(9, 3).toInt(&isNumber);
    if (!first.startsWith("HTTP/1.") || !isNumber || status < 100 || status > 599) {
        end(HttpEnd::NotHttp);
        return false;
    }
    if (status < 200)
        return true; // the answer itself is still to come
    m_answer.status = status;
    for (const QByteArray &line : lines.mid(1)) {
        const qsizetype colon = line.indexOf(':');
        if (colon > 0)
            m_answer.headers[line.left(colon).trimmed().toLower()] = line.mid(colon + 1).trimmed();
    }
    const QByteArray connection = m_answer.headers.value("connection").toLower();
    m_mustClose = connection.contains("close") || (first.startsWith("HTTP/1.0") && !connection.contains("keep-alive"));
    constexpr int noContent = 204;
    constexpr int notModified = 304;
    if (m_answer.headers.value("transfer-encoding").toLower().contains("chunked")) {
        m_state = State::ChunkSize;
    } else if (m_answer.headers.contains("content-length") || status == noContent || status == notModified) {
        const QByteArray length = m_answer.headers.value("content-length", "0");
        m_left = status == noContent || status == notModified ? 0 : length.toLongLong(&isNumber);
        if (!isNumber || m_left < 0) {
            end(HttpEnd::NotHttp);
            return false;
        }
        m_state = State::Length;
    } else {
        m_state = State::UntilClose;
        m_mustClose = true;
    }
    return true;
}

bool HttpConnection::takeChunkSize()
{
    const qsizetype lineEnd = m_buffer.indexOf('\n');
    if (lineEnd > mostChunkLineBytes || (lineEnd < 0 && m_buffer.size() > mostChunkLineBytes)) {
        end(HttpEnd::NotHttp);
        return false;
    }
    if (lineEnd < 0)
        return false;
    const QByteArray line = m_buffer.left(lineEnd);
    m_buffer.remove(0, lineEnd + 1);
    bool isNumber = false;
    constexpr int hexadecimal = 16;
    m_left = line.left(line.indexOf(';') < 0 ? line.size() : line.indexOf(';'))
                 .trimmed()
                 .toLongLong(&isNumber, hexadecimal);
    if (!isNumber || m_left < 0) {
        end(HttpEnd::NotHttp);
        return false;
    }
    m_state = m_left > 0 ? State::Chunk : State::Trailer;
    return true;
}

/// False when there is nothing more to look at.
bool HttpConnection::takeBody(qint64 most)
{
    const qint64 taken = std::min<qint64>(most, m_buffer.size());
    if (m_answer.body.size() + taken > m_mostBytes) {
        end(HttpEnd::TooLarge);
        return false;
    }
    m_answer.body += m_buffer.left(taken);
    m_buffer.remove(0, taken);
    m_left -= taken;
    return !m_buffer.isEmpty();
}

void HttpConnection::end(HttpEnd how)
{
    m_silence.stop();
    m_whole.stop();
    m_isBusy = false;
    if (how != HttpEnd::Whole || m_mustClose || !m_buffer.isEmpty())
        dropSocket();
    m_buffer.clear();
    m_answer.end = how;
    const QByteArray encoding = m_answer.headers.value("content-encoding").toLower();
    if (how == HttpEnd::Whole && !encoding.isEmpty() && encoding != "identity" && !m_answer.body.isEmpty()) {
        auto plain = decompressed(m_answer.body, m_mostBytes);
        m_answer.end = plain ? HttpEnd::Whole : HttpEnd::NotDecodable;
        m_answer.body = plain ? std::move(*plain) : QByteArray();
    }
    // From the event loop: whoever is told may post the next request.
    QMetaObject::invokeMethod(
        this, [done = std::exchange(m_done, {}), answer = std::exchange(m_answer, {})] { done(answer); },
        Qt::QueuedConnection);
}

void HttpConnection::dropSocket()
{
    if (!m_socket)
        return;
    m_socket->disconnect(this);
    QMetaObject::invokeMethod(m_socket, &QTcpSocket::abort);
    m_socket->deleteLater();
    m_socket = nullptr;
}

} // namespace cw
