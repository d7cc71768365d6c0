// SPDX-License-Identifier: GPL-3.0-or-later
// Measuring the engine on documents in memory, through its public calls only.
#pragma once

#include "measurement.h"

#include "base/result.h"
#include "run/run.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace cw::cli {

using Documents = std::vector<std::shared_ptr<const Document>>;

struct Sizes
{
    std::int64_t max = 0;
    std::int64_t overlap = 0;
};

struct BenchSettings
{
    unsigned repeat = 5; ///< measurements of each kind
    unsigned threads = 2; ///< of what is measured on several threads
    std::function<void(const std::string &)> progress; ///< told what is measured next; may be empty
};

/// One tokenizer over all documents' texts.
struct TokenizerFigures
{
    std::string id;
    std::uint64_t tokens = 0;
    Timings vocabulary; ///< loading it: measured once, when it is first opened, since a program keeps what it loaded
    Timings count; ///< counting all texts, warm
    Timings indexCold; ///< with a tokenizer just made, on a thread just made
    Timings indexWarm; ///< the same tokenizer and thread again
    Timings indexParallel; ///< on the threads asked for, warm; CPU time of all of them
    Timings rangeCount; ///< one count of a random range, the mean of `rangeCountQueries`; none where no text is
};

/// One pair of sizes: what a slider tick costs when segmentation and index are kept.
struct TickFigures
{
    Sizes sizes;
    std::uint64_t chunks = 0;
    std::uint64_t largestChunkTokens = 0;
    std::uint64_t findings = 0;
    Timings packing; ///< chunks from kept edges
    Timings measuring; ///< metrics and histogram
    Timings auditing; ///< all rules of the profile
    Timings whole; ///< run(): these three and what lies between them
    Timings packingOnThreads; ///< on the threads asked for; CPU time of all of them
    Timings wholeOnThreads; ///< likewise
};

/// One strategy with one tokenizer.
struct StrategyFigures
{
    std::string strategy;
    std::string tokenizer;
    std::string unit; ///< of sizes
    Timings segmentation;
    Timings firstRun; ///< all but the vocabulary, with empty caches; CPU time of all threads
    std::size_t firstTicksCount = 0;
    Timings firstTicks; ///< those that make tables for the ticks behind them; on the threads asked for, as `firstRun`
    std::vector<TickFigures> ticks;
    std::uint64_t peakBytes = 0; ///< resident, during first run and ticks, documents included; 0 when unknown
};

inline constexpr std::size_t rangeCountQueries = 100'000;

/// All but `vocabulary`.
[[nodiscard]] Outcome<TokenizerFigures> measureTokenizer(const std::string &reference, const Documents &documents,
                                                         const BenchSettings &settings, std::stop_token stop);

/// Ticks go round the sizes, and where two in a row would be of one pair of sizes, a tick of another max comes between
/// them that is not timed: a run takes over what nothing changed for.
/// Precondition: `config` with each of `sizes` passes checkConfig.
[[nodiscard]] Outcome<StrategyFigures> measureStrategy(const RunConfig &config, const std::vector<Sizes> &sizes,
                                                       const Documents &documents, const BenchSettings &settings,
                                                       std::stop_token stop);

} // namespace cw::cli
