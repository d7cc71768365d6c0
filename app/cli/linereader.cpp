// SPDX-License-Identifier: GPL-3.0-or-later
#include "linereader.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <poll.h>
#include <string_view>
#include <unistd.h>

namespace cw::cli {

namespace {

constexpr std::size_t smallestRead = 64 * 1024;
constexpr std::size_t largestRead = 16 * 1024 * 1024;
constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";

} // namespace

LineReader::LineReader(int descriptor, int wakeDescriptor, std::string name, bool closesDescriptor)
    : m_descriptor(descriptor), m_wakeDescriptor(wakeDescriptor), m_name(std::move(name)),
      m_closesDescriptor(closesDescriptor)
{
}

LineReader::~LineReader()
{
    if (m_closesDescriptor)
        ::close(m_descriptor);
}

bool LineReader::readMore()
{
    if (m_isAtEnd || m_isWoken || m_error)
        return false;
    std::array<pollfd, 2> waiting{{{m_descriptor, POLLIN, 0}, {m_wakeDescriptor, POLLIN, 0}}};
    while (::poll(waiting.data(), waiting.size(), -1) < 0) { }
    if (waiting[1].revents != 0) {
        m_isWoken = true;
        return false;
    }
    if (m_begin > 0) {
        m_buffer.erase(0, m_begin);
        m_scanned -= m_begin;
        m_begin = 0;
    }
    const std::size_t held = m_buffer.size();
    m_buffer.resize(held + std::clamp(held, smallestRead, largestRead));
    ssize_t got = 0;
    do
        got = ::read(m_descriptor, m_buffer.data() + held, m_buffer.size() - held);
    while (got < 0 && errno == EINTR);
    if (got < 0)
        m_error = Error{ErrorCode::Io, "Could not read " + m_name + ": " + std::strerror(errno) + ".", m_name};
    m_buffer.resize(held + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
    m_isAtEnd = got == 0;
    return got > 0;
}

void LineReader::dropByteOrderMark()
{
    if (!m_isAtStart)
        return;
    while (m_buffer.size() - m_begin < byteOrderMark.size() && readMore()) { }
    m_isAtStart = false;
    if (std::string_view(m_buffer).substr(m_begin).starts_with(byteOrderMark)) {
        m_begin += byteOrderMark.size();
        m_scanned = m_begin;
    }
}

std::string LineReader::takeLine(std::size_t end)
{
    constexpr std::size_t worthMoving = 1024 * 1024;
    std::string line;
    if (end - m_begin < worthMoving) {
        line.assign(m_buffer, m_begin, end - m_begin);
        m_begin = std::min(end + 1, m_buffer.size());
    } else {
        std::string rest = end < m_buffer.size() ? m_buffer.substr(end + 1) : std::string();
        m_buffer.resize(end);
        m_buffer.erase(0, m_begin);
        line = std::move(m_buffer);
        m_buffer = std::move(rest);
        m_begin = 0;
    }
    m_scanned = m_begin;
    ++m_lineNumber;
    return line;
}

Result<std::optional<std::string>> LineReader::nextLine()
{
    dropByteOrderMark();
    while (true) {
        const std::size_t end = m_buffer.find('\n', m_scanned);
        if (end != std::string::npos)
            return std::optional(takeLine(end));
        m_scanned = m_buffer.size();
        if (m_buffer.size() - m_begin > longestLine) {
            return Error{ErrorCode::BadInput,
                         m_name + ", line " + std::to_string(m_lineNumber + 1)
                             + " is longer than 1 GiB, the most that one record may have. Split the document.",
                         m_name};
        }
        if (readMore())
            continue;
        if (m_error)
            return *m_error;
        if (m_isWoken || m_begin == m_buffer.size())
            return std::optional<std::string>();
        return std::optional(takeLine(m_buffer.size()));
    }
}

Result<std::optional<char>> LineReader::firstVisibleByte()
{
    while (m_buffer.size() < byteOrderMark.size() && readMore()) { }
    const std::size_t skipped = m_buffer.starts_with(byteOrderMark) ? byteOrderMark.size() : 0;
    while (true) {
        const std::size_t found = m_buffer.find_first_not_of(" \t\r\n", std::max(skipped, m_scanned));
        if (found != std::string::npos) {
            m_scanned = 0;
            return std::optional(m_buffer[found]);
        }
        m_scanned = m_buffer.size();
        if (!readMore())
            break;
    }
    m_scanned = 0;
    if (m_error)
        return *m_error;
    return std::optional<char>();
}

Result<std::string> LineReader::readAll(std::size_t limit)
{
    while (m_buffer.size() - m_begin < limit && readMore()) { }
    if (m_error)
        return *m_error;
    if (m_buffer.size() - m_begin >= limit) {
        return Error{ErrorCode::BadInput, "There is too much text on " + m_name + ": documents must be below 4 GiB.",
                     m_name};
    }
    m_buffer.erase(0, m_begin);
    return std::move(m_buffer);
}

} // namespace cw::cli
