// SPDX-License-Identifier: GPL-3.0-or-later
// How fast files become text and blocks: cw_formatbench [--repeat N] FILE...
#include "formats/format.h"
#include "text/document.h"
#include "text/utf8.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

namespace {

double threadMs()
{
    timespec time{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
    return static_cast<double>(time.tv_sec) * 1e3 + static_cast<double>(time.tv_nsec) * 1e-6;
}

} // namespace

int main(int argc, char **argv)
{
    int repeat = 5;
    std::vector<std::string> paths;
    for (int i = 1; i < argc; ++i) {
        if (std::strcmp(argv[i], "--repeat") == 0 && i + 1 < argc)
            repeat = std::max(1, std::atoi(argv[++i]));
        else
            paths.emplace_back(argv[i]);
    }
    std::printf("| file | format | MB | best ms | MB/s | pages/s | text MB | blocks | headings |\n");
    std::printf("| --- | --- | --- | --- | --- | --- | --- | --- | --- |\n");
    for (const std::string &path : paths) {
        std::ifstream file(path, std::ios::binary);
        const std::string bytes{std::istreambuf_iterator<char>(file), {}};
        const cw::FormatDescriptor *format = cw::formatOfBytes(bytes);
        const std::string input = format ? bytes : cw::repairUtf8(bytes).text;
        if (!format)
            format = &cw::formatOf(path, input);
        double best = 0;
        std::shared_ptr<const cw::Document> document;
        for (int i = 0; i < repeat; ++i) {
            const double before = threadMs();
            auto read = cw::readDocument(path, input, {}, *format, {});
            if (!read) {
                std::fprintf(stderr, "%s\n", read.hasError() ? read.error().message.c_str() : "stopped");
                break;
            }
            document = *read;
            static_cast<void>(document->blocks());
            const double took = threadMs() - before;
            best = i == 0 ? took : std::min(best, took);
        }
        if (!document)
            continue;
        const cw::SourceMap *map = document->sourceMap();
        const double pages = map ? static_cast<double>(map->pages().size()) : 0;
        const double megabytes = static_cast<double>(bytes.size()) * 1e-6;
        const std::string id(format->id);
        std::printf("| %s | %s | %.2f | %.2f | %.1f | %.0f | %.2f | %zu | %zu |\n",
                    path.substr(path.rfind('/') + 1).c_str(), id.c_str(), megabytes, best, megabytes / best * 1e3,
                    pages / best * 1e3, static_cast<double>(document->text().size()) * 1e-6,
                    document->blocks().blocks().size(), document->blocks().outline().size());
    }
    return 0;
}
