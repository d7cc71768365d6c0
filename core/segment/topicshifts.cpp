// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/topicshifts.h"

#include "text/characterproperties.h"
#include "text/utf8.h"
#include "tokenize/bertcharacters.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t lettersOfWord = 6;
constexpr double scale = 65535;

/// Scripts whose words are not set apart by spaces, as far as their characters come after these.
bool isWithoutSpaces(char32_t c)
{
    return (c >= 0x0E00 && c < 0x1000) || (c >= 0x1780 && c < 0x1800) || (c >= 0x2E80 && c < 0xA000)
        || (c >= 0xF900 && c < 0xFB00) || (c >= 0x20000 && c < 0x40000);
}

bool isWordCharacter(char32_t c)
{
    switch (characterProperties(c).characterClass()) {
    case CharacterClass::Number:
    case CharacterClass::Upper:
    case CharacterClass::Lower:
    case CharacterClass::CaselessLetter:
    case CharacterClass::Mark:
        return true;
    default:
        return false;
    }
}

/// Different words of each unit by number.
struct UnitWords
{
    std::vector<std::uint32_t> words;
    std::vector<std::size_t> ends; ///< by unit
    std::vector<std::uint32_t> unitsOfWord;

    [[nodiscard]] std::size_t beginOf(std::size_t unit) const { return unit == 0 ? 0 : ends[unit - 1]; }
};

class WordReader
{
public:
    void addUnit(std::string_view text)
    {
        m_unit++;
        m_letters = 0;
        m_before = 0;
        for (std::size_t byte = 0; byte < text.size();) {
            const DecodedCharacter character = decodeCharacter(text, byte);
            byte += character.byteLength;
            const char32_t c = character.codePoint;
            if (!isWordCharacter(c)) {
                endWord();
            } else if (isWithoutSpaces(c)) {
                if (m_letters > 0)
                    endWord();
                if (m_before != 0)
                    add(hashOf(hashOf(seed, m_before), c));
                m_before = c;
            } else {
                m_before = 0;
                addLetters(c);
            }
        }
        endWord();
        m_found.ends.push_back(m_found.words.size());
    }

    UnitWords take() { return std::move(m_found); }

private:
    static constexpr std::uint64_t seed = 0xCBF2'9CE4'8422'2325;

    static std::uint64_t hashOf(std::uint64_t hash, char32_t c)
    {
        hash = (hash ^ c) * 0x9E37'79B9'7F4A'7C15;
        return hash ^ (hash >> 29U);
    }

    void addLetters(char32_t c)
    {
        if (m_letters == lettersOfWord)
            return;
        if (m_letters == 0)
            m_hash = seed;
        const BertCharacter plain = bertCharacter(c);
        for (std::size_t part = 0; part < plain.partCount; ++part)
            m_hash = hashOf(m_hash, plain.parts[part]);
        m_letters += plain.partCount > 0 ? 1 : 0;
    }

    void endWord()
    {
        if (m_letters > 0)
            add(m_hash);
        m_letters = 0;
        m_before = 0;
    }

    void add(std::uint64_t hash)
    {
        const auto [at, isNew] = m_numbers.emplace(hash, static_cast<std::uint32_t>(m_numbers.size()));
        const std::uint32_t word = at->second;
        if (isNew) {
            m_lastUnit.push_back(0);
            m_found.unitsOfWord.push_back(0);
        }
        if (m_lastUnit[word] == m_unit)
            return;
        m_lastUnit[word] = m_unit;
        ++m_found.unitsOfWord[word];
        m_found.words.push_back(word);
    }

    UnitWords m_found;
    std::unordered_map<std::uint64_t, std::uint32_t> m_numbers;
    std::vector<std::uint32_t> m_lastUnit; ///< by word; units are numbered from 1
    std::uint32_t m_unit = 0;
    std::uint64_t m_hash = 0;
    std::size_t m_letters = 0;
    char32_t m_before = 0; ///< the character before in a script without spaces
};

/// Eight times the binary logarithm of units / unitsOfWord, in a straight line between powers of two.
std::uint64_t weightOf(std::uint64_t units, std::uint64_t unitsOfWord)
{
    constexpr unsigned fractionBits = 16;
    const std::uint64_t ratio = (units << fractionBits) / unitsOfWord;
    const auto power = static_cast<unsigned>(std::bit_width(ratio)) - 1;
    return 8 * (power - fractionBits) + ((ratio << 3U >> power) & 7U);
}

