// SPDX-License-Identifier: GPL-3.0-or-later
// What is known about words beside a full stop: abbreviations and openers of sentences, see resources/sentences.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <unordered_map>

namespace cw {

/// Bits; a word may be several things in several languages.
enum class WordFact : std::uint16_t {
    Title = 1,
    Inner = 2,
    Number = 4,
    Unit = 8,
    Time = 16,
    Final = 32,
    Starter = 64,
    OrdinalBefore = 128,
    OrdinalAfter = 256,
    Exclaimed = 512
};

class WordFacts final
{
public:
    constexpr WordFacts() = default;
    constexpr explicit WordFacts(std::uint16_t bits) : m_bits(bits) { }

    [[nodiscard]] constexpr bool has(WordFact fact) const noexcept
    {
        return (m_bits & static_cast<std::uint16_t>(fact)) != 0;
    }
    [[nodiscard]] constexpr std::uint16_t bits() const noexcept { return m_bits; }
    /// Any of those that say that a full stop belongs to the word.
    [[nodiscard]] constexpr bool isAbbreviation() const noexcept { return (m_bits & 63U) != 0; }

private:
    std::uint16_t m_bits = 0;
};

/// Lower case of Latin, Greek and Cyrillic letters up to U+052F; others as they are.
[[nodiscard]] char32_t simpleLower(char32_t codePoint) noexcept;

/// Facts of all languages together.
class SentenceWords final
{
public:
    static constexpr std::size_t longestWordBytes = 40;

    /// The program's own lists, made once.
    [[nodiscard]] static const SentenceWords &shared();
    /// `lists` as described in resources/sentences/README.md; lines that are none are left out and counted.
    explicit SentenceWords(std::string_view lists);

    /// `word` without its last full stop, as it is written. Words longer than longestWordBytes have no facts.
    [[nodiscard]] WordFacts of(std::string_view word) const;
    [[nodiscard]] std::size_t size() const noexcept { return m_facts.size(); }
    [[nodiscard]] std::size_t wrongLines() const noexcept { return m_wrongLines; }

private:
    std::unordered_map<std::string_view, std::uint16_t> m_facts; ///< keys lie in the lists
    std::size_t m_wrongLines = 0;
};

} // namespace cw
