// SPDX-License-Identifier: GPL-3.0-or-later
// A block of UTF-8 as the text layout sees it, with every UTF-16 unit tied to its source byte.
#pragma once

#include <QString>

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

class EmojiGlyphs;

/// Characters that have no picture of their own or that would upset a layout (controls, NUL, line and paragraph
/// separators) stand as symbols of one unit each; the line end is left out. Bytes count from the block's begin.
///
/// Given emoji glyphs, each emoji stands as one placeholder, but in text that may mix directions, where the placeholder
/// would be ordered otherwise.
class DisplayText final
{
public:
    DisplayText() = default;
    explicit DisplayText(std::string_view block, EmojiGlyphs *emoji = nullptr);

    [[nodiscard]] const QString &string() const noexcept { return m_string; }
    /// Bytes without the line end.
    [[nodiscard]] std::size_t shownBytes() const noexcept { return m_shownBytes; }
    /// The unit of the character at the byte; the string's length for the line end.
    [[nodiscard]] int unitAt(std::size_t byte) const noexcept;
    /// First byte of the character at the unit; shownBytes() for the string's length.
    [[nodiscard]] std::size_t byteAt(int unit) const noexcept;
    struct Emoji
    {
        int unit = 0;
        QString text;
    };
    /// What placeholders stand for, in order.
    [[nodiscard]] const std::vector<Emoji> &emoji() const noexcept { return m_emoji; }
    /// True when some character may be drawn right to left.
    [[nodiscard]] bool mayBeBidirectional() const noexcept { return m_mayBeBidirectional; }

private:
    void decode(std::string_view text, EmojiGlyphs *emoji);

    QString m_string;
    std::vector<std::uint32_t> m_byteOfUnit; ///< empty when every unit is one byte
    std::vector<Emoji> m_emoji;
    std::size_t m_shownBytes = 0;
    bool m_mayBeBidirectional = false;
};

/// The text as it is: a byte order mark at its start stays.
[[nodiscard]] QString exactQString(std::string_view text);

/// The bytes of `block` without its LF, CRLF or CR.
[[nodiscard]] std::string_view withoutLineEnd(std::string_view block) noexcept;

} // namespace cw
