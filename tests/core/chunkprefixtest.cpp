// SPDX-License-Identifier: GPL-3.0-or-later
// What is set before chunks: which headings and table heads, and that they are counted with the text, exactly.
#include "chunk/piecepacker.h"
#include "formats/format.h"
#include "segment/pieces.h"
#include "segment/words.h"
#include "support/chunking.h"
#include "support/randommarkdown.h"
#include "support/randomtext.h"
#include "text/utf8.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

constexpr PrefixStyle bothStyles{.namesHeadings = true, .repeatsTableHead = true};

/// A tokenizer that joins a prefix with the text: three characters of the whole are a token, wherever they stand.
class ThreesIndex final : public TokenIndex
{
public:
    explicit ThreesIndex(SharedText text) : m_text(std::move(text)) { }
    [[nodiscard]] const SharedText &text() const noexcept override { return m_text; }
    [[nodiscard]] std::size_t total() const noexcept override { return countOf(*m_text); }
    [[nodiscard]] std::size_t count(ByteRange range) const override
    {
        return countOf(std::string_view(*m_text).substr(range.begin, range.size()));
    }
    [[nodiscard]] BeginEdge beginEdge(std::size_t) const override { return {}; }
    [[nodiscard]] EndEdge endEdge(std::size_t) const override { return {}; }
    [[nodiscard]] std::size_t tokensBefore(std::size_t byte) const override { return count({0, byte}); }
    [[nodiscard]] std::size_t tokenStart(std::size_t token) const override
    {
        std::size_t characters = 0;
        for (std::size_t byte = 0; byte < m_text->size(); ++byte) {
            if (!isUtf8Continuation((*m_text)[byte]) && characters++ == 3 * token)
                return byte;
        }
        return m_text->size();
    }
    [[nodiscard]] std::vector<Token> tokensOf(ByteRange) const override { return {}; }

    [[nodiscard]] static std::size_t countOf(std::string_view text)
    {
        std::size_t characters = 0;
        for (const char c : text)
            characters += isUtf8Continuation(c) ? 0 : 1;
        return (characters + 2) / 3;
    }

private:
    SharedText m_text;
};

class ThreesTokenizer final : public Tokenizer
{
public:
    [[nodiscard]] std::string_view id() const noexcept override { return "threes"; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return {}; }
    [[nodiscard]] std::size_t count(std::string_view text) const override { return ThreesIndex::countOf(text); }
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view) const override { return {}; }
    [[nodiscard]] std::vector<Token> tokens(std::string_view) const override { return {}; }
    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token,
                                                                   unsigned) const override
    {
        return std::shared_ptr<const TokenIndex>(std::make_shared<ThreesIndex>(std::move(text)));
    }
};

const Tokenizer &tokenizerOf(std::string_view id)
{
    static const ThreesTokenizer threes;
    return id == "threes" ? threes : sharedTokenizer(id);
}

struct Sizes
{
    std::size_t max = 1;
    std::size_t desired = 0;
    std::size_t overlap = 0;
    SectionBound bound = SectionBound::Every;
    bool overlapsSections = false;
    std::string_view tokenizer = "words";
    PrefixStyle style = bothStyles;
    bool withCosts = true;
    BlockPolicies policies = {};
};

