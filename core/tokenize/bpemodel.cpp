// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpemodel.h"

#include "text/rankedbits.h"
#include "tokenize/shortpiece.h"

#include <array>
#include <bit>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t batchSize = 128;
constexpr std::size_t maxIdleWorkspaces = 16;
constexpr std::size_t bytesBetweenStopChecks = 256 * 1024;

/// Writes a bitmap in ascending order. The two words in hand stay in registers: reading back a word just written in
/// halves stalls.
class BitWriter final
{
public:
    explicit BitWriter(std::vector<std::uint64_t> &words) noexcept : m_words(words.data()) { }

    /// Bits `mask` at `position` and on. Positions ascend.
    void add(std::size_t position, std::uint64_t mask) noexcept
    {
        for (const std::size_t word = position / 64; m_word < word; ++m_word) {
            m_words[m_word] = m_current;
            m_current = m_next;
            m_next = 0;
        }
        const unsigned shift = position % 64;
        m_current |= mask << shift;
        m_next |= shift == 0 ? 0 : mask >> (64 - shift);
    }

    /// `words` in all; no bit is past them.
    void finish(std::size_t words) noexcept
    {
        for (; m_word < words; ++m_word) {
            m_words[m_word] = m_current;
            m_current = m_next;
            m_next = 0;
        }
    }

private:
    std::uint64_t *m_words;
    std::size_t m_word = 0;
    std::uint64_t m_current = 0;
    std::uint64_t m_next = 0;
};

class TokenCounter final
{
public:
    void pretoken(std::size_t) noexcept { }
    void tokens(std::size_t, std::uint64_t starts) noexcept { m_total += static_cast<unsigned>(std::popcount(starts)); }

    [[nodiscard]] std::size_t total() const noexcept { return m_total; }

private:
    std::size_t m_total = 0;
};

class TokenMarker final
{
public:
    explicit TokenMarker(TokenBits &bits) noexcept : m_pretokens(bits.pretokens), m_tokens(bits.tokens) { }

    void pretoken(std::size_t byte) noexcept { m_pretokens.add(byte, 1); }
    void tokens(std::size_t byte, std::uint64_t starts) noexcept { m_tokens.add(byte, starts); }
    void finish(std::size_t words) noexcept
    {
        m_pretokens.finish(words);
        m_tokens.finish(words);
    }

private:
    BitWriter m_pretokens;
    BitWriter m_tokens;
};

} // namespace

class BpeModel::Loan final
{
public:
    explicit Loan(const BpeModel &model) : m_model(model)
    {
        const std::scoped_lock lock(model.m_mutex);
        if (!model.m_idle.empty()) {
            m_workspace = std::move(model.m_idle.back());
            model.m_idle.pop_back();
        }
    }
    ~Loan()
    {
        if (!m_workspace)
            return;
        const std::scoped_lock lock(m_model.m_mutex);
        if (m_model.m_idle.size() < maxIdleWorkspaces)
            m_model.m_idle.push_back(std::move(m_workspace));
    }
    Loan(const Loan &) = delete;
    Loan &operator=(const Loan &) = delete;

    Workspace &operator*()
    {
        if (!m_workspace)
            m_workspace = std::make_unique<Workspace>(m_model.vocabulary());
        return *m_workspace;
    }

private:
    const BpeModel &m_model;
    std::unique_ptr<Workspace> m_workspace;
};

BpeModel::BpeModel(std::shared_ptr<const BpeVocabulary> vocabulary, PretokenPattern pattern)
    : m_vocabulary(std::move(vocabulary)), m_pattern(pattern)
{
    m_idle.reserve(maxIdleWorkspaces);
}

