// SPDX-License-Identifier: GPL-3.0-or-later
// State of a chunk view, shared by its source files.
#pragma once

#include "chunkview/chunkfacts.h"
#include "chunkview/chunktokens.h"
#include "chunkview/chunkview.h"
#include "chunkview/gutterpainter.h"
#include "chunkview/hatch.h"
#include "chunkview/overviewstrip.h"
#include "chunkview/textflow.h"
#include "chunkview/textsearch.h"
#include "chunkview/textstructure.h"
#include "chunkview/tokenmarks.h"
#include "chunkview/whitespacemarks.h"
#include "concurrency/latesttask.h"
#include "theme/theme.h"

#include <QTimer>

class QHelpEvent;

namespace cw {

/// A text block on the screen, in viewport coordinates.
struct ShownBlock
{
    FlowItem item;
    BlockLayout *layout = nullptr;
    QPointF origin; ///< of the layout
    std::size_t firstLine = 0; ///< lines in view: [firstLine, endLine)
    std::size_t endLine = 0;

    [[nodiscard]] ByteRange shownBytes() const
    {
        return {layout->laidOutBytes(firstLine).begin, layout->laidOutBytes(endLine - 1).end};
    }
    [[nodiscard]] ByteRange bytesInView() const
    {
        return {layout->bytesInView(firstLine).begin, layout->bytesInView(endLine - 1).end};
    }
};

/// Text of which the tokens of one chunk are shown.
struct TokenRegion
{
    std::uint32_t chunk = 0;
    ByteRange shown;
};

/// Tokens that a character on the screen belongs to.
struct TokensUnder
{
    std::uint32_t chunk = 0;
    std::vector<ChunkToken> tokens;
};

/// How many tokens share a character, above it.
struct TokenFigure
{
    QRectF rect; ///< in viewport coordinates
    std::size_t tokens = 0;
};

/// Of every line while tokens are shown, so that brackets stand under commas and descenders.
inline constexpr double tokenBracketRoom = 2;

struct TokenCursor
{
    std::uint32_t chunk = 0;
    ChunkToken token;
    std::size_t sourceByte = 0; ///< where it begins
};

/// What stays where it is on the screen while heights change.
struct HeldPlace
{
    TextPlace place;
    double y = 0; ///< of its line, or of the card that begins with its block
    bool isCard = false; ///< a card's head is held where it is in view: lines may be added to it
    bool isStart = false; ///< the view begins with the first item: it still does
};

struct ChunkView::Private
{
    explicit Private(ChunkView *view);

    // State changes
    void useFacts(const ChunkFacts &newFacts);
    void updateColors();
    void useShownText(); ///< of the facts and the mode; must follow every change of them
    void readStructure(); ///< of the document shown, on a worker
    void useStructure(std::shared_ptr<const TextStructure> newStructure); ///< keeps what is looked at in its place
    void updateStyle(); ///< font, widths, wrap: relays everything, keeps the top line
    void updateSearch();
    void acceptHits(std::vector<ByteRange> found);
    void showHits(std::vector<ByteRange> found);
    void goToHit(bool backward);
    void setCurrent(const std::optional<Place> &place);
    void activate(const Place &place, bool reveal);

    // Scrolling
    [[nodiscard]] TextFlow &flow();
    [[nodiscard]] QRectF textColumn() const; ///< of the viewport; its height is the viewport's
    [[nodiscard]] std::optional<TextPlace> topPlace(); ///< first visible line
    [[nodiscard]] double topOf(TextPlace place); ///< where its line stands in the view; place must be in view
    void setAnchor(FlowAnchor newAnchor);
    void scrollBy(double pixels);
    void showAt(TextPlace place, double y); ///< brings the line of the place to height y of the view
    [[nodiscard]] std::optional<HeldPlace> heldTop();
    [[nodiscard]] std::optional<HeldPlace> heldCurrent(); ///< none while it is out of sight
    void showHeld(const HeldPlace &held);
    void reveal(TextPlace place);
    [[nodiscard]] FlowAnchor lowestAnchor();
    void updateBars();
    void updateHorizontalBar(const std::vector<ShownBlock> &blocks);
    void forgetWidths();
    void settleSides(); ///< lays out what of very long lines is in view
    void showSideways(TextPlace place); ///< scrolls to the left or right until the place is in sight
    void barMoved();
    void barActed(int action);
    void goToByte(std::size_t sourceByte); ///< into the middle of the view

