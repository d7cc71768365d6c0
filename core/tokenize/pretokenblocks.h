// SPDX-License-Identifier: GPL-3.0-or-later
// The pre-tokenizer's expressions as algebra on 64-bit words, one bit for each byte of a block of 64. Included by one
// file for each instruction set, whose Kernel finds the classes of bytes.
#pragma once

#include "tokenize/pretokenlookahead.h"
#include "tokenize/pretokenscanner.h"

#include <bit>
#include <cstring>

namespace cw {

static_assert(std::endian::native == std::endian::little, "words of text are read with their first byte lowest");

/// One bit for each byte of a block.
using ByteMask = std::uint64_t;

/// Classes of ASCII bytes, and which bytes are none.
struct AsciiMasks
{
    ByteMask lower = 0;
    ByteMask upper = 0;
    ByteMask digits = 0;
    ByteMask spaces = 0; ///< ' '
    ByteMask otherBlanks = 0; ///< TAB, VT, FF
    ByteMask newlines = 0; ///< LF, CR
    ByteMask apostrophes = 0;
    ByteMask slashes = 0;
    ByteMask high = 0;
};

/// Bit 0, 1 and 2 of the bytes of a block.
struct BitPlanes
{
    ByteMask bit0 = 0;
    ByteMask bit1 = 0;
    ByteMask bit2 = 0;
};

/// Instances are of the unnamed namespace of each including file by way of their Kernel, so that none is shared between
/// instruction sets.
template<class Kernel, PretokenPattern pattern>
class PretokenBlocks final
{
public:
    static std::size_t scan(std::string_view text, PretokenScanState &given, std::uint64_t *words, std::size_t count)
    {
        PretokenScanState state = given;
        std::size_t written = 0;
        for (; written < count && state.block < text.size(); ++written, state.block += blockBytes) {
            ByteMask valid = ~ByteMask{0} << state.skip;
            state.skip = 0;
            const std::size_t left = text.size() - state.block;
            if (left >= blockBytes + readAhead) {
                words[written] = PretokenBlocks(text, text.data() + state.block, valid, state).starts();
                continue;
            }
            char copy[blockBytes + readAhead] = {};
            std::memcpy(copy, text.data() + state.block, left);
            if (left < blockBytes)
                valid &= (ByteMask{1} << left) - 1;
            words[written] = PretokenBlocks(text, copy, valid, state).starts();
        }
        given = state;
        return written;
    }

private:
    static constexpr std::size_t blockBytes = 64;
    static constexpr std::size_t readAhead = 4; ///< a character is read as four bytes
    static constexpr bool isO200k = pattern == PretokenPattern::O200k;

    PretokenBlocks(std::string_view text, const char *bytes, ByteMask valid, PretokenScanState &state) noexcept
        : m_text(text), m_bytes(bytes), m_valid(valid), m_state(state)
    {
    }

    /// `mask` one byte later; `carry` takes the last bit from block to block.
    [[nodiscard]] static ByteMask previous(ByteMask mask, ByteMask &carry) noexcept
    {
        const ByteMask moved = mask << 1 | carry;
        carry = mask >> 63;
        return moved;
    }

    /// `seeds` and what follows each within its run of `runs`. Precondition: seeds are in runs.
    [[nodiscard]] static ByteMask fillUp(ByteMask runs, ByteMask seeds) noexcept
    {
        return runs & (((runs + seeds) ^ runs) | seeds);
    }

    [[nodiscard]] static unsigned lowest(ByteMask mask) noexcept
    {
        return static_cast<unsigned>(std::countr_zero(mask));
    }
    [[nodiscard]] static unsigned highest(ByteMask mask) noexcept
    {
        return 63U - static_cast<unsigned>(std::countl_zero(mask));
    }
    [[nodiscard]] static ByteMask bitsBelow(std::size_t bit) noexcept
    {
        return bit < 64 ? (ByteMask{1} << bit) - 1 : ~ByteMask{0};
    }

