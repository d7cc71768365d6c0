// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/proof.h"

#include "support/fuzzstrings.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>

namespace cw::testing {

namespace {

std::string readFile(const std::filesystem::path &path)
{
    std::ifstream file(path, std::ios::binary);
    return repairUtf8(std::string(std::istreambuf_iterator<char>(file), {})).text;
}

} // namespace

std::size_t amount(std::size_t brief, std::size_t atLength)
{
    const char *proof = std::getenv("CW_PROOF");
    return proof && std::string_view(proof) == "long" ? atLength : brief;
}

std::string fuzzText(std::uint32_t seed, std::size_t bytes)
{
    FuzzStrings fuzz(CW_TEST_DATA "/fuzzalphabets.jsonl", seed);
    std::string text;
    while (text.size() < bytes && fuzz.isUsable())
        text += fuzz.next();
    while (text.size() > bytes)
        text.resize(previousCharacterStart(text, text.size()));
    return text;
}

std::vector<NamedText> proofTexts(std::size_t bytes)
{
    std::vector<NamedText> texts;
    for (const auto &entry : std::filesystem::directory_iterator(CW_RESOURCES "/samples")) {
        if (!entry.is_regular_file())
            continue;
        const std::string sample = readFile(entry.path());
        NamedText named{entry.path().filename().string(), {}};
        for (unsigned part = 0; named.text.size() < bytes && !sample.empty(); ++part)
            named.text += sample + (part % 2 == 0 ? "\n" : " ") + std::to_string(part) + '\n';
        texts.push_back(std::move(named));
    }
    for (std::uint32_t seed = 1; seed <= 3; ++seed)
        texts.push_back({"fuzz " + std::to_string(seed), fuzzText(seed, bytes)});
    return texts;
}

std::size_t randomBoundary(std::mt19937_64 &random, std::string_view text)
{
    std::size_t byte = random() % (text.size() + 1);
    while (!isCharacterBoundary(text, byte))
        --byte;
    return byte;
}

std::string escaped(std::string_view text)
{
    return ::testing::PrintToString(std::string(text));
}

} // namespace cw::testing
