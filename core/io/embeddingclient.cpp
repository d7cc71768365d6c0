// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/embeddingclient.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QEventLoop>
#include <QHostAddress>
#include <QNetworkAccessManager>
#include <QNetworkProxy>
#include <QNetworkReply>
#include <QNetworkRequest>
#include <QObject>
#include <QTimer>
#include <QUrl>

#include <algorithm>
#include <cmath>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>
#include <vector>

namespace cw {

namespace {

using std::chrono::milliseconds;

constexpr qint64 overheadBytes = 1 << 20; ///< of an answer, besides its numbers
constexpr qint64 readBufferBytes = 1 << 18; ///< of an answer that is not taken yet: Qt reads no further
constexpr int slowestAnswer = 5; ///< time-outs that a whole answer may take
constexpr qint64 bytesPerNumber = 32; ///< as text: sign, 17 digits, exponent, comma and spaces

struct Share
{
    std::size_t first = 0;
    std::size_t count = 0;
    std::size_t retries = 0;
};

qint64 mostBytesOf(const Share &share) noexcept
{
    return overheadBytes + static_cast<qint64>(share.count * largestVectorDimension) * bytesPerNumber;
}

std::deque<Share> sharesOf(std::span<const std::string_view> texts, const EmbeddingLimits &limits)
{
    std::deque<Share> shares;
    std::size_t bytes = 0;
    for (std::size_t i = 0; i < texts.size(); ++i) {
        const bool isFull = !shares.empty()
            && (shares.back().count >= limits.textsPerRequest || bytes + texts[i].size() > limits.bytesPerRequest);
        if (shares.empty() || isFull) {
            shares.push_back({i, 0, 0});
            bytes = 0;
        }
        ++shares.back().count;
        bytes += texts[i].size();
    }
    return shares;
}

QUrl addressOf(std::string_view server)
{
    while (server.ends_with('/'))
        server.remove_suffix(1);
    return QUrl(QString::fromUtf8(server.data(), static_cast<qsizetype>(server.size())) + u"/embeddings");
}

bool isLoopback(const QString &host)
{
    return host == u"localhost" || QHostAddress(host).isLoopback();
}

QString secondsText(milliseconds time)
{
    return QString::number(static_cast<double>(time.count()) / 1000, 'g', 4);
}

/// Asks the server share by share, on the event loop of the thread it lives in.
class Fetch final : public QObject
{
public:
    explicit Fetch(const EmbeddingRequest &request)
        : m_request(request), m_url(addressOf(request.server)), m_waiting(sharesOf(request.texts, request.limits))
    {
        // A proxy must not come between this program and a server on the same machine.
        if (isLoopback(m_url.host()))
            m_network.setProxy(QNetworkProxy::NoProxy);
        m_pause.setSingleShot(true);
        connect(&m_pause, &QTimer::timeout, this, &Fetch::sendNext);
    }

    Outcome<std::size_t> run(const std::stop_token &stop)
    {
        if (!m_url.isValid() || m_url.host().isEmpty())
            return error(QStringLiteral("The embedding server's address is not one: %1.").arg(m_url.errorString()));
        if (std::ranges::any_of(m_request.key, [](char c) { return c >= 0 && c < ' '; })) {
            fail(QStringLiteral("cannot be asked: the key in %1 has a line break or another control character in it. "
                                "Set it without.")
                     .arg(QLatin1String(embeddingKeyVariable)));
            return *m_error;
        }
        QEventLoop loop;
        m_loop = &loop;
        const std::stop_callback quit(
            stop, [&loop] { QMetaObject::invokeMethod(&loop, &QEventLoop::quit, Qt::QueuedConnection); });
        sendNext();
        if (!isDone() && !stop.stop_requested())
            loop.exec();
        m_loop = nullptr;
        abortAll();
        if (m_error)
            return *m_error;
        if (m_done < m_request.texts.size())
            return Cancelled{};
        return m_done;
    }

private:
    [[nodiscard]] bool isDone() const { return m_error || m_done == m_request.texts.size(); }

    void sendNext()
    {
        while (!isDone() && !m_pause.isActive() && !m_waiting.empty()
               && m_inWork.size() < std::max<std::size_t>(m_request.limits.requestsAtOnce, 1)) {
            const Share share = m_waiting.front();
            m_waiting.pop_front();
            send(share);
        }
        if (isDone() && m_loop)
            m_loop->quit();
    }

