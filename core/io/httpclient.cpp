// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/httpclient.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <string_view>
#include <utility>

namespace cw {

namespace {

using std::chrono::milliseconds;

constexpr std::size_t mostHeadBytes = 1 << 16;

bool startCurl()
{
    static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
    return code == CURLE_OK;
}

/// Of hosts as QUrl writes them, which is always the same way.
bool isLoopback(const QString &host)
{
    return host == u"localhost" || host == u"::1"
        || (host.startsWith(u"127.")
            && std::ranges::all_of(host, [](QChar c) { return c == u'.' || (c >= u'0' && c <= u'9'); }));
}

/// "HTTP/1.1 200 OK"; curl takes any three digits, and other versions than were spoken.
bool isStatusLine(std::string_view line, bool mayBeHttp2)
{
    if (!line.starts_with("HTTP/1.") && !(mayBeHttp2 && line.starts_with("HTTP/2")))
        return false;
    const std::size_t space = line.find(' ');
    return space + 1 < line.size() && line[space + 1] >= '1' && line[space + 1] <= '5';
}

HttpEnd endOf(CURLcode code, long systemError, std::string_view reason)
{
    switch (code) {
    case CURLE_OK:
        return HttpEnd::Whole;
    case CURLE_COULDNT_CONNECT:
        return systemError == ECONNREFUSED ? HttpEnd::Refused : HttpEnd::Failed;
    case CURLE_COULDNT_RESOLVE_HOST:
        return HttpEnd::NoHost;
    case CURLE_OPERATION_TIMEDOUT:
        return HttpEnd::Slow;
    case CURLE_RECV_ERROR: // stands for damaged chunks, too
        return reason.find("chunk") != std::string_view::npos ? HttpEnd::NotHttp : HttpEnd::Cut;
    case CURLE_GOT_NOTHING:
    case CURLE_PARTIAL_FILE:
    case CURLE_SEND_ERROR:
        return HttpEnd::Cut;
    case CURLE_PEER_FAILED_VERIFICATION:
    case CURLE_SSL_CONNECT_ERROR:
    case CURLE_SSL_CERTPROBLEM:
    case CURLE_SSL_CIPHER:
    case CURLE_SSL_ISSUER_ERROR:
    case CURLE_SSL_CACERT_BADFILE:
        return HttpEnd::NotTrusted;
    case CURLE_FILESIZE_EXCEEDED:
        return HttpEnd::TooLarge;
    case CURLE_UNSUPPORTED_PROTOCOL: // HTTP/0.9
    case CURLE_WEIRD_SERVER_REPLY:
    case CURLE_OUT_OF_MEMORY: // a line longer than any that curl takes
        return HttpEnd::NotHttp;
    case CURLE_BAD_CONTENT_ENCODING:
    case CURLE_WRITE_ERROR: // an encoding that was not asked for
        return HttpEnd::NotDecodable;
    default:
        return HttpEnd::Failed;
    }
}

} // namespace

struct HttpClient::Transfer
{
    Transfer() = default;
    Transfer(const Transfer &) = delete;
    Transfer &operator=(const Transfer &) = delete;
    ~Transfer() { curl_easy_cleanup(easy); }

    static std::size_t takeHeadLine(char *bytes, std::size_t size, std::size_t count, void *self);
    static std::size_t takeBody(char *bytes, std::size_t size, std::size_t count, void *self);
    static int countRaw(CURL *easy, curl_infotype type, char *bytes, std::size_t size, void *self);
    static int goesOn(void *self, curl_off_t, curl_off_t, curl_off_t, curl_off_t);
    void end(CURLcode code);

