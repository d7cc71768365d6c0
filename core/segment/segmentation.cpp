// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/segmentation.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <limits>
#include <utility>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace cw {

namespace {

struct ReasonText
{
    std::string_view id;
    std::string_view help;
};

constexpr std::array<ReasonText, boundaryReasonCount> reasonTexts{{
    {"document-start", "The document starts here."},
    {"document-end", "The document ends here."},
    {"heading", "Cut before a heading."},
    {"paragraph", "Cut between paragraphs, at a blank line."},
    {"sentence", "Cut between sentences."},
    {"line", "Cut at a line end."},
    {"list-item", "Cut between list items."},
    {"table-row", "Cut between table rows."},
    {"code-node", "Cut between parts of the code."},
    {"page", "Cut at the end of a page."},
    {"record", "Cut between two records."},
    {"topic", "Cut where the text goes on to something else."},
    {"separator", "Cut at a separator of the strategy's list."},
    {"word", "Cut between words."},
    {"token", "Cut between tokens."},
    {"pinned", "Cut where a break is pinned."},
    {"forced-word", "Cut between words, because nothing larger fits into max."},
    {"forced-character", "Cut inside a word, because the word alone is longer than max."},
}};

} // namespace

std::string_view boundaryReasonId(BoundaryReason reason) noexcept
{
    return reasonTexts[static_cast<std::size_t>(reason)].id;
}

std::string_view boundaryReasonHelp(BoundaryReason reason) noexcept
{
    return reasonTexts[static_cast<std::size_t>(reason)].help;
}

std::string_view joinId(Join join) noexcept
{
    return join == Join::Source ? "source" : "space";
}

EmittedText EmittedText::fromSource(const Document &document)
{
    EmittedText emitted;
    emitted.m_join = Join::Source;
    emitted.m_text = document.sharedText();
    return emitted;
}

EmittedText EmittedText::joinedWithSpaces(const Document &document, const std::vector<ByteRange> &pieces)
{
    Joiner joiner(document);
    for (const ByteRange piece : pieces)
        joiner.add(piece);
    return joiner.take();
}

std::size_t EmittedText::Joiner::add(ByteRange piece)
{
    const std::string_view text = m_document.text();
    if (m_stretches.empty()) {
        // Joined text is never longer; what it does not need of this is never touched.
        m_joined.reserve(text.size());
        m_stretches.push_back({static_cast<std::uint32_t>(piece.begin), 0});
    } else {
        m_joined += ' ';
        if (piece.begin != m_sourceEnd + 1)
            m_stretches.push_back(
                {static_cast<std::uint32_t>(piece.begin), static_cast<std::uint32_t>(m_joined.size())});
    }
    const std::size_t begin = m_joined.size();
    m_joined.append(text, piece.begin, piece.size());
    m_sourceEnd = piece.end;
    return begin;
}

EmittedText EmittedText::Joiner::take()
{
    constexpr std::size_t worthReserving = std::size_t{1} << 20;
    if (m_joined.size() < worthReserving)
        m_joined.shrink_to_fit();
    m_stretches.shrink_to_fit();
    EmittedText emitted;
    emitted.m_join = Join::Space;
    emitted.m_source = m_document.sharedText();
    emitted.m_stretches = std::move(m_stretches);
    emitted.m_text = std::make_shared<const std::string>(std::move(m_joined));
    return emitted;
}

std::size_t EmittedText::emitOf(std::size_t sourceByte) const noexcept
{
    if (m_join == Join::Source)
        return std::min(sourceByte, m_text->size());
    const auto after = std::upper_bound(m_stretches.begin(), m_stretches.end(), sourceByte,
                                        [](std::size_t byte, const Stretch &stretch) { return byte < stretch.source; });
    const bool isLast = after == m_stretches.end();
    const std::size_t next = isLast ? m_text->size() : after->emit;
    if (after == m_stretches.begin())
        return next;
    const Stretch &stretch = *std::prev(after);
    const std::size_t emit = stretch.emit + (sourceByte - stretch.source);
    if (emit + (isLast ? 0 : 1) >= next)
        return next;
    return (*m_text)[emit] == (*m_source)[sourceByte] ? emit : emit + 1;
}

std::size_t EmittedText::sourceOf(std::size_t emitByte) const noexcept
{
    emitByte = std::min(emitByte, m_text->size());
    if (m_join == Join::Source)
        return emitByte;
    const auto after = std::upper_bound(m_stretches.begin(), m_stretches.end(), emitByte,
                                        [](std::size_t byte, const Stretch &stretch) { return byte < stretch.emit; });
    if (after == m_stretches.begin())
        return 0;
    const Stretch &stretch = *std::prev(after);
    return stretch.source + (emitByte - stretch.emit);
}

