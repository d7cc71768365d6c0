// SPDX-License-Identifier: GPL-3.0-or-later
// What a slider tick costs while text, segmentation and index are cached. "pack" is packing alone, "tick" all of run():
// pack, measure, histogram and all audit rules; so do those with pins, parents and overrides. No two ticks in a row
// have the same max; a loop goes through 61 values.
//
// CW_BENCH_TEXT names a text file, CW_BENCH_MB the size it is repeated or cut to; without a file the sample documents,
// repeated with numbered lines, make up 10 MB. `--ticks STRATEGY COUNT` does that many ticks and nothing else, for
// counting instructions (they happen in the function fixedTicks).
#include "chunk/longunitwords.h"
#include "run/run.h"
#include "strategies/strategy.h"
#include "text/utf8.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace {

struct Sizes
{
    std::int64_t max = 300;
    std::int64_t overlap = 45;
};

std::string readFile(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string benchmarkText()
{
    std::string text;
    std::string base;
    if (const char *path = std::getenv("CW_BENCH_TEXT")) {
        base = cw::repairUtf8(readFile(path)).text;
    } else {
        for (const char *name : {"harbour-handbook.md", "support-faq.md", "incident-report.txt", "tides.py"})
            base += readFile(std::filesystem::path(CW_RESOURCES) / "samples" / name) + "\n\n";
    }
    const char *megabytes = std::getenv("CW_BENCH_MB");
    std::size_t size = megabytes ? static_cast<std::size_t>(std::atoi(megabytes)) * 1'000'000 : 10'000'000;
    if (!megabytes && std::getenv("CW_BENCH_TEXT"))
        size = base.size();
    if (base.size() >= size) {
        while (!cw::isCharacterBoundary(base, size))
            --size;
        return base.substr(0, size);
    }
    for (int part = 0; text.size() < size; ++part)
        text += "Part " + std::to_string(part) + "\n\n" + base;
    return text;
}

const std::shared_ptr<const cw::Document> &document()
{
    static const auto made = cw::Document::fromText("bench", benchmarkText());
    return made;
}

std::int64_t nextMax(std::int64_t base, std::int64_t tick)
{
    constexpr std::int64_t values = 61;
    return base + tick * 37 % values;
}

template<class T>
const T *valueOf(benchmark::State &state, const cw::Outcome<T> &outcome)
{
    if (outcome)
        return &*outcome;
    state.SkipWithError(outcome.hasError() ? outcome.error().message.c_str() : "cancelled");
    return nullptr;
}

void pack(benchmark::State &state, const cw::StrategyDescriptor *strategy, Sizes sizes)
{
    const cw::ParameterValues parameters;
    cw::Caches caches;
    const auto tokenizer = *caches.tokenizer("o200k_base");
    const auto segmentation = *strategy->segment(*document(), parameters, {});
    const auto index = *tokenizer->index(segmentation->emitted.text(), {});
    const auto edges = *cw::UnitEdges::of(segmentation->units, *index, {});
    // As in ticks after the first few.
    cw::WordEdgesList words;
    const cw::LongUnitWords longUnitWords(segmentation, index, edges);
    (void)longUnitWords.forPacking(1, {});
    while (!segmentation->units.empty() && !longUnitWords.isComplete())
        words = *longUnitWords.forPacking(1, {});
    const auto separatorPieces = strategy->separators
        ? std::make_shared<const cw::SeparatorPieces>(index, strategy->separators(parameters))
        : nullptr;
    std::int64_t tick = 0;
    std::size_t chunks = 0;
    for (auto _ : state) {
        const auto packed = strategy->pack({.document = *document(),
                                            .segmentation = *segmentation,
                                            .index = *index,
                                            .tokenizer = *tokenizer,
                                            .parameters = parameters,
                                            .max = static_cast<std::size_t>(nextMax(sizes.max, tick++)),
                                            .overlap = static_cast<std::size_t>(sizes.overlap),
                                            .edges = edges.get(),
                                            .words = words,
                                            .separatorPieces = separatorPieces},
                                           {});
        if (const auto *value = valueOf(state, packed))
            chunks += value->size();
    }
    state.counters["chunks"] = static_cast<double>(chunks) / static_cast<double>(tick);
    state.counters["MB"] = static_cast<double>(document()->text().size()) / 1e6;
}

cw::Outcome<std::shared_ptr<const cw::RunSnapshot>> runOnce(const cw::RunConfig &config, cw::Caches &caches)
{
    return cw::run({{document()}, config, 1, {}}, caches, {});
}

cw::RunConfig configOf(const cw::StrategyDescriptor *strategy, Sizes sizes)
{
    cw::RunConfig config = cw::defaultConfig(strategy->id, "o200k_base");
    config.max = sizes.max;
    config.overlap = sizes.overlap;
    return config;
}

void tick(benchmark::State &state, const cw::StrategyDescriptor *strategy, Sizes sizes, bool withAudit)
{
    cw::RunConfig config = configOf(strategy, sizes);
    if (!withAudit)
        config.audit = cw::emptyAuditProfile();
    cw::Caches caches;
    (void)valueOf(state, runOnce(config, caches));
    std::int64_t ticks = 0;
    std::size_t chunks = 0;
    std::size_t findings = 0;
    for (auto _ : state) {
        config.max = nextMax(sizes.max, ticks++);
        const auto snapshot = runOnce(config, caches);
        if (const auto *value = valueOf(state, snapshot)) {
            chunks += (*value)->chunkCount;
            findings += (*value)->audit.findings.size();
        }
    }
    state.counters["chunks"] = static_cast<double>(chunks) / static_cast<double>(ticks);
    state.counters["findings"] = static_cast<double>(findings) / static_cast<double>(ticks);
    state.counters["MB"] = static_cast<double>(document()->text().size()) / 1e6;
}

/// Ticks of `moved`, a max inside the configuration.
void ticks(benchmark::State &state, const std::vector<std::shared_ptr<const cw::Document>> &documents,
           cw::RunConfig &config, std::int64_t &moved)
{
    cw::Caches caches;
    const std::int64_t base = moved;
    const auto runNow = [&] { return cw::run({documents, config, 1, {}}, caches, {}); };
    (void)valueOf(state, runNow());
    std::int64_t count = 0;
    for (auto _ : state) {
        moved = nextMax(base, count++);
        (void)valueOf(state, runNow());
    }
}

/// A pin every 100 KB, breaks and forbidden ones by turns.
void pinnedTick(benchmark::State &state)
{
    cw::RunConfig config = configOf(cw::findStrategy("structured"), {});
    constexpr std::size_t distance = 100'000;
    const std::string_view text = document()->text();
    for (std::size_t byte = distance; byte < text.size(); byte += distance) {
        std::size_t place = byte;
        while (!cw::isCharacterBoundary(text, place))
            ++place;
        config.pins.push_back(
            cw::pinAt(*document(), byte / distance % 2 == 0 ? cw::PinKind::Keep : cw::PinKind::Break, place));
    }
    ticks(state, {document()}, config, config.max);
    state.counters["pins"] = static_cast<double>(config.pins.size());
}

void parentsTick(benchmark::State &state, bool parentsMove)
{
    cw::RunConfig config = configOf(cw::findStrategy("structured"), {});
    config.returned.kind = cw::ReturnedKind::Parent;
    ticks(state, {document()}, config, parentsMove ? config.returned.parentMax : config.max);
}

/// The text as a thousand documents, one of them with an override.
void overrideTick(benchmark::State &state, bool overrideMoves)
{
    constexpr std::size_t count = 1000;
    const std::string_view text = document()->text();
    std::vector<std::shared_ptr<const cw::Document>> documents;
    std::size_t begin = 0;
    for (std::size_t i = 0; i < count; ++i) {
        std::size_t end = text.size() * (i + 1) / count;
        while (!cw::isCharacterBoundary(text, end))
            ++end;
        documents.push_back(cw::Document::fromText(std::to_string(i), std::string(text.substr(begin, end - begin))));
        begin = end;
    }
    cw::RunConfig config = configOf(cw::findStrategy("structured"), {});
    config.audit = cw::emptyAuditProfile();
    config.overrides = {{cw::OverrideScope::Document, "500", "structured", 200, 20, {}}};
    ticks(state, documents, config, overrideMoves ? config.overrides[0].max : config.max);
}

[[gnu::noinline]] bool fixedTicks(cw::RunConfig &config, cw::Caches &caches, std::int64_t count)
{
    const std::int64_t max = config.max;
    for (std::int64_t i = 0; i < count; ++i) {
        config.max = nextMax(max, i);
        if (!runOnce(config, caches))
            return false;
    }
    return true;
}

int countInstructions(std::string_view strategyId, std::int64_t count)
{
    const cw::StrategyDescriptor *strategy = cw::findStrategy(strategyId);
    if (!strategy) {
        std::fprintf(stderr, "There is no such strategy.\n");
        return 2;
    }
    cw::RunConfig config = configOf(strategy, {strategy->defaultMax, strategy->defaultOverlap});
    cw::Caches caches;
    return runOnce(config, caches) && fixedTicks(config, caches, count) ? 0 : 1;
}

void add(const cw::StrategyDescriptor *strategy, Sizes sizes)
{
    const std::string name
        = std::string(strategy->id) + '/' + std::to_string(sizes.max) + '-' + std::to_string(sizes.overlap);
    benchmark::RegisterBenchmark(("pack/" + name).c_str(), pack, strategy, sizes)->Unit(benchmark::kMillisecond);
    for (const bool withAudit : {false, true}) {
        benchmark::RegisterBenchmark((withAudit ? "tick/" + name : "tick-without-audit/" + name).c_str(), tick,
                                     strategy, sizes, withAudit)
            ->Unit(benchmark::kMillisecond);
    }
}

} // namespace

int main(int argc, char **argv)
{
    if (argc == 4 && std::string_view(argv[1]) == "--ticks")
        return countInstructions(argv[2], std::atoi(argv[3]));
    for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
        const Sizes usual;
        add(strategy, usual);
        if (strategy->sizeUnit != cw::SizeUnit::Tokens)
            add(strategy, {strategy->defaultMax, strategy->defaultOverlap});
    }
    const auto tickOf = [](const char *name, auto... with) {
        benchmark::RegisterBenchmark(name, with...)->Unit(benchmark::kMillisecond);
    };
    tickOf("pinned-tick/structured", pinnedTick);
    tickOf("parents-tick/structured/max-moves", parentsTick, false);
    tickOf("parents-tick/structured/parents-move", parentsTick, true);
    tickOf("override-tick-without-audit/1000-documents/max-moves", overrideTick, false);
    tickOf("override-tick-without-audit/1000-documents/override-moves", overrideTick, true);
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
