// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pretokenizer.h"

#include "text/characterproperties.h"
#include "text/utf8.h"
#include "tokenize/pretokenlookahead.h"

#include <array>
#include <bit>
#include <cstring>

namespace cw {

namespace {

using enum CharacterClass;

class ClassSet final
{
public:
    template<class... Classes>
    constexpr explicit ClassSet(Classes... classes) noexcept : m_bits(((1U << static_cast<unsigned>(classes)) | ...))
    {
    }
    [[nodiscard]] constexpr bool has(CharacterClass kind) const noexcept
    {
        return (m_bits >> static_cast<unsigned>(kind) & 1U) != 0;
    }

private:
    unsigned m_bits;
};

constexpr ClassSet anySpace{WhiteSpace, Newline};

constexpr std::array<CharacterClass, 128> asciiClasses = [] {
    std::array<CharacterClass, 128> classes{};
    for (char c = 'a'; c <= 'z'; ++c)
        classes[static_cast<std::size_t>(c)] = Lower;
    for (char c = 'A'; c <= 'Z'; ++c)
        classes[static_cast<std::size_t>(c)] = Upper;
    for (char c = '0'; c <= '9'; ++c)
        classes[static_cast<std::size_t>(c)] = Number;
    for (const char c : {'\t', '\v', '\f', ' '})
        classes[static_cast<std::size_t>(c)] = WhiteSpace;
    for (const char c : {'\n', '\r'})
        classes[static_cast<std::size_t>(c)] = Newline;
    return classes;
}();

constexpr std::uint64_t everyByte(std::uint64_t byte)
{
    return byte * 0x0101'0101'0101'0101;
}

/// The top bit of each byte of `bytes` that is an ASCII lower-case letter.
constexpr std::uint64_t lowerLetters(std::uint64_t bytes)
{
    const std::uint64_t low = bytes & everyByte(0x7F);
    const std::uint64_t fromA = low + everyByte(0x80 - 'a');
    const std::uint64_t pastZ = low + everyByte(0x7F - 'z');
    return fromA & ~pastZ & ~bytes & everyByte(0x80);
}

struct Character
{
    CharacterClass kind;
    unsigned byteLength;
};

class Scanner
{
public:
    explicit Scanner(std::string_view text) noexcept : m_text(text) { }

protected:
    [[nodiscard]] bool isEnd(std::size_t byte) const noexcept { return byte == m_text.size(); }

    [[nodiscard]] Character at(std::size_t byte) const noexcept
    {
        const auto lead = static_cast<unsigned char>(m_text[byte]);
        if (lead < 0x80)
            return {asciiClasses[lead], 1};
        const DecodedCharacter decoded = decodeCharacter(m_text, byte);
        return {characterProperties(decoded.codePoint).characterClass(), decoded.byteLength};
    }

    [[nodiscard]] std::size_t skip(ClassSet set, std::size_t byte) const noexcept
    {
        while (!isEnd(byte)) {
            const Character character = at(byte);
            if (!set.has(character.kind))
                break;
            byte += character.byteLength;
        }
        return byte;
    }

    /// Past the ASCII letters at `byte`, small ones only or all; the rest of a run near the end of the text may remain.
    template<bool anyCase>
    [[nodiscard]] std::size_t skipAsciiLetters(std::size_t byte) const noexcept
    {
        if constexpr (std::endian::native == std::endian::little) {
            while (byte + 8 <= m_text.size()) {
                std::uint64_t bytes = 0;
                std::memcpy(&bytes, m_text.data() + byte, 8);
                const std::uint64_t others = ~lowerLetters(anyCase ? bytes | everyByte(0x20) : bytes) & everyByte(0x80);
                if (others != 0)
                    return byte + static_cast<unsigned>(std::countr_zero(others)) / 8;
                byte += 8;
            }
        }
        return byte;
    }

    /// \p{N}{1,3}, or fewer of them.
    [[nodiscard]] std::size_t numberEnd(std::size_t byte, int most = 3) const noexcept
    {
        for (int digits = 0; digits < most && !isEnd(byte); ++digits) {
            const Character character = at(byte);
            if (character.kind != Number)
                break;
            byte += character.byteLength;
        }
        return byte;
    }

    /// \s*[\r\n]+|\s+(?!\S)|\s+
    [[nodiscard]] std::size_t spaceEnd(std::size_t byte) const noexcept
    {
        std::size_t end = byte;
        std::size_t afterNewline = byte;
        std::size_t lastStart = byte;
        while (!isEnd(end)) {
            const Character character = at(end);
            if (!anySpace.has(character.kind))
                break;
            lastStart = end;
            end += character.byteLength;
            if (character.kind == Newline)
                afterNewline = end;
        }
        if (afterNewline > byte)
            return afterNewline;
        return isEnd(end) || lastStart == byte ? end : lastStart;
    }

    [[nodiscard]] std::size_t contractionEnd(std::size_t byte) const noexcept
    {
        return cw::contractionEnd(m_text, byte);
    }

    [[nodiscard]] std::string_view text() const noexcept { return m_text; }
    [[nodiscard]] char byteAt(std::size_t byte) const noexcept { return m_text[byte]; }

private:
    std::string_view m_text;
};

class O200kScanner final : Scanner
{
public:
    using Scanner::Scanner;

