// SPDX-License-Identifier: GPL-3.0-or-later
// The token under the pointer and the one under the cursor.
#include "chunkview/chunkview_p.h"
#include "chunkview/tokentext.h"

#include <QAccessible>

#include <algorithm>

namespace cw {

void ChunkView::Private::setPointer(std::optional<QPointF> point)
{
    if (!tokensShown || pointer == point)
        return;
    pointer = point;
    q->viewport()->update();
    updateTokenNote();
}

void ChunkView::Private::setTokenCursor(const std::optional<TokenCursor> &cursor)
{
    if (!cursor && !tokenCursor)
        return;
    tokenCursor = cursor;
    q->viewport()->update();
    updateTokenNote();
}

TokenCursor ChunkView::Private::cursorAt(std::uint32_t chunk, const ChunkToken &token) const
{
    return {chunk, token, facts.set()->emitted().sourceOf(token.bytes.begin)};
}

/// The first token of the chunk that has the byte or comes after it.
std::optional<TokenCursor> ChunkView::Private::tokenFrom(std::uint32_t chunk, std::size_t sourceByte)
{
    const std::shared_ptr<const ChunkTokens> tokens = tokenCache.tokens(chunk);
    if (!tokens || tokens->count() == 0)
        return std::nullopt;
    const ByteRange emit = facts.chunks()[chunk].emit;
    const std::size_t from = std::clamp(facts.set()->emitted().emitOf(sourceByte), emit.begin, emit.end - 1);
    for (std::size_t reach = 64;; reach *= 4) { // white space may be no token
        const std::size_t to = std::min(emit.end, from + reach);
        const std::vector<ChunkToken> found = tokens->touching({from, to});
        if (!found.empty())
            return cursorAt(chunk, found.front());
        if (to == emit.end)
            return cursorAt(chunk, tokens->at(tokens->count() - 1));
    }
}

void ChunkView::Private::findTokenCursorAgain()
{
    if (!tokenCursor)
        return;
    const std::size_t byte = tokenCursor->sourceByte;
    std::optional<TokenCursor> again;
    if (tokensShown && facts) {
        const std::vector<Chunk> &chunks = facts.chunks();
        const bool isInCurrent = current && current->chunk && *current->chunk < chunks.size()
            && chunks[*current->chunk].source.contains(byte);
        const std::size_t chunk = isInCurrent ? *current->chunk : facts.set()->lastChunkAt(byte);
        if (chunk < chunks.size())
            again = tokenFrom(static_cast<std::uint32_t>(chunk), byte);
    }
    setTokenCursor(again);
}

std::optional<TokenCursor> ChunkView::Private::neighbourOf(const TokenCursor &cursor, bool forward)
{
    std::uint32_t chunk = cursor.chunk;
    std::shared_ptr<const ChunkTokens> tokens = tokenCache.tokens(chunk);
    if (!tokens)
        return std::nullopt;
    const std::size_t number = cursor.token.number;
    if (forward ? number + 1 < tokens->count() : number > 0)
        return cursorAt(chunk, tokens->at(forward ? number + 1 : number - 1));
    while (forward ? chunk + 1 < facts.chunks().size() : chunk > 0) {
        chunk = forward ? chunk + 1 : chunk - 1;
        tokens = tokenCache.tokens(chunk);
        if (!tokens)
            return std::nullopt;
        if (tokens->count() > 0)
            return cursorAt(chunk, tokens->at(forward ? 0 : tokens->count() - 1));
    }
    return std::nullopt;
}

void ChunkView::Private::stepToken(bool forward)
{
    if (!tokensShown || !facts || facts.chunks().empty() || flow().isEmpty())
        return;
    std::optional<TokenCursor> next;
    if (tokenCursor) {
        next = neighbourOf(*tokenCursor, forward);
    } else {
        std::optional<TextPlace> top = topPlace();
        const std::size_t byte = current ? current->bytes.begin : top ? flow().sourceOf(*top) : 0;
        std::size_t chunk = current && current->chunk ? *current->chunk : facts.set()->lastChunkAt(byte);
        if (chunk >= facts.chunks().size())
            chunk = std::min(facts.set()->firstChunkEndingAfter(byte), facts.chunks().size() - 1);
        next = tokenFrom(static_cast<std::uint32_t>(chunk), byte);
    }
    tokenCache.allAsked();
    if (!next)
        return updateTokenNote();
    setTokenCursor(next);
    const std::size_t begin = next->sourceByte;
    isSteppingToken = true;
    if (!current || current->chunk != next->chunk)
        activate({facts.document, next->chunk, {begin, begin}}, false);
    isSteppingToken = false;
    const bool isCard = mode == ChunkViewMode::Cards;
    reveal(isCard ? TextPlace{next->chunk, next->token.bytes.begin} : flow().placeOf(begin, next->chunk));
    if (QAccessible::isActive()) {
        QAccessibleEvent changed(q, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
        if (QAccessibleInterface *view = QAccessible::queryAccessibleInterface(q)) {
            QAccessibleTextCursorEvent moved(q, view->textInterface()->cursorPosition());
            QAccessible::updateAccessibility(&moved);
        }
    }
}

void ChunkView::Private::updateTokenNote()
{
    QString note;
    if (const std::optional<TokensUnder> under = pointer ? tokensUnder(*pointer) : std::nullopt) {
        note = tokenSummary(facts, under->chunk, under->tokens.front());
        if (under->tokens.size() > 1)
            note = q->tr("%1 · %2 tokens in this character").arg(note, countText(under->tokens.size()));
    } else if (tokenCursor) {
        note = q->currentTokenText();
    }
    if (note == tokenNote)
        return;
    tokenNote = note;
    Q_EMIT q->tokenNoteChanged(note);
}

void ChunkView::stepToken(bool forward)
{
    d->stepToken(forward);
}

QString ChunkView::currentTokenText() const
{
    return d->tokenCursor ? tokenSummary(d->facts, d->tokenCursor->chunk, d->tokenCursor->token) : QString();
}

std::optional<ByteRange> ChunkView::currentTokenBytes() const
{
    if (!d->tokenCursor)
        return std::nullopt;
    const EmittedText &emitted = d->facts.set()->emitted();
    const ByteRange bytes = d->tokenCursor->token.bytes;
    const std::size_t begin = emitted.sourceOf(bytes.begin);
    return ByteRange{begin, bytes.isEmpty() ? begin : emitted.sourceOf(bytes.end - 1) + 1};
}

} // namespace cw
