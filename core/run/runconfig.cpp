// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/runconfig.h"

#include "formats/format.h"
#include "run/effectiveconfig.h"
#include "run/pinplaces.h"
#include "run/returning.h"
#include "segment/sentencebreaks.h"
#include "strategies/strategy.h"
#include "tokenize/tokenizerreference.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

namespace cw {

namespace {

Error invalid(std::string_view subject, std::string message)
{
    return Error{ErrorCode::InvalidParameter, std::move(message), std::string(subject)};
}

template<class Table>
std::string idList(const Table &table)
{
    std::string list;
    for (const auto *entry : table) {
        if (!list.empty())
            list += ", ";
        list += entry->id;
    }
    return list;
}

Result<void> checkSizes(const RunConfig &config)
{
    const std::string max = std::to_string(config.max);
    const std::string overlap = std::to_string(config.overlap);
    if (config.max < 1)
        return invalid("max", "Max must be at least 1, not " + max + ".");
    if (config.max > largestMax)
        return invalid("max", "Max must be at most " + std::to_string(largestMax) + ", not " + max + ".");
    if (config.overlap < 0)
        return invalid("overlap", "Overlap must be 0 or more, not " + overlap + ".");
    if (config.overlap >= config.max)
        return invalid("overlap", "Overlap must be smaller than max (" + max + "), not " + overlap + ".");
    return {};
}

/// A model goes with its own tokenizer, or with a file: which file that is, only the user can know.
Result<void> checkTokenizerOf(const ModelProfile &model, const RunConfig &config)
{
    if (isFileReference(config.tokenizer))
        return {};
    if (model.tokenizer.empty()) {
        return invalid("tokenizer",
                       "The tokenizer of " + model.title + " is not built in. Choose its file, published as "
                           + model.tokenizerFile + '.');
    }
    if (canonicalTokenizerReference(config.tokenizer) == canonicalTokenizerReference(model.tokenizer))
        return {};
    return invalid("tokenizer",
                   "The model " + model.title + " counts with the tokenizer " + model.tokenizer + ", not with "
                       + config.tokenizer + ". Choose that one, or no model.");
}

/// The model must leave room in max for some text, and for more of it than is carried over.
Result<void> checkRoom(const RunConfig &config)
{
    const auto model = modelInput(config);
    if (!model)
        return model.error();
    const auto reserved = static_cast<std::int64_t>(model->reserved());
    if (reserved == 0)
        return {};
    const std::string added = std::to_string(reserved) + " that " + model->profile->title + " adds around a text";
    if (config.max <= reserved)
        return invalid("max", "Max must be larger than the " + added + ", not " + std::to_string(config.max) + '.');
    if (config.overlap >= config.max - reserved) {
        return invalid("overlap",
                       "Overlap must be smaller than what max (" + std::to_string(config.max) + ") leaves to the text ("
                           + std::to_string(config.max - reserved) + ", without the " + added + "), not "
                           + std::to_string(config.overlap) + '.');
    }
    return {};
}

Result<void> checkChunking(const RunConfig &config)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    if (!strategy) {
        return invalid("strategy",
                       "There is no strategy \"" + config.strategy + "\". Choose one of " + idList(strategies()) + ".");
    }
    if (!findTokenizer(config.tokenizer)) {
        if (const auto opened = openTokenizer(config.tokenizer); !opened)
            return opened.error();
    }
    if (auto checked = checkSizes(config); !checked)
        return checked;
    if (auto checked = checkRoom(config); !checked)
        return checked;
    return checkParameters(strategy->parameters, config.parameters);
}

Result<void> checkTarget(const ChunkingOverride &given, std::set<std::pair<OverrideScope, std::string_view>> &known)
{
    const bool isForFormat = given.scope == OverrideScope::Format;
    const std::string_view subject = isForFormat ? "format" : "document";
    if (given.target.empty())
        return invalid(subject, "An override must name the format or the document that it is for.");
    if (isForFormat && !findFormat(given.target)) {
        return invalid(
            subject, "There is no document format \"" + given.target + "\". Choose one of " + idList(formats()) + ".");
    }
    if (!known.emplace(given.scope, given.target).second)
        return invalid(subject, "There are two overrides for " + overrideTargetText(given) + "; keep one.");
    return {};
}

/// Errors name the override both in words and as in "overrides[1].max".
Result<void> checkOverrides(const RunConfig &config)
{
    std::set<std::pair<OverrideScope, std::string_view>> known;
    for (std::size_t number = 0; number < config.overrides.size(); ++number) {
        const std::string path = "overrides[" + std::to_string(number) + "].";
        const ChunkingOverride &given = config.overrides[number];
        if (const auto checked = checkTarget(given, known); !checked) {
            Error error = checked.error();
            error.subject = path + error.subject;
            return error;
        }
        if (const auto checked = checkChunking(effectiveConfig(config, number)); !checked) {
            Error error = checked.error();
            error.message = "Override for " + overrideTargetText(given) + ": " + error.message;
            error.subject = path + error.subject;
            return error;
        }
    }
    return {};
}

Result<void> checkPins(const std::vector<Pin> &pins)
{
    for (std::size_t i = 0; i < pins.size(); ++i) {
        const auto at = [i](std::string_view member) {
            return std::string("pins[").append(std::to_string(i)).append("]").append(member);
        };
        if (std::string fault = faultOf(pins[i]); !fault.empty())
            return invalid(at(""), std::move(fault));
        if (i == 0)
            continue;
        if (isSamePlace(pins[i - 1], pins[i]))
            return invalid(at(".byte"),
                           "There are two pins at byte " + std::to_string(pins[i].byte) + " of " + pins[i].document
                               + ".");
        if (std::tie(pins[i].document, pins[i].byte) < std::tie(pins[i - 1].document, pins[i - 1].byte))
            return invalid(at(".byte"), "Pins must be in the order of document and byte.");
    }
    return {};
}

} // namespace

