// SPDX-License-Identifier: GPL-3.0-or-later
// Words as Python's `str.split()` makes them.
#include "text/unicode.h"
#include "text/utf8.h"
#include "tokenize/simpletokenindex.h"
#include "tokenize/tokenizer.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace cw::tokenizerlist {

namespace {

constexpr std::size_t bytesBetweenStopChecks = 256 * 1024;

bool isWordCharacter(std::string_view text, std::size_t byte)
{
    return !isPythonSpace(decodeCharacter(text, byte).codePoint);
}

/// Calls visit(first byte of a word) for the words that start in [begin, end). Returns where it stopped: end, or one
/// character's rest past it. `isInWord` carries over from one call to the next.
template<class Visit>
std::size_t forEachWordStart(std::string_view text, ByteRange range, bool &isInWord, Visit visit)
{
    std::size_t byte = range.begin;
    while (byte < range.end) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        const bool isWord = !isPythonSpace(character.codePoint);
        if (isWord && !isInWord)
            visit(byte);
        isInWord = isWord;
        byte += character.byteLength;
    }
    return byte;
}

class WordTokenizer final : public Tokenizer
{
public:
    [[nodiscard]] std::string_view id() const noexcept override { return "words"; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override { return {}; }

    [[nodiscard]] std::size_t count(std::string_view text) const override
    {
        std::size_t words = 0;
        bool isInWord = false;
        forEachWordStart(text, {0, text.size()}, isInWord, [&](std::size_t) { ++words; });
        return words;
    }

    [[nodiscard]] bool isCutBehindLineEnd(char32_t /*first*/) const override { return true; }

    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view) const override { return {}; }

    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override
    {
        std::vector<Token> words;
        std::size_t begin = 0;
        bool isInWord = false;
        for (std::size_t byte = 0; byte < text.size();) {
            const DecodedCharacter character = decodeCharacter(text, byte);
            const bool isWord = !isPythonSpace(character.codePoint);
            if (isWord && !isInWord)
                begin = byte;
            else if (!isWord && isInWord)
                words.push_back({0, {begin, byte}});
            isInWord = isWord;
            byte += character.byteLength;
        }
        if (isInWord)
            words.push_back({0, {begin, text.size()}});
        return words;
    }

    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned /*threads*/) const override
    {
        const std::size_t size = text->size();
        std::vector<std::uint64_t> starts(RankedBits::wordsFor(size));
        bool isInWord = false;
        for (std::size_t byte = 0; byte < size;) {
            if (stop.stop_requested())
                return Cancelled{};
            const ByteRange part{byte, std::min(size, byte + bytesBetweenStopChecks)};
            byte = forEachWordStart(*text, part, isInWord, [&](std::size_t start) {
                starts[start / RankedBits::wordBits] |= std::uint64_t{1} << (start % RankedBits::wordBits);
            });
        }
        return std::shared_ptr<const TokenIndex>(
            std::make_shared<SimpleTokenIndex>(std::move(text), RankedBits(std::move(starts), size), &isWordCharacter));
    }
};

} // namespace

const TokenizerDescriptor &words()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "words",
        .title = "Words",
        .help = "Counts runs of characters between white space. A rough measure: models count tokens, and scripts "
                "without spaces come out as a few huge words.",
        .tokenNoun = "word",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const std::shared_ptr<const Tokenizer> tokenizer = std::make_shared<WordTokenizer>();
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