    [[nodiscard]] ByteMask starts() noexcept
    {
        classify();
        const ByteMask tail = absorbTail();
        const ByteMask white = (m_blanks | m_newlines) & ~tail;
        const ByteMask afterLetter = previous(m_letters, m_state.letter);
        const ByteMask afterBlank = previous(m_blanks, m_state.blank);
        const ByteMask symbolStarts
            = m_symbols & ~previous(m_symbols, m_state.symbol) & ~previous(m_spaces, m_state.space);
        const ByteMask prefixes = wholeCharacters(symbolStarts, m_state.prefix);
        const ByteMask wordStarts = m_letters & ~afterLetter & ~afterBlank & ~previous(prefixes, m_state.prefix);
        const ByteMask whiteStarts = white & ~previous(white, m_state.white);
        m_starts = symbolStarts | wordStarts | whiteStarts | indents(m_newlines & ~tail) | lastBlanks();
        if (m_digits != 0 || m_otherNumbers != 0)
            m_starts |= numberGroups();
        else
            m_state.numbersInGroup = 0;
        const ByteMask contractions = m_apostrophes & (isO200k ? afterLetter : symbolStarts);
        applyContractions(contractions);
        if constexpr (isO200k)
            m_starts |= capitalStarts() & ~m_inContraction;
        return m_starts & m_valid;
    }

    void classify() noexcept
    {
        const AsciiMasks ascii = Kernel::classify(m_bytes);
        m_lower = ascii.lower & m_valid;
        m_upper = ascii.upper & m_valid;
        m_digits = ascii.digits & m_valid;
        m_spaces = ascii.spaces & m_valid;
        m_blanks = (ascii.spaces | ascii.otherBlanks) & m_valid;
        m_newlines = ascii.newlines & m_valid;
        m_apostrophes = ascii.apostrophes & m_valid;
        m_slashes = ascii.slashes & m_valid;
        if ((ascii.high & m_valid) != 0)
            classifyLongCharacters(ascii.high & m_valid);
        m_letters = m_lower | m_upper | m_caseless | (isO200k ? m_marks : 0);
        m_symbols = m_valid & ~(m_letters | m_digits | m_otherNumbers | m_blanks | m_newlines);
    }

    void classifyLongCharacters(ByteMask high) noexcept
    {
        m_continuations = Kernel::continuations(m_bytes) & high;
        std::uint8_t *classes = m_state.classes;
        std::memcpy(classes, classes + blockBytes, readAhead);
        for (ByteMask leads = high & ~m_continuations; leads != 0; leads &= leads - 1) {
            const unsigned byte = lowest(leads);
            const auto kind
                = static_cast<std::uint32_t>(characterClassAt(std::string_view(m_bytes, blockBytes + readAhead), byte));
            const std::uint32_t four = kind * 0x01010101U;
            std::memcpy(classes + byte, &four, sizeof four);
        }
        const auto [bit0, bit1, bit2] = Kernel::bitPlanes(classes);
        static_assert(static_cast<int>(CharacterClass::WhiteSpace) == 2 && static_cast<int>(CharacterClass::Number) == 3
                      && static_cast<int>(CharacterClass::Upper) == 4 && static_cast<int>(CharacterClass::Lower) == 5
                      && static_cast<int>(CharacterClass::CaselessLetter) == 6
                      && static_cast<int>(CharacterClass::Mark) == 7);
        const ByteMask letters = bit2 & high;
        m_upper |= letters & ~bit1 & ~bit0;
        m_lower |= letters & ~bit1 & bit0;
        m_caseless = letters & bit1 & ~bit0;
        m_marks = letters & bit1 & bit0;
        m_otherNumbers = high & ~bit2 & bit1 & bit0;
        m_blanks |= high & ~bit2 & bit1 & ~bit0;
    }

