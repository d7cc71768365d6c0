// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/configjson.h"

#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

#include <QFile>
#include <QTemporaryDir>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace cw {
namespace {

using ::testing::HasSubstr;

RunConfig roundTrip(const RunConfig &config)
{
    const auto json = configToJson(config);
    EXPECT_TRUE(json);
    const auto read = configFromJson(*json);
    EXPECT_TRUE(read) << (read ? "" : read.error().message);
    if (!read)
        return {};
    EXPECT_EQ(*configToJson(*read), *json);
    EXPECT_EQ(*configFingerprint(*read), *configFingerprint(config));
    const auto compact = configFromJson(*configToCompactJson(config));
    EXPECT_TRUE(compact && *compact == *read);
    return *read;
}

std::vector<ParameterValue> valuesBesidesDefault(const ParameterSpec &spec)
{
    std::vector<ParameterValue> values;
    switch (spec.kind) {
    case ParameterKind::Integer:
        values = {spec.minimum, spec.maximum};
        break;
    case ParameterKind::Boolean:
        values = {spec.defaultInteger == 0};
        break;
    case ParameterKind::Choice:
        for (const ParameterChoice &choice : spec.choices)
            values.emplace_back(std::string(choice.id));
        break;
    case ParameterKind::StringList:
        values.emplace_back(std::vector<std::string>{"\n\n", "", "é\"\\\u2028", std::string("\0", 1)});
        break;
    }
    std::erase(values, spec.defaultValue());
    return values;
}

TEST(ConfigJson, EveryStrategyAndParameterComesBack)
{
    ASSERT_FALSE(strategies().empty());
    for (const StrategyDescriptor *strategy : strategies()) {
        const RunConfig config = defaultConfig(strategy->id, "words");
        EXPECT_EQ(roundTrip(config), config) << strategy->id;
        for (const ParameterSpec &spec : strategy->parameters) {
            for (const ParameterValue &value : valuesBesidesDefault(spec)) {
                RunConfig changed = config;
                changed.parameters.set(spec.id, value);
                EXPECT_EQ(roundTrip(changed), changed) << strategy->id << " " << spec.id;
                EXPECT_NE(*configFingerprint(changed), *configFingerprint(config)) << strategy->id << " " << spec.id;
            }
        }
    }
}

TEST(ConfigJson, EveryTokenizerComesBackWithItsVocabulary)
{
    for (const TokenizerDescriptor *tokenizer : tokenizers()) {
        RunConfig config = defaultConfig("recursive-sentence", tokenizer->id);
        config.name = "Größe \"7\"\u2028";
        config.max = largestMax;
        config.overlap = largestMax - 1;
        EXPECT_EQ(roundTrip(config), config) << tokenizer->id;
        const auto loaded = tokenizer->create();
        ASSERT_TRUE(loaded);
        EXPECT_EQ(configToJson(config)->contains("\"sha256\""), !(*loaded)->vocabularySha256().empty());
    }
}

TEST(ConfigJson, FileHasTheAgreedShape)
{
    RunConfig config = defaultConfig("recursive-sentence", "words");
    config.name = "handbook";
    config.audit.rules["too-small"].isEnabled = false;
    config.audit.rules["too-small"].severity = Severity::Info;
    EXPECT_EQ(configToJson(config)->toStdString(), R"({
  "schema": "chunk-config/1",
  "name": "handbook",
  "strategy": {
    "kind": "recursive-sentence",
    "params": {
      "join": "space"
    }
  },
  "size": {
    "unit": "tokens",
    "tokenizer": {
      "id": "words",
      "special_tokens": 0
    },
    "max": 300
  },
  "overlap": {
    "unit": "tokens",
    "max": 45
  },
  "audits": {
    "profile": "default",
    "others": true,
    "rules": {
      "too-small": {
        "enabled": false,
        "severity": "info"
      }
    }
  }
}
)");
}

