// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenizer.h"

#include "tokenize/embeddedvocabularies.h"

namespace cw::tokenizerlist {

const TokenizerDescriptor &r50kbase()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "r50k_base",
        .alias = "gpt2",
        .title = "GPT-2 (OpenAI r50k_base)",
        .help
        = "Tokens of GPT-2, GPT-3 and the text-search models of OpenAI: exactly what the tiktoken library counts as "
          "r50k_base or gpt2.",
        .tokenNoun = "token",
        .source = "r50k_base.tiktoken of OpenAI's tiktoken, MIT",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const auto tokenizer = BpeTokenizer::create({
                .id = "r50k_base",
                .vocabularySha256 = "306cd27f03c1a714eca7108e03d66b7dc042abe8c258b44c199a7ed9838dd930",
                .merges = embeddedMerges(cwR50kBaseMerges, cwR50kBaseMergesEnd),
                .pattern = PretokenPattern::Gpt2,
            });
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