template<class Visit>
bool BpeModel::forEachPretoken(std::string_view text, const std::stop_token &stop, Visit &visit) const
{
    Loan loan(*this);
    Workspace &workspace = *loan;
    PretokenCache &cache = workspace.cache;
    std::array<std::uint32_t, batchSize> ends;
    std::array<PretokenKey, batchSize> keys;
    std::array<std::uint32_t, batchSize> sets;
    ShortPiece shortPiece;
    std::size_t byte = 0;
    std::size_t nextCheck = 0;
    while (byte < text.size()) {
        if (byte >= nextCheck) {
            if (stop.stop_requested())
                return false;
            nextCheck = byte + bytesBetweenStopChecks;
        }
        const std::size_t count = scanPretokens(m_pattern, text, byte, ends);
        std::size_t start = byte;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t length = ends[i] - start;
            if (length <= PretokenKey::maxBytes) {
                keys[i] = start + PretokenKey::paddedBytes <= text.size()
                    ? PretokenKey::ofPadded(text.data() + start, static_cast<unsigned>(length))
                    : PretokenKey::of(text.substr(start, length));
                sets[i] = static_cast<std::uint32_t>(PretokenCache::setOf(keys[i]));
                cache.prefetch(sets[i]);
            }
            start = ends[i];
        }
        start = byte;
        for (std::size_t i = 0; i < count; ++i) {
            const std::size_t length = ends[i] - start;
            visit.pretoken(start);
            if (length <= PretokenKey::maxBytes) {
                const std::uint32_t lengthMark = 1U << length;
                std::uint64_t starts = cache.find(keys[i], sets[i]) & ~lengthMark;
                if (starts == 0) {
                    mergeShortPiece(*m_vocabulary, text.substr(start, length), shortPiece);
                    starts = shortPiece.starts;
                    cache.insert(keys[i], sets[i], static_cast<std::uint32_t>(starts));
                }
                visit.tokens(start, starts);
            } else if (length <= ShortPiece::maxBytes) {
                mergeShortPiece(*m_vocabulary, text.substr(start, length), shortPiece);
                visit.tokens(start, shortPiece.starts);
            } else {
                for (const BpeToken &token : workspace.longPieces.merge(text.substr(start, length)))
                    visit.tokens(start + token.startByte, 1);
            }
            start = ends[i];
        }
        byte = start;
    }
    return true;
}

std::size_t BpeModel::countTokens(std::string_view text) const
{
    TokenCounter counter;
    forEachPretoken(text, {}, counter);
    return counter.total();
}

bool BpeModel::markTokens(std::string_view text, TokenBits &bits, const std::stop_token &stop) const
{
    const std::size_t words = RankedBits::wordsFor(text.size());
    bits.pretokens.resize(words);
    bits.tokens.resize(words);
    TokenMarker marker(bits);
    if (!forEachPretoken(text, stop, marker))
        return false;
    marker.finish(words);
    return true;
}

std::vector<std::uint32_t> BpeModel::encode(std::string_view text) const
{
    std::vector<std::uint32_t> ids;
    Loan loan(*this);
    ShortPiece shortPiece;
    for (std::size_t byte = 0; byte < text.size();) {
        const std::size_t end = nextPretokenEnd(m_pattern, text, byte);
        const std::string_view piece = text.substr(byte, end - byte);
        if (piece.size() <= ShortPiece::maxBytes) {
            mergeShortPiece(*m_vocabulary, piece, shortPiece);
            for (std::uint64_t starts = shortPiece.starts; starts != 0; starts &= starts - 1)
                ids.push_back(shortPiece.ids[static_cast<unsigned>(std::countr_zero(starts))]);
        } else {
            for (const BpeToken &token : (*loan).longPieces.merge(piece))
                ids.push_back(token.id);
        }
        byte = end;
    }
    return ids;
}

std::size_t BpeModel::countPieceTokens(std::string_view piece) const
{
    if (piece.size() <= ShortPiece::maxBytes) {
        ShortPiece shortPiece;
        mergeShortPiece(*m_vocabulary, piece, shortPiece);
        return static_cast<unsigned>(std::popcount(shortPiece.starts));
    }
    Loan loan(*this);
    return (*loan).longPieces.merge(piece).size();
}

} // namespace cw
