// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/embeddingclient.h"

#include "io/httpclient.h"

#include <QUrl>

#include <algorithm>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

namespace cw {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr qint64 overheadBytes = 1 << 20; ///< of an answer, besides its numbers
constexpr int slowestAnswer = 5; ///< time-outs that a whole answer may take
constexpr milliseconds longestWait{600'000}; ///< for whatever happens
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

QString secondsText(milliseconds time)
{
    return QString::number(static_cast<double>(time.count()) / 1000, 'g', 4);
}

/// Asks the server share by share.
class Fetch final
{
public:
    explicit Fetch(const EmbeddingRequest &request)
        : m_request(request), m_url(addressOf(request.server)), m_waiting(sharesOf(request.texts, request.limits))
    {
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
        HttpClient http(m_url, {.silence = m_request.limits.timeout, .whole = m_request.limits.timeout * slowestAnswer},
                        headers());
        const std::stop_callback wake(stop, [&http] { http.wake(); });
        while (!isDone() && !stop.stop_requested()) {
            sendNext(http);
            http.work(std::clamp(pauseLeft(), milliseconds(1), longestWait));
        }
        if (m_error)
            return *m_error;
        if (m_done < m_request.texts.size())
            return Cancelled{};
        return m_done;
    }

private:
    [[nodiscard]] bool isDone() const { return m_error || m_done == m_request.texts.size(); }

    [[nodiscard]] milliseconds pauseLeft() const
    {
        return m_pauseEnd ? std::chrono::ceil<milliseconds>(*m_pauseEnd - Clock::now()) : longestWait;
    }

    [[nodiscard]] QByteArrayList headers() const
    {
        QByteArrayList lines{QByteArrayLiteral("User-Agent: chunkwright/" CHUNKWRIGHT_VERSION),
                             QByteArrayLiteral("Accept: application/json")};
        if (!m_request.key.empty())
            lines << "Authorization: Bearer " + QByteArray::fromStdString(m_request.key);
        return lines;
    }

    void sendNext(HttpClient &http)
    {
        if (m_pauseEnd && Clock::now() < *m_pauseEnd)
            return;
        m_pauseEnd.reset();
        while (!m_waiting.empty() && http.running() < std::max<std::size_t>(m_request.limits.requestsAtOnce, 1)) {
            const Share share = m_waiting.front();
            m_waiting.pop_front();
            http.post(embeddingRequestJson(m_request.model, m_request.texts.subspan(share.first, share.count)),
                      mostBytesOf(share), [this, share](const HttpAnswer &answer) {
                          if (!m_error)
                              take(answer, share);
                      });
        }
    }

    void take(const HttpAnswer &answer, const Share &share)
    {
        if (answer.end != HttpEnd::Whole) {
            failWithoutAnswer(answer, share);
        } else if (answer.status == 200) {
            takeVectors(answer, share);
        } else if (answer.status == 429 || answer.status == 503) {
            askLater(answer, share);
        } else if ((answer.status == 400 || answer.status == 413 || answer.status == 422) && share.count > 1) {
            const std::size_t half = share.count / 2;
            m_waiting.push_front({share.first + half, share.count - half, 0});
            m_waiting.push_front({share.first, half, 0});
        } else {
            failByStatus(answer, share);
        }
    }

    void takeVectors(const HttpAnswer &answer, const Share &share)
    {
        auto batch = readEmbeddings(answer.body, m_request.texts.subspan(share.first, share.count));
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
        m_done += share.count;
        if (m_request.progress)
            m_request.progress(m_done, m_request.texts.size());
    }

    void askLater(const HttpAnswer &answer, const Share &share)
    {
        const EmbeddingLimits &limits = m_request.limits;
        const QString busy = answer.status == 429 ? QStringLiteral("takes no more requests for now (HTTP 429)")
                                                  : QStringLiteral("is busy (HTTP 503)");
        const std::optional<milliseconds> asked = answer.retryAfter;
        if (asked && *asked > limits.longestPause) {
            fail(QStringLiteral("%1 and asks to wait %2 s, longer than the %3 s that are waited. Try again later.")
                     .arg(busy, secondsText(*asked), secondsText(limits.longestPause)));
            return;
        }
        if (share.retries >= limits.mostRetries) {
            fail(QStringLiteral("%1, also after %2 retries. Try again later.")
                     .arg(busy, QString::number(limits.mostRetries))
                 + serversWords(answer));
            return;
        }
        const milliseconds doubled = limits.firstPause * (1LL << std::min<std::size_t>(share.retries, 20));
        const milliseconds pause = std::min(std::max(asked.value_or(doubled), doubled), limits.longestPause);
        Share again = share;
        ++again.retries;
        m_waiting.push_front(again);
        const Clock::time_point pauseEnd = Clock::now() + pause;
        m_pauseEnd = m_pauseEnd ? std::max(*m_pauseEnd, pauseEnd) : pauseEnd;
    }

    void failWithoutAnswer(const HttpAnswer &answer, const Share &share)
    {
        const QString reason = withoutStop(withoutKey(answer.reason));
        switch (answer.end) {
        case HttpEnd::Refused:
            fail(QStringLiteral("cannot be reached: nothing answers at this address. Is it running?"));
            break;
        case HttpEnd::NoHost:
            fail(QStringLiteral("cannot be reached: there is no host of that name. Check its address."));
            break;
        case HttpEnd::Silent:
            fail(QStringLiteral("did not answer within %1 s. Is it busy, or loading the model? Try again.")
                     .arg(secondsText(m_request.limits.timeout)));
            break;
        case HttpEnd::Slow:
            fail(QStringLiteral("had not sent all of its answer after %1 s. Is its connection slow? Try again.")
                     .arg(secondsText(m_request.limits.timeout * slowestAnswer)));
            break;
        case HttpEnd::Cut:
            fail(QStringLiteral("ended the connection before its answer was complete. Try again."));
            break;
        case HttpEnd::NotTrusted:
            fail(QStringLiteral("cannot be trusted: %1. Use an address whose certificate is valid here.").arg(reason));
            break;
        case HttpEnd::TooLarge:
            fail(QStringLiteral("answered with more than %1 MiB.").arg(mostBytesOf(share) >> 20));
            break;
        case HttpEnd::NotHttp:
            fail(QStringLiteral("answered with what is not HTTP, or not as far as it can be told. Check its address."));
            break;
        case HttpEnd::NotDecodable:
            fail(QStringLiteral("sent an answer that cannot be decompressed: it is damaged, far larger than an answer "
                                "is, or compressed by another method than gzip. Try again, or check its address."));
            break;
        case HttpEnd::Whole:
        case HttpEnd::Failed:
            fail(QStringLiteral("cannot be asked: %1. Check its address.").arg(reason));
        }
    }

    void failByStatus(const HttpAnswer &answer, const Share &share)
    {
        const int status = answer.status;
        if (status >= 300 && status < 400) {
            if (answer.redirect.isEmpty()) {
                fail(QStringLiteral("answered with HTTP %1, which sends on, but says not where to. Check its address.")
                         .arg(status)
                     + serversWords(answer));
                return;
            }
            const QUrl target = QUrl::fromEncoded(answer.redirect)
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
                     .arg(m_request.texts[share.first].size())
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
    [[nodiscard]] QString serversWords(const HttpAnswer &answer) const
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

    const EmbeddingRequest &m_request;
    QUrl m_url;
    std::deque<Share> m_waiting;
    std::optional<Clock::time_point> m_pauseEnd; ///< before which nothing is sent
    std::optional<Error> m_error;
    std::size_t m_dimension = 0;
    std::size_t m_done = 0;
};

} // namespace

Outcome<std::size_t> fetchEmbeddings(const EmbeddingRequest &request, std::stop_token stop)
{
    if (stop.stop_requested())
        return Cancelled{};
    Fetch fetch(request);
    return fetch.run(stop);
}

} // namespace cw