    // Geometry
    [[nodiscard]] std::vector<ShownBlock> shownBlocks();
    [[nodiscard]] std::optional<ShownBlock> blockAt(double y);
    [[nodiscard]] std::optional<TextPlace> placeUnder(QPointF point, bool asCaret);
    [[nodiscard]] std::vector<TextRow> textRows(const std::vector<ShownBlock> &blocks) const;
    [[nodiscard]] QRectF gutterRect() const;
    [[nodiscard]] std::optional<std::uint32_t> chunkForClick(TextPlace place);

    // Painting
    void paint(QPainter &painter);
    void paintSource(QPainter &painter, const std::vector<ShownBlock> &blocks);
    void paintCards(QPainter &painter, const std::vector<ShownBlock> &blocks);
    void paintMessage(QPainter &painter, const QString &message);
    void fillSpans(QPainter &painter, const ShownBlock &block);
    void fillRanges(QPainter &painter, const ShownBlock &block, ByteRange range, const QColor &color);
    /// Stripes in the colours of the card's chunk and the one before.
    void hatchRange(QPainter &painter, const ShownBlock &block, ByteRange range, std::size_t card);
    void fillHits(QPainter &painter, const ShownBlock &block, std::size_t card);
    void drawText(QPainter &painter, const ShownBlock &block, ByteRange dimmed);
    /// Around tables and code.
    void drawFrames(QPainter &painter, std::span<const ShownBlock> blocks);
    void underline(QPainter &painter, const ShownBlock &block, ByteRange range, Severity severity);
    void underlineFindings(QPainter &painter, const ShownBlock &block, ChunkRange chunks);
    [[nodiscard]] std::span<const PinPlace> pinsIn(ByteRange bytes) const; ///< at least those at these source bytes
    [[nodiscard]] std::span<const PinPlace> pinsIn(const ShownBlock &block) const; ///< at least those to be drawn
    /// Where a pin is drawn in the block: before a character, in cards also behind the last one of the card.
    [[nodiscard]] std::optional<QRectF> pinRect(const ShownBlock &block, const PinPlace &place) const;
    void drawPins(QPainter &painter, const ShownBlock &block);
    [[nodiscard]] QString pinUnder(QPointF point); ///< what is said of the pin there; empty without one
    /// Brackets beside the text around what is returned for chunks.
    void paintReturned(GutterPainter &painter, const std::vector<TextRow> &rows);
    void outlineCurrent(QPainter &painter, const std::vector<ShownBlock> &blocks);
    void paintCardHead(QPainter &painter, std::size_t card, QRectF head);
    /// A bracket at the cards of one parent, which begins at its first and ends at its last.
    void paintParent(QPainter &painter, std::size_t card, QRectF frame, bool hasHead, bool hasFoot);
    [[nodiscard]] double cardHeadHeight(std::size_t card) const;
    /// What is set before the chunk: inside a dashed frame, since it is no text of the document.
    void paintPrefix(QPainter &painter, std::size_t card, QRectF room);
    /// The range of shown text that stands for source bytes, in a card.
    [[nodiscard]] ByteRange emitted(ByteRange source, std::size_t card) const;

