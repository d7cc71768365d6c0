// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchreport.h"

#include "io/jsonvalue.h"

#include <algorithm>
#include <cstdarg>
#include <cstdio>

namespace cw::cli {

namespace {

JsonValue::Object spreadJson(const Spread &spread)
{
    JsonValue::Object object;
    JsonValue::add(object, "min", spread.minimum);
    JsonValue::add(object, "median", spread.median);
    JsonValue::add(object, "max", spread.maximum);
    return object;
}

JsonValue::Object timingsJson(const Timings &timings)
{
    JsonValue::Object object;
    JsonValue::add(object, "cpu_ns", spreadJson(timings.cpu()));
    JsonValue::add(object, "wall_ns", spreadJson(timings.wall()));
    return object;
}

std::int64_t signedOf(std::uint64_t value)
{
    return static_cast<std::int64_t>(value);
}

enum class Clock : std::uint8_t { Cpu, Wall };

/// What takes less is not done by looking at the text: a rate would say nothing.
constexpr double leastSeconds = 10e-6;

double medianSeconds(const Timings &timings, Clock clock)
{
    return static_cast<double>((clock == Clock::Cpu ? timings.cpu() : timings.wall()).median) / 1e9;
}

double bytesPerSecond(std::uint64_t bytes, const Timings &timings, Clock clock)
{
    const double seconds = medianSeconds(timings, clock);
    return seconds > leastSeconds ? static_cast<double>(bytes) / seconds : 0;
}

JsonValue::Object rateJson(std::uint64_t bytes, const Timings &timings, Clock clock)
{
    JsonValue::Object object = timingsJson(timings);
    if (const double rate = bytesPerSecond(bytes, timings, clock); rate > 0)
        JsonValue::add(object, "bytes_per_s", static_cast<std::int64_t>(rate));
    return object;
}

JsonValue::Object conditionsJson(const BenchReport &report)
{
    const Conditions &conditions = report.conditions;
    JsonValue::Object object;
    JsonValue::add(object, "program", "chunkwright-cli " CHUNKWRIGHT_VERSION);
    JsonValue::add(object, "engine", engineAbi);
    JsonValue::add(object, "cpu", conditions.cpuModel);
    JsonValue::add(object, "processors", signedOf(conditions.processors));
    JsonValue::add(object, "kernel", conditions.kernel);
    JsonValue::add(object, "build_type", conditions.buildType);
    JsonValue::add(object, "compiler", conditions.compiler);
    JsonValue::add(object, "load_average_percent", static_cast<std::int64_t>(conditions.loadAverage * 100));
    JsonValue::add(object, "repeat", signedOf(report.settings.repeat));
    JsonValue::add(object, "threads", signedOf(report.settings.threads));
    return object;
}

JsonValue::Object tokenizerJson(const TokenizerFigures &figures, std::uint64_t bytes)
{
    JsonValue::Object object;
    JsonValue::add(object, "id", figures.id);
    JsonValue::add(object, "tokens", signedOf(figures.tokens));
    JsonValue::add(object, "vocabulary", timingsJson(figures.vocabulary));
    JsonValue::add(object, "count", rateJson(bytes, figures.count, Clock::Cpu));
    JsonValue::add(object, "index_cold", rateJson(bytes, figures.indexCold, Clock::Cpu));
    JsonValue::add(object, "index_warm", rateJson(bytes, figures.indexWarm, Clock::Cpu));
    JsonValue::add(object, "index_threads", rateJson(bytes, figures.indexParallel, Clock::Wall));
    if (!figures.rangeCount.isEmpty())
        JsonValue::add(object, "range_count", timingsJson(figures.rangeCount));
    return object;
}

JsonValue::Object tickJson(const TickFigures &figures)
{
    JsonValue::Object object;
    JsonValue::add(object, "max", figures.sizes.max);
    JsonValue::add(object, "overlap", figures.sizes.overlap);
    JsonValue::add(object, "chunks", signedOf(figures.chunks));
    JsonValue::add(object, "largest_chunk_tokens", signedOf(figures.largestChunkTokens));
    JsonValue::add(object, "findings", signedOf(figures.findings));
    JsonValue::add(object, "rechunk", timingsJson(figures.packing));
    JsonValue::add(object, "measure", timingsJson(figures.measuring));
    JsonValue::add(object, "audit", timingsJson(figures.auditing));
    JsonValue::add(object, "tick", timingsJson(figures.whole));
    JsonValue::add(object, "rechunk_threads", timingsJson(figures.packingOnThreads));
    JsonValue::add(object, "tick_threads", timingsJson(figures.wholeOnThreads));
    return object;
}

JsonValue::Object strategyJson(const StrategyFigures &figures)
{
    JsonValue::Object object;
    JsonValue::add(object, "strategy", figures.strategy);
    JsonValue::add(object, "tokenizer", figures.tokenizer);
    JsonValue::add(object, "unit", figures.unit);
    JsonValue::add(object, "segmentation", timingsJson(figures.segmentation));
    JsonValue::add(object, "first_run", timingsJson(figures.firstRun));
    JsonValue::add(object, "first_ticks", signedOf(figures.firstTicksCount));
    if (!figures.firstTicks.isEmpty())
        JsonValue::add(object, "first_tick", timingsJson(figures.firstTicks));
    JsonValue::Array ticks;
    for (const TickFigures &tick : figures.ticks)
        ticks.emplace_back(tickJson(tick));
    JsonValue::add(object, "ticks", std::move(ticks));
    JsonValue::add(object, "peak_bytes", signedOf(figures.peakBytes));
    return object;
}

[[gnu::format(printf, 2, 3)]] void append(std::string &out, const char *format, ...)
{
    char line[512];
    std::va_list arguments;
    va_start(arguments, format);
    const int size = std::vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    out.append(line, static_cast<std::size_t>(std::clamp<int>(size, 0, sizeof line - 1)));
}

std::string milliseconds(const Spread &spread)
{
    std::string text;
    append(text, "%.3f / %.3f / %.3f", static_cast<double>(spread.minimum) / 1e6,
           static_cast<double>(spread.median) / 1e6, static_cast<double>(spread.maximum) / 1e6);
    return text;
}

void appendTiming(std::string &out, const char *name, const Timings &timings, Clock clock, std::uint64_t bytes = 0)
{
    append(out, "  %-26s %-8s %28s ms", name, clock == Clock::Cpu ? "CPU" : "wall",
           milliseconds(clock == Clock::Cpu ? timings.cpu() : timings.wall()).c_str());
    if (const double rate = bytesPerSecond(bytes, timings, clock); bytes > 0 && rate > 0)
        append(out, "  %9.1f MB/s", rate / 1e6);
    out += '\n';
}

void appendTokenizer(std::string &out, const TokenizerFigures &figures, const BenchReport &report)
{
    append(out, "\n%s: %llu tokens\n", figures.id.c_str(), static_cast<unsigned long long>(figures.tokens));
    appendTiming(out, "vocabulary", figures.vocabulary, Clock::Cpu);
    appendTiming(out, "count", figures.count, Clock::Cpu, report.bytes);
    appendTiming(out, "index, cold", figures.indexCold, Clock::Cpu, report.bytes);
    appendTiming(out, "index, warm", figures.indexWarm, Clock::Cpu, report.bytes);
    std::string threads;
    append(threads, "index, %u thread%s", report.settings.threads, report.settings.threads == 1 ? "" : "s");
    appendTiming(out, threads.c_str(), figures.indexParallel, Clock::Wall, report.bytes);
    appendTiming(out, "  all of their work", figures.indexParallel, Clock::Cpu);
    if (figures.rangeCount.isEmpty())
        return;
    const Spread range = figures.rangeCount.cpu();
    append(out, "  %-26s %-8s %12lld / %lld / %lld ns\n", "count of a range", "CPU",
           static_cast<long long>(range.minimum), static_cast<long long>(range.median),
           static_cast<long long>(range.maximum));
}

void appendTick(std::string &out, const TickFigures &tick)
{
    append(out, "  %8lld %8lld %9llu  %25s  %25s  %25s  %25s  %25s  %25s\n", static_cast<long long>(tick.sizes.max),
           static_cast<long long>(tick.sizes.overlap), static_cast<unsigned long long>(tick.chunks),
           milliseconds(tick.packing.cpu()).c_str(), milliseconds(tick.measuring.cpu()).c_str(),
           milliseconds(tick.auditing.cpu()).c_str(), milliseconds(tick.whole.cpu()).c_str(),
           milliseconds(tick.packingOnThreads.wall()).c_str(), milliseconds(tick.wholeOnThreads.wall()).c_str());
}

void appendStrategy(std::string &out, const StrategyFigures &figures, const BenchReport &report)
{
    append(out, "\n%s, %s, sizes in %s\n", figures.strategy.c_str(), figures.tokenizer.c_str(), figures.unit.c_str());
    appendTiming(out, "segmentation", figures.segmentation, Clock::Cpu, report.bytes);
    appendTiming(out, "first run, all of it", figures.firstRun, Clock::Wall, report.bytes);
    appendTiming(out, "  all threads' work", figures.firstRun, Clock::Cpu);
    if (!figures.firstTicks.isEmpty()) {
        appendTiming(out, ("each of the first " + std::to_string(figures.firstTicksCount) + " ticks").c_str(),
                     figures.firstTicks, Clock::Wall);
    }
    if (figures.peakBytes > 0) {
        append(out, "  %-26s %.1f MB; the text is %.1f MB, the program alone %.1f MB\n", "peak memory",
               static_cast<double>(figures.peakBytes) / 1e6, static_cast<double>(report.bytes) / 1e6,
               static_cast<double>(report.bytesBeforeDocuments) / 1e6);
    }
    const std::string threads
        = std::to_string(report.settings.threads) + (report.settings.threads == 1 ? " thread" : " threads");
    append(out, "  %8s %8s %9s  %25s  %25s  %25s  %25s  %25s  %25s\n", "max", "overlap", "chunks", "re-chunk, CPU ms",
           "metrics, CPU ms", "audit, CPU ms", "whole tick, CPU ms", ("re-chunk, " + threads + ", ms").c_str(),
           ("tick, " + threads + ", ms").c_str());
    for (const TickFigures &tick : figures.ticks)
        appendTick(out, tick);
}

} // namespace

std::string reportText(const BenchReport &report)
{
    const Conditions &conditions = report.conditions;
    std::string out;
    append(out, "chunkwright-cli %s, %s build, %s\n", CHUNKWRIGHT_VERSION, conditions.buildType.c_str(),
           conditions.compiler.c_str());
    append(out, "%s, %u processors, load average %.2f, %s\n", conditions.cpuModel.c_str(), conditions.processors,
           conditions.loadAverage, conditions.kernel.c_str());
    append(out, "smallest / median / largest of %u\n\n", report.settings.repeat);
    append(out, "%llu document%s, %llu bytes, %llu characters\n", static_cast<unsigned long long>(report.documents),
           report.documents == 1 ? "" : "s", static_cast<unsigned long long>(report.bytes),
           static_cast<unsigned long long>(report.characters));
    appendTiming(out, "reading and decoding", report.loading, Clock::Cpu, report.bytes);
    for (const TokenizerFigures &figures : report.tokenizers)
        appendTokenizer(out, figures, report);
    for (const StrategyFigures &figures : report.strategies)
        appendStrategy(out, figures, report);
    return out;
}

std::string reportJson(const BenchReport &report)
{
    JsonValue::Object object;
    JsonValue::add(object, "schema", "bench/1");
    JsonValue::add(object, "conditions", conditionsJson(report));
    JsonValue::add(object, "documents", signedOf(report.documents));
    JsonValue::add(object, "bytes", signedOf(report.bytes));
    JsonValue::add(object, "characters", signedOf(report.characters));
    JsonValue::add(object, "bytes_before_documents", signedOf(report.bytesBeforeDocuments));
    JsonValue::add(object, "load", rateJson(report.bytes, report.loading, Clock::Cpu));
    JsonValue::Array tokenizers;
    for (const TokenizerFigures &figures : report.tokenizers)
        tokenizers.emplace_back(tokenizerJson(figures, report.bytes));
    JsonValue::add(object, "tokenizers", std::move(tokenizers));
    JsonValue::Array strategies;
    for (const StrategyFigures &figures : report.strategies)
        strategies.emplace_back(strategyJson(figures));
    JsonValue::add(object, "strategies", std::move(strategies));
    return JsonValue(std::move(object)).toCompact() + '\n';
}

} // namespace cw::cli
