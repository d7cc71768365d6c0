// SPDX-License-Identifier: GPL-3.0-or-later
#include "support/chunking.h"

#include "formats/format.h"

#include <cstdio>
#include <cstdlib>
#include <map>

namespace cw::testing {

namespace {

[[noreturn]] void fail(std::string_view what)
{
    std::fprintf(stderr, "test support: %.*s\n", static_cast<int>(what.size()), what.data());
    std::abort();
}

} // namespace

const Tokenizer &sharedTokenizer(std::string_view id)
{
    static std::map<std::string, std::shared_ptr<const Tokenizer>, std::less<>> made;
    const auto known = made.find(id);
    if (known != made.end())
        return *known->second;
    auto tokenizer = openTokenizer(id);
    if (!tokenizer)
        fail(tokenizer.error().message);
    return *(made[std::string(id)] = *tokenizer);
}

std::shared_ptr<const ChunkSet> chunkText(std::string_view text, const ChunkingSetup &setup)
{
    return chunkDocument(Document::fromText("test", std::string(text)), setup);
}

std::shared_ptr<const ChunkSet> chunkDocument(std::shared_ptr<const Document> document, const ChunkingSetup &setup)
{
    const StrategyDescriptor *strategy = findStrategy(setup.strategy);
    if (!strategy)
        fail("there is no strategy " + setup.strategy);
    if (auto checked = checkParameters(strategy->parameters, setup.parameters); !checked)
        fail(checked.error().message);
    const Tokenizer &tokenizer = sharedTokenizer(setup.tokenizer);
    auto segmentation = strategy->segment(*document, setup.parameters, {});
    if (!segmentation)
        fail("segmentation failed");
    auto index = tokenizer.index((*segmentation)->emitted.text(), {});
    if (!index)
        fail("indexing failed");
    std::shared_ptr<const UnitEdges> edges;
    if (setup.withEdges)
        edges = *UnitEdges::of((*segmentation)->units, **index, {});
    std::shared_ptr<const PrefixCosts> prefixCosts;
    if (const PrefixStyle style = strategy->prefixStyleOf(setup.parameters); style && setup.withEdges)
        prefixCosts = *PrefixCosts::of(*document, **segmentation, tokenizer, style, {});
    std::shared_ptr<const SeparatorPieces> separatorPieces;
    if (strategy->separators && setup.withEdges)
        separatorPieces = std::make_shared<const SeparatorPieces>(*index, strategy->separators(setup.parameters));
    const PackInput input{.document = *document,
                          .segmentation = **segmentation,
                          .index = **index,
                          .tokenizer = tokenizer,
                          .parameters = setup.parameters,
                          .max = setup.max,
                          .overlap = setup.overlap,
                          .edges = edges.get(),
                          .prefixCosts = prefixCosts,
                          .separatorPieces = separatorPieces,
                          .threads = setup.threads};
    auto chunks = packWithPlaces(*strategy, input, *index, setup.places, {});
    if (!chunks)
        fail("packing failed");
    return std::make_shared<const ChunkSet>(document, *segmentation, std::move(*chunks),
                                            strategy->prefixStyleOf(setup.parameters));
}

std::shared_ptr<const Document> markdownDocument(std::string text)
{
    return *readDocument("d.md", std::move(text), {}, *findFormat("markdown"), {});
}

std::vector<std::string> textsOf(const ChunkSet &chunks)
{
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < chunks.size(); ++i)
        texts.emplace_back(chunks.text(i));
    return texts;
}

std::vector<std::uint32_t> tokensOf(const ChunkSet &chunks)
{
    std::vector<std::uint32_t> tokens;
    for (const Chunk &chunk : chunks.chunks())
        tokens.push_back(chunk.tokens);
    return tokens;
}

std::vector<std::uint32_t> overlapsOf(const ChunkSet &chunks)
{
    std::vector<std::uint32_t> tokens;
    for (const Chunk &chunk : chunks.chunks())
        tokens.push_back(chunk.overlapTokens);
    return tokens;
}

std::vector<ByteRange> codePointRangesOf(const ChunkSet &chunks)
{
    std::vector<ByteRange> ranges;
    const OffsetMap &map = chunks.document().offsets();
    for (const Chunk &chunk : chunks.chunks())
        ranges.push_back({map.codePointAt(chunk.source.begin), map.codePointAt(chunk.source.end)});
    return ranges;
}

ParameterValues choices(std::initializer_list<std::pair<std::string_view, std::string_view>> values)
{
    ParameterValues parameters;
    for (const auto &[id, choice] : values)
        parameters.set(id, std::string(choice));
    return parameters;
}

} // namespace cw::testing
