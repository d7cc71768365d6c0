// SPDX-License-Identifier: GPL-3.0-or-later
// Each rule at its threshold, one step beside it, and with the places it points at. Values by hand.
#include "formats/format.h"
#include "formats/markdownblocks.h"
#include "support/auditing.h"
#include "tokenize/tokenizerformats.h"
#include "tokenize/tokenizerreference.h"

#include <gtest/gtest.h>

namespace cw::testing {
namespace {

using Lines = std::vector<std::string>;

ParameterValues threshold(std::string_view id, std::int64_t value)
{
    ParameterValues values;
    values.set(id, value);
    return values;
}

/// The findings' places as text.
Lines placesOf(const ChunkSets &sets, const AuditReport &report)
{
    Lines places;
    for (const Finding &finding : report.findings)
        places.emplace_back(sets[finding.document]->document().slice(finding.where));
    return places;
}

TEST(OverCeiling, MoreThanMaxTokensAndNotWhenMaxCountsSomethingElse)
{
    const ChunkSets sets{chunkSetOfMarked("a b c |d e")};
    EXPECT_EQ(lines(audited(sets, only("over-ceiling"), 2)), Lines{"0:0 over-ceiling [0,6)"});
    EXPECT_EQ(lines(audited(sets, only("over-ceiling"), 3)), Lines{});
    EXPECT_EQ(lines(audited(sets, only("over-ceiling"), 1, 0, SizeUnit::Words)), Lines{});
    EXPECT_EQ(lines(audited(sets, only("over-ceiling", threshold("ceiling", 2)), 100, 0, SizeUnit::Sentences)),
              Lines{"0:0 over-ceiling [0,6)"});
    const AuditReport report = audited(sets, only("over-ceiling"), 2);
    EXPECT_EQ(findingMessage(report.findings.at(0)), "Holds 3 tokens, over the ceiling of 2.");
    EXPECT_EQ(report.findings[0].severity, Severity::Error);
}

TEST(ShortenedPrefix, NamesWhatIsLeftOutAndNothingElse)
{
    const auto messageFor = [](std::int64_t headings, std::int64_t tableHeads) {
        Finding finding;
        while (rules()[finding.rule]->id != "shortened-prefix")
            ++finding.rule;
        finding.value = headings;
        finding.limit = tableHeads;
        return findingMessage(finding);
    };
    const std::string end = ", which would have taken over half of max.";
    EXPECT_EQ(messageFor(1, 0), "The prefix lacks 1 outer heading" + end);
    EXPECT_EQ(messageFor(2, 0), "The prefix lacks 2 outer headings" + end);
    EXPECT_EQ(messageFor(0, 1), "The prefix lacks the table's header" + end);
    EXPECT_EQ(messageFor(3, 1), "The prefix lacks 3 outer headings and the table's header" + end);
}

TEST(TooSmall, FewerThanTheMinimum)
{
    std::string forty;
    for (int i = 0; i < 40; ++i)
        forty += "w ";
    const ChunkSets sets{chunkSetOfMarked(forty + "|" + forty.substr(2))};
    EXPECT_EQ(lines(audited(sets, only("too-small"))), Lines{"0:1 too-small [80,158)"});
    EXPECT_EQ(lines(audited(sets, only("too-small", threshold("minimum", 39)))), Lines{});
    EXPECT_EQ(audited(sets, only("too-small", threshold("minimum", 41))).findings.size(), 2U);
}

TEST(MidSentence, PointsAtTheFirstAndTheLastWord)
{
    const ChunkSets sets{chunkSetOfMarked("The fox jumps over |the dog. |It sleeps.")};
    EXPECT_EQ(placesOf(sets, audited(sets, only("mid-sentence-start"))), Lines{"the"});
    EXPECT_EQ(placesOf(sets, audited(sets, only("mid-sentence-end"))), Lines{"over"});
}

TEST(MidSentence, ReferenceMethodLooksAtTheFirstLetterOnly)
{
    ParameterValues reference;
    reference.set("method", std::string("reference"));
    const ChunkSets sets{chunkSetOfMarked("prices rose. |iPhone sales |Fell.\n\n|\u00aa")};
    EXPECT_EQ(placesOf(sets, audited(sets, only("mid-sentence-start", reference))),
              (Lines{"prices", "iPhone", "\u00aa"}));
    EXPECT_EQ(placesOf(sets, audited(sets, only("mid-sentence-start"))), (Lines{"Fell."}));
}

TEST(UnresolvedReference, PointsAtTheOpener)
{
    const ChunkSets sets{chunkSetOfMarked("Tea or coffee. |The latter is hot. |IT budgets fell. |**They** rose.")};
    EXPECT_EQ(placesOf(sets, audited(sets, only("unresolved-reference"))), (Lines{"The latter", "They"}));
    ParameterValues reference;
    reference.set("method", std::string("reference"));
    EXPECT_EQ(placesOf(sets, audited(sets, only("unresolved-reference", reference))), (Lines{"The latter", "IT"}));
}

TEST(UnresolvedReference, ReferencePlacesComeFromTheEmittedText)
{
    const auto document = Document::fromText("d", "the \n latter  it");
    const auto segmentation = std::make_shared<const Segmentation>(
        Segmentation{EmittedText::joinedWithSpaces(*document, {{0, 3}, {6, 12}, {14, 16}}), {}});
    ASSERT_EQ(*segmentation->emitted.text(), "the latter it");
    Chunk first;
    first.source = {0, 12};
    first.emit = {0, 10};
    Chunk second;
    second.source = {14, 16};
    second.emit = {11, 13};
    const ChunkSets sets{std::make_shared<const ChunkSet>(document, segmentation, std::vector<Chunk>{first, second})};
    EXPECT_EQ(placesOf(sets, audited(sets, referenceAuditProfile())),
              (Lines{"the \n latter", "the", "the \n latter", "it", "it", "it"}));
}

TEST(PointerOnly, JudgedByWhatIsLeft)
{
    const ChunkSets sets{chunkSetOfMarked("See section 3. |Yes. |[link] |Rain, see above.")};
    EXPECT_EQ(lines(audited(sets, only("pointer-only"))),
              (Lines{"0:0 pointer-only [0,15)", "0:2 pointer-only [20,27)"}));
}

TEST(ExcessOverlap, MoreThanThePercentOfTheChunk)
{
    // Ten words a chunk; the second shares two of them (20 %), the third three (30 %).
    const std::string text = "a b c d e f g h i j k l m n o p q r s t u v w x y";
    const ChunkSets sets{chunkSetOf(text, {{0, 19}, {16, 35}, {30, 49}})};
    const AuditReport report = audited(sets, only("excess-overlap"));
    EXPECT_EQ(lines(report), Lines{"0:2 excess-overlap [30,35)"});
    EXPECT_EQ(report.findings[0].value, 30);
    EXPECT_EQ(findingMessage(report.findings[0]), "Repeats 30 percent of itself from the chunk before, more than 20.");
    EXPECT_EQ(lines(audited(sets, only("excess-overlap", threshold("percent", 30)))), Lines{});
    EXPECT_EQ(audited(sets, only("excess-overlap", threshold("percent", 19))).findings.size(), 2U);
}

TEST(ExcessOverlap, NeverReadsAsItsOwnLimit)
{
    // 21 of 104 words are 20.2 percent.
    std::string text;
    for (int i = 0; i < 187; ++i)
        text += "w ";
    const ChunkSets sets{chunkSetOf(text, {{0, 208}, {166, 374}})};
    ASSERT_EQ(sets[0]->chunks()[1].overlapTokens, 21U);
    ASSERT_EQ(sets[0]->chunks()[1].tokens, 104U);
    const AuditReport report = audited(sets, only("excess-overlap"));
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].value, 21);
}

