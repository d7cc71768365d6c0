// SPDX-License-Identifier: GPL-3.0-or-later
// Whether a full stop ends its sentence or belongs to the word before it.
#pragma once

#include "base/byterange.h"
#include "segment/sentenceopening.h"

#include <cstddef>
#include <string_view>

namespace cw {

/// A full stop with white space, and perhaps closing quotes and brackets, behind it.
struct FullStop
{
    std::string_view text;
    std::size_t sentenceBegin = 0;
    std::size_t dot = 0;
    bool hasCloser = false;
    SentenceOpening next;
};

/// Looks back no more than 256 bytes and not before the sentence's begin.
[[nodiscard]] bool endsSentence(const FullStop &stop);

/// Whether the sentence begins in lower case, as in texts that use no capitals.
[[nodiscard]] bool beginsInLowerCase(std::string_view text, std::size_t sentenceBegin) noexcept;

/// The word of letters and digits that ends at `end`, not before `lowest` and at most 40 bytes long.
[[nodiscard]] ByteRange letterWordBefore(std::string_view text, std::size_t lowest, std::size_t end) noexcept;

} // namespace cw
