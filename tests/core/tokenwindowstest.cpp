// SPDX-License-Identifier: GPL-3.0-or-later
// Token windows by numbers of tokens against windows that are counted one by one.
#include "strategies/strategy.h"
#include "support/askedindex.h"
#include "support/chunkfacts.h"
#include "tokenize/tokenizer.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace cw {
namespace {

using testing::AskedIndex;

std::vector<Chunk> windowsBy(const TokenIndex &index, const Document &document, const Segmentation &segmentation,
                             const Tokenizer &tokenizer, std::size_t max, std::size_t overlap, PackThreads threads)
{
    const ParameterValues parameters;
    return *findStrategy("token-window")
                ->pack({.document = document,
                        .segmentation = segmentation,
                        .index = index,
                        .tokenizer = tokenizer,
                        .parameters = parameters,
                        .max = max,
                        .overlap = overlap,
                        .threads = threads},
                       {});
}

void expectSame(const std::vector<Chunk> &chunks, const std::vector<Chunk> &expected)
{
    ASSERT_EQ(chunks.size(), expected.size());
    for (std::size_t i = 0; i < chunks.size(); ++i)
        ASSERT_EQ(testing::describe(chunks[i]), testing::describe(expected[i])) << i << " of " << chunks.size();
}

std::string randomProse(std::mt19937 &random, std::size_t words)
{
    static constexpr std::array<std::string_view, 24> all{
        "the",          "Chunkwright",  "isn't",      "HTTPServer", "(see", "2024", "tokens.", "\n\n",
        "\u4E2D\u6587", "--",           "e.g.",       "caf\u00E9",  "\n",   "    ", "///",     "we'll",
        "\t7",          "antidisestab", "\U0001F600", "x",          "{}",   "'",    "naive",   "\u00A0"};
    std::string text;
    for (; words > 0; --words) {
        text += all[random() % all.size()];
        if (random() % 5 != 0)
            text += ' ';
    }
    // Windows of nothing that is visible, which are left out.
    text.insert(0, std::string(random() % 2 * 4000, random() % 2 == 0 ? '\n' : '\x1F'));
    return text;
}

TEST(TokenWindows, BoundsChangeNothing)
{
    std::mt19937 random(11);
    constexpr std::array<std::pair<std::size_t, std::size_t>, 6> sizes{
        {{16, 0}, {17, 16}, {20, 3}, {48, 16}, {100, 40}, {37, 0}}};
    for (const std::string_view id : {"o200k_base", "cl100k_base", "r50k_base"}) {
        const auto tokenizer = *openTokenizer(id);
        for (int round = 0; round < 8; ++round) {
            const auto document = Document::fromText("d", randomProse(random, 4000));
            const auto segmentation = *findStrategy("token-window")->segment(*document, {}, {});
            const auto index = *tokenizer->index(segmentation->emitted.text(), {});
            static_cast<void>(index->tokenBounds()); // they are made for those who ask again
            ASSERT_NE(index->tokenBounds(), nullptr);
            const AskedIndex counted(index);
            ASSERT_EQ(counted.tokenBounds(), nullptr);
            for (const auto &[max, overlap] : sizes) {
                const auto pack = [&](const TokenIndex &by, PackThreads threads) {
                    return windowsBy(by, *document, *segmentation, *tokenizer, max, overlap, threads);
                };
                const std::vector<Chunk> expected = pack(counted, {});
                expectSame(pack(*index, {}), expected);
                expectSame(pack(*index, {.threads = 2, .sections = 5}), expected);
                if (HasFailure())
                    return;
            }
        }
    }
}

/// The index asked, with its bounds: only windows between runs may ask for edges and counts.
class BoundedIndex final : public TokenIndex
{
public:
    explicit BoundedIndex(std::shared_ptr<const TokenIndex> index) : m_index(index), m_asked(std::move(index)) { }

    [[nodiscard]] const SharedText &text() const noexcept override { return m_asked.text(); }
    [[nodiscard]] std::size_t total() const noexcept override { return m_asked.total(); }
    [[nodiscard]] std::size_t count(ByteRange range) const override { return m_asked.count(range); }
    [[nodiscard]] BeginEdge beginEdge(std::size_t byte) const override { return m_asked.beginEdge(byte); }
    [[nodiscard]] EndEdge endEdge(std::size_t byte) const override { return m_asked.endEdge(byte); }
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override { return m_asked.tokensBefore(byte); }
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override { return m_asked.tokenStart(token); }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange range) const override { return m_asked.tokensOf(range); }
    [[nodiscard]] const TokenBounds *tokenBounds() const override { return m_index->tokenBounds(); }

    [[nodiscard]] std::size_t asked() const noexcept { return m_asked.asked(); }

private:
    std::shared_ptr<const TokenIndex> m_index;
    AskedIndex m_asked;
};

TEST(TokenWindows, FewWindowsOfProseAreCounted)
{
    std::string text;
    for (int line = 0; line < 4000; ++line)
        text += "A retriever finds what the chunks hold, and nothing more; since 2019 that is well known.\n";
    const auto tokenizer = *openTokenizer("o200k_base");
    const auto document = Document::fromText("d", text);
    const auto segmentation = *findStrategy("token-window")->segment(*document, {}, {});
    const auto index = *tokenizer->index(segmentation->emitted.text(), {});
    static_cast<void>(index->tokenBounds());
    const BoundedIndex bounded(index);
    const AskedIndex counted(index);
    const auto chunks = windowsBy(bounded, *document, *segmentation, *tokenizer, 100, 20, {});
    ASSERT_EQ(windowsBy(counted, *document, *segmentation, *tokenizer, 100, 20, {}).size(), chunks.size());
    EXPECT_LT(bounded.asked(), chunks.size());
    EXPECT_GT(counted.asked(), 2 * chunks.size());
}

} // namespace
} // namespace cw
