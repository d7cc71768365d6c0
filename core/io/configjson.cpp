// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/configjson.h"

#include "io/jsonvalue.h"
#include "io/pinjson.h"
#include "run/returning.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizerreference.h"

#include <QCryptographicHash>

#include <algorithm>
#include <tuple>
#include <type_traits>
#include <vector>

namespace cw {

namespace {

/// Everything: with what is at its default and would be left out.
enum class Members { Everything, All, DecidingChunks };

JsonValue parameterJson(const ParameterValue &value)
{
    return std::visit(
        [](const auto &held) -> JsonValue {
            if constexpr (std::is_same_v<std::decay_t<decltype(held)>, std::vector<std::string>>)
                return JsonValue::Array(held.begin(), held.end());
            else
                return held;
        },
        value);
}

JsonValue parametersJson(std::span<const ParameterSpec> schema, const ParameterValues &values, Members members)
{
    JsonValue::Object object;
    for (const ParameterSpec &spec : schema) {
        const ParameterValue *set = values.find(spec.id);
        const ParameterValue value = set ? *set : spec.defaultValue();
        if (members != Members::Everything && spec.isOmittedAtDefault && value == spec.defaultValue())
            continue;
        JsonValue::add(object, spec.id, parameterJson(value));
    }
    return object;
}

/// As they are set, no defaults added: rules that a profile does not name follow the program's defaults as well.
JsonValue rulesJson(const AuditProfile &profile)
{
    JsonValue::Object object;
    for (const RuleDescriptor *rule : rules()) {
        const auto found = profile.rules.find(rule->id);
        if (found == profile.rules.end())
            continue;
        const RuleSetting &setting = found->second;
        JsonValue::Object entry;
        JsonValue::add(entry, "enabled", setting.isEnabled);
        if (setting.severity)
            JsonValue::add(entry, "severity", severityId(*setting.severity));
        JsonValue::Object thresholds;
        for (const auto &[id, value] : setting.thresholds.all())
            JsonValue::add(thresholds, id, parameterJson(value));
        if (!thresholds.empty())
            JsonValue::add(entry, "thresholds", std::move(thresholds));
        JsonValue::add(object, rule->id, std::move(entry));
    }
    return object;
}

void addProfileMembers(JsonValue::Object &object, const AuditProfile &profile)
{
    JsonValue::add(object, "profile", profile.name);
    JsonValue::add(object, "others", profile.othersEnabled);
    JsonValue::add(object, "rules", rulesJson(profile));
}

/// Where a file lies decides nothing; its hash does.
JsonValue tokenizerJson(const RunConfig &config, const Tokenizer &tokenizer, const ModelInput &model, Members members)
{
    JsonValue::Object object;
    if (!isTokenizerFile(config.tokenizer))
        JsonValue::add(object, "id", tokenizer.id());
    else if (members != Members::DecidingChunks)
        JsonValue::add(object, "file", config.tokenizer);
    if (!tokenizer.vocabularySha256().empty())
        JsonValue::add(object, "sha256", tokenizer.vocabularySha256());
    JsonValue::add(object, "special_tokens", static_cast<std::int64_t>(model.isCounted ? model.specialTokens : 0));
    return object;
}

/// The figures are written too, so that a file tells when a profile has changed. Where a profile was read from decides
/// nothing.
JsonValue modelJson(const RunConfig &config, const ModelInput &model, Members members)
{
    JsonValue::Object object;
    JsonValue::add(object, "id", model.profile->id);
    if (members != Members::DecidingChunks && isFileReference(config.model))
        JsonValue::add(object, "file", config.model);
    JsonValue::add(object, "special_tokens", static_cast<std::int64_t>(model.specialTokens));
    JsonValue::add(object, "passage_prefix", model.profile->passagePrefix);
    JsonValue::add(object, "counted", config.countSpecialTokens);
    return object;
}

JsonValue strategyJson(const StrategyDescriptor &strategy, const ParameterValues &parameters, Members members)
{
    JsonValue::Object object;
    JsonValue::add(object, "kind", strategy.id);
    JsonValue::add(object, "params", parametersJson(strategy.parameters, parameters, members));
    return object;
}

JsonValue overlapJson(const StrategyDescriptor &strategy, std::int64_t overlap)
{
    JsonValue::Object object;
    JsonValue::add(object, "unit", sizeUnitId(strategy.sizeUnit));
    JsonValue::add(object, "max", overlap);
    return object;
}

/// In the order given; where only what decides chunks counts, in one order, as theirs decides nothing.
Result<JsonValue> overridesJson(std::vector<ChunkingOverride> overrides, Members members)
{
    if (members == Members::DecidingChunks) {
        std::ranges::sort(overrides, [](const ChunkingOverride &a, const ChunkingOverride &b) {
            return std::tie(a.scope, a.target) < std::tie(b.scope, b.target);
        });
    }
    JsonValue::Array list;
    for (const ChunkingOverride &given : overrides) {
        const StrategyDescriptor *strategy = findStrategy(given.strategy);
        if (!strategy)
            return Error{ErrorCode::Internal, "An override names an unknown strategy.", "overrides"};
        JsonValue::Object sizeJson;
        JsonValue::add(sizeJson, "unit", sizeUnitId(strategy->sizeUnit));
        JsonValue::add(sizeJson, "max", given.max);
        JsonValue::Object object;
        JsonValue::add(object, given.scope == OverrideScope::Document ? "document" : "format", given.target);
        JsonValue::add(object, "strategy", strategyJson(*strategy, given.parameters, members));
        JsonValue::add(object, "size", std::move(sizeJson));
        JsonValue::add(object, "overlap", overlapJson(*strategy, given.overlap));
        list.push_back(std::move(object));
    }
    return JsonValue(std::move(list));
}

/// Only what the kind needs. Chunks alone are what configurations meant before there was a choice, so nothing is said.
JsonValue returnedJson(const ReturnedText &returned, const StrategyDescriptor &strategy)
{
    JsonValue::Object object;
    JsonValue::add(object, "kind", returnedKindId(returned.kind));
    if (returned.kind == ReturnedKind::Parent) {
        JsonValue::add(object, "unit", sizeUnitId(strategy.sizeUnit));
        JsonValue::add(object, "parent_max", returned.parentMax);
    } else {
        JsonValue::add(object, "neighbours", returned.neighbours);
    }
    return object;
}

/// Where vectors are fetched from decides nothing.
JsonValue embeddingJson(const EmbeddingSource &source, Members members)
{
    JsonValue::Object object;
    if (members != Members::DecidingChunks && !source.server.empty())
        JsonValue::add(object, "server", source.server);
    JsonValue::add(object, "model", source.model);
    return object;
}

/// Every default is written out, so that a file keeps its meaning when a default changes.
Result<JsonValue> configValue(const RunConfig &config, Members members)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    if (!strategy)
        return Error{ErrorCode::Internal, "The configuration names an unknown strategy.", "strategy"};
    const auto tokenizer = openTokenizer(config.tokenizer);
    if (!tokenizer)
        return tokenizer.error();
    const auto model = modelInput(config);
    if (!model)
        return model.error();

