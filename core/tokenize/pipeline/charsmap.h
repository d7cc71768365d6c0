// SPDX-License-Identifier: GPL-3.0-or-later
// SentencePiece's table of characters and what becomes of them, as tokenizer files carry it.
#pragma once

#include "tokenize/pipeline/normalizers.h"

namespace cw {

/// Reads a "precompiled_charsmap", in base 64: a double array over UTF-8 and the texts its values point to. Every place
/// the array can lead to is checked here.
[[nodiscard]] Result<std::shared_ptr<const Normalizer>> readCharsmap(std::string_view encoded, const std::string &path);

} // namespace cw