/// Words of the units before and behind a boundary, of which each comes in and goes out as the boundary moves.
class Windows
{
public:
    explicit Windows(const UnitWords &found) : m_found(found), m_before(found.unitsOfWord.size()), m_behind(m_before)
    {
        m_squares.reserve(found.unitsOfWord.size());
        for (const std::uint32_t units : found.unitsOfWord) {
            const std::uint64_t weight = weightOf(found.ends.size(), units);
            m_squares.push_back(weight * weight);
        }
    }

    void addBefore(std::size_t unit) { change(unit, m_before, m_behind, m_beforeLength, true); }
    void removeBefore(std::size_t unit) { change(unit, m_before, m_behind, m_beforeLength, false); }
    void addBehind(std::size_t unit) { change(unit, m_behind, m_before, m_behindLength, true); }
    void removeBehind(std::size_t unit) { change(unit, m_behind, m_before, m_behindLength, false); }

    [[nodiscard]] bool canTell() const { return m_beforeLength > 0 && m_behindLength > 0; }
    /// 0 to `scale`. Precondition: canTell().
    [[nodiscard]] std::uint32_t likeness() const
    {
        const double lengths = std::sqrt(static_cast<double>(m_beforeLength) * static_cast<double>(m_behindLength));
        return static_cast<std::uint32_t>(std::min(scale, scale * (static_cast<double>(m_product) / lengths)));
    }

private:
    void change(std::size_t unit, std::vector<std::uint32_t> &here, const std::vector<std::uint32_t> &there,
                std::uint64_t &length, bool isAdded)
    {
        for (std::size_t i = m_found.beginOf(unit); i < m_found.ends[unit]; ++i) {
            const std::uint32_t word = m_found.words[i];
            const std::uint64_t square = m_squares[word];
            std::uint32_t &count = here[word];
            if (isAdded) {
                length += square * (2 * std::uint64_t{count} + 1);
                m_product += square * there[word];
                ++count;
            } else {
                --count;
                length -= square * (2 * std::uint64_t{count} + 1);
                m_product -= square * there[word];
            }
        }
    }

    const UnitWords &m_found;
    std::vector<std::uint32_t> m_before; ///< by word
    std::vector<std::uint32_t> m_behind;
    std::vector<std::uint64_t> m_squares; ///< of weights, by word
    std::uint64_t m_product = 0;
    std::uint64_t m_beforeLength = 0; ///< squares, as the product
    std::uint64_t m_behindLength = 0;
};

