// SPDX-License-Identifier: GPL-3.0-or-later
// The document's text with its chunks: coloured, with overlap, gutter and findings.
#pragma once

#include "run/run.h"
#include "workbench/selection.h"

#include <QAbstractScrollArea>
#include <QFont>

#include <memory>
#include <optional>

namespace cw {

enum class ChunkViewMode { Source, Cards };

/// Draws one document of one snapshot; lays out only what is visible. Reads the snapshot's configuration, never a
/// control.
class ChunkView final : public QAbstractScrollArea
{
    Q_OBJECT

public:
    explicit ChunkView(QWidget *parent = nullptr);
    ~ChunkView() override;

    /// Shows a document of a snapshot. The text at the top of the view stays put when only the chunks changed.
    void setSnapshot(std::shared_ptr<const RunSnapshot> snapshot, std::uint32_t document);
    void clear();
    [[nodiscard]] const std::shared_ptr<const RunSnapshot> &snapshot() const noexcept;
    [[nodiscard]] std::uint32_t document() const noexcept;

    void setMode(ChunkViewMode mode);
    [[nodiscard]] ChunkViewMode mode() const noexcept;
    void setWordWrap(bool wrap);
    [[nodiscard]] bool wordWrap() const noexcept;
    /// Headings larger, code in a font of fixed width, frames around tables and code. The text stays what it is. Found
    /// in the background when a document is shown: until then all lines look alike.
    void setStructureShown(bool shown);
    [[nodiscard]] bool structureShown() const noexcept;
    [[nodiscard]] bool isReadingStructure() const; ///< structureRead follows
    /// Structure, tokens or the overview strip of what is shown are still being made.
    [[nodiscard]] bool isCatchingUp() const;
    void setTextFont(const QFont &font);
    [[nodiscard]] QFont textFont() const;
    void zoomBy(int steps); ///< one step is one point of font size

    /// Brackets under the text for the tokens of each chunk as it is emitted and counted: of the current chunk where
    /// chunks overlap, else of the later one. Tokenizes what is in view; large chunks in the background.
    void setTokensShown(bool shown);
    [[nodiscard]] bool tokensShown() const noexcept;
    void setWhiteSpaceShown(bool shown);
    [[nodiscard]] bool whiteSpaceShown() const noexcept;
    /// Moves the token cursor, which begins at the current place, and brings it into sight. Only while tokens are
    /// shown.
    void stepToken(bool forward);
    /// Of the token under the cursor; empty without one. Plain text.
    [[nodiscard]] QString currentTokenText() const;
    /// Source bytes of the token under the cursor.
    [[nodiscard]] std::optional<ByteRange> currentTokenBytes() const;

    /// Outlines the place's chunk and, when `reveal`, scrolls it into sight.
    void setCurrentPlace(const std::optional<Place> &place, bool reveal);
    [[nodiscard]] const std::optional<Place> &currentPlace() const noexcept;

    /// Finds the next match from the current place on, wrapping around. Returns false when there is none. While a large
    /// text is still being searched, goes there as soon as the matches are known.
    bool find(const QString &text, bool backward, bool caseSensitive, bool wholeWords);
    /// Marks every match in view and on the strip; an empty text clears the marks.
    void setSearch(const QString &text, bool caseSensitive, bool wholeWords);
    /// "3 of 17"; position 0 when the current place is no match.
    [[nodiscard]] std::pair<std::size_t, std::size_t> searchPosition() const;
    /// Large texts are searched in the background; searchChanged follows.
    [[nodiscard]] bool isSearching() const noexcept;

    void copyCurrentChunk() const; ///< the chunk's exact text
    [[nodiscard]] QString selectedText() const;
    /// Source bytes of the selected text, and selecting them; cards select in the current chunk's card.
    [[nodiscard]] ByteRange selectedBytes() const;
    void selectBytes(ByteRange source);

    /// Source byte of the character under a point of the viewport; none beside the text.
    [[nodiscard]] std::optional<std::size_t> byteAt(QPoint point) const;
    /// What a click there would select, on a card's head its chunk; none beside the text.
    [[nodiscard]] std::optional<Place> placeAt(QPoint point) const;
    /// Where a source byte stands in the viewport, in cards preferably on the current one; empty when it is out of
    /// sight.
    [[nodiscard]] QRect rectOf(std::size_t byte) const;
    /// Source bytes of the lines in sight.
    [[nodiscard]] ByteRange visibleBytes() const;
    /// Blocks laid out so far: tests hold it against what is visible.
    [[nodiscard]] std::size_t layoutsMade() const noexcept;
    /// Bytes tokenized so far for the tokens shown: in all, and on the GUI thread.
    [[nodiscard]] std::pair<std::size_t, std::size_t> bytesTokenized() const noexcept;
    /// Where tokens are shown: of a chunk, by their numbers, on the lines in view.
    struct TokenMark
    {
        std::uint32_t chunk = 0;
        std::size_t firstToken = 0;
        std::size_t tokenCount = 1; ///< more when they share characters
        std::vector<QRectF> rects; ///< of the viewport
    };
    [[nodiscard]] std::vector<TokenMark> tokenMarks() const;
    /// Where figures stand that say how many tokens share a character.
    [[nodiscard]] std::vector<QRectF> tokenFigures() const;

signals:
    /// The user clicked or moved to a place in this document.
    void placeActivated(const cw::Place &place);
    void modeChanged(cw::ChunkViewMode mode);
    void searchChanged();
    void structureRead();
    /// What there is to say about the token under the pointer or else under the cursor; empty for nothing.
    void tokenNoteChanged(const QString &note);
    void textSizeChanged(double pointSize); ///< by the user

protected:
    bool viewportEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;
    void focusInEvent(QFocusEvent *event) override;
    void focusOutEvent(QFocusEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void scrollContentsBy(int dx, int dy) override;
    void keyPressEvent(QKeyEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace cw