std::size_t EmittedText::RisingSource::of(std::size_t emitByte) noexcept
{
    const std::vector<Stretch> &stretches = m_emitted.m_stretches;
    if (stretches.empty())
        return m_emitted.sourceOf(emitByte);
    // Most steps are short and how long they are cannot be foreseen, so a few lines of memory are gone through without
    // a branch for each stretch; longer ones take strides that double, and halve when they are too long.
    std::size_t next = m_stretch + 1;
    std::size_t stride = shortStep;
    const auto isPassed
        = [&] { return next + stride <= stretches.size() && stretches[next + stride - 1].emit <= emitByte; };
    for (; isPassed(); stride *= 2)
        next += stride;
    while (stride > shortStep) {
        stride /= 2;
        if (isPassed())
            next += stride;
    }
    m_stretch = next + passedOf(next, std::min(next + shortStep, stretches.size()), emitByte) - 1;
    // What the next call goes through, its first stretches being there already.
    constexpr std::size_t stretchesPerLine = 8;
    const std::size_t end = std::min(m_stretch + 2 * shortStep, stretches.size());
    for (std::size_t ahead = m_stretch + shortStep; ahead < end; ahead += stretchesPerLine)
        __builtin_prefetch(stretches.data() + ahead);
    const Stretch &stretch = stretches[m_stretch];
    return stretch.source + (std::min(emitByte, m_emitted.m_text->size()) - stretch.emit);
}

std::size_t EmittedText::RisingSource::passedOf(std::size_t begin, std::size_t end, std::size_t emitByte) const noexcept
{
    const Stretch *stretches = m_emitted.m_stretches.data();
    std::size_t passed = 0;
#ifdef __SSE2__
    static_assert(sizeof(Stretch) == 8 && offsetof(Stretch, emit) == 4);
    constexpr std::size_t atOnce = 4;
    if (end - begin == shortStep) {
        // Comparisons are of signed numbers. All ones, that is -1, where a stretch is passed.
        const __m128i half = _mm_set1_epi32(std::numeric_limits<std::int32_t>::min());
        const __m128i limit = _mm_xor_si128(_mm_set1_epi32(static_cast<std::int32_t>(emitByte)), half);
        __m128i notPassed = _mm_setzero_si128();
        for (; begin < end; begin += atOnce) {
            const auto *four = reinterpret_cast<const __m128i *>(stretches + begin);
            const __m128 low = _mm_castsi128_ps(_mm_loadu_si128(four));
            const __m128 high = _mm_castsi128_ps(_mm_loadu_si128(four + 1));
            const __m128i emits = _mm_castps_si128(_mm_shuffle_ps(low, high, _MM_SHUFFLE(3, 1, 3, 1)));
            notPassed = _mm_add_epi32(notPassed, _mm_cmpgt_epi32(_mm_xor_si128(emits, half), limit));
        }
        std::array<std::int32_t, atOnce> counts{};
        _mm_storeu_si128(reinterpret_cast<__m128i *>(counts.data()), notPassed);
        const std::int32_t count = counts[0] + counts[1] + counts[2] + counts[3];
        return shortStep - static_cast<std::size_t>(-count);
    }
#endif
    for (; begin < end; ++begin)
        passed += stretches[begin].emit <= emitByte ? 1 : 0;
    return passed;
}

EmittedText EmittedText::within(ByteRange emit) const
{
    EmittedText part;
    part.m_join = m_join;
    part.m_text = m_text;
    part.m_source = m_source;
    const auto first = std::ranges::upper_bound(m_stretches, emit.begin, {}, &Stretch::emit);
    const auto end = std::ranges::upper_bound(m_stretches, emit.end, {}, &Stretch::emit);
    part.m_stretches.assign(first == m_stretches.begin() ? first : std::prev(first), end);
    return part;
}

EmittedText EmittedText::copyOf(ByteRange emit) const
{
    EmittedText copy;
    copy.m_text = std::make_shared<const std::string>(slice(emit));
    return copy;
}

std::vector<ByteRange> EmittedText::pieces(ByteRange emit) const
{
    if (m_join == Join::Source || m_stretches.empty())
        return {emit};
    auto stretch = std::prev(std::upper_bound(m_stretches.begin(), m_stretches.end(), emit.begin,
                                              [](std::size_t byte, const Stretch &s) { return byte < s.emit; }));
    const std::string_view text = *m_text;
    std::vector<ByteRange> ranges;
    for (std::size_t begin = emit.begin; stretch != m_stretches.end() && begin <= emit.end; ++stretch) {
        const bool isLast = std::next(stretch) == m_stretches.end();
        const std::size_t end = std::min(emit.end, isLast ? text.size() : std::size_t{std::next(stretch)->emit} - 1);
        const char *source = m_source->data() + stretch->source;
        const auto sourceOf = [&](std::size_t byte) { return stretch->source + (byte - stretch->emit); };
        for (std::size_t byte = begin; byte < end; ++byte) {
            byte += static_cast<std::size_t>(
                std::mismatch(text.data() + byte, text.data() + end, source + (byte - stretch->emit)).first
                - (text.data() + byte));
            if (byte == end)
                break;
            ranges.push_back({sourceOf(begin), sourceOf(byte)});
            begin = byte + 1;
        }
        ranges.push_back({sourceOf(begin), sourceOf(end)});
        begin = end + 1;
        if (end == emit.end)
            break;
    }
    return ranges;
}

} // namespace cw
