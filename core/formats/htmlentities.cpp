// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/htmlentities.h"

#include "text/ascii.h"
#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>

namespace cw::html {

namespace {

struct Entity
{
    std::string_view name;
    std::string_view text;
};

constexpr Entity entities[] = {
#include "formats/htmlentitytables.inc"
};

constexpr std::size_t longestName = 32; ///< without the semicolon
constexpr std::size_t longestBareName = 6; ///< of those that are good without one
constexpr char32_t replacement = 0xFFFD;
constexpr char32_t endOfUnicode = 0x110000;

/// What numbers 128 to 159 stand for: browsers take them for Windows-1252. 0 where that has nothing.
constexpr std::array<char16_t, 32> windowsCharacters{0x20AC, 0,      0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
                                                     0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0,      0x017D, 0,
                                                     0,      0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
                                                     0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0,      0x017E, 0x0178};

const Entity *findEntity(std::string_view name) noexcept
{
    const auto *const found = std::ranges::lower_bound(entities, name, {}, &Entity::name);
    return found != std::end(entities) && found->name == name ? found : nullptr;
}

void put(Reference &reference, std::string_view text) noexcept
{
    std::memcpy(reference.characters, text.data(), text.size());
    reference.size = text.size();
}

void put(Reference &reference, char32_t c) noexcept
{
    const auto byte = [&](char32_t value) { reference.characters[reference.size++] = static_cast<char>(value); };
    switch (utf8LengthOf(c)) {
    case 1:
        byte(c);
        break;
    case 2:
        byte(0xC0U | (c >> 6U));
        byte(0x80U | (c & 0x3FU));
        break;
    case 3:
        byte(0xE0U | (c >> 12U));
        byte(0x80U | ((c >> 6U) & 0x3FU));
        byte(0x80U | (c & 0x3FU));
        break;
    default:
        byte(0xF0U | (c >> 18U));
        byte(0x80U | ((c >> 12U) & 0x3FU));
        byte(0x80U | ((c >> 6U) & 0x3FU));
        byte(0x80U | (c & 0x3FU));
        break;
    }
}

constexpr char32_t noDigit = 0xFF;

constexpr char32_t digitOf(char c, bool isHex) noexcept
{
    const auto byte = static_cast<unsigned char>(c);
    if (isAsciiDigit(byte))
        return byte - U'0';
    const auto letter = static_cast<unsigned char>(byte | 0x20U);
    return isHex && letter >= 'a' && letter <= 'f' ? letter - U'a' + 10U : noDigit;
}

char32_t characterOf(char32_t number) noexcept
{
    if (number == 0 || number >= endOfUnicode || (number >= 0xD800 && number < 0xE000))
        return replacement;
    if (number >= 0x80 && number < 0xA0 && windowsCharacters[number - 0x80] != 0)
        return windowsCharacters[number - 0x80];
    return number;
}

Reference readNumber(std::string_view text) noexcept
{
    Reference reference;
    std::size_t at = 2;
    const bool isHex = at < text.size() && (text[at] == 'x' || text[at] == 'X');
    at += isHex ? 1 : 0;
    const std::size_t first = at;
    char32_t number = 0;
    for (; at < text.size(); ++at) {
        const char32_t digit = digitOf(text[at], isHex);
        if (digit == noDigit)
            break;
        number = std::min<char32_t>(number * (isHex ? 16U : 10U) + digit, endOfUnicode);
    }
    if (at == first)
        return reference;
    reference.length = at + (at < text.size() && text[at] == ';' ? 1 : 0);
    put(reference, characterOf(number));
    return reference;
}

} // namespace

Reference readReference(std::string_view text) noexcept
{
    if (text.size() > 1 && text[1] == '#')
        return readNumber(text);
    Reference reference;
    std::string_view name = text.substr(1, longestName + 1);
    const auto *const end
        = std::ranges::find_if_not(name, [](char c) { return isAsciiAlphanumeric(static_cast<unsigned char>(c)); });
    const auto letters = static_cast<std::size_t>(end - name.begin());
    const Entity *found = nullptr;
    if (letters > 0 && letters < name.size() && name[letters] == ';')
        found = findEntity(name.substr(0, letters + 1));
    for (std::size_t length = std::min(letters, longestBareName); !found && length > 1; --length)
        found = findEntity(name.substr(0, length));
    if (found) {
        reference.length = 1 + found->name.size();
        put(reference, found->text);
    }
    return reference;
}

} // namespace cw::html
