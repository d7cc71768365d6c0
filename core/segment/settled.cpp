// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/settled.h"

#include "segment/words.h"

#include <algorithm>

namespace cw {

namespace {

/// ASCII letters and digits, and the lead bytes of CJK ideographs and Hangul.
bool startsPlainWord(char c) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9')
        || (byte >= 0xE4 && byte <= 0xED);
}

bool isSettledAt(std::string_view text, std::size_t byte) noexcept
{
    if (text[byte - 1] == '\n')
        return startsPlainWord(text[byte]);
    return text[byte] == ' ' && byte + 1 < text.size() && startsPlainWord(text[byte + 1])
        && spaceLengthAt(text, previousCharacterStart(text, byte)) == 0;
}

} // namespace

std::size_t settledTextEnd(std::string_view beginning) noexcept
{
    constexpr std::size_t lookBackBytes = std::size_t{64} * 1024;
    const std::size_t first = beginning.size() - std::min(beginning.size(), lookBackBytes);
    for (std::size_t byte = beginning.size(); byte > std::max<std::size_t>(first, 1);) {
        --byte;
        if (isSettledAt(beginning, byte))
            return byte;
    }
    return 0;
}

std::size_t settledUnitsEnd(const Segmentation &ofBeginning) noexcept
{
    const std::size_t textEnd = settledTextEnd(*ofBeginning.emitted.text());
    if (!ofBeginning.units.empty())
        return std::min<std::size_t>(textEnd, ofBeginning.units.back().emit.begin);
    if (const std::size_t words = ofBeginning.wordStarts.total(); words > 0)
        return std::min<std::size_t>(textEnd, ofBeginning.wordStarts.select(words - 1));
    return textEnd;
}

std::size_t settledUnitsEnd(const Segmentation &ofBeginning, std::size_t textBytes, std::size_t unsure,
                            std::size_t unsureUnits) noexcept
{
    const std::vector<Unit> &units = ofBeginning.units;
    if (units.size() < unsureUnits)
        return 0;
    auto unit = units.end() - static_cast<std::ptrdiff_t>(unsureUnits);
    while (unit != units.begin() && unit != units.end() && unit->source.begin + unsure > textBytes)
        --unit;
    if (unit == units.end() || unit->source.begin + unsure > textBytes)
        return 0;
    return std::min<std::size_t>(settledTextEnd(*ofBeginning.emitted.text()), unit->emit.begin);
}

} // namespace cw