TEST(ConfigJson, FingerprintIsTheHashOfTheCanonicalForm)
{
    ASSERT_EQ(engineAbi, "chunkwright-core/1 unicode=16.0") << "compute the values below anew";
    // Python: sha256((json.dumps(config, sort_keys=True, separators=(",", ":")) + "\n" + abi).encode())
    RunConfig config = defaultConfig("recursive-sentence", "words");
    EXPECT_EQ(configFingerprint(config)->toStdString(),
              "sha256:81b2f3332fa2500de6622f2b6a568ef537112dd41ce75c6125c5ab26d7535b09");
    config = defaultConfig("recursive-sentence", "o200k_base");
    config.max = 512;
    config.overlap = 0;
    config.parameters.set("join", std::string("source"));
    EXPECT_EQ(configFingerprint(config)->toStdString(),
              "sha256:38d0b24332ee61a06a28ef3c0cf1b0e43efb006d2d759e9e511d25e2f1a7d9c7");
}

TEST(ConfigJson, FingerprintIgnoresNameAndAudits)
{
    const RunConfig config = defaultConfig("recursive-sentence", "words");
    RunConfig other = config;
    other.name = "another";
    other.audit = emptyAuditProfile();
    EXPECT_EQ(*configFingerprint(other), *configFingerprint(config));
    other.parameters.set("join", std::string("space"));
    EXPECT_EQ(*configFingerprint(other), *configFingerprint(config)) << "a default set outright is the same default";
    other.max += 1;
    EXPECT_NE(*configFingerprint(other), *configFingerprint(config));
    other = config;
    other.overlap += 1;
    EXPECT_NE(*configFingerprint(other), *configFingerprint(config));
    other = config;
    other.tokenizer = "characters";
    EXPECT_NE(*configFingerprint(other), *configFingerprint(config));
}

TEST(ConfigJson, LeftOutPartsHaveTheirDefaults)
{
    const auto config = configFromJson(R"({"schema":"chunk-config/1","strategy":{"kind":"recursive-sentence"},
        "size":{"tokenizer":{"id":"words"},"max":7},"overlap":{"max":2}})");
    ASSERT_TRUE(config) << config.error().message;
    RunConfig expected = defaultConfig("recursive-sentence", "words");
    expected.max = 7;
    expected.overlap = 2;
    EXPECT_EQ(*config, expected);
}

TEST(ConfigJson, AnOverlapThatIsNotStatedIsTheUsualOne)
{
    const QByteArray json = R"({"schema":"chunk-config/1","strategy":{"kind":"recursive-sentence"},
        "size":{"tokenizer":{"id":"words"},"max":40},"overrides":[
        {"format":"html","strategy":{"kind":"fixed-words"},"size":{"max":100},"overlap":{"max":7}},
        {"format":"pdf","strategy":{"kind":"fixed-words"},"size":{"max":100}}]})";
    const auto config = configFromJson(json);
    ASSERT_TRUE(config) << config.error().message;
    EXPECT_EQ(config->overlap, 6); // 45 of 300
    EXPECT_EQ(config->overrides[0].overlap, 7);
    EXPECT_EQ(config->overrides[1].overlap, 25); // 10 of 40
    EXPECT_EQ(*configFromJson(*configToJson(*config)), *config);

    QTemporaryDir folder;
    const auto readBack = [&folder](const QByteArray &written) {
        QFile file(folder.filePath(QStringLiteral("c.json")));
        EXPECT_TRUE(file.open(QIODevice::WriteOnly));
        file.write(written);
        file.close();
        return readConfigFile(file.fileName());
    };
    const auto open = readBack(json);
    ASSERT_TRUE(open) << open.error().message;
    EXPECT_FALSE(open->statesOverlap);
    EXPECT_THAT(open->overridesWithoutOverlap, ::testing::ElementsAre(1U));
    const auto stated = readBack(*configToJson(*config));
    ASSERT_TRUE(stated) << stated.error().message;
    EXPECT_TRUE(stated->statesOverlap);
    EXPECT_THAT(stated->overridesWithoutOverlap, ::testing::IsEmpty());
}

TEST(ConfigJson, BuiltInProfilesCanBeNamed)
{
    for (const AuditProfile &profile : {defaultAuditProfile(), referenceAuditProfile(), emptyAuditProfile()}) {
        const auto read = auditProfileFromJson(QByteArray(R"({"schema":"chunk-audit/1","profile":")")
                                               + profile.name.c_str() + "\"}");
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, profile);
    }
}