/// Of each unit's begin but the first's. Where one side has no word, what the boundary before has.
Outcome<std::vector<std::uint32_t>> likenesses(const UnitWords &found, std::size_t window, const std::stop_token &stop)
{
    constexpr std::size_t stopCheckMask = 0xFFF;
    const std::size_t count = found.ends.size();
    std::vector<std::uint32_t> alike(count, static_cast<std::uint32_t>(scale));
    Windows windows(found);
    for (std::size_t unit = 0; unit < std::min(window, count); ++unit)
        windows.addBehind(unit);
    for (std::size_t unit = 1; unit < count; ++unit) {
        if ((unit & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        windows.removeBehind(unit - 1);
        windows.addBefore(unit - 1);
        if (unit > window)
            windows.removeBefore(unit - 1 - window);
        if (unit - 1 + window < count)
            windows.addBehind(unit - 1 + window);
        alike[unit] = windows.canTell() ? windows.likeness() : alike[unit - 1];
    }
    return alike;
}

} // namespace

Outcome<std::vector<std::uint16_t>> topicShifts(std::string_view text, const std::vector<Unit> &units,
                                                std::size_t window, const std::stop_token &stop)
{
    constexpr std::size_t stopCheckMask = 0xFFF;
    const std::size_t count = units.size();
    WordReader reader;
    for (std::size_t unit = 0; unit < count; ++unit) {
        if ((unit & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        reader.addUnit(text.substr(units[unit].emit.begin, units[unit].emit.size()));
    }
    const auto alike = likenesses(reader.take(), window, stop);
    if (!alike)
        return Cancelled{};
    return shiftsByDepth(*alike, units);
}

std::vector<std::uint16_t> shiftsByDepth(const std::vector<std::uint32_t> &alike, const std::vector<Unit> &units)
{
    // peaks are where going up from the boundary ends, to the left and to the right
    const std::size_t count = units.size();
    std::vector<std::uint16_t> shifts(count, 0);
    std::vector<std::uint32_t> rightPeaks(alike);
    for (std::size_t unit = count; unit-- > 1;) {
        if (unit + 1 < count && alike[unit + 1] >= alike[unit])
            rightPeaks[unit] = rightPeaks[unit + 1];
    }
    std::uint32_t leftPeak = 0;
    for (std::size_t unit = 1; unit < count; ++unit) {
        if (unit == 1 || alike[unit - 1] < alike[unit])
            leftPeak = alike[unit];
        const std::uint32_t depth = leftPeak + rightPeaks[unit] - 2 * alike[unit];
        shifts[unit] = static_cast<std::uint16_t>(depth / 2);
    }
    // what changes behind a heading changes before it
    for (std::size_t unit = count; unit-- > 1;) {
        if (units[unit - 1].kind == BlockKind::Heading) {
            shifts[unit - 1] = unit > 1 ? std::max(shifts[unit - 1], shifts[unit]) : std::uint16_t{0};
            shifts[unit] = 0;
        }
    }
    return shifts;
}

std::uint16_t topicThreshold(std::vector<std::uint16_t> shifts, unsigned percent)
{
    if (shifts.size() < 2)
        return 1;
    const std::size_t boundaries = shifts.size() - 1;
    const std::size_t rank = std::min(boundaries * percent / 100, boundaries - 1);
    const auto at = shifts.begin() + 1 + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(shifts.begin() + 1, at, shifts.end());
    return std::max<std::uint16_t>(*at, 1);
}

std::vector<Piece> piecesByShift(const std::vector<std::uint16_t> &shifts, std::uint16_t threshold)
{
    const std::size_t count = shifts.size();
    const auto shiftAt = [&](std::size_t unit) { return unit < count ? shifts[unit] : std::uint16_t{0}; };
    const auto isChange = [&](std::size_t unit) {
        return shifts[unit] >= threshold && (unit < 2 || shifts[unit - 1] <= shifts[unit])
            && shiftAt(unit + 1) <= shifts[unit];
    };
    std::vector<Piece> pieces;
    pieces.reserve(2 * count);
    constexpr std::uint32_t none = ~std::uint32_t{0};
    // A stretch's boundaries as a tree with the greatest on top: those left and right of each that are next below.
    std::vector<std::uint32_t> left(count, none);
    std::vector<std::uint32_t> right(count, none);
    std::vector<std::uint32_t> spine;
    struct Range
    {
        std::uint32_t begin;
        std::uint32_t end;
        std::uint32_t top; ///< the boundary it is cut at
        std::uint32_t piece; ///< whose `next` is to be set, when everything inside has been written
    };
    std::vector<Range> open;
    for (std::size_t begin = 0; begin < count;) {
        std::size_t end = begin + 1;
        while (end < count && !isChange(end))
            ++end;
        spine.clear();
        for (std::size_t unit = begin + 1; unit < end; ++unit) {
            std::uint32_t below = none;
            while (!spine.empty() && shifts[spine.back()] <= shifts[unit]) {
                below = spine.back();
                spine.pop_back();
            }
            left[unit] = below;
            if (!spine.empty())
                right[spine.back()] = static_cast<std::uint32_t>(unit);
            spine.push_back(static_cast<std::uint32_t>(unit));
        }
        const std::size_t firstPiece = pieces.size();
        open.push_back({static_cast<std::uint32_t>(begin), static_cast<std::uint32_t>(end),
                        spine.empty() ? none : spine.front(), none});
        while (!open.empty()) {
            const Range range = open.back();
            open.pop_back();
            if (range.piece != none) {
                pieces[range.piece].next = static_cast<std::uint32_t>(pieces.size());
                continue;
            }
            const auto number = static_cast<std::uint32_t>(pieces.size());
            pieces.push_back({.firstUnit = range.begin, .endUnit = range.end, .next = number + 1});
            if (range.top == none)
                continue;
            open.push_back({0, 0, none, number});
            open.push_back({range.top, range.end, right[range.top], none});
            open.push_back({range.begin, range.top, left[range.top], none});
        }
        pieces[firstPiece].level = 1;
        begin = end;
    }
    return pieces;
}

} // namespace cw
