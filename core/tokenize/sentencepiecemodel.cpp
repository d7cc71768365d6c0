// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenizerformats.h"

namespace cw {

Result<std::shared_ptr<const Tokenizer>> readSentencePieceModel(std::string_view, TokenizerOrigin)
{
    return Error{ErrorCode::InvalidConfig, "SentencePiece model files are not supported by this version.", ""};
}

} // namespace cw