std::shared_ptr<const ChunkSet> pack(const std::shared_ptr<const Document> &document, const Sizes &sizes)
{
    const auto segmentation = *segmentBlocks(*document, {});
    const Tokenizer &tokenizer = tokenizerOf(sizes.tokenizer);
    const auto index = *tokenizer.index(segmentation->emitted.text(), {});
    const auto edges = *UnitEdges::of(segmentation->units, *index, {});
    std::shared_ptr<const PrefixCosts> costs;
    if (sizes.withCosts)
        costs = *PrefixCosts::of(*document, *segmentation, tokenizer, sizes.style, {});
    Prefixes prefixes(*document, *segmentation, tokenizer, sizes.style, sizes.max, costs);
    auto chunks = *packPieces({.segmentation = *segmentation,
                               .index = *index,
                               .maxTokens = sizes.max,
                               .desiredTokens = sizes.desired == 0 ? sizes.max : sizes.desired,
                               .overlapTokens = sizes.overlap,
                               .bound = sizes.bound,
                               .overlapsSections = sizes.overlapsSections,
                               .policies = sizes.policies,
                               .edges = sizes.withCosts ? edges.get() : nullptr,
                               .prefixes = sizes.style ? &prefixes : nullptr},
                              {});
    return std::make_shared<const ChunkSet>(document, segmentation, std::move(chunks), sizes.style);
}

std::shared_ptr<const ChunkSet> pack(const std::string &text, const Sizes &sizes)
{
    return pack(*readDocument("d.md", text, {}, *findFormat("markdown"), {}), sizes);
}

Texts prefixesOf(const ChunkSet &chunks)
{
    Texts all;
    for (std::size_t i = 0; i < chunks.size(); ++i)
        all.push_back(chunks.prefix(i));
    return all;
}

TEST(ChunkPrefix, NamesTheHeadingsThatTheChunkDoesNotBeginWith)
{
    const auto chunks
        = pack("Intro.\n\n# Guide\n\nText.\n\n## Install  *it*\n\none two three four.\n\nfive six.\n", {.max = 9});
    EXPECT_THAT(textsOf(*chunks),
                ElementsAre("Intro.", "# Guide\n\nText.", "## Install  *it*\n\none two three four.", "five six."));
    EXPECT_THAT(prefixesOf(*chunks), ElementsAre("", "", "Guide\n\n", "Guide > Install it\n\n"));
    EXPECT_EQ(chunks->chunks()[2].tokens, 7U);
    EXPECT_EQ(chunks->chunks()[2].embeddedTokens(), 8U);
    EXPECT_EQ(chunks->chunks()[3].embeddedTokens(), 6U);
}

TEST(ChunkPrefix, CountsAgainstMax)
{
    const std::string text = "# Guide\n\nOne two three. Four five six. Seven eight nine. Ten eleven.\n";
    EXPECT_THAT(textsOf(*pack(text, {.max = 8, .style = {}})),
                ElementsAre("# Guide\n\nOne two three. Four five six.", "Seven eight nine. Ten eleven."));
    EXPECT_THAT(textsOf(*pack(text, {.max = 5})),
                ElementsAre("# Guide\n\nOne two three.", "Four five six.", "Seven eight nine.", "Ten eleven."));
    // five words of text would fit without the prefix
    EXPECT_THAT(textsOf(*pack(text, {.max = 5, .style = {}})),
                ElementsAre("# Guide\n\nOne two three.", "Four five six.", "Seven eight nine. Ten eleven."));
}

TEST(ChunkPrefix, LosesItsOuterHeadingsWhereItWouldTakeMoreThanHalf)
{
    const std::string text = "# One two\n\n## Three four\n\n### Five six\n\na b c d e f g h i j k l m n o p\n";
    const auto prefixAt = [&](std::size_t max) {
        const auto chunks = pack(text, {.max = max});
        return chunks->prefix(chunks->size() - 1);
    };
    // eight words with the signs between them, five, two
    EXPECT_EQ(prefixAt(16), "One two > Three four > Five six\n\n");
    EXPECT_EQ(prefixAt(15), "Three four > Five six\n\n");
    EXPECT_EQ(prefixAt(9), "Five six\n\n");
    EXPECT_EQ(prefixAt(4), "Five six\n\n");
    EXPECT_EQ(prefixAt(3), "");
    const auto chunks = pack(text, {.max = 9});
    EXPECT_EQ(chunks->leftOutOfPrefix(chunks->size() - 1).headings, 2U);
    EXPECT_FALSE(chunks->leftOutOfPrefix(chunks->size() - 1).tableHead);
    EXPECT_EQ(chunks->leftOutOfPrefix(0).headings, 0U);
}

