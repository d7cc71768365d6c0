// SPDX-License-Identifier: GPL-3.0-or-later
// Characters: one token a Unicode code point.
#include "text/utf8.h"
#include "tokenize/simpletokenindex.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace cw::tokenizerlist {

namespace {

constexpr std::size_t wordsBetweenStopChecks = 4096;

class CharacterTokenizer final : public Tokenizer
{
public:
    [[nodiscard]] std::string_view id() const noexcept override { return "characters"; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return {}; }

    [[nodiscard]] std::size_t count(std::string_view text) const override
    {
        return static_cast<std::size_t>(std::ranges::count_if(text, [](char c) { return !isUtf8Continuation(c); }));
    }

    [[nodiscard]] bool isCutBehindLineEnd(char32_t /*first*/) const override { return true; }

    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view) const override { return {}; }

    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override
    {
        std::vector<Token> characters;
        for (std::size_t byte = 0; byte < text.size();) {
            const std::size_t end = byte + utf8SequenceLength(text[byte]);
            characters.push_back({0, {byte, end}});
            byte = end;
        }
        return characters;
    }

    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned /*threads*/) const override
    {
        const std::size_t size = text->size();
        std::vector<std::uint64_t> starts(RankedBits::wordsFor(size));
        for (std::size_t word = 0; word < starts.size(); ++word) {
            if (word % wordsBetweenStopChecks == 0 && stop.stop_requested())
                return Cancelled{};
            const std::size_t begin = word * RankedBits::wordBits;
            const std::size_t length = std::min(RankedBits::wordBits, size - begin);
            std::uint64_t bits = 0;
            for (std::size_t i = 0; i < length; ++i)
                bits |= std::uint64_t{!isUtf8Continuation((*text)[begin + i])} << i;
            starts[word] = bits;
        }
        // No range begins inside a character, so none begins inside a token.
        const auto covers = [](std::string_view, std::size_t) { return false; };
        return std::shared_ptr<const TokenIndex>(
            std::make_shared<SimpleTokenIndex>(std::move(text), RankedBits(std::move(starts), size), covers));
    }
};

} // namespace

const TokenizerDescriptor &characters()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "characters",
        .title = "Characters",
        .help = "Counts Unicode characters (code points), as Python's len() does.",
        .tokenNoun = "character",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const std::shared_ptr<const Tokenizer> tokenizer = std::make_shared<CharacterTokenizer>();
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
