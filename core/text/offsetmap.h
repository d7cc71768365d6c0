// SPDX-License-Identifier: GPL-3.0-or-later
// The one place where byte offsets become code points, UTF-16 units, lines and columns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace cw {

/// Line and column, both zero-based; column in code points. Lines end at LF, CRLF or a lone CR.
struct LineColumn
{
    std::size_t line = 0;
    std::size_t columnCodePoints = 0;

    bool operator==(const LineColumn &) const = default;
};

/// Converts positions of one UTF-8 text between bytes, code points, UTF-16 units and line/column.
///
/// Ranks are sampled once per block of bytes, so each conversion from bytes is O(1) and each conversion to bytes
/// O(log blocks); memory is 2.4 % of the text, however many lines it has. The text must outlive the map and must be
/// valid UTF-8 of less than 4 GiB. A byte inside a character maps as the character's first byte.
class OffsetMap final
{
public:
    OffsetMap() = default;
    explicit OffsetMap(std::string_view text);

    [[nodiscard]] std::size_t codePointCount() const noexcept { return m_codePointCount; }
    [[nodiscard]] std::size_t utf16Count() const noexcept { return m_utf16Count; }
    [[nodiscard]] std::size_t lineCount() const noexcept { return m_lineCount; }

    [[nodiscard]] std::size_t codePointAt(std::size_t byte) const noexcept;
    [[nodiscard]] std::size_t utf16At(std::size_t byte) const noexcept;
    [[nodiscard]] std::size_t lineAt(std::size_t byte) const noexcept;
    [[nodiscard]] LineColumn lineColumnAt(std::size_t byte) const noexcept;

    /// Byte of the given code point; the text's size when past the end.
    [[nodiscard]] std::size_t byteOfCodePoint(std::size_t codePoint) const noexcept;
    /// Byte of the given UTF-16 unit; the second half of a surrogate pair maps to its character's first byte.
    [[nodiscard]] std::size_t byteOfUtf16(std::size_t utf16) const noexcept;
    /// First byte of the given zero-based line; the text's size when past the end.
    [[nodiscard]] std::size_t byteOfLine(std::size_t line) const noexcept;

private:
    struct Sample
    {
        std::uint32_t codePoints = 0; ///< characters that start before the block
        std::uint32_t fourByte = 0; ///< of them, those that take two UTF-16 units
        std::uint32_t lineEnds = 0; ///< last bytes of line ends before the block
    };

    [[nodiscard]] std::size_t codePointAtStart(std::size_t byte) const noexcept;

    std::string_view m_text;
    std::vector<Sample> m_samples;
    std::size_t m_codePointCount = 0;
    std::size_t m_utf16Count = 0;
    std::size_t m_lineCount = 1;
};

} // namespace cw
