// SPDX-License-Identifier: GPL-3.0-or-later
// The pre-tokenizer's expressions as algebra on 64-bit words, one bit for each byte of a block of 64. Included by one
// file for each instruction set, whose Kernel finds the classes of bytes.
#pragma once

#include "tokenize/pretokenclasses.h"
#include "tokenize/pretokenlookahead.h"
#include "tokenize/pretokenscanner.h"

#include <bit>
#include <cstring>

namespace cw {

/// Instances are of the unnamed namespace of each including file by way of their Kernel, so that none is shared between
/// instruction sets.
template<class Kernel, PretokenPattern pattern>
class PretokenBlocks final : MaskAlgebra<Kernel>
{
public:
    [[gnu::flatten]] static std::size_t scan(std::string_view text, PretokenScanState &given, std::uint64_t *words,
                                             std::size_t count)
    {
        PretokenScanState state = given;
        std::size_t written = 0;
        while (written < count && state.block < text.size()) {
            if (isWhole(text, state)) {
                const AsciiMasks ascii = Kernel::classify(text.data() + state.block);
                if (ascii.high == 0) [[likely]] {
                    words[written++] = PretokenBlocks(text, ~ByteMask{0}, Classes(ascii), state).starts();
                    state.block += blockBytes;
                    continue;
                }
            }
            // Through a copy, so that the state itself may stay in registers.
            PretokenScanState other = state;
            written += scanOtherBlocks(text, other, words + written, count - written);
            state = other;
        }
        given = state;
        return written;
    }

private:
    using Classes = ByteClasses<Kernel>;
    using MaskAlgebra<Kernel>::bitsBelow;
    using MaskAlgebra<Kernel>::fillUp;
    using MaskAlgebra<Kernel>::highest;
    using MaskAlgebra<Kernel>::lowest;
    using MaskAlgebra<Kernel>::previous;

    static constexpr std::size_t blockBytes = 64;
    static constexpr bool isO200k = pattern == PretokenPattern::O200k;
    static constexpr bool isGpt2 = pattern == PretokenPattern::Gpt2;

    PretokenBlocks(std::string_view text, ByteMask valid, const Classes &classes, PretokenScanState &state) noexcept
        : m_text(text), m_valid(valid), m_state(state), m_classes(classes),
          m_letters(m_classes.lower | m_classes.upper | m_classes.caseless | (isO200k ? m_classes.marks : 0)),
          m_symbols(valid
                    & ~(m_letters | m_classes.digits | m_classes.otherNumbers | m_classes.blanks | m_classes.newlines))
    {
    }

    /// Whether nothing is special about the block but what it holds: it is not begun late and can be read ahead of.
    [[nodiscard]] static bool isWhole(std::string_view text, const PretokenScanState &state) noexcept
    {
        return text.size() - state.block >= blockBytes + blockReadAhead && state.skip == 0;
    }

    /// At least one block, and more up to one that is whole and ASCII.
    [[gnu::noinline, gnu::flatten]] static std::size_t scanOtherBlocks(std::string_view text, PretokenScanState &given,
                                                                       std::uint64_t *words, std::size_t count)
    {
        PretokenScanState state = given;
        char copy[blockBytes + blockReadAhead] = {};
        std::size_t written = 0;
        while (written < count && state.block < text.size()) {
            const char *bytes = text.data() + state.block;
            ByteMask valid = ~ByteMask{0};
            if (!isWhole(text, state)) {
                const std::size_t left = text.size() - state.block;
                std::memcpy(copy, bytes, left < sizeof copy ? left : sizeof copy);
                bytes = copy;
                valid = bitsBelow(left) & ~bitsBelow(state.skip);
                state.skip = 0;
            }
            const AsciiMasks ascii = Kernel::classify(bytes);
            if (written > 0 && bytes != copy && ascii.high == 0)
                break;
            const Classes classes(ascii, bytes, valid, state.classes);
            words[written++] = PretokenBlocks(text, valid, classes, state).starts();
            state.block += blockBytes;
        }
        given = state;
        return written;
    }

    [[nodiscard]] ByteMask starts() noexcept
    {
        if constexpr (isGpt2)
            return startsOfRuns();
        else
            return startsOfWords();
    }

    /// GPT-2: runs of letters, of numbers and of all else that is visible, each with one space before it.
    [[nodiscard]] ByteMask startsOfRuns() noexcept
    {
        const ByteMask numbers = m_classes.digits | m_classes.otherNumbers;
        const ByteMask white = m_classes.blanks | m_classes.newlines;
        const ByteMask symbolStarts = m_symbols & ~previous(m_symbols | m_classes.spaces, m_state.symbolOrSpace);
        m_starts = symbolStarts | (m_letters & ~previous(m_letters | m_classes.spaces, m_state.beforeWord))
            | (numbers & ~previous(numbers | m_classes.spaces, m_state.numberOrSpace))
            | (white & ~previous(white, m_state.white)) | lastBlanks();
        applyContractions(m_classes.apostrophes & symbolStarts);
        return m_starts & m_valid;
    }

