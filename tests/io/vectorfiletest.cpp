// SPDX-License-Identifier: GPL-3.0-or-later
// Vectors kept on disk, and fetched when they are not.
#include "io/vectorfile.h"
#include "io/configjson.h"
#include "io/exporter.h"
#include "io/sentencevectorfetch.h"
#include "segment/sentencevectors.h"

#include "support/fakeembeddingserver.h"

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sys/stat.h>

namespace cw {
namespace {

using test::AskedRequest;
using test::FakeEmbeddingServer;
using test::GivenAnswer;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

/// A cache folder and a model of its own for each test: what is loaded stays loaded.
class VectorFile : public ::testing::Test
{
protected:
    VectorFile()
    {
        static int number = 0;
        m_model = "model-" + std::to_string(++number);
        qputenv("XDG_CACHE_HOME", m_folder.path().toUtf8());
        test::needApplication();
    }
    ~VectorFile() override { qunsetenv("XDG_CACHE_HOME"); }

    /// As another start of the program finds it.
    void startAnew(const std::string &model) const
    {
        const QString path = vectorFilePath(model);
        const QString aside = path + QStringLiteral(".aside");
        QFile::remove(aside);
        const bool isThere = QFile::rename(path, aside);
        ASSERT_TRUE(removeVectors(model));
        ASSERT_TRUE(!isThere || QFile::rename(aside, path));
    }

    [[nodiscard]] RunConfig config(const std::string &server) const
    {
        RunConfig made = defaultConfig("semantic", "words");
        made.embedding = {server, m_model};
        made.parameters.set("window", std::int64_t{2});
        made.parameters.set("percentile", std::int64_t{80});
        made.parameters.set("smallest", std::int64_t{0});
        return made;
    }

    static VectorBatch batch(std::string_view sentence, std::vector<std::int16_t> numbers)
    {
        return {numbers.size(), {sha256(sentence)}, numbers};
    }

    QTemporaryDir m_folder;
    std::string m_model;
};

const std::string fruit = "Fruit is ripe. Fruit is sweet. Fruit is red. Fruit is sold. ";
const std::string bridges = "Bridges are long. Bridges are old. Bridges are high. Bridges are steel. ";
const std::string music = "Songs are sung. Songs are loud. Songs are short. Songs are new.";

std::shared_ptr<const Document> story()
{
    return Document::fromText("story", fruit + bridges + music);
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    EXPECT_TRUE(file.open(QIODevice::ReadOnly));
    return file.readAll();
}

TEST_F(VectorFile, ComesBackAndIsPrivate)
{
    EXPECT_EQ(loadVectors(m_model), "");
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, -2, 32767})));
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("two", {-32767, 256, 0})));
    EXPECT_EQ(saveVectors(m_model), "");
    const QString path = vectorFilePath(m_model);
    EXPECT_TRUE(path.startsWith(m_folder.path() + QStringLiteral("/chunkwright/vectors/")));
    EXPECT_EQ(QFile::permissions(path) & (QFile::ReadGroup | QFile::ReadOther), QFile::Permissions());
    EXPECT_FALSE(contentOf(path).contains("one"));

    startAnew(m_model);
    EXPECT_EQ(sentenceVectors(m_model), nullptr);
    EXPECT_EQ(loadVectors(m_model), "");
    const auto kept = sentenceVectors(m_model);
    ASSERT_NE(kept, nullptr);
    EXPECT_EQ(kept->size(), 2U);
    EXPECT_THAT(kept->vector(*kept->find(sha256("one"))), ElementsAre(1, -2, 32767));
    EXPECT_THAT(kept->vector(*kept->find(sha256("two"))), ElementsAre(-32767, 256, 0));
}

TEST_F(VectorFile, IsTheSameInWhateverOrderVectorsCame)
{
    const std::string other = m_model + "x";
    for (const char *sentence : {"a", "b", "c"})
        ASSERT_TRUE(keepSentenceVectors(m_model, batch(sentence, {static_cast<std::int16_t>(sentence[0])})));
    EXPECT_EQ(saveVectors(m_model), "");
    const QByteArray first = contentOf(vectorFilePath(m_model));
    ASSERT_TRUE(removeVectors(m_model));
    EXPECT_FALSE(QFileInfo::exists(vectorFilePath(m_model)));
    for (const char *sentence : {"c", "a", "b"})
        ASSERT_TRUE(keepSentenceVectors(m_model, batch(sentence, {static_cast<std::int16_t>(sentence[0])})));
    EXPECT_EQ(saveVectors(m_model), "");
    EXPECT_EQ(contentOf(vectorFilePath(m_model)), first);
}

