// SPDX-License-Identifier: GPL-3.0-or-later
// Byte-level tokenizer files that are counted as the bundled vocabularies are: the same tokens as the pipeline that
// follows the file step by step, whose results are held against Hugging Face tokenizers elsewhere.
#include "support/randomtext.h"
#include "text/utf8.h"
#include "tokenize/bpetokenindex.h"
#include "tokenize/fragmenttokens.h"
#include "tokenize/pipeline/bytealphabet.h"
#include "tokenize/pipeline/regex.h"
#include "tokenize/pretokenizer.h"
#include "tokenize/tokenizerformats.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace cw {
namespace {

struct Published
{
    std::string_view expression;
    PretokenPattern pattern;
};

constexpr std::array published{
    Published{R"('s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+)", PretokenPattern::Gpt2},
    Published{
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        PretokenPattern::Cl100k},
    Published{
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        PretokenPattern::Qwen},
    Published{
        R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)",
        PretokenPattern::O200k},
};

void expectSameCuts(const Published &known, const Regex &regex, std::string_view text)
{
    std::vector<RegexPart> parts;
    ASSERT_TRUE(regex.findAll(text, parts));
    std::size_t byte = 0;
    for (const RegexPart &part : parts) {
        ASSERT_TRUE(part.isMatch);
        ASSERT_EQ(part.begin, byte) << ::testing::PrintToString(std::string(text));
        byte = nextPretokenEnd(known.pattern, text, byte);
        ASSERT_EQ(part.end, byte) << ::testing::PrintToString(std::string(text));
    }
    ASSERT_EQ(byte, text.size());
}

TEST(BytePairs, PublishedExpressionsCutAsTheScannerDoes)
{
    for (const Published &known : published) {
        const Result<Regex> regex = Regex::compile(known.expression);
        ASSERT_TRUE(regex);
        // Every character that is assigned in some plane, among letters, capitals, digits, white space and symbols.
        constexpr char32_t lastDense = 0x323AF;
        for (char32_t c = 0; c <= 0x10FFFF && !HasFatalFailure(); c += c < lastDense || c > 0xE0000 ? 1 : 251) {
            if (c >= 0xD800 && c < 0xE000)
                continue;
            std::string character;
            appendUtf8(character, c);
            std::string text;
            for (const char context : {'_', 'a', 'A', '1', '!', '\n'}) {
                text += context == '_' ? ' ' : context;
                text += character;
            }
            expectSameCuts(known, *regex, text + " " + character + "'s" + character);
        }
        std::mt19937 random(4);
        for (int i = 0; i < 20'000 && !HasFatalFailure(); ++i)
            expectSameCuts(known, *regex, testing::randomText(random, {.pieces = 1 + random() % 60}));
    }
}

std::string jsonText(std::u32string_view letters)
{
    std::string text = "\"";
    for (const char32_t letter : letters) {
        if (letter == U'"' || letter == U'\\')
            text += '\\';
        appendUtf8(text, letter);
    }
    return text + '"';
}

/// A file of all bytes and tokens made by chance. `addsLate`: also pairs of later tokens that make an earlier one, as
/// lists made of ranked tokens have them.
std::string tokenizerFile(std::mt19937 &random, std::string_view expression, bool normalizes, bool ignoresMerges,
                          bool addsLate)
{
    std::vector<std::u32string> tokens;
    std::set<std::u32string> known;
    for (const char32_t letter : byteAlphabet)
        tokens.emplace_back(1, letter);
    known.insert(tokens.begin(), tokens.end());
    const std::u32string common = U"abcdeABé\u0120\u010A'.:1";
    std::vector<std::u32string> parts;
    for (const char32_t letter : common)
        parts.emplace_back(1, letter);
    std::string merges;
    const auto addMerge = [&](const std::u32string &left, const std::u32string &right) {
        merges += (merges.empty() ? "[" : ",[") + jsonText(left) + ',' + jsonText(right) + ']';
    };
    while (tokens.size() < 256 + 300) {
        const std::u32string left = parts[random() % parts.size()];
        const std::u32string right = parts[random() % parts.size()];
        const std::u32string both = left + right;
        if (both.size() > 6 || !known.insert(both).second)
            continue;
        tokens.push_back(both);
        parts.push_back(both);
        if (!addsLate)
            addMerge(left, right);
    }
    for (std::size_t token = 256; addsLate && token < tokens.size(); ++token) {
        for (std::size_t cut = 1; cut < tokens[token].size(); ++cut) {
            if (known.count(tokens[token].substr(0, cut)) > 0 && known.count(tokens[token].substr(cut)) > 0)
                addMerge(tokens[token].substr(0, cut), tokens[token].substr(cut));
        }
    }
    std::string vocabulary;
    for (std::size_t token = 0; token < tokens.size(); ++token)
        vocabulary += (token == 0 ? "" : ",") + jsonText(tokens[token]) + ':' + std::to_string(tokens.size() - token);
    std::string escaped;
    for (const char character : expression) {
        if (character == '\\')
            escaped += '\\';
        escaped += character;
    }
    return R"({"version":"1.0","added_tokens":[{"id":9000,"content":"<|end|>","single_word":false,"lstrip":false,)"
           R"("rstrip":false,"normalized":false,"special":true}],"normalizer":)"
        + std::string(normalizes ? R"({"type":"NFC"})" : "null")
        + R"(,"pre_tokenizer":{"type":"Sequence","pretokenizers":[{"type":"Split","pattern":{"Regex":")" + escaped
        + R"("},"behavior":"Isolated","invert":false},{"type":"ByteLevel","add_prefix_space":false,"trim_offsets":)"
          R"(false,"use_regex":false}]},"post_processor":null,"model":{"type":"BPE","ignore_merges":)"
        + (ignoresMerges ? "true" : "false") + R"(,"vocab":{)" + vocabulary + R"(},"merges":[)" + merges + "]}}";
}

