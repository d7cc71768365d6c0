// SPDX-License-Identifier: GPL-3.0-or-later
// Character classes of a block of 64 bytes as masks of one bit a byte.
#pragma once

#include "tokenize/pretokenlookahead.h"
#include "tokenize/pretokenscanner.h"

#include <bit>
#include <cstring>

namespace cw {

static_assert(std::endian::native == std::endian::little, "words of text are read with their first byte lowest");

/// A character is read as four bytes, so this many may be read behind a block.
inline constexpr std::size_t blockReadAhead = 4;

/// Classes of ASCII bytes, and which bytes are none.
struct AsciiMasks
{
    ByteMask letters = 0;
    ByteMask upper = 0;
    ByteMask digits = 0;
    ByteMask whites = 0; ///< spaces, TAB, LF, VT, FF, CR
    ByteMask spaces = 0;
    ByteMask newlines = 0; ///< LF, CR
    ByteMask apostrophes = 0;
    ByteMask slashes = 0;
    ByteMask high = 0;
};

/// What can be done with masks, as members of a type of the Kernel's own, so that no function is shared between files
/// compiled for different processors.
template<class Kernel>
struct MaskAlgebra
{
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
};

/// Every byte of a character is in its class.
template<class Kernel>
struct ByteClasses : MaskAlgebra<Kernel>
{
    using MaskAlgebra<Kernel>::fillUp;
    using MaskAlgebra<Kernel>::lowest;

    ByteMask lower = 0;
    ByteMask upper = 0;
    ByteMask caseless = 0;
    ByteMask marks = 0;
    ByteMask digits = 0;
    ByteMask otherNumbers = 0;
    ByteMask spaces = 0; ///< ' '
    ByteMask blanks = 0; ///< white space but line breaks
    ByteMask newlines = 0;
    ByteMask apostrophes = 0;
    ByteMask slashes = 0;
    ByteMask continuations = 0; ///< bytes that are not their character's first

    /// Of a block that is ASCII.
    explicit ByteClasses(const AsciiMasks &ascii) noexcept
        : lower(ascii.letters & ~ascii.upper), upper(ascii.upper), digits(ascii.digits), spaces(ascii.spaces),
          blanks(ascii.whites & ~ascii.newlines), newlines(ascii.newlines), apostrophes(ascii.apostrophes),
          slashes(ascii.slashes)
    {
    }

    /// Only bytes of `valid` are in a class; `carried` is the class of a character that goes on from block to block.
    ByteClasses(const AsciiMasks &ascii, const char *block, ByteMask valid, BitPlanes &carried) noexcept
        : ByteClasses(within(ascii, valid))
    {
        bytes = block;
        if ((ascii.high & valid) != 0)
            addLongCharacters(ascii.high & valid, carried);
    }

    /// The characters that start at `starts`, all bytes of them.
    [[nodiscard]] ByteMask wholeCharacters(ByteMask starts, ByteMask carry) const noexcept
    {
        if (continuations == 0)
            return starts;
        return starts | fillUp(continuations, (starts << 1 | carry) & continuations);
    }

private:
    [[nodiscard]] static AsciiMasks within(const AsciiMasks &all, ByteMask mask) noexcept
    {
        return {.letters = all.letters & mask,
                .upper = all.upper & mask,
                .digits = all.digits & mask,
                .whites = all.whites & mask,
                .spaces = all.spaces & mask,
                .newlines = all.newlines & mask,
                .apostrophes = all.apostrophes & mask,
                .slashes = all.slashes & mask};
    }

    void addLongCharacters(ByteMask high, BitPlanes &carried) noexcept
    {
        const ByteMask leads = high & Kernel::template bit<6>(bytes);
        const ByteMask ofThree = leads & Kernel::template bit<5>(bytes);
        const ByteMask ofFour = ofThree & Kernel::template bit<4>(bytes);
        continuations = high & ~leads;
        // Where whole scripts stand, a few comparisons know the classes; a table knows the rest.
        BitPlanes planes;
        ByteMask rests = leads;
        if constexpr (Kernel::comparesCheaply) {
            if (const ByteMask ofTwo = leads & ~ofThree & from(0xD0); ofTwo != 0)
                rests &= ~classifyTwoByteScripts(planes, ofTwo);
            if (ofThree != 0)
                rests &= ~classifyThreeByteScripts(planes, ofThree);
        }
        for (ByteMask rest = rests & ~ofThree; rest != 0; rest &= rest - 1)
            noteClass(planes, lowest(rest),
                      [](char32_t a, char32_t b, char32_t, char32_t) { return (a & 0x1F) << 6 | b; });
        for (ByteMask rest = rests & ofThree & ~ofFour; rest != 0; rest &= rest - 1) {
            noteClass(planes, lowest(rest),
                      [](char32_t a, char32_t b, char32_t c, char32_t) { return (a & 0x0F) << 12 | b << 6 | c; });
        }
        for (ByteMask rest = rests & ofFour; rest != 0; rest &= rest - 1) {
            noteClass(planes, lowest(rest), [](char32_t a, char32_t b, char32_t c, char32_t d) {
                return (a & 0x07) << 18 | b << 12 | c << 6 | d;
            });
        }
        const ByteMask isOdd = wholeCharacters(planes.bit0, carried.bit0);
        const ByteMask isTwo = wholeCharacters(planes.bit1, carried.bit1);
        const ByteMask isLetter = wholeCharacters(planes.bit2, carried.bit2);
        carried = {.bit0 = isOdd >> 63, .bit1 = isTwo >> 63, .bit2 = isLetter >> 63};
        static_assert(static_cast<int>(CharacterClass::WhiteSpace) == 2 && static_cast<int>(CharacterClass::Number) == 3
                      && static_cast<int>(CharacterClass::Upper) == 4 && static_cast<int>(CharacterClass::Lower) == 5
                      && static_cast<int>(CharacterClass::CaselessLetter) == 6
                      && static_cast<int>(CharacterClass::Mark) == 7);
        upper |= isLetter & ~isTwo & ~isOdd;
        lower |= isLetter & ~isTwo & isOdd;
        caseless = isLetter & isTwo & ~isOdd;
        marks = isLetter & isTwo & isOdd;
        otherNumbers = ~isLetter & isTwo & isOdd;
        blanks |= ~isLetter & isTwo & ~isOdd;
    }

