// SPDX-License-Identifier: GPL-3.0-or-later
// Separators as people type them: "\n\n" means two line feeds.
#pragma once

#include <QString>

#include <optional>

namespace cw {

/// Decodes \n \r \t \f \v \0 \\ \xHH \uHHHH and \u{H...}. Anything else after a backslash, a number past U+10FFFF or a
/// surrogate gives no value.
[[nodiscard]] std::optional<QString> decodeEscapes(const QString &typed);
/// The typed form: control characters, white space other than the plain space, and the backslash become escapes.
/// decodeEscapes(encodeEscapes(x)) == x for every x without lone surrogates.
[[nodiscard]] QString encodeEscapes(const QString &plain);
/// What the decoded text is, for reading: "⏎⏎ (2 characters)"; for the empty text a sentence of its own.
[[nodiscard]] QString describeDecoded(const QString &plain);

} // namespace cw
