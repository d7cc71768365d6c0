// SPDX-License-Identifier: GPL-3.0-or-later
// Cuts text into the pieces that byte-pair merges never cross.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace cw {

/// Which published regular expression to follow. The classes are those of Unicode 16.0.
enum class PretokenPattern : std::uint8_t {
    O200k,
    Cl100k, ///< the form before tiktoken 0.8, which gives the same tokens as the later one
};

/// Where the pretoken that starts at `byte` ends. It depends on the text from `byte` on only, so a scan may begin at
/// any pretoken's start. Precondition: valid UTF-8, byte < text.size(), on a character's start.
[[nodiscard]] std::size_t nextPretokenEnd(PretokenPattern pattern, std::string_view text, std::size_t byte) noexcept;

/// Ends of the pretokens from `byte` on, as many as `ends` takes. Returns how many there were; fewer than ends.size()
/// only when the last one ends the text. Preconditions as above, and text.size() < 2^32.
[[nodiscard]] std::size_t scanPretokens(PretokenPattern pattern, std::string_view text, std::size_t byte,
                                        std::span<std::uint32_t> ends) noexcept;

} // namespace cw