TEST(ConfigJson, EveryProfileComesBack)
{
    AuditProfile mine;
    mine.name = "mine";
    mine.othersEnabled = false;
    for (const RuleDescriptor *rule : rules()) {
        RuleSetting &setting = mine.rules[std::string(rule->id)];
        setting.isEnabled = rule->id.size() % 2 == 0;
        setting.severity = Severity::Error;
        for (const ParameterSpec &spec : rule->thresholds)
            setting.thresholds.set(spec.id, spec.defaultValue());
    }
    for (const AuditProfile &profile : {defaultAuditProfile(), referenceAuditProfile(), emptyAuditProfile(), mine}) {
        const auto read = auditProfileFromJson(auditProfileToJson(profile));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(*read, profile) << profile.name;
        RunConfig config = defaultConfig("recursive-sentence", "words");
        config.audit = profile;
        EXPECT_EQ(roundTrip(config), config) << profile.name;
    }
}

struct BadCase
{
    const char *name;
    const char *find; ///< in the good file
    const char *replace;
    const char *subject;
    const char *says;
};

void PrintTo(const BadCase &testCase, std::ostream *out)
{
    *out << testCase.name;
}

class BadConfigTest : public ::testing::TestWithParam<BadCase>
{
protected:
    static QByteArray good()
    {
        return R"({"schema":"chunk-config/1","name":"n",
"strategy":{"kind":"recursive-sentence","params":{"join":"space"}},
"size":{"unit":"tokens","tokenizer":{"id":"words","special_tokens":0},"max":300},
"overlap":{"unit":"tokens","max":45},
"audits":{"profile":"default","others":true,"rules":{"too-small":{"enabled":true,"severity":"warning","thresholds":{"minimum":40}}}}})";
    }
};

TEST_P(BadConfigTest, NamesTheKey)
{
    const BadCase &c = GetParam();
    ASSERT_TRUE(configFromJson(good()));
    QByteArray bad = good();
    ASSERT_EQ(bad.count(c.find), 1) << c.find;
    bad.replace(c.find, c.replace);
    const auto config = configFromJson(bad);
    ASSERT_FALSE(config);
    EXPECT_EQ(config.error().code, ErrorCode::InvalidConfig);
    EXPECT_EQ(config.error().subject, c.subject);
    EXPECT_THAT(config.error().message, HasSubstr(c.says));
}