TEST_F(VectorFile, DamageOfAnyByteIsSaidAndTheFileMadeAnew)
{
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_EQ(saveVectors(m_model), "");
    const QString path = vectorFilePath(m_model);
    const QByteArray good = contentOf(path);
    std::vector<QByteArray> bad{{}, "x", good.left(good.size() - 1), good + "x"};
    for (qsizetype at = 0; at < good.size(); ++at) {
        bad.push_back(good);
        bad.back()[at] = static_cast<char>(bad.back()[at] ^ 0x41);
    }
    for (const QByteArray &bytes : bad) {
        startAnew(m_model);
        {
            QFile file(path);
            ASSERT_TRUE(file.open(QIODevice::WriteOnly));
            file.write(bytes);
        }
        EXPECT_THAT(loadVectors(m_model), AllOf(HasSubstr(path.toStdString()), HasSubstr("cannot be used (damaged")));
        EXPECT_EQ(loadVectors(m_model), "") << "said once";
        EXPECT_EQ(sentenceVectors(m_model), nullptr);
    }
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_EQ(saveVectors(m_model), "");
    EXPECT_EQ(contentOf(path), good);
}

TEST_F(VectorFile, OfAnotherModelIsNotTaken)
{
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_EQ(saveVectors(m_model), "");
    std::string other = m_model;
    other.back() = other.back() == 'x' ? 'y' : 'x';
    ASSERT_TRUE(QFile::copy(vectorFilePath(m_model), vectorFilePath(other)));
    EXPECT_THAT(loadVectors(other), HasSubstr("cannot be used"));
    EXPECT_EQ(sentenceVectors(other), nullptr);
}

TEST_F(VectorFile, WhatAnotherProgramAddedMeanwhileStays)
{
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("ours", {1, 2})));
    EXPECT_EQ(saveVectors(m_model), "");
    const QByteArray ours = contentOf(vectorFilePath(m_model));
    ASSERT_TRUE(removeVectors(m_model));
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("theirs", {3, 4})));
    // written behind our back
    QFile file(vectorFilePath(m_model));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(ours);
    file.close();
    EXPECT_EQ(saveVectors(m_model), "");
    startAnew(m_model);
    EXPECT_EQ(loadVectors(m_model), "");
    EXPECT_EQ(sentenceVectors(m_model)->size(), 2U);
}

TEST_F(VectorFile, AFolderThatCannotBeWrittenIsSaid)
{
    const QString blocked = m_folder.filePath(QStringLiteral("file"));
    {
        QFile file(blocked);
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    }
    qputenv("XDG_CACHE_HOME", blocked.toUtf8());
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_THAT(saveVectors(m_model), AllOf(HasSubstr("were not kept in"), HasSubstr("the folder cannot be made")));
}

/// Opening one to read or to lock would wait for a writer without end.
TEST_F(VectorFile, PipesInPlaceOfTheFileOrItsLockAreNotWaitedFor)
{
    const QString path = vectorFilePath(m_model);
    ASSERT_TRUE(QDir().mkpath(QFileInfo(path).path()));
    ASSERT_EQ(::mkfifo(QFile::encodeName(path).constData(), 0600), 0);
    EXPECT_THAT(loadVectors(m_model), AllOf(HasSubstr(path.toStdString()), HasSubstr("it is no file")));
    EXPECT_THAT(keptVectorFiles(), IsEmpty());
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_THAT(saveVectors(m_model), AllOf(HasSubstr("were not kept in"), HasSubstr("it is no file")));

    ASSERT_TRUE(removeVectors(m_model));
    const QString lock = path + QStringLiteral(".lock");
    QFile::remove(lock);
    ASSERT_EQ(::mkfifo(QFile::encodeName(lock).constData(), 0600), 0);
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_THAT(saveVectors(m_model), AllOf(HasSubstr("were not kept in"), HasSubstr(".lock is no file")));
}

