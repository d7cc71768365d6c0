// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentences.h"

#include "segment/itemmarks.h"
#include "segment/sentencebreaks.h"
#include "segment/spaceblocks.h"
#include "segment/words.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = (std::size_t{1} << 18U) - 1;

bool isOpener(char c) noexcept
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '"' || c == '\'' || c == '(' || c == '[';
}

bool isBlankLine(std::string_view gap) noexcept
{
    return std::count(gap.begin(), gap.end(), '\n') >= 2;
}

/// White space that a segmentation has to look at, between two words.
struct WideGap
{
    ByteRange bytes;
    bool isAfterTerminator = false;
};

bool isParagraphEnd(std::string_view text, const WideGap &gap) noexcept
{
    return gap.bytes.size() > 1 && isBlankLine(text.substr(gap.bytes.begin, gap.bytes.size()));
}

bool endsSentence(std::string_view text, const WideGap &gap, SentenceRule rule, bool isParagraph) noexcept
{
    if (rule == SentenceRule::ParagraphOrTerminator)
        return gap.isAfterTerminator || isParagraph;
    return gap.isAfterTerminator && (rule == SentenceRule::Terminator || isOpener(text[gap.bytes.end]));
}

/// Calls `visit(WideGap)` in order for all white space between words but single blanks that follow no terminator: in
/// prose one gap in a dozen. False when stopped.
template<class Visit>
[[nodiscard]] bool forEachWideGap(std::string_view text, const std::stop_token &stop, Visit visit)
{
    std::uint64_t wasSpace = 1; // white space at the start is no gap
    std::uint64_t wasTerminator = 0;
    bool isStopped = false;
    forEachSpaceBlock(text, [&](std::size_t base, const SpaceBlock &block) {
        if ((base & stopCheckMask) == 0 && stop.stop_requested()) {
            isStopped = true;
            return false;
        }
        constexpr unsigned last = spaceBlockBytes - 1;
        const std::uint64_t starts = block.spaces & ~(block.spaces << 1 | wasSpace);
        const std::uint64_t afterTerminator = block.terminators << 1 | wasTerminator;
        const std::uint64_t single = block.blanks & ~(block.spaces >> 1) & ~(std::uint64_t{1} << last);
        for (std::uint64_t wide = starts & (afterTerminator | ~single); wide != 0; wide &= wide - 1) {
            const auto bit = static_cast<unsigned>(std::countr_zero(wide));
            const std::size_t begin = base + bit;
            const std::size_t end = skipSpaces(text, begin, text.size());
            if (end < text.size())
                visit(WideGap{{begin, end}, (afterTerminator >> bit & 1) != 0});
        }
        wasSpace = block.spaces >> last;
        wasTerminator = block.terminators >> last;
        return true;
    });
    return !isStopped;
}

/// Makes units of the gaps between them, and the emitted text of the units or the words.
class UnitBuilder
{
public:
    UnitBuilder(const Document &document, SentencePlan plan)
        : m_text(document.text()), m_plan(plan), m_document(document), m_joiner(document)
    {
        m_words = stripSpaces(m_text, {0, m_text.size()});
        const std::size_t begin = m_plan.keepsOuterSpace ? 0 : m_words.begin;
        m_unit = {begin, begin};
        m_piece = m_unit.begin;
        m_pieceEmit = m_unit.begin;
        if (m_plan.join == Join::Space)
            m_pieceEmit = 0;
        m_unitEmit = m_pieceEmit;
    }

    void cross(const WideGap &gap)
    {
        const bool isParagraph = isParagraphEnd(m_text, gap);
        const bool isBoundary = endsSentence(m_text, gap, m_plan.rule, isParagraph)
            && !isBehindItemMark(m_text, m_document.sourceMap(), gap.bytes.end);
        if (isBoundary)
            cross(gap.bytes, isParagraph ? BoundaryReason::Paragraph : BoundaryReason::Sentence);
        else
            crossInside(gap.bytes);
    }

    /// A boundary; `gap` may be empty.
    void cross(ByteRange gap, BoundaryReason reason)
    {
        endUnit(gap.begin);
        if (!gap.isEmpty())
            endPiece(gap);
        m_unit.begin = gap.end;
        m_unitEmit = emitOf(gap.end);
        m_reason = reason;
    }

    /// White space inside a unit.
    void crossInside(ByteRange gap)
    {
        if (m_plan.pieces == JoinPieces::Words)
            endPiece(gap);
    }

    std::shared_ptr<const Segmentation> finish()
    {
        auto segmentation = std::make_shared<Segmentation>();
        if (!m_words.isEmpty()) {
            const std::size_t end = m_plan.keepsOuterSpace ? m_text.size() : m_words.end;
            endUnit(end);
            endPiece({end, end});
        }
        segmentation->emitted = m_plan.join == Join::Source ? EmittedText::fromSource(m_document) : m_joiner.take();
        m_units.shrink_to_fit();
        segmentation->units = std::move(m_units);
        return segmentation;
    }

private:
    void endPiece(ByteRange gap)
    {
        if (m_plan.join == Join::Source)
            return;
        m_joiner.add({m_piece, gap.begin});
        m_piece = gap.end;
        m_pieceEmit = m_joiner.nextBegin();
    }

    /// Of a byte in the piece being gone through.
    std::size_t emitOf(std::size_t byte) const { return m_pieceEmit + (byte - m_piece); }

    void endUnit(std::size_t end)
    {
        m_unit.end = end;
        m_units.push_back({m_unit, ByteRange{m_unitEmit, emitOf(end)}, m_reason});
    }