TEST(ChunkPrefix, PassesOverTitlesThatAreAsLongAsATextByThemselves)
{
    const auto prefixOf = [](std::size_t titleBytes) {
        const std::string text = "# Guide\n\n## " + std::string(titleBytes, 'x')
            + "\n\n### Install\n\none two three four.\n\nfive six seven.\n";
        const auto chunks = pack(text, {.max = 10});
        EXPECT_EQ(chunks->leftOutOfPrefix(chunks->size() - 1).headings, 0U);
        return chunks->prefix(chunks->size() - 1);
    };
    EXPECT_EQ(prefixOf(1024), "Guide > " + std::string(1024, 'x') + " > Install\n\n");
    EXPECT_EQ(prefixOf(1025), "Guide > Install\n\n");
}

TEST(ChunkPrefix, NamesSixteenKilobytesOfHeadingsAtMost)
{
    constexpr unsigned levels = 20;
    DocumentParts parts;
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    const auto addBlock = [&](BlockKind kind, const std::string &text) {
        const ByteRange bytes{parts.text.size(), parts.text.size() + text.size()};
        parts.text += text + "\n\n";
        blocks.push_back({.bytes = bytes, .kind = kind});
        return bytes;
    };
    for (unsigned level = 1; level <= levels; ++level) {
        const ByteRange title = addBlock(BlockKind::Heading, std::string(1000, 'x'));
        headings.push_back({level - 1, title, static_cast<std::uint8_t>(level)});
    }
    std::string words;
    for (int i = 0; i < 200; ++i)
        words += "one ";
    addBlock(BlockKind::Paragraph, words + "end.");
    parts.blocks = std::make_shared<const BlockTree>(std::move(blocks), headings, std::vector<StructureProblem>(),
                                                     parts.text.size());
    const auto chunks = pack(Document::create("deep", std::move(parts), {}), {.max = 70});
    // 16 titles with the signs between them are under 16,384 bytes, 17 are not
    EXPECT_EQ(chunks->prefix(chunks->size() - 1).size(), 16U * 1000 + 15 * 3 + 2);
    EXPECT_EQ(chunks->leftOutOfPrefix(chunks->size() - 1).headings, 4U);
}

TEST(ChunkPrefix, RepeatsTheHeadOfATableThatIsCut)
{
    const std::string table = "| h1 | h2 |\n|---|---|\n| a | b |\n| c | d |\n| e | f |\n";
    // the head is six words, each row five
    const auto chunks = pack(table, {.max = 16});
    EXPECT_THAT(textsOf(*chunks), ElementsAre("| h1 | h2 |\n|---|---|\n| a | b |\n| c | d |", "| e | f |"));
    EXPECT_THAT(prefixesOf(*chunks), ElementsAre("", "| h1 | h2 |\n|---|---|\n"));
    EXPECT_EQ(chunks->chunks()[1].tokens, 5U);
    EXPECT_EQ(chunks->chunks()[1].embeddedTokens(), 11U);
    const auto twoRows = pack("# T\n\n" + table + "| g | h |\n", {.max = 17});
    EXPECT_THAT(prefixesOf(*twoRows),
                ElementsAre("", "T\n\n| h1 | h2 |\n|---|---|\n", "T\n\n| h1 | h2 |\n|---|---|\n"));
    // more than half of max: the table's head goes last
    const auto small = pack("# T\n\n" + table, {.max = 12});
    EXPECT_EQ(small->prefix(small->size() - 1), "| h1 | h2 |\n|---|---|\n");
    const auto smaller = pack("# T\n\n" + table, {.max = 11});
    EXPECT_EQ(smaller->prefix(smaller->size() - 1), "T\n\n");
    EXPECT_TRUE(smaller->leftOutOfPrefix(smaller->size() - 1).tableHead);
}

