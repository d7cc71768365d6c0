// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/pipelinecharacters.h"

#include <algorithm>
#include <array>
#include <vector>

namespace cw {

namespace {

/// Places in the list of spelled characters and numbers of them.
struct CharacterEntry
{
    std::uint16_t canonical;
    std::uint8_t canonicalCount;
    std::uint16_t compatibility;
    std::uint8_t compatibilityCount;
    std::uint16_t lower;
    std::uint8_t lowerCount;
    std::uint8_t combiningOrder;
};

struct Composition
{
    char32_t first;
    char32_t second;
    char32_t composed;
};

#include "tokenize/pipeline/pipelinetables.inc"

constexpr unsigned charactersPerBlock = 128;

template<class Blocks, class Values>
auto valueOf(const Blocks &blocks, const Values &values, char32_t codePoint)
{
    return values[blocks[codePoint / charactersPerBlock]][codePoint % charactersPerBlock];
}

const CharacterEntry &entryOf(char32_t codePoint)
{
    return characterEntries[valueOf(entryBlocks, entryValues, codePoint)];
}

std::span<const char32_t> spelled(std::uint16_t place, std::uint8_t count)
{
    return {spelledCharacters.data() + place, count};
}

std::vector<char32_t> secondsOfCompositions()
{
    std::vector<char32_t> seconds;
    for (const Composition &composition : compositions)
        seconds.push_back(composition.second);
    std::sort(seconds.begin(), seconds.end());
    return seconds;
}

} // namespace

GeneralCategory generalCategory(char32_t codePoint) noexcept
{
    return static_cast<GeneralCategory>(valueOf(categoryBlocks, categoryValues, codePoint));
}

bool hasFlag(char32_t codePoint, PipelineFlag flag) noexcept
{
    return (valueOf(flagBlocks, flagValues, codePoint) & static_cast<unsigned>(flag)) != 0;
}

GraphemeBreak graphemeBreak(char32_t codePoint) noexcept
{
    return static_cast<GraphemeBreak>(valueOf(graphemeBlocks, graphemeValues, codePoint));
}

std::span<const char32_t> canonicalDecomposition(char32_t codePoint) noexcept
{
    const CharacterEntry &entry = entryOf(codePoint);
    return spelled(entry.canonical, entry.canonicalCount);
}

std::span<const char32_t> compatibilityDecomposition(char32_t codePoint) noexcept
{
    const CharacterEntry &entry = entryOf(codePoint);
    return spelled(entry.compatibility, entry.compatibilityCount);
}

std::span<const char32_t> lowerCase(char32_t codePoint) noexcept
{
    const CharacterEntry &entry = entryOf(codePoint);
    return spelled(entry.lower, entry.lowerCount);
}

std::uint8_t combiningOrder(char32_t codePoint) noexcept
{
    return entryOf(codePoint).combiningOrder;
}

char32_t composed(char32_t first, char32_t second) noexcept
{
    if (first - firstLeadingJamo < leadingJamoCount && second - firstVowelJamo < vowelJamoCount) {
        return firstHangulSyllable
            + ((first - firstLeadingJamo) * vowelJamoCount + (second - firstVowelJamo)) * trailingJamoCount;
    }
    if (isHangulSyllable(first) && (first - firstHangulSyllable) % trailingJamoCount == 0
        && second - beforeTrailingJamo - 1 < trailingJamoCount - 1)
        return first + (second - beforeTrailingJamo);
    const auto isLess = [](const Composition &a, const Composition &b) {
        return a.first != b.first ? a.first < b.first : a.second < b.second;
    };
    const Composition wanted{first, second, 0};
    const auto at = std::lower_bound(compositions.begin(), compositions.end(), wanted, isLess);
    return at != compositions.end() && at->first == first && at->second == second ? at->composed : 0;
}

bool isSecondOfComposition(char32_t codePoint) noexcept
{
    static const std::vector<char32_t> seconds = secondsOfCompositions();
    return codePoint - firstVowelJamo < vowelJamoCount || codePoint - beforeTrailingJamo < trailingJamoCount
        || std::binary_search(seconds.begin(), seconds.end(), codePoint);
}

} // namespace cw
