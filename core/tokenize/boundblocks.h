// SPDX-License-Identifier: GPL-3.0-or-later
// TokenBounds of a text, found 64 bytes at a time. Included by one file for each instruction set, as pretokenblocks.h
// is.
#pragma once

#include "tokenize/boundscanners.h"
#include "tokenize/pretokenclasses.h"

#include <cstring>

namespace cw {

/// What a mask says of a byte, its neighbours are asked for by shifting; so three masks of blocks side by side.
struct SpreadMask
{
    ByteMask before = 0;
    ByteMask here = 0;
    ByteMask behind = 0;

    /// What is so many bytes back, or ahead, of each byte of the block. Precondition: 0 < bytes < 64.
    [[nodiscard]] ByteMask back(unsigned bytes) const noexcept { return here << bytes | before >> (64 - bytes); }
    [[nodiscard]] ByteMask ahead(unsigned bytes) const noexcept { return here >> bytes | behind << (64 - bytes); }
};

/// In terms of the expressions: a word is an optional prefix, letters and, in some, a contraction; a run of symbols may
/// take line breaks along. A cut between two letters of a word, or two symbols of a run, leaves what is before it the
/// word or run that it was, and mostly what is behind it as well. In white space it is to be seen whether the rule
/// about the last blank, `\s+(?!\S)`, would cut in the same places when the text ended there.
template<class Kernel, PretokenPattern pattern>
class BoundBlocks final : MaskAlgebra<Kernel>
{
public:
    [[gnu::flatten]] static void mark(std::string_view text, const TokenStarts &starts, BoundStreams &streams)
    {
        Carried carried;
        Block before{};
        Block here = classify(text, starts, 0, carried);
        for (std::size_t block = 0; block * blockBytes < text.size(); ++block) {
            const Block behind = classify(text, starts, (block + 1) * blockBytes, carried);
            const BoundBlocks bounds(before, here, behind);
            const ByteMask tokens = here.tokens;
            const ByteMask ends = bounds.ends();
            const ByteMask firmEnds = bounds.firmEnds();
            const std::size_t token = starts.tokensBeforeWord(block);
            set(streams.begins.data(), token, Kernel::compress(bounds.begins(), tokens));
            set(streams.ends.data(), token, Kernel::compress(ends | firmEnds, tokens));
            set(streams.firmEnds.data(), token, Kernel::compress(firmEnds, tokens));
            set(streams.visible.data(), token, Kernel::compress(bounds.visible(), tokens));
            before = here;
            here = behind;
        }
    }

private:
    using MaskAlgebra<Kernel>::bitsBelow;
    using MaskAlgebra<Kernel>::fillUp;

    static constexpr std::size_t blockBytes = 64;
    static constexpr bool isO200k = pattern == PretokenPattern::O200k;
    static constexpr bool isGpt2 = pattern == PretokenPattern::Gpt2;

    struct Block
    {
        ByteMask pretokens = 0;
        ByteMask tokens = 0;
        ByteMask lower = 0;
        ByteMask upper = 0;
        ByteMask mixedUpper = 0; ///< capital letters behind letters without case, or marks, and capital ones
        ByteMask digits = 0; ///< of ASCII
        ByteMask caseless = 0;
        ByteMask marks = 0;
        ByteMask newlines = 0; ///< LF, CR
        ByteMask blanks = 0; ///< other white space
        ByteMask visible = 0; ///< no white space as the expressions have it
        ByteMask separators = 0; ///< U+001C to U+001F, which are visible to them but not to isPythonSpace()
        ByteMask apostrophes = 0;
        ByteMask symbols = 0; ///< of ASCII
        ByteMask slashes = 0;
        ByteMask characters = 0; ///< first bytes
    };

    /// From block to block.
    struct Carried
    {
        BitPlanes classes;
        ByteMask mixes = 0; ///< whether a capital letter at the block's begin is a mixed one
    };

