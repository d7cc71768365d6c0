// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/pipeline/knownpatterns.h"

#include <array>

namespace cw {

namespace {

struct KnownExpression
{
    std::string_view text;
    PretokenPattern pattern;
};

// As the files have them, letter by letter.
constexpr std::array known{
    KnownExpression{gpt2Expression, PretokenPattern::Gpt2},
    KnownExpression{R"('(?:[sdmt]|ll|ve|re)| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)",
                    PretokenPattern::Gpt2},
    // Llama 3, and all that took it over
    KnownExpression{
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        PretokenPattern::Cl100k},
    // Qwen 2 and later
    KnownExpression{
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        PretokenPattern::Qwen},
    // GPT-4o, gpt-oss, Llama 4
    KnownExpression{
        R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        PretokenPattern::O200k},
};

} // namespace

std::optional<PretokenPattern> knownPattern(std::string_view expression)
{
    for (const KnownExpression &candidate : known) {
        if (candidate.text == expression)
            return candidate.pattern;
    }
    return std::nullopt;
}

} // namespace cw
