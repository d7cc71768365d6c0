// SPDX-License-Identifier: GPL-3.0-or-later
// Counting tokens exactly: a tokenizer, and the index that answers for any range of one text.
#pragma once

#include "base/byterange.h"
#include "base/result.h"
#include "text/document.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// One token and the bytes of the text it stands for. Several tokens may have the same bytes (one character that became
/// more than one token), and text that becomes no token, such as white space for some tokenizers, is in none.
struct Token
{
    std::uint32_t id = 0; ///< 0 where the tokenizer has no vocabulary
    ByteRange bytes; ///< of byte-level tokenizers it may begin or end inside a character

    bool operator==(const Token &) const = default;
};

/// What a range's count takes from its begin alone, whatever its end.
struct BeginEdge
{
    static constexpr std::size_t never = static_cast<std::size_t>(-1);
    static constexpr std::size_t always = static_cast<std::size_t>(-1);

    std::uint32_t before = 0;
    std::size_t exactFrom = never; ///< the first end with which the edge may be used
    std::size_t exactTo = always; ///< the last one

    [[nodiscard]] bool holdsTo(std::size_t end) const noexcept { return end >= exactFrom && end <= exactTo; }
};

/// What a range's count takes from its end alone, whatever its begin.
struct EndEdge
{
    std::uint32_t upTo = 0;
    bool isExact = false; ///< otherwise `upTo` says nothing
};

/// What one look at an index tells about 64 bytes of the text; bit i of a mask stands for byte i of them.
struct TokensNear
{
    static constexpr std::size_t bytes = 64;

    std::size_t before = 0; ///< TokenIndex::tokensBefore() of the first byte
    std::uint64_t starts = 0; ///< where tokens of the whole text's tokenization start, once each
    /// Ends in step with the whole text where no white space is before them: endEdge() is exact and tokensBefore(), and
    /// a range that goes on behind has no fewer tokens than with that end, if its begin's edge holds there.
    std::uint64_t inStep = 0;
};

class CountsFrom;
class TokenBounds;

/// Tokens of one text. Every answer is exact; nothing is estimated. Immutable and safe to share between threads.
class TokenIndex
{
public:
    virtual ~TokenIndex() = default;

    /// The text the index was made of.
    [[nodiscard]] virtual const SharedText &text() const noexcept = 0;

    /// Tokens of the whole text.
    [[nodiscard]] virtual std::size_t total() const noexcept = 0;

    /// Tokens of `range` encoded on its own, as if it were a text by itself (section 4.2 of the tokenizer notes: not
    /// simply a difference of ranks). Precondition: both ends on character boundaries.
    [[nodiscard]] virtual std::size_t count(ByteRange range) const = 0;

    /// The two sides of a count, for those who ask for many ranges over the same ends:
    /// count({a, b}) == endEdge(b).upTo - beginEdge(a).before (modulo 2^32) when a < b, the end's edge is exact and
    /// beginEdge(a).holdsTo(b). Edges inside huge pretokens are left out, so that one costs O(1). Preconditions as
    /// for count().
    [[nodiscard]] virtual BeginEdge beginEdge(std::size_t byte) const = 0;
    [[nodiscard]] virtual EndEdge endEdge(std::size_t byte) const = 0;

    /// Tokens of the whole text's tokenization that start before `byte`. O(1).
    [[nodiscard]] virtual std::size_t tokensBefore(std::size_t byte) const = 0;

    /// First byte of token `token` of the whole text's tokenization; the text's size when token >= total().
    /// May lie inside a character for byte-level tokenizers.
    [[nodiscard]] virtual std::size_t tokenStart(std::size_t token) const = 0;
    /// tokenStart() of `token`, token + step, token + 2 * step ... Memory is fetched ahead.
    virtual void tokenStarts(std::size_t token, std::size_t step, std::span<std::size_t> starts) const
    {
        for (std::size_t i = 0; i < starts.size(); ++i)
            starts[i] = tokenStart(token + i * step);
    }

