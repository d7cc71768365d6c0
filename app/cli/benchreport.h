// SPDX-License-Identifier: GPL-3.0-or-later
// A benchmark's figures as a table and as JSON.
#pragma once

#include "benchmark.h"
#include "measurement.h"

#include <cstdint>
#include <string>
#include <vector>

namespace cw::cli {

struct BenchReport
{
    Conditions conditions;
    BenchSettings settings;
    std::uint64_t documents = 0;
    std::uint64_t bytes = 0; ///< of decoded text
    std::uint64_t characters = 0;
    std::uint64_t bytesBeforeDocuments = 0; ///< the program's own peak before anything was read; 0 when unknown
    Timings loading; ///< reading and decoding all inputs
    std::vector<TokenizerFigures> tokenizers;
    std::vector<StrategyFigures> strategies;
};

/// For people. Rates are in millions of bytes a second.
[[nodiscard]] std::string reportText(const BenchReport &report);

/// One object on one line, schema "bench/1". Whole numbers only: times in nanoseconds, sizes in bytes. Every timing is
/// {"cpu_ns":{"min","median","max"},"wall_ns":{...}}; a rate is made from the median of the clock that counts (CPU, or
/// wall on several threads) and left out where that is under 10 us.
[[nodiscard]] std::string reportJson(const BenchReport &report);

} // namespace cw::cli
