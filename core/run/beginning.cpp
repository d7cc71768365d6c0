// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/beginning.h"

#include "run/effectiveconfig.h"
#include "segment/settled.h"
#include "strategies/strategy.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <string>
#include <utility>

namespace cw {

std::size_t settledChunks(const std::vector<Chunk> &chunks, const TokenIndex &index, std::size_t settledEnd)
{
    constexpr std::size_t chunksToSpare = 2;
    constexpr std::size_t tokensToSpare = 64;
    const std::size_t settledTokens = index.tokensBefore(settledEnd);
    std::size_t settled = 0;
    while (settled + chunksToSpare < chunks.size() && chunks[settled + chunksToSpare].emit.end <= settledEnd
           && index.tokensBefore(chunks[settled].emit.end) + tokensToSpare <= settledTokens)
        ++settled;
    return settled;
}

Outcome<Beginning> runBeginning(const std::shared_ptr<const Document> &document, const RunConfig &given,
                                std::size_t bytes, Caches &caches, std::stop_token stop)
{
    if (auto checked = checkConfig(given); !checked)
        return checked.error();
    const std::size_t overrideNumber = OverrideFinder(given).overrideFor(*document);
    const RunConfig config = effectiveConfig(given, overrideNumber);
    const StrategyDescriptor &strategy = *findStrategy(config.strategy);
    auto tokenizer = caches.tokenizer(config.tokenizer);
    if (!tokenizer)
        return tokenizer.error();
    const auto model = modelInput(config);
    if (!model)
        return model.error();

    const std::string_view whole = document->text();
    std::size_t cut = std::min(bytes, whole.size());
    while (!isCharacterBoundary(whole, cut))
        --cut;
    const auto beginning = document->beginning(cut);
    auto segmentation = strategy.segment(*beginning, config.parameters, stop);
    if (segmentation.isCancelled())
        return Cancelled{};
    if (!segmentation)
        return segmentation.error();
    const Tokenizer &counting = *model ? *model->tokenizer : **tokenizer;
    auto index = counting.index((*segmentation)->emitted.text(), stop);
    if (index.isCancelled())
        return Cancelled{};
    if (!index)
        return index.error();
    const PackInput input{*beginning,
                          **segmentation,
                          **index,
                          counting,
                          config.parameters,
                          static_cast<std::size_t>(config.max) - model->reserved(),
                          static_cast<std::size_t>(config.overlap)};
    auto chunks = strategy.pack(input, stop);
    if (chunks.isCancelled())
        return Cancelled{};
    if (!chunks)
        return chunks.error();

    const std::size_t settledEnd
        = strategy.settledEnd ? strategy.settledEnd(input, whole) : settledUnitsEnd(**segmentation);
    chunks->resize(settledChunks(*chunks, **index, settledEnd));
    if (chunks->empty())
        return Beginning{};

    const auto shown = document->beginning(chunks->back().source.end);
    auto snapshot = std::make_shared<RunSnapshot>();
    snapshot->config = given;
    snapshot->overrideUsed = {overrideNumber};
    snapshot->model = *model;
    snapshot->maxTextTokens = strategy.sizeUnit == SizeUnit::Tokens ? input.max : 0;
    snapshot->tokenizer = *tokenizer;
    snapshot->documents = {shown};
    snapshot->firstChunkNumber = {0};
    snapshot->chunkCount = chunks->size();
    snapshot->chunkSets = {std::make_shared<const ChunkSet>(shown, *segmentation, std::move(*chunks),
                                                            strategy.prefixStyleOf(config.parameters))};
    return Beginning{std::move(snapshot), shown->text().size(), whole.size()};
}

} // namespace cw
