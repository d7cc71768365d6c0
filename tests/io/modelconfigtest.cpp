// SPDX-License-Identifier: GPL-3.0-or-later
// Models in configurations, fingerprints and exports.
#include "io/configjson.h"
#include "io/exporter.h"
#include "io/modelfile.h"

#include <gtest/gtest.h>

#include <QBuffer>
#include <QFile>
#include <QTemporaryDir>

namespace cw {
namespace {

RunConfig e5()
{
    RunConfig config = defaultConfig("recursive-sentence", "bert-uncased");
    config.model = "e5-base-v2";
    return config;
}

QString fingerprintOf(const RunConfig &config)
{
    const auto fingerprint = configFingerprint(config);
    EXPECT_TRUE(fingerprint);
    return fingerprint ? *fingerprint : QString();
}

QByteArray writeFile(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(bytes);
    return bytes;
}

TEST(ModelConfig, RoundTripsAndDecidesTheFingerprint)
{
    const RunConfig config = e5();
    const auto json = configToJson(config);
    ASSERT_TRUE(json);
    EXPECT_TRUE(json->contains("\"special_tokens\": 2")) << json->toStdString();
    EXPECT_TRUE(json->contains("\"passage_prefix\": \"passage: \""));
    const auto read = configFromJson(*json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, config);

    RunConfig uncounted = config;
    uncounted.countSpecialTokens = false;
    const auto readUncounted = configFromJson(*configToJson(uncounted));
    ASSERT_TRUE(readUncounted) << readUncounted.error().message;
    EXPECT_EQ(*readUncounted, uncounted);
    RunConfig none = config;
    none.model.clear();
    EXPECT_NE(fingerprintOf(config), fingerprintOf(uncounted));
    EXPECT_NE(fingerprintOf(config), fingerprintOf(none));
    EXPECT_NE(fingerprintOf(uncounted), fingerprintOf(none));
    EXPECT_FALSE(configToJson(none)->contains("\"model\""));
}

TEST(ModelConfig, TellsAProfileThatHasChanged)
{
    QByteArray json = *configToJson(e5());
    const auto errorOf = [&](const QByteArray &from, const QByteArray &to) {
        QByteArray changed = json;
        EXPECT_TRUE(changed.contains(from));
        const auto read = configFromJson(changed.replace(from, to));
        return read ? Error{} : read.error();
    };
    EXPECT_EQ(errorOf("\"passage: \"", "\"p: \"").subject, "size.model.passage_prefix");
    EXPECT_EQ(errorOf("\"passage: \"", "\"p: \"").code, ErrorCode::MissingResource);
    EXPECT_EQ(errorOf("\"e5-base-v2\"", "\"e6\"").subject, "size.model.id");
    EXPECT_EQ(errorOf("\"e5-base-v2\"", "\"bge-m3\"").subject, "size.tokenizer.id");
    EXPECT_EQ(errorOf("\"counted\"", "\"countet\"").subject, "size.model.countet");
    EXPECT_EQ(errorOf("\"special_tokens\": 2", "\"special_tokens\": 3").code == ErrorCode::Internal, false);
}

TEST(ModelConfig, ProfileFilesAreFoundBesideTheConfiguration)
{
    QTemporaryDir folder;
    writeFile(folder.filePath(QStringLiteral("mine.json")),
              R"({"schema":"chunk-model/1","id":"mine","title":"Mine","tokenizer":"bert-uncased",)"
              R"("special_tokens":{"after":["[SEP]"]},"input_limit":99,"source":"s"})");
    const auto profile = loadModelFile(folder.filePath(QStringLiteral("mine.json")));
    ASSERT_TRUE(profile) << profile.error().message;
    RunConfig config = e5();
    config.model = folder.filePath(QStringLiteral("mine.json")).toStdString();
    QByteArray json = *configToJson(config);
    json.replace(QByteArray::fromStdString(config.model), "mine.json");
    writeFile(folder.filePath(QStringLiteral("config.json")), json);
    const auto read = readConfigFile(folder.filePath(QStringLiteral("config.json")));
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(modelInput(read->config)->profile->inputLimit, 99U);
    EXPECT_EQ(fingerprintOf(read->config), fingerprintOf(config));

    const auto broken = loadModelFile(folder.filePath(QStringLiteral("config.json")));
    ASSERT_FALSE(broken);
    EXPECT_EQ(broken.error().code, ErrorCode::InvalidConfig);
    EXPECT_NE(broken.error().message.find("config.json"), std::string::npos);
    EXPECT_EQ(loadModelFile(folder.filePath(QStringLiteral("none.json"))).error().code, ErrorCode::Io);
}

TEST(ModelConfig, TheUsualOverlapIsSmallerThanWhatTheModelLeaves)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("long.json"));
    writeFile(
        path,
        R"({"schema":"chunk-model/1","id":"long","title":"Long","tokenizer":"bert-uncased",)"
        R"("special_tokens":{},"passage_prefix":"a b c d e f g h i j k l m n o p q r ","input_limit":99,"source":"s"})");
    const auto profile = loadModelFile(path);
    ASSERT_TRUE(profile) << profile.error().message;
    RunConfig config = e5();
    config.model = path.toStdString();
    config.max = 20; // 18 letters leave two tokens to the text
    EXPECT_EQ(textMax(config), 2);
    EXPECT_EQ(usualOverlap(config), 1) << "3 of 20, but for the prefix";
    config.max = 10;
    EXPECT_EQ(usualOverlap(config), 0);
}

TEST(ModelExport, SaysWhatTheModelReads)
{
    Caches caches;
    RunConfig config = e5();
    const auto snapshot = run({{Document::create("a.txt", std::string("Two words."), {})}, config, 1, {}}, caches, {});
    ASSERT_TRUE(snapshot);
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    ASSERT_TRUE(findExporter("jsonl")->write({*snapshot, {}, false, {}}, buffer, {}));
    const QByteArray out = buffer.data();
    EXPECT_TRUE(out.contains(R"("text":"Two words.","prefix":"passage: ","embed_text":"passage: Two words.",)"));
    EXPECT_TRUE(out.contains(R"("tokens":{"text":3,"embed_text":7,"tokenizer":"bert-uncased"})")) << out.toStdString();
}

} // namespace
} // namespace cw
