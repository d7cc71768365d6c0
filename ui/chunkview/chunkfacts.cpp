// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/chunkfacts.h"

#include "models/texts.h"
#include "run/effectiveconfig.h"
#include "run/otherchunk.h"
#include "run/returning.h"
#include "segment/words.h"
#include "strategies/strategy.h"

#include <QCoreApplication>
#include <QLocale>
#include <QStringList>

#include <algorithm>

namespace cw {
namespace {

constexpr std::size_t mostMessages = 8;
constexpr std::size_t mostPrefixCharacters = 200;

QString tr(const char *text, int count = -1)
{
    return QCoreApplication::translate("ChunkFacts", text, nullptr, count);
}

QString utf8(std::string_view text)
{
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

} // namespace

QString countText(std::uint64_t value)
{
    return QLocale().toString(static_cast<qulonglong>(value));
}

std::span<const Finding> ChunkFacts::findings(ChunkRange range) const
{
    return findingsOf(snapshot->audit.findings, document, range);
}

std::size_t ChunkFacts::maxTokens() const
{
    return maxTextTokensOf(*snapshot, document);
}

bool ChunkFacts::marksWords(const Finding &finding) const
{
    return !finding.where.contains(chunks()[finding.chunk].source)
        && finding.where != set()->overlapWithPrevious(finding.chunk);
}

QString ChunkFacts::prefixLine(std::size_t chunk) const
{
    return oneLine(set()->prefix(chunk), mostPrefixCharacters);
}

QString ChunkFacts::returnedNote(std::size_t chunk) const
{
    if (!returnsMore())
        return {};
    const ReturnedPlace place = returnedFor(*snapshot, document, chunk);
    if (!hasParents(*snapshot))
        return tr("%1 tokens with neighbours").arg(countText(place.facts().tokens));
    const ChildRange children = childrenOf(*snapshot, document, place.number);
    if (children.begin + 1 == children.end)
        return tr("parent %1, this chunk alone").arg(countText(place.number + 1));
    return tr("parent %1, chunk %2 of %3 in it")
        .arg(countText(place.number + 1), countText(chunk - children.begin + 1),
             countText(children.end - children.begin));
}

QString ChunkFacts::returnedSentence(std::size_t chunk) const
{
    if (!returnsMore())
        return {};
    const ReturnedPlace place = returnedFor(*snapshot, document, chunk);
    const QString tokens = countText(place.facts().tokens);
    if (!hasParents(*snapshot))
        return tr("Returned for it: the chunk with its neighbours, %1 tokens.").arg(tokens);
    const ChildRange children = childrenOf(*snapshot, document, place.number);
    const QString parent = countText(place.number + 1);
    const QString parents = countText(place.set->size());
    if (children.begin + 1 == children.end)
        return tr("Returned for it: parent %1 of %2, which holds this chunk alone, %3 tokens.")
            .arg(parent, parents, tokens);
    return tr("Returned for it: parent %1 of %2 with chunks %3 to %4, %5 tokens.")
        .arg(parent, parents, countText(children.begin + 1), countText(children.end), tokens);
}

QString ChunkFacts::chunkSummary(std::size_t chunk) const
{
    const Chunk &facts = chunks()[chunk];
    const std::uint32_t tokens = facts.embeddedTokens();
    QString text = tokens == 1 ? tr("Chunk %1 of %2 · %3 token") : tr("Chunk %1 of %2 · %3 tokens");
    text = text.arg(countText(chunk + 1), countText(chunks().size()), countText(tokens));
    if (facts.prefixTokens > 0)
        text += tr(" · %1 of them its prefix").arg(countText(static_cast<std::uint64_t>(facts.prefixTokens)));
    if (facts.overlapTokens > 0)
        text += tr(" · %1 of them shared with chunk %2").arg(countText(facts.overlapTokens), countText(chunk));
    if (const QString returned = returnedNote(chunk); !returned.isEmpty())
        text += tr(" · %1").arg(returned);
    if (const QString where = pages(chunk); !where.isEmpty())
        text += tr(" · %1").arg(where);
    return text;
}

QString ChunkFacts::pages(std::size_t chunk) const
{
    const SourceMap *map = set()->document().sourceMap();
    if (!map || map->pages().empty())
        return {};
    const auto [first, last] = map->pagesOf(chunks()[chunk].source);
    const QString from = utf8(map->pages()[first].label);
    return first == last ? tr("page %1").arg(from) : tr("pages %1 to %2").arg(from, utf8(map->pages()[last].label));
}

QString ChunkFacts::headingPath(std::size_t chunk) const
{
    return blocks ? headingPathText(*blocks, shownDocument()->text(), chunks()[chunk].source.begin) : QString();
}

bool ChunkFacts::hasMoreHeadingsThanPrefix(std::size_t chunk) const
{
    const Chunk &facts = chunks()[chunk];
    return blocks && blocks->headingPathAt(facts.source.begin).size() > facts.prefixHeadings;
}

QStringList ChunkFacts::pinSentences(std::size_t chunk) const
{
    const ByteRange bytes = chunks()[chunk].source;
    const std::string_view text = shownDocument()->text();
    QStringList sentences;
    std::uint64_t forbiddenInside = 0;
    for (const PinPlace &place : std::ranges::equal_range(snapshot->pinPlaces, document, {}, &PinPlace::document)) {
        const bool isBefore = place.byte <= bytes.begin;
        const bool isBehind = place.byte >= bytes.end;
        const bool isHere = isBefore ? skipSpaces(text, place.byte, bytes.begin) == bytes.begin
            : isBehind               ? skipSpaces(text, bytes.end, place.byte) == place.byte
                                     : true;
        if (place.state == PinState::Lost || !isHere || sentences.size() >= static_cast<qsizetype>(mostMessages))
            continue;
        const bool isBreak = snapshot->config.pins[place.pin].kind == PinKind::Break;
        const QString problem = place.holds() ? QString() : utf8(place.problem);
        if (isBreak && place.holds())
            sentences << (isBefore ? tr("A break is pinned where it begins.") : tr("A break is pinned where it ends."));
        else if (isBreak)
            sentences << tr("A break pinned here does not hold. %1").arg(problem);
        else if (!place.holds())
            sentences << (isBefore ? tr("It begins where a break is forbidden. %1").arg(problem)
                                   : tr("It ends where a break is forbidden. %1").arg(problem));
        else
            ++forbiddenInside;
    }
    if (forbiddenInside == 1)
        sentences << tr("A break is forbidden at one place in it.");
    else if (forbiddenInside > 1)
        sentences << tr("Breaks are forbidden at %1 places in it.").arg(countText(forbiddenInside));
    return sentences;
}

QString ChunkFacts::chunkDescription(std::size_t chunk) const
{
    const Chunk &facts = chunks()[chunk];
    QStringList lines{chunkSummary(chunk)};
    if (hasMoreHeadingsThanPrefix(chunk))
        lines << tr("Under: %1").arg(headingPath(chunk));
    if (facts.hasPrefix())
        lines << tr("Set before the text: %1").arg(prefixLine(chunk));
    if (const QString returned = returnedSentence(chunk); !returned.isEmpty())
        lines << returned;
    lines << tr("Start: %1").arg(utf8(boundaryReasonHelp(facts.startReason)));
    lines << tr("End: %1").arg(utf8(boundaryReasonHelp(facts.endReason)));
    lines << pinSentences(chunk);
    const std::span<const Finding> found = findings({chunk, chunk + 1});
    for (const Finding &finding : found.first(std::min(found.size(), mostMessages))) {
        lines << tr("%1: %2").arg(utf8(rules()[finding.rule]->title),
                                  QString::fromStdString(findingMessage(*snapshot, finding)));
    }
    if (found.size() > mostMessages)
        lines << tr("and %1 more findings").arg(countText(found.size() - mostMessages));
    return lines.join(QLatin1Char('\n'));
}

} // namespace cw
