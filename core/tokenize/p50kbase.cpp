// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpetokenizer.h"

#include "tokenize/embeddedvocabularies.h"

namespace cw::tokenizerlist {

const TokenizerDescriptor &p50kbase()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "p50k_base",
        .title = "OpenAI p50k_base",
        .help = "Tokens of text-davinci-003 and -002 and the Codex models of OpenAI: exactly what the tiktoken library "
                "counts.",
        .tokenNoun = "token",
        .source = "p50k_base.tiktoken of OpenAI's tiktoken, MIT",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const auto tokenizer = BpeTokenizer::create({
                .id = "p50k_base",
                .vocabularySha256 = "94b5ca7dff4d00767bc256fdd1b27e5b17361d7b8a5f968547f9f23eb70d2069",
                .merges = embeddedMerges(cwP50kBaseMerges, cwP50kBaseMergesEnd),
                .pattern = PretokenPattern::Gpt2,
                .skippedId = 50256, // <|endoftext|>
            });
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