std::string randomPieces(std::mt19937 &random)
{
    constexpr std::array<std::string_view, 20> pieces{"a", "b", "c", "d", "e",       "A",  "B",  "é",  " ",       "\n",
                                                      "'", ".", ":", "1", "e\u0301", "中", "ab", ".:", "<|end|>", "  "};
    std::string text;
    for (std::size_t left = random() % 80; left > 0; --left) {
        const std::size_t choices = random() % 4 == 0 ? pieces.size() : 14;
        text += pieces[random() % choices];
    }
    return text;
}

TEST(BytePairs, CountAsThePipelineDoes)
{
    std::mt19937 random(9);
    std::size_t quick = 0;
    for (unsigned file = 0; file < 64 && !HasFatalFailure(); ++file) {
        const Published &known = published[file % published.size()];
        const std::string json
            = tokenizerFile(random, known.expression, (file & 4) != 0, (file & 8) != 0, (file & 16) != 0);
        const auto tokenizer = readTokenizerJson(json, {"test.json", "00"});
        ASSERT_TRUE(tokenizer) << tokenizer.error().message;
        const auto *steps = dynamic_cast<const FragmentTokens *>(tokenizer->get());
        for (int i = 0; i < 300 && !HasFatalFailure(); ++i) {
            const std::string text
                = i % 3 == 0 ? testing::randomText(random, {.pieces = 1 + random() % 40}) : randomPieces(random);
            std::vector<Token> expected;
            steps->fragmentTokens(text, {0, text.size()}, true, true, expected);
            ASSERT_EQ((*tokenizer)->tokens(text), expected) << ::testing::PrintToString(text) << json;
            ASSERT_EQ((*tokenizer)->count(text), expected.size());
            const auto index = (*tokenizer)->index(std::make_shared<const std::string>(text), {}, 1);
            ASSERT_EQ((*index)->total(), expected.size());
            ASSERT_EQ((*index)->tokensOf({0, text.size()}), expected) << ::testing::PrintToString(text);
            quick += dynamic_cast<const BpeTokenIndex *>(index->get()) != nullptr ? 1 : 0;
            std::size_t begin = random() % (text.size() + 1);
            std::size_t end = begin + random() % (text.size() - begin + 1);
            while (!isCharacterBoundary(text, begin))
                --begin;
            while (!isCharacterBoundary(text, end))
                --end;
            std::vector<Token> alone;
            const std::string part = text.substr(begin, end - begin);
            steps->fragmentTokens(part, {0, part.size()}, true, true, alone);
            ASSERT_EQ((*index)->count({begin, end}), alone.size()) << ::testing::PrintToString(text);
        }
    }
    EXPECT_GT(quick, 5000U);
}

/// Every token is a text by itself, so that those which merging does not come to are met whatever chance does.
TEST(BytePairs, ATextThatIsAPretokenAndATokenIsThatTokenWhereMergesAreIgnored)
{
    std::mt19937 random(11);
    std::size_t unmerged = 0;
    for (unsigned file = 0; file < 8; ++file) {
        const std::string json = tokenizerFile(random, published[0].expression, false, true, (file & 1) != 0);
        const auto tokenizer = readTokenizerJson(json, {"test.json", "00"});
        ASSERT_TRUE(tokenizer) << tokenizer.error().message;
        const auto *steps = dynamic_cast<const FragmentTokens *>(tokenizer->get());
        std::string mergingJson = json;
        mergingJson.replace(json.find(R"("ignore_merges":true)"), 20, R"("ignore_merges":false)");
        const auto merging = readTokenizerJson(mergingJson, {"test.json", "00"});
        ASSERT_TRUE(merging) << merging.error().message;
        for (std::uint32_t id = 1; id <= 256 + 300; ++id) {
            std::string text;
            for (const char32_t letter : decodeAll((*tokenizer)->tokenText(id)))
                text += static_cast<char>(std::ranges::find(byteAlphabet, letter) - byteAlphabet.begin());
            if (!isValidUtf8(text))
                continue;
            std::vector<Token> expected;
            steps->fragmentTokens(text, {0, text.size()}, true, true, expected);
            EXPECT_EQ((*tokenizer)->tokens(text), expected) << ::testing::PrintToString(text);
            if (expected.size() == 1) {
                EXPECT_EQ(expected[0].id, id);
                unmerged += (*merging)->count(text) > 1 ? 1 : 0;
            }
        }
    }
    EXPECT_GT(unmerged, 0U);
}

} // namespace
} // namespace cw
