// SPDX-License-Identifier: GPL-3.0-or-later
// A vocabulary with its pre-tokenizer, and the memory that tokenizing with them reuses.
#pragma once

#include "tokenize/bpevocabulary.h"
#include "tokenize/longpiecemerger.h"
#include "tokenize/pretokencache.h"
#include "tokenize/pretokenizer.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

/// Bit p for a pretoken or token that starts at byte p, in the layout of RankedBits.
struct TokenBits
{
    std::vector<std::uint64_t> pretokens;
    std::vector<std::uint64_t> tokens;
};

/// Thread-safe. Texts are valid UTF-8 of less than 4 GiB.
class BpeModel final
{
public:
    BpeModel(std::shared_ptr<const BpeVocabulary> vocabulary, PretokenPattern pattern);

    [[nodiscard]] const BpeVocabulary &vocabulary() const noexcept { return *m_vocabulary; }
    [[nodiscard]] PretokenPattern pattern() const noexcept { return m_pattern; }

    [[nodiscard]] std::size_t countTokens(std::string_view text) const;
    [[nodiscard]] std::vector<std::uint32_t> encode(std::string_view text) const;
    /// Starts of all pretokens and tokens. False when stopped.
    [[nodiscard]] bool markTokens(std::string_view text, TokenBits &bits, const std::stop_token &stop) const;

    /// Tokens of one pretoken.
    [[nodiscard]] std::size_t countPieceTokens(std::string_view piece) const;

private:
    struct Workspace
    {
        explicit Workspace(const BpeVocabulary &vocabulary) : longPieces(vocabulary) { }

        PretokenCache cache;
        LongPieceMerger longPieces;
    };

    /// A workspace of our own until it is dropped; then the next caller finds it warm.
    class Loan;

    template<class Visit>
    bool forEachPretoken(std::string_view text, const std::stop_token &stop, Visit &visit) const;

    std::shared_ptr<const BpeVocabulary> m_vocabulary;
    PretokenPattern m_pattern;
    mutable std::mutex m_mutex;
    mutable std::vector<std::unique_ptr<Workspace>> m_idle;
};

} // namespace cw