    [[nodiscard]] ByteMask startsOfWords() noexcept
    {
        const ByteMask tail = absorbTail();
        const ByteMask white = (m_classes.blanks | m_classes.newlines) & ~tail;
        const ByteMask afterLetter = previous(m_letters, m_state.letter);
        const ByteMask symbolStarts = m_symbols & ~previous(m_symbols | m_classes.spaces, m_state.symbolOrSpace);
        const ByteMask prefixes = m_classes.wholeCharacters(symbolStarts, m_state.prefix);
        m_state.prefix = prefixes >> 63;
        m_state.symbol = m_symbols >> 63;
        m_state.space = m_classes.spaces >> 63;
        const ByteMask wordStarts = m_letters & ~previous(m_letters | m_classes.blanks | prefixes, m_state.beforeWord);
        const ByteMask whiteStarts = white & ~previous(white, m_state.white);
        m_starts = symbolStarts | wordStarts | whiteStarts | indents(m_classes.newlines & ~tail) | lastBlanks();
        if (m_classes.digits != 0 || m_classes.otherNumbers != 0)
            m_starts |= numberGroups();
        else
            m_state.numbersInGroup = 0;
        const ByteMask contractions = m_classes.apostrophes & (isO200k ? afterLetter : symbolStarts);
        applyContractions(contractions);
        if constexpr (isO200k)
            m_starts |= capitalStarts() & ~m_inContraction;
        return m_starts & m_valid;
    }

    /// [\r\n/]* or [\r\n]* behind symbols. Takes the slashes from the symbols, and for o200k_base the marks that go on
    /// with symbols from the letters.
    [[nodiscard]] ByteMask absorbTail() noexcept
    {
        const ByteMask runs = isO200k ? m_classes.newlines | m_classes.slashes : m_classes.newlines;
        const ByteMask others = m_symbols;
        const auto tailBehind = [&](ByteMask symbols) {
            return fillUp(runs, (m_classes.newlines & (symbols << 1 | m_state.symbol)) | (runs & m_state.tail));
        };
        ByteMask tail = tailBehind(others);
        if constexpr (isO200k) {
            m_symbols = others & ~tail;
            for (;;) {
                // A mark goes on with symbols once they are sure to be no prefix of a word: after a space, or from the
                // second on.
                const bool isAsked = m_classes.marks != 0 || m_symbols >> 63 != 0;
                if (!isAsked) {
                    m_state.symbolRun = 0;
                    break;
                }
                const ByteMask plain = m_symbols & ~m_classes.marks;
                const ByteMask seeds = plain & ~m_classes.continuations
                    & (plain << 1 | m_state.plainSymbol | m_classes.spaces << 1 | m_state.space);
                const ByteMask runsOfBoth = plain | m_classes.marks;
                const ByteMask filled = fillUp(runsOfBoth, seeds | (runsOfBoth & m_state.symbolRun));
                const ByteMask symbolMarks = filled & m_classes.marks;
                const ByteMask newTail = tailBehind(others | symbolMarks);
                m_symbols = (others & ~newTail) | symbolMarks;
                if (newTail == tail) {
                    m_state.symbolRun = filled >> 63;
                    break;
                }
                tail = newTail;
            }
            m_letters &= ~m_symbols;
            m_state.plainSymbol = (m_symbols & ~m_classes.marks) >> 63;
        }
        m_state.tail = tail >> 63;
        return tail;
    }

    /// White space after the last line break of its run.
    [[nodiscard]] ByteMask indents(ByteMask newlines) noexcept
    {
        ByteMask found = m_classes.blanks & previous(newlines, m_state.newline);
        if (found == 0)
            return 0;
        ByteMask ends = 0;
        const bool isOpen = __builtin_add_overflow(m_classes.blanks, found, &ends);
        if (isOpen && blanksLeadToNewline(m_text, m_state.block + blockBytes))
            found &= ~(ByteMask{1} << highest(found));
        for (ends &= ~m_classes.blanks & m_classes.newlines; ends != 0; ends &= ends - 1)
            found &= ~(ByteMask{1} << highest(found & bitsBelow(lowest(ends))));
        return found;
    }

    /// White space whose last character goes with what follows: for GPT-2 line breaks, too.
    [[nodiscard]] ByteMask lastOf() const noexcept
    {
        return isGpt2 ? m_classes.blanks | m_classes.newlines : m_classes.blanks;
    }

