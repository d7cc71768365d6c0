// SPDX-License-Identifier: GPL-3.0-or-later
#include "output.h"

#include <QFile>

#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace cw::cli {

namespace {

constexpr std::size_t bufferBytes = 256 * 1024;

bool isWrittenInPlace(const std::string &path)
{
    struct stat status = {};
    return ::stat(path.c_str(), &status) == 0 && !S_ISREG(status.st_mode) && !S_ISDIR(status.st_mode);
}

} // namespace

Result<std::unique_ptr<Output>> Output::open(const std::string &path)
{
    if (path == "-") {
        std::unique_ptr<Output> output(new Output("standard output"));
        output->m_descriptor = STDOUT_FILENO;
        return output;
    }
    std::unique_ptr<Output> output(new Output(path));
    if (isWrittenInPlace(path)) {
        output->m_descriptor = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        output->m_ownsDescriptor = true;
        if (output->m_descriptor < 0)
            output->fail(std::strerror(errno));
    } else {
        output->m_file = std::make_unique<QSaveFile>(QString::fromStdString(path));
        if (!output->m_file->open(QIODevice::WriteOnly | QIODevice::Unbuffered))
            output->fail(output->m_file->errorString().toStdString());
        output->m_descriptor = output->m_file->handle();
    }
    if (!output->m_status)
        return output->m_status.error();
    return output;
}

Output::~Output()
{
    if (m_ownsDescriptor && m_descriptor >= 0)
        ::close(m_descriptor);
}

void Output::write(std::string_view bytes)
{
    if (m_buffer.size() + bytes.size() > bufferBytes)
        flush();
    if (bytes.size() > bufferBytes)
        writeThrough(bytes);
    else
        m_buffer += bytes;
}

void Output::flush()
{
    writeThrough(m_buffer);
    m_buffer.clear();
}

Result<void> Output::commit()
{
    flush();
    if (m_status && m_file && !m_file->commit())
        fail(m_file->errorString().toStdString());
    return m_status;
}

void Output::writeThrough(std::string_view bytes)
{
    while (m_status && !bytes.empty()) {
        // QSaveFile::write() knows no reason when only some of the bytes got out.
        const ssize_t written = ::write(m_descriptor, bytes.data(), bytes.size());
        if (written >= 0)
            bytes.remove_prefix(static_cast<std::size_t>(written));
        else if (errno != EINTR)
            fail(std::strerror(errno));
    }
}

void Output::fail(const std::string &reason)
{
    if (m_status)
        m_status = Error{ErrorCode::Io, "Could not write " + m_name + ": " + reason + ".", m_name};
}

qint64 OutputDevice::readData(char *, qint64)
{
    return -1;
}

qint64 OutputDevice::writeData(const char *data, qint64 size)
{
    m_output.write({data, static_cast<std::size_t>(size)});
    return m_output.status() ? size : -1;
}

} // namespace cw::cli