    CURL *easy = curl_easy_init();
    QByteArray request;
    qint64 mostBytes = 0;
    Done done;
    HttpAnswer answer;
    std::optional<HttpEnd> refusal; ///< why a callback ends it
    std::size_t headBytes = 0;
    qint64 rawBytes = 0; ///< of the body, with what frames its chunks, compressed if it is
    QString host;
    bool mayBeHttp2 = false;
    bool hasHead = false; ///< whole
    bool isLost = false; ///< curl did not take it
    Clock::time_point lastByte = Clock::now();
    std::array<char, CURL_ERROR_SIZE> reason{};
};

std::size_t HttpClient::Transfer::takeHeadLine(char *bytes, std::size_t size, std::size_t count, void *self)
{
    auto &transfer = *static_cast<Transfer *>(self);
    const std::string_view line(bytes, size * count);
    transfer.lastByte = Clock::now();
    transfer.headBytes += line.size();
    const bool isFirst = transfer.headBytes == line.size();
    const bool isStatus = isStatusLine(line, transfer.mayBeHttp2);
    if (transfer.headBytes > mostHeadBytes || ((isFirst || line.starts_with("HTTP/")) && !isStatus)) {
        transfer.refusal = HttpEnd::NotHttp;
        return 0;
    }
    if (isStatus) // of the answer itself, perhaps, behind a preliminary one
        transfer.hasHead = false;
    else if (line == "\r\n" || line == "\n")
        transfer.hasHead = true;
    return line.size();
}

std::size_t HttpClient::Transfer::takeBody(char *bytes, std::size_t size, std::size_t count, void *self)
{
    auto &transfer = *static_cast<Transfer *>(self);
    const auto taken = static_cast<qsizetype>(size * count);
    transfer.lastByte = Clock::now();
    if (transfer.answer.body.size() + taken > transfer.mostBytes) {
        transfer.refusal = HttpEnd::TooLarge;
        return 0;
    }
    transfer.answer.body.append(bytes, taken);
    return size * count;
}

/// What curl would log. Nothing else tells of bytes that are no body: those beside chunks, which may have no end.
int HttpClient::Transfer::countRaw(CURL *, curl_infotype type, char *, std::size_t size, void *self)
{
    auto &transfer = *static_cast<Transfer *>(self);
    if (type != CURLINFO_DATA_IN)
        return 0;
    transfer.lastByte = Clock::now();
    transfer.rawBytes += static_cast<qint64>(size);
    return 0;
}

int HttpClient::Transfer::goesOn(void *self, curl_off_t, curl_off_t, curl_off_t, curl_off_t)
{
    auto &transfer = *static_cast<Transfer *>(self);
    if (!transfer.refusal && transfer.rawBytes > transfer.mostBytes)
        transfer.refusal = HttpEnd::TooLarge;
    return transfer.refusal ? 1 : 0;
}

void HttpClient::Transfer::end(CURLcode code)
{
    long status = 0;
    long connectStatus = 0;
    long systemError = 0;
    curl_off_t retryAfter = 0;
    const char *redirect = nullptr;
    curl_easy_getinfo(easy, CURLINFO_RESPONSE_CODE, &status);
    curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &connectStatus);
    curl_easy_getinfo(easy, CURLINFO_OS_ERRNO, &systemError);
    curl_easy_getinfo(easy, CURLINFO_RETRY_AFTER, &retryAfter);
    curl_easy_getinfo(easy, CURLINFO_REDIRECT_URL, &redirect);
    answer.status = static_cast<int>(status);
    if (retryAfter > 0)
        answer.retryAfter = std::chrono::seconds(retryAfter);
    answer.redirect = redirect;
    answer.reason = QString::fromUtf8(reason[0] ? reason.data() : curl_easy_strerror(code));
    answer.end = refusal ? *refusal : endOf(code, systemError, reason.data());
    // A proxy that is not there or refuses is another matter than a server: curl's words say which.
    const bool isOfProxy = connectStatus >= 300 || (answer.end == HttpEnd::Refused && !answer.reason.contains(host));
    if (isOfProxy && !refusal)
        answer.end = HttpEnd::Failed;
    if (answer.end == HttpEnd::Whole && !hasHead)
        answer.end = HttpEnd::Cut;
}

HttpClient::HttpClient(const QUrl &url, const HttpTimes &times, const QByteArrayList &headers)
    : m_url(url), m_times(times), m_multi(startCurl() ? curl_multi_init() : nullptr)
{
    // Without the second, curl asks first whether a longer body is welcome, and waits.
    for (const QByteArray &header : headers + QByteArrayList{"Content-Type: application/json", "Expect:"})
        m_headers = curl_slist_append(m_headers, header.constData());
}

HttpClient::~HttpClient()
{
    for (const auto &transfer : m_transfers)
        curl_multi_remove_handle(m_multi, transfer->easy);
    m_transfers.clear();
    curl_multi_cleanup(m_multi);
    curl_slist_free_all(m_headers);
}

