// SPDX-License-Identifier: GPL-3.0-or-later
// The manual page against the program: what it shows works, and nothing is left out of it.
#include "cli/process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace {

using cw::test::ProcessResult;
using cw::test::record;
using cw::test::runCli;
using cw::test::Scratch;
using testing::Contains;
using testing::HasSubstr;

std::string manual()
{
    std::ifstream file(CW_RESOURCES "/../app/cli/chunkwright-cli.1");
    std::string text{std::istreambuf_iterator<char>(file), {}};
    EXPECT_FALSE(text.empty());
    return std::regex_replace(text, std::regex("\\\\-"), "-");
}

std::string section(const std::string &name)
{
    const std::string text = manual();
    const std::size_t begin = text.find(".SH " + name + '\n');
    EXPECT_NE(begin, std::string::npos) << name;
    return text.substr(begin, text.find("\n.SH ", begin + 1) - begin);
}

void collectKeys(const QJsonValue &value, std::set<std::string> &keys)
{
    for (const QJsonValue item : value.toArray())
        collectKeys(item, keys);
    const QJsonObject object = value.toObject();
    for (auto member = object.begin(); member != object.end(); ++member) {
        keys.insert(member.key().toStdString());
        if (member.key() != QLatin1String("config")) // which is described elsewhere
            collectKeys(member.value(), keys);
    }
}

void expectNamed(const std::set<std::string> &keys, const std::string &text)
{
    for (const std::string &key : keys)
        EXPECT_TRUE(std::regex_search(text, std::regex("(^|[^a-z0-9_])" + key + "([^a-z0-9_]|$)"))) << key;
}

TEST(CliManual, TheConfigurationItShowsIsTaken)
{
    const std::string text = section("CONFIGURATION FILES");
    const std::size_t begin = text.find(".nf\n") + 4;
    const Scratch scratch;
    const std::string file = scratch.write("c.json", text.substr(begin, text.find(".fi\n") - begin));
    const ProcessResult result = runCli({"config", "check", file});
    EXPECT_EQ(result.exitCode, 0) << result.err;
    for (const char *member : {"\"overrides\"", "\"pins\"", "\"returned\"", "\"parent_max\""})
        EXPECT_THAT(runCli({"config", "show", file}).out, HasSubstr(member));
}

TEST(CliManual, EveryMemberOfAnExportIsNamed)
{
    const std::string sample = CW_RESOURCES "/samples/harbour-handbook.md";
    const Scratch scratch;
    const std::string page = scratch.write("page.html",
                                           "<title>T</title><h1>" + std::string(2000, 'h')
                                               + "</h1><p>One. Two.</p><table><tr><td>a<td>b</table>");
    std::set<std::string> keys;
    const std::vector<std::vector<std::string>> runs{
        {"--max=100", "--audit=default", sample},
        {"--max=40", "--overlap=10", "--strategy=recursive-sentence", "--neighbours=2", sample, page},
        {"--max=60", "--parent-max=300", "--model=e5-base-v2", "--set=prefix=heading-path", sample, page},
        {"--format=json", "--parent-max=900", "--for=html.max=80", "--for=html.strategy=structured", sample, page},
        {"--strategy=recursive-sentence", "--set=join=space", "--max=30", "--overlap=0", sample},
    };
    for (const std::vector<std::string> &options : runs) {
        std::vector<std::string> arguments{"chunk"};
        arguments.insert(arguments.end(), options.begin(), options.end());
        const ProcessResult result = runCli(arguments);
        ASSERT_EQ(result.exitCode, 0) << result.err;
        for (const std::string &line : result.lines())
            collectKeys(QJsonDocument::fromJson(QByteArray::fromStdString(line)).object(), keys);
        collectKeys(QJsonDocument::fromJson(QByteArray::fromStdString(result.out)).object(), keys);
    }
    EXPECT_GE(keys.size(), 50U);
    expectNamed(keys, section("OUTPUT"));
}

TEST(CliManual, EveryMemberOfAFindingIsNamed)
{
    const std::string twice = "This very sentence stands here twice, word for word. ";
    const ProcessResult result = runCli(
        {"audit", "--strategy=recursive-sentence", "--tokenizer=words", "--max=10", "--overlap=0"}, twice + twice);
    std::set<std::string> keys;
    for (const QJsonObject &finding : result.records())
        for (const QString &key : finding.keys())
            keys.insert(key.toStdString());
    EXPECT_THAT(keys, Contains("other"));
    const std::string text = section("OUTPUT");
    const std::size_t begin = text.find("A finding carries");
    ASSERT_NE(begin, std::string::npos);
    expectNamed(keys, text.substr(begin));
}

TEST(CliManual, EveryOptionIsNamed)
{
    const std::string text = manual();
    for (const char *command : {"chunk", "audit", "limits", "tokenize", "config", "list", "vectors", "bench"}) {
        EXPECT_THAT(text, HasSubstr(std::string("chunkwright-cli ") + command)) << command;
        const std::string help = runCli({command, "--help"}).out;
        EXPECT_THAT(help, HasSubstr(command));
        const std::regex option("\n  (--[a-z-]+)");
        for (auto found = std::sregex_iterator(help.begin(), help.end(), option); found != std::sregex_iterator();
             ++found)
            EXPECT_THAT(text, HasSubstr((*found)[1].str())) << command;
    }
}

} // namespace
