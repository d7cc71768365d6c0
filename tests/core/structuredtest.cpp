// SPDX-License-Identifier: GPL-3.0-or-later
// Chunks by structure: what is kept whole, where sections part, what goes with a heading.
#include "chunk/piecepacker.h"
#include "formats/format.h"
#include "segment/pieces.h"
#include "segment/words.h"
#include "support/chunking.h"
#include "support/randommarkdown.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>
#include <string>

namespace cw::testing {
namespace {

using ::testing::ElementsAre;
using Texts = std::vector<std::string>;

struct Packed
{
    std::shared_ptr<const Document> document;
    std::shared_ptr<const Segmentation> segmentation;
    std::vector<Chunk> chunks;

    [[nodiscard]] Texts texts() const
    {
        Texts all;
        for (const Chunk &chunk : chunks)
            all.emplace_back(document->slice(chunk.source));
        return all;
    }
};

/// In words.
struct Sizes
{
    std::size_t max = 1;
    std::size_t desired = 0;
    std::size_t overlap = 0;
    SectionBound bound = SectionBound::Every;
    unsigned level = 6;
    bool overlapsSections = false;
    std::string_view tokenizer = "words";
    bool withEdges = true;
    SentenceRule rule = SentenceRule::TerminatorThenOpener;
    BlockPolicies policies = {};
};

Packed pack(std::shared_ptr<const Document> document, const Sizes &sizes)
{
    Packed packed;
    packed.document = std::move(document);
    packed.segmentation = *segmentBlocks(*packed.document, {}, sizes.rule);
    const auto index = *sharedTokenizer(sizes.tokenizer).index(packed.segmentation->emitted.text(), {});
    const auto edges = *UnitEdges::of(packed.segmentation->units, *index, {});
    packed.chunks = *packPieces({.segmentation = *packed.segmentation,
                                 .index = *index,
                                 .maxTokens = sizes.max,
                                 .desiredTokens = sizes.desired == 0 ? sizes.max : sizes.desired,
                                 .overlapTokens = sizes.overlap,
                                 .bound = sizes.bound,
                                 .deepestLevel = sizes.level,
                                 .overlapsSections = sizes.overlapsSections,
                                 .policies = sizes.policies,
                                 .edges = sizes.withEdges ? edges.get() : nullptr},
                                {});
    return packed;
}

Packed pack(std::string text, const Sizes &sizes)
{
    return pack(markdownDocument(std::move(text)), sizes);
}

Packed packPage(std::string html, const Sizes &sizes)
{
    return pack(*readDocument("d.html", std::move(html), {}, *findFormat("html"), {}), sizes);
}

TEST(Structured, SectionsArePartedAndHeadingsStayWithTheirText)
{
    EXPECT_THAT(pack("Intro para.\n\n# One\n\nText.\n\n## Two\n\nMore text.\n", {.max = 20}).texts(),
                ElementsAre("Intro para.", "# One\n\nText.", "## Two\n\nMore text."));
}

TEST(Structured, AHeadingGoesOnToTheNextWhenNothingStandsBetween)
{
    EXPECT_THAT(pack("# A\n\n## B\n\ntext\n\n## C\n\n# D\n\nmore\n", {.max = 20}).texts(),
                ElementsAre("# A\n\n## B\n\ntext\n\n## C", "# D\n\nmore"));
}

TEST(Structured, AHeadingAtTheEndStaysWithWhatIsBefore)
{
    EXPECT_THAT(pack("one two three. Four five six.\n\n# End\n", {.max = 7}).texts(),
                ElementsAre("one two three.", "Four five six.\n\n# End"));
}

TEST(Structured, ParagraphsAreKeptWholeWhileTheyFit)
{
    const std::string text = "One two three. Four five six.\n\nSeven eight. Nine ten.\n\nEleven twelve.\n";
    EXPECT_THAT(pack(text, {.max = 8}).texts(),
                ElementsAre("One two three. Four five six.", "Seven eight. Nine ten.\n\nEleven twelve."));
    EXPECT_THAT(pack(text, {.max = 4}).texts(),
                ElementsAre("One two three.", "Four five six.", "Seven eight. Nine ten.", "Eleven twelve."));
}

TEST(Structured, TablesAreCutBetweenRows)
{
    const std::string text = "| h1 | h2 |\n|---|---|\n| a | b |\n| c | d |\n| e | f |\n";
    // rows are five words each, the head is six
    EXPECT_THAT(pack(text, {.max = 12}).texts(),
                ElementsAre("| h1 | h2 |\n|---|---|\n| a | b |", "| c | d |\n| e | f |"));
    const Packed whole = pack("Some text.\n\n" + text, {.max = 21});
    EXPECT_THAT(whole.texts(), ElementsAre("Some text.", text.substr(0, text.size() - 1)));
    EXPECT_EQ(whole.chunks[1].startReason, BoundaryReason::Paragraph);
    EXPECT_EQ(pack(text, {.max = 12}).chunks[1].startReason, BoundaryReason::TableRow);
}

TEST(Structured, LinesOfCodeKeepTheirIndent)
{
    EXPECT_THAT(pack("```py\nif a:\n    b = 1\n    c = 2\n```\n", {.max = 4}).texts(),
                ElementsAre("```py\nif a:", "    b = 1", "    c = 2\n```"));
    EXPECT_THAT(pack("One two.\n\n    b = 1\n      c = 2\n", {.max = 3}).texts(),
                ElementsAre("One two.", "    b = 1", "      c = 2"));
    EXPECT_THAT(packPage("<p>One two<pre>  b = 1\n    c = 2</pre>", {.max = 3}).texts(),
                ElementsAre("One two", "  b = 1", "    c = 2"));
}

TEST(Structured, CaptionsStayWithTheirTables)
{
    const std::string rows = "<tr><td>a<td>b<tr><td>c<td>d";
    EXPECT_THAT(
        packPage("<p>One two three four<table><caption>Prices now</caption>" + rows + "</table>", {.max = 7}).texts(),
        ElementsAre("One two three four", "Prices now\na\tb\nc\td"));
    EXPECT_THAT(
        packPage("<p>One two three<figure><table>" + rows + "</table><figcaption>Prices now</figcaption></figure>",
                 {.max = 7})
            .texts(),
        ElementsAre("One two three", "a\tb\nc\td\n\nPrices now"));
    // a table that is cut: the caption goes with its first rows
    EXPECT_THAT(packPage("<p>One two<table><caption>Prices now</caption>" + rows + "</table>", {.max = 4}).texts(),
                ElementsAre("One two", "Prices now\na\tb", "c\td"));
}

TEST(Structured, ListsAreCutBetweenItemsAndCodeBetweenLines)
{
    const Packed list = pack("- one two\n- three four\n  - five\n- six\n", {.max = 6});
    // the second item is kept whole with what is in it
    EXPECT_THAT(list.texts(), ElementsAre("- one two", "- three four\n  - five", "- six"));
    EXPECT_EQ(list.chunks[1].startReason, BoundaryReason::ListItem);
    const Packed code = pack("```c\nint a;\n  int b;\nint c;\n```\n", {.max = 5});
    EXPECT_THAT(code.texts(), ElementsAre("```c\nint a;\n  int b;", "int c;\n```"));
    EXPECT_EQ(code.chunks[1].startReason, BoundaryReason::Line);
}

TEST(Structured, WhatIsPutApartSharesNoChunkWhenItIsCut)
{
    const std::string table = "| h1 | h2 |\n|---|---|\n| a | b |\n| c | d |\n";
    const std::string text = "Some text.\n\n" + table + "\nMore text.\n";
    EXPECT_THAT(pack(text, {.max = 13}).texts(),
                ElementsAre("Some text.\n\n| h1 | h2 |\n|---|---|\n| a | b |", "| c | d |\n\nMore text."));
    const BlockPolicies tableApart{.table = BlockPolicy::Apart};
    EXPECT_THAT(pack(text, {.max = 13, .policies = tableApart}).texts(),
                ElementsAre("Some text.", "| h1 | h2 |\n|---|---|\n| a | b |", "| c | d |", "More text."));
    // one that fits is not alone
    EXPECT_THAT(pack(text, {.max = 18, .policies = tableApart}).texts(),
                ElementsAre("Some text.\n\n" + table.substr(0, table.size() - 1), "More text."));
    const BlockPolicies all{BlockPolicy::Apart, BlockPolicy::Apart, BlockPolicy::Apart};
    EXPECT_THAT(pack("one\n\n- two three\n- four five\n\nsix\n", {.max = 5, .policies = all}).texts(),
                ElementsAre("one", "- two three", "- four five", "six"));
    EXPECT_THAT(pack("one\n\n- two three\n- four five\n\nsix\n", {.max = 5}).texts(),
                ElementsAre("one\n\n- two three", "- four five\n\nsix"));
    EXPECT_THAT(pack("# H\n\none\n\n```\ntwo three\nfour five\n```\nsix\n", {.max = 4, .policies = all}).texts(),
                ElementsAre("# H\n\none", "```\ntwo three", "four five\n```", "six"));
    EXPECT_THAT(pack("# H\n\n```\ntwo three\nfour five\n```\nsix\n", {.max = 5, .policies = all}).texts(),
                ElementsAre("# H\n\n```\ntwo three", "four five\n```", "six"));
}

TEST(Structured, RowsOfAFreeTableFillChunks)
{
    const std::string text = "one two three four five six seven\n\n| h |\n|---|\n| a |\n| b |\n";
    const BlockPolicies freely{.table = BlockPolicy::Free};
    EXPECT_THAT(pack(text, {.max = 14}).texts(),
                ElementsAre("one two three four five six seven", "| h |\n|---|\n| a |\n| b |"));
    EXPECT_THAT(pack(text, {.max = 14, .policies = freely}).texts(),
                ElementsAre("one two three four five six seven\n\n| h |\n|---|\n| a |", "| b |"));
    EXPECT_THAT(pack("| h |\n|---|\n| a |\n| b |\n", {.max = 14, .desired = 8, .policies = freely}).texts(),
                ElementsAre("| h |\n|---|\n| a |", "| b |"));
    EXPECT_THAT(pack("| h |\n|---|\n| a |\n| b |\n", {.max = 14, .desired = 8}).texts(),
                ElementsAre("| h |\n|---|\n| a |\n| b |"));
}

TEST(Structured, SentencesAreThoseOfTheRule)
{
    const auto units = [](std::string text, SentenceRule rule) {
        const Packed packed = pack(std::move(text), {.max = 9, .rule = rule});
        Texts all;
        for (const Unit &unit : packed.segmentation->units)
            all.emplace_back(packed.document->slice(unit.source));
        return all;
    };
    const std::string text = "# H. I.\n\nAsk Dr. Smith today. He is in. 再见！真的？\n\n- One. Two.\n";
    EXPECT_THAT(units(text, SentenceRule::TerminatorThenOpener),
                ElementsAre("# H. I.", "Ask Dr.", "Smith today.", "He is in. 再见！真的？", "- One.", "Two."));
    EXPECT_THAT(units(text, SentenceRule::Smart),
                ElementsAre("# H. I.", "Ask Dr. Smith today.", "He is in.", "再见！", "真的？", "- One.", "Two."));
    EXPECT_THAT(units("one two\nthree four\n\n- One. Two.\n", SentenceRule::Unicode),
                ElementsAre("one two", "three four", "- One.", "Two."));
}

TEST(Structured, MarksOfQuotationsBelongToWhatTheyMark)
{
    EXPECT_THAT(pack("> one\n> two\n>\n> three\n", {.max = 5}).texts(), ElementsAre("> one\n> two\n>", "> three"));
}

TEST(Structured, ALongSentenceIsCutBehindItsHeading)
{
    EXPECT_THAT(pack("# A b\n\none two three four five\n", {.max = 4}).texts(),
                ElementsAre("# A b\n\none", "two three four five"));
}

TEST(Structured, DesiredClosesChunksEarlyAndMaxIsForWholePieces)
{
    const std::string text = "one two\n\nthree four\n\nfive six\n\nseven eight nine ten eleven\n";
    EXPECT_THAT(pack(text, {.max = 8, .desired = 4}).texts(),
                ElementsAre("one two\n\nthree four", "five six", "seven eight nine ten eleven"));
}

TEST(Structured, OverlapIsOfWholeSentencesInTheSection)
{
    const std::string text = "# A\n\nOne two. Three four. Five six. Seven eight.\n\n# B\n\nNine.\n";
    EXPECT_THAT(pack(text, {.max = 6, .overlap = 2}).texts(),
                ElementsAre("# A\n\nOne two. Three four.", "Three four. Five six. Seven eight.", "# B\n\nNine."));
    EXPECT_THAT(pack(text, {.max = 6, .overlap = 2, .overlapsSections = true}).texts(),
                ElementsAre("# A\n\nOne two. Three four.", "Three four. Five six. Seven eight.",
                            "Seven eight.\n\n# B\n\nNine."));
}

TEST(Structured, LevelsPartOnlyWhereAsked)
{
    EXPECT_THAT(
        pack("# A\n\na\n\n## B\n\nb\n\n# C\n\nc\n", {.max = 20, .bound = SectionBound::Levels, .level = 1}).texts(),
        ElementsAre("# A\n\na\n\n## B\n\nb", "# C\n\nc"));
    EXPECT_THAT(pack("# A\n\na b\n\n## B\n\nc d\n", {.max = 6, .bound = SectionBound::None}).texts(),
                ElementsAre("# A\n\na b", "## B\n\nc d"));
}

bool holdsHeadingsOnly(const BlockTree &tree, ByteRange range)
{
    bool hasHeading = false;
    for (std::size_t number = 0; number < tree.blocks().size(); ++number) {
        const Block &block = tree.blocks()[number];
        if (block.parent != Block::none || !ByteRange(block.bytes).intersects(range))
            continue;
        if (block.kind != BlockKind::Heading)
            return false;
        hasHeading = true;
    }
    return hasHeading;
}

/// What is put apart and does not fit shares no chunk with anything but headings.
void expectPolicies(const Packed &packed, const Sizes &sizes)
{
    const BlockTree &tree = packed.document->blocks();
    for (std::size_t number = 0; number < tree.blocks().size(); number = tree.after(number)) {
        const Block &block = tree.blocks()[number];
        const BlockPolicy policy = block.kind == BlockKind::Table             ? sizes.policies.table
            : block.kind == BlockKind::Fence || block.kind == BlockKind::Code ? sizes.policies.code
            : block.kind == BlockKind::List                                   ? sizes.policies.list
                                                                              : BlockPolicy::Parts;
        const ByteRange visible = stripSpaces(packed.document->text(), block.bytes);
        if (policy != BlockPolicy::Apart
            || sharedTokenizer(sizes.tokenizer).count(packed.document->slice(visible)) <= sizes.max + 4)
            continue;
        for (const Chunk &chunk : packed.chunks) {
            if (!chunk.source.intersects(visible))
                continue;
            for (std::size_t other = 0; other < tree.blocks().size(); other = tree.after(other)) {
                const Block &beside = tree.blocks()[other];
                ASSERT_TRUE(other == number || beside.kind == BlockKind::Heading
                            || !ByteRange(beside.bytes).intersects(chunk.source))
                    << packed.document->slice(chunk.source);
            }
        }
    }
}

/// What is visible of the range, with the indent of code.
ByteRange visibleIn(const Document &document, ByteRange range)
{
    ByteRange visible = stripSpaces(document.text(), range);
    for (const Block &block : document.blocks().blocks()) {
        const bool isCode = block.kind == BlockKind::Fence || block.kind == BlockKind::Code;
        const std::size_t lineBegin = document.text().find_last_of("\r\n", visible.begin) + 1;
        if (isCode && ByteRange(block.bytes).contains(visible.begin) && lineBegin >= range.begin)
            visible.begin = lineBegin;
    }
    return visible;
}

void expectPromises(const Packed &packed, const Sizes &sizes)
{
    const std::string_view text = packed.document->text();
    const BlockTree &tree = packed.document->blocks();
    const Tokenizer &tokenizer = sharedTokenizer(sizes.tokenizer);
    std::size_t covered = 0;
    for (std::size_t i = 0; i < packed.chunks.size(); ++i) {
        const Chunk &chunk = packed.chunks[i];
        const std::string_view slice = packed.document->slice(chunk.source);
        ASSERT_EQ(chunk.tokens, tokenizer.count(slice)) << i;
        ASSERT_TRUE(chunk.tokens <= sizes.max || chunk.isIndivisible) << i;
        ASSERT_EQ(visibleIn(*packed.document, chunk.source), chunk.source) << i;
        ASSERT_EQ(skipSpaces(text, covered, chunk.source.begin), std::max(covered, chunk.source.begin)) << i;
        covered = chunk.source.end;
        const bool isLast = i + 1 == packed.chunks.size();
        if (!isLast && chunk.endReason != BoundaryReason::ForcedWord
            && chunk.endReason != BoundaryReason::ForcedCharacter && chunk.startReason != BoundaryReason::ForcedWord
            && chunk.startReason != BoundaryReason::ForcedCharacter) {
            ASSERT_FALSE(holdsHeadingsOnly(tree, chunk.source)) << slice;
        }
        // nothing of another section, but headings on the way to one, or headings that head nothing
        if (sizes.bound != SectionBound::Every || sizes.overlapsSections)
            continue;
        bool hasText = false;
        for (std::size_t number = 0; number < tree.blocks().size(); ++number) {
            const Block &block = tree.blocks()[number];
            if (block.parent != Block::none || !ByteRange(block.bytes).intersects(chunk.source))
                continue;
            const auto headsNothing = [&] {
                std::size_t next = number + 1;
                while (next < tree.blocks().size() && tree.blocks()[next].kind == BlockKind::Heading
                       && tree.blocks()[next].level > block.level)
                    ++next;
                return next == tree.blocks().size() || tree.blocks()[next].kind == BlockKind::Heading;
            };
            ASSERT_FALSE(block.kind == BlockKind::Heading && hasText && !headsNothing()) << slice;
            for (std::size_t inside = number; inside < tree.after(number); ++inside)
                hasText = hasText || (tree.isLeaf(inside) && tree.blocks()[inside].kind != BlockKind::Heading);
        }
    }
    ASSERT_EQ(skipSpaces(text, covered, text.size()), text.size());
    expectPolicies(packed, sizes);
    // what fits is whole, if no heading right before it needed the room
    for (std::size_t number = 0; number < tree.blocks().size(); ++number) {
        const Block &block = tree.blocks()[number];
        const bool isKept
            = block.kind == BlockKind::Table || block.kind == BlockKind::TableRow || block.kind == BlockKind::Fence;
        const bool followsHeading = number > 0 && tree.blocks()[number - 1].kind == BlockKind::Heading;
        if (!isKept || block.parent != Block::none || followsHeading
            || tokenizer.count(packed.document->slice(block.bytes)) > sizes.max / 2
            || (block.kind == BlockKind::Table && sizes.policies.table == BlockPolicy::Free)
            || (block.kind == BlockKind::Fence && sizes.policies.code == BlockPolicy::Free))
            continue;
        const bool isWhole = std::ranges::any_of(
            packed.chunks, [&](const Chunk &chunk) { return chunk.source.contains(stripSpaces(text, block.bytes)); });
        ASSERT_TRUE(isWhole) << packed.document->slice(block.bytes);
    }
}

TEST(Structured, PromisesHoldOnRandomMarkdown)
{
    std::mt19937 random(17);
    for (int round = 0; round < 600; ++round) {
        const std::string text = randomMarkdown(random);
        Sizes sizes;
        sizes.max = 1 + random() % 60;
        sizes.desired = random() % 3 == 0 ? 1 + random() % sizes.max : 0;
        sizes.overlap = random() % 2 == 0 ? random() % sizes.max : 0;
        sizes.bound = static_cast<SectionBound>(random() % 3);
        sizes.overlapsSections = random() % 4 == 0;
        sizes.policies = {static_cast<BlockPolicy>(random() % 3), static_cast<BlockPolicy>(random() % 3),
                          static_cast<BlockPolicy>(random() % 3)};
        sizes.rule = random() % 2 == 0 ? SentenceRule::Smart : SentenceRule::TerminatorThenOpener;
        sizes.tokenizer = random() % 2 == 0 ? "words" : "cl100k_base";
        const Packed packed = pack(text, sizes);
        expectPromises(packed, sizes);
        sizes.withEdges = false;
        const Packed slow = pack(text, sizes);
        ASSERT_EQ(slow.texts(), packed.texts());
        if (HasFatalFailure()) {
            FAIL() << "max " << sizes.max << " desired " << sizes.desired << " overlap " << sizes.overlap << " bound "
                   << static_cast<int>(sizes.bound) << " " << sizes.tokenizer << "\n"
                   << text;
        }
    }
}

TEST(Structured, PlainTextIsCutAtParagraphsAndLines)
{
    const auto chunks = chunkText("milk\nbread and butter for tomorrow morning\neggs\n\nOne more paragraph.",
                                  {.strategy = "structured", .tokenizer = "words", .max = 7});
    EXPECT_THAT(textsOf(*chunks),
                ElementsAre("milk\nbread and butter for tomorrow morning", "eggs\n\nOne more paragraph."));
}

} // namespace
} // namespace cw::testing
