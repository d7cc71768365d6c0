// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/configjson.h"
#include "io/jsonreader.h"
#include "io/modelfile.h"
#include "io/pinjson.h"
#include "io/smallfile.h"
#include "io/tokenizerfile.h"
#include "run/returning.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizerreference.h"

#include <QDir>
#include <QFileInfo>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace cw {

namespace {

/// True when the file's schema is `family`/1; otherwise a fault that says what it is instead.
bool checkSchema(JsonObjectReader &reader, const std::string &family)
{
    const std::string schema = reader.requireString("schema");
    if (reader.hasFailed())
        return false;
    if (schema == family + "/1")
        return true;
    const std::string_view version = std::string_view(schema).substr(std::min(schema.size(), family.size() + 1));
    const bool isNumbered = schema.starts_with(family + "/") && !version.empty()
        && std::ranges::all_of(version, [](char c) { return c >= '0' && c <= '9'; });
    if (isNumbered)
        reader.fail("schema",
                    "asks for version " + std::string(version)
                        + " of the format, and this program reads version 1; use a newer program or export again.");
    else
        reader.fail("schema", "must be \"" + family + "/1\", not \"" + schema + "\".");
    return false;
}

std::optional<ParameterValue> parameterFromJson(JsonObjectReader &reader, const ParameterSpec &spec,
                                                const rapidjson::Value &value)
{
    switch (spec.kind) {
    case ParameterKind::Integer:
        if (const auto integer = reader.optionalInteger(spec.id))
            return *integer;
        break;
    case ParameterKind::Boolean:
        if (const auto boolean = reader.optionalBoolean(spec.id))
            return *boolean;
        break;
    case ParameterKind::Choice:
        if (const auto choice = reader.optionalString(spec.id))
            return *choice;
        break;
    case ParameterKind::StringList: {
        std::vector<std::string> strings;
        if (value.IsArray()
            && std::ranges::all_of(value.GetArray(), [](const auto &item) { return item.IsString(); })) {
            for (const auto &item : value.GetArray())
                strings.emplace_back(stringView(item));
            return strings;
        }
        reader.fail(spec.id, "must be a list of strings.");
        break;
    }
    }
    return std::nullopt;
}

ParameterValues readParameters(const rapidjson::Value &object, const std::string &path,
                               std::span<const ParameterSpec> schema, std::optional<Error> &error)
{
    ParameterValues values;
    JsonObjectReader reader(object, path, error);
    reader.expectNoDuplicateKeys();
    for (const auto &member : object.GetObject()) {
        const std::string_view key = stringView(member.name);
        const ParameterSpec *spec = findParameter(schema, key);
        if (!spec) {
            reader.fail(key, "is not a known parameter.");
            return {};
        }
        const auto value = parameterFromJson(reader, *spec, member.value);
        if (!value)
            return {};
        ParameterValues one;
        one.set(key, *value);
        if (const auto checked = checkParameters(schema, one); !checked) {
            if (!error)
                error = Error{ErrorCode::InvalidConfig, checked.error().message, reader.pathOf(key)};
            return {};
        }
        values.set(key, *value);
    }
    return values;
}

/// A file names every parameter, a configuration in memory only those that differ from their default.
ParameterValues withoutDefaults(std::span<const ParameterSpec> schema, ParameterValues values)
{
    for (const ParameterSpec &spec : schema) {
        if (const ParameterValue *value = values.find(spec.id); value && *value == spec.defaultValue())
            values.reset(spec.id);
    }
    return values;
}

RuleSetting readRule(const rapidjson::Value &object, const std::string &path, const RuleDescriptor &rule,
                     std::optional<Error> &error)
{
    RuleSetting setting;
    JsonObjectReader reader(object, path, error);
    reader.expectKeys({"enabled", "severity", "thresholds"});
    setting.isEnabled = reader.optionalBoolean("enabled").value_or(true);
    if (const auto id = reader.optionalString("severity")) {
        const auto severity = severityFromId(*id);
        if (!severity)
            reader.fail("severity", "must be info, warning or error.");
        setting.severity = severity;
    }
    if (const rapidjson::Value *thresholds = reader.optionalObject("thresholds"))
        setting.thresholds = readParameters(*thresholds, reader.pathOf("thresholds"), rule.thresholds, error);
    return setting;
}

/// A name alone stands for the profile built in under it.
AuditProfile namedProfile(JsonObjectReader &reader, const std::string &name)
{
    for (const AuditProfile &profile : {defaultAuditProfile(), referenceAuditProfile(), emptyAuditProfile()}) {
        if (profile.name == name)
            return profile;
    }
    reader.fail("profile", "names no built-in profile, so \"rules\" and \"others\" must be given.");
    return {};
}

AuditProfile readProfile(JsonObjectReader &reader, std::optional<Error> &error)
{
    AuditProfile profile;
    profile.name = reader.requireString("profile");
    if (reader.hasFailed())
        return profile;
    if (!reader.find("others") && !reader.find("rules"))
        return namedProfile(reader, profile.name);
    profile.othersEnabled = reader.optionalBoolean("others").value_or(true);
    const rapidjson::Value *settings = reader.optionalObject("rules");
    if (!settings)
        return profile;
    JsonObjectReader ruleReader(*settings, reader.pathOf("rules"), error);
    ruleReader.expectNoDuplicateKeys();
    for (const auto &member : settings->GetObject()) {
        const std::string_view id = stringView(member.name);
        const RuleDescriptor *rule = findRule(id);
        if (!rule) {
            ruleReader.fail(id, "is not a known rule.");
            return profile;
        }
        if (const rapidjson::Value *setting = ruleReader.optionalObject(id))
            profile.rules.insert_or_assign(std::string(id), readRule(*setting, ruleReader.pathOf(id), *rule, error));
    }
    return profile;
}

void readUnit(JsonObjectReader &reader, const StrategyDescriptor *strategy)
{
    const auto unit = reader.optionalString("unit");
    if (unit && strategy && *unit != sizeUnitId(strategy->sizeUnit))
        reader.fail("unit",
                    "must be \"" + std::string(sizeUnitId(strategy->sizeUnit)) + "\" for the strategy "
                        + std::string(strategy->id) + ".");
}

struct ReadStrategy
{
    std::string id;
    const StrategyDescriptor *descriptor = nullptr; ///< null when unknown
    ParameterValues parameters;
};

/// The member "strategy" of what `reader` reads.
ReadStrategy readStrategy(JsonObjectReader &reader, std::optional<Error> &error)
{
    ReadStrategy read;
    const rapidjson::Value *object = reader.requireObject("strategy");
    if (!object)
        return read;
    const std::string path = reader.pathOf("strategy");
    JsonObjectReader inner(*object, path, error);
    inner.expectKeys({"kind", "params"});
    read.id = inner.requireString("kind");
    read.descriptor = findStrategy(read.id);
    if (!read.descriptor)
        inner.fail("kind", "names the unknown strategy \"" + read.id + "\".");
    const rapidjson::Value *parameters = inner.optionalObject("params");
    if (read.descriptor && parameters) {
        const std::span<const ParameterSpec> schema = read.descriptor->parameters;
        read.parameters = withoutDefaults(schema, readParameters(*parameters, path + ".params", schema, error));
    }
    return read;
}

/// None when it is not stated.
std::optional<std::int64_t> readOverlap(JsonObjectReader &reader, const StrategyDescriptor *strategy,
                                        std::optional<Error> &error)
{
    const rapidjson::Value *object = reader.optionalObject("overlap");
    if (!object)
        return {};
    JsonObjectReader inner(*object, reader.pathOf("overlap"), error);
    inner.expectKeys({"unit", "max"});
    readUnit(inner, strategy);
    return inner.requireInteger("max");
}

/// Adds it to the configuration's.
void readOverride(const rapidjson::Value &object, const std::string &path, StatedConfig &stated,
                  std::optional<Error> &error)
{
    ChunkingOverride &given = stated.config.overrides.emplace_back();
    JsonObjectReader reader(object, path, error);
    reader.expectKeys({"format", "document", "strategy", "size", "overlap"});
    const auto format = reader.optionalString("format");
    const auto document = reader.optionalString("document");
    if (format.has_value() == document.has_value())
        reader.fail(document ? "document" : "format",
                    document ? "and \"format\" exclude each other."
                             : "or \"document\" must say what the override is for.");
    given.scope = document ? OverrideScope::Document : OverrideScope::Format;
    given.target = document ? *document : format.value_or(std::string());
    ReadStrategy strategy = readStrategy(reader, error);
    given.strategy = std::move(strategy.id);
    given.parameters = std::move(strategy.parameters);
    if (const rapidjson::Value *size = reader.requireObject("size")) {
        JsonObjectReader inner(*size, reader.pathOf("size"), error);
        inner.expectKeys({"unit", "max"});
        readUnit(inner, strategy.descriptor);
        given.max = inner.requireInteger("max");
    }
    const auto overlap = readOverlap(reader, strategy.descriptor, error);
    if (overlap)
        given.overlap = *overlap;
    else
        stated.overridesWithoutOverlap.insert(stated.config.overrides.size() - 1);
}

void readOverrides(JsonObjectReader &reader, StatedConfig &stated, std::optional<Error> &error)
{
    const rapidjson::Value *list = reader.find("overrides");
    if (!list)
        return;
    if (!list->IsArray()) {
        reader.fail("overrides", "must be a list of objects, not " + describeJson(*list) + '.');
        return;
    }
    for (const rapidjson::Value &entry : list->GetArray()) {
        const std::string path = "overrides[" + std::to_string(stated.config.overrides.size()) + ']';
        if (!entry.IsObject()) {
            reader.fail(path, "must be an object, not " + describeJson(entry) + '.');
            return;
        }
        readOverride(entry, path, stated, error);
    }
}

void readReturned(const rapidjson::Value &object, const StrategyDescriptor *strategy, ReturnedText &returned,
                  std::optional<Error> &error)
{
    JsonObjectReader reader(object, "returned", error);
    const std::string id = reader.requireString("kind");
    if (reader.hasFailed())
        return;
    constexpr std::array kinds{ReturnedKind::Chunk, ReturnedKind::Parent, ReturnedKind::Neighbours};
    const auto kind = std::ranges::find(kinds, id, returnedKindId);
    if (kind == kinds.end()) {
        reader.fail("kind", "must be chunk, parent or neighbours, not \"" + id + "\".");
        return;
    }
    returned.kind = *kind;
    switch (returned.kind) {
    case ReturnedKind::Chunk:
        reader.expectKeys({"kind"});
        break;
    case ReturnedKind::Parent:
        reader.expectKeys({"kind", "unit", "parent_max"});
        readUnit(reader, strategy);
        returned.parentMax = reader.requireInteger("parent_max");
        break;
    case ReturnedKind::Neighbours:
        reader.expectKeys({"kind", "neighbours"});
        returned.neighbours = reader.requireInteger("neighbours");
        break;
    }
}

void readEmbedding(const rapidjson::Value &object, EmbeddingSource &source, std::optional<Error> &error)
{
    JsonObjectReader reader(object, "embedding", error);
    reader.expectKeys({"server", "model"});
    source.server = reader.optionalString("server").value_or(std::string());
    source.model = reader.requireString("model");
    if (!reader.hasFailed() && source.model.empty())
        reader.fail("model", "must name the model that the embedding server is to use.");
}

/// A path that is told from an id, too.
std::string filePath(const std::string &file, const QString &folder)
{
    const QString path = QString::fromStdString(file);
    const QString found = folder.isEmpty() ? path : QDir(folder).filePath(path);
    const std::string reference = found.toStdString();
    return isTokenizerFile(reference) ? reference : "./" + reference;
}

/// What a file says of things that are not part of a configuration, to be compared with what there is here.
struct StatedFigures
{
    std::optional<std::string> vocabularySha256;
    std::int64_t countedSpecialTokens = 0; ///< size.tokenizer.special_tokens
    std::optional<std::int64_t> specialTokens; ///< of the model
    std::optional<std::string> passagePrefix;
};

/// The reference, an id or a file, and what is stated of it. Relative paths are those from `folder`.
void readTokenizer(const rapidjson::Value &object, const QString &folder, RunConfig &config, StatedFigures &stated,
                   std::optional<Error> &error)
{
    JsonObjectReader reader(object, "size.tokenizer", error);
    reader.expectKeys({"id", "file", "sha256", "special_tokens"});
    if (const auto file = reader.optionalString("file")) {
        if (reader.find("id"))
            reader.fail("id", "and \"file\" exclude each other.");
        config.tokenizer = filePath(*file, folder);
        if (!reader.hasFailed() && file->empty())
            reader.fail("file", "must be the path of a tokenizer.json or SentencePiece .model file.");
    } else {
        config.tokenizer = canonicalTokenizerReference(reader.requireString("id"));
        if (!reader.hasFailed() && !findTokenizer(config.tokenizer))
            reader.fail("id", "names the unknown tokenizer \"" + config.tokenizer + "\".");
    }
    stated.countedSpecialTokens = reader.optionalInteger("special_tokens").value_or(0);
    stated.vocabularySha256 = reader.optionalString("sha256");
}

void readModel(const rapidjson::Value &object, const QString &folder, RunConfig &config, StatedFigures &stated,
               std::optional<Error> &error)
{
    JsonObjectReader reader(object, "size.model", error);
    reader.expectKeys({"id", "file", "special_tokens", "passage_prefix", "counted"});
    const std::string id = reader.requireString("id");
    const auto file = reader.optionalString("file");
    config.model = file ? filePath(*file, folder) : id;
    config.countSpecialTokens = reader.optionalBoolean("counted").value_or(true);
    stated.specialTokens = reader.optionalInteger("special_tokens");
    stated.passagePrefix = reader.optionalString("passage_prefix");
    if (reader.hasFailed())
        return;
    if (!file) {
        if (!findModelProfile(id))
            reader.fail("id", "names the unknown model \"" + id + "\".");
        return;
    }
    const auto profile = loadModelFile(QString::fromStdString(config.model));
    if (!profile)
        error = Error{profile.error().code, profile.error().message, "size.model.file"};
    else if ((*profile)->id != id)
        reader.fail("id", "is \"" + id + "\", but the profile in \"" + *file + "\" is of \"" + (*profile)->id + "\".");
}

/// Figures of the model and of what is counted, where the file states them.
Result<void> checkModel(const RunConfig &config, const StatedFigures &stated)
{
    const auto model = modelInput(config);
    if (!model)
        return model.error();
    const auto counted = static_cast<std::int64_t>(model->isCounted ? model->specialTokens : 0);
    if (stated.countedSpecialTokens != counted && (!*model || stated.countedSpecialTokens != 0)) {
        return Error{ErrorCode::InvalidConfig,
                     "\"size.tokenizer.special_tokens\" must be " + std::to_string(counted)
                         + ": that many of the model's special tokens count.",
                     "size.tokenizer.special_tokens"};
    }
    if (!*model)
        return {};
    const auto differs = [&](std::string_view key) {
        return Error{ErrorCode::MissingResource,
                     "The configuration was made with another profile of the model " + model->profile->id
                         + " than the one there is here: \"size.model." + std::string(key)
                         + "\" differs, and so would chunks.",
                     "size.model." + std::string(key)};
    };
    if (stated.specialTokens && *stated.specialTokens != static_cast<std::int64_t>(model->specialTokens))
        return differs("special_tokens");
    if (stated.passagePrefix && *stated.passagePrefix != model->profile->passagePrefix)
        return differs("passage_prefix");
    return {};
}

Result<void> checkVocabulary(const std::string &reference, const std::optional<std::string> &expectedSha256)
{
    if (!expectedSha256 && !isTokenizerFile(reference))
        return {};
    const auto tokenizer = loadTokenizer(reference);
    if (!tokenizer)
        return tokenizer.error();
    if (!expectedSha256 || (*tokenizer)->vocabularySha256() == *expectedSha256)
        return {};
    return Error{ErrorCode::MissingResource,
                 "The configuration was made with another vocabulary of the tokenizer " + reference
                     + " than the one that is here; counts would differ.",
                 "size.tokenizer.sha256"};
}

/// Key path of a subject that checkConfig names.
std::string keyPath(const std::string &subject)
{
    if (subject.starts_with("overrides[")) {
        const std::size_t own = subject.find("].") + 2;
        const std::string inner = subject.substr(own);
        return subject.substr(0, own) + (inner == "format" || inner == "document" ? inner : keyPath(inner));
    }
    if (subject == "strategy")
        return "strategy.kind";
    if (subject == "tokenizer")
        return "size.tokenizer.id";
    if (subject == "model")
        return "size.model.id";
    if (subject == "max")
        return "size.max";
    if (subject == "overlap")
        return "overlap.max";
    if (subject.starts_with("pins[") || subject.starts_with("embedding.") || subject.starts_with("returned."))
        return subject;
    return "strategy.params." + subject;
}

constexpr qint64 largestFile = qint64{16} << 20;

template<typename T>
Result<T> namingFile(Result<T> read, const QString &path)
{
    if (read)
        return read;
    Error error = read.error();
    error.message = path.toStdString() + ": " + error.message;
    return error;
}

Result<StatedConfig> statedConfigFromJson(const QByteArray &json, const QString &folder)
{
    const auto document = parseJsonObject(json, "configuration file");
    if (!document)
        return document.error();

    std::optional<Error> error;
    StatedConfig stated;
    RunConfig &config = stated.config;
    JsonObjectReader reader(*document, {}, error);
    if (!checkSchema(reader, "chunk-config"))
        return *error;
    reader.expectKeys(
        {"schema", "name", "strategy", "size", "overlap", "embedding", "returned", "overrides", "pins", "audits"});
    config.name = reader.optionalString("name").value_or(std::string());

    ReadStrategy read = readStrategy(reader, error);
    const StrategyDescriptor *strategy = read.descriptor;
    config.strategy = std::move(read.id);
    config.parameters = std::move(read.parameters);
    StatedFigures figures;
    if (const rapidjson::Value *object = reader.requireObject("size")) {
        JsonObjectReader inner(*object, "size", error);
        inner.expectKeys({"unit", "tokenizer", "model", "max"});
        readUnit(inner, strategy);
        if (const rapidjson::Value *tokenizer = inner.requireObject("tokenizer"))
            readTokenizer(*tokenizer, folder, config, figures, error);
        if (const rapidjson::Value *model = inner.optionalObject("model"))
            readModel(*model, folder, config, figures, error);
        config.max = inner.requireInteger("max");
    }
    const auto overlap = readOverlap(reader, strategy, error);
    stated.statesOverlap = overlap.has_value();
    config.overlap = overlap.value_or(0);
    if (const rapidjson::Value *object = reader.optionalObject("embedding"))
        readEmbedding(*object, config.embedding, error);
    if (const rapidjson::Value *object = reader.optionalObject("returned"))
        readReturned(*object, strategy, config.returned, error);
    readOverrides(reader, stated, error);
    config.pins = readPins(reader, error);
    if (const rapidjson::Value *object = reader.optionalObject("audits")) {
        JsonObjectReader inner(*object, "audits", error);
        inner.expectKeys({"profile", "others", "rules"});
        config.audit = readProfile(inner, error);
    } else {
        config.audit = defaultAuditProfile();
    }
    if (error)
        return *error;

    if (const auto checked = checkVocabulary(config.tokenizer, figures.vocabularySha256); !checked)
        return checked.error();
    takeUsualOverlaps(stated);
    if (const auto checked = checkConfig(config); !checked) {
        const Error &fault = checked.error();
        return Error{ErrorCode::InvalidConfig, fault.message,
                     fault.code == ErrorCode::InvalidConfig ? "audits." + fault.subject : keyPath(fault.subject)};
    }
    if (const auto checked = checkModel(config, figures); !checked)
        return checked.error();
    return stated;
}

} // namespace

