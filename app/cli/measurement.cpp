// SPDX-License-Identifier: GPL-3.0-or-later
#include "measurement.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <ctime>
#include <fstream>
#include <malloc.h>
#include <sys/utsname.h>
#include <thread>

namespace cw::cli {

namespace {

std::int64_t nanoseconds(clockid_t clock) noexcept
{
    timespec time{};
    ::clock_gettime(clock, &time);
    return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
}

/// What follows "key<white space>:<white space>" in a file of such lines.
std::string valueIn(const char *path, std::string_view key)
{
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (!line.starts_with(key))
            continue;
        const std::size_t colon = line.find(':');
        const std::size_t value = colon == std::string::npos ? colon : line.find_first_not_of(" \t", colon + 1);
        if (value != std::string::npos)
            return line.substr(value);
    }
    return {};
}

std::string kernelName()
{
    utsname name{};
    if (::uname(&name) != 0)
        return "unknown";
    std::string text = name.sysname;
    for (const char *part : {name.release, name.machine}) {
        text += ' ';
        text += part;
    }
    return text;
}

} // namespace

Spent Stopwatch::now() const noexcept
{
    return {nanoseconds(CLOCK_MONOTONIC),
            nanoseconds(m_cpuOf == CpuOf::Thread ? CLOCK_THREAD_CPUTIME_ID : CLOCK_PROCESS_CPUTIME_ID)};
}

Spent Stopwatch::elapsed() const noexcept
{
    const Spent end = now();
    return {end.wallNanoseconds - m_start.wallNanoseconds, end.cpuNanoseconds - m_start.cpuNanoseconds};
}

Spent Stopwatch::lap() noexcept
{
    const Spent spent = elapsed();
    m_start = now();
    return spent;
}

Spread Timings::spread(std::int64_t Spent::*clock) const
{
    if (m_samples.empty())
        return {};
    std::vector<std::int64_t> values;
    for (const Spent &sample : m_samples)
        values.push_back(sample.*clock);
    std::ranges::sort(values);
    const std::int64_t lower = values[(values.size() - 1) / 2];
    const std::int64_t upper = values[values.size() / 2];
    return {values.front(), lower + (upper - lower) / 2, values.back()};
}

Conditions currentConditions()
{
    Conditions conditions;
    conditions.cpuModel = valueIn("/proc/cpuinfo", "model name");
    if (conditions.cpuModel.empty())
        conditions.cpuModel = "unknown";
    conditions.processors = std::thread::hardware_concurrency();
    conditions.buildType = CHUNKWRIGHT_BUILD_TYPE;
    conditions.compiler = CHUNKWRIGHT_COMPILER;
    conditions.kernel = kernelName();
    std::array<double, 1> load{};
    if (::getloadavg(load.data(), 1) == 1)
        conditions.loadAverage = load[0];
    return conditions;
}

bool restartPeakMemory()
{
    ::malloc_trim(0);
    std::ofstream file("/proc/self/clear_refs");
    file << "5";
    return static_cast<bool>(file.flush());
}

std::uint64_t peakMemoryBytes()
{
    const std::string value = valueIn("/proc/self/status", "VmHWM");
    std::uint64_t kibibytes = 0;
    std::from_chars(value.data(), value.data() + value.size(), kibibytes);
    return kibibytes * 1024;
}

} // namespace cw::cli
