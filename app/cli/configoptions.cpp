// SPDX-License-Identifier: GPL-3.0-or-later
#include "configoptions.h"

#include "report.h"

#include "io/configjson.h"
#include "io/modelfile.h"
#include "io/tokenizerfile.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizerreference.h"

#include <QString>

#include <algorithm>
#include <charconv>
#include <map>

namespace cw::cli {

namespace {

/// A model brings its tokenizer, unless that has to be chosen.
Result<void> chooseModel(const Options &options, RunConfig &config)
{
    if (options.model && *options.model == "none") {
        config.model.clear();
        config.countSpecialTokens = true;
    } else if (options.model) {
        if (isFileReference(*options.model)) {
            if (const auto read = loadModelFile(QString::fromStdString(*options.model)); !read)
                return read.error();
        }
        const auto profile = findModelProfile(*options.model);
        if (!profile) {
            return Error{ErrorCode::InvalidParameter,
                         "There is no model \"" + *options.model
                             + "\". \"list models\" shows the built-in ones; for a profile of your own give its file.",
                         "model"};
        }
        config.model = *options.model;
        config.countSpecialTokens = true;
        if (!profile->tokenizer.empty())
            config.tokenizer = profile->tokenizer;
    }
    if (options.leavesOutSpecialTokens && config.model.empty()) {
        return Error{ErrorCode::Usage, "Option --no-special-tokens needs a model: without one none are counted.",
                     "no-special-tokens"};
    }
    if (options.leavesOutSpecialTokens)
        config.countSpecialTokens = false;
    return {};
}

Result<StatedConfig> startingPoint(const Options &options)
{
    StatedConfig stated{defaultConfig(), false, {}};
    RunConfig &config = stated.config;
    if (options.configFile) {
        auto read = readConfigFile(QString::fromStdString(*options.configFile));
        if (!read)
            return read.error();
        stated = std::move(*read);
    }
    if (const auto chosen = chooseModel(options, config); !chosen)
        return chosen.error();
    if (options.tokenizer)
        config.tokenizer = canonicalTokenizerReference(*options.tokenizer);
    if (isTokenizerFile(config.tokenizer)) {
        if (const auto loaded = loadTokenizer(config.tokenizer); !loaded)
            return loaded.error();
    }
    if (options.strategy && *options.strategy != config.strategy) {
        RunConfig other = defaultConfig(*options.strategy, config.tokenizer);
        other.name = std::move(config.name);
        other.model = std::move(config.model);
        other.countSpecialTokens = config.countSpecialTokens;
        other.audit = std::move(config.audit);
        other.overrides = std::move(config.overrides);
        other.pins = std::move(config.pins);
        other.returned = config.returned;
        other.embedding = std::move(config.embedding);
        config = std::move(other);
        stated.statesOverlap = false;
    }
    return stated;
}

Result<void> applyEmbedding(const Options &options, EmbeddingSource &source)
{
    if (options.embeddingModel && *options.embeddingModel == "none") {
        if (options.embeddingServer) {
            return Error{ErrorCode::Usage,
                         "Options --embedding-server and --embedding-model none exclude each other: without a model no "
                         "server is asked.",
                         "embedding-model"};
        }
        source = {};
        return {};
    }
    if (options.embeddingServer)
        source.server = *options.embeddingServer;
    if (options.embeddingModel)
        source.model = *options.embeddingModel;
    return {};
}

/// Options that would do nothing are a mistake.
Result<void> checkEmbeddingIsUsed(const Options &options, const RunConfig &config)
{
    const bool isGiven = options.embeddingServer || (options.embeddingModel && *options.embeddingModel != "none");
    if (!isGiven || usesVectors(config))
        return {};
    return Error{ErrorCode::Usage,
                 "Options --embedding-server and --embedding-model need a strategy that compares sentences, not "
                     + config.strategy + ": add --strategy semantic.",
                 "embedding-model"};
}

Result<void> applyReturned(const Options &options, ReturnedText &returned)
{
    if (options.parentMax.value_or(0) != 0 && options.neighbours.value_or(0) != 0) {
        return Error{ErrorCode::Usage,
                     "Options --parent-max and --neighbours exclude each other: a chunk is returned with one of them.",
                     "parent-max"};
    }
    const auto choose = [&](const std::optional<std::int64_t> &given, ReturnedKind kind, std::int64_t &value) {
        if (!given)
            return;
        if (*given != 0) {
            returned.kind = kind;
            value = *given;
        } else if (returned.kind == kind) {
            returned.kind = ReturnedKind::Chunk;
        }
    };
    choose(options.parentMax, ReturnedKind::Parent, returned.parentMax);
    choose(options.neighbours, ReturnedKind::Neighbours, returned.neighbours);
    return {};
}

Error unknownKey(const std::string &key, const StrategyDescriptor &strategy)
{
    std::string message = "The strategy " + std::string(strategy.id) + " has no parameter \"" + key + "\".";
    if (key == "max" || key == "overlap") {
        message += " Use --" + key + " instead of --set.";
    } else if (strategy.parameters.empty()) {
        message += " It has none besides --max and --overlap.";
    } else {
        message += " It has";
        for (const ParameterSpec &spec : strategy.parameters) {
            message += &spec == strategy.parameters.data() ? " " : ", ";
            message += spec.id;
        }
        message += '.';
    }
    return Error{ErrorCode::Usage, std::move(message), key};
}

Result<void> setParameter(const StrategyDescriptor &strategy, const std::string &key, const std::string &text,
                          ParameterValues &parameters)
{
    const ParameterSpec *spec = findParameter(strategy.parameters, key);
    if (!spec)
        return unknownKey(key, strategy);
    auto value = parseParameter(*spec, text);
    if (!value)
        return value.error();
    parameters.set(key, std::move(*value));
    return {};
}

Result<void> applySettings(const Options &options, RunConfig &config)
{
    if (options.settings.empty())
        return {};
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    if (!strategy)
        return checkConfig(config);
    for (const auto &[key, text] : options.settings) {
        if (const auto set = setParameter(*strategy, key, text, config.parameters); !set)
            return set.error();
    }
    return {};
}

/// Number of the override for the format: the file's own, or one that is new and still like the configuration.
std::size_t overrideOf(const std::string &format, StatedConfig &stated)
{
    RunConfig &config = stated.config;
    const auto found = std::ranges::find_if(config.overrides, [&](const ChunkingOverride &given) {
        return given.scope == OverrideScope::Format && given.target == format;
    });
    if (found != config.overrides.end())
        return static_cast<std::size_t>(found - config.overrides.begin());
    config.overrides.push_back(
        {OverrideScope::Format, format, config.strategy, config.max, config.overlap, config.parameters});
    const std::size_t number = config.overrides.size() - 1;
    if (!stated.statesOverlap)
        stated.overridesWithoutOverlap.insert(number);
    return number;
}

/// The last strategy given for a format decides what its other keys mean, wherever they stand.
void applyFormatStrategies(const Options &options, StatedConfig &stated)
{
    std::map<std::string, std::string> chosen;
    for (const FormatSetting &setting : options.formatSettings) {
        if (setting.key == "strategy")
            chosen[setting.format] = setting.value;
    }
    for (const auto &[format, strategy] : chosen) {
        const std::size_t number = overrideOf(format, stated);
        ChunkingOverride &given = stated.config.overrides[number];
        if (given.strategy == strategy)
            continue;
        given.strategy = strategy;
        given.max = defaultConfig(strategy).max;
        given.parameters = {};
        stated.overridesWithoutOverlap.insert(number);
    }
}

Result<void> applyFormatSettings(const Options &options, StatedConfig &stated)
{
    applyFormatStrategies(options, stated);
    for (const FormatSetting &setting : options.formatSettings) {
        const std::size_t number = overrideOf(setting.format, stated);
        ChunkingOverride &given = stated.config.overrides[number];
        if (setting.key == "strategy")
            continue;
        if (setting.key == "max" || setting.key == "overlap") {
            std::int64_t size = 0;
            const char *end = setting.value.data() + setting.value.size();
            const auto [stop, failure] = std::from_chars(setting.value.data(), end, size);
            if (failure != std::errc{} || stop != end) {
                return Error{ErrorCode::Usage,
                             "Option --for " + setting.format + '.' + setting.key + " takes a whole number, not \""
                                 + setting.value + "\".",
                             "for"};
            }
            (setting.key == "max" ? given.max : given.overlap) = size;
            if (setting.key == "overlap")
                stated.overridesWithoutOverlap.erase(number);
            continue;
        }
        const StrategyDescriptor *strategy = findStrategy(given.strategy);
        if (!strategy)
            return checkConfig(stated.config);
        if (const auto set = setParameter(*strategy, setting.key, setting.value, given.parameters); !set)
            return set.error();
    }
    return {};
}

} // namespace

Result<AuditProfile> auditProfile(const std::string &name, const AuditProfile &own)
{
    if (name == "none")
        return emptyAuditProfile();
    if (name == "reference")
        return referenceAuditProfile();
    if (name == "default")
        return defaultAuditProfile();
    if (name == "config")
        return own;
    auto profile = readAuditProfileFile(QString::fromStdString(name));
    if (!profile && profile.error().code == ErrorCode::Io) {
        Error error = profile.error();
        error.message += " Give none, reference, default, config or a profile file.";
        return error;
    }
    return profile;
}

Result<RunConfig> configFromOptions(const Options &options)
{
    auto stated = startingPoint(options);
    if (!stated)
        return stated.error();
    RunConfig &config = stated->config;
    if (options.max)
        config.max = *options.max;
    if (options.overlap) {
        config.overlap = *options.overlap;
        stated->statesOverlap = true;
    }
    if (const auto applied = applyEmbedding(options, config.embedding); !applied)
        return applied.error();
    if (const auto applied = applyReturned(options, config.returned); !applied)
        return applied.error();
    if (const auto applied = applySettings(options, config); !applied)
        return applied.error();
    if (const auto applied = applyFormatSettings(options, *stated); !applied)
        return applied.error();
    takeUsualOverlaps(*stated);
    if (options.audit) {
        auto profile = auditProfile(*options.audit, config.audit);
        if (!profile)
            return profile.error();
        config.audit = std::move(*profile);
    }
    if (const auto checked = checkConfig(config); !checked) {
        Error error = checked.error();
        if (error.subject == "overlap" && !options.overlap)
            error.message += " Set it with --overlap.";
        if (error.subject == "embedding.model" && config.embedding.model.empty())
            error.message += " Give it with --embedding-model.";
        return error;
    }
    if (const auto checked = checkEmbeddingIsUsed(options, config); !checked)
        return checked.error();
    if (const auto model = modelInput(config); model && !model->remark.empty())
        say(model->remark);
    return config;
}

} // namespace cw::cli
