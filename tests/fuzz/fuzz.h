// SPDX-License-Identifier: GPL-3.0-or-later
// What fuzz targets share: whole sentences for what went wrong, and the promises that hold for any input.
#pragma once

#include "text/blocktree.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

/// What every target defines. Returns 0; broken promises end the program.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size);

namespace cw::fuzz {

[[nodiscard]] inline std::string_view bytesOf(const std::uint8_t *data, std::size_t size) noexcept
{
    return {reinterpret_cast<const char *>(data), size};
}

/// The input as the loader hands text to formats: valid UTF-8.
[[nodiscard]] std::string textOf(const std::uint8_t *data, std::size_t size);

/// Prints the sentence and ends the program, so that the input is kept.
[[noreturn]] void fail(std::string_view sentence);

inline void require(bool isKept, std::string_view sentence)
{
    if (!isKept)
        fail(sentence);
}

/// The contract of BlockTree: blocks nest, are in order, do not touch, end on character boundaries inside the text and
/// neither begin nor end with white space; headings are in order, within their blocks and sections.
void checkBlocks(const BlockTree &tree, std::string_view text);

} // namespace cw::fuzz
