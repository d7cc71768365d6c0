// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpemodel.h"

#include "base/bitcount.h"
#include "base/parallel.h"
#include "text/utf8.h"
#include "tokenize/pretokenscanner.h"
#include "tokenize/shortpiece.h"
#include "tokenize/textshares.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t maxIdleWorkspaces = 16;
constexpr std::size_t wordsBetweenStopChecks = 256;
constexpr std::size_t wordBits = TokenStarts::wordBits;

} // namespace

struct BpeModel::Workspace
{
    explicit Workspace(const BpeVocabulary &vocabulary) : pieces(vocabulary) { }

    PieceMerger pieces;
    std::array<std::uint32_t, PieceMerger::maxStarts> starts;
    std::vector<std::uint64_t> pretokens;
    std::vector<std::uint64_t> tokens;

    /// Gives back memory that only an unusual text needed.
    void forgetLargeTexts()
    {
        if (pretokens.size() > 4 * defaultShareBytes / wordBits) {
            pretokens = {};
            tokens = {};
        }
        pieces.longPieces().forgetLargePieces();
    }

    /// Tokens of [begin, text.size()): bits of both kinds from the word of `begin` on, and their number.
    /// False when stopped.
    bool tokenize(PretokenPattern pattern, std::string_view text, std::size_t begin, const std::stop_token &stop,
                  std::size_t &tokenCount);
};

bool BpeModel::Workspace::tokenize(PretokenPattern pattern, std::string_view text, std::size_t begin,
                                   const std::stop_token &stop, std::size_t &tokenCount)
{
    const std::size_t firstByte = begin / wordBits * wordBits;
    const std::size_t words = (text.size() - firstByte + wordBits - 1) / wordBits;
    if (pretokens.size() < words) {
        pretokens.resize(words);
        tokens.resize(words);
    }
    PretokenScanner scanner(pattern, text, begin);
    TokenTally tally{.words = tokens.data(), .firstByte = firstByte};
    std::size_t count = 0;
    for (std::size_t word = 0; word < words;) {
        if (stop.stop_requested())
            return false;
        const std::size_t scanned = scanner.scan(&pretokens[word], std::min(words - word, wordsBetweenStopChecks));
        std::copy_n(&pretokens[word], scanned, &tokens[word]);
        for (const std::size_t end = word + scanned; word < end; ++word) {
            auto byte = static_cast<std::uint32_t>(firstByte + word * wordBits);
            for (std::uint64_t bits = pretokens[word]; bits != 0; bits &= bits - 1)
                starts[count++] = byte + static_cast<unsigned>(std::countr_zero(bits));
            if (count + wordBits >= starts.size()) {
                if (!pieces.addPieces(text, starts.data(), count, tally, stop))
                    return false;
                starts[0] = starts[count - 1];
                count = 1;
            }
        }
    }
    if (count > 0) {
        starts[count++] = static_cast<std::uint32_t>(text.size());
        if (!pieces.addPieces(text, starts.data(), count, tally, stop))
            return false;
    }
    tokenCount = tally.tokens;
    return true;
}

class BpeModel::Loan final
{
public:
    explicit Loan(const BpeModel &model) : m_model(model)
    {
        {
            const std::scoped_lock lock(model.m_mutex);
            if (!model.m_idle.empty()) {
                m_workspace = std::move(model.m_idle.back());
                model.m_idle.pop_back();
            }
        }
        if (!m_workspace)
            m_workspace = std::make_unique<Workspace>(model.vocabulary());
    }
    ~Loan()
    {
        m_workspace->forgetLargeTexts();
        const std::scoped_lock lock(m_model.m_mutex);
        if (m_model.m_idle.size() < maxIdleWorkspaces)
            m_model.m_idle.push_back(std::move(m_workspace));
    }
    Loan(const Loan &) = delete;
    Loan &operator=(const Loan &) = delete;

    Workspace *operator->() { return m_workspace.get(); }

private:
    const BpeModel &m_model;
    std::unique_ptr<Workspace> m_workspace;
};

