// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens and white space over the text.
#include "chunkview/chunkview_p.h"
#include "text/utf8.h"

#include <QFontMetricsF>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace cw {
namespace {

constexpr double tickHeight = 3;
constexpr double bracketLift = 2; ///< above the line's bottom
constexpr double narrowestShare = 4; ///< of a bracket that is divided among tokens
constexpr double countSize = 0.5; ///< of the text's size
constexpr double smallestCountPixels = 8;

} // namespace

MarkMetrics ChunkView::Private::markMetrics(const BlockLayout &layout) const
{
    return {0, QFontMetricsF(layout.font()).xHeight()};
}

double ChunkView::Private::lineEndWidth(const BlockLayout &layout) const
{
    return std::ceil(QFontMetricsF(layout.font()).xHeight() * 1.4);
}

std::uint32_t ChunkView::Private::tokenOwner(const ChunkSpan &span) const
{
    const bool isCurrent = current && current->chunk && span.isCoveredBy(*current->chunk);
    return isCurrent ? *current->chunk : span.lastChunk();
}

std::vector<TokenRegion> ChunkView::Private::tokenRegions(const ShownBlock &block) const
{
    const ByteRange shown = block.bytesInView();
    if (mode == ChunkViewMode::Cards)
        return {{static_cast<std::uint32_t>(block.item.key.card), shown}};
    std::vector<TokenRegion> regions;
    for (const ChunkSpan &span : chunkSpans(facts.chunks(), shown)) {
        if (span.chunkCount == 0)
            continue;
        const std::uint32_t owner = tokenOwner(span);
        if (!regions.empty() && regions.back().chunk == owner && regions.back().shown.end == span.bytes.begin)
            regions.back().shown.end = span.bytes.end;
        else
            regions.push_back({owner, span.bytes});
    }
    return regions;
}

ByteRange ChunkView::Private::shownBytesOf(const ChunkToken &token) const
{
    const EmittedText &emitted = facts.set()->emitted();
    if (mode == ChunkViewMode::Cards || emitted.join() == Join::Source)
        return token.bytes;
    const std::size_t begin = emitted.sourceOf(token.bytes.begin);
    return {begin, token.bytes.isEmpty() ? begin : std::max(begin, emitted.sourceOf(token.bytes.end - 1) + 1)};
}

std::vector<PlacedToken> ChunkView::Private::tokensIn(const TokenRegion &region)
{
    const std::shared_ptr<const ChunkTokens> tokens = tokenCache.tokens(region.chunk);
    if (!tokens)
        return {};
    ByteRange emit = region.shown;
    if (mode == ChunkViewMode::Source) {
        emit = emitted(region.shown, region.chunk);
        if (facts.set()->join() != Join::Source && emit.begin > 0)
            --emit.begin; // the space that stands for what the region begins with
    }
    std::vector<PlacedToken> placed;
    for (const ChunkToken &token : tokens->touching(emit)) {
        const ByteRange shown = shownBytesOf(token);
        if (shown.intersects(region.shown) || (shown.isEmpty() && region.shown.contains(shown.begin)))
            placed.push_back({region.chunk, token, shown});
    }
    return placed;
}

std::optional<TokensUnder> ChunkView::Private::tokensUnder(QPointF point)
{
    if (!tokensShown || !facts || flow().isEmpty() || gutterRect().contains(point))
        return std::nullopt;
    const std::optional<ShownBlock> block = blockAt(point.y());
    if (!block)
        return std::nullopt;
    const BlockLayout &layout = *block->layout;
    const QPointF inside = point - block->origin;
    if (inside.y() < 0 || inside.y() >= layout.height())
        return std::nullopt;
    const std::size_t byte = layout.byteUnder(inside);
    if (byte >= layout.bytes().end)
        return std::nullopt;
    const ByteRange character = layout.characterAt(byte);
    const auto isUnder
        = [&](const LinePart &part) { return inside.x() >= part.interval.left && inside.x() <= part.interval.right; };
    const std::vector<LinePart> parts = partsOf(layout, character, 0, layout.lines().size(), lineEndWidth(layout));
    if (std::ranges::none_of(parts, isUnder))
        return std::nullopt;
    for (const TokenRegion &region : tokenRegions(*block)) {
        if (!region.shown.contains(byte))
            continue;
        TokensUnder under{region.chunk, {}};
        for (const PlacedToken &placed : tokensIn({region.chunk, intersection(character, region.shown)}))
            under.tokens.push_back(placed.token);
        return under.tokens.empty() ? std::nullopt : std::optional(under);
    }
    return std::nullopt;
}