TEST(NoOverlap, OnlyWhenAskedForAndOnlyWhereNothingIsShared)
{
    const ChunkSets sets{chunkSetOf("a b c d e f", {{0, 5}, {4, 7}, {8, 11}}), chunkSetOfMarked("a |b")};
    EXPECT_EQ(lines(audited(sets, only("no-overlap"), 300, 0)), Lines{});
    const AuditReport report = audited(sets, only("no-overlap"), 300, 2);
    EXPECT_EQ(lines(report), (Lines{"0:2 no-overlap [8,9)", "1:1 no-overlap [2,3)"}));
    EXPECT_EQ(report.findings[0].limit, 2);
}

TEST(NoOverlap, FieldReportOv10)
{
    const auto report = [](std::size_t overlap) {
        const ChunkSets sets{chunkText("aa bb. cc dd. ee ff.", {.max = 4, .overlap = overlap})};
        return lines(audited(sets, only("no-overlap"), 4, overlap));
    };
    EXPECT_EQ(report(1), Lines{"0:1 no-overlap [14,16)"});
    EXPECT_EQ(report(2), Lines{});
}

TEST(Duplicate, SameTextAsTheFirstChunkThatHasIt)
{
    const ChunkSets sets{chunkSetOfMarked("one two |three |one two |one twO "), chunkSetOfMarked("x|one two ")};
    const AuditReport report = audited(sets, only("duplicate"));
    EXPECT_EQ(lines(report), (Lines{"0:2 duplicate [14,22)", "1:1 duplicate [1,9)"}));
    EXPECT_EQ(report.findings[0].value, 1);
    EXPECT_EQ(report.findings[1].value, 1);
    EXPECT_EQ(findingMessage(report.findings[0]), "Has the same text as chunk 1 of the run.");
}