TEST(ChunkPrefix, TextBehindATableHasNoTableHead)
{
    const auto chunks
        = pack("| a | b |\n|---|---|\n| c | d |\n\nmore text\n\n> | q | r |\n> |---|---|\n> | s | t |\n> | u | v |\n",
               {.max = 16});
    EXPECT_THAT(prefixesOf(*chunks), ElementsAre("", "", "> | q | r |\n> |---|---|\n"));
}

TEST(ChunkPrefix, StandsUnderWhatTheOverlapStandsUnder)
{
    const auto chunks
        = pack("# A\n\nOne two. Three four.\n\n# B\n\nFive.\n", {.max = 8, .overlap = 2, .overlapsSections = true});
    EXPECT_THAT(textsOf(*chunks), ElementsAre("# A\n\nOne two. Three four.", "Three four.\n\n# B\n\nFive."));
    EXPECT_THAT(prefixesOf(*chunks), ElementsAre("", "A\n\n"));
}

/// The full prefix of a chunk that begins at `byte`, found by looking at all blocks.
struct FullPrefix
{
    Texts titles;
    std::string tableHead;

    [[nodiscard]] std::string text(std::size_t headings, bool withTableHead) const
    {
        std::string text;
        for (std::size_t i = titles.size() - headings; i < titles.size(); ++i)
            text += (text.empty() ? "" : " > ") + titles[i];
        if (headings > 0)
            text += "\n\n";
        return withTableHead ? text + tableHead : text;
    }
};

FullPrefix fullPrefixAt(const Document &document, std::size_t byte)
{
    FullPrefix full;
    const BlockTree &tree = document.blocks();
    for (std::size_t number = 0; number < tree.outline().size(); ++number) {
        const Heading &heading = tree.outline()[number];
        const std::string title = tree.title(document.text(), number);
        if (tree.blocks()[heading.block].bytes.begin < byte && byte < heading.sectionEnd && !title.empty())
            full.titles.push_back(title);
    }
    for (std::size_t number = 0; number < tree.blocks().size(); ++number) {
        const Block &block = tree.blocks()[number];
        if (block.kind != BlockKind::TableHeader || byte < block.bytes.end
            || byte >= tree.blocks()[block.parent].bytes.end)
            continue;
        std::size_t begin = block.bytes.begin;
        while (begin > 0 && document.text()[begin - 1] != '\n')
            --begin;
        full.tableHead = std::string(document.slice({begin, block.bytes.end})) + "\n";
    }
    return full;
}

/// Carried are whole units, of the same section unless others are allowed, and never more than was asked for.
void expectOverlap(const ChunkSet &chunks, const Sizes &sizes)
{
    const Document &document = chunks.document();
    const auto segmentation = *segmentBlocks(document, {});
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        const ByteRange shared = chunks.overlapWithPrevious(i);
        ASSERT_EQ(chunk.overlapTokens, tokenizerOf(sizes.tokenizer).count(document.slice(shared)));
        ASSERT_LE(chunk.overlapTokens, sizes.overlap);
        if (shared.isEmpty())
            continue;
        const auto &units = segmentation->units;
        ASSERT_TRUE(std::ranges::any_of(units, [&](const Unit &unit) { return unit.source.begin == shared.begin; }));
        ASSERT_TRUE(std::ranges::any_of(units, [&](const Unit &unit) { return unit.source.end == shared.end; }));
        if (sizes.bound == SectionBound::Every && !sizes.overlapsSections) {
            const std::size_t goesOn = skipSpaces(document.text(), shared.end, document.text().size());
            ASSERT_EQ(document.blocks().headingAt(shared.begin), document.blocks().headingAt(goesOn));
        }
    }
}