    /// [\r\n/]* or [\r\n]* behind symbols. Takes the slashes from the symbols, and for o200k_base the marks that go on
    /// with symbols from the letters.
    [[nodiscard]] ByteMask absorbTail() noexcept
    {
        const ByteMask runs = isO200k ? m_newlines | m_slashes : m_newlines;
        const ByteMask others = m_symbols;
        const auto tailBehind = [&](ByteMask symbols) {
            return fillUp(runs, (m_newlines & (symbols << 1 | m_state.symbol)) | (runs & m_state.tail));
        };
        ByteMask tail = tailBehind(others);
        if constexpr (isO200k) {
            m_symbols = others & ~tail;
            for (;;) {
                // A mark goes on with symbols once they are sure to be no prefix of a word: after a space, or from the
                // second on.
                const bool isAsked = m_marks != 0 || m_symbols >> 63 != 0;
                if (!isAsked) {
                    m_state.symbolRun = 0;
                    break;
                }
                const ByteMask plain = m_symbols & ~m_marks;
                const ByteMask seeds
                    = plain & ~m_continuations & (plain << 1 | m_state.plainSymbol | m_spaces << 1 | m_state.space);
                const ByteMask runsOfBoth = plain | m_marks;
                const ByteMask filled = fillUp(runsOfBoth, seeds | (runsOfBoth & m_state.symbolRun));
                const ByteMask symbolMarks = filled & m_marks;
                const ByteMask newTail = tailBehind(others | symbolMarks);
                m_symbols = (others & ~newTail) | symbolMarks;
                if (newTail == tail) {
                    m_state.symbolRun = filled >> 63;
                    break;
                }
                tail = newTail;
            }
            m_letters &= ~m_symbols;
            m_state.plainSymbol = (m_symbols & ~m_marks) >> 63;
        }
        m_state.tail = tail >> 63;
        return tail;
    }

    /// The characters that start at `starts`, all bytes of them.
    [[nodiscard]] ByteMask wholeCharacters(ByteMask starts, ByteMask carry) const noexcept
    {
        if (m_continuations == 0)
            return starts;
        return starts | fillUp(m_continuations, (starts << 1 | carry) & m_continuations);
    }

    /// White space after the last line break of its run.
    [[nodiscard]] ByteMask indents(ByteMask newlines) noexcept
    {
        ByteMask found = m_blanks & previous(newlines, m_state.newline);
        if (found == 0)
            return 0;
        ByteMask ends = 0;
        const bool isOpen = __builtin_add_overflow(m_blanks, found, &ends);
        if (isOpen && blanksLeadToNewline(m_text, m_state.block + blockBytes))
            found &= ~(ByteMask{1} << highest(found));
        for (ends &= ~m_blanks & m_newlines; ends != 0; ends &= ends - 1)
            found &= ~(ByteMask{1} << highest(found & bitsBelow(lowest(ends))));
        return found;
    }

    /// The last character of each run of white space that something else follows.
    [[nodiscard]] ByteMask lastBlanks() noexcept
    {
        const ByteMask white = m_blanks | m_newlines | ~m_valid;
        ByteMask last = m_blanks & ~(white >> 1);
        if (last >> 63 != 0 && isWhiteOrEnd(m_text, m_state.block + blockBytes))
            last &= ~(ByteMask{1} << 63);
        for (ByteMask inside = last & m_continuations; inside != 0; inside &= inside - 1) {
            const ByteMask bit = inside & -inside;
            const ByteMask before = ~m_continuations & m_valid & (bit - 1);
            last &= ~bit;
            last |= before == 0 ? 0 : ByteMask{1} << highest(before);
        }
        return last;
    }

