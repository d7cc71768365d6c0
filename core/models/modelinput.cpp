// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/modelinput.h"

#include "models/prefixedtokenizer.h"

#include <string>
#include <utility>

namespace cw {

namespace {

std::string listed(const std::vector<std::string> &before, const std::vector<std::string> &after)
{
    const auto joined = [](const std::vector<std::string> &names) {
        std::string list;
        for (const std::string &name : names)
            list += (list.empty() ? "" : " ") + name;
        return list;
    };
    if (before.empty() && after.empty())
        return "no special tokens";
    std::string text;
    if (!before.empty())
        text = joined(before) + " before";
    if (!after.empty())
        text += (text.empty() ? "" : " and ") + joined(after) + " behind";
    return text + " a text";
}

/// Empty when the tokenizer adds what the profile says, or does not tell.
std::string remarkOn(const ModelProfile &profile, const Tokenizer &tokenizer)
{
    const auto around = tokenizer.specialsAround();
    if (!around || (around->before == profile.specialsBefore && around->after == profile.specialsAfter))
        return {};
    return "The model " + profile.title + " sets " + listed(profile.specialsBefore, profile.specialsAfter)
        + ", but the tokenizer file " + std::string(tokenizer.id()) + " adds " + listed(around->before, around->after)
        + ". The profile's are counted; check that the file is this model's, or correct the profile.";
}

} // namespace

ModelInput modelInput(std::shared_ptr<const ModelProfile> profile, std::shared_ptr<const Tokenizer> tokenizer,
                      bool isCounted)
{
    ModelInput input;
    input.specialTokens = profile->specialTokens();
    input.remark = remarkOn(*profile, *tokenizer);
    if (const auto tokens = tokenizer->prefixTokens(profile->passagePrefix)) {
        input.prefixTokens = *tokens;
        input.tokenizer = std::move(tokenizer);
    } else {
        auto prefixed = std::make_shared<const PrefixedTokenizer>(std::move(tokenizer), profile->passagePrefix);
        input.prefixTokens = prefixed->tokensApart();
        input.tokenizer = std::move(prefixed);
    }
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
