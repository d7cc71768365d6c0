// SPDX-License-Identifier: GPL-3.0-or-later
// Clocks, spreads, memory and the machine that was measured on.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace cw::cli {

struct Spent
{
    std::int64_t wallNanoseconds = 0;
    std::int64_t cpuNanoseconds = 0;
};

enum class CpuOf : std::uint8_t { Thread, Process };

/// Starts when made.
class Stopwatch final
{
public:
    /// CPU time is that of the calling thread or of all threads.
    explicit Stopwatch(CpuOf cpuOf = CpuOf::Thread) noexcept : m_cpuOf(cpuOf), m_start(now()) { }
    [[nodiscard]] Spent elapsed() const noexcept;
    /// Elapsed since it was made or last asked, which starts it anew.
    [[nodiscard]] Spent lap() noexcept;

private:
    [[nodiscard]] Spent now() const noexcept;

    CpuOf m_cpuOf;
    Spent m_start;
};

struct Spread
{
    std::int64_t minimum = 0;
    std::int64_t median = 0; ///< of an even number the mean of the two in the middle, rounded down
    std::int64_t maximum = 0;
};

/// Repeated measurements of one thing.
class Timings final
{
public:
    void add(Spent spent) { m_samples.push_back(spent); }
    [[nodiscard]] bool isEmpty() const noexcept { return m_samples.empty(); }
    [[nodiscard]] Spread wall() const { return spread(&Spent::wallNanoseconds); }
    [[nodiscard]] Spread cpu() const { return spread(&Spent::cpuNanoseconds); }

private:
    [[nodiscard]] Spread spread(std::int64_t Spent::*clock) const;
    std::vector<Spent> m_samples;
};

/// What the figures were measured on.
struct Conditions
{
    std::string cpuModel; ///< "unknown" when the system does not tell
    unsigned processors = 0;
    std::string buildType; ///< "Release"
    std::string compiler;
    std::string kernel;
    double loadAverage = 0; ///< over the last minute
};
[[nodiscard]] Conditions currentConditions();

/// Gives unused memory back and starts the peak anew. False when the system has no such thing: then the peak is the
/// process's.
bool restartPeakMemory();
/// Largest resident size since the last restart; 0 when unknown.
[[nodiscard]] std::uint64_t peakMemoryBytes();

} // namespace cw::cli