    void send(const Share &share)
    {
        QNetworkRequest request(m_url);
        request.setHeader(QNetworkRequest::ContentTypeHeader, QByteArrayLiteral("application/json"));
        request.setHeader(QNetworkRequest::UserAgentHeader, QByteArrayLiteral("chunkwright/" CHUNKWRIGHT_VERSION));
        request.setRawHeader("Accept", "application/json");
        if (!m_request.key.empty())
            request.setRawHeader("Authorization", "Bearer " + QByteArray::fromStdString(m_request.key));
        request.setAttribute(QNetworkRequest::RedirectPolicyAttribute, QNetworkRequest::ManualRedirectPolicy);
        request.setAttribute(QNetworkRequest::CookieLoadControlAttribute, QNetworkRequest::Manual);
        request.setAttribute(QNetworkRequest::CookieSaveControlAttribute, QNetworkRequest::Manual);
        request.setTransferTimeout(static_cast<int>(m_request.limits.timeout.count()));
        QNetworkReply *reply = m_network.post(
            request, embeddingRequestJson(m_request.model, m_request.texts.subspan(share.first, share.count)));
        reply->setParent(this);
        reply->setReadBufferSize(readBufferBytes);
        m_inWork.emplace(reply, Answer{share, {}});
        QTimer::singleShot(m_request.limits.timeout * slowestAnswer, reply, [this, reply] { giveUp(reply); });
        connect(reply, &QNetworkReply::readyRead, this, [this, reply] { read(reply); });
        connect(reply, &QNetworkReply::finished, this, [this, reply] { finish(reply); });
    }

    struct Answer
    {
        Share share;
        QByteArray body;
        bool isTooLarge = false;
        bool isTooSlow = false;
    };

    void read(QNetworkReply *reply)
    {
        const auto found = m_inWork.find(reply);
        if (found == m_inWork.end() || !reply->isOpen())
            return;
        Answer &answer = found->second;
        if (answer.isTooLarge || answer.isTooSlow)
            return;
        if (answer.body.size() + reply->bytesAvailable() > mostBytesOf(answer.share)) {
            answer.isTooLarge = true;
            QMetaObject::invokeMethod(reply, &QNetworkReply::abort);
            return;
        }
        answer.body += reply->readAll();
    }

    /// Also of a server that goes on sending a head, of which nothing is to be read.
    void giveUp(QNetworkReply *reply)
    {
        const auto found = m_inWork.find(reply);
        if (found == m_inWork.end())
            return;
        found->second.isTooSlow = true;
        QMetaObject::invokeMethod(reply, &QNetworkReply::abort);
    }

    void finish(QNetworkReply *reply)
    {
        read(reply);
        auto node = m_inWork.extract(reply);
        reply->deleteLater();
        if (!node || m_error)
            return;
        take(*reply, node.mapped());
        sendNext();
    }

    void take(const QNetworkReply &reply, const Answer &answer)
    {
        if (answer.isTooLarge) {
            fail(QStringLiteral("answered with more than %1 MiB.").arg(mostBytesOf(answer.share) >> 20));
            return;
        }
        if (answer.isTooSlow) {
            fail(QStringLiteral("had not sent all of its answer after %1 s. Is its connection slow? Try again.")
                     .arg(secondsText(m_request.limits.timeout * slowestAnswer)));
            return;
        }
        const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        const bool isWhole = reply.error() == QNetworkReply::NoError;
        if (status == 0 || (status == 200 && !isWhole)) {
            failToReach(reply);
        } else if (status == 200) {
            takeVectors(answer);
        } else if (status == 429 || status == 503) {
            askLater(reply, answer);
        } else if ((status == 400 || status == 413 || status == 422) && answer.share.count > 1) {
            const std::size_t half = answer.share.count / 2;
            m_waiting.push_front({answer.share.first + half, answer.share.count - half, 0});
            m_waiting.push_front({answer.share.first, half, 0});
        } else {
            failByStatus(status, reply, answer);
        }
    }

    void takeVectors(const Answer &answer)
    {
        auto batch = readEmbeddings(answer.body, m_request.texts.subspan(answer.share.first, answer.share.count));
        if (!batch) {
            fail(QString::fromStdString(batch.error().message));
            return;
        }
        if (m_dimension == 0)
            m_dimension = batch->dimension;
        if (batch->dimension != m_dimension) {
            fail(QStringLiteral("answered with vectors of %1 and of %2 numbers.")
                     .arg(m_dimension)
                     .arg(batch->dimension));
            return;
        }
        if (const auto received = m_request.received(std::move(*batch)); !received) {
            m_error = received.error();
            return;
        }
        m_done += answer.share.count;
        if (m_request.progress)
            m_request.progress(m_done, m_request.texts.size());
    }