INSTANTIATE_TEST_SUITE_P(
    Cases, BadConfigTest,
    ::testing::Values(
        BadCase{"noSchema", R"("schema":"chunk-config/1",)", "", "schema", "missing"},
        BadCase{"schemaNumber", R"("chunk-config/1")", "1", "schema", "string"},
        BadCase{"otherSchema", "chunk-config/1", "chunk-audit/1", "schema", "must be \"chunk-config/1\""},
        BadCase{"newerSchema", "chunk-config/1", "chunk-config/2", "schema", "newer program"},
        BadCase{"oddSchema", "chunk-config/1", "chunk-config/1x", "schema", "must be"},
        BadCase{"unknownTopKey", R"("name":"n")", R"("nmae":"n")", "nmae", "known here"},
        BadCase{"nameNumber", R"("name":"n")", R"("name":3)", "name", "string"},
        BadCase{"strategyMissing", R"("strategy":{"kind":"recursive-sentence","params":{"join":"space"}},)", "",
                "strategy", "missing"},
        BadCase{"strategyString", R"({"kind":"recursive-sentence","params":{"join":"space"}})", R"("x")", "strategy",
                "object"},
        BadCase{"unknownKind", "recursive-sentence", "recursive_sentence", "strategy.kind", "recursive_sentence"},
        BadCase{"kindMissing", R"("kind":"recursive-sentence",)", "", "strategy.kind", "missing"},
        BadCase{"unknownStrategyKey", R"("params":{)", R"("parameters":{)", "strategy.parameters", "known"},
        BadCase{"unknownParameter", R"("join":"space")", R"("glue":"space")", "strategy.params.glue", "known"},
        BadCase{"parameterType", R"("join":"space")", R"("join":5)", "strategy.params.join", "string"},
        BadCase{"parameterNull", R"("join":"space")", R"("join":null)", "strategy.params.join", "null"},
        BadCase{"parameterChoice", R"("join":"space")", R"("join":"glue")", "strategy.params.join", "glue"},
        BadCase{"duplicateParameter", R"("join":"space")", R"("join":"space","join":"space")", "strategy.params.join",
                "twice"},
        BadCase{"duplicateEscaped", R"("join":"space")", R"("join":"space","\u006aoin":"space")",
                "strategy.params.join", "twice"},
        BadCase{"duplicateTop", R"("name":"n")", R"("name":"n","name":"n")", "name", "twice"},
        BadCase{"sizeUnit", R"("size":{"unit":"tokens")", R"("size":{"unit":"words")", "size.unit", "tokens"},
        BadCase{"overlapUnit", R"("overlap":{"unit":"tokens")", R"("overlap":{"unit":"sentences")", "overlap.unit",
                "tokens"},
        BadCase{"maxZero", R"("max":300)", R"("max":0)", "size.max", "at least 1"},
        BadCase{"maxNegative", R"("max":300)", R"("max":-300)", "size.max", "at least 1"},
        BadCase{"maxFraction", R"("max":300)", R"("max":300.0)", "size.max", "whole number"},
        BadCase{"maxExponent", R"("max":300)", R"("max":3e2)", "size.max", "whole number"},
        BadCase{"maxString", R"("max":300)", R"("max":"300")", "size.max", "whole number"},
        BadCase{"maxHuge", R"("max":300)", R"("max":9223372036854775808)", "size.max", "whole number"},
        BadCase{"maxTooLarge", R"("max":300)", R"("max":1000000001)", "size.max", "at most"},
        BadCase{"maxMissing", R"(,"max":300)", "", "size.max", "missing"},
        BadCase{"overlapTooLarge", R"("max":45)", R"("max":300)", "overlap.max", "smaller than max"},
        BadCase{"overlapNegative", R"("max":45)", R"("max":-1)", "overlap.max", "0 or more"},
        BadCase{"tokenizerUnknown", R"("id":"words")", R"("id":"Words")", "size.tokenizer.id", "Words"},
        BadCase{"tokenizerString", R"({"id":"words","special_tokens":0})", R"("words")", "size.tokenizer", "object"},
        BadCase{"specialTokens", R"("special_tokens":0)", R"("special_tokens":2)", "size.tokenizer.special_tokens",
                "0"},
        BadCase{"hashNumber", R"("special_tokens":0)", R"("sha256":7)", "size.tokenizer.sha256", "string"},
        BadCase{"unknownRule", R"("too-small")", R"("too-tiny")", "audits.rules.too-tiny", "known"},
        BadCase{"ruleList", R"({"enabled":true,"severity":"warning","thresholds":{"minimum":40}})", "[]",
                "audits.rules.too-small", "an array"},
        BadCase{"unknownRuleKey", R"("enabled")", R"("on")", "audits.rules.too-small.on", "known"},
        BadCase{"enabledNumber", R"("enabled":true)", R"("enabled":1)", "audits.rules.too-small.enabled",
                "true or false"},
        BadCase{"severity", R"("severity":"warning")", R"("severity":"fatal")", "audits.rules.too-small.severity",
                "info, warning or error"},
        BadCase{"unknownThreshold", R"("minimum")", R"("minimal")", "audits.rules.too-small.thresholds.minimal",
                "known"},
        BadCase{"thresholdRange", R"("minimum":40)", R"("minimum":-1)", "audits.rules.too-small.thresholds.minimum",
                "-1"},
        BadCase{"others", R"("others":true)", R"("others":"yes")", "audits.others", "true or false"},
        BadCase{"profileMissing", R"("profile":"default",)", "", "audits.profile", "missing"}),
    [](const auto &param) { return param.param.name; });

struct MalformedCase
{
    const char *name;
    QByteArray json;
    const char *says;
};

class MalformedTest : public ::testing::TestWithParam<MalformedCase>
{
};

TEST_P(MalformedTest, IsRefusedWithTheReason)
{
    for (const auto &error : {configFromJson(GetParam().json).error(), auditProfileFromJson(GetParam().json).error()}) {
        EXPECT_EQ(error.code, ErrorCode::InvalidConfig);
        EXPECT_THAT(error.message, HasSubstr(GetParam().says));
    }
}

