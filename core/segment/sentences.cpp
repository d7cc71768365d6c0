// SPDX-License-Identifier: GPL-3.0-or-later
#include "segment/sentences.h"

#include "segment/words.h"

#include <algorithm>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

namespace {

constexpr unsigned stopCheckMask = 0xFFF;

bool isTerminator(char c) noexcept
{
    return c == '.' || c == '!' || c == '?';
}

bool isOpener(char c) noexcept
{
    return (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '"' || c == '\'' || c == '(' || c == '[';
}

bool isBlankLine(std::string_view gap) noexcept
{
    return std::count(gap.begin(), gap.end(), '\n') >= 2;
}

void appendWord(std::vector<ByteRange> &pieces, std::string_view text, ByteRange gap, ByteRange word)
{
    if (!pieces.empty() && gap.size() == 1 && text[gap.begin] == ' ')
        pieces.back().end = word.end;
    else
        pieces.push_back(word);
}

} // namespace

Outcome<std::shared_ptr<const Segmentation>> segmentSentences(const Document &document, SentencePlan plan,
                                                              std::stop_token stop)
{
    const std::string_view text = document.text();
    auto segmentation = std::make_shared<Segmentation>();
    std::vector<Unit> &units = segmentation->units;
    std::vector<ByteRange> pieces;
    const bool wantsWordPieces = plan.join == Join::Space && plan.pieces == JoinPieces::Words;

    WordScanner words(text);
    for (unsigned count = 0; words.next(); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const ByteRange word = words.word();
        const ByteRange gap = words.gap();
        if (wantsWordPieces)
            appendWord(pieces, text, gap, word);
        if (units.empty()) {
            units.push_back({word, {}, BoundaryReason::DocumentStart});
            continue;
        }
        const bool isParagraph = isBlankLine(text.substr(gap.begin, gap.size()));
        bool isBoundary = isTerminator(text[gap.begin - 1]);
        if (plan.rule == SentenceRule::ParagraphOrTerminator)
            isBoundary = isBoundary || isParagraph;
        else if (plan.rule == SentenceRule::TerminatorThenOpener)
            isBoundary = isBoundary && isOpener(text[word.begin]);
        if (isBoundary)
            units.push_back({word, {}, isParagraph ? BoundaryReason::Paragraph : BoundaryReason::Sentence});
        else
            units.back().source.end = word.end;
    }
    if (plan.keepsOuterSpace && !units.empty()) {
        units.front().source.begin = 0;
        units.back().source.end = text.size();
    }

    if (plan.join == Join::Source) {
        segmentation->emitted = EmittedText::fromSource(document);
        for (Unit &unit : units)
            unit.emit = unit.source;
    } else {
        if (!wantsWordPieces) {
            pieces.reserve(units.size());
            for (const Unit &unit : units)
                pieces.push_back(unit.source);
        }
        segmentation->emitted = EmittedText::joinedWithSpaces(document, pieces);
        for (Unit &unit : units)
            unit.emit = {segmentation->emitted.emitOf(unit.source.begin),
                         segmentation->emitted.emitOf(unit.source.end - 1) + 1};
    }
    units.shrink_to_fit();
    return std::shared_ptr<const Segmentation>(std::move(segmentation));
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
    std::vector<ByteRange> pieces;
    std::vector<std::uint64_t> starts(RankedBits::wordsFor(text.size()));
    std::size_t joinedBytes = 0;
    WordScanner words(text);
    for (unsigned count = 0; words.next(); ++count) {
        if ((count & stopCheckMask) == 0 && stop.stop_requested())
            return Cancelled{};
        const std::size_t start = join == Join::Source ? words.word().begin : joinedBytes;
        starts[start / RankedBits::wordBits] |= std::uint64_t{1} << (start % RankedBits::wordBits);
        joinedBytes += words.word().size() + 1;
        if (join == Join::Space)
            appendWord(pieces, text, words.gap(), words.word());
    }
    auto segmentation = std::make_shared<Segmentation>();
    segmentation->emitted
        = join == Join::Source ? EmittedText::fromSource(document) : EmittedText::joinedWithSpaces(document, pieces);
    const std::size_t emittedBytes = segmentation->emitted.text()->size();
    starts.resize(RankedBits::wordsFor(emittedBytes));
    segmentation->wordStarts = RankedBits(std::move(starts), emittedBytes);
    return std::shared_ptr<const Segmentation>(std::move(segmentation));
}

} // namespace cw