void ChunkView::Private::paintMarks(QPainter &painter, const ShownBlock &block)
{
    if (tokensShown)
        drawTokens(painter, block);
    if (whiteSpaceShown)
        drawWhiteSpace(painter, block);
}

void ChunkView::Private::drawTokens(QPainter &painter, const ShownBlock &block)
{
    const std::optional<TokensUnder> under = pointer ? tokensUnder(*pointer) : std::nullopt;
    std::vector<SharedCharacter> shared;
    for (const TokenRegion &region : tokenRegions(block)) {
        const std::vector<PlacedToken> tokens = tokensIn(region);
        for (const TokenGroup &group : groupTokens(*block.layout, tokens, region.shown)) {
            drawTokenGroup(painter, block, group);
            shared.insert(shared.end(), group.shared.begin(), group.shared.end());
        }
        const auto outline = [&](std::uint32_t chunk, std::size_t first, std::size_t last, double width) {
            if (chunk != region.chunk)
                return;
            const auto begin = std::ranges::find_if(
                tokens, [first](const PlacedToken &placed) { return placed.token.number >= first; });
            const auto end = std::find_if(begin, tokens.end(),
                                          [last](const PlacedToken &placed) { return placed.token.number > last; });
            painter.setPen(QPen(colors.accent, width));
            outlineToken(painter, block, region, {begin, end});
        };
        if (under)
            outline(under->chunk, under->tokens.front().number, under->tokens.back().number, 1);
        if (tokenCursor)
            outline(tokenCursor->chunk, tokenCursor->token.number, tokenCursor->token.number, 2);
    }
    painter.setPen(colors.text);
    painter.setFont(tokenFigureFont());
    for (const TokenFigure &figure : tokenFigures(block, shared))
        painter.drawText(figure.rect.bottomLeft(), QString::number(figure.tokens));
}

QFont ChunkView::Private::tokenFigureFont() const
{
    QFont font = q->font();
    font.setPixelSize(
        static_cast<int>(std::max(smallestCountPixels, std::round(QFontMetricsF(textFont).ascent() * countSize))));
    return font;
}

double ChunkView::Private::tokenFigureHeight() const
{
    return std::ceil(QFontMetricsF(tokenFigureFont()).capHeight()) + 2;
}

std::vector<TokenFigure> ChunkView::Private::tokenFigures(const ShownBlock &block,
                                                          std::span<const SharedCharacter> shared) const
{
    const BlockLayout &layout = *block.layout;
    const QFontMetricsF metrics(tokenFigureFont());
    std::vector<TokenFigure> figures;
    const double height = tokenFigureHeight();
    for (const SharedCharacter &character : shared) {
        for (const LinePart &part :
             partsOf(layout, character.bytes, block.firstLine, block.endLine, lineEndWidth(layout))) {
            const double width = metrics.horizontalAdvance(QString::number(character.tokens));
            const double middle = block.origin.x() + (part.interval.left + part.interval.right) / 2;
            const double top = block.origin.y() + layout.lines()[part.line].top;
            figures.push_back({QRectF(middle - width / 2, top, width, height), character.tokens});
        }
    }
    std::ranges::sort(figures, {},
                      [](const TokenFigure &figure) { return std::pair(figure.rect.top(), figure.rect.left()); });
    const auto runInto = [](const TokenFigure &before, const TokenFigure &figure) {
        return before.rect.top() == figure.rect.top() && figure.rect.left() < before.rect.right() + 1;
    };
    figures.erase(std::unique(figures.begin(), figures.end(), runInto), figures.end());
    return figures;
}