TEST_F(VectorFile, AreListedByModelAndForgotten)
{
    const std::string other = m_model + " \u00e9/..";
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    ASSERT_TRUE(keepSentenceVectors(other, batch("one", {1, 2, 3})));
    ASSERT_TRUE(keepSentenceVectors(other, batch("two", {1, 2, 3})));
    EXPECT_EQ(saveVectors(m_model), "");
    EXPECT_EQ(saveVectors(other), "");
    // of nobody, and cut short
    for (const char *name : {"x.vectors", "y.vectors"}) {
        QFile file(QFileInfo(vectorFilePath(m_model)).path() + u'/' + QLatin1String(name));
        ASSERT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(name[0] == 'x' ? contentOf(vectorFilePath(m_model)) : "chunkwright-vectors 1\n");
    }
    const auto kept = keptVectorFiles();
    ASSERT_THAT(kept, SizeIs(2));
    EXPECT_EQ(kept[0].model, m_model);
    EXPECT_EQ(kept[0].sentences, 1U);
    EXPECT_EQ(kept[0].dimension, 2U);
    EXPECT_EQ(kept[0].bytes, QFileInfo(kept[0].path).size());
    EXPECT_EQ(kept[1].model, other);
    EXPECT_EQ(kept[1].sentences, 2U);
    ASSERT_TRUE(removeVectors(other));
    EXPECT_THAT(keptVectorFiles(), SizeIs(1));
    EXPECT_EQ(sentenceVectors(other), nullptr);
}

TEST_F(VectorFile, VectorsOfAnotherLengthNameTheFileOfThoseKept)
{
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("Fruit is ripe.", {1, 2})));
    EXPECT_EQ(saveVectors(m_model), "");
    FakeEmbeddingServer server(&test::topicVector); // of three numbers
    const VectorFetchRequest request{.documents = {story()}, .config = config(server.address()), .key = {}};
    Caches caches;
    const auto fetched = fetchMissingVectors(request, caches, {});
    ASSERT_TRUE(fetched.hasError());
    EXPECT_THAT(fetched.error().message,
                AllOf(HasSubstr("have 2 numbers, and new ones 3"),
                      HasSubstr("Those kept are in " + vectorFilePath(m_model).toStdString() + ';')));
}

TEST_F(VectorFile, SmallAdditionsAreWrittenWhenTheyAddUp)
{
    ASSERT_TRUE(keepSentenceVectors(m_model, batch("one", {1, 2})));
    EXPECT_EQ(saveVectors(m_model, false), "");
    EXPECT_FALSE(QFileInfo::exists(vectorFilePath(m_model)));
    for (int i = 0; i < 255; ++i)
        ASSERT_TRUE(keepSentenceVectors(m_model, batch(std::to_string(i), {1, 2})));
    EXPECT_EQ(saveVectors(m_model, false), "");
    EXPECT_TRUE(QFileInfo::exists(vectorFilePath(m_model)));
}

TEST_F(VectorFile, WhatIsMissingIsFetchedOnceAndThenNeverAsked)
{
    FakeEmbeddingServer server(&test::topicVector);
    std::vector<std::string> remarks;
    VectorFetchRequest request{.documents = {story()}, .config = config(server.address()), .key = {}};
    request.remark = [&](const std::string &sentence) { remarks.push_back(sentence); };
    {
        Caches caches;
        EXPECT_EQ(*countMissingVectors(request, caches, {}), 12U);
        EXPECT_THAT(server.requests(), IsEmpty());
        EXPECT_TRUE(run({request.documents, request.config, 1, {}}, caches, {}).hasError());
        const auto fetched = fetchMissingVectors(request, caches, {});
        ASSERT_TRUE(fetched) << fetched.error().message;
        EXPECT_EQ(fetched->sentences, 12U);
        EXPECT_THAT(server.textsAsked(), SizeIs(12));
        const auto snapshot = run({request.documents, request.config, 1, {}}, caches, {});
        ASSERT_TRUE(snapshot);
        ASSERT_EQ((*snapshot)->chunkCount, 3U);
        EXPECT_EQ((*snapshot)->chunkSets[0]->chunks()[1].source.begin, fruit.size());
        EXPECT_EQ((*snapshot)->chunkSets[0]->chunks()[2].source.begin, fruit.size() + bridges.size());
        EXPECT_EQ(caches.counters().segmentations, 1U) << "sentences are found once for both";
    }
    startAnew(m_model);
    Caches caches;
    request.config.embedding.server.clear(); // offline
    EXPECT_EQ(fetchMissingVectors(request, caches, {})->sentences, 0U);
    EXPECT_EQ((*run({request.documents, request.config, 1, {}}, caches, {}))->chunkCount, 3U);
    EXPECT_THAT(server.textsAsked(), SizeIs(12));
    EXPECT_THAT(remarks, IsEmpty());

    request.documents = {Document::fromText("b", fruit + "Songs are different.")};
    const auto offline = fetchMissingVectors(request, caches, {});
    ASSERT_TRUE(offline.hasError());
    EXPECT_EQ(offline.error().code, ErrorCode::MissingResource);
    EXPECT_THAT(offline.error().message, HasSubstr("for 1 sentence, and the configuration names no embedding server"));
    request.config.embedding.server = server.address();
    EXPECT_EQ(fetchMissingVectors(request, caches, {})->sentences, 1U);
    EXPECT_EQ(server.textsAsked().back(), "Songs are different.");
}