INSTANTIATE_TEST_SUITE_P(
    Cases, MalformedTest,
    ::testing::Values(MalformedCase{"empty", "", "not valid JSON"},
                      MalformedCase{"cut", "{\"schema\":\n \"chu", "line 2"},
                      MalformedCase{"trailing", "{}\n x", "line 2, column 2"},
                      MalformedCase{"nulAfterTheEnd", QByteArray("{}\0x", 4), "line 1, column 3: a NUL"},
                      MalformedCase{"comment", "// hello\n{}", "not valid JSON"},
                      MalformedCase{"trailingComma", "{\"schema\":\"x\",}", "line 1, column 15"},
                      MalformedCase{"bom", "\xEF\xBB\xBF{}", "byte-order mark"},
                      MalformedCase{"notUtf8", "{\"schema\":\"\xE9\"}", "not valid UTF-8"},
                      MalformedCase{"loneSurrogate", "{\"schema\":\"\\ud800\"}", "not valid JSON"},
                      MalformedCase{"array", "[]", "must hold a JSON object"},
                      MalformedCase{"number", "7", "must hold a JSON object"},
                      MalformedCase{"nan", "{\"schema\":NaN}", "not valid JSON"},
                      MalformedCase{"deepArrays", QByteArray(1'000'000, '['), "not valid JSON"},
                      MalformedCase{"deepArraysClosed",
                                    "{\"schema\":" + QByteArray(1'000'000, '[') + QByteArray(1'000'000, ']') + "}",
                                    "must be a string, not an array"},
                      MalformedCase{"deepObjects", QByteArray("{\"a\":").repeated(500'000), "not valid JSON"}),
    [](const auto &param) { return param.param.name; });

TEST(ConfigJson, AnotherVocabularyIsAMissingResource)
{
    RunConfig config = defaultConfig("recursive-sentence", "cl100k_base");
    QByteArray json = *configToJson(config);
    ASSERT_EQ(json.count("223921b7"), 1);
    json.replace("223921b7", "223921b8");
    const auto other = configFromJson(json);
    ASSERT_FALSE(other);
    EXPECT_EQ(other.error().code, ErrorCode::MissingResource);
    EXPECT_EQ(other.error().subject, "size.tokenizer.sha256");
    EXPECT_THAT(other.error().message, HasSubstr("cl100k_base"));
}

TEST(ConfigJson, FilesAreNamedInMessages)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("c.json"));
    const auto missing = readConfigFile(path);
    ASSERT_FALSE(missing);
    EXPECT_EQ(missing.error().code, ErrorCode::Io);
    EXPECT_EQ(missing.error().subject, path.toStdString());
    EXPECT_EQ(readConfigFile(folder.path()).error().code, ErrorCode::Io);

    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write("{\"schema\":\"chunk-config/1\"}");
    file.close();
    const auto bad = readConfigFile(path);
    ASSERT_FALSE(bad);
    EXPECT_EQ(bad.error().subject, "strategy");
    EXPECT_THAT(bad.error().message, ::testing::StartsWith(path.toStdString()));
}

TEST(ConfigJson, LargeFilesAreRefused)
{
    QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("large.json"));
    QFile file(path);
    ASSERT_TRUE(file.open(QIODevice::WriteOnly) && file.resize((qint64{16} << 20) + 1));
    for (const Error &error : {readConfigFile(path).error(), readAuditProfileFile(path).error()}) {
        EXPECT_EQ(error.code, ErrorCode::Io);
        EXPECT_EQ(error.subject, path.toStdString());
        EXPECT_THAT(error.message, HasSubstr("larger than 16 MiB"));
    }
}

TEST(ConfigJson, AnEmptyFileNameIsNamedAsTheFault)
{
    for (const Error &error : {readConfigFile({}).error(), readAuditProfileFile({}).error()}) {
        EXPECT_EQ(error.code, ErrorCode::Io);
        EXPECT_THAT(error.message, HasSubstr("a file name is needed"));
    }
}

} // namespace
} // namespace cw
