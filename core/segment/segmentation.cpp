// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/segmentation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <utility>

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
    // Those who ask take steps of much the same size; from where that leads, strides of growing width.
    const auto isUpTo = [&](std::size_t stretch) { return stretches[stretch].emit <= emitByte; };
    const std::size_t first = m_stretch;
    std::size_t end = std::min(first + m_step + 1, stretches.size());
    std::size_t stride = 1;
    if (isUpTo(end - 1)) {
        m_stretch = end - 1;
        while (end < stretches.size() && isUpTo(end)) {
            m_stretch = end;
            end = std::min(end + stride, stretches.size());
            stride *= 2;
        }
    } else {
        for (; end - first > stride && !isUpTo(end - stride); stride *= 2)
            end -= stride;
        m_stretch = std::max(first, end - std::min(end, stride));
    }
    // It is in [m_stretch, end).
    for (std::size_t count = end - m_stretch; count > 1;) {
        const std::size_t half = count / 2;
        m_stretch += isUpTo(m_stretch + half) ? half : 0;
        count -= half;
    }
    m_step = m_stretch - first;
    prefetchStep(m_stretch - first);
    const Stretch &stretch = stretches[m_stretch];
    return stretch.source + (std::min(emitByte, m_emitted.m_text->size()) - stretch.emit);
}

/// Those who ask take steps of much the same size, so what the next step but one passes is fetched from memory.
void EmittedText::RisingSource::prefetchStep(std::size_t stretches) const noexcept
{
    constexpr std::size_t stretchesPerLine = 8;
    constexpr std::size_t mostStretches = 64;
    const std::vector<Stretch> &all = m_emitted.m_stretches;
    if (stretches < stretchesPerLine)
        return;
    const std::size_t begin = m_stretch + stretches;
    const std::size_t end = std::min({begin + stretches, begin + mostStretches, all.size()});
    for (std::size_t stretch = begin; stretch < end; stretch += stretchesPerLine)
        __builtin_prefetch(all.data() + stretch);
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