void expectPromises(const ChunkSet &chunks, const Sizes &sizes)
{
    const Tokenizer &tokenizer = tokenizerOf(sizes.tokenizer);
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        const std::string prefix = chunks.prefix(i);
        const std::string text(chunks.text(i));
        SCOPED_TRACE(prefix + "---\n" + text);
        ASSERT_EQ(chunk.tokens, tokenizer.count(text));
        ASSERT_EQ(chunk.embeddedTokens(), tokenizer.count(prefix + text));
        ASSERT_TRUE(chunk.embeddedTokens() <= sizes.max || chunk.isIndivisible);
        ASSERT_EQ(chunk.hasPrefix(), !prefix.empty());
        ASSERT_EQ(text, chunks.document().slice(chunk.source));
        const FullPrefix full = fullPrefixAt(chunks.document(), chunk.source.begin);
        const auto left = chunks.leftOutOfPrefix(i);
        ASSERT_EQ(chunk.prefixHeadings + left.headings, full.titles.size());
        const std::string expected = full.text(chunk.prefixHeadings, chunk.repeatsTableHead);
        ASSERT_TRUE(prefix.ends_with(expected) || expected.ends_with(prefix)) << expected;
        ASSERT_EQ(prefix.empty(), expected.empty());
        if (left.headings > 0 && sizes.tokenizer == "words" && !full.titles.empty()) {
            // words are counted alike everywhere: one heading more would have been too much
            ASSERT_TRUE(tokenizer.count(full.text(chunk.prefixHeadings + 1U, chunk.repeatsTableHead)) > sizes.max / 2
                        || chunk.prefixHeadings == 0);
        }
    }
}

TEST(ChunkPrefix, PromisesHoldOnRandomMarkdown)
{
    std::mt19937 random(61);
    constexpr std::array<std::string_view, 7> tokenizers{"words",     "characters",   "cl100k_base", "o200k_base",
                                                         "r50k_base", "bert-uncased", "threes"};
    for (int round = 0; round < 700; ++round) {
        const std::string text = randomMarkdown(random);
        Sizes sizes;
        sizes.tokenizer = tokenizers[random() % tokenizers.size()];
        sizes.max = 1 + random() % (sizes.tokenizer == "characters" ? 200 : 60);
        sizes.desired = random() % 3 == 0 ? 1 + random() % sizes.max : 0;
        sizes.overlap = random() % 2 == 0 ? random() % sizes.max : 0;
        sizes.bound = static_cast<SectionBound>(random() % 3);
        sizes.overlapsSections = random() % 4 == 0;
        sizes.style.repeatsTableHead = random() % 4 != 0;
        sizes.policies = {static_cast<BlockPolicy>(random() % 3), static_cast<BlockPolicy>(random() % 3),
                          static_cast<BlockPolicy>(random() % 3)};
        const auto chunks = pack(text, sizes);
        expectPromises(*chunks, sizes);
        expectOverlap(*chunks, sizes);
        sizes.withCosts = false;
        ASSERT_EQ(textsOf(*pack(text, sizes)), textsOf(*chunks));
        if (HasFatalFailure()) {
            FAIL() << "max " << sizes.max << " desired " << sizes.desired << " overlap " << sizes.overlap << " bound "
                   << static_cast<int>(sizes.bound) << " " << sizes.tokenizer << "\n"
                   << text;
        }
    }
}

TEST(ChunkPrefix, WithoutAStyleChunksAreWhatTheyWere)
{
    std::mt19937 random(62);
    for (int round = 0; round < 100; ++round) {
        const std::string text = randomMarkdown(random);
        const auto plain = pack(text, {.max = 20, .style = {}});
        for (std::size_t i = 0; i < plain->size(); ++i) {
            ASSERT_FALSE(plain->chunks()[i].hasPrefix());
            ASSERT_EQ(plain->chunks()[i].embeddedTokens(), plain->chunks()[i].tokens);
            ASSERT_EQ(plain->prefix(i), "");
        }
        // a prefix takes room, so there are never fewer chunks
        ASSERT_GE(pack(text, {.max = 20})->size(), plain->size());
    }
}

