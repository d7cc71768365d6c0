// SPDX-License-Identifier: GPL-3.0-or-later
#include "benchreport.h"
#include "commands.h"
#include "inputs.h"
#include "report.h"
#include "signals.h"
#include "standardoutput.h"

#include "io/tokenizerfile.h"
#include "tokenize/tokenizerreference.h"

#include <algorithm>
#include <thread>
#include <unistd.h>

namespace cw::cli {

namespace {

/// What is to be measured, checked.
struct BenchPlan
{
    struct Case
    {
        RunConfig config;
        std::vector<Sizes> sizes;
    };
    struct OpenedTokenizer
    {
        std::string reference;
        Timings opening;
    };
    std::vector<OpenedTokenizer> tokenizers;
    std::vector<Case> cases;
};

template<class Descriptor>
std::vector<std::string> chosenIds(const std::vector<std::string> &asked, std::span<const Descriptor *const> all,
                                   std::string_view standard)
{
    if (asked.empty())
        return {std::string(standard)};
    std::vector<std::string> ids;
    const auto take = [&](std::string_view id) {
        if (std::ranges::find(ids, id) == ids.end())
            ids.emplace_back(id);
    };
    for (const std::string &id : asked) {
        if (id != "all") {
            take(id);
            continue;
        }
        for (const Descriptor *descriptor : all)
            take(descriptor->id);
    }
    return ids;
}

std::vector<Sizes> sizesFor(const RunConfig &standard, const Options &options)
{
    std::vector<std::int64_t> maxima = options.benchMaxima;
    if (maxima.empty())
        maxima = {std::max<std::int64_t>(standard.max / 2, 1), standard.max, standard.max * 2, standard.max * 4};
    std::vector<Sizes> sizes;
    for (const std::int64_t max : maxima) {
        if (options.benchOverlaps.empty()) {
            RunConfig config = standard;
            config.max = max;
            sizes.push_back({max, usualOverlap(config)});
        }
        for (const std::int64_t overlap : options.benchOverlaps) {
            if (overlap < max)
                sizes.push_back({max, overlap});
        }
    }
    return sizes;
}

Result<BenchPlan::Case> planCase(const std::string &strategy, const std::string &tokenizer, const Options &options)
{
    BenchPlan::Case planned{defaultConfig(strategy, tokenizer), {}};
    if (const auto checked = checkConfig(planned.config); !checked)
        return checked.error();
    planned.sizes = sizesFor(planned.config, options);
    if (planned.sizes.empty())
        return Error{ErrorCode::Usage, "Every --overlap is at least as large as every --max; it must be smaller.",
                     "overlap"};
    for (const Sizes &sizes : planned.sizes) {
        RunConfig config = planned.config;
        config.max = sizes.max;
        config.overlap = sizes.overlap;
        if (const auto checked = checkConfig(config); !checked)
            return checked.error();
    }
    return planned;
}

Result<BenchPlan> planBench(const Options &options)
{
    BenchPlan plan;
    const RunConfig standard = defaultConfig();
    const auto strategyIds = chosenIds(options.benchStrategies, strategies(), standard.strategy);
    for (const std::string &asked : chosenIds(options.benchTokenizers, tokenizers(), standard.tokenizer)) {
        const std::string tokenizer = canonicalTokenizerReference(asked);
        const Stopwatch stopwatch;
        if (const auto loaded = loadTokenizer(tokenizer); !loaded)
            return loaded.error();
        Timings opening;
        opening.add(stopwatch.elapsed());
        for (const std::string &strategy : strategyIds) {
            auto planned = planCase(strategy, tokenizer, options);
            if (!planned)
                return planned.error();
            plan.cases.push_back(std::move(*planned));
        }
        plan.tokenizers.push_back({tokenizer, opening});
    }
    return plan;
}

Outcome<Documents> loadAll(const std::vector<Item> &items, bool saysRemarks, std::stop_token stop)
{
    Documents documents;
    for (const Item &item : items) {
        auto loaded = loadItem(item, stop);
        if (loaded.isCancelled() || stop.stop_requested())
            return Cancelled{};
        if (!loaded)
            return loaded.error();
        if (saysRemarks) {
            for (const std::string &remark : loaded->remarks)
                say(remark);
        }
        documents.push_back(std::move(loaded->document));
    }
    return documents;
}

Result<std::vector<Item>> findItems(const Options &options, const StopSignals &stopSignals)
{
    const auto inputs = Inputs::open(options, stopSignals.wakeDescriptor(), stopSignals.token());
    if (!inputs)
        return inputs.error();
    std::vector<Item> items;
    while (true) {
        auto item = (*inputs)->next();
        if (!item)
            return item.error();
        if (!*item)
            return items;
        items.push_back(std::move(**item));
    }
}

Outcome<Documents> measureLoading(const std::vector<Item> &items, BenchReport &report, const std::stop_token &stop)
{
    Documents documents;
    for (unsigned round = 0; round < report.settings.repeat; ++round) {
        documents.clear();
        const Stopwatch stopwatch;
        auto loaded = loadAll(items, round == 0, stop);
        report.loading.add(stopwatch.elapsed());
        if (!loaded)
            return loaded;
        documents = std::move(*loaded);
    }
    for (const auto &document : documents) {
        report.bytes += document->text().size();
        report.characters += document->offsets().codePointAt(document->text().size());
    }
    report.documents = documents.size();
    return documents;
}

Outcome<BenchReport> measure(const Options &options, const BenchPlan &plan, const StopSignals &stopSignals)
{
    BenchReport report;
    report.conditions = currentConditions();
    report.settings.repeat = options.repeat;
    report.settings.threads = options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    if (options.isVerbose || ::isatty(STDERR_FILENO) == 1)
        report.settings.progress = [](const std::string &what) { say(what + '.'); };
    report.bytesBeforeDocuments = peakMemoryBytes();

    auto items = findItems(options, stopSignals);
    if (!items)
        return items.error();
    auto documents = measureLoading(*items, report, stopSignals.token());
    if (documents.isCancelled())
        return Cancelled{};
    if (!documents)
        return documents.error();
    items->clear();

    for (const BenchPlan::OpenedTokenizer &tokenizer : plan.tokenizers) {
        auto figures = measureTokenizer(tokenizer.reference, *documents, report.settings, stopSignals.token());
        if (figures.isCancelled())
            return Cancelled{};
        if (!figures)
            return figures.error();
        figures->vocabulary = tokenizer.opening;
        report.tokenizers.push_back(std::move(*figures));
    }
    for (const BenchPlan::Case &planned : plan.cases) {
        auto figures = measureStrategy(planned.config, planned.sizes, *documents, report.settings, stopSignals.token());
        if (figures.isCancelled())
            return Cancelled{};
        if (!figures)
            return figures.error();
        report.strategies.push_back(std::move(*figures));
    }
    return report;
}

} // namespace

int runBench(const Options &options, StopSignals &stopSignals)
{
    const auto plan = planBench(options);
    if (!plan)
        return fail(plan.error());
    const auto report = measure(options, *plan, stopSignals);
    if (stopSignals.token().stop_requested() || report.isCancelled())
        return SignalBase + stopSignals.received();
    if (!report)
        return fail(report.error());
    return printToStandardOutput(options.asJson ? reportJson(*report) : reportText(*report));
}

} // namespace cw::cli
