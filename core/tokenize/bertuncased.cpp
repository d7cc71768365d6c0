// SPDX-License-Identifier: GPL-3.0-or-later
// BERT uncased WordPiece, the tokenizer of most small English embedding models.
#include "tokenize/embeddedvocabularies.h"
#include "tokenize/wordpieceindex.h"

#include <algorithm>

namespace cw::tokenizerlist {

namespace {

constexpr std::size_t bytesBetweenStopChecks = 256 * 1024;

class WordPieceTokenizer final : public Tokenizer
{
public:
    explicit WordPieceTokenizer(WordPieceVocabulary vocabulary)
        : m_model(std::make_shared<const WordPieceModel>(std::move(vocabulary)))
    {
    }

    [[nodiscard]] std::string_view id() const noexcept override { return "bert-uncased"; }
    [[nodiscard]] std::string_view vocabularySha256() const noexcept override
    {
        return "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3";
    }

    [[nodiscard]] std::size_t count(std::string_view text) const override
    {
        return m_model->count(text, {0, text.size()});
    }

    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const override
    {
        std::vector<std::uint32_t> ids;
        BertWordScanner words(text, {0, text.size()});
        while (words.next())
            m_model->forEachToken(words, [&](std::size_t, std::uint32_t id) { ids.push_back(id); });
        return ids;
    }

    [[nodiscard]] Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                   unsigned /*threads*/) const override
    {
        const std::size_t size = text->size();
        std::vector<std::uint64_t> starts(RankedBits::wordsFor(size));
        BertWordScanner words(*text, {0, size});
        std::size_t nextStopCheck = bytesBetweenStopChecks;
        while (words.next()) {
            if (words.position() >= nextStopCheck) {
                if (stop.stop_requested())
                    return Cancelled{};
                nextStopCheck = words.position() + bytesBetweenStopChecks;
            }
            m_model->forEachToken(words, [&](std::size_t byte, std::uint32_t) {
                starts[byte / RankedBits::wordBits] |= std::uint64_t{1} << (byte % RankedBits::wordBits);
            });
        }
        return std::shared_ptr<const TokenIndex>(
            std::make_shared<WordPieceIndex>(std::move(text), m_model, RankedBits(std::move(starts), size)));
    }

private:
    std::shared_ptr<const WordPieceModel> m_model;
};

Result<std::shared_ptr<const Tokenizer>> createBertUncased()
{
    auto vocabulary = WordPieceVocabulary::create(embeddedText(cwBertUncasedPieces, cwBertUncasedPiecesEnd));
    if (!vocabulary)
        return vocabulary.error();
    return std::shared_ptr<const Tokenizer>(std::make_shared<WordPieceTokenizer>(std::move(*vocabulary)));
}

} // namespace

const TokenizerDescriptor &bertuncased()
{
    static constexpr TokenizerDescriptor descriptor{
        .id = "bert-uncased",
        .title = "BERT uncased (WordPiece)",
        .help = "Tokens of bert-base-uncased, which BGE, E5, GTE and MiniLM models for English use. Without the two "
                "tokens [CLS] and [SEP] that a model adds around every text.",
        .tokenNoun = "token",
        .create = []() -> Result<std::shared_ptr<const Tokenizer>> {
            static const auto tokenizer = createBertUncased();
            return tokenizer;
        },
    };
    return descriptor;
}

} // namespace cw::tokenizerlist
