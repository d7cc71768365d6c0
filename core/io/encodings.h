// SPDX-License-Identifier: GPL-3.0-or-later
// Bytes of a known encoding to UTF-8.
#pragma once

#include "text/utf8.h"

#include <optional>
#include <string>
#include <string_view>

namespace cw {

/// The name in supportedEncodings() that `name` stands for ("Latin1", "cp1252", "UTF_8"); empty when there is none.
[[nodiscard]] std::optional<std::string> canonicalEncoding(std::string_view name);

/// Some MiB of `bytes` from `begin` on, cut before an ASCII byte, so that slices decode as the whole does: a long input
/// can be gone through without a second copy of it.
[[nodiscard]] std::string_view utf8Slice(std::string_view bytes, std::size_t begin) noexcept;

/// Decodes bytes without a byte-order mark. Each undecodable sequence becomes one U+FFFD; NUL is a character like any
/// other. Bytes that a Windows code page leaves undefined are undecodable, not C1 controls.
/// Precondition: `encoding` is a canonical name.
[[nodiscard]] RepairedText decodeBytes(std::string_view bytes, std::string_view encoding);

} // namespace cw
