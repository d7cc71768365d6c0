// SPDX-License-Identifier: GPL-3.0-or-later
// BERT's uncased WordPiece: words, then the longest piece again and again.
#pragma once

#include "base/byterange.h"
#include "tokenize/bertwords.h"
#include "tokenize/tokenizer.h"
#include "tokenize/wordpiecevocabulary.h"

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

class WordPieceModel final
{
public:
    explicit WordPieceModel(WordPieceVocabulary vocabulary) noexcept : m_vocabulary(std::move(vocabulary)) { }

    /// Calls visit(place in the text, id) for the tokens of the scanner's word. Places rise strictly. A word with a
    /// rest that no piece fits, or with too many letters, is one unknown token.
    template<class Visit>
    void forEachToken(const BertWordScanner &word, Visit visit) const;

    /// Those that start in `range`, with bytes of `text`: from the character of a token's first letter to that of its
    /// last, which among marks out of order (bertmarks.h) are not where the token starts.
    void appendTokens(std::string_view text, const BertWordScanner &word, ByteRange range,
                      std::vector<Token> &tokens) const;

    [[nodiscard]] std::size_t count(std::string_view text, ByteRange range) const;

private:
    /// Calls visit(begin, end, id) with bytes of the word's letters().
    template<class Visit>
    void forEachPiece(const BertWordScanner &word, Visit visit) const;

    WordPieceVocabulary m_vocabulary;
};

template<class Visit>
void WordPieceModel::forEachToken(const BertWordScanner &word, Visit visit) const
{
    forEachPiece(word, [&](std::size_t begin, std::size_t, std::uint32_t id) { visit(word.sourceOf(begin), id); });
}

template<class Visit>
void WordPieceModel::forEachPiece(const BertWordScanner &word, Visit visit) const
{
    struct Piece
    {
        std::size_t byte;
        std::uint32_t id;
    };
    const std::string_view letters = word.letters();
    if (word.isSpecialToken()) {
        visit(std::size_t{0}, letters.size(), m_vocabulary.find(letters));
        return;
    }
    Piece pieces[bertLettersPerWord];
    std::size_t pieceCount = 0;
    bool isKnown = !word.isTooLong();
    for (std::size_t byte = 0; isKnown && byte < letters.size();) {
        const auto [piece, bytes] = m_vocabulary.longestMatch(letters.substr(byte), byte == 0);
        isKnown = bytes > 0;
        if (isKnown)
            pieces[pieceCount++] = {byte, piece};
        byte += bytes;
    }
    if (!isKnown) {
        visit(std::size_t{0}, letters.size(), m_vocabulary.unknownPiece());
        return;
    }
    for (std::size_t i = 0; i < pieceCount; ++i)
        visit(pieces[i].byte, i + 1 < pieceCount ? pieces[i + 1].byte : letters.size(), pieces[i].id);
}

} // namespace cw
