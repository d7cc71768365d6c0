// SPDX-License-Identifier: GPL-3.0-or-later
// Zip archives: every part is taken out, or said why not.
#include "formats/ziparchive.h"
#include "fuzz/fuzz.h"

int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    using namespace cw;
    const std::string_view bytes = fuzz::bytesOf(data, size);
    (void)zipKindOf(bytes);
    constexpr std::uint64_t most = 1'000'000;
    auto archive = ZipArchive::open(bytes, {.entries = 1000, .partBytes = most, .totalBytes = 4 * most});
    if (!archive)
        return 0;
    for (const std::string_view name : archive->names()) {
        const auto part = archive->read(std::string(name), {});
        fuzz::require(!part || part->size() <= most, "A part is larger than its limit.");
        fuzz::require(!part.hasError() || part.error().message.ends_with('.'), "The error is no sentence.");
    }
    return 0;
}