void ChunkView::Private::drawTokenGroup(QPainter &painter, const ShownBlock &block, const TokenGroup &group)
{
    const BlockLayout &layout = *block.layout;
    painter.setPen(colors.mark);
    const auto bottomOf = [&](const LinePart &part) {
        return std::floor(block.origin.y() + layout.lines()[part.line].bottom() - bracketLift);
    };
    const std::vector<LinePart> parts
        = partsOf(layout, group.bytes, block.firstLine, block.endLine, lineEndWidth(layout));
    for (const LinePart &part : parts) {
        const double y = bottomOf(part);
        const bool isFirst = &part == &parts.front();
        const bool isLast = &part == &parts.back();
        const double left = std::round(block.origin.x() + part.interval.left) + 1;
        const double right = std::max(left, std::round(block.origin.x() + part.interval.right) - 1);
        painter.drawLine(QPointF(left, y), QPointF(right, y));
        if (part.hasLeftEnd && !(isFirst && group.isCutBefore))
            painter.drawLine(QPointF(left, y - tickHeight), QPointF(left, y));
        if (part.hasRightEnd && !(isLast && group.isCutAfter))
            painter.drawLine(QPointF(right, y - tickHeight), QPointF(right, y));
    }
    for (const SharedCharacter &shared : group.shared) {
        for (const LinePart &part :
             partsOf(layout, shared.bytes, block.firstLine, block.endLine, lineEndWidth(layout))) {
            const double left = block.origin.x() + part.interval.left;
            const double width = part.interval.right - part.interval.left;
            const double y = bottomOf(part);
            const double share = width / static_cast<double>(shared.tokens);
            for (std::size_t i = 1; i < shared.tokens && share >= narrowestShare; ++i) {
                const double x = std::round(left + share * static_cast<double>(i));
                painter.drawLine(QPointF(x, y - tickHeight), QPointF(x, y));
            }
        }
    }
}

void ChunkView::Private::outlineToken(QPainter &painter, const ShownBlock &block, const TokenRegion &region,
                                      std::span<const PlacedToken> tokens)
{
    if (tokens.empty())
        return;
    ByteRange bytes = wholeCharacters(*block.layout, tokens.front().shown, region.shown);
    bytes.end = std::max(bytes.end, wholeCharacters(*block.layout, tokens.back().shown, region.shown).end);
    painter.setBrush(Qt::NoBrush);
    for (const LinePart &part :
         partsOf(*block.layout, bytes, block.firstLine, block.endLine, lineEndWidth(*block.layout))) {
        const VisualLine &shape = block.layout->lines()[part.line];
        const double left = std::round(block.origin.x() + part.interval.left);
        const double right = std::max(left + 2, std::round(block.origin.x() + part.interval.right));
        painter.drawRect(QRectF(left, std::round(block.origin.y() + shape.top), right - left, shape.height - 1));
    }
}

void ChunkView::Private::drawWhiteSpace(QPainter &painter, const ShownBlock &block)
{
    const BlockLayout &layout = *block.layout;
    MarkMetrics metrics = markMetrics(layout);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors.mark, std::max(1.0, metrics.xHeight / 9)));
    for (std::size_t line = block.firstLine; line < block.endLine; ++line) {
        const VisualLine &shape = layout.lines()[line];
        metrics.baseline = block.origin.y() + shape.baseline;
        ByteRange bytes = layout.bytesInView(line);
        const bool showsEnd = bytes.end == layout.bytes().end;
        bytes.end = std::min(bytes.end, layout.textEnd());
        for (std::size_t byte = bytes.begin; byte < bytes.end;) {
            const DecodedCharacter character = decodeCharacter(shownText(), byte);
            const WhiteSpaceMark mark = whiteSpaceMark(character.codePoint);
            const ByteRange range{byte, byte + character.byteLength};
            byte = range.end;
            if (mark == WhiteSpaceMark::None)
                continue;
            for (const Interval &part : layout.intervalsOf(line, range)) {
                const QRectF cell(block.origin.x() + part.left, block.origin.y() + shape.top, part.right - part.left,
                                  shape.height);
                drawWhiteSpaceMark(painter, mark, cell, metrics, shape.isRightToLeft);
            }
        }
        if (showsEnd && layout.textEnd() < layout.bytes().end) {
            const Interval part = lineEndCell(layout, lineEndWidth(layout));
            const QRectF cell(block.origin.x() + part.left, block.origin.y() + shape.top, part.right - part.left,
                              shape.height);
            const std::size_t end = layout.bytes().end;
            drawLineEndMark(painter, shownText().substr(layout.textEnd(), end - layout.textEnd()), cell, metrics,
                            shape.isRightToLeft);
        }
    }
    painter.restore();
}

