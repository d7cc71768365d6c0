// SPDX-License-Identifier: GPL-3.0-or-later
// Tokenizers from files.
#pragma once

#include "base/result.h"
#include "tokenize/tokenizer.h"

#include <QString>

#include <memory>

namespace cw {

/// Reads a Hugging Face tokenizer.json or a SentencePiece .model, told apart by content, and makes openTokenizer() find
/// it under `path` as given (which should have a "/" or end in ".json" or ".model" for that). A file that did not
/// change since is not read again, one with the same content not parsed again. Reads at most 256 MiB. Thread-safe.
/// Errors name the file: MissingResource when it cannot be read, InvalidConfig when it is no tokenizer or one that
/// cannot be followed exactly (subject: the place in the file).
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> loadTokenizerFile(const QString &path);

/// openTokenizer(), loading the file when the reference is one.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> loadTokenizer(const std::string &reference);

} // namespace cw
