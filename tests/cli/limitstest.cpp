// SPDX-License-Identifier: GPL-3.0-or-later
// Models on the command line.
#include "cli/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <string>

namespace {

using cw::test::runCli;
using testing::HasSubstr;

const std::string handbook = CW_RESOURCES "/samples/harbour-handbook.md";

TEST(CliModel, MaxHoldsWhatItAdds)
{
    const auto with = runCli({"chunk", "--model", "e5-base-v2", "--max", "104", "--overlap", "10", handbook});
    const auto without = runCli({"chunk", "--tokenizer", "bert-uncased", "--max", "100", "--overlap", "10", handbook});
    ASSERT_EQ(with.exitCode, 0) << with.err;
    EXPECT_EQ(std::count(with.out.begin(), with.out.end(), '\n'),
              std::count(without.out.begin(), without.out.end(), '\n'));
    EXPECT_THAT(with.out, HasSubstr("\"embed_text\":\"passage: "));
    EXPECT_THAT(without.out, testing::Not(HasSubstr("embed_text")));
}

TEST(CliModel, SaysWhatIsWrongWithIt)
{
    EXPECT_THAT(runCli({"chunk", "--model", "bge-m3", handbook}).err, HasSubstr("tokenizer.json"));
    EXPECT_THAT(runCli({"chunk", "--model", "nope", handbook}).err, HasSubstr("\"nope\""));
    EXPECT_THAT(runCli({"chunk", "--no-special-tokens", handbook}).err, HasSubstr("needs a model"));
    EXPECT_THAT(runCli({"chunk", "--model", "e5-base-v2", "--tokenizer", "words", handbook}).err,
                HasSubstr("bert-uncased"));
}

TEST(CliModel, AreListedWithTheirSource)
{
    const auto list = runCli({"list", "models", "--json"});
    const QJsonArray models = QJsonDocument::fromJson(QByteArray::fromStdString(list.out)).array();
    ASSERT_GE(models.size(), 30);
    for (const QJsonValue model : models) {
        EXPECT_FALSE(model.toObject().value(QStringLiteral("source")).toString().isEmpty());
        EXPECT_GT(model.toObject().value(QStringLiteral("input_limit")).toInt(), 0);
    }
    EXPECT_THAT(runCli({"list", "models"}).out, HasSubstr("a text becomes [CLS] \"passage: \" text [SEP]"));
}

TEST(CliModel, SizesOverItsLimitAreSaidOncePerCause)
{
    const cw::test::Scratch scratch;
    const std::string records = cw::test::record("a", "One. Two.") + cw::test::record("b", "Three.");
    const auto said = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"chunk", "--model=bge-base-en-v1.5"});
        const auto result = runCli(options, records);
        EXPECT_EQ(result.exitCode, 0) << result.err;
        return result.err;
    };
    EXPECT_EQ(said({"--max=512"}), "");
    EXPECT_EQ(said({"--strategy=fixed-words", "--max=5000"}), "") << "words are not what the model counts";
    const std::string byDefault = said({"--strategy=markdown-headers"});
    EXPECT_EQ(byDefault,
              "chunkwright-cli: The configuration has max 1000, the default of markdown-headers, but BGE base en "
              "v1.5 reads only 512 tokens and cuts off the rest of a larger chunk. Lower max to 512.\n");
    // special tokens come on top
    EXPECT_THAT(said({"--max=512", "--no-special-tokens"}), HasSubstr("Lower max to 510."));
    const std::string overridden = said({"--max=500", "--for=markdown.strategy=markdown-headers", "--for=text.max=600",
                                         "--for=csv.max=600", "--for=pdf.max=512"});
    EXPECT_THAT(overridden, HasSubstr("The override for the format markdown has max 1000, the default of"));
    EXPECT_THAT(overridden, HasSubstr("The override for the format text and 1 other have max 600, but"));
    EXPECT_THAT(overridden, testing::Not(HasSubstr("max 512,")));
    EXPECT_THAT(overridden, testing::Not(HasSubstr("The configuration has")));
}

TEST(CliLimits, CountUnderSeveralModels)
{
    const auto run = runCli({"limits", "--json", "--models", "e5-base-v2,text-embedding-3-small,words", "--strategy",
                             "recursive-sentence", "--max", "700", "--overlap", "20", handbook});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    const QJsonArray rows = QJsonDocument::fromJson(QByteArray::fromStdString(run.out)).array();
    ASSERT_EQ(rows.size(), 3);
    const QJsonObject e5 = rows[0].toObject();
    EXPECT_EQ(e5.value(QStringLiteral("overhead_tokens")).toInt(), 4);
    EXPECT_EQ(e5.value(QStringLiteral("over")).toArray().size(), e5.value(QStringLiteral("chunks_over")).toInt());
    EXPECT_GT(e5.value(QStringLiteral("chunks_over")).toInt(), 0);
    EXPECT_EQ(rows[1].toObject().value(QStringLiteral("chunks_over")).toInt(), 0);
    EXPECT_EQ(rows[2].toObject().value(QStringLiteral("input_limit")).toInt(), 0);
    EXPECT_THAT(runCli({"limits", handbook}).out, HasSubstr("all-minilm-l6-v2"));
    // Two chunks of one and two words.
    const auto halves = runCli(
        {"limits", "--json", "--models", "words", "--strategy", "fixed-words", "--max", "2", "--overlap", "0", "-"},
        "one two three");
    EXPECT_THAT(halves.out, HasSubstr("\"tokens_min\":1,\"tokens_median\":1.5,\"tokens_max\":2")) << halves.err;
    EXPECT_THAT(runCli({"limits", "--models", "bge-m3", handbook}).err, HasSubstr("tokenizer.json"));
}

TEST(CliLimits, OfALongFileNameTheEndIsShownAndColumnsStayInPlace)
{
    const cw::test::Scratch scratch;
    const std::string profile = scratch.write("a-very-long-name-of-a-profile-für-Überlänge.json", R"({
        "schema": "chunk-model/1", "id": "house", "title": "House", "tokenizer": "words", "special_tokens": {},
        "input_limit": 100, "source": "us"})");
    const auto run = runCli({"limits", "--models", "words," + profile, handbook});
    ASSERT_EQ(run.exitCode, 0) << run.err;
    EXPECT_THAT(run.out, HasSubstr("\n...-profile-für-Überlänge.json     100 ")) << run.out;
    EXPECT_THAT(run.out, HasSubstr("\nwords                                -"));
}

} // namespace
