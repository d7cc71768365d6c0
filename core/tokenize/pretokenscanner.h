// SPDX-License-Identifier: GPL-3.0-or-later
// Marks where pretokens start, 64 bytes of text at a time.
#pragma once

#include "base/instructionset.h"
#include "tokenize/pretokenizer.h"

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace cw {

/// One bit for each byte of a block.
using ByteMask = std::uint64_t;

/// Bit 0, 1 and 2 of the bytes of a block.
struct BitPlanes
{
    ByteMask bit0 = 0;
    ByteMask bit1 = 0;
    ByteMask bit2 = 0;
};

/// What the text before a 64-byte block means for it. Masks are of bit 0: whether the block before ended in it.
struct PretokenScanState
{
    std::size_t block = 0; ///< first byte of the block
    unsigned skip = 0; ///< bytes of the block that are before the scan's begin
    ByteMask letter = 0;
    ByteMask small = 0; ///< small letters, and letters without case or marks after them
    ByteMask neutral = 0; ///< the other letters without case and marks
    ByteMask space = 0;
    ByteMask newline = 0;
    ByteMask white = 0;
    ByteMask symbol = 0;
    ByteMask plainSymbol = 0; ///< no mark
    ByteMask symbolRun = 0; ///< symbols that marks go on with
    ByteMask symbolOrSpace = 0;
    ByteMask prefix = 0; ///< a symbol that goes before a word
    ByteMask beforeWord = 0; ///< what a word's letters go on with
    ByteMask tail = 0;
    ByteMask numberOrSpace = 0;
    unsigned numbersInGroup = 0;
    std::size_t contractionEnd = static_cast<std::size_t>(-1); ///< of the last one
    BitPlanes classes; ///< of a character that goes on
};

/// Goes over a text once and yields one word for every 64 bytes of it: bit p % 64 of word p / 64 is set when a pretoken
/// starts at byte p. Same boundaries as nextPretokenEnd(). Time is linear in the text whatever it holds, nothing is
/// allocated, nothing past the text is read, and every instruction set gives the same words.
class PretokenScanner final
{
public:
    /// Scans as if the text began at `begin`, which is right for the whole text where a pretoken starts. Several
    /// scanners share a text when each is given one that ends where a boundary is certain whatever follows: before a
    /// space behind a letter, for one. Preconditions: valid UTF-8, begin <= text.size() and on a character's start;
    /// `text` outlives the scanner.
    PretokenScanner(PretokenPattern pattern, std::string_view text, std::size_t begin = 0,
                    InstructionSet set = bestInstructionSet()) noexcept;

    /// Writes the next words, at most `count`, and returns how many: fewer only at the text's end. The first one ever
    /// is that of byte `begin`, without bits before it; the last one that of byte text.size() - 1, without bits behind
    /// it.
    std::size_t scan(std::uint64_t *words, std::size_t count)
    {
        return m_scan(m_pattern, m_text, m_state, words, count);
    }

private:
    using Scan = std::size_t(PretokenPattern, std::string_view, PretokenScanState &, std::uint64_t *, std::size_t);

    PretokenPattern m_pattern;
    std::string_view m_text;
    PretokenScanState m_state;
    Scan *m_scan;
};

} // namespace cw
