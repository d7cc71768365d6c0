// SPDX-License-Identifier: GPL-3.0-or-later
// How fast and how well the three ways of finding sentences are.
// Usage: cw_sentencebench FILE...
#include "segment/sentences.h"
#include "support/sentencegold.h"
#include "text/utf8.h"

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <fstream>
#include <sstream>
#include <string>
#include <utility>

namespace {

using namespace cw;

constexpr std::pair<const char *, SentenceRule> modes[] = {{"reference", SentenceRule::ParagraphOrTerminator},
                                                           {"unicode", SentenceRule::Unicode},
                                                           {"smart", SentenceRule::Smart}};
constexpr int repetitions = 5;

double threadSeconds()
{
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Breaks of a rule that has none of its own: where its units begin.
Outcome<SentenceBreaks> breaksOf(std::string_view text, SentenceRule rule)
{
    const auto document = Document::fromText("gold", std::string(text));
    const auto segmentation = segmentSentences(*document, {.rule = rule, .join = Join::Source}, {});
    if (!segmentation)
        return Cancelled{};
    SentenceBreaks breaks;
    const std::vector<Unit> &units = (*segmentation)->units;
    for (std::size_t i = 1; i < units.size(); ++i)
        breaks.push_back({ByteRange{units[i - 1].source.end, units[i].source.begin}, units[i].startReason});
    return breaks;
}

void measure(const char *path)
{
    std::ifstream file(path, std::ios::binary);
    std::stringstream bytes;
    bytes << file.rdbuf();
    const std::string text = repairUtf8(bytes.str()).text;
    const auto document = Document::fromText(path, text);
    for (const auto &[name, rule] : modes) {
        for (const Join join : {Join::Source, Join::Space}) {
            double best = 1e9;
            std::size_t units = 0;
            for (int i = 0; i < repetitions; ++i) {
                const double begin = threadSeconds();
                const auto segmentation = segmentSentences(*document, {.rule = rule, .join = join}, {});
                best = std::min(best, threadSeconds() - begin);
                units = (*segmentation)->units.size();
            }
            std::printf("| %s | %.1f | %s | %s | %zu | %.0f |\n", path, static_cast<double>(text.size()) / 1e6, name,
                        join == Join::Source ? "source" : "space", units,
                        static_cast<double>(text.size()) / 1e6 / best);
        }
    }
}

} // namespace

int main(int argc, char **argv)
{
    std::printf(
        "| text | MB | sentences | join | units | MB/s, thread CPU time, best of %d |\n|---|---|---|---|---|---|\n",
        repetitions);
    for (int i = 1; i < argc; ++i)
        measure(argv[i]);
    std::printf("\n| language | sentences | precision | recall | F1 |\n|---|---|---|---|---|\n");
    const auto gold = cw::testing::readSentenceGold(CW_TEST_DATA "/sentences-gold.txt");
    for (const auto &[name, rule] : modes) {
        const auto find = [rule = rule](std::string_view text) { return breaksOf(text, rule); };
        for (const auto &[language, score] : cw::testing::scoreBreaks(gold, find))
            std::printf("| %s | %s | %.3f | %.3f | %.3f |\n", language.c_str(), name, score.precision(), score.recall(),
                        score.f1());
    }
    return 0;
}
