// SPDX-License-Identifier: GPL-3.0-or-later
// Pieces kept between splittings: whatever was split before, chunks are those of splitting anew, which is held against
// the original's output in langchaingoldentest.cpp.
#include "chunk/separatorpieces.h"

#include "chunk/separatorsplitter.h"
#include "run/run.h"
#include "strategies/languageseparators.h"
#include "support/askedindex.h"
#include "support/chunking.h"

#include <gtest/gtest.h>

#include <array>
#include <atomic>
#include <random>
#include <thread>

namespace cw::testing {
namespace {

auto factsOf(const Chunk &chunk)
{
    return std::tuple(chunk.source, chunk.emit, chunk.tokens, chunk.overlapTokens, chunk.units, chunk.carriedUnits,
                      chunk.startReason, chunk.endReason, chunk.isIndivisible);
}

using Facts = std::vector<decltype(factsOf(Chunk()))>;

Facts split(const SplitRequest &request)
{
    const auto chunks = splitBySeparators(request, {});
    EXPECT_TRUE(chunks);
    Facts facts;
    for (const Chunk &chunk : *chunks)
        facts.push_back(factsOf(chunk));
    return facts;
}

/// Headings, paragraphs, wrapped lines, lines without end, runs of white space of every length, other scripts.
std::string randomPages(std::mt19937 &random, std::size_t parts)
{
    const auto any
        = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
    static constexpr std::array<std::string_view, 18> words{
        "the ",   "tokens ", "of ",    "naïve ", "數據庫", "слово ", "x=1;",     " ",         "\t",
        "\u3000", "word. ",  "\u2028", "🙂",   "--- ",   "class ", "#include", "function ", "  "};
    static constexpr std::array<std::string_view, 8> ends{"\n",   "\n\n",   "\n# ",        "\n## ",
                                                          "\r\n", "\n\n\n", "\n\n---\n\n", "\n```\n"};
    std::string text;
    for (std::size_t part = 0; part < parts; ++part) {
        for (std::size_t count = any(any(8) == 0 ? 120 : 20); count > 0; --count)
            text += words[any(words.size())];
        if (any(12) == 0)
            text.append(any(400), any(2) == 0 ? ' ' : '\n');
        if (any(20) == 0)
            text.append(any(200), 'w');
        text += ends[any(ends.size())];
    }
    return text;
}

TEST(SeparatorPieces, ChangeNoChunkWhateverWasSplitBefore)
{
    std::mt19937 random(20261130);
    const auto any
        = [&](std::size_t count) { return std::uniform_int_distribution<std::size_t>(0, count - 1)(random); };
    const std::vector<std::vector<std::string>> lists{{"\n\n", "\n", " ", ""},
                                                      {"\n# ", "\n## ", "\n\n---\n\n", "\n\n", "\n", " ", ""},
                                                      {"\n", "", " "},
                                                      {". ", "\n"},
                                                      {"\n\n", "\n"},
                                                      {"absent"},
                                                      {""},
                                                      {" "},
                                                      {"\nclass ", "\n", "\n\n", "e"}};
    for (const std::string_view tokenizerId : {"o200k_base", "words", "bert-uncased", "characters"}) {
        const Tokenizer &tokenizer = sharedTokenizer(tokenizerId);
        for (std::size_t round = 0; round < 27; ++round) {
            const auto document = Document::fromText("d", randomPages(random, 1 + any(60)));
            const auto index = *tokenizer.index(document->sharedText(), {});
            const std::vector<std::string> &list = lists[round % lists.size()];
            const SeparatorPieces pieces(index, list);
            for (std::size_t tick = 0; tick < 12; ++tick) {
                const std::size_t max = 1 + any(tick % 3 == 0 ? 12 : 300);
                SplitRequest request{.index = *index,
                                     .tokenizer = tokenizer,
                                     .separators = pieces.separators(),
                                     .maxTokens = max,
                                     .overlapTokens = any(max)};
                const Facts anew = split(request);
                request.pieces = &pieces;
                ASSERT_EQ(split(request), anew) << tokenizerId << ", round " << round << ", max " << max;
            }
        }
    }
}

TEST(SeparatorPieces, AreAskedOfTheIndexOnce)
{
    std::string text;
    for (int paragraph = 0; paragraph < 200; ++paragraph) {
        for (int line = 0; line < 30; ++line)
            text += "A line of a paragraph that is much longer than any chunk may be " + std::to_string(line) + ".\n";
        text += '\n';
    }
    const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
    const auto document = Document::fromText("d", text);
    const auto index = std::make_shared<AskedIndex>(*tokenizer.index(document->sharedText(), {}));
    const SeparatorPieces pieces(index, {"\n\n", "\n", " ", ""});
    const SplitRequest request{.index = *index,
                               .tokenizer = tokenizer,
                               .separators = pieces.separators(),
                               .maxTokens = 100,
                               .overlapTokens = 20,
                               .pieces = &pieces};
    const std::size_t chunks = split(request).size();
    EXPECT_GT(chunks, 200U * 30 / 7);
    const std::size_t first = index->asked();
    EXPECT_GE(first, 200U * 31); // every paragraph and line is counted
    split(request);
    EXPECT_EQ(index->asked(), first);
    SplitRequest other = request;
    other.maxTokens = 101;
    split(other);
    EXPECT_LE(index->asked(), first + 2 * chunks); // edges of chunks that begin or end elsewhere
    other.maxTokens = 100;
    const std::size_t second = index->asked();
    split(other);
    EXPECT_EQ(index->asked(), second);
}

TEST(SeparatorPieces, AreSharedByThreadsThatDoNotWaitForEachOther)
{
    std::mt19937 random(7);
    const Tokenizer &tokenizer = sharedTokenizer("o200k_base");
    const auto document = Document::fromText("d", randomPages(random, 400));
    const auto index = *tokenizer.index(document->sharedText(), {});
    const SeparatorPieces pieces(index, {"\n\n", "\n", " ", ""});
    const auto requestOf = [&](std::size_t max, const SeparatorPieces *kept) {
        return SplitRequest{.index = *index,
                            .tokenizer = tokenizer,
                            .separators = pieces.separators(),
                            .maxTokens = max,
                            .overlapTokens = max / 4,
                            .pieces = kept};
    };
    std::atomic<int> different = 0;
    std::vector<std::jthread> threads;
    for (std::size_t thread = 0; thread < 4; ++thread) {
        threads.emplace_back([&, thread] {
            for (std::size_t max = 5 + thread; max < 200; max += 17) {
                if (split(requestOf(max, &pieces)) != split(requestOf(max, nullptr)))
                    ++different;
            }
        });
    }
    threads.clear();
    EXPECT_EQ(different, 0);
}

TEST(SeparatorPieces, AreThoseOfTheSeparatorsThatAreSetNow)
{
    Caches caches;
    const auto document = Document::fromText("d", "a b c d\ne f g h\n\ni j k l; m n o p\nq r s t; u v w x");
    RunConfig config;
    config.strategy = "recursive-character";
    config.tokenizer = "words";
    config.max = 6;
    config.overlap = 0;
    const auto textsWith = [&](std::vector<std::string> separators) {
        config.parameters.set("separators", std::move(separators));
        const auto snapshot = run({{document}, config, 1, {}}, caches, {});
        EXPECT_TRUE(snapshot);
        return textsOf(*(*snapshot)->chunkSets.front());
    };
    const std::vector<std::string> byLine{"a b c d", "e f g h", "i j k l; m n", "o p", "q r s t; u v", "w x"};
    const std::vector<std::string> byMark{"a b c d", "e f g h", "i j k l", "; m n o p", "q r s t", "; u v w x"};
    EXPECT_EQ(textsWith({"\n", " "}), byLine);
    EXPECT_EQ(textsWith({";", "\n"}), byMark);
    EXPECT_EQ(textsWith({"\n", " "}), byLine);
}

} // namespace
} // namespace cw::testing
