// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of pretoken scans, of indexing and of range counts. CW_BENCH_TEXT names a text file to use beside the made
// ones.
#include "text/utf8.h"
#include "tokenize/bpevocabulary.h"
#include "tokenize/embeddedvocabularies.h"
#include "tokenize/pretokenscanner.h"
#include "tokenize/tokenizer.h"

#include <benchmark/benchmark.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace {

using cw::ByteRange;

constexpr std::size_t textBytes = 8 << 20;

unsigned below(std::mt19937 &random, unsigned limit)
{
    return static_cast<unsigned>(random() % limit);
}

/// Sentences of words drawn from a long-tailed list, so that neither everything nor nothing is met again.
std::string prose()
{
    std::mt19937 random(1);
    std::vector<std::string> words;
    for (int i = 0; i < 60'000; ++i) {
        std::string word;
        for (unsigned syllables = 1 + below(random, 4); syllables > 0; --syllables) {
            word += "bcdfghklmnprstvw"[random() % 16];
            word += "aeiou"[random() % 5];
            if (random() % 3 == 0)
                word += "nrst"[random() % 4];
        }
        words.push_back(std::move(word));
    }
    std::string text;
    while (text.size() < textBytes) {
        for (unsigned left = 4 + below(random, 20); left > 0; --left) {
            const std::size_t reach = std::size_t{1} << (4 + random() % 12);
            text += words[random() % reach];
            text += left > 1 ? " " : random() % 8 == 0 ? ".\n\n" : ". ";
        }
    }
    return text;
}

std::string ideographs()
{
    std::mt19937 random(2);
    std::string text;
    while (text.size() < textBytes) {
        for (unsigned left = 5 + below(random, 30); left > 0; --left)
            cw::appendUtf8(text, 0x4E00 + below(random, 1U << (5 + random() % 8)));
        text += "\u3002";
    }
    return text;
}

/// Words of two-byte letters with capitals, marks of punctuation of three bytes.
std::string cyrillic()
{
    std::mt19937 random(4);
    std::string text;
    while (text.size() < textBytes) {
        for (unsigned left = 4 + below(random, 12); left > 0; --left) {
            cw::appendUtf8(text, (random() % 9 == 0 ? 0x410U : 0x430U) + below(random, 32));
            for (unsigned letters = below(random, 11); letters > 0; --letters)
                cw::appendUtf8(text, 0x430 + below(random, 32));
            text += left > 1 ? " " : random() % 6 == 0 ? " \u2014 " : ". ";
        }
    }
    return text;
}

std::string code()
{
    static constexpr std::array lines{"for (int i = 0; i < 42; ++i) {",
                                      "    const auto nextValue = findEntry(names[i], 0xFF);",
                                      "    if (nextValue == nullptr || !nextValue->isValid())",
                                      "        continue; // there's none",
                                      "}",
                                      "",
                                      "\t/* HTTPServer.start() returns -1 */",
                                      "#include <vector>",
                                      "std::string m_fileName = \"C:\\\\temp/\" + id + \".txt\";"};
    std::mt19937 random(5);
    std::string text;
    while (text.size() < textBytes) {
        text += lines[random() % lines.size()];
        text += '\n';
    }
    return text;
}

const cw::SharedText &textOf(std::int64_t kind)
{
    static const std::array<cw::SharedText, 5> texts = [] {
        std::string given;
        if (const char *path = std::getenv("CW_BENCH_TEXT")) {
            std::ifstream file(path, std::ios::binary);
            given = cw::repairUtf8(std::string(std::istreambuf_iterator<char>(file), {})).text;
        }
        return std::array{std::make_shared<const std::string>(prose()),
                          std::make_shared<const std::string>(ideographs()),
                          std::make_shared<const std::string>(std::move(given)),
                          std::make_shared<const std::string>(cyrillic()), std::make_shared<const std::string>(code())};
    }();
    return texts[static_cast<std::size_t>(kind)];
}