RunConfig defaultConfig(std::string_view strategy, std::string_view tokenizer)
{
    RunConfig config;
    config.strategy = strategy;
    config.tokenizer = tokenizer;
    if (const StrategyDescriptor *descriptor = findStrategy(strategy)) {
        config.max = descriptor->defaultMax;
        config.overlap = descriptor->defaultOverlap;
    }
    config.audit = defaultAuditProfile();
    return config;
}

std::int64_t textMax(const RunConfig &config)
{
    const auto model = modelInput(config);
    const auto reserved = model ? static_cast<std::int64_t>(model->reserved()) : 0;
    return std::max<std::int64_t>(std::max<std::int64_t>(config.max, 1) - reserved, 1);
}

std::int64_t usualOverlap(const RunConfig &config)
{
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    if (!strategy)
        return 0;
    const std::int64_t max = std::clamp<std::int64_t>(config.max, 0, largestMax);
    return std::min(max * strategy->defaultOverlap / strategy->defaultMax, textMax(config) - 1);
}

Result<ModelInput> modelInput(const RunConfig &config)
{
    if (config.model.empty())
        return ModelInput();
    auto profile = findModelProfile(config.model);
    if (!profile) {
        const bool isFile = isFileReference(config.model);
        return invalid("model",
                       isFile
                           ? "The model profile " + config.model + " was not read."
                           : "There is no model \"" + config.model + "\". Choose a built-in one, or a profile file.");
    }
    if (const auto checked = checkTokenizerOf(*profile, config); !checked)
        return checked.error();
    const auto tokenizer = openTokenizer(config.tokenizer);
    if (!tokenizer)
        return tokenizer.error();
    const StrategyDescriptor *strategy = findStrategy(config.strategy);
    const bool countsTokens = strategy && strategy->sizeUnit == SizeUnit::Tokens;
    return modelInput(std::move(profile), *tokenizer, config.countSpecialTokens && countsTokens);
}

bool usesVectors(const RunConfig &config)
{
    const auto comparesSentences = [](std::string_view id) {
        const StrategyDescriptor *strategy = findStrategy(id);
        return strategy && strategy->topicSearch;
    };
    return !config.embedding.model.empty()
        && (comparesSentences(config.strategy)
            || std::ranges::any_of(config.overrides, comparesSentences, &ChunkingOverride::strategy));
}

Result<void> checkConfig(const RunConfig &config)
{
    if (const auto checked = checkChunking(config); !checked)
        return checked;
    if (const auto checked = checkEmbedding(config.embedding); !checked)
        return checked;
    if (const auto checked = checkOverrides(config); !checked)
        return checked;
    if (auto checked = checkPins(config.pins); !checked)
        return checked;
    if (auto checked = checkReturned(config); !checked)
        return checked;
    return checkAuditProfile(config.audit);
}

std::string engineAbiOf(const RunConfig &config)
{
    bool isByIcu = false;
    bool isSmart = false;
    const auto look = [&](std::string_view strategyId, const ParameterValues &parameters) {
        const StrategyDescriptor *strategy = findStrategy(strategyId);
        const ParameterSpec *spec = strategy ? findParameter(strategy->parameters, "sentence") : nullptr;
        const std::string choice = spec ? parameters.choice(*spec) : std::string();
        isByIcu |= choice == "unicode";
        // Strategies without sentences count neighbours in our own.
        isSmart |= choice == "smart" || (!spec && config.returned.kind == ReturnedKind::Neighbours);
    };
    look(config.strategy, config.parameters);
    for (const ChunkingOverride &given : config.overrides)
        look(given.strategy, given.parameters);

    std::string abi(engineAbi);
    if (isByIcu)
        abi += " icu=" + icuVersion();
    if (isSmart)
        abi.append(" sentences=").append(smartBreaksVersion);
    return abi;
}

} // namespace cw