TEST(Duplicate, EqualEdgesAreNotEnough)
{
    const std::string head(100, 'h');
    const std::string tail(200, 't');
    std::string marked;
    for (int i = 0; i < 50; ++i)
        marked += head + std::to_string(100 + i % 25) + tail + "|";
    const AuditReport report = audited({chunkSetOfMarked(marked + "end")}, only("duplicate"));
    ASSERT_EQ(report.findings.size(), 25U);
    for (std::size_t i = 0; i < 25; ++i) {
        EXPECT_EQ(report.findings[i].chunk, i + 25);
        EXPECT_EQ(report.findings[i].value, static_cast<std::int64_t>(i) + 1);
    }
}

TEST(SpecialTokenText, EveryPlaceInEveryChunkThatHoldsAllOfIt)
{
    const std::string text = "a <|endoftext|> b <|fim_prefix|> c <| x |> <|> <||> <|a b|>";
    const ChunkSets sets{chunkSetOf(text, {{0, 20}, {2, 32}, {18, text.size()}})};
    EXPECT_EQ(placesOf(sets, audited(sets, only("special-token-text"))),
              (Lines{"<|endoftext|>", "<|endoftext|>", "<|fim_prefix|>", "<|fim_prefix|>"}));
    EXPECT_EQ(lines(audited(sets, only("special-token-text"))),
              (Lines{"0:0 special-token-text [2,15)", "0:1 special-token-text [2,15)", "0:1 special-token-text [18,32)",
                     "0:2 special-token-text [18,32)"}));
}

TEST(SpecialTokenText, OfTheTokenizerInUse)
{
    const std::string text = "[SEP] [NOTE] <|im_end|> <s> [CLS [MASK] <b> <unused_0>";
    const ChunkSets sets{chunkSetOf(text, {{0, text.size()}})};
    const auto places = [&](std::string_view tokenizer) {
        return placesOf(sets, audited(sets, only("special-token-text"), 300, 0, SizeUnit::Tokens, tokenizer));
    };
    EXPECT_EQ(places("bert-uncased"), (Lines{"[SEP]", "<|im_end|>", "[MASK]"}));
    EXPECT_EQ(places("o200k_base"), (Lines{"<|im_end|>"}));
}

