// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks of source code, in the language that the input's first byte names.
#include "formats/format.h"
#include "fuzz/fuzz.h"

#include <array>
#include <string_view>

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cw;
    static constexpr std::array<std::string_view, 11> languages{
        "c", "cpp", "csharp", "go", "java", "javascript", "python", "ruby", "rust", "tsx", "typescript"};
    if (size == 0)
        return 0;
    const FormatDescriptor *format = findFormat(languages[data[0] % languages.size()]);
    fuzz::require(format != nullptr, "A language is missing.");
    const auto parts = format->read({.input = fuzz::textOf(data + 1, size - 1), .options = {}, .stop = {}});
    fuzz::require(parts.hasValue(), "Source code was not read.");
    const auto tree = parts->readBlocks(parts->text, {});
    fuzz::require(tree.hasValue(), "Source code has no blocks.");
    fuzz::checkBlocks(**tree, parts->text);
    return 0;
}
