// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenizer.h"

#include "tokenize/embeddedvocabularies.h"

namespace cw::tokenizerlist {

const TokenizerDescriptor &cl100kbase()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "cl100k_base",
        .title = "OpenAI cl100k_base",
        .help = "Tokens of GPT-4, GPT-3.5 and the text-embedding-3 models of OpenAI: exactly what the tiktoken library "
                "counts.",
        .tokenNoun = "token",
        .source = "cl100k_base.tiktoken of OpenAI's tiktoken, MIT",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const auto tokenizer = BpeTokenizer::create({
                .id = "cl100k_base",
                .vocabularySha256 = "223921b76ee99bde995b7ff738513eef100fb51d18c93597a113bcffe865b2a7",
                .merges = embeddedMerges(cwCl100kBaseMerges, cwCl100kBaseMergesEnd),
                .pattern = PretokenPattern::Cl100k,
            });
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
