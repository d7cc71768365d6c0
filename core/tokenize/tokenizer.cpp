// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/tokenizer.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {

namespace {

// Counts may fall when a text grows, because a cut changes the tokens of its last piece or two.
constexpr std::size_t lookAheadBoundaries = 4;

/// Whether a range from `counts` that ends behind `byte` is never shorter than the one that ends there; may say false
/// too often.
bool neverFallsBehind(const TokenIndex &index, const CountsFrom &counts, std::size_t byte)
{
    const std::string_view text = *index.text();
    if (byte == 0 || byte + TokensNear::bytes > text.size() || !counts.edge().holdsTo(byte))
        return false;
    const bool isAfterVisible = text[byte - 1] > ' ' && text[byte - 1] < 0x7F;
    return isAfterVisible && (index.tokensNear(byte).inStep & 1U) != 0;
}

} // namespace

std::size_t TokenIndex::byteAfter(std::size_t begin, std::size_t tokens, std::size_t limit) const
{
    return byteAfter(CountsFrom(*this, begin), tokens, limit);
}

std::size_t TokenIndex::byteAfter(const CountsFrom &counts, std::size_t tokens, std::size_t limit) const
{
    const std::string_view bytes = *text();
    const std::size_t begin = counts.begin();
    limit = std::min(limit, bytes.size());
    if (begin >= limit)
        return begin;
    // Boundary k is the start of token k; boundary total() is the end of the text.
    const std::size_t first = tokensBefore(begin + 1);
    std::size_t last = tokensBefore(limit);
    if (tokenStart(last) > limit) {
        if (last == 0)
            return begin;
        --last;
    }
    if (last < first || tokenStart(last) <= begin)
        return begin;
    // The difference of ranks is nearly the count, so stepping back by the error arrives at once.
    std::size_t boundary = std::min(last, first + (tokens > 0 ? tokens - 1 : 0));
    std::size_t start = tokenStart(boundary);
    std::size_t best = begin;
    for (;;) {
        while (boundary > first && !isCharacterBoundary(bytes, start))
            start = tokenStart(--boundary);
        if (!isCharacterBoundary(bytes, start))
            break;
        const std::size_t needed = counts.to(start);
        if (needed <= tokens) {
            best = start;
            break;
        }
        if (boundary == first)
            break;
        boundary -= std::min(boundary - first, needed - tokens);
        start = tokenStart(boundary);
    }
    for (std::size_t next = boundary + 1, misses = 0; next <= last && misses < lookAheadBoundaries; ++next) {
        start = tokenStart(next);
        if (!isCharacterBoundary(bytes, start))
            continue;
        if (counts.to(start) <= tokens) {
            best = start;
            misses = 0;
        } else if (neverFallsBehind(*this, counts, start)) {
            break;
        } else {
            ++misses;
        }
    }
    return best;
}

const TokenizerDescriptor *findTokenizer(std::string_view id) noexcept
{
    const auto all = tokenizers();
    const auto found = std::ranges::find_if(all, [&](const TokenizerDescriptor *entry) {
        return entry->id == id || (!entry->alias.empty() && entry->alias == id);
    });
    return found == all.end() ? nullptr : *found;
}

} // namespace cw
