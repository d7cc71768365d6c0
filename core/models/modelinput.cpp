// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/modelinput.h"

#include <string>
#include <utility>

namespace cw {

Result<ModelInput> modelInput(std::shared_ptr<const ModelProfile> profile, const Tokenizer &tokenizer, bool isCounted)
{
    const auto prefixTokens = tokenizer.prefixTokens(profile->passagePrefix);
    if (!prefixTokens) {
        std::string message = "The model ";
        message += profile->title;
        message += " sets \"";
        message += profile->passagePrefix;
        message += "\" before every text, and the tokenizer ";
        message += tokenizer.id();
        message
            += " joins the prefix's end with the text, so what it adds differs from text to text. Choose the model's "
               "own tokenizer, or a profile without passage_prefix.";
        return Error{ErrorCode::InvalidParameter, std::move(message), "model"};
    }
    ModelInput input;
    input.specialTokens = profile->specialTokens();
    input.prefixTokens = *prefixTokens;
    input.isCounted = isCounted;
    input.profile = std::move(profile);
    return input;
}

std::size_t truncatedFrom(const TokenIndex &index, ByteRange range, std::size_t mostTokens)
{
    if (index.count(range) <= mostTokens)
        return range.end;
    return index.byteAfter(range.begin, mostTokens, range.end);
}

} // namespace cw
