// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of AsciiDoc.
#include "formats/asciidocblocks.h"
#include "fuzz/fuzz.h"

#include <algorithm>

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cw;
    const std::string text = fuzz::textOf(data, size);
    const auto tree = asciidoc::readBlocks(text, {});
    fuzz::require(tree.hasValue(), "AsciiDoc was not read.");
    fuzz::checkBlocks(**tree, text);
    const auto lines
        = static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return c == '\n' || c == '\r'; }));
    fuzz::require((*tree)->blocks().size() <= (lines + 1) * (asciidoc::deepestNesting + 3),
                  "There are more blocks than lines can hold.");
    return 0;
}
