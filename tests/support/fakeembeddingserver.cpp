// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/fakeembeddingserver.h"

#include <QCoreApplication>
#include <QEvent>
#include <QEventLoop>
#include <QHostAddress>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTimer>

#include <algorithm>
#include <numeric>

namespace cw::test {

void needApplication()
{
    static int count = 1;
    static char name[] = "tests";
    static char *arguments[] = {name, nullptr};
    if (!QCoreApplication::instance())
        new QCoreApplication(count, arguments); // lives as long as the process
}

std::vector<double> topicVector(std::string_view text)
{
    if (text.starts_with("Fruit"))
        return {2, 0, 0};
    if (text.starts_with("Bridges"))
        return {0, 0.5, 0};
    return {0, 0, 1};
}

FakeEmbeddingServer::FakeEmbeddingServer(Answerer answerer) : m_answerer(std::move(answerer))
{
    needApplication();
    std::promise<int> port;
    std::future<int> known = port.get_future();
    m_thread = std::thread([this, port = std::move(port)]() mutable { work(port); });
    m_port = known.get();
}

void FakeEmbeddingServer::work(std::promise<int> &port)
{
    QEventLoop loop;
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    QObject::connect(&server, &QTcpServer::newConnection, &server, [this, &server] {
        while (QTcpSocket *socket = server.nextPendingConnection())
            serve(socket);
    });
    m_loop = &loop;
    port.set_value(server.serverPort());
    loop.exec();
}

FakeEmbeddingServer::FakeEmbeddingServer(VectorOf vectorOf)
    : FakeEmbeddingServer(Answerer([vectorOf = std::move(vectorOf)](const AskedRequest &asked) {
          std::vector<std::vector<double>> vectors;
          for (const std::string &text : asked.texts)
              vectors.push_back(vectorOf(text));
          return GivenAnswer{.body = vectorsJson(vectors)};
      }))
{
}

FakeEmbeddingServer::~FakeEmbeddingServer()
{
    QCoreApplication::postEvent(m_loop, new QEvent(QEvent::Quit));
    m_thread.join();
}

std::string FakeEmbeddingServer::address() const
{
    return "http://127.0.0.1:" + std::to_string(m_port) + "/v1";
}

std::vector<AskedRequest> FakeEmbeddingServer::requests() const
{
    const std::scoped_lock lock(m_mutex);
    return m_requests;
}

std::vector<std::string> FakeEmbeddingServer::textsAsked() const
{
    std::vector<std::string> texts;
    for (const AskedRequest &request : requests())
        texts.insert(texts.end(), request.texts.begin(), request.texts.end());
    return texts;
}

std::size_t FakeEmbeddingServer::mostAtOnce() const
{
    const std::scoped_lock lock(m_mutex);
    return m_mostOpen;
}

void FakeEmbeddingServer::setAnswerer(Answerer answerer)
{
    const std::scoped_lock lock(m_mutex);
    m_answerer = std::move(answerer);
}

QByteArray FakeEmbeddingServer::vectorsJson(const std::vector<std::vector<double>> &vectors,
                                            std::vector<std::size_t> order)
{
    if (order.empty()) {
        order.resize(vectors.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
    }
    QJsonArray data;
    for (const std::size_t index : order) {
        QJsonArray numbers;
        for (const double number : vectors[index])
            numbers.append(number);
        data.append(QJsonObject{{QStringLiteral("object"), QStringLiteral("embedding")},
                                {QStringLiteral("index"), static_cast<qint64>(index)},
                                {QStringLiteral("embedding"), numbers}});
    }
    return QJsonDocument(
               QJsonObject{{QStringLiteral("object"), QStringLiteral("list")}, {QStringLiteral("data"), data}})
        .toJson(QJsonDocument::Compact);
}

void FakeEmbeddingServer::serve(QTcpSocket *socket)
{
    auto received = std::make_shared<QByteArray>();
    QObject::connect(socket, &QTcpSocket::readyRead, socket, [this, socket, received] {
        *received += socket->readAll();
        answerNext(socket, *received);
    });
    QObject::connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
}

void FakeEmbeddingServer::answerNext(QTcpSocket *socket, QByteArray &received)
{
    const qsizetype headEnd = received.indexOf("\r\n\r\n");
    if (headEnd < 0)
        return;
    AskedRequest asked;
    const QByteArrayList lines = received.left(headEnd).split('\n');
    asked.path = lines.front().split(' ').value(1);
    for (const QByteArray &line : lines.mid(1))
        asked.headers[line.left(line.indexOf(':')).trimmed().toLower()] = line.mid(line.indexOf(':') + 1).trimmed();
    const qsizetype length = asked.headers.value("content-length").toLongLong();
    if (received.size() < headEnd + 4 + length)
        return;
    asked.body = received.mid(headEnd + 4, length);
    received.remove(0, headEnd + 4 + length);
    const QJsonObject body = QJsonDocument::fromJson(asked.body).object();
    asked.model = body.value(QStringLiteral("model")).toString().toStdString();
    for (const QJsonValue text : body.value(QStringLiteral("input")).toArray())
        asked.texts.push_back(text.toString().toStdString());

    Answerer answerer;
    {
        const std::scoped_lock lock(m_mutex);
        m_requests.push_back(asked);
        m_mostOpen = std::max(m_mostOpen, ++m_open);
        answerer = m_answerer;
    }
    const GivenAnswer answer = answerer(asked);
    if (answer.isNever)
        return;
    QByteArray bytes
        = "HTTP/1.1 " + QByteArray::number(answer.status) + " Answer\r\nContent-Type: application/json\r\n";
    for (const QByteArray &header : answer.headers)
        bytes += header + "\r\n";
    if (!answer.endless.isEmpty()) {
        socket->write(bytes + (answer.isHeadEndless ? QByteArray() : "Connection: close\r\n\r\n" + answer.body));
        sendEndless(socket, answer);
        return;
    }
    bytes += "Content-Length: " + QByteArray::number(answer.body.size() + (answer.isCutShort ? 10 : 0)) + "\r\n\r\n"
        + answer.body;
    if (!answer.raw.isEmpty())
        bytes = answer.raw;
    const auto send = [this, socket, bytes, isCutShort = answer.isCutShort] {
        {
            const std::scoped_lock lock(m_mutex);
            --m_open;
        }
        socket->write(bytes);
        if (isCutShort)
            socket->disconnectFromHost();
    };
    if (answer.delayMs > 0)
        QTimer::singleShot(answer.delayMs, socket, send);
    else
        send();
}

void FakeEmbeddingServer::sendEndless(QTcpSocket *socket, const GivenAnswer &answer)
{
    const auto sendOne = [this, socket, block = answer.endless, isDripping = answer.dripMs > 0] {
        constexpr qint64 mostWaiting = 1 << 18;
        while (socket->state() == QTcpSocket::ConnectedState && socket->bytesToWrite() < mostWaiting) {
            socket->write(block);
            m_endlessBytes += static_cast<std::uint64_t>(block.size());
            if (isDripping)
                break;
        }
    };
    if (answer.dripMs > 0) {
        auto *timer = new QTimer(socket);
        QObject::connect(timer, &QTimer::timeout, socket, sendOne);
        timer->start(answer.dripMs);
        return;
    }
    QObject::connect(socket, &QTcpSocket::bytesWritten, socket, sendOne);
    sendOne();
}

} // namespace cw::test