void HttpClient::post(const QByteArray &body, qint64 mostAnswerBytes, Done done)
{
    auto transfer = std::make_unique<Transfer>();
    transfer->request = body;
    transfer->mostBytes = mostAnswerBytes;
    transfer->done = std::move(done);
    setUp(*transfer);
    if (const CURLMcode code = curl_multi_add_handle(m_multi, transfer->easy); code != CURLM_OK) {
        transfer->answer.reason = QString::fromUtf8(curl_multi_strerror(code));
        transfer->isLost = true;
    }
    m_transfers.push_back(std::move(transfer));
}

void HttpClient::setUp(Transfer &transfer) const
{
    CURL *easy = transfer.easy;
    const QByteArray address = m_url.toEncoded(QUrl::RemoveUserInfo | QUrl::RemoveFragment);
    curl_easy_setopt(easy, CURLOPT_URL, address.constData());
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_SSLVERSION, static_cast<long>(CURL_SSLVERSION_TLSv1_2));
    // A proxy must not come between this program and a server on the same machine.
    if (isLoopback(m_url.host()))
        curl_easy_setopt(easy, CURLOPT_PROXY, "");
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER, m_headers);
    curl_easy_setopt(easy, CURLOPT_ACCEPT_ENCODING, "gzip");
    curl_easy_setopt(easy, CURLOPT_POST, 1L);
    curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(transfer.request.size()));
    curl_easy_setopt(easy, CURLOPT_POSTFIELDS, transfer.request.constData());
    // Curl changes no handlers then; it writes to sockets so that none is called.
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    // A name that is being looked up for is not waited for.
    curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, static_cast<long>(m_times.whole.count()));
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(m_times.whole.count()));
    curl_easy_setopt(easy, CURLOPT_MAXFILESIZE_LARGE, static_cast<curl_off_t>(transfer.mostBytes));
    curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, transfer.reason.data());
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, &Transfer::takeHeadLine);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, &Transfer::takeBody);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_VERBOSE, 1L);
    curl_easy_setopt(easy, CURLOPT_DEBUGFUNCTION, &Transfer::countRaw);
    curl_easy_setopt(easy, CURLOPT_DEBUGDATA, &transfer);
    curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, &Transfer::goesOn);
    curl_easy_setopt(easy, CURLOPT_XFERINFODATA, &transfer);
    transfer.host = m_url.host();
    transfer.mayBeHttp2 = m_url.scheme() == u"https";
}

void HttpClient::work(milliseconds longest)
{
    int running = 0;
    curl_multi_perform(m_multi, &running);
    const auto ended = takeEnded();
    for (const auto &transfer : ended)
        transfer->done(transfer->answer);
    if (!ended.empty())
        return;
    const auto now = Clock::now();
    for (const auto &transfer : m_transfers)
        longest = std::min(longest, std::chrono::ceil<milliseconds>(transfer->lastByte + m_times.silence - now));
    curl_multi_poll(m_multi, nullptr, 0, static_cast<int>(std::max(longest, milliseconds(0)).count()), nullptr);
}

std::vector<std::unique_ptr<HttpClient::Transfer>> HttpClient::takeEnded()
{
    std::vector<std::unique_ptr<Transfer>> ended;
    int left = 0;
    while (const CURLMsg *message = curl_multi_info_read(m_multi, &left)) {
        const CURLcode code = message->data.result;
        const auto found
            = std::ranges::find(m_transfers, message->easy_handle, [](const auto &transfer) { return transfer->easy; });
        (*found)->end(code);
        ended.push_back(take(static_cast<std::size_t>(found - m_transfers.begin())));
    }
    const auto longAgo = Clock::now() - m_times.silence;
    for (std::size_t i = m_transfers.size(); i-- > 0;) {
        Transfer &transfer = *m_transfers[i];
        if (transfer.lastByte > longAgo && !transfer.isLost)
            continue;
        transfer.answer.end = transfer.isLost ? HttpEnd::Failed : HttpEnd::Silent;
        ended.push_back(take(i));
    }
    return ended;
}

std::unique_ptr<HttpClient::Transfer> HttpClient::take(std::size_t number)
{
    auto transfer = std::move(m_transfers[number]);
    m_transfers.erase(m_transfers.begin() + static_cast<std::ptrdiff_t>(number));
    curl_multi_remove_handle(m_multi, transfer->easy);
    return transfer;
}

void HttpClient::wake() noexcept
{
    curl_multi_wakeup(m_multi);
}

} // namespace cw