    [[nodiscard]] std::size_t nextEnd(std::size_t byte) const noexcept
    {
        constexpr ClassSet letters{Upper, Lower, CaselessLetter, Mark};
        constexpr ClassSet symbols{Other, Mark};
        const Character first = at(byte);
        if (letters.has(first.kind))
            return wordEnd(byte);
        if (first.kind == Number)
            return numberEnd(byte);
        const std::size_t second = byte + first.byteLength;
        if (first.kind != Newline && !isEnd(second)) {
            const CharacterClass kind = at(second).kind;
            if (letters.has(kind))
                return wordEnd(second);
            if (kind == Other && byteAt(byte) == ' ')
                return tailEnd(skip(symbols, second));
        }
        if (first.kind == Other)
            return tailEnd(skip(symbols, second));
        return spaceEnd(byte);
    }

private:
    /// Upper and caseless letters, then lower and caseless ones, then a contraction. When no lower letter follows, the
    /// expression gives back capitals until its second part has a caseless letter or mark of its own.
    [[nodiscard]] std::size_t wordEnd(std::size_t byte) const noexcept
    {
        constexpr ClassSet lowerPart{Lower, CaselessLetter, Mark};
        std::size_t afterCaseless = 0;
        while (!isEnd(byte)) {
            const Character character = at(byte);
            if (character.kind == Lower)
                return contractionEnd(skip(lowerPart, skipAsciiLetters<false>(byte + character.byteLength)));
            if (character.kind == Upper) {
                byte += character.byteLength;
            } else if (lowerPart.has(character.kind)) {
                byte += character.byteLength;
                afterCaseless = byte;
            } else {
                break;
            }
        }
        return contractionEnd(afterCaseless > 0 ? afterCaseless : byte);
    }

    [[nodiscard]] std::size_t tailEnd(std::size_t byte) const noexcept
    {
        while (!isEnd(byte) && (byteAt(byte) == '\n' || byteAt(byte) == '\r' || byteAt(byte) == '/'))
            ++byte;
        return byte;
    }
};

class Cl100kScanner final : Scanner
{
public:
    Cl100kScanner(std::string_view text, int numbersTogether) noexcept
        : Scanner(text), m_numbersTogether(numbersTogether)
    {
    }

    [[nodiscard]] std::size_t nextEnd(std::size_t byte) const noexcept
    {
        constexpr ClassSet letters{Upper, Lower, CaselessLetter};
        constexpr ClassSet symbols{Other, Mark};
        if (const std::size_t end = contractionEnd(byte); end > byte)
            return end;
        const Character first = at(byte);
        const std::size_t second = byte + first.byteLength;
        if (letters.has(first.kind))
            return skip(letters, skipAsciiLetters<true>(second));
        if (first.kind == Number)
            return numberEnd(byte, m_numbersTogether);
        if (first.kind != Newline && !isEnd(second)) {
            const CharacterClass kind = at(second).kind;
            if (letters.has(kind))
                return skip(letters, skipAsciiLetters<true>(second));
            if (symbols.has(kind) && byteAt(byte) == ' ')
                return tailEnd(skip(symbols, second));
        }
        if (symbols.has(first.kind))
            return tailEnd(skip(symbols, second));
        return spaceEnd(byte);
    }

private:
    [[nodiscard]] std::size_t tailEnd(std::size_t byte) const noexcept
    {
        while (!isEnd(byte) && (byteAt(byte) == '\n' || byteAt(byte) == '\r'))
            ++byte;
        return byte;
    }

    int m_numbersTogether;
};

class Gpt2Scanner final : Scanner
{
public:
    using Scanner::Scanner;

    [[nodiscard]] std::size_t nextEnd(std::size_t byte) const noexcept
    {
        if (const std::size_t end = smallContractionEnd(text(), byte); end > byte)
            return end;
        const Character first = at(byte);
        const std::size_t second = byte + first.byteLength;
        if (byteAt(byte) == ' ' && !isEnd(second)) {
            const Character next = at(second);
            if (!anySpace.has(next.kind))
                return runEnd(next.kind, second + next.byteLength);
        }
        return anySpace.has(first.kind) ? anySpaceEnd(byte) : runEnd(first.kind, second);
    }

private:
    /// \p{L}+, \p{N}+ or [^\s\p{L}\p{N}]+ behind its first character.
    [[nodiscard]] std::size_t runEnd(CharacterClass kind, std::size_t byte) const noexcept
    {
        constexpr ClassSet letters{Upper, Lower, CaselessLetter};
        if (letters.has(kind))
            return skip(letters, skipAsciiLetters<true>(byte));
        return skip(kind == Number ? ClassSet(Number) : ClassSet(Other, Mark), byte);
    }

    /// \s+(?!\S)|\s+
    [[nodiscard]] std::size_t anySpaceEnd(std::size_t byte) const noexcept
    {
        std::size_t end = byte;
        std::size_t lastStart = byte;
        while (!isEnd(end)) {
            const Character character = at(end);
            if (!anySpace.has(character.kind))
                return lastStart == byte ? end : lastStart;
            lastStart = end;
            end += character.byteLength;
        }
        return end;
    }
};

} // namespace

std::size_t nextPretokenEnd(PretokenPattern pattern, std::string_view text, std::size_t byte) noexcept
{
    switch (pattern) {
    case PretokenPattern::O200k:
        return O200kScanner(text).nextEnd(byte);
    case PretokenPattern::Cl100k:
        return Cl100kScanner(text, 3).nextEnd(byte);
    case PretokenPattern::Qwen:
        return Cl100kScanner(text, 1).nextEnd(byte);
    case PretokenPattern::Gpt2:
        break;
    }
    return Gpt2Scanner(text).nextEnd(byte);
}

} // namespace cw