    std::string_view m_text;
    SentencePlan m_plan;
    const Document &m_document;
    EmittedText::Joiner m_joiner;
    std::vector<Unit> m_units;
    ByteRange m_words; ///< from the first word's begin to the last one's end
    ByteRange m_unit;
    BoundaryReason m_reason = BoundaryReason::DocumentStart;
    std::size_t m_piece = 0; ///< where the piece being gone through begins
    std::size_t m_pieceEmit = 0; ///< the same in the emitted text
    std::size_t m_unitEmit = 0;
};

Outcome<std::shared_ptr<const Segmentation>> segmentAtBreaks(const Document &document, SentencePlan plan,
                                                             const std::stop_token &stop)
{
    const std::string_view text = document.text();
    auto breaks = plan.rule == SentenceRule::Smart ? findSmartBreaks(text, stop) : findUnicodeBreaks(text, stop);
    if (breaks.isCancelled())
        return Cancelled{};
    if (!breaks)
        return breaks.error();
    std::erase_if(*breaks, [&](const SentenceBreak &found) {
        return isBehindItemMark(text, document.sourceMap(), found.gap.end);
    });
    UnitBuilder builder(document, plan);
    auto next = breaks->begin();
    const auto crossUntil = [&](std::size_t byte) {
        for (; next != breaks->end() && next->gap.begin < byte; ++next)
            builder.cross(next->gap, next->reason);
    };
    if (plan.join == Join::Space && plan.pieces == JoinPieces::Words) {
        const auto visit = [&](const WideGap &gap) {
            crossUntil(gap.bytes.begin);
            if (next != breaks->end() && next->gap.begin == gap.bytes.begin)
                crossUntil(gap.bytes.begin + 1);
            else
                builder.crossInside(gap.bytes);
        };
        if (!forEachWideGap(text, stop, visit))
            return Cancelled{};
    }
    crossUntil(text.size());
    return builder.finish();
}

} // namespace

Outcome<std::shared_ptr<const Segmentation>> segmentSentences(const Document &document, SentencePlan plan,
                                                              std::stop_token stop)
{
    if (plan.rule == SentenceRule::Unicode || plan.rule == SentenceRule::Smart)
        return segmentAtBreaks(document, plan, stop);
    UnitBuilder builder(document, plan);
    if (!forEachWideGap(document.text(), stop, [&](const WideGap &gap) { builder.cross(gap); }))
        return Cancelled{};
    return builder.finish();
}

void appendSentenceStarts(std::string_view text, ByteRange range, SentenceRule rule, std::vector<std::uint32_t> &starts)
{
    const std::string_view part = text.substr(range.begin, range.size());
    const auto visit = [&](const WideGap &gap) {
        if (endsSentence(part, gap, rule, isParagraphEnd(part, gap)))
            starts.push_back(static_cast<std::uint32_t>(range.begin + gap.bytes.end));
    };
    static_cast<void>(forEachWideGap(part, std::stop_token(), visit));
}

std::shared_ptr<const Segmentation> unsegmented(const Document &document)
{
    auto segmentation = std::make_shared<Segmentation>();
    segmentation->emitted = EmittedText::fromSource(document);
    return segmentation;
}

Outcome<std::shared_ptr<const Segmentation>> segmentWords(const Document &document, Join join, std::stop_token stop)
{
    const std::string_view text = document.text();
    const bool isSource = join == Join::Source;
    std::vector<std::uint64_t> starts(RankedBits::wordsFor(text.size()));
    auto segmentation = std::make_shared<Segmentation>();
    if (isSource) {
        std::uint64_t wasSpace = 1;
        bool isStopped = false;
        forEachSpaceBlock(text, [&](std::size_t base, const SpaceBlock &block) {
            isStopped = (base & stopCheckMask) == 0 && stop.stop_requested();
            std::uint64_t found = ~block.spaces & (block.spaces << 1 | wasSpace);
            if (text.size() - base < spaceBlockBytes)
                found &= (std::uint64_t{1} << (text.size() - base)) - 1;
            starts[base / RankedBits::wordBits] = found;
            wasSpace = block.spaces >> (spaceBlockBytes - 1);
            return !isStopped;
        });
        if (isStopped)
            return Cancelled{};
        segmentation->emitted = EmittedText::fromSource(document);
    } else {
        const ByteRange words = stripSpaces(text, {0, text.size()});
        EmittedText::Joiner joiner(document);
        std::size_t piece = words.begin;
        const auto endPiece = [&](ByteRange gap) {
            joiner.add({piece, gap.begin});
            piece = gap.end;
        };
        if (!forEachWideGap(text, stop, [&](const WideGap &gap) { endPiece(gap.bytes); }))
            return Cancelled{};
        if (!words.isEmpty())
            endPiece({words.end, words.end});
        segmentation->emitted = joiner.take();
        // between the words of the joined text there are single blanks and nothing else
        const std::string_view joined = *segmentation->emitted.text();
        starts.assign(RankedBits::wordsFor(joined.size()), 0);
        std::uint64_t wasBlank = 1;
        forEachSpaceBlock(joined, [&](std::size_t base, const SpaceBlock &block) {
            std::uint64_t found = block.blanks << 1 | wasBlank;
            if (joined.size() - base < spaceBlockBytes)
                found &= (std::uint64_t{1} << (joined.size() - base)) - 1;
            starts[base / RankedBits::wordBits] = found;
            wasBlank = block.blanks >> (spaceBlockBytes - 1);
            return true;
        });
    }
    const std::size_t emittedBytes = segmentation->emitted.text()->size();
    segmentation->wordStarts = RankedBits(std::move(starts), emittedBytes);
    return std::shared_ptr<const Segmentation>(std::move(segmentation));
}

} // namespace cw
