// SPDX-License-Identifier: GPL-3.0-or-later
// A vocabulary with its pre-tokenizer, and the memory that tokenizing with them reuses.
#pragma once

#include "base/byterange.h"
#include "tokenize/bpevocabulary.h"
#include "tokenize/longpiecemerger.h"
#include "tokenize/piecemerger.h"
#include "tokenize/pretokenizer.h"
#include "tokenize/tinypiececounts.h"
#include "tokenize/tokenstarts.h"
#include "tokenize/wordcounts.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

/// Thread-safe. Texts are valid UTF-8 of less than 4 GiB.
class BpeModel final
{
public:
    /// Text that one thread works on at a time, and that its scratch memory is made for.
    static constexpr std::size_t defaultShareBytes = std::size_t{1} << 18;

    static constexpr std::uint32_t noSkippedId = BpeVocabulary::noToken;

    /// `skippedId`: an id that the published vocabulary gives to no text, so that those of later tokens are one higher.
    BpeModel(std::shared_ptr<const BpeVocabulary> vocabulary, PretokenPattern pattern,
             std::uint32_t skippedId = noSkippedId);
    /// Of a tokenizer file: tokens have the given ids outside, and those within a character the whole character's
    /// place, as there.
    BpeModel(std::shared_ptr<const BpeVocabulary> vocabulary, PretokenPattern pattern,
             std::vector<std::uint32_t> publishedIds);
    ~BpeModel();

    [[nodiscard]] const BpeVocabulary &vocabulary() const noexcept { return *m_vocabulary; }
    [[nodiscard]] PretokenPattern pattern() const noexcept { return m_pattern; }

    /// Tokens have other ids outside than in the vocabulary where one is skipped.
    [[nodiscard]] std::uint32_t publishedId(std::uint32_t token) const noexcept
    {
        return m_publishedIds.empty() ? token + (token >= m_skippedId ? 1 : 0) : m_publishedIds[token];
    }
    /// BpeVocabulary::noToken for the skipped id. Precondition: made without a list of ids.
    [[nodiscard]] std::uint32_t tokenOf(std::uint32_t publishedId) const noexcept
    {
        if (publishedId == m_skippedId)
            return BpeVocabulary::noToken;
        return publishedId - (publishedId > m_skippedId ? 1 : 0);
    }

    /// Where a token that has these bytes of `text` is said to be.
    [[nodiscard]] ByteRange placeOf(std::string_view text, ByteRange token) const noexcept;

    [[nodiscard]] std::size_t countTokens(std::string_view text) const;
    /// In order; each ends where the next begins.
    [[nodiscard]] std::vector<BpeToken> tokens(std::string_view text) const;
    /// The token that these bytes merge into. Precondition: they are those of one token.
    [[nodiscard]] std::uint32_t idOf(std::string_view token) const;
    /// Starts of all pretokens and tokens; nothing when stopped. The result depends neither on `threads`, the caller's
    /// included, nor on `shareBytes`.
    [[nodiscard]] std::optional<TokenStarts> findStarts(std::string_view text, const std::stop_token &stop,
                                                        unsigned threads = 1,
                                                        std::size_t shareBytes = defaultShareBytes) const;

    /// Tokens of one pretoken.
    [[nodiscard]] std::size_t countPieceTokens(std::string_view piece) const;

private:
    [[nodiscard]] std::size_t countNewPieceTokens(std::string_view piece) const;
    struct Workspace;

    /// A workspace of our own until it is dropped; then the next caller finds it warm.
    class Loan;

    std::shared_ptr<const BpeVocabulary> m_vocabulary;
    PretokenPattern m_pattern;
    std::uint32_t m_skippedId = noSkippedId;
    std::vector<std::uint32_t> m_publishedIds;
    mutable TinyPieceCounts m_tinyPieces;
    mutable WordCounts m_words;
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<Workspace>> m_idle;
};

} // namespace cw