/// Words that are cut behind any line end, with how often that was asked about.
class AskedTokenizer final : public Tokenizer
{
public:
    [[nodiscard]] std::string_view id() const noexcept override { return m_words.id(); }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return {}; }
    [[nodiscard]] std::size_t count(std::string_view text) const override { return m_words.count(text); }
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const override
    {
        return m_words.encode(text);
    }
    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override { return m_words.tokens(text); }
    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned threads) const override
    {
        return m_words.index(std::move(text), std::move(stop), threads);
    }
    [[nodiscard]] bool isCutBehindLineEnd(char32_t) const override
    {
        ++m_asked;
        return true;
    }

    [[nodiscard]] std::size_t asked() const { return m_asked; }

private:
    const Tokenizer &m_words = sharedTokenizer("words");
    mutable std::size_t m_asked = 0;
};

TEST(ChunkPrefix, UnitsAreLookedAtOnceAndNotByEveryTick)
{
    std::string text;
    for (int i = 0; i < 200; ++i)
        text += "# Title " + std::to_string(i) + "\n\nOne two three.\n\nFour five.\n\n";
    const auto document = *readDocument("d.md", text, {}, *findFormat("markdown"), {});
    const auto segmentation = *segmentBlocks(*document, {});
    const AskedTokenizer tokenizer;
    const auto costs = *PrefixCosts::of(*document, *segmentation, tokenizer, bothStyles, {});
    const std::size_t once = tokenizer.asked();
    EXPECT_GE(once, segmentation->units.size());
    std::size_t prefixed = 0;
    for (std::size_t tick = 0; tick < 5; ++tick) {
        Prefixes prefixes(*document, *segmentation, tokenizer, bothStyles, 20 + tick, costs);
        for (std::size_t unit = 0; unit < segmentation->units.size(); ++unit) {
            const ChunkPrefix prefix = prefixes.at(unit, segmentation->units[unit].source.begin);
            EXPECT_TRUE(prefix.isCertain);
            prefixed += prefix.isEmpty() ? 0 : 1;
        }
    }
    EXPECT_GT(prefixed, segmentation->units.size());
    EXPECT_LE(tokenizer.asked(), once + 5); // each Prefixes asks about one character
}

TEST(ChunkPrefix, TokenizersKeepTheirWordAboutLineEnds)
{
    std::mt19937 random(63);
    constexpr std::array<std::string_view, 8> ends{"", "C#", "?", "word", "9", ">", "é", "中"};
    constexpr std::array<std::string_view, 12> begins{"/path", "a", "'s",   "Word",   "#", "|",
                                                      "9",     "é", "中文", "\u0301", "-", "://"};
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        const Tokenizer &tokenizer = sharedTokenizer(descriptor->id);
        for (int round = 0; round < 3000; ++round) {
            std::string prefix = randomText(random, {.pieces = 3});
            prefix += ends[random() % ends.size()];
            prefix += random() % 2 == 0 ? "\n" : "\n\n";
            std::string text(begins[random() % begins.size()]);
            text += randomText(random, {.pieces = 3});
            const bool isCut = tokenizer.isCutBehindLineEnd(decodeCharacter(text, 0).codePoint);
            if (isCut) {
                ASSERT_EQ(tokenizer.count(prefix + text) - tokenizer.count(text),
                          tokenizer.count(prefix + "a") - tokenizer.count("a"))
                    << descriptor->id << "\n"
                    << prefix << text;
            }
        }
        EXPECT_TRUE(tokenizer.isCutBehindLineEnd('a')) << descriptor->id;
        EXPECT_TRUE(tokenizer.isCutBehindLineEnd('|')) << descriptor->id;
    }
}

} // namespace
} // namespace cw::testing
