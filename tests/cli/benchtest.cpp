// SPDX-License-Identifier: GPL-3.0-or-later
// What bench reports beside times: sizes, counts and results, which have to be those of the other commands.
#include "cli/process.h"

#include <QJsonDocument>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>
#include <set>

namespace {

using cw::test::ProcessResult;
using cw::test::runCli;
using cw::test::Scratch;
using testing::HasSubstr;

QJsonObject reportOf(const ProcessResult &result)
{
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.lines().size(), 1U);
    const QJsonDocument document = QJsonDocument::fromJson(QByteArray::fromStdString(result.out));
    EXPECT_TRUE(document.isObject()) << result.out;
    return document.object();
}

QJsonArray list(const QJsonObject &object, const char *key)
{
    return object.value(QLatin1String(key)).toArray();
}

qint64 number(const QJsonObject &object, const char *key)
{
    return object.value(QLatin1String(key)).toInteger(-1);
}

/// Every {"min","median","max"} below `value` is in order and not negative; returns how many there were.
/// `isOfTwo`: no more than two measurements were made, so the median lies halfway.
int checkSpreads(const QJsonValue &value, bool isOfTwo = false)
{
    int found = 0;
    for (const QJsonValue element : value.toArray())
        found += checkSpreads(element, isOfTwo);
    const QJsonObject object = value.toObject();
    for (auto it = object.begin(); it != object.end(); ++it)
        found += checkSpreads(*it, isOfTwo);
    if (object.contains(QStringLiteral("median"))) {
        EXPECT_GE(number(object, "min"), 0);
        EXPECT_LE(number(object, "min"), number(object, "median"));
        EXPECT_LE(number(object, "median"), number(object, "max"));
        if (isOfTwo) {
            EXPECT_EQ(number(object, "median"), (number(object, "min") + number(object, "max")) / 2);
        }
        ++found;
    }
    return found;
}

const std::string sentences = "One two three. Four five six seven. Eight nine. Ten eleven twelve thirteen. Fourteen.\n";

TEST(CliBench, ReportsSizesAndWhatTheOtherCommandsReport)
{
    const Scratch scratch;
    const std::string first = scratch.write("a.txt", sentences + "na\xC3\xAFve");
    const std::string second = scratch.write("b.txt", "");
    const QJsonObject report = reportOf(runCli({"bench", "--json", "--repeat=2", "--tokenizer=words,o200k_base",
                                                "--strategy=all", "--max=3,7", "--overlap=0,2,5", first, second}));
    EXPECT_EQ(report.value(QStringLiteral("schema")).toString(), QStringLiteral("bench/1"));
    EXPECT_EQ(number(report, "documents"), 2);
    EXPECT_EQ(number(report, "bytes"), static_cast<qint64>(sentences.size()) + 6);
    EXPECT_EQ(number(report, "characters"), static_cast<qint64>(sentences.size()) + 5);
    EXPECT_GT(checkSpreads(report, true), 200);

    const QJsonArray tokenizers = list(report, "tokenizers");
    ASSERT_EQ(tokenizers.size(), 2);
    EXPECT_EQ(tokenizers[0].toObject().value(QStringLiteral("id")).toString(), QStringLiteral("words"));
    EXPECT_EQ(number(tokenizers[0].toObject(), "tokens"), 15);

    const QJsonArray strategies = list(report, "strategies");
    const auto known = QJsonDocument::fromJson(QByteArray::fromStdString(runCli({"list", "strategies", "--json"}).out));
    ASSERT_EQ(strategies.size(), 2 * known.array().size());
    for (const QJsonValue value : strategies) {
        const QJsonObject strategy = value.toObject();
        const std::string id = strategy.value(QStringLiteral("strategy")).toString().toStdString();
        const std::string tokenizer = strategy.value(QStringLiteral("tokenizer")).toString().toStdString();
        const QJsonArray ticks = list(strategy, "ticks");
        ASSERT_EQ(ticks.size(), 5) << id; // 3/0, 3/2, 7/0, 7/2, 7/5
        for (const QJsonValue entry : ticks) {
            const QJsonObject tick = entry.toObject();
            const ProcessResult chunks = runCli({"chunk", "--strategy", id, "--tokenizer", tokenizer, "--max",
                                                 std::to_string(number(tick, "max")), "--overlap",
                                                 std::to_string(number(tick, "overlap")), first, second});
            EXPECT_EQ(number(tick, "chunks"), static_cast<qint64>(chunks.lines().size())) << id << ' ' << tokenizer;
        }
    }
}