void setLabel(benchmark::State &state)
{
    static constexpr std::array labels{"prose", "ideographs", "given text", "Cyrillic", "code"};
    state.SetLabel(labels[static_cast<std::size_t>(state.range(0))]);
}

/// Words of the bitmap are taken block by block, as the index does.
void scanPretokens(benchmark::State &state, cw::PretokenPattern pattern, cw::InstructionSet set)
{
    const cw::SharedText &text = textOf(state.range(0));
    std::array<std::uint64_t, 256> words;
    for (auto _ : state) {
        cw::PretokenScanner scanner(pattern, *text, 0, set);
        while (scanner.scan(words.data(), words.size()) == words.size())
            benchmark::DoNotOptimize(words);
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text->size()));
    setLabel(state);
}

void registerScans()
{
    static constexpr std::array names{"portable", "NEON", "AVX2", "AVX-512"};
    for (const auto &[pattern, id] :
         {std::pair(cw::PretokenPattern::O200k, "o200k"), std::pair(cw::PretokenPattern::Cl100k, "cl100k")}) {
        for (const cw::InstructionSet set : cw::availableInstructionSets()) {
            const std::string name = std::string("scanPretokens/") + id + '/' + names[static_cast<std::size_t>(set)];
            benchmark::RegisterBenchmark(name.c_str(), scanPretokens, pattern, set)
                ->DenseRange(0, 4)
                ->Unit(benchmark::kMillisecond);
        }
    }
}

void index(benchmark::State &state, const char *id)
{
    const auto tokenizer = *cw::findTokenizer(id)->create();
    const cw::SharedText &text = textOf(state.range(0));
    for (auto _ : state)
        benchmark::DoNotOptimize(*tokenizer->index(text, {}));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text->size()));
    setLabel(state);
}

void countRange(benchmark::State &state, const char *id)
{
    const auto tokenizer = *cw::findTokenizer(id)->create();
    const cw::SharedText &text = textOf(state.range(0));
    if (text->size() < 10'000) {
        state.SkipWithError("there is no text");
        return;
    }
    const auto made = *tokenizer->index(text, {});
    std::mt19937 random(3);
    std::vector<ByteRange> ranges;
    for (int i = 0; i < 4096; ++i) {
        const auto boundary = [&](std::size_t byte) {
            while (!cw::isCharacterBoundary(*text, byte))
                --byte;
            return byte;
        };
        const std::size_t begin = boundary(random() % (text->size() - 4000));
        ranges.push_back({begin, boundary(begin + 50 + random() % 3000)});
    }
    std::size_t next = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(made->count(ranges[next++ % ranges.size()]));
    setLabel(state);
}

void loadVocabulary(benchmark::State &state)
{
    for (auto _ : state)
        benchmark::DoNotOptimize(
            cw::BpeVocabulary::fromMerges(cw::embeddedMerges(cwO200kBaseMerges, cwO200kBaseMergesEnd)));
}

void indexOneCharacter(benchmark::State &state)
{
    const auto tokenizer = *cw::findTokenizer("o200k_base")->create();
    const auto text = std::make_shared<const std::string>(1 << 20, static_cast<char>(state.range(0)));
    for (auto _ : state)
        benchmark::DoNotOptimize(*tokenizer->index(text, {}));
}

BENCHMARK_CAPTURE(index, o200k, "o200k_base")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(index, cl100k, "cl100k_base")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(index, words, "words")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(index, characters, "characters")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(countRange, o200k, "o200k_base")->DenseRange(0, 2);
BENCHMARK_CAPTURE(countRange, cl100k, "cl100k_base")->DenseRange(0, 2);
BENCHMARK(loadVocabulary)->Unit(benchmark::kMillisecond);
BENCHMARK(indexOneCharacter)->Arg('a')->Arg('=')->Arg(' ')->Arg('7')->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char **argv)
{
    registerScans();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
