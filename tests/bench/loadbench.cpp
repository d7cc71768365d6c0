// SPDX-License-Identifier: GPL-3.0-or-later
// From file to snapshot, stage by stage, then whole: cw_loadbench [--threads N] [--strategy ID] FILE_OR_FOLDER...
#include "io/documentloader.h"
#include "run/run.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <QStringList>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <string>
#include <thread>

namespace {

struct Clock
{
    std::chrono::steady_clock::time_point wall = std::chrono::steady_clock::now();
    std::clock_t cpu = std::clock();

    void print(const char *what) const
    {
        const double wallMs
            = std::chrono::duration<double, std::milli>(std::chrono::steady_clock::now() - wall).count();
        const double cpuMs = 1000.0 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC;
        std::printf("%-28s %8.1f ms wall %8.1f ms cpu\n", what, wallMs, cpuMs);
    }
};

/// Lines of /proc/self/status about memory.
void printMemory(const char *when)
{
    std::ifstream status("/proc/self/status");
    std::string line;
    while (std::getline(status, line)) {
        if (line.starts_with("VmHWM") || line.starts_with("VmRSS"))
            std::printf("%-28s %s\n", when, line.c_str());
    }
}

} // namespace

int main(int argc, char **argv)
{
    unsigned threads = std::max(1U, std::thread::hardware_concurrency());
    std::string strategyId = "recursive-sentence";
    QStringList paths;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--threads") == 0 && i + 1 < argc)
            threads = static_cast<unsigned>(std::atoi(argv[++i]));
        else if (std::strcmp(argv[i], "--strategy") == 0 && i + 1 < argc)
            strategyId = argv[++i];
        else
            paths.append(QString::fromLocal8Bit(argv[i]));
    }
    const cw::StrategyDescriptor *strategy = cw::findStrategy(strategyId);
    if (paths.isEmpty() || !strategy) {
        std::fprintf(stderr, "cw_loadbench [--threads N] [--strategy ID] FILE_OR_FOLDER...\n");
        return 2;
    }
    cw::RunConfig config = cw::defaultConfig(strategyId);
    cw::Caches caches;
    {
        const Clock clock;
        if (!caches.tokenizer(config.tokenizer))
            return 1;
        clock.print("vocabulary");
    }
    printMemory("before");

    cw::RunRequest request;
    request.threads = threads;
    request.config = config;
    {
        const Clock clock;
        const cw::FileSearch search = cw::findFiles(paths, {}, {});
        clock.print("find files");
        const Clock load;
        for (const cw::FoundFile &file : search.files) {
            auto document = cw::loadDocument(file.path, file.documentId, {}, {});
            if (document)
                request.documents.push_back(*document);
        }
        load.print("load");
    }
    printMemory("loaded");
    if (request.documents.size() == 1) {
        const auto &document = request.documents.front();
        auto tokenizer = caches.tokenizer(config.tokenizer);
        {
            const Clock clock;
            const cw::OffsetMap map(document->text());
            clock.print("  offset map, again");
        }
        {
            const Clock clock;
            [[maybe_unused]] const auto style = cw::detectNewlineStyle(document->text());
            clock.print("  newline style, again");
        }
        const Clock clock;
        const auto segmentation = strategy->segment(*document, config.parameters, {});
        clock.print("  segment, alone");
        const Clock indexing;
        const auto index = (*tokenizer)->index((*segmentation)->emitted.text(), {});
        indexing.print("  index, alone");
    }
    cw::RunConfig bare = config;
    bare.audit = cw::emptyAuditProfile();
    for (const auto &[what, runConfig] :
         {std::pair{"first run without audit", bare}, std::pair{"first run with audit", config},
          std::pair{"tick", config}, std::pair{"tick without audit", bare}}) {
        request.config = runConfig;
        const Clock clock;
        const auto snapshot = cw::run(request, caches, {});
        clock.print(what);
        if (!snapshot)
            return 1;
        printMemory(what);
    }
    {
        const Clock clock;
        caches.keepOnly({});
        request.documents.clear();
        clock.print("forget");
    }
    return 0;
}