Result<RunConfig> configFromJson(const QByteArray &json, const QString &folder)
{
    auto read = statedConfigFromJson(json, folder);
    return read ? Result<RunConfig>(std::move(read->config)) : Result<RunConfig>(read.error());
}

Result<AuditProfile> auditProfileFromJson(const QByteArray &json)
{
    const auto document = parseJsonObject(json, "audit profile");
    if (!document)
        return document.error();
    std::optional<Error> error;
    JsonObjectReader reader(*document, {}, error);
    if (!checkSchema(reader, "chunk-audit"))
        return *error;
    reader.expectKeys({"schema", "profile", "others", "rules"});
    AuditProfile profile = readProfile(reader, error);
    if (error)
        return *error;
    if (const auto checked = checkAuditProfile(profile); !checked)
        return checked.error();
    return profile;
}

Result<StatedConfig> readConfigFile(const QString &path)
{
    const auto json = readSmallFile(path, "configuration file", largestFile);
    const QFileInfo info(path);
    const QString folder = info.isFile() ? info.path() : QString();
    return json ? namingFile(statedConfigFromJson(*json, folder), path) : Result<StatedConfig>(json.error());
}

Result<AuditProfile> readAuditProfileFile(const QString &path)
{
    const auto json = readSmallFile(path, "audit profile", largestFile);
    return json ? namingFile(auditProfileFromJson(*json), path) : Result<AuditProfile>(json.error());
}

} // namespace cw
