// SPDX-License-Identifier: GPL-3.0-or-later
// Speed of pretoken scans, of indexing and of range counts. CW_BENCH_TEXT names a text file to use beside the made
// ones.
#include "text/utf8.h"
#include "tokenize/bpetokenizer.h"
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
#include <string_view>
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

/// A tokenizer that has met nothing yet.
std::shared_ptr<const cw::Tokenizer> freshTokenizer()
{
    return *cw::BpeTokenizer::create({
        .id = "o200k_base",
        .vocabularySha256 = "",
        .merges = cw::embeddedMerges(cwO200kBaseMerges, cwO200kBaseMergesEnd),
        .pattern = cw::PretokenPattern::O200k,
    });
}

void indexCold(benchmark::State &state)
{
    const cw::SharedText &text = textOf(state.range(0));
    for (auto _ : state) {
        state.PauseTiming();
        const auto tokenizer = freshTokenizer();
        state.ResumeTiming();
        benchmark::DoNotOptimize(*tokenizer->index(text, {}));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text->size()));
    setLabel(state);
}

/// CPU time is that of all threads together.
void indexOnThreads(benchmark::State &state)
{
    const auto tokenizer = *cw::findTokenizer("o200k_base")->create();
    const cw::SharedText &text = textOf(0);
    for (auto _ : state)
        benchmark::DoNotOptimize(*tokenizer->index(text, {}, static_cast<unsigned>(state.range(0))));
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * text->size()));
}

void indexSmallTexts(benchmark::State &state)
{
    const auto tokenizer = *cw::findTokenizer("o200k_base")->create();
    std::vector<cw::SharedText> texts;
    const std::string &all = *textOf(0);
    for (std::size_t byte = 0; byte < all.size(); byte += 1000)
        texts.push_back(std::make_shared<const std::string>(all.substr(byte, 1000)));
    for (auto _ : state) {
        for (const cw::SharedText &text : texts)
            benchmark::DoNotOptimize(*tokenizer->index(text, {}));
    }
    state.SetBytesProcessed(static_cast<std::int64_t>(state.iterations() * all.size()));
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

struct HostileText
{
    const char *name;
    std::u32string_view unit; ///< repeated, or
    char32_t first; ///< characters drawn from a range
    unsigned count;
};

constexpr std::array<HostileText, 26> hostileTexts{{
    {"a", U"a", 0, 0},
    {"equals", U"=", 0, 0},
    {"exclamations", U"!", 0, 0},
    {"slashes", U"/", 0, 0},
    {"spaces", U" ", 0, 0},
    {"tabs", U"\t", 0, 0},
    {"newlines", U"\n", 0, 0},
    {"space newline", U" \n", 0, 0},
    {"no-break spaces", U"\u00A0", 0, 0},
    {"digits", U"7", 0, 0},
    {"contractions", U"'s", 0, 0},
    {"one ideograph", U"\u4E2D", 0, 0},
    {"ideograph and capital", U"\u4E2DA", 0, 0},
    {"marks", U"\u0301", 0, 0},
    {"replacement characters", U"\uFFFD", 0, 0},
    {"emoji joined", U"\U0001F469\u200D", 0, 0},
    {"random small letters", {}, U'a', 26},
    {"random capitals", {}, U'A', 26},
    {"random punctuation", {}, U'!', 15},
    {"random ASCII", {}, U'!', 94},
    {"random Cyrillic", {}, 0x430, 32},
    {"random kana", {}, 0x3041, 80},
    {"random ideographs", {}, 0x4E00, 20'000},
    {"random Hangul", {}, 0xAC00, 11'000},
    {"random emoji", {}, 0x1F300, 700},
    {"random characters", {}, 0xE000, 0x100'000},
}};

void indexHostile(benchmark::State &state, const char *id)
{
    const HostileText &kind = hostileTexts[static_cast<std::size_t>(state.range(0))];
    std::mt19937 random(4);
    std::string made;
    while (made.size() < 1'000'000) {
        if (kind.unit.empty())
            cw::appendUtf8(made, static_cast<char32_t>(kind.first + random() % kind.count));
        for (const char32_t character : kind.unit)
            cw::appendUtf8(made, character);
    }
    const auto tokenizer = *cw::findTokenizer(id)->create();
    const auto text = std::make_shared<const std::string>(std::move(made));
    for (auto _ : state)
        benchmark::DoNotOptimize(*tokenizer->index(text, {}));
    state.SetLabel(kind.name);
}

void byteAfter(benchmark::State &state)
{
    const auto tokenizer = *cw::findTokenizer("o200k_base")->create();
    const cw::SharedText &text = textOf(state.range(0));
    if (text->size() < 10'000) {
        state.SkipWithError("there is no text");
        return;
    }
    const auto made = *tokenizer->index(text, {});
    std::mt19937 random(5);
    std::vector<std::size_t> begins;
    for (int i = 0; i < 4096; ++i) {
        std::size_t begin = random() % (text->size() - 4000);
        while (!cw::isCharacterBoundary(*text, begin))
            --begin;
        begins.push_back(begin);
    }
    std::size_t next = 0;
    for (auto _ : state)
        benchmark::DoNotOptimize(made->byteAfter(begins[next++ % begins.size()], 300, text->size()));
    setLabel(state);
}

BENCHMARK_CAPTURE(index, o200k, "o200k_base")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(index, cl100k, "cl100k_base")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(indexCold)->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK(indexOnThreads)->Arg(1)->Arg(2)->MeasureProcessCPUTime()->Unit(benchmark::kMillisecond);
BENCHMARK(indexSmallTexts)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(index, words, "words")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(index, characters, "characters")->DenseRange(0, 2)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(countRange, o200k, "o200k_base")->DenseRange(0, 2);
BENCHMARK_CAPTURE(countRange, cl100k, "cl100k_base")->DenseRange(0, 2);
BENCHMARK(byteAfter)->DenseRange(0, 2);
BENCHMARK(loadVocabulary)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(indexHostile, o200k, "o200k_base")->DenseRange(0, 25)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(indexHostile, cl100k, "cl100k_base")->DenseRange(0, 25)->Unit(benchmark::kMillisecond);

} // namespace

int main(int argc, char **argv)
{
    registerScans();
    benchmark::Initialize(&argc, argv);
    benchmark::RunSpecifiedBenchmarks();
    return 0;
}