/// Special tokens of a file have any form: with other brackets, with spaces, without brackets, one the other's begin.
TEST(SpecialTokenText, OfATokenizerFileInWhateverForm)
{
    std::string added;
    int id = 1;
    for (const char *text : {"<\uFF5Cend\u2581of\u2581text\uFF5C>", "[gMASK]", "BEGIN OF TEXT", "BEGIN",
                             "\u2581\u2581fin", "<unused7>", "note"}) {
        added += std::string(id > 1 ? "," : "") + R"({"id":)" + std::to_string(id) + R"(,"content":")" + text
            + R"(","single_word":false,"lstrip":false,"rstrip":false,"normalized":false,"special":)"
            + (text == std::string_view("note") ? "false}" : "true}");
        ++id;
    }
    const auto tokenizer = readTokenizerJson(R"({"version":"1.0","added_tokens":[)" + added
                                                 + R"(],"model":{"type":"WordLevel","unk_token":"?","vocab":{"?":0}}})",
                                             {"specialtokentext/tokenizer.json", "5e"});
    ASSERT_TRUE(tokenizer) << tokenizer.error().message;
    registerTokenizer(*tokenizer);
    const std::string text
        = "<\uFF5Cend\u2581of\u2581text\uFF5C> note [MASK] [gMASK] BEGIN OF TEXT BEGIN OF TEX \u2581\u2581fin "
          "<unused7> <unused8> <|x|> BEGIN";
    const ChunkSets sets{chunkSetOf(text, {{0, text.size()}})};
    EXPECT_EQ(placesOf(sets,
                       audited(sets, only("special-token-text"), 300, 0, SizeUnit::Tokens,
                               "specialtokentext/tokenizer.json")),
              (Lines{"<\uFF5Cend\u2581of\u2581text\uFF5C>", "[gMASK]", "BEGIN OF TEXT", "BEGIN", "\u2581\u2581fin",
                     "<unused7>", "<|x|>", "BEGIN"}));
    EXPECT_EQ(placesOf(sets, audited(sets, only("special-token-text"))), Lines{"<|x|>"});
}

TEST(MidWordStart, FieldReportOv18)
{
    const std::string text = "alpha beta gamma delta epsilon";
    const ChunkSets sets{chunkSetOf(text, {{0, 12}, {7, 19}, {14, 26}, {21, 30}}, BoundaryReason::Token, "characters")};
    EXPECT_EQ(placesOf(sets, audited(sets, only("mid-word-start"))), (Lines{"eta", "ma", "a"}));
}

TEST(MidWordStart, ScriptsWithoutSpacesAndPartsOfACharacter)
{
    const ChunkSets sets{
        chunkSetOfMarked("日本|語。|カナ|ภาษา|ไทย; |при|вет e|\u0301a 👍|🏽 x-|y 1|2",
                         BoundaryReason::Token)};
    EXPECT_EQ(placesOf(sets, audited(sets, only("mid-word-start"))), (Lines{"вет", "\u0301a", "🏽", "2"}));
}

TEST(ControlCharacters, CountsThemOncePerChunk)
{
    const ChunkSets sets{
        chunkSetOfMarked(std::string("a\0b\x1f \t\n\v\f\r|\u00e9\u0085\uff01|\u009f\ufffd\x7f|clean", 30))};
    const AuditReport report = audited(sets, only("control-characters"));
    ASSERT_EQ(lines(report), (Lines{"0:0 control-characters [1,2)", "0:2 control-characters [17,19)"}));
    EXPECT_EQ(report.findings[0].value, 2);
    EXPECT_EQ(report.findings[1].value, 3);
}

TEST(ControlCharacters, FoundAtEveryPlaceOfALongText)
{
    for (const std::size_t at : {0U, 255U, 256U, 257U, 511U, 998U}) {
        std::string text(1000, 'x');
        text[at] = '\x01';
        const AuditReport report = audited({chunkSetOf(text, {{0, text.size()}})}, only("control-characters"));
        ASSERT_EQ(report.findings.size(), 1U) << at;
        EXPECT_EQ(report.findings[0].where, (ByteRange{at, at + 1}));
    }
}

TEST(LoneCarriageReturn, FieldReportEx02)
{
    const ChunkSets sets{chunkSetOfMarked("One two\r\r|Three\r\n"), chunkSetOfMarked("One\r\ntwo\n")};
    const AuditReport report = audited(sets, only("lone-carriage-return"));
    EXPECT_EQ(lines(report), Lines{"0:0 lone-carriage-return [7,8)"});
    EXPECT_EQ(report.findings[0].value, 2);
}

