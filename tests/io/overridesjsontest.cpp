// SPDX-License-Identifier: GPL-3.0-or-later
// Overrides in configuration files and exports.
#include "io/configjson.h"
#include "io/exporter.h"
#include "run/effectiveconfig.h"

#include <QBuffer>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace cw {
namespace {

using ::testing::HasSubstr;

ChunkingOverride overrideFor(OverrideScope scope, std::string target, std::string strategy, std::int64_t max,
                             std::int64_t overlap)
{
    return {scope, std::move(target), std::move(strategy), max, overlap, {}};
}

RunConfig configWithTwo()
{
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.overrides = {overrideFor(OverrideScope::Format, "markdown", "fixed-words", 120, 12),
                        overrideFor(OverrideScope::Document, "größe/\"a\".md", "structured", 77, 7)};
    config.overrides[1].parameters.set("sentence", std::string("reference"));
    return config;
}

Error faultOf(const QByteArray &json)
{
    const auto read = configFromJson(json);
    EXPECT_FALSE(read) << json.constData();
    return read ? Error{} : read.error();
}

/// configWithTwo() as JSON with `from` replaced by `to` after `marker`.
QByteArray changed(const char *marker, const char *from, const char *to)
{
    QByteArray json = *configToCompactJson(configWithTwo());
    const auto at = json.indexOf(from, json.indexOf(marker));
    EXPECT_GE(at, 0) << from << " in " << json.constData();
    return json.replace(at, static_cast<int>(qstrlen(from)), to);
}

TEST(OverridesJson, ComeBackAsTheyWere)
{
    const RunConfig config = configWithTwo();
    const auto json = configToJson(config);
    ASSERT_TRUE(json);
    const auto read = configFromJson(*json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, config);
    EXPECT_EQ(*configToJson(*read), *json);
    const QJsonArray list = QJsonDocument::fromJson(*json).object().value(QStringLiteral("overrides")).toArray();
    ASSERT_EQ(list.size(), 2);
    EXPECT_EQ(list[0].toObject().value(QStringLiteral("format")).toString(), QStringLiteral("markdown"));
    const QJsonObject size = list[0].toObject().value(QStringLiteral("size")).toObject();
    EXPECT_EQ(size.value(QStringLiteral("unit")).toString(), QStringLiteral("words"));
    EXPECT_EQ(size.value(QStringLiteral("max")).toInt(), 120);
}

TEST(OverridesJson, FilesWithoutThemStayAsTheyWere)
{
    const RunConfig config = defaultConfig("recursive-sentence", "words");
    EXPECT_FALSE(configToJson(config)->contains("overrides"));
    RunConfig withOne = config;
    withOne.overrides = {overrideFor(OverrideScope::Format, "pdf", "fixed-words", 120, 12)};
    EXPECT_NE(*configFingerprint(withOne), *configFingerprint(config));
    withOne.overrides.clear();
    EXPECT_EQ(*configFingerprint(withOne), *configFingerprint(config));
}

TEST(OverridesJson, EveryPartOfOneIsInTheFingerprintAndTheirOrderIsNot)
{
    const RunConfig config = configWithTwo();
    const auto print = [](const RunConfig &other) { return *configFingerprint(other); };
    RunConfig other = config;
    std::ranges::reverse(other.overrides);
    EXPECT_EQ(print(other), print(config));
    const auto differs = [&](auto change) {
        RunConfig different = config;
        change(different.overrides[1]);
        return print(different) != print(config);
    };
    EXPECT_TRUE(differs([](ChunkingOverride &given) { given.max = 78; }));
    EXPECT_TRUE(differs([](ChunkingOverride &given) { given.overlap = 8; }));
    EXPECT_TRUE(differs([](ChunkingOverride &given) { given.target = "b"; }));
    EXPECT_TRUE(differs([](ChunkingOverride &given) { given.parameters = {}; }));
    EXPECT_TRUE(differs([](ChunkingOverride &given) { given.strategy = "markdown-headers"; }));
    EXPECT_TRUE(differs([](ChunkingOverride &given) {
        given.scope = OverrideScope::Format;
        given.target = "html";
    }));
}

TEST(OverridesJson, FaultsNameTheKey)
{
    const char *second = "größe";
    const struct
    {
        QByteArray json;
        const char *subject;
    } cases[] = {
        {changed("\"overrides\"", "\"max\":120", "\"max\":0"), "overrides[0].size.max"},
        {changed("\"overrides\"", "\"max\":120", "\"max\":\"120\""), "overrides[0].size.max"},
        {changed("\"overrides\"", "\"max\":12}", "\"max\":120}"), "overrides[0].overlap.max"},
        {changed("\"overrides\"", "\"unit\":\"words\"", "\"unit\":\"tokens\""), "overrides[0].size.unit"},
        {changed("\"overrides\"", "fixed-words", "fixed-word"), "overrides[0].strategy.kind"},
        {changed("\"overrides\"", "\"markdown\"", "\"markdwon\""), "overrides[0].format"},
        {changed("\"overrides\"", "\"format\"", "\"formats\""), "overrides[0].formats"},
        {changed("\"overrides\"", "\"format\":", "\"document\":\"x\",\"format\":"), "overrides[0].document"},
        {changed(second, "\"max\":77", "\"maximum\":77"), "overrides[1].size.maximum"},
        {changed(second, "\"reference\"", "\"referenz\""), "overrides[1].strategy.params.sentence"},
        {changed("\"overrides\"", "\"overrides\":[", "\"overrides\":[7,"), "overrides[0]"},
    };
    for (const auto &[json, subject] : cases) {
        const Error fault = faultOf(json);
        EXPECT_EQ(fault.code, ErrorCode::InvalidConfig) << subject;
        EXPECT_EQ(fault.subject, subject) << fault.message;
    }
    QByteArray twice = *configToCompactJson(configWithTwo());
    twice.replace("\"größe/\\\"a\\\".md\"", "\"x\"").replace("\"format\":\"markdown\"", "\"document\":\"x\"");
    EXPECT_EQ(faultOf(twice).subject, "overrides[1].document");
}

TEST(OverridesJson, RecordsOfDocumentsSayWhichWasUsed)
{
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.overrides = {overrideFor(OverrideScope::Document, "b", "fixed-words", 5, 0)};
    Caches caches;
    const auto snapshot
        = run({{Document::fromText("a", "One two three."), Document::fromText("b", "Four five six.")}, config, 1, {}},
              caches, {});
    ASSERT_TRUE(snapshot);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    ExportRequest request;
    request.snapshot = *snapshot;
    ASSERT_TRUE(findExporter("json")->write(request, buffer, {}));
    const QJsonObject exported = QJsonDocument::fromJson(buffer.data()).object();
    const QJsonArray documents = exported.value(QStringLiteral("documents")).toArray();
    ASSERT_EQ(documents.size(), 2);
    EXPECT_FALSE(documents[0].toObject().contains(QStringLiteral("override")));
    EXPECT_EQ(documents[1].toObject().value(QStringLiteral("override")).toObject(),
              (QJsonObject{{QStringLiteral("document"), QStringLiteral("b")}}));
    const auto embedded = configFromJson(QJsonDocument(exported.value(QStringLiteral("config")).toObject()).toJson());
    ASSERT_TRUE(embedded) << embedded.error().message;
    EXPECT_EQ(embedded->overrides, config.overrides);
}

} // namespace
} // namespace cw