TEST_F(VectorFile, WhatCameBeforeAnErrorIsKept)
{
    int number = 0;
    FakeEmbeddingServer server(FakeEmbeddingServer::Answerer([&](const AskedRequest &asked) {
        if (++number > 2)
            return GivenAnswer{.status = 500};
        return GivenAnswer{.body = FakeEmbeddingServer::vectorsJson({asked.texts.size(), {1, 2}})};
    }));
    VectorFetchRequest request{.documents = {story()}, .config = config(server.address()), .key = {}};
    request.limits.textsPerRequest = 4;
    request.limits.requestsAtOnce = 1;
    {
        Caches caches;
        EXPECT_TRUE(fetchMissingVectors(request, caches, {}).hasError());
    }
    startAnew(m_model);
    Caches caches;
    EXPECT_EQ(*countMissingVectors(request, caches, {}), 4U);
}

TEST_F(VectorFile, ConfigurationsKeepServerAndModelAndFingerprintsTheModel)
{
    const RunConfig made = config("http://localhost:1/v1");
    const auto json = configToJson(made);
    ASSERT_TRUE(json);
    EXPECT_THAT(json->toStdString(),
                HasSubstr("\"embedding\": {\n    \"server\": \"http://localhost:1/v1\",\n    \"model\": \"" + m_model
                          + "\"\n  }"));
    const auto read = configFromJson(*json);
    ASSERT_TRUE(read) << read.error().message;
    EXPECT_EQ(*read, made);
    RunConfig elsewhere = made;
    elsewhere.embedding.server = "https://example.org/v1";
    EXPECT_EQ(*configFingerprint(elsewhere), *configFingerprint(made));
    elsewhere.embedding.server.clear();
    EXPECT_EQ(*configFingerprint(elsewhere), *configFingerprint(made));
    EXPECT_EQ(*configFromJson(*configToJson(elsewhere)), elsewhere);
    RunConfig otherModel = made;
    otherModel.embedding.model += 'x';
    EXPECT_NE(*configFingerprint(otherModel), *configFingerprint(made));
    RunConfig words = made;
    words.embedding = {};
    EXPECT_NE(*configFingerprint(words), *configFingerprint(made));
    // who compares no sentences is as without
    RunConfig structured = defaultConfig("structured", "words");
    const auto without = configFingerprint(structured);
    structured.embedding = made.embedding;
    EXPECT_EQ(*configFingerprint(structured), *without);
    EXPECT_EQ(*configFromJson(*configToJson(structured)), structured);
    // unless an override does
    structured.overrides.push_back({OverrideScope::Format, "text", "semantic", 300, 0, {}});
    const auto withOverride = configFingerprint(structured);
    structured.embedding.model += 'x';
    EXPECT_NE(*configFingerprint(structured), *withOverride);

    const auto faultOf = [&](std::string embedding) {
        std::string text = json->toStdString();
        const std::size_t begin = text.find("\"embedding\": {");
        text.replace(begin, text.find('}', begin) + 1 - begin, "\"embedding\": " + embedding);
        const auto broken = configFromJson(QByteArray::fromStdString(text));
        return broken ? std::string() : broken.error().subject + ": " + broken.error().message;
    };
    EXPECT_THAT(faultOf("3"), HasSubstr("embedding"));
    EXPECT_THAT(faultOf("{}"), HasSubstr("embedding.model"));
    EXPECT_THAT(faultOf(R"({"model":""})"), HasSubstr("embedding.model"));
    EXPECT_THAT(faultOf(R"({"model":"m","key":"k"})"), HasSubstr("embedding.key"));
    EXPECT_THAT(faultOf(R"({"model":"m","server":"host"})"), HasSubstr("embedding.server: "));
}

} // namespace
} // namespace cw