TEST(UnclosedFence, IsFoundWhereItOpens)
{
    const std::string text = "# A\n\n```sh\nls\n```\n\n~~~\nmore\n";
    DocumentParts parts{text, "markdown", &markdown::readBlocks};
    const auto document = Document::create("test", std::move(parts), {});
    const auto marked = [&](std::shared_ptr<const Document> of) {
        auto whole = std::make_shared<const Segmentation>(Segmentation{EmittedText::fromSource(*of), {}});
        std::vector<Chunk> chunks(2);
        chunks[0].source = chunks[0].emit = {0, 17};
        chunks[1].source = chunks[1].emit = {19, text.size() - 1};
        return std::make_shared<const ChunkSet>(std::move(of), std::move(whole), std::move(chunks));
    };
    EXPECT_EQ(lines(audited({marked(document)}, only("unclosed-fence"))), Lines{"0:1 unclosed-fence [19,22)"});
    EXPECT_TRUE(audited({marked(Document::fromText("test", text))}, only("unclosed-fence")).findings.empty());
}

TEST(UnclosedFence, IsFoundInEveryFormatWithBlocksBetweenMarks)
{
    const auto found = [](std::string_view format, const std::string &text) {
        const auto document = *readDocument("d", text, {}, *findFormat(format), {});
        const ChunkSets sets{chunkDocument(document, {.strategy = "token-window", .max = 100, .overlap = 0})};
        return placesOf(sets, audited(sets, only("unclosed-fence")));
    };
    EXPECT_EQ(found("markdown", "Text\n\n```\ncode\n"), Lines{"```"});
    EXPECT_EQ(found("rst", "== ==\n1  2\n\nText\n"), Lines{"== =="});
    EXPECT_EQ(found("asciidoc", "----\ncode\n"), Lines{"----"});
    EXPECT_EQ(found("text", "----\ncode\n"), Lines{});
}

TEST(UnsuitableTokenizer, FieldReportTk05)
{
    std::string text;
    for (int i = 0; i < 500; ++i)
        text += "你好";
    const ChunkSets sets{chunkSetOf(text, {{0, text.size()}})};
    ASSERT_EQ(sets[0]->chunks()[0].tokens, 1U);
    const AuditReport report = audited(sets, only("unsuitable-tokenizer"));
    ASSERT_EQ(report.findings.size(), 1U);
    EXPECT_EQ(report.findings[0].value, 100);
    EXPECT_TRUE(audited(sets, only("unsuitable-tokenizer"), 300, 0, SizeUnit::Tokens, "characters").findings.empty());
    const ChunkSets spaced{chunkSetOfMarked("An English text with 你好 in it and https://example.org/a/long/address.")};
    EXPECT_TRUE(audited(spaced, only("unsuitable-tokenizer")).findings.empty());
}

TEST(RepeatedBoilerplate, FieldReportEx08)
{
    const ChunkSets sets{chunkText("Acme Manual\nText one.\n1\n\fAcme Manual\nText two.\n2\n", {.max = 9})};
    ASSERT_EQ(textsOf(*sets[0]), (Lines{"Acme Manual Text one. 1 Acme Manual Text two.", "2"}));
    const AuditReport report = audited(sets, only("repeated-boilerplate"));
    EXPECT_EQ(placesOf(sets, report), (Lines{"Acme Manual", "2"}));
    EXPECT_EQ(report.findings.at(0).value, 3);
    EXPECT_EQ(report.findings.at(1).value, 1);
}

TEST(RepeatedBoilerplate, LinesAtTheEdgesOfEnoughPages)
{
    const auto placesIn = [](const std::string &text, std::int64_t percent = 20) {
        const ChunkSets sets{chunkSetOfMarked(text)};
        return placesOf(sets, audited(sets, only("repeated-boilerplate", threshold("percent", percent))));
    };
    EXPECT_EQ(placesIn("A\n|x\n|A"), Lines{}); // one page
    EXPECT_EQ(placesIn("A\nx\fB\ny"), Lines{});
    EXPECT_EQ(placesIn("a\n|Page 9 of 12\n\f\n|b\n| Page 10 of 12 \r\n"), (Lines{"Page 9 of 12", "Page 10 of 12"}));
    EXPECT_EQ(placesIn("H\na|\fH\nb|\fc|\fd|\fe"), (Lines{"H", "H"}));
    EXPECT_EQ(placesIn("H\na|\fH\nb|\fc|\fd|\fe", 41), Lines{});
    EXPECT_EQ(placesIn("\f\f|H\f \n|H\f"), (Lines{"H", "H"}));
}

} // namespace
} // namespace cw::testing