    /// \p{N}{1,3}
    [[nodiscard]] ByteMask numberGroups() noexcept
    {
        const unsigned carried = m_state.numbersInGroup;
        const ByteMask numbers = m_digits | m_otherNumbers;
        ByteMask groups = 0;
        if (m_otherNumbers != 0) {
            unsigned inGroup = carried;
            unsigned next = 0;
            for (ByteMask rest = numbers; rest != 0; rest &= rest - 1) {
                const unsigned byte = lowest(rest);
                if (byte != next)
                    inGroup = 0;
                next = byte + 1;
                if ((m_continuations >> byte & 1U) != 0)
                    continue;
                if (inGroup == 0 || inGroup == 3) {
                    groups |= ByteMask{1} << byte;
                    inGroup = 0;
                }
                ++inGroup;
            }
            m_state.numbersInGroup = numbers >> 63 != 0 ? inGroup : 0;
            return groups;
        }
        groups = m_digits & ~(m_digits << 1 | ByteMask{carried != 0});
        if (carried != 0) {
            const ByteMask firsts = bitsBelow(4 - carried);
            groups |= (m_digits & firsts) == firsts ? ByteMask{1} << (3 - carried) : 0;
        }
        const ByteMask thirds = m_digits & m_digits << 1 & m_digits << 2;
        for (ByteMask more = groups << 3 & thirds; more != 0; more = more << 3 & thirds)
            groups |= more;
        m_state.numbersInGroup = m_digits >> 63 != 0 ? 64 - highest(groups) : 0;
        return groups;
    }

    void applyContractions(ByteMask candidates) noexcept
    {
        if (m_state.contractionEnd - m_state.block < blockBytes)
            endContraction(0);
        for (; candidates != 0; candidates &= candidates - 1) {
            const std::size_t byte = m_state.block + lowest(candidates);
            // In o200k_base it belongs to letters before it, of which there are none right behind another one.
            if (isO200k && byte == m_state.contractionEnd)
                continue;
            const std::size_t end = contractionEnd(m_text, byte);
            if (end == byte)
                continue;
            m_state.contractionEnd = end;
            endContraction(byte - m_state.block);
        }
    }

    /// Notes the contraction that ends at the state's contractionEnd, from `begin` in this block.
    void endContraction(std::size_t begin) noexcept
    {
        const std::size_t end = m_state.contractionEnd - m_state.block;
        if constexpr (isO200k) {
            const ByteMask inside = bitsBelow(end) & ~bitsBelow(begin);
            m_inContraction |= inside;
            m_starts &= ~inside;
        }
        if (end < blockBytes) {
            m_starts |= ByteMask{1} << end;
            m_contractionEnds |= ByteMask{1} << end;
        }
    }

    /// Capitals that start a word because of what stands before them in a run of letters.
    [[nodiscard]] ByteMask capitalStarts() noexcept
    {
        const ByteMask neutral = (m_caseless | m_marks) & m_letters;
        ByteMask small = m_lower;
        if (neutral != 0)
            small |= fillUp(neutral, neutral & (m_lower << 1 | m_state.small) & ~m_contractionEnds);
        ByteMask found = m_upper & previous(small, m_state.small);
        // Without a small letter behind it, a run of capitals is given back up to the last letter without case.
        for (ByteMask open = m_upper & previous(neutral & ~small, m_state.neutral); open != 0; open &= open - 1) {
            if (capitalsEndWord(m_text, m_state.block + lowest(open)))
                found |= open & -open;
        }
        return found;
    }

    std::string_view m_text;
    const char *m_bytes;
    ByteMask m_valid;
    PretokenScanState &m_state;

    ByteMask m_lower = 0;
    ByteMask m_upper = 0;
    ByteMask m_caseless = 0;
    ByteMask m_marks = 0;
    ByteMask m_letters = 0; ///< what words are made of
    ByteMask m_digits = 0;
    ByteMask m_otherNumbers = 0;
    ByteMask m_spaces = 0;
    ByteMask m_blanks = 0; ///< white space but line breaks
    ByteMask m_newlines = 0;
    ByteMask m_apostrophes = 0;
    ByteMask m_slashes = 0;
    ByteMask m_symbols = 0;
    ByteMask m_continuations = 0;
    ByteMask m_inContraction = 0;
    ByteMask m_contractionEnds = 0;
    ByteMask m_starts = 0;
};

template<class Kernel>
std::size_t scanPretokenBlocks(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                               std::uint64_t *words, std::size_t count)
{
    return pattern == PretokenPattern::O200k
        ? PretokenBlocks<Kernel, PretokenPattern::O200k>::scan(text, state, words, count)
        : PretokenBlocks<Kernel, PretokenPattern::Cl100k>::scan(text, state, words, count);
}

} // namespace cw
