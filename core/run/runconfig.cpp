// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/runconfig.h"

#include "strategies/strategy.h"
#include "tokenize/tokenizer.h"

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

Result<void> checkConfig(const RunConfig &config)
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
    if (auto checked = checkParameters(strategy->parameters, config.parameters); !checked)
        return checked;
    return checkAuditProfile(config.audit);
}

} // namespace cw
