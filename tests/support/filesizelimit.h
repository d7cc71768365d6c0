// SPDX-License-Identifier: GPL-3.0-or-later
// A full disk without a disk: files cannot grow beyond a size, here and in programs started meanwhile.
#pragma once

#include <csignal>
#include <sys/resource.h>

namespace cw::test {

class FileSizeLimit final
{
public:
    explicit FileSizeLimit(rlim_t bytes) : m_oldHandler(std::signal(SIGXFSZ, SIG_IGN))
    {
        ::getrlimit(RLIMIT_FSIZE, &m_oldLimit);
        const rlimit limit{bytes, m_oldLimit.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit()
    {
        ::setrlimit(RLIMIT_FSIZE, &m_oldLimit);
        std::signal(SIGXFSZ, m_oldHandler);
    }
    FileSizeLimit(const FileSizeLimit &) = delete;
    FileSizeLimit &operator=(const FileSizeLimit &) = delete;

private:
    rlimit m_oldLimit{};
    void (*m_oldHandler)(int);
};

} // namespace cw::test
