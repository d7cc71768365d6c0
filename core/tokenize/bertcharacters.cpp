// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bertcharacters.h"

namespace cw {

namespace {

struct Spelling
{
    std::array<char32_t, 3> parts;
    std::array<std::uint8_t, 3> combiningClasses;
    std::uint8_t partCount;
    bool isIsolated;
};

#include "tokenize/bertcharactertables.inc"

constexpr unsigned charactersPerBlock = 128;
constexpr std::uint16_t firstSpelling = static_cast<std::uint16_t>(BertCharacterKind::Isolated) + 1;

// Hangul syllables, by the arithmetic of the Unicode Standard, section 3.12.
constexpr char32_t firstSyllable = 0xAC00;
constexpr char32_t syllableCount = 11172;
constexpr char32_t firstLead = 0x1100;
constexpr char32_t firstVowel = 0x1161;
constexpr char32_t beforeFirstTrail = 0x11A7;
constexpr char32_t vowelCount = 21;
constexpr char32_t trailCount = 28;

BertCharacter syllable(char32_t number)
{
    const char32_t trail = number % trailCount;
    return {BertCharacterKind::Letter,
            static_cast<std::uint8_t>(trail == 0 ? 2 : 3),
            {firstLead + number / (vowelCount * trailCount), firstVowel + number / trailCount % vowelCount,
             trail == 0 ? 0 : beforeFirstTrail + trail},
            {}};
}

} // namespace

BertCharacter bertCharacter(char32_t codePoint) noexcept
{
    const char32_t number = codePoint - firstSyllable;
    if (number < syllableCount)
        return syllable(number);
    const std::uint8_t block = blockOfCharacter[codePoint / charactersPerBlock];
    const std::uint16_t entry = kindsOfBlock[block][codePoint % charactersPerBlock];
    if (entry >= firstSpelling) {
        const Spelling &spelling = spellings[entry - firstSpelling];
        return {spelling.isIsolated ? BertCharacterKind::Isolated : BertCharacterKind::Letter, spelling.partCount,
                spelling.parts, spelling.combiningClasses};
    }
    const auto kind = static_cast<BertCharacterKind>(entry);
    const bool isKept = kind == BertCharacterKind::Letter || kind == BertCharacterKind::Isolated;
    return {kind, static_cast<std::uint8_t>(isKept ? 1 : 0), {codePoint, 0, 0}, {}};
}

} // namespace cw
