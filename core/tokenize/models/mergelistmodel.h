// SPDX-License-Identifier: GPL-3.0-or-later
// BPE of a tokenizer file.
#pragma once

#include "tokenize/models/characterpairs.h"
#include "tokenize/models/mergetable.h"
#include "tokenize/models/modelvocabulary.h"
#include "tokenize/models/piececache.h"
#include "tokenize/models/scratchpool.h"
#include "tokenize/models/symbolmerger.h"
#include "tokenize/piecemodel.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace cw {

/// Characters are merged by a list of pairs, the earlier ones first. A pretoken is cut where no token of the vocabulary
/// holds two characters side by side, and what is between is merged by itself, from memory when it was met before.
class MergeListModel final : public PieceModel
{
public:
    struct Options
    {
        std::string prefix; ///< of every character but a pretoken's first, in the vocabulary
        std::string suffix; ///< of a pretoken's last character
        std::uint32_t unknown = ModelVocabulary::none; ///< token for characters that are none; without, they are lost
        bool fusesUnknown = false;
        bool hasByteFallback = false;
        bool ignoresMerges = false; ///< for pretokens that are a token
    };

    /// `mergeParts`: whether a token is part of any merge, by number.
    MergeListModel(ModelVocabulary vocabulary, MergeTable merges, Options options, const std::vector<bool> &mergeParts);

    void tokenize(std::string_view pretoken, std::vector<Piece> &pieces) const override;
    [[nodiscard]] bool isCertainBoundary(char32_t left, char32_t right) const noexcept override;
    [[nodiscard]] std::optional<BytePairs> bytePairs() const override;
    [[nodiscard]] std::optional<std::uint32_t> idOf(std::string_view text) const override;
    [[nodiscard]] std::string textOf(std::uint32_t id) const override;
    [[nodiscard]] std::size_t size() const noexcept override { return m_vocabulary.size(); }

private:
    struct Scratch
    {
        SymbolMerger merger;
        PieceCache cache;
        std::vector<Symbol> symbols;
        std::string text;
    };
    static constexpr unsigned blockBits = 8;
    static constexpr std::size_t blockCount = 0x110000U >> blockBits;
    using Block = std::array<std::uint32_t, std::size_t{1} << blockBits>;

    void setCharacters();
    [[nodiscard]] std::uint32_t characterToken(char32_t character) const noexcept
    {
        return m_blocks[m_blockOf[character >> blockBits]][character % (1U << blockBits)];
    }
    [[nodiscard]] bool losesCharacters() const noexcept
    {
        return m_options.unknown == ModelVocabulary::none && !m_hasAllBytes;
    }
    [[nodiscard]] bool isCut(char32_t left, char32_t right) const noexcept;
    [[nodiscard]] std::size_t pieceEnd(std::string_view pretoken, std::size_t begin) const noexcept;
    void addPiece(std::string_view piece, Scratch &scratch, std::uint32_t &offset, std::vector<Piece> &pieces) const;
    void setSymbols(std::string_view piece, Scratch &scratch) const;

    ModelVocabulary m_vocabulary;
    MergeTable m_merges;
    Options m_options;
    bool m_isCutAnywhere = false;
    bool m_mergesFallback = false; ///< the unknown token or byte tokens
    bool m_hasAllBytes = false;
    std::vector<std::uint32_t> m_byteTokens;
    std::array<std::uint16_t, blockCount> m_blockOf{};
    std::vector<Block> m_blocks;
    CharacterPairs m_pairs;
    ScratchPool<Scratch> m_scratch;
};

} // namespace cw