BpeModel::BpeModel(std::shared_ptr<const BpeVocabulary> vocabulary, PretokenPattern pattern, std::uint32_t skippedId)
    : m_vocabulary(std::move(vocabulary)), m_pattern(pattern), m_skippedId(skippedId)
{
    m_idle.reserve(maxIdleWorkspaces);
}

BpeModel::BpeModel(std::shared_ptr<const BpeVocabulary> vocabulary, PretokenPattern pattern,
                   std::vector<std::uint32_t> publishedIds)
    : BpeModel(std::move(vocabulary), pattern)
{
    m_publishedIds = std::move(publishedIds);
}

BpeModel::~BpeModel() = default;

ByteRange BpeModel::placeOf(std::string_view text, ByteRange token) const noexcept
{
    if (m_publishedIds.empty())
        return token;
    while (!isCharacterBoundary(text, token.begin))
        --token.begin;
    while (!isCharacterBoundary(text, token.end))
        ++token.end;
    return token;
}

std::size_t BpeModel::countTokens(std::string_view text) const
{
    Loan loan(*this);
    std::size_t total = 0;
    const std::vector<std::size_t> shares = textShares(m_pattern, text, defaultShareBytes);
    for (std::size_t share = 0; share + 1 < shares.size(); ++share) {
        std::size_t tokens = 0;
        (void)loan->tokenize(m_pattern, text.substr(0, shares[share + 1]), shares[share], {}, tokens);
        total += tokens;
    }
    return total;
}

std::optional<TokenStarts> BpeModel::findStarts(std::string_view text, const std::stop_token &stop, unsigned threads,
                                                std::size_t shareBytes) const
{
    if (text.empty())
        return TokenStarts();
    const std::vector<std::size_t> shares = textShares(m_pattern, text, shareBytes);
    const std::size_t count = shares.size() - 1;
    TokenStarts starts(text.size());
    // Parts meet within words. Such a word is put together at the end, of what each part has for it.
    struct Part
    {
        TokenStarts::Word first;
        TokenStarts::Word last;
        std::size_t tokens = 0;
    };
    std::vector<Part> parts(count);
    std::atomic<bool> isStopped = false;
    const auto firstOwnWord = [&](std::size_t part) { return (shares[part] + wordBits - 1) / wordBits; };

    forEachNumber(count, threads, [&](std::size_t number) {
        if (isStopped.load(std::memory_order_relaxed))
            return;
        Loan loan(*this);
        Part &part = parts[number];
        const std::size_t begin = shares[number];
        const std::size_t end = shares[number + 1];
        if (!loan->tokenize(m_pattern, text.substr(0, end), begin, stop, part.tokens)) {
            isStopped = true;
            return;
        }
        const std::size_t firstWord = begin / wordBits;
        const std::size_t endOwn = end / wordBits;
        const auto wordAt = [&](std::size_t word) -> TokenStarts::Word {
            return {loan->pretokens[word - firstWord], loan->tokens[word - firstWord]};
        };
        std::uint32_t before = 0;
        if (begin % wordBits != 0) {
            part.first = wordAt(firstWord);
            before = bitCount(part.first.tokens);
        }
        for (std::size_t word = firstOwnWord(number); word < endOwn; ++word) {
            starts.setWord(word, wordAt(word), before);
            before += bitCount(wordAt(word).tokens);
        }
        if (end % wordBits != 0 && endOwn >= firstOwnWord(number))
            part.last = wordAt(endOwn);
    });
    if (isStopped)
        return std::nullopt;

    std::vector<std::uint32_t> tokensBefore(count);
    std::size_t total = 0;
    for (std::size_t part = 0; part < count; ++part) {
        tokensBefore[part] = static_cast<std::uint32_t>(total);
        total += parts[part].tokens;
    }
    starts.setTotal(total);
    forEachNumber(count, threads, [&](std::size_t part) {
        for (std::size_t word = firstOwnWord(part); word < shares[part + 1] / wordBits; ++word) {
            starts.setTokensBefore(word, starts.tokensBeforeWord(word) + tokensBefore[part]);
            starts.noteSamples(word);
        }
    });
    std::size_t meetingWord = 0;
    bool isPending = false;
    TokenStarts::Word met;
    std::size_t before = 0;
    const auto setMeetingWord = [&] {
        starts.setWord(meetingWord, met, static_cast<std::uint32_t>(before));
        starts.noteSamples(meetingWord);
    };
    for (std::size_t part = 0; part < count; ++part) {
        met.pretokens |= parts[part].first.pretokens;
        met.tokens |= parts[part].first.tokens;
        const std::size_t end = shares[part + 1];
        if (end / wordBits < firstOwnWord(part))
            continue;
        if (isPending)
            setMeetingWord();
        meetingWord = end / wordBits;
        isPending = end % wordBits != 0;
        met = parts[part].last;
        before = tokensBefore[part] + parts[part].tokens - bitCount(met.tokens);
    }
    setMeetingWord();
    return starts;
}

