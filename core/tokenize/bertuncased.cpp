// SPDX-License-Identifier: GPL-3.0-or-later
// BERT uncased WordPiece, the tokenizer of most small English embedding models.
#include "base/parallel.h"
#include "tokenize/embeddedvocabularies.h"
#include "tokenize/wordpieceindex.h"

#include <algorithm>
#include <atomic>
#include <iterator>
#include <string>
#include <vector>

namespace cw::tokenizerlist {

namespace {

constexpr std::size_t bytesPerShare = 256 * 1024;

/// Begins of parts that can be tokenized by themselves, and the text's size: a space is never part of a word.
std::vector<std::size_t> sharesOf(std::string_view text)
{
    std::vector<std::size_t> begins{0};
    while (text.size() - begins.back() > bytesPerShare) {
        const std::size_t space = text.find(' ', begins.back() + bytesPerShare);
        if (space == std::string_view::npos)
            break;
        begins.push_back(space);
    }
    begins.push_back(text.size());
    return begins;
}

class WordPieceTokenizer final : public Tokenizer
{
public:
    /// `lines`: those of the vocabulary, which are kept, not copied.
    WordPieceTokenizer(WordPieceVocabulary vocabulary, std::string_view lines)
        : m_model(std::make_shared<const WordPieceModel>(std::move(vocabulary)))
    {
        for (std::size_t begin = 0; begin < lines.size();) {
            const std::size_t end = std::min(lines.find('\n', begin), lines.size());
            m_pieces.push_back(lines.substr(begin, end - begin));
            begin = end + 1;
        }
    }

    [[nodiscard]] std::string_view id() const noexcept override { return "bert-uncased"; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override
    {
        return "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3";
    }

    [[nodiscard]] std::size_t vocabularySize() const noexcept override { return m_pieces.size(); }
    [[nodiscard]] std::size_t specialTokensAdded() const noexcept override { return 2; } // [CLS] and [SEP]
    [[nodiscard]] std::vector<std::string> specialTokenTexts() const override
    {
        return {std::begin(bertSpecialTokens), std::end(bertSpecialTokens)};
    }

    [[nodiscard]] std::size_t count(std::string_view text) const override
    {
        return m_model->count(text, {0, text.size()});
    }

    [[nodiscard]] bool partsAt(std::string_view text, std::size_t byte) const override { return text[byte] == ' '; }

    [[nodiscard]] std::optional<std::size_t> prefixTokens(std::string_view prefix) const override
    {
        // White space is never part of a word.
        if (!prefix.empty() && prefix.back() != ' ')
            return std::nullopt;
        return count(prefix);
    }

    [[nodiscard]] bool isCutBehindLineEnd(char32_t /*first*/) const override { return true; }

    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const override
    {
        std::vector<std::uint32_t> ids;
        BertWordScanner words(text, {0, text.size()});
        while (words.next())
            m_model->forEachToken(words, [&](std::size_t, std::uint32_t id) { ids.push_back(id); });
        return ids;
    }

    [[nodiscard]] std::vector<Token> tokens(std::string_view text) const override
    {
        std::vector<Token> tokens;
        BertWordScanner words(text, {0, text.size()});
        while (words.next())
            m_model->appendTokens(text, words, {0, text.size()}, tokens);
        return tokens;
    }

    [[nodiscard]] std::string tokenText(std::uint32_t id) const override
    {
        return std::string(id < m_pieces.size() ? m_pieces[id] : std::string_view());
    }

    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned threads) const override
    {
        const std::size_t size = text->size();
        const std::vector<std::size_t> shares = sharesOf(*text);
        std::vector<std::uint64_t> starts(RankedBits::wordsFor(size));
        std::atomic<bool> isStopped = false;
        forEachNumber(shares.size() - 1, threads, [&](std::size_t share) {
            if (isStopped || !markStarts(*text, {shares[share], shares[share + 1]}, stop, starts))
                isStopped = true;
        });
        if (isStopped)
            return Cancelled{};
        return std::shared_ptr<const TokenIndex>(
            std::make_shared<WordPieceIndex>(std::move(text), m_model, RankedBits(std::move(starts), size)));
    }

private:
    /// False when stopped. Shares meet within a word of the bits, so those at the ends are written as by several.
    [[nodiscard]] bool markStarts(std::string_view text, ByteRange share, const std::stop_token &stop,
                                  std::vector<std::uint64_t> &starts) const
    {
        const std::size_t firstWord = share.begin / RankedBits::wordBits;
        const std::size_t lastWord = share.end / RankedBits::wordBits;
        std::size_t nextStopCheck = share.begin;
        BertWordScanner words(text, share);
        while (words.next()) {
            if (words.position() >= nextStopCheck) {
                if (stop.stop_requested())
                    return false;
                nextStopCheck = words.position() + bytesPerShare;
            }
            m_model->forEachToken(words, [&](std::size_t byte, std::uint32_t) {
                const std::size_t word = byte / RankedBits::wordBits;
                const std::uint64_t bit = std::uint64_t{1} << (byte % RankedBits::wordBits);
                if (word == firstWord || word == lastWord)
                    std::atomic_ref(starts[word]).fetch_or(bit, std::memory_order_relaxed);
                else
                    starts[word] |= bit;
            });
        }
        return true;
    }

    std::shared_ptr<const WordPieceModel> m_model;
    std::vector<std::string_view> m_pieces; ///< by id
};

Result<std::shared_ptr<const Tokenizer>> createBertUncased()
{
    const std::string_view lines = embeddedText(cwBertUncasedPieces, cwBertUncasedPiecesEnd);
    auto vocabulary = WordPieceVocabulary::create(lines);
    if (!vocabulary)
        return vocabulary.error();
    return std::shared_ptr<const Tokenizer>(std::make_shared<WordPieceTokenizer>(std::move(*vocabulary), lines));
}

} // namespace

const TokenizerDescriptor &bertuncased()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "bert-uncased",
        .title = "BERT uncased (WordPiece)",
        .help = "Tokens of bert-base-uncased (BGE, E5, GTE and MiniLM models for English), without the [CLS] and [SEP] "
                "that a model adds to every text. So keep max two below the model's limit: 510 instead of 512. Counts "
                "are those of the Hugging Face library tokenizers.",
        .tokenNoun = "token",
        .source = "vocab.txt of google-bert/bert-base-uncased, Apache-2.0",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const auto tokenizer = createBertUncased();
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