    void askLater(const QNetworkReply &reply, const Answer &answer)
    {
        const EmbeddingLimits &limits = m_request.limits;
        const int status = reply.attribute(QNetworkRequest::HttpStatusCodeAttribute).toInt();
        const QString busy = status == 429 ? QStringLiteral("takes no more requests for now (HTTP 429)")
                                           : QStringLiteral("is busy (HTTP 503)");
        const auto asked = pauseAskedFor(reply);
        if (asked && *asked > limits.longestPause) {
            fail(QStringLiteral("%1 and asks to wait %2 s, longer than the %3 s that are waited. Try again later.")
                     .arg(busy, secondsText(*asked), secondsText(limits.longestPause)));
            return;
        }
        if (answer.share.retries >= limits.mostRetries) {
            fail(QStringLiteral("%1, also after %2 retries. Try again later.")
                     .arg(busy, QString::number(limits.mostRetries))
                 + serversWords(answer));
            return;
        }
        const milliseconds doubled = limits.firstPause * (1LL << std::min<std::size_t>(answer.share.retries, 20));
        const milliseconds pause = std::min(std::max(asked.value_or(doubled), doubled), limits.longestPause);
        Share again = answer.share;
        ++again.retries;
        m_waiting.push_front(again);
        if (!m_pause.isActive() || m_pause.remainingTimeAsDuration() < pause)
            m_pause.start(pause);
    }

    /// Retry-After: seconds, or a time.
    static std::optional<milliseconds> pauseAskedFor(const QNetworkReply &reply)
    {
        const QByteArray value = reply.rawHeader("Retry-After").trimmed();
        if (value.isEmpty())
            return std::nullopt;
        bool isNumber = false;
        const double seconds = value.toDouble(&isNumber);
        constexpr double longest = 1e9;
        if (isNumber && !std::isfinite(seconds))
            return std::nullopt;
        if (isNumber)
            return milliseconds(static_cast<qint64>(std::clamp(seconds, 0.0, longest) * 1000));
        QString time = QString::fromLatin1(value);
        if (time.endsWith(u"GMT"))
            time.replace(time.size() - 3, 3, QStringLiteral("+0000")); // as HTTP has it, and Qt does not read
        const QDateTime until = QDateTime::fromString(time, Qt::RFC2822Date);
        if (!until.isValid())
            return std::nullopt;
        return milliseconds(std::max<qint64>(QDateTime::currentDateTimeUtc().msecsTo(until), 0));
    }

    void failToReach(const QNetworkReply &reply)
    {
        if (reply.error() == QNetworkReply::UnknownContentError && reply.hasRawHeader("Content-Encoding")) {
            fail(QStringLiteral("sent an answer that cannot be decompressed: it is damaged, or far larger than an "
                                "answer is. Try again, or check its address."));
            return;
        }
        switch (reply.error()) {
        case QNetworkReply::ConnectionRefusedError:
            fail(QStringLiteral("cannot be reached: nothing answers at this address. Is it running?"));
            break;
        case QNetworkReply::HostNotFoundError:
            fail(QStringLiteral("cannot be reached: there is no host of that name. Check its address."));
            break;
        case QNetworkReply::OperationCanceledError:
        case QNetworkReply::TimeoutError:
            fail(QStringLiteral("did not answer within %1 s. Is it busy, or loading the model? Try again.")
                     .arg(secondsText(m_request.limits.timeout)));
            break;
        case QNetworkReply::SslHandshakeFailedError:
            fail(QStringLiteral("cannot be trusted: %1. Use an address whose certificate is valid here.")
                     .arg(withoutStop(withoutKey(reply.errorString()))));
            break;
        case QNetworkReply::RemoteHostClosedError:
            fail(QStringLiteral("ended the connection before its answer was complete. Try again."));
            break;
        default:
            fail(QStringLiteral("cannot be asked: %1. Check its address.")
                     .arg(withoutStop(withoutKey(reply.errorString()))));
        }
    }