    JsonValue::Object sizeJson;
    JsonValue::add(sizeJson, "unit", sizeUnitId(strategy->sizeUnit));
    JsonValue::add(sizeJson, "tokenizer", tokenizerJson(config, **tokenizer, *model, members));
    if (*model)
        JsonValue::add(sizeJson, "model", modelJson(config, *model, members));
    JsonValue::add(sizeJson, "max", config.max);

    JsonValue::Object object;
    JsonValue::add(object, "schema", "chunk-config/1");
    if (members != Members::DecidingChunks)
        JsonValue::add(object, "name", config.name);
    JsonValue::add(object, "strategy", strategyJson(*strategy, config.parameters, members));
    JsonValue::add(object, "size", std::move(sizeJson));
    JsonValue::add(object, "overlap", overlapJson(*strategy, config.overlap));
    if (const bool decides = usesVectors(config);
        decides || (members != Members::DecidingChunks && !config.embedding.isEmpty()))
        JsonValue::add(object, "embedding", embeddingJson(config.embedding, members));
    if (config.returned.kind != ReturnedKind::Chunk)
        JsonValue::add(object, "returned", returnedJson(config.returned, *strategy));
    if (!config.overrides.empty()) {
        auto overrides = overridesJson(config.overrides, members);
        if (!overrides)
            return overrides.error();
        JsonValue::add(object, "overrides", std::move(*overrides));
    }
    if (!config.pins.empty())
        JsonValue::add(object, "pins", pinsJson(config.pins));
    if (members != Members::DecidingChunks) {
        JsonValue::Object audits;
        addProfileMembers(audits, config.audit);
        JsonValue::add(object, "audits", std::move(audits));
    }
    return JsonValue(std::move(object));
}

} // namespace

Result<QByteArray> configToJson(const RunConfig &config)
{
    const auto value = configValue(config, Members::All);
    if (!value)
        return value.error();
    return QByteArray::fromStdString(value->toIndented());
}

Result<QByteArray> configToFullJson(const RunConfig &config)
{
    RunConfig full = config;
    for (const RuleDescriptor *rule : rules()) {
        RuleSetting setting = config.audit.setting(*rule);
        setting.severity = setting.severity.value_or(rule->defaultSeverity);
        for (const ParameterSpec &spec : rule->thresholds) {
            if (!setting.thresholds.find(spec.id))
                setting.thresholds.set(spec.id, spec.defaultValue());
        }
        full.audit.rules.insert_or_assign(std::string(rule->id), std::move(setting));
    }
    const auto value = configValue(full, Members::Everything);
    if (!value)
        return value.error();
    return QByteArray::fromStdString(value->toIndented());
}

Result<QByteArray> configToCompactJson(const RunConfig &config)
{
    const auto value = configValue(config, Members::All);
    if (!value)
        return value.error();
    return QByteArray::fromStdString(value->toCompact());
}

Result<QString> configFingerprint(const RunConfig &config)
{
    const auto value = configValue(config, Members::DecidingChunks);
    if (!value)
        return value.error();
    const std::string hashed = value->toCanonical() + '\n' + engineAbiOf(config);
    const QByteArray digest
        = QCryptographicHash::hash(QByteArray::fromStdString(hashed), QCryptographicHash::Sha256).toHex();
    return QString(QStringLiteral("sha256:") + QLatin1String(digest));
}

QByteArray auditProfileToJson(const AuditProfile &profile)
{
    JsonValue::Object object;
    JsonValue::add(object, "schema", "chunk-audit/1");
    addProfileMembers(object, profile);
    return QByteArray::fromStdString(JsonValue(std::move(object)).toIndented());
}

} // namespace cw
