// SPDX-License-Identifier: GPL-3.0-or-later
// What holds for a tokenizer of any file, however damaged, that was not refused.
#pragma once

#include "base/result.h"
#include "tokenize/tokenizer.h"

#include <memory>

namespace cw::fuzz {

/// Errors name a field and say a whole sentence. Tokens of some texts are in order and inside of them, as many as
/// counted, also by the index, which counts ranges as texts by themselves; texts may be refused, by all alike.
void checkTokenizer(const Result<std::shared_ptr<const Tokenizer>> &tokenizer);

} // namespace cw::fuzz