QString ChunkView::Private::whiteSpaceUnder(QPointF point)
{
    const std::optional<ShownBlock> block = blockAt(point.y());
    if (!whiteSpaceShown || !block || gutterRect().contains(point))
        return {};
    const BlockLayout &layout = *block->layout;
    const QPointF inside = point - block->origin;
    if (inside.y() < 0 || inside.y() >= layout.height())
        return {};
    const std::size_t byte = layout.byteUnder(inside);
    if (byte >= layout.bytes().end)
        return {};
    const ByteRange character = layout.characterAt(byte);
    const std::vector<LinePart> parts = partsOf(layout, character, 0, layout.lines().size(), lineEndWidth(layout));
    const bool isUnder = std::ranges::any_of(parts, [&](const LinePart &part) {
        return inside.x() >= part.interval.left && inside.x() <= part.interval.right;
    });
    if (!isUnder)
        return {};
    if (byte >= layout.textEnd())
        return lineEndName(shownText().substr(character.begin, character.size()));
    QStringList names;
    for (std::size_t at = character.begin; at < character.end;) {
        const DecodedCharacter decoded = decodeCharacter(shownText(), at);
        if (const QString name = whiteSpaceName(decoded.codePoint); !name.isEmpty() && !names.contains(name))
            names << name;
        at += decoded.byteLength;
    }
    return names.join(QStringLiteral(", "));
}

void ChunkView::setTokensShown(bool shown)
{
    if (d->tokensShown == shown)
        return;
    d->tokensShown = shown;
    d->pointer.reset();
    d->setTokenCursor({});
    d->updateStyle();
    d->updateTokenNote();
    viewport()->update();
}

bool ChunkView::tokensShown() const noexcept
{
    return d->tokensShown;
}

void ChunkView::setWhiteSpaceShown(bool shown)
{
    d->whiteSpaceShown = shown;
    viewport()->update();
}

bool ChunkView::whiteSpaceShown() const noexcept
{
    return d->whiteSpaceShown;
}

std::pair<std::size_t, std::size_t> ChunkView::bytesTokenized() const noexcept
{
    return {d->tokenCache.bytesTokenized(), d->tokenCache.bytesTokenizedAtOnce()};
}

std::vector<ChunkView::TokenMark> ChunkView::tokenMarks() const
{
    std::vector<TokenMark> marks;
    if (!d->tokensShown)
        return marks;
    for (const ShownBlock &block : d->shownBlocks()) {
        for (const TokenRegion &region : d->tokenRegions(block)) {
            const std::vector<PlacedToken> tokens = d->tokensIn(region);
            for (const TokenGroup &group : groupTokens(*block.layout, tokens, region.shown)) {
                TokenMark mark{region.chunk, tokens[group.first].token.number, group.count, {}};
                for (const LinePart &part : partsOf(*block.layout, group.bytes, block.firstLine, block.endLine,
                                                    d->lineEndWidth(*block.layout))) {
                    const VisualLine &line = block.layout->lines()[part.line];
                    mark.rects.emplace_back(block.origin.x() + part.interval.left, block.origin.y() + line.top,
                                            part.interval.right - part.interval.left, line.height);
                }
                marks.push_back(std::move(mark));
            }
        }
    }
    return marks;
}

std::vector<QRectF> ChunkView::tokenFigures() const
{
    std::vector<QRectF> rects;
    if (!d->tokensShown)
        return rects;
    for (const ShownBlock &block : d->shownBlocks()) {
        std::vector<SharedCharacter> shared;
        for (const TokenRegion &region : d->tokenRegions(block)) {
            for (const TokenGroup &group : groupTokens(*block.layout, d->tokensIn(region), region.shown))
                shared.insert(shared.end(), group.shared.begin(), group.shared.end());
        }
        for (const TokenFigure &figure : d->tokenFigures(block, shared))
            rects.push_back(figure.rect);
    }
    return rects;
}

} // namespace cw
