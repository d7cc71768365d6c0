// SPDX-License-Identifier: GPL-3.0-or-later
// Requests to one server over libcurl, several at once, with a bound on everything an answer can be.
#pragma once

#include <QByteArray>
#include <QByteArrayList>
#include <QString>
#include <QUrl>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include <curl/curl.h>

namespace cw {

/// How long an answer may take.
struct HttpTimes
{
    std::chrono::milliseconds silence{120'000}; ///< without a line of the head or a byte of the body
    std::chrono::milliseconds whole{600'000}; ///< from the request to the last byte
};

/// How a request ended.
enum class HttpEnd : std::uint8_t {
    Whole, ///< with an answer, whatever its status
    Refused, ///< nothing listens there
    NoHost,
    Silent, ///< nothing came for too long
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
    int status = 0;
    QByteArray body; ///< decompressed
    std::optional<std::chrono::seconds> retryAfter; ///< that the server asks to wait; never 0
    QByteArray redirect; ///< the whole address it sends on to; empty: none
    QString reason; ///< in curl's words, where it knows one
};

/// For one thread, but for wake(). Does something only within work(); destroying it ends all connections at once,
/// whatever the servers do. Of an answer at most 64 KiB of head and what was asked for of the body are taken, both as
/// it is sent and decompressed. Connections are kept for later requests; redirects are not followed. Loopback addresses
/// bypass proxies, others go through the one that curl finds in the environment.
class HttpClient final
{
public:
    using Done = std::function<void(const HttpAnswer &)>;

    /// `headers` are whole lines without their ends, sent with each request.
    HttpClient(const QUrl &url, const HttpTimes &times, const QByteArrayList &headers);
    ~HttpClient();
    HttpClient(const HttpClient &) = delete;
    HttpClient &operator=(const HttpClient &) = delete;

    /// Requests that have not ended.
    [[nodiscard]] std::size_t running() const noexcept { return m_transfers.size(); }
    /// Takes up a request with a body of JSON. `done` is called once, from work().
    void post(const QByteArray &body, qint64 mostAnswerBytes, Done done);
    /// Sends and receives what can be, or waits for it, at most for `longest` and until wake() is called.
    void work(std::chrono::milliseconds longest);
    /// Lets work(), or the next call of it, return at once. From any thread.
    void wake() noexcept;

private:
    struct Transfer;
    using Clock = std::chrono::steady_clock;

    void setUp(Transfer &transfer) const;
    std::vector<std::unique_ptr<Transfer>> takeEnded();
    std::unique_ptr<Transfer> take(std::size_t number);

    const QUrl m_url;
    const HttpTimes m_times;
    CURLM *m_multi = nullptr;
    curl_slist *m_headers = nullptr;
    std::vector<std::unique_ptr<Transfer>> m_transfers;
};

} // namespace cw
