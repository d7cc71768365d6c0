// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/patternfield.h"

#include "tokenize/pipeline/alignedtext.h"

#include <set>

namespace cw {

Result<Regex> readPattern(JsonFields &fields, std::string_view field)
{
    constexpr std::size_t letterLimit = 60;
    const auto element = fields.find(field);
    if (!element)
        return tokenizerFileError(fields.pathOf(field), "is missing");
    JsonFields pattern(*element, fields.pathOf(field));
    pattern.allowOnly({"String", "Regex"});
    if (pattern.has("String")) {
        const std::string_view text = pattern.string("String");
        const std::u32string letters = decodeAll(text);
        if (std::set<char32_t>(letters.begin(), letters.end()).size() > letterLimit || letters.size() > 1000)
            pattern.fail("String", "is too long to be looked for");
        if (pattern.error())
            return *pattern.error();
        return Regex::ofText(text);
    }
    const std::string_view expression = pattern.string("Regex");
    if (pattern.error())
        return *pattern.error();
    Result<Regex> regex = Regex::compile(expression);
    if (!regex)
        return Error{ErrorCode::InvalidConfig, pattern.pathOf("Regex") + ": " + regex.error().message,
                     pattern.pathOf("Regex")};
    return regex;
}

} // namespace cw
