// SPDX-License-Identifier: GPL-3.0-or-later
// Runs one fuzz target without libFuzzer: over given files, and over mutations of them that are the same everywhere.
//
// <target>replay [--mutations N] [--seconds S] [--seed N] [--words FILE] [--keep FILE] FILE-OR-FOLDER...
//   --mutations N   tries N changed inputs for each file
//   --seconds S     goes on with mutations of the files, one after the other, until that time is over
//   --seed N        other mutations than those of every test run
//   --words FILE    words that mutations put in, one a line in double quotes, as libFuzzer's dictionaries
//   --keep FILE     writes each input there before it is tried, so that the one that ends the program is found
#include "fuzz/fuzz.h"

#include <algorithm>
#include <charconv>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <random>
#include <string>
#include <vector>

namespace {

using Inputs = std::vector<std::string>;
constexpr std::size_t largestInput = 64 * 1024;

std::string contentOf(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

Inputs seedsOf(const std::vector<std::filesystem::path> &paths)
{
    std::vector<std::filesystem::path> files;
    for (const auto &path : paths) {
        if (!std::filesystem::is_directory(path)) {
            files.push_back(path);
            continue;
        }
        for (const auto &entry : std::filesystem::directory_iterator(path))
            files.push_back(entry.path());
    }
    std::ranges::sort(files);
    Inputs seeds;
    std::ranges::transform(files, std::back_inserter(seeds), contentOf);
    return seeds;
}

/// The text between the quotes of a dictionary's line; `\xHH`, `\\` and `\"` are what they are in C.
std::optional<std::string> wordOf(const std::string &line)
{
    const std::size_t first = line.find('"');
    const std::size_t last = line.rfind('"');
    if (line.starts_with('#') || first == last)
        return std::nullopt;
    std::string word;
    for (std::size_t i = first + 1; i < last; ++i) {
        if (line[i] != '\\') {
            word += line[i];
            continue;
        }
        ++i;
        if (line[i] == 'x' && i + 2 < last) {
            unsigned value = 0;
            std::from_chars(line.data() + i + 1, line.data() + i + 3, value, 16);
            word += static_cast<char>(value);
            i += 2;
        } else {
            word += line[i];
        }
    }
    return word;
}

Inputs wordsOf(const std::string &path)
{
    Inputs words;
    std::ifstream file(path);
    for (std::string line; std::getline(file, line);) {
        if (auto word = wordOf(line))
            words.push_back(std::move(*word));
    }
    return words;
}

class Mutator
{
public:
    Mutator(const Inputs &seeds, const Inputs &words, std::uint_fast32_t seed)
        : m_seeds(seeds), m_words(words), m_random(seed)
    {
    }

    std::string mutated(std::string input)
    {
        for (std::size_t changes = 1 + below(6); changes > 0; --changes)
            change(input);
        if (input.size() > largestInput)
            input.resize(largestInput);
        return input;
    }

private:
    // std::uniform_int_distribution differs between libraries
    std::size_t below(std::size_t end) { return m_random() % end; }

    void change(std::string &input)
    {
        const std::size_t at = below(input.size() + 1);
        const std::size_t length = std::min(input.size() - at, std::size_t{1} << below(10));
        switch (below(8)) {
        case 0:
            input.erase(at, length);
            break;
        case 1:
            input.insert(below(input.size() + 1), input.substr(at, length));
            break;
        case 2:
            if (at < input.size())
                input[at] = static_cast<char>(below(256));
            break;
        case 3:
        case 4:
            if (!m_words.empty())
                input.insert(at, m_words[below(m_words.size())]);
            break;
        case 5: {
            const std::string &other = m_seeds[below(m_seeds.size())];
            const std::size_t from = below(other.size() + 1);
            input.insert(at, other, from, std::size_t{1} << below(12));
            break;
        }
        case 6:
            input.resize(at);
            break;
        default:
            repeat(input, at, length);
            break;
        }
    }

    void repeat(std::string &input, std::size_t at, std::size_t length)
    {
        std::string piece = !m_words.empty() && below(2) == 0 ? m_words[below(m_words.size())]
                                                              : input.substr(at, std::min<std::size_t>(length, 16));
        std::string all;
        for (std::size_t times = std::size_t{1} << below(10); times > 0 && all.size() < largestInput; --times)
            all += piece;
        input.insert(at, all);
    }

    const Inputs &m_seeds;
    const Inputs &m_words;
    std::mt19937 m_random;
};

void run(const std::string &input, const std::string &keptAt)
{
    if (!keptAt.empty())
        std::ofstream(keptAt, std::ios::binary) << input;
    // a copy of the exact size, so that sanitizers see reads past its end
    const std::vector<std::uint8_t> bytes(input.begin(), input.end());
    LLVMFuzzerTestOneInput(bytes.data(), bytes.size());
}

} // namespace

int main(int argc, char **argv)
{
    std::size_t mutations = 0;
    std::uint_fast32_t seed = 20;
    std::chrono::seconds time{0};
    Inputs words;
    std::string keptAt;
    std::vector<std::filesystem::path> paths;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const bool hasValue = i + 1 < argc;
        if (argument == "--mutations" && hasValue)
            mutations = std::stoul(argv[++i]);
        else if (argument == "--seconds" && hasValue)
            time = std::chrono::seconds(std::stoul(argv[++i]));
        else if (argument == "--seed" && hasValue)
            seed = static_cast<std::uint_fast32_t>(std::stoul(argv[++i]));
        else if (argument == "--words" && hasValue)
            words = wordsOf(argv[++i]);
        else if (argument == "--keep" && hasValue)
            keptAt = argv[++i];
        else
            paths.emplace_back(argument);
    }
    const Inputs seeds = seedsOf(paths);
    if (seeds.empty()) {
        std::fprintf(stderr, "No inputs: name files, or folders of them.\n");
        return 2;
    }
    Mutator mutator(seeds, words, seed);
    run({}, keptAt);
    for (const std::string &input : seeds) {
        run(input, keptAt);
        for (std::size_t i = 0; i < mutations; ++i)
            run(mutator.mutated(input), keptAt);
    }
    std::size_t more = 0;
    for (const auto end = std::chrono::steady_clock::now() + time; std::chrono::steady_clock::now() < end; ++more)
        run(mutator.mutated(seeds[more % seeds.size()]), keptAt);
    std::printf("%zu inputs, %zu mutations of each and %zu more: every promise was kept.\n", seeds.size(), mutations,
                more);
    return 0;
}
