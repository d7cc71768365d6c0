// SPDX-License-Identifier: GPL-3.0-or-later
// Forced breaks: a document between its breaks is packed as if each part were one.
#include "chunk/breaks.h"

#include "segment/words.h"
#include "support/chunking.h"
#include "support/formatreading.h"
#include "support/randommarkdown.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::testing {
namespace {

const std::vector<std::string> &parts()
{
    static const std::vector<std::string> all{
        "Alpha beta gamma delta. Epsilon zeta eta theta! Iota kappa lambda mu nu xi omicron pi rho sigma.",
        "Short.",
        "One two three. Four five six seven eight nine ten eleven twelve. Thirteen? Fourteen fifteen sixteen.\n\nA "
        "second "
        "paragraph here, with words enough to be cut into several chunks at the smaller sizes. It ends.",
        "Donaudampfschifffahrtsgesellschaftskapitaensmuetze is a word. \u0041\u0301 and \u4f60\u597d\u3002 Done.",
    };
    return all;
}

struct Expected
{
    ByteRange source;
    std::uint32_t tokens;
    std::uint32_t overlapTokens;
    std::uint32_t units;
    std::uint32_t carriedUnits;

    bool operator==(const Expected &) const = default;
};

std::vector<Expected> factsOf(const ChunkSet &chunks, std::size_t shift)
{
    std::vector<Expected> facts;
    for (const Chunk &c : chunks.chunks()) {
        facts.push_back(
            {{c.source.begin + shift, c.source.end + shift}, c.tokens, c.overlapTokens, c.units, c.carriedUnits});
    }
    return facts;
}

class BreaksBetweenParts : public ::testing::TestWithParam<const char *>
{
};

TEST_P(BreaksBetweenParts, PartsAreChunkedAsDocumentsOfTheirOwn)
{
    std::string whole;
    std::vector<std::size_t> begins;
    for (const std::string &part : parts()) {
        if (!whole.empty())
            whole += "\n\n";
        begins.push_back(whole.size());
        whole += part;
    }
    const bool keepsSpace = std::string_view(GetParam()) == "token-window"; // what is before a break is of its window
    for (const auto &[max, overlap] : {std::pair<std::size_t, std::size_t>{2, 1}, {7, 3}, {16, 0}, {300, 45}}) {
        ChunkingSetup setup{.strategy = GetParam(), .max = max, .overlap = overlap};
        std::vector<Expected> expected;
        for (std::size_t i = 0; i < parts().size(); ++i) {
            const auto facts = factsOf(
                *chunkText(parts()[i] + (keepsSpace && i + 1 < parts().size() ? "\n\n" : ""), setup), begins[i]);
            expected.insert(expected.end(), facts.begin(), facts.end());
        }
        setup.places.breaks.assign(begins.begin() + 1, begins.end());
        const auto chunks = chunkText(whole, setup);
        EXPECT_EQ(factsOf(*chunks, 0).size(), expected.size());
        EXPECT_EQ(factsOf(*chunks, 0), expected) << max;
        std::size_t pinned = 0;
        for (const Chunk &chunk : chunks->chunks()) {
            EXPECT_EQ(chunk.startReason == BoundaryReason::Pinned,
                      std::ranges::find(setup.places.breaks, chunk.source.begin) != setup.places.breaks.end());
            pinned += chunk.startReason == BoundaryReason::Pinned ? 1 : 0;
        }
        EXPECT_EQ(pinned, setup.places.breaks.size());
    }
}

INSTANTIATE_TEST_SUITE_P(Strategies, BreaksBetweenParts,
                         ::testing::Values("recursive-sentence", "token-packed", "sentence-window", "fixed-words",
                                           "token-window", "structured"),
                         [](const auto &parameter) {
                             std::string name = parameter.param;
                             std::erase(name, '-');
                             return name;
                         });

std::shared_ptr<const Document> markdown(const std::string &text)
{
    auto parts = test::readFormat("markdown", text);
    return Document::create("test.md", std::move(*parts), {});
}

ParameterValues withPrefixes()
{
    ParameterValues values = choices({{"prefix", "heading-path"}});
    values.set("repeat-table-header", true);
    return values;
}

TEST(Breaks, InATableTheNextChunkRepeatsItsHead)
{
    const std::string text = "# Prices\n\nWhat things cost.\n\n| Thing | Price |\n|---|---|\n| Apple | 1 |\n"
                             "| Pear | 2 |\n| Plum | 3 |\n\n## Later\n\nThe end of it.\n";
    ChunkingSetup setup{.strategy = "structured", .tokenizer = "words", .max = 200, .parameters = withPrefixes()};
    setup.places.breaks = {text.find("| Pear"), text.find("of it")};
    const auto chunks = chunkDocument(markdown(text), setup);
    ASSERT_EQ(chunks->size(), 4U);
    EXPECT_EQ(chunks->prefix(0), "");
    EXPECT_TRUE(chunks->text(0).ends_with("| Apple | 1 |"));
    EXPECT_EQ(chunks->prefix(1), "Prices\n\n| Thing | Price |\n|---|---|\n");
    EXPECT_EQ(chunks->text(1), "| Pear | 2 |\n| Plum | 3 |");
    EXPECT_EQ(chunks->prefix(2), "Prices\n\n");
    EXPECT_EQ(chunks->text(2), "## Later\n\nThe end");
    EXPECT_EQ(chunks->prefix(3), "Prices > Later\n\n");
    EXPECT_EQ(chunks->text(3), "of it.");
    EXPECT_EQ(chunks->chunks()[0].endReason, BoundaryReason::Pinned);
    EXPECT_EQ(chunks->chunks()[1].startReason, BoundaryReason::Pinned);
    EXPECT_EQ(chunks->chunks()[1].endReason, BoundaryReason::Heading);
    EXPECT_EQ(chunks->chunks()[3].startReason, BoundaryReason::Pinned);
    EXPECT_EQ(chunks->chunks()[3].endReason, BoundaryReason::DocumentEnd);
}

TEST(Breaks, PromisesHoldOnRandomMarkdown)
{
    std::mt19937 random(414);
    for (int round = 0; round < 250; ++round) {
        const std::string text = randomMarkdown(random);
        const auto document = markdown(text);
        ChunkingSetup setup{.strategy = random() % 4 == 0 ? "markdown-headers" : "structured",
                            .tokenizer = random() % 2 == 0 ? "words" : "cl100k_base",
                            .max = 1 + random() % 60,
                            .withEdges = random() % 2 == 0};
        if (setup.strategy == "structured")
            setup.parameters = withPrefixes();
        setup.overlap = random() % 2 == 0 ? random() % setup.max : 0;
        for (std::size_t byte = 1; byte < document->text().size(); ++byte) {
            if (isCharacterBoundary(document->text(), byte) && random() % 40 == 0)
                setup.places.breaks.push_back(byte);
        }
        SCOPED_TRACE(text);
        const auto chunks = chunkDocument(document, setup);
        const Tokenizer &tokenizer = sharedTokenizer(setup.tokenizer);
        std::size_t covered = 0;
        for (std::size_t i = 0; i < chunks->size(); ++i) {
            const Chunk &chunk = chunks->chunks()[i];
            ASSERT_EQ(skipSpaces(document->text(), covered, std::max(covered, chunk.source.begin)),
                      std::max(covered, chunk.source.begin));
            covered = chunk.source.end;
            ASSERT_EQ(chunk.tokens, tokenizer.count(chunks->text(i)));
            ASSERT_EQ(chunk.embeddedTokens(), tokenizer.count(chunks->prefix(i) + std::string(chunks->text(i))));
            ASSERT_TRUE(chunk.embeddedTokens() <= setup.max || chunk.isIndivisible);
            ASSERT_EQ(chunk.overlapTokens, tokenizer.count(document->slice(chunks->overlapWithPrevious(i))));
            const auto inside = std::ranges::upper_bound(setup.places.breaks, chunk.source.begin);
            ASSERT_TRUE(inside == setup.places.breaks.end() || *inside >= chunk.source.end);
        }
        ASSERT_EQ(skipSpaces(document->text(), covered, document->text().size()), document->text().size());
    }
}

TEST(Breaks, WithoutAnyThereIsOneRegion)
{
    const auto document = Document::fromText("d", "One. Two.");
    const StrategyDescriptor &strategy = *findStrategy("recursive-sentence");
    const auto segmentation = *strategy.segment(*document, {}, {});
    const auto index = *sharedTokenizer("words").index(segmentation->emitted.text(), {});
    const auto regions = *PackRegions::of(*document, *segmentation, index, nullptr, {}, {});
    ASSERT_EQ(regions->regions().size(), 1U);
    EXPECT_EQ(regions->regions()[0].segmentation.units.size(), segmentation->units.size());
    std::stop_source stop;
    stop.request_stop();
    EXPECT_TRUE(PackRegions::of(*document, *segmentation, index, nullptr, {}, stop.get_token()).isCancelled());
}

} // namespace
} // namespace cw::testing
