// SPDX-License-Identifier: GPL-3.0-or-later
// A chunk for each record, or for as many as fit.
#include "segment/groups.h"
#include "strategies/grouped.h"
#include "strategies/prefixparameters.h"

#include <array>
#include <utility>

namespace cw::strategylist {

namespace {

constexpr std::array recordChoices{
    ParameterChoice{"apart", "Apart", "Every record begins a chunk, so a chunk is about one thing."},
    ParameterChoice{"together", "Together", "Whole records share a chunk while they fit into max."},
};

constexpr ParameterSpec recordsParameter{
    .id = "records",
    .title = "Records",
    .help = "Whether several records may share a chunk.",
    .kind = ParameterKind::Choice,
    .affects = Affects::Packing,
    .defaultChoice = "apart",
    .choices = recordChoices,
};

constexpr std::array parameters{recordsParameter, prefixParameter, prefixSeparatorParameter,
                                repeatTableHeaderParameter};

/// What stands before the first record belongs to it; so does a table's header.
std::vector<std::uint32_t> recordBegins(const BlockTree &tree)
{
    std::vector<std::uint32_t> begins;
    for (const Block &block : tree.blocks()) {
        if (block.kind == BlockKind::Record || block.kind == BlockKind::TableRow || block.kind == BlockKind::Turn)
            begins.push_back(block.bytes.begin);
    }
    return begins;
}

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &,
                                                     std::stop_token stop)
{
    const auto tree = document.blocks(stop);
    if (!tree)
        return Cancelled{};
    return segmentGroups(document, recordBegins(**tree), BoundaryReason::Record, std::move(stop));
}

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    return packGroups(input, input.parameters.choice(recordsParameter) == "apart", std::move(stop));
}

std::size_t settledEnd(const PackInput &beginning, std::string_view)
{
    return settledGroupsEnd(beginning);
}

} // namespace

const StrategyDescriptor &records()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "records",
        .title = "By Records",
        .help = "One chunk a record: a line of JSON Lines, an element of a JSON array, a row of a table, a speaker's "
                "turn. A record over max is cut at its lines or sentences. A document without records is one record.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 0,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
        .settledEnd = settledEnd,
        .prefixStyle = prefixStyleOf,
    };
    return descriptor;
}

} // namespace cw::strategylist
