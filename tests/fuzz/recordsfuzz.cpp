// SPDX-License-Identifier: GPL-3.0-or-later
// Files of records, in the format that the input's first byte names.
#include "formats/format.h"
#include "fuzz/fuzz.h"

#include <array>
#include <string_view>

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cw;
    static constexpr std::array<std::string_view, 5> formats{"json", "jsonl", "csv", "subtitles", "transcript"};
    if (size == 0)
        return 0;
    const FormatDescriptor *format = findFormat(formats[data[0] % formats.size()]);
    fuzz::require(format != nullptr, "A format of records is missing.");
    const std::string input = fuzz::textOf(data + 1, size - 1);
    const ParameterValues options;
    const auto parts = format->read({.input = input, .options = options, .stop = {}});
    fuzz::require(parts.hasValue(), "Records were not read.");
    auto tree = parts->blocks;
    if (!tree) {
        const auto read = parts->readBlocks(parts->text, {});
        fuzz::require(read.hasValue(), "Records have no blocks.");
        tree = *read;
    }
    fuzz::checkBlocks(*tree, parts->text);
    if (!parts->sourceMap) {
        fuzz::require(parts->text == input, "A text without a map is not the file's.");
        return 0;
    }
    for (const Block &block : tree->blocks()) {
        for (const SourceRange &source : parts->sourceMap->sourcesOf(block.bytes))
            fuzz::require(source.begin <= source.end && source.end <= input.size(),
                          "A block comes from past the file.");
    }
    return 0;
}
