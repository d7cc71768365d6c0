// SPDX-License-Identifier: GPL-3.0-or-later
// Characters that sentences end and begin with. Fixed here, so that results depend on no library's version.
#pragma once

#include <string_view>

namespace cw {

enum class SentenceMark {
    None,
    FullStop, ///< U+002E, which ends other things as well
    Ellipsis, ///< U+2026
    Strong, ///< ends a sentence where white space follows
    Unspaced ///< ends a sentence whatever follows: CJK, danda, Arabic, Armenian, Ethiopic, Burmese, Khmer
};

[[nodiscard]] constexpr SentenceMark sentenceMark(char32_t c) noexcept
{
    if (c < 0x80)
        return c == U'.' ? SentenceMark::FullStop : c == U'!' || c == U'?' ? SentenceMark::Strong : SentenceMark::None;
    if (c == 0x2026)
        return SentenceMark::Ellipsis;
    if (c == 0x37E || c == 0x203C || c == 0x203D || (c >= 0x2047 && c <= 0x2049))
        return SentenceMark::Strong;
    constexpr std::u32string_view unspaced = U"\u3002\uFF01\uFF0E\uFF1F\uFF61\u0964\u0965\u061D\u061E\u061F\u06D4\u0589"
                                             U"\u0700\u0701\u0702\u1362\u1367\u1368\u104B\u17D4\u17D5\u1803\u1809"
                                             U"\u2E2E";
    return unspaced.find(c) != std::u32string_view::npos ? SentenceMark::Unspaced : SentenceMark::None;
}

/// Characters that may close a sentence behind its mark, when nothing follows them directly.
[[nodiscard]] constexpr bool isSentenceCloser(char32_t c) noexcept
{
    if (c < 0x80)
        return std::u32string_view(U"\"')]}*_~`").find(c) != std::u32string_view::npos;
    return std::u32string_view(U"\u2018\u2019\u201C\u201D\u2039\u203A\u00AB\u00BB\u300D\u300F\u3009\u300B\u3011\u3015"
                               U"\u3017\uFF09\uFF3D\uFF5D\uFF63\uFE42\uFE44")
               .find(c)
        != std::u32string_view::npos;
}

/// Of them those that open nothing in any language: the ones that may stand right before a next sentence.
[[nodiscard]] constexpr bool isCertainCloser(char32_t c) noexcept
{
    return std::u32string_view(U")]}\u2019\u201D\u300D\u300F\u3009\u300B\u3011\u3015\u3017\uFF09\uFF3D\uFF5D\uFF63"
                               U"\uFE42\uFE44")
               .find(c)
        != std::u32string_view::npos;
}

[[nodiscard]] constexpr bool isSentenceOpener(char32_t c) noexcept
{
    if (c < 0x80)
        return std::u32string_view(U"\"'([{*_~`").find(c) != std::u32string_view::npos;
    return std::u32string_view(U"\u00BF\u00A1\u2018\u2019\u201C\u201D\u201E\u201A\u2039\u203A\u00AB\u00BB\u300C\u300E"
                               U"\u3008\u300A\u3010\u3014\u3016\uFF08\uFF3B\uFF5B\uFF62")
               .find(c)
        != std::u32string_view::npos;
}

[[nodiscard]] constexpr bool isDash(char32_t c) noexcept
{
    return c == U'-' || (c >= 0x2012 && c <= 0x2015);
}

[[nodiscard]] constexpr bool isCjkLetter(char32_t c) noexcept
{
    return (c >= 0x3041 && c <= 0x30FF) || (c >= 0x3400 && c <= 0x9FFF) || (c >= 0xF900 && c <= 0xFAFF)
        || (c >= 0x20000 && c <= 0x3FFFF);
}

[[nodiscard]] constexpr bool isHiragana(char32_t c) noexcept
{
    return c >= 0x3041 && c <= 0x309F;
}

} // namespace cw
