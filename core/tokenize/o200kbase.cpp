// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenizer.h"

#include "tokenize/embeddedvocabularies.h"

namespace cw::tokenizerlist {

const TokenizerDescriptor &o200kbase()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "o200k_base",
        .title = "OpenAI o200k_base",
        .help = "Tokens of GPT-4o, o1, GPT-5 and later OpenAI models: exactly what the tiktoken library counts.",
        .tokenNoun = "token",
        .source = "o200k_base.tiktoken of OpenAI's tiktoken, MIT",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const auto tokenizer = BpeTokenizer::create({
                .id = "o200k_base",
                .vocabularySha256 = "446a9538cb6c348e3516120d7c08b09f57c36495e2acfffe59a5bf8b0cfb1a2d",
                .merges = embeddedMerges(cwO200kBaseMerges, cwO200kBaseMergesEnd),
                .pattern = PretokenPattern::O200k,
            });
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
