// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenizerformats.h"

namespace cw {

Result<std::shared_ptr<const Tokenizer>> readTokenizerJson(std::string_view, TokenizerOrigin)
{
    return Error{ErrorCode::InvalidConfig, "Tokenizer files in JSON are not supported by this version.", ""};
}

} // namespace cw
