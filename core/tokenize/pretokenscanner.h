// SPDX-License-Identifier: GPL-3.0-or-later
// Marks where pretokens start, 64 bytes of text at a time.
#pragma once

#include "base/instructionset.h"
#include "tokenize/pretokenizer.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cw {

/// Goes over a text once and yields one word for every 64 bytes of it: bit p % 64 of word p / 64 is set when a pretoken
/// starts at byte p. Same boundaries as nextPretokenEnd(). Time is linear in the text whatever it holds, nothing is
/// allocated, and nothing past the text is read.
class PretokenScanner final
{
public:
    /// Preconditions: valid UTF-8, begin <= text.size(), a pretoken starts at `begin` or it is the text's end. `text`
    /// must outlive the scanner. A text may end wherever a boundary is certain whatever follows (before a space that
    /// follows no white space, for one), so that several scanners share a text.
    PretokenScanner(PretokenPattern pattern, std::string_view text, std::size_t begin = 0,
                    InstructionSet set = bestInstructionSet()) noexcept;

    /// Writes the next words, at most `count`, and returns how many: fewer only at the text's end. The first one ever
    /// is that of byte `begin`, without bits before it; the last one that of byte text.size() - 1, without bits behind
    /// it.
    std::size_t scan(std::uint64_t *words, std::size_t count) noexcept;

private:
    PretokenPattern m_pattern;
    std::string_view m_text;
    std::size_t m_word; ///< the next one to write
    std::size_t m_byte; ///< where the next pretoken starts
};

} // namespace cw