    /// The tokens of the whole text's tokenization that begin in `range`, in order: those with
    /// range.begin <= bytes.begin < range.end. Costs O(range and the tokens or words at its edges), not the text, so a
    /// view may ask for what it shows. Precondition: both ends on character boundaries.
    [[nodiscard]] virtual std::vector<Token> tokensOf(ByteRange range) const = 0;

    /// Hints that a token, or the edges at a byte, will be asked about soon; any number will do. A pass over a long
    /// text waits for memory most of the time, unless it says where it is going.
    virtual void prefetchToken(std::size_t /*token*/) const noexcept { }
    virtual void prefetchEdges(std::size_t /*byte*/) const noexcept { }

    /// count(range) where that is no more than `most`, otherwise any number above `most`, for those who have no room
    /// for more: a range that is far longer need not be gone through. Precondition as for count().
    [[nodiscard]] virtual std::size_t countUpTo(ByteRange range, std::size_t /*most*/) const { return count(range); }

    /// What is known of the 64 bytes from `byte` on without looking at text. Where `inStep` is 0 nothing is: not every
    /// index has such places at hand. O(1). Precondition: byte + TokensNear::bytes <= size of the text.
    [[nodiscard]] virtual TokensNear tokensNear(std::size_t /*byte*/) const { return {}; }

    /// Between which tokens counting is subtracting, for those who go through a text by tokens again and again. Null
    /// where an index does not know; those that do make it when they are asked for the second time, and keep it.
    [[nodiscard]] virtual const TokenBounds *tokenBounds() const { return nullptr; }

    /// Where a budget ends: the last boundary e of the whole text's tokenization, on a character boundary and at most
    /// `limit`, such that count([begin, e)) <= tokens; `begin` when even the first such boundary is past the budget.
    /// Counts need not grow with e: the four boundaries after one that fits are tried as well.
    [[nodiscard]] std::size_t byteAfter(std::size_t begin, std::size_t tokens, std::size_t limit) const;
    /// The same with counts from `begin` at hand.
    [[nodiscard]] std::size_t byteAfter(const CountsFrom &counts, std::size_t tokens, std::size_t limit) const;
};

/// TokenIndex::count() for ranges that begin at one place, which is looked at once.
class CountsFrom final
{
public:
    CountsFrom(const TokenIndex &index, std::size_t begin)
        : m_index(&index), m_begin(begin), m_edge(index.beginEdge(begin))
    {
    }

    [[nodiscard]] std::size_t begin() const noexcept { return m_begin; }
    [[nodiscard]] BeginEdge edge() const noexcept { return m_edge; }

    /// Precondition: end >= begin().
    [[nodiscard]] std::size_t to(std::size_t end) const { return end == m_begin ? 0 : to(end, m_index->endEdge(end)); }
    /// The same with the end's edge at hand. Precondition: end > begin().
    [[nodiscard]] std::size_t to(std::size_t end, EndEdge edge) const
    {
        if (edge.isExact && m_edge.holdsTo(end))
            return edge.upTo - m_edge.before;
        return m_index->count({m_begin, end});
    }

private:
    const TokenIndex *m_index;
    std::size_t m_begin;
    BeginEdge m_edge;
};

class Tokenizer
{
public:
    virtual ~Tokenizer() = default;

    /// The reference it is opened by: a bundled tokenizer's id, or a file's path.
    [[nodiscard]] virtual std::string_view id() const noexcept = 0;
    /// Hex SHA-256 of the vocabulary in its published form, for a file that of the file; empty for tokenizers without
    /// a vocabulary. Tokenizers of the same id and hash make the same tokens.
    [[nodiscard]] virtual std::string_view vocabularySha256() const noexcept = 0;
    /// How many different tokens a text can become; 0 for tokenizers without a vocabulary.
    [[nodiscard]] virtual std::size_t vocabularySize() const noexcept { return 0; }

    /// Tokens that the tokenizer itself adds around a text for its model, such as [CLS] and [SEP]: 2. No count and no
    /// list of tokens here includes them.
    [[nodiscard]] virtual std::size_t specialTokensAdded() const noexcept { return 0; }
    /// Which these are, by name, before and after a text; nothing when the tokenizer does not say.
    struct SpecialsAround
    {
        std::vector<std::string> before;
        std::vector<std::string> after;

