// SPDX-License-Identifier: GPL-3.0-or-later
// What bytes of unknown origin look like: marks, binary formats, encodings.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cw {

struct ByteOrderMark
{
    std::string_view encoding; ///< canonical name; empty when there is no mark
    std::size_t bytes = 0;
};

/// FF FE 00 00 is read as UTF-32 when the whole input is well-formed UTF-32, else as UTF-16 that starts with NUL.
[[nodiscard]] ByteOrderMark findByteOrderMark(std::string_view bytes) noexcept;

/// "a PNG picture", "binary data" and the like; empty when the bytes look like text. Judged by known signatures, by
/// NULs and, unless the bytes are valid UTF-8, by control characters. Not for bytes with a byte-order mark.
[[nodiscard]] std::string binaryKind(std::string_view bytes, bool isValidUtf8);

/// "utf-16le" or "utf-16be" when the zero bytes of half of all positions say so; for bytes without a mark.
[[nodiscard]] std::optional<std::string> guessUtf16(std::string_view bytes) noexcept;

/// Whether bytes that are not valid UTF-8 are UTF-8 all the same, with damage: there are at least as many well-formed
/// multi-byte sequences as ill-formed ones, which chance almost never gives in a legacy encoding, or nothing is wrong
/// but a last character of which two bytes or more are there.
[[nodiscard]] bool isDamagedUtf8(std::string_view bytes);

/// A canonical name for bytes that are no UTF-8: the detector's word when it is worth something, else windows-1252.
[[nodiscard]] std::string guessLegacyEncoding(std::string_view bytes);

} // namespace cw