    // Tokens and white space
    [[nodiscard]] MarkMetrics markMetrics(const BlockLayout &layout) const;
    [[nodiscard]] double lineEndWidth(const BlockLayout &layout) const;
    [[nodiscard]] std::uint32_t tokenOwner(const ChunkSpan &span) const;
    [[nodiscard]] std::vector<TokenRegion> tokenRegions(const ShownBlock &block) const;
    [[nodiscard]] ByteRange shownBytesOf(const ChunkToken &token) const;
    [[nodiscard]] std::vector<PlacedToken> tokensIn(const TokenRegion &region);
    [[nodiscard]] std::optional<TokensUnder> tokensUnder(QPointF point);
    void paintMarks(QPainter &painter, const ShownBlock &block); ///< of both kinds, as far as they are shown
    void drawTokens(QPainter &painter, const ShownBlock &block);
    void drawTokenGroup(QPainter &painter, const ShownBlock &block, const TokenGroup &group);
    [[nodiscard]] QFont tokenFigureFont() const;
    [[nodiscard]] double tokenFigureHeight() const; ///< what every line has above its text while tokens are shown
    /// Of those characters of the block, without figures that would run into the one before.
    [[nodiscard]] std::vector<TokenFigure> tokenFigures(const ShownBlock &block,
                                                        std::span<const SharedCharacter> shared) const;
    void outlineToken(QPainter &painter, const ShownBlock &block, const TokenRegion &region,
                      std::span<const PlacedToken> tokens);
    void drawWhiteSpace(QPainter &painter, const ShownBlock &block);
    [[nodiscard]] QString whiteSpaceUnder(QPointF point);
    void setPointer(std::optional<QPointF> point);
    void setTokenCursor(const std::optional<TokenCursor> &cursor);
    void findTokenCursorAgain();
    [[nodiscard]] TokenCursor cursorAt(std::uint32_t chunk, const ChunkToken &token) const;
    [[nodiscard]] std::optional<TokenCursor> tokenFrom(std::uint32_t chunk, std::size_t sourceByte);
    [[nodiscard]] std::optional<TokenCursor> neighbourOf(const TokenCursor &cursor, bool forward);
    void stepToken(bool forward);
    void updateTokenNote();

    // Selection of text
    [[nodiscard]] ByteRange selectedBytes() const;
    [[nodiscard]] std::string_view shownText() const;
    void selectWord(TextPlace place);
    void extendSelection(QPointF point);
    void toolTip(const QHelpEvent &help);
    void stepCard(int step);

    ChunkView *q;
    ChunkFacts facts;
    ChunkViewMode mode = ChunkViewMode::Source;
    bool wordWrap = true;
    bool structureShown = true;
    QFont textFont;
    ThemeColors colors;
    GutterColumns gutter;
    HatchPainter hatch;
    OverviewStrip *strip = nullptr;

    std::shared_ptr<EmojiGlyphs> emoji;
    QFont emojiFont; ///< theirs
    BlockLayoutCache cache;
    SourceFlow source;
    CardFlow cards;
    FlowAnchor anchor;
    std::optional<FlowAnchor> lowest;
    double hatchPhase = 0;
    bool isUpdatingBars = false;
    Interval widest; ///< extent of the lines laid out so far, without word wrap
    Interval widestLong; ///< that of the longest very long line, which can get shorter as it becomes known
    std::optional<std::size_t> widestLongLine; ///< where that line begins

    std::optional<Place> current;
    SearchQuery query;
    std::vector<ByteRange> hits; ///< source bytes
    std::shared_ptr<const Document> searchedDocument;
    bool isSearching = false;
    std::optional<bool> findWhenDone; ///< backward or not: asked for while the search was on its way

    std::shared_ptr<const TextStructure> structure; ///< of the document shown, as far as it is known
    std::shared_ptr<const Document> structuredDocument; ///< that it was read of, or is being read of

    bool tokensShown = false;
    bool whiteSpaceShown = false;
    ChunkTokenCache tokenCache;
    std::optional<QPointF> pointer; ///< over the text, while tokens are shown
    std::optional<TokenCursor> tokenCursor;
    bool isSteppingToken = false;
    QString tokenNote;

    std::optional<TextPlace> selectionAnchor;
    std::size_t selectionCaret = 0; ///< byte in the anchor's card
    bool isSelecting = false;
    QPointF pressPoint;
    QTimer autoScroll;
    QPointF dragPoint;

    LatestTask<std::shared_ptr<const TextStructure>> structureReading;
    LatestTask<std::vector<ByteRange>> search; ///< last, with the other: joined before the rest goes
};

} // namespace cw