        bool operator==(const SpecialsAround &) const = default;
    };
    [[nodiscard]] virtual std::optional<SpecialsAround> specialsAround() const { return std::nullopt; }
    /// Spellings that become a special token where they stand in a text. Empty when all of a text is ordinary text.
    [[nodiscard]] virtual std::vector<std::string> specialTokenTexts() const { return {}; }

    /// Tokens of `text`. Linear in the worst case.
    [[nodiscard]] virtual std::size_t count(std::string_view text) const = 0;

    /// What setting `prefix` before a text adds: a number k with count(prefix + text) == k + count(text) for every text
    /// that is not all white space. Nothing when there is no such number, as for byte-level BPE, which joins a space
    /// with the word behind it.
    [[nodiscard]] virtual std::optional<std::size_t> prefixTokens(std::string_view prefix) const
    {
        return prefix.empty() ? std::optional<std::size_t>(0) : std::nullopt;
    }

    /// True when a text with these two characters side by side at `byte` has the tokens of what is before it and those
    /// of what follows, each whatever the other is, but for what a text's begin and end change. May say false too
    /// often. O(1). Precondition: 0 < byte < text.size(), on a character boundary.
    [[nodiscard]] virtual bool partsAt(std::string_view /*text*/, std::size_t /*byte*/) const { return false; }

    /// Whether a text that begins with `first` and a line end before it never share anything, the text's begin
    /// included: whatever ends with "\n", set before any such text, adds a number of tokens of its own.
    [[nodiscard]] virtual bool isCutBehindLineEnd(char32_t /*first*/) const { return false; }

    /// Token ids; empty for tokenizers without a vocabulary.
    [[nodiscard]] virtual std::vector<std::uint32_t> encode(std::string_view text) const = 0;

    /// As many as count() says, in order, with places in `text`. Their ids are those of encode().
    [[nodiscard]] virtual std::vector<Token> tokens(std::string_view text) const = 0;
    /// The same, failing for texts that index() fails for.
    [[nodiscard]] virtual Result<std::vector<Token>> tryTokens(std::string_view text) const { return tokens(text); }

    /// How the vocabulary spells a token; of byte-level tokenizers the bytes, which need not be valid UTF-8. Empty when
    /// there is no such token.
    [[nodiscard]] virtual std::string tokenText(std::uint32_t /*id*/) const { return {}; }

    /// Uses up to `threads` threads, the caller's included; the index is the same whatever their number.
    [[nodiscard]] virtual Outcome<std::shared_ptr<const TokenIndex>> index(SharedText text, std::stop_token stop,
                                                                           unsigned threads = 1) const = 0;
};

/// One selectable tokenizer. Registered by name in tokenize/CMakeLists.txt.
struct TokenizerDescriptor
{
    std::string_view id;
    std::string_view alias = {}; ///< another name it is known by, accepted wherever an id is; may be empty
    std::string_view title;
    std::string_view help; ///< one or two sentences for a tooltip
    std::string_view tokenNoun; ///< what one token is called: "word", "character", "token"
    std::string_view source = {}; ///< where the vocabulary was published; empty when there is none
    Result<std::shared_ptr<const Tokenizer>> (*create)();
};

/// All bundled tokenizers in display order.
[[nodiscard]] std::span<const TokenizerDescriptor *const> tokenizers() noexcept;
/// By id or alias; null when there is none.
[[nodiscard]] const TokenizerDescriptor *findTokenizer(std::string_view id) noexcept;

/// The tokenizer of a reference, that is an id, an alias or the path of a file (tokenizerreference.h); of a bundled one
/// the same object each time. Thread-safe. Errors, subject "tokenizer": InvalidParameter for an unknown id,
/// MissingResource for a file that was not loaded.
[[nodiscard]] Result<std::shared_ptr<const Tokenizer>> openTokenizer(std::string_view reference);

} // namespace cw