    [[nodiscard]] static Block classify(std::string_view text, const TokenStarts &starts, std::size_t byte,
                                        Carried &carried) noexcept
    {
        if (byte >= text.size())
            return {};
        const char *bytes = text.data() + byte;
        char copy[blockBytes + blockReadAhead] = {};
        ByteMask valid = ~ByteMask{0};
        if (const std::size_t left = text.size() - byte; left < sizeof copy) {
            std::memcpy(copy, bytes, left);
            bytes = copy;
            valid = bitsBelow(left);
        }
        const AsciiMasks ascii = Kernel::classify(bytes);
        const ByteClasses<Kernel> classes = (ascii.high & valid) == 0 && valid == ~ByteMask{0}
            ? ByteClasses<Kernel>(ascii)
            : ByteClasses<Kernel>(ascii, bytes, valid, carried.classes);
        const TokenStarts::Word word = starts.word(byte / blockBytes);
        const ByteMask mixers = classes.caseless | classes.marks;
        const ByteMask mixedUpper = fillUp(classes.upper, classes.upper & (mixers << 1 | carried.mixes));
        carried.mixes = (mixers | mixedUpper) >> (blockBytes - 1);
        return {
            .pretokens = word.pretokens,
            .tokens = word.tokens,
            .lower = classes.lower,
            .upper = classes.upper,
            .mixedUpper = mixedUpper,
            .digits = ascii.digits,
            .caseless = classes.caseless,
            .marks = classes.marks,
            .newlines = classes.newlines,
            .blanks = classes.blanks,
            .visible = valid & ~(classes.newlines | classes.blanks),
            .separators = Kernel::equal(bytes, 0x1C) | Kernel::equal(bytes, 0x1D) | Kernel::equal(bytes, 0x1E)
                | Kernel::equal(bytes, 0x1F),
            .apostrophes = classes.apostrophes,
            .symbols = valid & ~(ascii.letters | ascii.digits | ascii.whites | ascii.high),
            .slashes = classes.slashes,
            .characters = ~classes.continuations,
        };
    }

    /// Sets bits from one on that are 0.
    static void set(std::uint64_t *words, std::size_t first, ByteMask bits) noexcept
    {
        const auto shift = static_cast<unsigned>(first % 64);
        words[first / 64] |= bits << shift;
        words[first / 64 + 1] |= shift == 0 ? 0 : bits >> (64 - shift);
    }

    BoundBlocks(const Block &before, const Block &here, const Block &behind) noexcept
        : m_before(before), m_here(here), m_behind(behind)
    {
    }

    [[nodiscard]] SpreadMask spread(ByteMask Block::*mask) const noexcept
    {
        return {m_before.*mask, m_here.*mask, m_behind.*mask};
    }
    [[nodiscard]] static ByteMask letters(const Block &block) noexcept
    {
        return block.lower | block.upper | block.caseless | (isO200k ? block.marks : 0);
    }

    /// First bytes of tokens of which, or of the token behind, one of the first two bytes is visible.
    [[nodiscard]] ByteMask visible() const noexcept
    {
        const SpreadMask shown{0, m_here.visible & ~m_here.separators, m_behind.visible & ~m_behind.separators};
        return shown.here | shown.ahead(1);
    }

    /// Ends that no text behind them makes cheaper: all before them is the same whatever follows.
    [[nodiscard]] ByteMask firmEnds() const noexcept
    {
        const SpreadMask visible = spread(&Block::visible);
        const SpreadMask newlines = spread(&Block::newlines);
        const SpreadMask blanks = spread(&Block::blanks);
        // White space of one character, and what is visible behind it.
        const ByteMask lone = m_here.visible
            & (isGpt2 ? (blanks.back(1) | newlines.back(1)) & visible.back(2)
                      : blanks.back(1) & (visible.back(2) | newlines.back(2)));
        return m_here.pretokens & (visible.back(1) | lone | (isGpt2 ? 0 : newlines.back(1)));
    }

    [[nodiscard]] ByteMask ends() const noexcept
    {
        const SpreadMask blanks = spread(&Block::blanks);
        const SpreadMask newlines = spread(&Block::newlines);
        // Before the last white-space character.
        const ByteMask inWhite = isGpt2 ? (blanks.back(1) | newlines.back(1)) & (m_here.blanks | m_here.newlines)
                                        : blanks.back(1) & m_here.blanks;
        // In a word, but for the letters of a contraction.
        const SpreadMask goesOn{wordGoesOn(m_before), wordGoesOn(m_here), 0};
        const ByteMask inWord = goesOn.back(1) & letters(m_here) & ~spread(&Block::apostrophes).back(2);
        const ByteMask inSymbols = spread(&Block::symbols).back(1) & m_here.symbols;
        // Between a word's prefix, or the space before it or a run, and what follows.
        const ByteMask afterBlank
            = blanks.back(1) & (spread(&Block::visible).back(2) | (isGpt2 ? 0 : newlines.back(2))) & m_here.visible;
        const ByteMask afterSymbol
            = spread(&Block::symbols).back(1) & ~spread(&Block::apostrophes).back(1) & letters(m_here);
        const ByteMask afterPrefix = spread(&Block::pretokens).back(1) & (afterBlank | afterSymbol);
        return (m_here.pretokens & inWhite)
            | (~m_here.pretokens & m_here.characters & (inWord | inSymbols | afterPrefix));
    }

