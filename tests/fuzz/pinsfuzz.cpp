// SPDX-License-Identifier: GPL-3.0-or-later
// Pins anywhere in any text, for every strategy: nothing reaches across a break, nothing is lost or counted wrong.
//
// The input: strategy, max, overlap, how many places, three bytes for each (its kind in the first one's lowest bit and
// where it is, of 65,536), and the text, which is read as Markdown.
#include "chunk/breaks.h"
#include "chunk/chunk.h"
#include "formats/markdownblocks.h"
#include "fuzz/fuzz.h"
#include "run/pinplaces.h"
#include "segment/words.h"
#include "strategies/packregions.h"
#include "strategies/strategy.h"
#include "text/utf8.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <span>

namespace {

using namespace cw;

struct Input
{
    const StrategyDescriptor *strategy = nullptr;
    std::size_t max = 1;
    std::size_t overlap = 0;
    PinnedPlaces places;
    std::shared_ptr<const Document> document;
};

void sortOut(std::vector<std::size_t> &bytes)
{
    std::ranges::sort(bytes);
    const auto rest = std::ranges::unique(bytes);
    bytes.erase(rest.begin(), rest.end());
}

Input inputOf(std::span<const std::uint8_t> data)
{
    constexpr std::size_t head = 4;
    constexpr std::size_t perPlace = 3;
    Input input;
    input.strategy = strategies()[data[0] % strategies().size()];
    input.max = 1 + data[1] % 96;
    input.overlap = data[2] % input.max;
    const std::size_t places = std::min<std::size_t>(data[3] % 24, (data.size() - head) / perPlace);
    const std::span<const std::uint8_t> pins = data.subspan(head, places * perPlace);
    const std::span<const std::uint8_t> rest = data.subspan(head + pins.size());
    DocumentParts parts;
    parts.text = fuzz::textOf(rest.data(), rest.size());
    parts.format = "markdown";
    parts.readBlocks = &markdown::readBlocks;
    input.document = Document::create("fuzz", std::move(parts), {});
    const std::string_view text = input.document->text();
    for (std::size_t i = 0; i < pins.size(); i += perPlace) {
        std::size_t byte = (pins[i + 1] * std::size_t{256} + pins[i + 2]) * text.size() / 65536;
        while (!isCharacterBoundary(text, byte))
            --byte;
        if (byte > 0 && byte < text.size())
            (pins[i] % 2 == 0 ? input.places.breaks : input.places.keeps).push_back(byte);
    }
    sortOut(input.places.breaks);
    sortOut(input.places.keeps);
    return input;
}

void checkRegions(const Input &input, const Segmentation &whole, const std::shared_ptr<const TokenIndex> &index)
{
    const auto regions = PackRegions::of(*input.document, whole, index, nullptr, {input.places.breaks, {}}, {});
    fuzz::require(regions.hasValue(), "Regions were not made.");
    std::size_t end = 0;
    for (const PackRegion &region : (*regions)->regions()) {
        fuzz::require(region.source.begin >= end && region.source.end > region.source.begin,
                      "Regions are out of order.");
        end = region.source.end;
        std::size_t unitEnd = region.source.begin;
        for (const Unit &unit : region.segmentation.units) {
            fuzz::require(unit.source.begin >= unitEnd && unit.source.end <= region.source.end,
                          "A unit reaches out of its region, or into the one before it.");
            unitEnd = unit.source.end;
        }
    }
}

void checkChunks(const Input &input, const ChunkSet &chunks, const Tokenizer &tokenizer)
{
    const std::string_view text = input.document->text();
    // Windows of one sentence are of their own size, and splitting by characters may drop separators.
    const bool holdsMax = input.strategy->sizeUnit == SizeUnit::Tokens;
    const bool keepsAll = input.strategy->id != "recursive-character";
    std::size_t covered = 0;
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const Chunk &chunk = chunks.chunks()[i];
        fuzz::require(chunk.source.begin < chunk.source.end && chunk.source.end <= text.size(), "A chunk is empty.");
        fuzz::require(isCharacterBoundary(text, chunk.source.begin) && isCharacterBoundary(text, chunk.source.end),
                      "A chunk cuts a character.");
        fuzz::require(!keepsAll || chunk.source.begin <= covered
                          || skipSpaces(text, covered, chunk.source.begin) == chunk.source.begin,
                      "Text between two chunks is lost.");
        covered = std::max(covered, std::size_t{chunk.source.end});
        fuzz::require(chunk.tokens == tokenizer.count(chunks.text(i)), "A chunk is counted wrong.");
        fuzz::require(!holdsMax || chunk.tokens <= input.max || chunk.isIndivisible, "A chunk is over max.");
        const auto next = std::ranges::upper_bound(input.places.breaks, std::size_t{chunk.source.begin});
        fuzz::require(next == input.places.breaks.end() || *next >= chunk.source.end
                          || skipSpaces(text, *next, chunk.source.end) == chunk.source.end
                          || trimSpacesBack(text, chunk.source.begin, *next) == chunk.source.begin,
                      "A chunk reaches across a break.");
    }
    fuzz::require(!keepsAll || skipSpaces(text, covered, text.size()) == text.size(), "The end of the text is lost.");
}

/// Pins of the text are looked for in one from which a piece is missing.
void checkSearch(const Input &input)
{
    std::vector<Pin> pins;
    for (const std::size_t byte : input.places.breaks)
        pins.push_back(pinAt(*input.document, PinKind::Break, byte));
    if (pins.empty())
        return;
    const std::string_view text = input.document->text();
    const std::size_t cut = input.places.breaks.front() / 2;
    const std::string edited
        = fuzz::textOf(reinterpret_cast<const std::uint8_t *>(text.data()) + cut / 2, cut - cut / 2)
        + std::string(text.substr(input.places.breaks.front()));
    const auto places = findPins(pins, edited, {});
    fuzz::require(places && places->size() == pins.size(), "Pins were not looked for.");
    for (const PinPlace &place : *places) {
        const bool isThere = isPlaced(pins[place.pin], edited);
        fuzz::require((place.state == PinState::Placed) == isThere,
                      "A pin that stands where it did was not seen there.");
        fuzz::require(!place.holds() || (place.byte <= edited.size() && isCharacterBoundary(edited, place.byte)),
                      "A pin was found inside a character.");
        fuzz::require(place.holds() == place.problem.empty(), "A lost pin has no reason.");
    }
}

} // namespace

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    if (size < 4)
        return 0;
    const Input input = inputOf({data, size});
    checkSearch(input);
    const auto tokenizer = openTokenizer("words");
    fuzz::require(tokenizer.hasValue(), "There is no tokenizer of words.");
    const ParameterValues parameters;
    const auto segmentation = input.strategy->segment(*input.document, parameters, {});
    fuzz::require(segmentation.hasValue(), "The text was not segmented.");
    const auto index = (*tokenizer)->index((*segmentation)->emitted.text(), {});
    fuzz::require(index.hasValue(), "The text was not indexed.");
    checkRegions(input, **segmentation, *index);
    const PackInput whole{.document = *input.document,
                          .segmentation = **segmentation,
                          .index = **index,
                          .tokenizer = **tokenizer,
                          .parameters = parameters,
                          .max = input.max,
                          .overlap = input.overlap};
    auto packed = packWithPlaces(*input.strategy, whole, *index, input.places, {});
    fuzz::require(packed.hasValue(), "The text was not packed.");
    checkChunks(input, ChunkSet(input.document, *segmentation, std::move(*packed)), **tokenizer);
    return 0;
}