    /// The last character of each run of white space that something else follows.
    [[nodiscard]] ByteMask lastBlanks() noexcept
    {
        const ByteMask white = m_classes.blanks | m_classes.newlines | ~m_valid;
        ByteMask last = lastOf() & ~(white >> 1);
        last &= ~(ByteMask{isFollowedByWhite()} << 63);
        for (ByteMask inside = last & m_classes.continuations; inside != 0; inside &= inside - 1) {
            const ByteMask bit = inside & -inside;
            const ByteMask before = ~m_classes.continuations & m_valid & (bit - 1);
            last &= ~bit;
            last |= before == 0 ? 0 : ByteMask{1} << highest(before);
        }
        return last;
    }

    /// Of a block that ends in white space, whether it goes on or the text ends.
    [[nodiscard]] bool isFollowedByWhite() const noexcept
    {
        const std::size_t byte = m_state.block + blockBytes;
        if (byte < m_text.size() && static_cast<unsigned char>(m_text[byte]) < 0x80) {
            const auto next = static_cast<unsigned char>(m_text[byte]);
            return (next == ' ') | (static_cast<unsigned char>(next - '\t') <= '\r' - '\t');
        }
        return lastOf() >> 63 != 0 && isWhiteOrEnd(m_text, byte);
    }

    /// \p{N}{1,3}, for Qwen \p{N}
    [[nodiscard]] ByteMask numberGroups() noexcept
    {
        const unsigned carried = m_state.numbersInGroup;
        const ByteMask numbers = m_classes.digits | m_classes.otherNumbers;
        if constexpr (pattern == PretokenPattern::Qwen)
            return numbers & ~m_classes.continuations;
        ByteMask groups = 0;
        if (m_classes.otherNumbers != 0) {
            unsigned inGroup = carried;
            unsigned next = 0;
            for (ByteMask rest = numbers; rest != 0; rest &= rest - 1) {
                const unsigned byte = lowest(rest);
                if (byte != next)
                    inGroup = 0;
                next = byte + 1;
                if ((m_classes.continuations >> byte & 1U) != 0)
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
        groups = m_classes.digits & ~(m_classes.digits << 1 | ByteMask{carried != 0});
        if (carried != 0) {
            const ByteMask firsts = bitsBelow(4 - carried);
            groups |= (m_classes.digits & firsts) == firsts ? ByteMask{1} << (3 - carried) : 0;
        }
        const ByteMask thirds = m_classes.digits & m_classes.digits << 1 & m_classes.digits << 2;
        for (ByteMask more = groups << 3 & thirds; more != 0; more = more << 3 & thirds)
            groups |= more;
        m_state.numbersInGroup = m_classes.digits >> 63 != 0 ? 64 - highest(groups) : 0;
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
            const std::size_t end = isGpt2 ? smallContractionEnd(m_text, byte) : contractionEnd(m_text, byte);
            if (end == byte)
                continue;
            m_state.contractionEnd = end;
            endContraction(byte - m_state.block + (isGpt2 ? 1 : 0));
        }
    }

    /// Notes the contraction that ends at the state's contractionEnd. No pretoken starts in it from `begin` of this
    /// block on.
    void endContraction(std::size_t begin) noexcept
    {
        const std::size_t end = m_state.contractionEnd - m_state.block;
        if constexpr (isO200k || isGpt2) {
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
        const ByteMask neutral = (m_classes.caseless | m_classes.marks) & m_letters;
        ByteMask small = m_classes.lower;
        if (neutral != 0)
            small |= fillUp(neutral, neutral & (m_classes.lower << 1 | m_state.small) & ~m_contractionEnds);
        ByteMask found = m_classes.upper & previous(small, m_state.small);
        // Without a small letter behind it, a run of capitals is given back up to the last letter without case.
        for (ByteMask open = m_classes.upper & previous(neutral & ~small, m_state.neutral); open != 0;
             open &= open - 1) {
            if (capitalsEndWord(m_text, m_state.block + lowest(open)))
                found |= open & -open;
        }
        return found;
    }

    std::string_view m_text;
    ByteMask m_valid;
    PretokenScanState &m_state;

    Classes m_classes;
    ByteMask m_letters; ///< what words are made of
    ByteMask m_symbols;
    ByteMask m_inContraction = 0;
    ByteMask m_contractionEnds = 0;
    ByteMask m_starts = 0;
};

template<class Kernel>
std::size_t scanPretokenBlocks(PretokenPattern pattern, std::string_view text, PretokenScanState &state,
                               std::uint64_t *words, std::size_t count)
{
    switch (pattern) {
    case PretokenPattern::O200k:
        return PretokenBlocks<Kernel, PretokenPattern::O200k>::scan(text, state, words, count);
    case PretokenPattern::Cl100k:
        return PretokenBlocks<Kernel, PretokenPattern::Cl100k>::scan(text, state, words, count);
    case PretokenPattern::Qwen:
        return PretokenBlocks<Kernel, PretokenPattern::Qwen>::scan(text, state, words, count);
    case PretokenPattern::Gpt2:
        break;
    }
    return PretokenBlocks<Kernel, PretokenPattern::Gpt2>::scan(text, state, words, count);
}

} // namespace cw
