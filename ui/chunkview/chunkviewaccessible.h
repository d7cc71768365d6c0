// SPDX-License-Identifier: GPL-3.0-or-later
// What a screen reader is told about a chunk view: the current chunk's text and figures.
#pragma once

#include <QAccessibleWidget>

namespace cw {

class ChunkView;

/// Its text is that of the current chunk; offsets are UTF-16 units of it. Without a current chunk it is empty.
class ChunkViewAccessible final : public QAccessibleWidget, public QAccessibleTextInterface
{
public:
    explicit ChunkViewAccessible(ChunkView *view);

    /// Makes the interface known to Qt. Repeated calls do nothing.
    static void install();

    void *interface_cast(QAccessible::InterfaceType type) override;
    QAccessible::State state() const override;
    QString text(QAccessible::Text kind) const override;

    void selection(int index, int *start, int *end) const override;
    int selectionCount() const override;
    void addSelection(int start, int end) override;
    void removeSelection(int index) override;
    void setSelection(int index, int start, int end) override;
    int cursorPosition() const override;
    void setCursorPosition(int position) override;
    QString text(int start, int end) const override;
    int characterCount() const override;
    QRect characterRect(int offset) const override;
    int offsetAtPoint(const QPoint &screenPoint) const override;
    void scrollToSubstring(int start, int end) override;
    QString attributes(int offset, int *start, int *end) const override;

private:
    [[nodiscard]] ChunkView *view() const;
    [[nodiscard]] QString chunkText() const;
    [[nodiscard]] std::size_t sourceByteOf(int offset) const;
    [[nodiscard]] int offsetOf(std::size_t sourceByte) const;
};

} // namespace cw