TEST(CliBench, CountsNoRangesWhereThereIsNoText)
{
    const QJsonObject empty = reportOf(runCli({"bench", "--json", "--repeat=1", "--input=text"}, std::string("")));
    EXPECT_FALSE(list(empty, "tokenizers")[0].toObject().contains(QStringLiteral("range_count")));
    const QJsonObject some = reportOf(runCli({"bench", "--json", "--repeat=1", "--input=text"}, sentences));
    EXPECT_TRUE(list(some, "tokenizers")[0].toObject().contains(QStringLiteral("range_count")));
}

/// Tables for later ticks are made by ticks that pack, which a repeated one does not do.
TEST(CliBench, TicksOfOnePairOfSizesPackToo)
{
    const Scratch scratch;
    std::string words;
    for (int word = 0; word < 40'000; ++word)
        words += "word ";
    const std::string file = scratch.write("long.txt", words);
    for (const char *sizes : {"--max=300", "--max=300,300", "--max=300,200"}) {
        const QJsonObject report = reportOf(runCli({"bench", "--json", "--repeat=1", "--input=document",
                                                    "--strategy=recursive-sentence", "--overlap=0", sizes, file}));
        const QJsonObject strategy = list(report, "strategies")[0].toObject();
        EXPECT_GT(number(strategy, "first_ticks"), 0) << sizes;
        const QJsonObject tick = list(strategy, "ticks")[0].toObject();
        EXPECT_EQ(number(tick, "max"), 300);
        EXPECT_EQ(number(tick, "chunks"), (40'000 + 299) / 300) << sizes;
    }
}

TEST(CliBench, TableNamesWhatWasMeasured)
{
    const ProcessResult result = runCli({"bench", "--repeat=1", "--strategy=token-window", "--input=text"}, sentences);
    EXPECT_EQ(result.exitCode, 0) << result.err;
    EXPECT_EQ(result.err, "");
    for (const char *part : {"1 document,", "reading and decoding", "o200k_base: 20 tokens", "vocabulary",
                             "index, cold", "index, warm", "count of a range", "token-window, o200k_base",
                             "segmentation", "first run", "re-chunk", "whole tick", "peak memory"})
        EXPECT_THAT(result.out, HasSubstr(part));
}

TEST(CliBench, SaysWhatItIsDoingWhenAsked)
{
    const ProcessResult result = runCli({"bench", "--verbose", "--repeat=1", "--input=text"}, sentences);
    EXPECT_THAT(result.err, HasSubstr("chunkwright-cli: o200k_base: indexing, cold and warm.\n"));
    EXPECT_THAT(result.err, HasSubstr("chunkwright-cli: structured, o200k_base: ticks.\n"));
}

TEST(CliBench, TextWithoutAByteHasNoRates)
{
    const Scratch scratch;
    const ProcessResult result = runCli({"bench", "--json", "--repeat=1", scratch.write("empty.txt", "")});
    EXPECT_EQ(number(reportOf(result), "bytes"), 0);
    EXPECT_THAT(result.out, testing::Not(HasSubstr("bytes_per_s\":-")));
}

TEST(CliBench, UnusableInputIsNamed)
{
    const ProcessResult missing = runCli({"bench", "no-such-file.txt"});
    EXPECT_EQ(missing.exitCode, 6);
    EXPECT_THAT(missing.err, HasSubstr("no-such-file.txt"));
    EXPECT_EQ(missing.out, "");

    const Scratch scratch;
    const ProcessResult broken = runCli({"bench", scratch.write("docs.jsonl", "{\"text\":\"a\"}\n{\"text\":")});
    EXPECT_EQ(broken.exitCode, 4);
    EXPECT_THAT(broken.err, HasSubstr("docs.jsonl, line 2"));
    EXPECT_EQ(broken.out, "");
}

} // namespace
