// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/numbertext.h"

#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace cw {

namespace {

std::string romanText(int value)
{
    struct Digit
    {
        int value;
        std::string_view text;
    };
    static constexpr std::array<Digit, 13> digits{{{1000, "m"},
                                                   {900, "cm"},
                                                   {500, "d"},
                                                   {400, "cd"},
                                                   {100, "c"},
                                                   {90, "xc"},
                                                   {50, "l"},
                                                   {40, "xl"},
                                                   {10, "x"},
                                                   {9, "ix"},
                                                   {5, "v"},
                                                   {4, "iv"},
                                                   {1, "i"}}};
    std::string text;
    for (const Digit &digit : digits) {
        for (; value >= digit.value; value -= digit.value)
            text += digit.text;
    }
    return text;
}

/// a, b, ..., z, aa, bb, ...
std::string letterText(int value, char first)
{
    constexpr int letters = 26;
    return std::string(static_cast<std::size_t>((value - 1) / letters + 1),
                       static_cast<char>(first + (value - 1) % letters));
}

std::string upperCase(std::string text)
{
    std::ranges::transform(text, text.begin(),
                           [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - ('a' - 'A')) : c; });
    return text;
}

/// 1 to 99 in the characters of Chinese and Japanese.
std::string ideographText(int value)
{
    static constexpr std::array<std::string_view, 10> digits{"", "一", "二", "三", "四", "五", "六", "七", "八", "九"};
    static constexpr std::array<std::string_view, 4> units{"千", "百", "十", ""};
    std::string text;
    int unit = 1000;
    for (const std::string_view name : units) {
        const auto digit = static_cast<std::size_t>(value / unit % 10);
        // ten is written without a one before it
        if (digit > 0 && !(digit == 1 && unit == 10 && text.empty()))
            text += digits[digit];
        if (digit > 0)
            text += name;
        unit /= 10;
    }
    return text;
}

std::string digitsFrom(int value, char32_t zero)
{
    std::string text;
    for (const char digit : std::to_string(value))
        appendUtf8(text, zero + static_cast<char32_t>(digit - '0'));
    return text;
}

} // namespace

std::string numberText(int value, std::string_view format)
{
    constexpr int mostLetters = 26 * 20;
    constexpr int largestRoman = 3999;
    const std::string decimal = std::to_string(value);
    if (format == "none")
        return {};
    if (format == "decimalZero")
        return value >= 0 && value < 10 ? "0" + decimal : decimal;
    if (format == "decimalFullWidth" || format == "decimalFullWidth2")
        return value >= 0 ? digitsFrom(value, U'０') : decimal;
    if (format == "hindiNumbers")
        return value >= 0 ? digitsFrom(value, U'०') : decimal;
    if (format == "thaiNumbers")
        return value >= 0 ? digitsFrom(value, U'๐') : decimal;
    if (value < 1)
        return decimal;
    if ((format == "lowerRoman" || format == "upperRoman") && value <= largestRoman)
        return format == "lowerRoman" ? romanText(value) : upperCase(romanText(value));
    if ((format == "lowerLetter" || format == "upperLetter") && value <= mostLetters)
        return letterText(value, format == "lowerLetter" ? 'a' : 'A');
    const bool isIdeograph = format == "chineseCounting" || format == "chineseCountingThousand"
        || format == "japaneseCounting" || format == "taiwaneseCounting" || format == "taiwaneseCountingThousand";
    if (isIdeograph && value < 100)
        return ideographText(value);
    if (format == "decimalEnclosedCircle" && value <= 20) {
        std::string text;
        appendUtf8(text, U'①' + static_cast<char32_t>(value - 1));
        return text;
    }
    if (format == "numberInDash")
        return "- " + decimal + " -";
    return decimal;
}

} // namespace cw
