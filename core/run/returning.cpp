// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/returning.h"

#include "run/effectiveconfig.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <utility>

namespace cw {

namespace {

/// Parents are read, not embedded, and `desired` is the size of chunks.
constexpr std::array<std::string_view, 4> parametersOfChunks{"desired", "prefix", "prefix-separator",
                                                             "repeat-table-header"};

Error invalid(std::string_view subject, std::string message)
{
    return Error{ErrorCode::InvalidParameter, std::move(message), std::string(subject)};
}

std::uint64_t parentsOfOneChunk(const std::vector<Chunk> &parents, const std::vector<Chunk> &chunks)
{
    std::size_t chunk = 0;
    std::uint64_t count = 0;
    for (const Chunk &parent : parents) {
        const std::size_t first = chunk;
        while (chunk < chunks.size() && chunks[chunk].emit.begin < parent.emit.end)
            ++chunk;
        count += chunk == first + 1 ? 1 : 0;
    }
    return count;
}

/// Number of the first chunk that begins at or behind a place in the emitted text.
std::size_t firstBeginningAt(const ChunkSet &chunks, std::size_t emitByte)
{
    const auto first = std::ranges::partition_point(
        chunks.chunks(), [emitByte](const Chunk &chunk) { return chunk.emit.begin < emitByte; });
    return static_cast<std::size_t>(first - chunks.chunks().begin());
}

} // namespace

std::string_view returnedKindId(ReturnedKind kind) noexcept
{
    switch (kind) {
    case ReturnedKind::Parent:
        return "parent";
    case ReturnedKind::Neighbours:
        return "neighbours";
    case ReturnedKind::Chunk:
        break;
    }
    return "chunk";
}

Result<void> checkReturned(const RunConfig &config)
{
    const ReturnedText &returned = config.returned;
    if (returned.kind == ReturnedKind::Parent) {
        const std::string given = std::to_string(returned.parentMax);
        if (returned.parentMax > largestMax) {
            return invalid("returned.parent_max",
                           "The max of parents must be at most " + std::to_string(largestMax) + ", not " + given + '.');
        }
        if (returned.parentMax <= config.max) {
            return invalid("returned.parent_max",
                           "The max of parents must be larger than that of chunks (" + std::to_string(config.max)
                               + "), not " + given + '.');
        }
        for (const ChunkingOverride &chunking : config.overrides) {
            if (returned.parentMax <= chunking.max) {
                return invalid("returned.parent_max",
                               "The max of parents must be larger than that of the override for "
                                   + overrideTargetText(chunking) + " (" + std::to_string(chunking.max) + "), not "
                                   + given + '.');
            }
        }
    }
    if (returned.kind == ReturnedKind::Neighbours
        && (returned.neighbours < 1 || returned.neighbours > mostNeighbours)) {
        return invalid("returned.neighbours",
                       "Neighbours must be from 1 to " + std::to_string(mostNeighbours) + " on either side, not "
                           + std::to_string(returned.neighbours) + '.');
    }
    return {};
}

ParameterValues parentParameters(const StrategyDescriptor &strategy, const ParameterValues &parameters)
{
    ParameterValues values;
    for (const ParameterSpec &spec : strategy.parameters) {
        const ParameterValue *value = parameters.find(spec.id);
        if (value && std::ranges::find(parametersOfChunks, spec.id) == parametersOfChunks.end())
            values.set(spec.id, *value);
    }
    return values;
}

Outcome<std::vector<Chunk>> packParents(const PackInput &children, const ParameterValues &parameters,
                                        std::size_t parentMax, const PinnedPlaces &places, const PlacePacker &pack)
{
    return pack({.document = children.document,
                 .segmentation = children.segmentation,
                 .index = children.index,
                 .tokenizer = children.tokenizer,
                 .parameters = parameters,
                 .max = parentMax,
                 .overlap = 0,
                 .edges = children.edges,
                 .threads = children.threads},
                places);
}

Outcome<std::vector<Chunk>> packInside(const PackInput &input, const std::vector<Chunk> &parents,
                                       const PinnedPlaces &places, const PlacePacker &pack)
{
    // White space between parents is in none, and so in no chunk.
    // Parents end at pinned breaks, too.
    PinnedPlaces inside{{}, places.keeps};
    inside.breaks.reserve(2 * parents.size());
    const auto add = [&](std::size_t byte) {
        if (byte > (inside.breaks.empty() ? 0 : inside.breaks.back()) && byte < input.document.text().size())
            inside.breaks.push_back(byte);
    };
    for (const Chunk &parent : parents) {
        add(parent.source.begin);
        add(parent.source.end);
    }
    auto chunks = pack(input, inside);
    if (!chunks || parents.empty())
        return chunks;
    std::erase_if(*chunks, [&](const Chunk &chunk) { return chunk.emit.begin >= parents.back().emit.end; });
    // At a parent's ends it was the strategy that cut, nothing set by hand.
    auto parent = parents.begin();
    for (std::size_t i = 0; i < chunks->size(); ++i) {
        Chunk &chunk = (*chunks)[i];
        if (i > 0 && chunk.emit.begin < parent->emit.end)
            continue;
        if (i > 0)
            ++parent;
        chunk.startReason = parent->startReason;
        if (i > 0)
            (*chunks)[i - 1].endReason = std::prev(parent)->endReason;
    }
    if (!chunks->empty())
        chunks->back().endReason = parents.back().endReason;
    return chunks;
}

bool hasUnits(const Segmentation &segmentation) noexcept
{
    return !segmentation.units.empty() || segmentation.wordStarts.total() > 0;
}

const NeighbourUnits &sentencesOfSource()
{
    static const NeighbourUnits units = [] {
        NeighbourUnits made{*findStrategy("recursive-sentence"), {}};
        made.parameters.set("join", std::string("source"));
        made.parameters.set("sentence", std::string("smart"));
        return made;
    }();
    return units;
}

ReturnedPlace returnedFor(const RunSnapshot &snapshot, std::size_t document, std::size_t chunk)
{
    if (snapshot.parentSets.empty())
        return {snapshot.chunkSets[document].get(), chunk};
    const bool isParent = snapshot.config.returned.kind == ReturnedKind::Parent;
    return {snapshot.parentSets[document].get(), isParent ? parentOf(snapshot, document, chunk) : chunk};
}

bool hasParents(const RunSnapshot &snapshot) noexcept
{
    return snapshot.config.returned.kind == ReturnedKind::Parent && !snapshot.parentSets.empty();
}

std::size_t parentOf(const RunSnapshot &snapshot, std::size_t document, std::size_t chunk)
{
    const std::size_t begin = snapshot.chunkSets[document]->chunks()[chunk].emit.begin;
    return firstBeginningAt(*snapshot.parentSets[document], begin + 1) - 1;
}

ChildRange childrenOf(const RunSnapshot &snapshot, std::size_t document, std::size_t parent)
{
    const std::vector<Chunk> &parents = snapshot.parentSets[document]->chunks();
    const ChunkSet &chunks = *snapshot.chunkSets[document];
    return {firstBeginningAt(chunks, parents[parent].emit.begin),
            parent + 1 < parents.size() ? firstBeginningAt(chunks, parents[parent + 1].emit.begin) : chunks.size()};
}

ReturnedFigures returnedFiguresOf(const RunSnapshot &snapshot)
{
    ReturnedFigures figures;
    const bool areParents = hasParents(snapshot);
    for (std::size_t document = 0; document < snapshot.parentSets.size(); ++document) {
        const std::vector<Chunk> &texts = snapshot.parentSets[document]->chunks();
        figures.texts += texts.size();
        for (const Chunk &text : texts) {
            figures.tokens += text.tokens;
            figures.largestTokens = std::max(figures.largestTokens, text.tokens);
        }
        if (areParents)
            figures.parentsOfOneChunk += parentsOfOneChunk(texts, snapshot.chunkSets[document]->chunks());
    }
    return figures;
}

std::size_t parentCount(const RunSnapshot &snapshot) noexcept
{
    std::size_t count = 0;
    if (hasParents(snapshot)) {
        for (const auto &parents : snapshot.parentSets)
            count += parents->size();
    }
    return count;
}

} // namespace cw