    void failByStatus(int status, const QNetworkReply &reply, const Answer &answer)
    {
        if (status >= 300 && status < 400) {
            if (reply.rawHeader("Location").trimmed().isEmpty()) {
                fail(QStringLiteral("answered with HTTP %1, which sends on, but says not where to. Check its address.")
                         .arg(status)
                     + serversWords(answer));
                return;
            }
            const QUrl target = m_url.resolved(reply.header(QNetworkRequest::LocationHeader).toUrl())
                                    .adjusted(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
            fail(QStringLiteral("sends on to %1 (HTTP %2), and text goes only to the address that is set. If that is "
                                "the right one, set it, without \"/embeddings\".")
                     .arg(withoutKey(target.toDisplayString()).left(200), QString::number(status)));
        } else if (status == 401 || status == 403) {
            fail(m_request.key.empty()
                     ? QStringLiteral("asks for a key (HTTP %1). Set it in the environment variable %2.")
                           .arg(status)
                           .arg(QLatin1String(embeddingKeyVariable))
                     : QStringLiteral("does not accept the key in %2 (HTTP %1).")
                           .arg(status)
                           .arg(QLatin1String(embeddingKeyVariable)));
        } else if (status == 404) {
            fail(QStringLiteral("has no model \"%1\", or no embeddings at this address (HTTP 404). Check both; an "
                                "address usually ends in /v1.")
                     .arg(QString::fromStdString(m_request.model))
                 + serversWords(answer));
        } else if (status == 400 || status == 413 || status == 422) {
            fail(QStringLiteral("does not take a sentence of %1 bytes (HTTP %2). The model may read less at once.")
                     .arg(m_request.texts[answer.share.first].size())
                     .arg(status)
                 + serversWords(answer));
        } else if (status >= 500) {
            fail(QStringLiteral("failed (HTTP %1). Its own log tells why.").arg(status) + serversWords(answer));
        } else {
            fail(QStringLiteral("answered with HTTP %1, which is no answer to this request. Check its address.")
                     .arg(status)
                 + serversWords(answer));
        }
    }

    /// What the answer says, short, on one line and without the key.
    [[nodiscard]] QString serversWords(const Answer &answer) const
    {
        constexpr qsizetype mostCharacters = 200;
        QString words = withoutKey(QString::fromUtf8(answer.body)).left(2000).simplified();
        for (QChar &character : words) {
            if (!character.isPrint())
                character = u'?';
        }
        if (words.isEmpty())
            return {};
        if (words.size() > mostCharacters)
            words = words.left(mostCharacters) + u"...";
        return QStringLiteral(" It says: ") + words;
    }

    /// Servers may send it back, and hosts are in small letters.
    [[nodiscard]] QString withoutKey(QString text) const
    {
        if (!m_request.key.empty())
            text.replace(QString::fromStdString(m_request.key), QStringLiteral("[key]"), Qt::CaseInsensitive);
        return text;
    }

    [[nodiscard]] static QString withoutStop(QString text)
    {
        while (text.endsWith(u'.'))
            text.chop(1);
        return text;
    }

    void fail(const QString &predicate)
    {
        if (m_error)
            return;
        m_error = error(QStringLiteral("The embedding server %1 ").arg(QString::fromStdString(m_request.server))
                        + predicate);
    }

    static Error error(const QString &sentence)
    {
        return Error{ErrorCode::Io, sentence.toStdString(), "embedding.server"};
    }

    void abortAll()
    {
        m_pause.stop();
        auto inWork = std::exchange(m_inWork, {});
        for (auto &[reply, answer] : inWork) {
            reply->disconnect(this);
            QMetaObject::invokeMethod(reply, &QNetworkReply::abort);
        }
    }

    const EmbeddingRequest &m_request;
    QUrl m_url;
    std::deque<Share> m_waiting;
    QNetworkAccessManager m_network;
    QTimer m_pause;
    QEventLoop *m_loop = nullptr;
    std::unordered_map<QNetworkReply *, Answer> m_inWork;
    std::optional<Error> m_error;
    std::size_t m_dimension = 0;
    std::size_t m_done = 0;
};

} // namespace

Outcome<std::size_t> fetchEmbeddings(const EmbeddingRequest &request, std::stop_token stop)
{
    if (!QCoreApplication::instance()) {
        return Error{ErrorCode::Internal, "Vectors were asked for before the program was ready for it.",
                     "embedding.server"};
    }
    if (stop.stop_requested())
        return Cancelled{};
    Fetch fetch(request);
    return fetch.run(stop);
}

} // namespace cw
