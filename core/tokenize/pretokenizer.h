// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts text into the pieces that byte-pair merges never cross.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cw {

/// Which published regular expression to follow. The classes are those of Unicode 16.0.
enum class PretokenPattern : std::uint8_t {
    O200k,
    Cl100k, ///< the form before tiktoken 0.8, which gives the same tokens as the later one
    Gpt2, ///< of r50k_base and p50k_base, too; both forms of it are the same
    Qwen, ///< Cl100k with each number a pretoken of its own: Qwen 2 and later
};

/// Where the pretoken that starts at `byte` ends. It depends on the text from `byte` on only, so a scan may begin at
/// any pretoken's start. Precondition: valid UTF-8, byte < text.size(), on a character's start.
[[nodiscard]] std::size_t nextPretokenEnd(PretokenPattern pattern, std::string_view text, std::size_t byte) noexcept;

} // namespace cw
