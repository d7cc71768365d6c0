// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/chunkviewaccessible.h"

#include "chunkview/chunkfacts.h"
#include "chunkview/chunkview.h"
#include "chunkview/displaytext.h"
#include "text/utf8.h"

#include <algorithm>
#include <optional>

namespace cw {
namespace {

struct CurrentChunk
{
    ChunkFacts facts;
    std::size_t chunk = 0;
    std::size_t caretByte = 0; ///< in the source

    [[nodiscard]] std::string_view text() const { return facts.set()->text(chunk); }
};

std::optional<CurrentChunk> currentOf(const ChunkView &view)
{
    const std::optional<Place> place = view.currentPlace();
    if (!view.snapshot() || !place || !place->chunk)
        return std::nullopt;
    const ByteRange bytes = view.currentTokenBytes().value_or(place->bytes);
    CurrentChunk current{{view.snapshot(), view.document()}, *place->chunk, bytes.begin};
    return current.chunk < current.facts.chunks().size() ? std::optional(current) : std::nullopt;
}

} // namespace

ChunkViewAccessible::ChunkViewAccessible(ChunkView *view) : QAccessibleWidget(view, QAccessible::EditableText) { }

void ChunkViewAccessible::install()
{
    static const bool isInstalled = [] {
        QAccessible::installFactory([](const QString &, QObject *object) -> QAccessibleInterface * {
            auto *chunkView = qobject_cast<ChunkView *>(object);
            return chunkView ? new ChunkViewAccessible(chunkView) : nullptr;
        });
        return true;
    }();
    static_cast<void>(isInstalled);
}

ChunkView *ChunkViewAccessible::view() const
{
    return static_cast<ChunkView *>(object());
}

void *ChunkViewAccessible::interface_cast(QAccessible::InterfaceType type)
{
    if (type == QAccessible::TextInterface)
        return static_cast<QAccessibleTextInterface *>(this);
    return QAccessibleWidget::interface_cast(type);
}

QAccessible::State ChunkViewAccessible::state() const
{
    QAccessible::State state = QAccessibleWidget::state();
    state.readOnly = true;
    state.multiLine = true;
    state.selectableText = true;
    return state;
}

QString ChunkViewAccessible::text(QAccessible::Text kind) const
{
    const std::optional<CurrentChunk> current = currentOf(*view());
    if (kind == QAccessible::Value)
        return chunkText();
    if (kind == QAccessible::Description && current)
        return view()->currentTokenText().isEmpty()
            ? current->facts.chunkDescription(current->chunk)
            : view()->currentTokenText() + QLatin1Char('\n') + current->facts.chunkDescription(current->chunk);
    return QAccessibleWidget::text(kind);
}

QString ChunkViewAccessible::chunkText() const
{
    const std::optional<CurrentChunk> current = currentOf(*view());
    return current ? exactQString(current->text()) : QString();
}

std::size_t ChunkViewAccessible::sourceByteOf(int offset) const
{
    const std::optional<CurrentChunk> current = currentOf(*view());
    if (!current)
        return 0;
    const std::string_view text = current->text();
    std::size_t byte = 0;
    for (int units = 0; byte < text.size();) {
        const DecodedCharacter character = decodeCharacter(text, byte);
        units += character.codePoint > 0xFFFF ? 2 : 1;
        if (units > offset)
            break;
        byte += character.byteLength;
    }
    const Chunk &chunk = current->facts.chunks()[current->chunk];
    return current->facts.set()->emitted().sourceOf(chunk.emit.begin + byte);
}

int ChunkViewAccessible::offsetOf(std::size_t sourceByte) const
{
    const std::optional<CurrentChunk> current = currentOf(*view());
    if (!current)
        return 0;
    const Chunk &chunk = current->facts.chunks()[current->chunk];
    const std::size_t emit
        = std::clamp(current->facts.set()->emitted().emitOf(sourceByte), chunk.emit.begin, chunk.emit.end);
    const std::string_view before = current->text().substr(0, emit - chunk.emit.begin);
    return static_cast<int>(exactQString(before).size());
}

int ChunkViewAccessible::selectionCount() const
{
    return view()->selectedBytes().isEmpty() ? 0 : 1;
}

void ChunkViewAccessible::selection(int index, int *start, int *end) const
{
    const ByteRange bytes = view()->selectedBytes();
    const bool isSelected = index == 0 && !bytes.isEmpty();
    *start = isSelected ? offsetOf(bytes.begin) : 0;
    *end = isSelected ? offsetOf(bytes.end) : 0;
}

void ChunkViewAccessible::addSelection(int start, int end)
{
    setSelection(0, start, end);
}

void ChunkViewAccessible::removeSelection(int)
{
    view()->selectBytes({});
}

void ChunkViewAccessible::setSelection(int, int start, int end)
{
    const std::size_t from = sourceByteOf(std::min(start, end));
    view()->selectBytes({from, std::max(from, sourceByteOf(std::max(start, end)))});
}

int ChunkViewAccessible::cursorPosition() const
{
    const std::optional<CurrentChunk> current = currentOf(*view());
    return current ? offsetOf(current->caretByte) : 0;
}

void ChunkViewAccessible::setCursorPosition(int position)
{
    std::optional<Place> place = view()->currentPlace();
    if (!place)
        return;
    const std::size_t byte = sourceByteOf(position);
    place->bytes = {byte, byte};
    view()->setCurrentPlace(place, true);
}

QString ChunkViewAccessible::text(int start, int end) const
{
    return chunkText().mid(start, end - start);
}

int ChunkViewAccessible::characterCount() const
{
    return static_cast<int>(chunkText().size());
}

QRect ChunkViewAccessible::characterRect(int offset) const
{
    const QRect rect = view()->rectOf(sourceByteOf(offset));
    return rect.isEmpty() ? QRect() : QRect(view()->viewport()->mapToGlobal(rect.topLeft()), rect.size());
}

int ChunkViewAccessible::offsetAtPoint(const QPoint &screenPoint) const
{
    const std::optional<CurrentChunk> current = currentOf(*view());
    const std::optional<std::size_t> byte = view()->byteAt(view()->viewport()->mapFromGlobal(screenPoint));
    if (!current || !byte || !current->facts.chunks()[current->chunk].source.contains(*byte))
        return -1;
    return offsetOf(*byte);
}

void ChunkViewAccessible::scrollToSubstring(int start, int)
{
    setCursorPosition(start);
}

QString ChunkViewAccessible::attributes(int, int *start, int *end) const
{
    *start = 0;
    *end = characterCount();
    return {};
}

} // namespace cw
