// SPDX-License-Identifier: GPL-3.0-or-later
#include "modelremarks.h"

#include "run/effectiveconfig.h"
#include "strategies/strategy.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <utility>

namespace cw::cli {

namespace {

/// Sizes that chunks are made with, and the overrides that ask for each.
class SizesOverLimit
{
public:
    explicit SizesOverLimit(std::int64_t most) : m_most(most) { }

    void add(std::string_view strategyId, std::int64_t max, const ChunkingOverride *given)
    {
        const StrategyDescriptor *strategy = findStrategy(strategyId);
        if (!strategy || strategy->sizeUnit != SizeUnit::Tokens || max <= m_most)
            return;
        if (!given) {
            m_all.push_back({strategy, max, nullptr, 0});
            return;
        }
        const auto [known, isNew] = m_numbers.try_emplace({max, strategy}, m_all.size());
        if (isNew)
            m_all.push_back({strategy, max, given, 0});
        else
            ++m_all[known->second].others;
    }

    [[nodiscard]] std::vector<std::string> sentences(const std::string &model, std::uint64_t limit) const
    {
        constexpr std::size_t mostSaid = 20;
        std::vector<std::string> list;
        for (const Entry &entry : m_all) {
            if (list.size() == mostSaid) {
                list.push_back("And so have " + std::to_string(m_all.size() - mostSaid) + " more sizes in overrides.");
                break;
            }
            std::string text
                = entry.given ? "The override for " + overrideTargetText(*entry.given) : "The configuration";
            if (entry.others > 0)
                text += " and " + std::to_string(entry.others) + (entry.others == 1 ? " other" : " others");
            text += entry.others > 0 ? " have max " : " has max ";
            text += std::to_string(entry.max);
            if (entry.max == entry.strategy->defaultMax)
                text += ", the default of " + std::string(entry.strategy->id);
            text += ", but " + model + " reads only " + std::to_string(limit)
                + " tokens and cuts off the rest of a larger chunk.";
            text += m_most > 0 ? " Lower max to " + std::to_string(m_most) + '.' : "";
            list.push_back(std::move(text));
        }
        return list;
    }

private:
    struct Entry
    {
        const StrategyDescriptor *strategy;
        std::int64_t max;
        const ChunkingOverride *given; ///< the first one; null: the configuration itself
        std::size_t others;
    };

    std::int64_t m_most;
    std::vector<Entry> m_all;
    std::map<std::pair<std::int64_t, const StrategyDescriptor *>, std::size_t> m_numbers; ///< in it, of overrides
};

} // namespace

std::vector<std::string> overLimitRemarks(const RunConfig &config)
{
    const auto input = modelInput(config);
    if (!input || !*input)
        return {};
    const std::uint64_t limit = input->profile->inputLimit;
    const std::uint64_t added = config.countSpecialTokens ? 0 : input->overhead();
    SizesOverLimit sizes(static_cast<std::int64_t>(limit > added ? limit - added : 0));
    sizes.add(config.strategy, config.max, nullptr);
    for (const ChunkingOverride &given : config.overrides)
        sizes.add(given.strategy, given.max, &given);
    return sizes.sentences(input->profile->title, limit);
}

} // namespace cw::cli