    /// Letters that a word which is cut behind them ends with: in o200k's, one that is cut behind a capital letter ends
    /// at the last letter before that is neither small nor capital, if there is one.
    [[nodiscard]] static ByteMask wordGoesOn(const Block &block) noexcept
    {
        return block.lower | block.caseless | (block.upper & ~(isO200k ? block.mixedUpper : 0));
    }

    [[nodiscard]] ByteMask begins() const noexcept
    {
        const SpreadMask pretokens = spread(&Block::pretokens);
        const SpreadMask apostrophes = spread(&Block::apostrophes);
        const SpreadMask symbols = spread(&Block::symbols);
        // A capital letter takes letters before it along, unless there were some before those in the whole text.
        const SpreadMask smallStarts{0, m_here.pretokens & ~m_here.upper, m_behind.pretokens & ~m_behind.upper};
        const ByteMask isNear = firstAhead(pretokens, pretokens);
        const ByteMask isNearSmall = isO200k ? firstAhead(smallStarts, pretokens) : isNear;
        const SpreadMask inWord{letters(m_before), letters(m_here), 0};
        const SpreadMask marks = spread(&Block::marks);
        const ByteMask isWordStart = ~(inWord.back(1) | marks.back(1));
        ByteMask words = m_here.lower & isNear;
        words |= m_here.caseless & isNearSmall;
        words |= (m_here.upper | m_here.caseless) & isNear & (isO200k ? isWordStart : ~ByteMask{0});
        words |= m_here.upper & isNear & spread(&Block::upper).back(1);
        words &= m_here.characters & ~(apostrophes.back(1) | apostrophes.back(2));
        const SpreadMask plain{m_before.symbols & ~m_before.slashes, m_here.symbols & ~m_here.slashes, 0};
        // Before a letter, a symbol is the prefix of a word, or an apostrophe begins a contraction.
        const ByteMask isNoPrefix = symbols.ahead(1) | spread(&Block::digits).ahead(1) | spread(&Block::blanks).ahead(1)
            | spread(&Block::newlines).ahead(1);
        const ByteMask runs = plain.back(1) & plain.here & isNoPrefix & isNear;
        return m_here.pretokens | words | runs;
    }

    /// Bytes for which the first of `all` among the fifteen behind them is one of `some`.
    [[nodiscard]] static ByteMask firstAhead(SpreadMask some, SpreadMask all) noexcept
    {
        SpreadMask open{0, ~all.here, ~all.behind};
        for (unsigned step = 1; step < 8; step *= 2) {
            some.here |= open.here & some.ahead(step);
            some.behind |= open.behind & (some.behind >> step);
            open.here &= open.ahead(step);
            open.behind &= open.behind >> step;
        }
        some.here |= open.here & some.ahead(7);
        return some.ahead(1);
    }

    const Block &m_before;
    const Block &m_here;
    const Block &m_behind;
};

template<class Kernel>
void markBoundBlocks(PretokenPattern pattern, std::string_view text, const TokenStarts &starts, BoundStreams &streams)
{
    switch (pattern) {
    case PretokenPattern::O200k:
        return BoundBlocks<Kernel, PretokenPattern::O200k>::mark(text, starts, streams);
    case PretokenPattern::Cl100k:
        return BoundBlocks<Kernel, PretokenPattern::Cl100k>::mark(text, starts, streams);
    case PretokenPattern::Qwen:
        return BoundBlocks<Kernel, PretokenPattern::Qwen>::mark(text, starts, streams);
    case PretokenPattern::Gpt2:
        break;
    }
    BoundBlocks<Kernel, PretokenPattern::Gpt2>::mark(text, starts, streams);
}

} // namespace cw
