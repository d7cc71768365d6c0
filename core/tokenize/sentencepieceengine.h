// SPDX-License-Identifier: GPL-3.0-or-later
// What libsentencepiece 0.1.97 makes of a text, word by word.
#pragma once

#include "tokenize/models/mergetable.h"
#include "tokenize/models/modelvocabulary.h"
#include "tokenize/models/piececache.h"
#include "tokenize/models/piecetrie.h"
#include "tokenize/models/scratchpool.h"
#include "tokenize/models/symbolmerger.h"
#include "tokenize/sentencepiecefile.h"
#include "tokenize/tokenizer.h"

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// The same pieces as the library's, tens of times as fast: it builds a protocol buffer of each piece and looks each
/// piece's text up anew. Byte-pair and Unigram models. Thread-safe.
///
/// Unigram adds up scores in single precision from the text's begin, so what is far before decides where two ways of
/// taking a word apart are nearly as good. A word therefore has a *reach*: while all sums stay below 2^reach in size,
/// rounding cannot change how many pieces it has.
class SentencePieceEngine final
{
public:
    static constexpr int farthestReach = 20;
    static constexpr int shortestReach = 8; ///< no sums are that small, so below it a word has none

    /// Null for kinds of models and choices of a file that only the library knows.
    [[nodiscard]] static std::unique_ptr<const SentencePieceEngine> of(const SentencePieceFile &file);

    [[nodiscard]] bool isUnigram() const noexcept { return m_isUnigram; }

    /// Whether the space at `byte`, which is neither a text's begin nor its end, or the white space that becomes one,
    /// begins a word and what is before it can be told by itself. O(1).
    [[nodiscard]] bool beginsWord(std::string_view text, std::size_t byte) const noexcept
    {
        const auto left = static_cast<unsigned char>(text[byte - 1]);
        const auto right = static_cast<unsigned char>(text[byte]);
        return right <= ' ' && m_isSpace[right] && left < m_isWordEnd.size() && m_isWordEnd[left];
    }
    /// Whether a text that begins with such a space is taken apart as a part that does.
    [[nodiscard]] bool beginsAlike() const noexcept { return m_beginsAlike; }

    /// A part of a text. Within a text it begins with a space behind a word.
    struct Part
    {
        std::string_view text;
        std::size_t offset = 0; ///< what places are counted from
        bool isWithinText = false;
    };
    /// Appends the tokens of a part; `sum` is the sum of scores before it and then behind it. Linear in texts of words.
    void encode(const Part &part, float &sum, std::vector<Token> &tokens) const;

    /// How many tokens Unigram makes of a part while its sums do not matter, and how far that holds.
    /// Precondition: isUnigram().
    struct Stretch
    {
        std::size_t tokens = 0;
        int reach = farthestReach;
    };
    [[nodiscard]] Stretch stretchOf(const Part &part) const;
    /// All sums of a text of so many tokens stay below two to the power of this.
    [[nodiscard]] int reachNeeded(std::size_t tokens) const noexcept;

private:
    struct Normalized
    {
        std::string text;
        std::vector<std::uint32_t> origins; ///< of each byte, and of the end: where in the source
    };
    struct Best
    {
        float score = 0;
        std::uint32_t start = 0;
        std::uint32_t token = ModelVocabulary::none;
    };
    /// The best way to a place, without rounding.
    struct Way
    {
        double score = 0;
        double second = 0; ///< of the next best piece that ends here
        std::uint32_t start = 0;
        std::uint32_t token = ModelVocabulary::none;
    };
    struct Scratch
    {
        Normalized normalized;
        SymbolMerger merger;
        PieceCache cache; ///< of Unigram, words whose best way reaches farthest
        std::vector<Symbol> symbols;
        std::vector<Best> best;
        PieceCache stretches; ///< one symbol a word
        std::vector<Way> ways;
        std::vector<double> bestOfCount;
    };
    struct Replacement
    {
        std::string_view text;
        std::size_t consumed = 0;
    };

    SentencePieceEngine() = default;
    [[nodiscard]] bool readPieces(const SentencePieceFile &file);
    [[nodiscard]] bool readMerges();
    void readTable(std::string_view table);
    [[nodiscard]] bool becomesSpace(char byte) const;

    [[nodiscard]] Replacement replacementAt(std::string_view text, std::size_t byte) const;
    [[nodiscard]] std::size_t userDefinedLength(std::string_view text, std::size_t byte) const;
    void normalize(const Part &part, Normalized &normalized) const;
    [[nodiscard]] std::size_t wordEnd(std::string_view text, std::size_t begin) const;

    void mergeWord(std::string_view word, Scratch &scratch) const;
    [[nodiscard]] float takeBest(std::string_view word, float before, Scratch &scratch) const;
    [[nodiscard]] Stretch wordStretch(std::string_view word, Scratch &scratch) const;
    [[nodiscard]] Stretch newWordStretch(std::string_view word, Scratch &scratch) const;
    [[nodiscard]] int reachOfCount(std::string_view word, std::size_t tokens, Scratch &scratch) const;
    /// Calls offer(end, token) for each piece that begins at `start`, and for an unknown character.
    template<class Offer>
    void forEachPiece(std::string_view word, std::size_t start, Offer offer) const;
    [[nodiscard]] double scoreOf(std::uint32_t token, std::size_t bytes) const;
    [[nodiscard]] double sumWith(float sum, std::uint32_t token, std::size_t bytes) const;

    bool m_isUnigram = false;
    bool m_addsPrefix = true;
    bool m_collapsesSpaces = true;
    bool m_cutsAtSpaces = false; ///< a space that does not follow another always begins a piece
    bool m_hasByteFallback = false;
    bool m_beginsAlike = true;
    std::array<bool, 33> m_isSpace{}; ///< bytes up to ' ' that become a space by themselves, whatever follows
    std::vector<bool> m_isWordEnd; ///< by ASCII character: a space behind it begins a word
    std::vector<std::uint32_t> m_trie; ///< of the normalizer
    std::string m_texts;
    std::vector<bool> m_plain; ///< ASCII characters that no replacement begins with

    ModelVocabulary m_vocabulary; ///< pieces that text is cut into, and single characters of those
    PieceTrie m_pieces;
    std::vector<std::uint32_t> m_ids; ///< by number; the unknown one's for characters
    std::vector<float> m_scores;
    std::vector<bool> m_isUserDefined;
    ModelVocabulary m_userDefined;
    PieceTrie m_userDefinedTrie;
    MergeTable m_merges;
    std::uint32_t m_unknownId = 0;
    std::uint32_t m_unknown = 0; ///< number that stands for it
    float m_unknownScore = 0;
    float m_userDefinedScore = 0; ///< a byte
    double m_largestScore = 0; ///< in size
    double m_nearSums = 0; ///< before a short word, sums that stay below 2^farthestReach within it
    std::vector<std::uint32_t> m_byteIds;
    ScratchPool<Scratch> m_scratch;
};

} // namespace cw
