// SPDX-License-Identifier: GPL-3.0-or-later
// Fixed pieces of work on a fixed text, one after another, for count-instructions beside this file. With --list it only
// prints their names.
#include "support/fuzzstrings.h"

#include "run/run.h"
#include "strategies/strategy.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>

/// What is counted: callgrind is told this name.
extern "C" [[gnu::noinline]] void cwMeasured(const std::function<void()> &work)
{
    work();
}

namespace {

std::string readFile(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A megabyte: the samples with numbered lines between them, and fuzz strings so that not everything was seen before.
std::string fixedText()
{
    cw::testing::FuzzStrings fuzz(CW_TEST_DATA "/fuzzalphabets.jsonl", 99);
    std::string samples;
    for (const char *name : {"harbour-handbook.md", "support-faq.md", "incident-report.txt", "tides.py"})
        samples += readFile(std::filesystem::path(CW_RESOURCES) / "samples" / name) + "\n\n";
    std::string text;
    for (int part = 0; text.size() < 1'000'000; ++part) {
        text += "Part " + std::to_string(part) + "\n\n" + samples;
        for (int i = 0; i < 40; ++i)
            text += fuzz.next() + ' ';
    }
    return cw::repairUtf8(text).text;
}

class Work
{
public:
    Work() : m_document(cw::Document::fromText("fixed", fixedText())) { }

    struct Part
    {
        std::string name;
        std::function<void()> work;
        std::function<void()> preparation = [] {}; ///< is not counted
    };

    /// In the order in which they have to be done.
    [[nodiscard]] std::vector<Part> parts()
    {
        std::vector<Part> all{
            {"vocabulary", [&] { m_tokenizer = *cw::findTokenizer("o200k_base")->create(); }},
            {"index", [&] { m_index = *m_tokenizer->index(m_document->sharedText(), {}); }},
            {"10000-range-counts", [&] { countRanges(); }},
        };
        for (const cw::StrategyDescriptor *strategy : cw::strategies()) {
            const std::string id(strategy->id);
            all.push_back({"first-run-" + id, [this, id] { runOnce(id, 0); }});
            all.push_back({"tick-" + id, [this, id] { runOnce(id, 1); }, [this, id] { makeTables(id); }});
        }
        return all;
    }

private:
    void countRanges()
    {
        std::mt19937 random(1);
        const std::string_view text = m_document->text();
        const auto boundary = [&](std::size_t byte) {
            while (!cw::isCharacterBoundary(text, byte))
                --byte;
            return byte;
        };
        for (int i = 0; i < 10'000; ++i) {
            const std::size_t begin = boundary(random() % (text.size() - 4000));
            m_sum += m_index->count({begin, boundary(begin + 50 + random() % 3900)});
        }
    }

    /// Those that the first few ticks make for the ones behind them.
    void makeTables(const std::string &strategy)
    {
        std::size_t made = 0;
        int more = 1;
        do {
            made = m_caches.counters().wordTables;
            runOnce(strategy, ++more);
        } while (made != m_caches.counters().wordTables);
    }

    void runOnce(const std::string &strategy, int morePerChunk)
    {
        cw::RunRequest request{{m_document}, cw::defaultConfig(strategy, "o200k_base"), 1, {}};
        request.config.max += morePerChunk;
        const auto snapshot = cw::run(request, m_caches, {});
        m_sum += snapshot ? (*snapshot)->chunkCount : 0;
    }

    std::shared_ptr<const cw::Document> m_document;
    std::shared_ptr<const cw::Tokenizer> m_tokenizer;
    std::shared_ptr<const cw::TokenIndex> m_index;
    cw::Caches m_caches;
    std::size_t m_sum = 0;
};

} // namespace

int main(int argc, char **argv)
{
    Work work;
    for (const auto &part : work.parts()) {
        if (argc > 1 && std::strcmp(argv[1], "--list") == 0) {
            std::printf("%s\n", part.name.c_str());
            continue;
        }
        part.preparation();
        cwMeasured(part.work);
    }
    return 0;
}