std::vector<BpeToken> BpeModel::tokens(std::string_view text) const
{
    std::vector<BpeToken> tokens;
    Loan loan(*this);
    ShortPiece shortPiece;
    for (std::size_t byte = 0; byte < text.size();) {
        const std::size_t end = nextPretokenEnd(m_pattern, text, byte);
        const std::string_view piece = text.substr(byte, end - byte);
        if (piece.size() <= ShortPiece::maxBytes) {
            mergeShortPiece(*m_vocabulary, piece, shortPiece);
            for (std::uint64_t starts = shortPiece.starts; starts != 0; starts &= starts - 1) {
                const auto start = static_cast<unsigned>(std::countr_zero(starts));
                tokens.push_back({static_cast<std::uint32_t>(byte + start), shortPiece.ids[start]});
            }
        } else {
            for (const BpeToken &token : loan->pieces.longPieces().merge(piece))
                tokens.push_back({static_cast<std::uint32_t>(byte + token.startByte), token.id});
        }
        byte = end;
    }
    return tokens;
}

std::uint32_t BpeModel::idOf(std::string_view token) const
{
    if (token.size() > ShortPiece::maxBytes)
        return Loan(*this)->pieces.longPieces().merge(token).front().id;
    ShortPiece piece;
    mergeShortPiece(*m_vocabulary, token, piece);
    return piece.ids[0];
}

std::size_t BpeModel::countPieceTokens(std::string_view piece) const
{
    if (piece.size() < WordCounts::minBytes || piece.size() > WordCounts::maxBytes)
        return countNewPieceTokens(piece);
    const WordCounts::Key key = WordCounts::keyOf(piece);
    unsigned known = m_words.find(key);
    if (known == 0) {
        known = static_cast<unsigned>(countNewPieceTokens(piece));
        m_words.remember(key, known);
    }
    return known;
}

std::size_t BpeModel::countNewPieceTokens(std::string_view piece) const
{
    std::size_t count = 0;
    while (!piece.empty()) {
        const std::string_view part = piece.substr(
            0,
            piece.size() <= TinyPieceCounts::maxBytes ? piece.size() : m_vocabulary->boundaries().firstPieceEnd(piece));
        if (part.size() <= TinyPieceCounts::maxBytes) {
            const std::uint64_t key = TinyPieceCounts::keyOf(part);
            unsigned known = m_tinyPieces.find(key);
            if (known == 0) {
                known = bitCount(shortPieceStarts(*m_vocabulary, part));
                m_tinyPieces.remember(key, known);
            }
            count += known;
        } else if (part.size() <= ShortPiece::maxBytes) {
            count += bitCount(shortPieceStarts(*m_vocabulary, part));
        } else {
            count += Loan(*this)->pieces.longPieces().merge(part).size();
        }
        piece.remove_prefix(part.size());
    }
    return count;
}

} // namespace cw
