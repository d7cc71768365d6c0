// SPDX-License-Identifier: GPL-3.0-or-later
// What a slider tick costs: pack, measure, audit, histogram over cached segmentations and indices.
// CW_BENCH_TEXT names a text file; without it the sample documents, repeated with numbered lines, make up 10 MB.
#include "run/run.h"

#include "strategies/strategy.h"
#include "text/utf8.h"

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace {

std::string readFile(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

std::string benchmarkText()
{
    if (const char *path = std::getenv("CW_BENCH_TEXT"))
        return cw::repairUtf8(readFile(path)).text;
    std::string samples;
    for (const char *name : {"harbour-handbook.md", "support-faq.md", "incident-report.txt", "tides.py"})
        samples += readFile(std::filesystem::path(CW_RESOURCES) / "samples" / name) + "\n\n";
    std::string text;
    for (int part = 0; text.size() < 10'000'000; ++part)
        text += "Part " + std::to_string(part) + "\n\n" + samples;
    return text;
}

const std::shared_ptr<const cw::Document> &document()
{
    static const auto made = cw::Document::fromText("bench", benchmarkText());
    return made;
}

void runOnce(benchmark::State &state, const cw::RunConfig &config, cw::Caches &caches)
{
    auto outcome = cw::run({{document()}, config, 1, {}}, caches, {});
    if (!outcome)
        state.SkipWithError(outcome.hasError() ? outcome.error().message.c_str() : "cancelled");
    else
        state.counters["chunks"] = static_cast<double>((*outcome)->chunkCount);
}

void tick(benchmark::State &state, const char *strategy, bool withAudit)
{
    cw::RunConfig config = cw::defaultConfig(strategy, "o200k_base");
    if (!withAudit)
        config.audit = cw::emptyAuditProfile();
    const std::int64_t max = config.max;
    cw::Caches caches;
    runOnce(state, config, caches);
    for (auto _ : state) {
        config.max = max + (config.max + 1) % 7; // a slider never asks for the same value twice
        runOnce(state, config, caches);
    }
    state.counters["MB"] = static_cast<double>(document()->text().size()) / 1e6;
}

} // namespace

int main(int argc, char **argv)
{
    for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
        for (const bool withAudit : {false, true}) {
            const std::string name = std::string("tick/") + std::string(strategy->id) + (withAudit ? "/audit" : "");
            benchmark::RegisterBenchmark(name.c_str(), tick, strategy->id.data(), withAudit)
                ->Unit(benchmark::kMillisecond);
        }
    }
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