    /// Of the bytes that are `ahead` behind those of the block.
    [[nodiscard]] ByteMask is(unsigned char byte, unsigned ahead = 0) const noexcept
    {
        return Kernel::equal(bytes + ahead, byte);
    }
    [[nodiscard]] ByteMask from(unsigned char first, unsigned ahead = 0) const noexcept
    {
        return Kernel::from(bytes + ahead, first);
    }
    [[nodiscard]] ByteMask between(unsigned char first, unsigned char last, unsigned ahead = 0) const noexcept
    {
        return from(first, ahead) & ~from(static_cast<unsigned char>(last + 1), ahead);
    }

    /// Cyrillic, Arabic and Hebrew but for their marks and rare letters. Returns the leads that are known.
    [[nodiscard]] ByteMask classifyTwoByteScripts(BitPlanes &planes, ByteMask leads) const noexcept
    {
        const ByteMask isD0 = leads & is(0xD0);
        const ByteMask fromB0 = from(0xB0, 1);
        ByteMask known = isD0 | (leads & is(0xD1) & ~from(0xA0, 1));
        planes.bit0 |= known & (fromB0 | ~isD0);
        if ((leads & from(0xD7)) != 0) {
            const ByteMask semitic = leads
                & ((is(0xD7) & between(0x90, 0xAA, 1)) | (is(0xD8) & from(0xA0, 1)) | (is(0xD9) & ~from(0x8B, 1)));
            planes.bit1 |= semitic;
            known |= semitic;
        }
        planes.bit2 |= known;
        return known;
    }

    /// Ideographs, Hangul and kana, and the punctuation of their texts. Returns the leads that are known.
    [[nodiscard]] ByteMask classifyThreeByteScripts(BitPlanes &planes, ByteMask leads) const noexcept
    {
        const ByteMask isEA = is(0xEA) & from(0xB0, 1);
        const ByteMask isED = is(0xED) & ~from(0x9E, 1);
        ByteMask letters = leads & ((between(0xE4, 0xE9) & ~is(0xB7, 1)) | between(0xEB, 0xEC) | isEA | isED);
        ByteMask symbols = 0;
        if (const ByteMask isE3 = leads & is(0xE3); isE3 != 0) {
            const ByteMask row81 = is(0x81, 1) & ~is(0x80, 2);
            const ByteMask row82 = is(0x82, 1) & ~between(0x97, 0xA0, 2);
            const ByteMask row83 = is(0x83, 1) & ~is(0xBB, 2);
            letters |= isE3 & (row81 | row82 | row83);
            symbols |= isE3 & is(0x80, 1) & (between(0x81, 0x84, 2) | between(0x88, 0xA0, 2));
        }
        if (const ByteMask fullWidth = leads & is(0xEF) & is(0xBC, 1); fullWidth != 0)
            symbols |= fullWidth & (between(0x81, 0x8F, 2) | between(0x9A, 0xA0, 2));
        planes.bit1 |= letters;
        planes.bit2 |= letters;
        return letters | symbols;
    }

    /// The class of the character whose lead is at `byte`; `codePoint` makes it of the lead and what the next three
    /// bytes add.
    template<class CodePoint>
    void noteClass(BitPlanes &planes, unsigned byte, CodePoint codePoint) noexcept
    {
        std::uint32_t four = 0;
        std::memcpy(&four, bytes + byte, sizeof four);
        const auto added = [four](unsigned shift) { return char32_t{four >> shift & 0x3F}; };
        const char32_t character = codePoint(char32_t{four & 0xFF}, added(8), added(16), added(24));
        const auto kind = static_cast<ByteMask>(characterProperties(character).characterClass());
        planes.bit0 |= (kind & 1) << byte;
        planes.bit1 |= (kind >> 1 & 1) << byte;
        planes.bit2 |= (kind >> 2) << byte;
    }

    const char *bytes = nullptr;
};

} // namespace cw
