// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/chunkview.h"

#include "chunkview/chunkview_p.h"
#include "chunkview/chunkviewaccessible.h"
#include "chunkview/displaytext.h"

#include <QAccessible>
#include <QApplication>
#include <QClipboard>
#include <QScrollBar>

#include <algorithm>
#include <utility>

namespace cw {
namespace {

constexpr double smallestPointSize = 5;
constexpr double largestPointSize = 72;
constexpr std::size_t searchedAtOnceBytes = 1 << 19; ///< a few milliseconds

/// With only a Latin font, emoji clusters and CJK text fall apart: every text font gets companions.
QFont withFallbacks(QFont font)
{
    QStringList families = font.families();
    for (const QString &family :
         {QStringLiteral("Noto Sans"), QStringLiteral("Noto Color Emoji"), QStringLiteral("Noto Sans CJK SC")}) {
        if (!families.contains(family))
            families << family;
    }
    font.setFamilies(families);
    return font;
}

} // namespace

ChunkView::Private::Private(ChunkView *view)
    : q(view), strip(new OverviewStrip(view)), source(cache),
      cards(cache, [this](std::size_t card) { return cardHeadHeight(card); }), tokenCache([this] {
          q->viewport()->update();
          updateTokenNote();
      }),
      structureReading("Reading the structure",
                       [this](const Outcome<std::shared_ptr<const TextStructure>> &outcome) {
                           if (outcome.isCancelled())
                               return;
                           useStructure(outcome.hasValue() ? outcome.value() : nullptr);
                           Q_EMIT q->structureRead();
                       }),
      search("Searching", [this](const Outcome<std::vector<ByteRange>> &outcome) {
          if (!outcome.isCancelled())
              acceptHits(outcome.hasValue() ? outcome.value() : std::vector<ByteRange>());
      })
{
    textFont.setFamilies({QStringLiteral("Noto Sans")});
    textFont.setPointSizeF(std::max(textFont.pointSizeF(), smallestPointSize) + 1);
    textFont = withFallbacks(textFont);
    autoScroll.setInterval(30);
}

ChunkView::ChunkView(QWidget *parent) : QAbstractScrollArea(parent), d(std::make_unique<Private>(this))
{
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::StrongFocus);
    setViewportMargins(0, 0, OverviewStrip::stripWidth, 0);
    viewport()->setMouseTracking(true);
    viewport()->setCursor(Qt::IBeamCursor);
    setAccessibleName(tr("Chunk view"));
    verticalScrollBar()->setAccessibleName(tr("Position in the document"));
    connect(verticalScrollBar(), &QScrollBar::actionTriggered, this, [this](int action) { d->barActed(action); });
    connect(d->strip, &OverviewStrip::byteChosen, this, [this](std::size_t byte) { d->goToByte(byte); });
    connect(&d->autoScroll, &QTimer::timeout, this, [this] {
        const double y = d->dragPoint.y();
        d->scrollBy(y < 0 ? y / 2 : std::max(0.0, (y - viewport()->height()) / 2));
        d->extendSelection(d->dragPoint);
    });
    ChunkViewAccessible::install();
    d->updateColors();
}

ChunkView::~ChunkView() = default;

void ChunkView::setSnapshot(std::shared_ptr<const RunSnapshot> snapshot, std::uint32_t document)
{
    if (!snapshot || document >= snapshot->documents.size()) {
        clear();
        return;
    }
    d->useFacts({std::move(snapshot), document});
}

void ChunkView::clear()
{
    d->useFacts({});
}

const std::shared_ptr<const RunSnapshot> &ChunkView::snapshot() const noexcept
{
    return d->facts.snapshot;
}

std::uint32_t ChunkView::document() const noexcept
{
    return d->facts.document;
}

void ChunkView::Private::useFacts(const ChunkFacts &newFacts)
{
    const bool sameText = facts && newFacts && facts.shownDocument() == newFacts.shownDocument();
    std::optional<std::size_t> topSource;
    double topY = 0;
    const bool isAtStart = sameText && !flow().isEmpty() && anchor == FlowAnchor{flow().first(), 0};
    if (sameText && !isAtStart && mode == ChunkViewMode::Cards) {
        if (const std::optional<TextPlace> top = topPlace()) {
            topSource = flow().sourceOf(*top);
            topY = topOf(*top);
        }
    }
    const bool sameDocument = sameText || (facts && newFacts && facts.document == newFacts.document);
    facts = newFacts;
    readStructure();
    tokenCache.setFacts(facts);
    source.setDocument(facts ? facts.shownDocument() : nullptr, !wordWrap);
    cards.setChunks(facts ? facts.set() : nullptr, !wordWrap);
    useShownText();
    if (!sameText || mode == ChunkViewMode::Cards)
        anchor = {};
    if (!sameText) {
        selectionAnchor.reset();
        isSelecting = false;
        forgetWidths();
        tokenCursor.reset();
        if (!sameDocument)
            current.reset();
    } else if (mode == ChunkViewMode::Cards) {
        selectionAnchor.reset();
    }
    const GutterColumns columns = facts ? GutterColumns::forDocument(facts, q->font()) : GutterColumns();
    if (!sameText || columns.width > gutter.width || columns.mark > gutter.mark)
        gutter = columns;
    strip->setFacts(facts);
    if (searchedDocument != (facts ? facts.shownDocument() : nullptr))
        updateSearch();
    updateStyle();
    if (topSource && !flow().isEmpty())
        showAt(flow().placeOf(*topSource, std::nullopt), topY);
    // Until the workbench says where the selection went, it must at least exist.
    if (facts && current && current->chunk && *current->chunk >= facts.chunks().size()) {
        const std::size_t chunk = facts.set()->lastChunkAt(current->bytes.begin);
        current->chunk.reset();
        if (chunk < facts.chunks().size())
            current->chunk = static_cast<std::uint32_t>(chunk);
    }
    findTokenCursorAgain();
    setCurrent(current);
    updateTokenNote();
}

void ChunkView::setMode(ChunkViewMode mode)
{
    if (d->mode == mode)
        return;
    std::optional<std::size_t> top;
    if (const std::optional<TextPlace> place = d->topPlace())
        top = d->flow().sourceOf(*place);
    d->mode = mode;
    d->selectionAnchor.reset();
    d->anchor = {};
    d->useShownText();
    d->updateStyle();
    if (top && !d->flow().isEmpty()) {
        const TextPlace place = d->flow().placeOf(*top, std::nullopt);
        const FlowKey key = d->flow().keyOf(place);
        const bool isFirstLine = d->flow().layout(key).lineAt(place.byte) == 0;
        d->showAt(place, isFirstLine ? d->flow().padding(key).above : 0); // a card is not shown without its head
    }
    Q_EMIT modeChanged(mode);
}

ChunkViewMode ChunkView::mode() const noexcept
{
    return d->mode;
}

void ChunkView::setWordWrap(bool wrap)
{
    if (d->wordWrap == wrap)
        return;
    const std::optional<TextPlace> top = d->topPlace();
    const double topY = top ? d->topOf(*top) : 0;
    d->wordWrap = wrap;
    d->forgetWidths();
    d->source.setDocument(d->facts ? d->facts.shownDocument() : nullptr, !wrap);
    d->cards.setChunks(d->facts ? d->facts.set() : nullptr, !wrap);
    d->anchor = {}; // blocks have other numbers now
    d->updateStyle();
    horizontalScrollBar()->setValue(0);
    if (!top || d->flow().isEmpty())
        return;
    d->showAt(*top, topY);
    if (!wrap && d->flow().layout(d->flow().keyOf(*top)).bytes().size() > longestBlockBytes)
        d->showSideways(*top);
}

bool ChunkView::wordWrap() const noexcept
{
    return d->wordWrap;
}

void ChunkView::setTextFont(const QFont &font)
{
    d->textFont = withFallbacks(font);
    d->updateStyle();
}

QFont ChunkView::textFont() const
{
    return d->textFont;
}

void ChunkView::zoomBy(int steps)
{
    QFont font = d->textFont;
    font.setPointSizeF(std::clamp(font.pointSizeF() + steps, smallestPointSize, largestPointSize));
    setTextFont(font);
    Q_EMIT textSizeChanged(font.pointSizeF());
}

void ChunkView::Private::setCurrent(const std::optional<Place> &place)
{
    const std::optional<Place> before = current;
    current = place && facts && place->document == facts.document ? place : std::nullopt;
    if (!isSteppingToken && (!current || !before || current->bytes != before->bytes))
        setTokenCursor({});
    else if (!isSteppingToken && current->chunk != before->chunk)
        findTokenCursorAgain();
    if (current != before && QAccessible::isActive()) {
        QAccessibleEvent changed(q, QAccessible::DescriptionChanged);
        QAccessible::updateAccessibility(&changed);
        if (QAccessibleInterface *view = QAccessible::queryAccessibleInterface(q)) {
            QAccessibleTextCursorEvent moved(q, view->textInterface()->cursorPosition());
            QAccessible::updateAccessibility(&moved);
        }
    }
    strip->setCurrentChunk(current ? current->chunk : std::nullopt);
    q->viewport()->update();
}

void ChunkView::setCurrentPlace(const std::optional<Place> &place, bool reveal)
{
    d->setCurrent(place);
    if (d->current && reveal && !d->flow().isEmpty())
        d->reveal(d->flow().placeOf(d->current->bytes.begin, d->current->chunk));
    Q_EMIT searchChanged();
}

const std::optional<Place> &ChunkView::currentPlace() const noexcept
{
    return d->current;
}

void ChunkView::Private::activate(const Place &place, bool reveal)
{
    q->setCurrentPlace(place, reveal);
    Q_EMIT q->placeActivated(place);
}

void ChunkView::Private::updateSearch()
{
    searchedDocument = facts ? facts.shownDocument() : nullptr;
    search.cancel();
    findWhenDone.reset();
    isSearching = searchedDocument && searchedDocument->text().size() > searchedAtOnceBytes && !query.text.isEmpty();
    const bool isAtOnce = searchedDocument && !isSearching;
    showHits(isAtOnce ? findAll(searchedDocument->text(), query) : std::vector<ByteRange>());
    if (!isSearching)
        return;
    search.start(
        [document = searchedDocument, wanted = query](std::stop_token stop) -> Outcome<std::vector<ByteRange>> {
            return findAll(document->text(), wanted, stop);
        },
        ChangeKind::Settled);
}

void ChunkView::Private::acceptHits(std::vector<ByteRange> found)
{
    isSearching = false;
    showHits(std::move(found));
    if (const std::optional<bool> backward = std::exchange(findWhenDone, std::nullopt); backward && !hits.empty())
        goToHit(*backward);
}

void ChunkView::Private::showHits(std::vector<ByteRange> found)
{
    hits = std::move(found);
    strip->setHits(hits);
    q->viewport()->update();
    Q_EMIT q->searchChanged();
}

void ChunkView::setSearch(const QString &text, bool caseSensitive, bool wholeWords)
{
    const SearchQuery query{text, caseSensitive, wholeWords};
    if (d->query == query)
        return;
    d->query = query;
    d->updateSearch();
}

bool ChunkView::find(const QString &text, bool backward, bool caseSensitive, bool wholeWords)
{
    setSearch(text, caseSensitive, wholeWords);
    if (d->isSearching) {
        d->findWhenDone = backward;
        return true;
    }
    if (d->hits.empty())
        return false;
    d->goToHit(backward);
    return true;
}

bool ChunkView::isSearching() const noexcept
{
    return d->isSearching;
}

void ChunkView::Private::goToHit(bool backward)
{
    ByteRange from;
    if (current)
        from = current->bytes;
    else if (const std::optional<TextPlace> top = topPlace())
        from = {flow().sourceOf(*top), flow().sourceOf(*top)};
    const bool isOnHit = std::binary_search(hits.begin(), hits.end(), from);
    const auto next = std::partition_point(hits.begin(), hits.end(), [&](const ByteRange &hit) {
        return backward || !isOnHit ? hit.begin < from.begin : hit.begin <= from.begin;
    });
    ByteRange hit;
    if (backward)
        hit = next == hits.begin() ? hits.back() : *std::prev(next);
    else
        hit = next == hits.end() ? hits.front() : *next;
    Place place{facts.document, std::nullopt, hit};
    if (const std::size_t chunk = facts.set()->lastChunkAt(hit.begin); chunk < facts.chunks().size())
        place.chunk = static_cast<std::uint32_t>(chunk);
    activate(place, true);
}

std::pair<std::size_t, std::size_t> ChunkView::searchPosition() const
{
    if (!d->current)
        return {0, d->hits.size()};
    const auto found = std::lower_bound(d->hits.begin(), d->hits.end(), d->current->bytes);
    const bool isHit = found != d->hits.end() && *found == d->current->bytes;
    return {isHit ? static_cast<std::size_t>(found - d->hits.begin()) + 1 : 0, d->hits.size()};
}

void ChunkView::copyCurrentChunk() const
{
    if (!d->current || !d->current->chunk || *d->current->chunk >= d->facts.chunks().size())
        return;
    const std::string_view text = d->facts.set()->text(*d->current->chunk);
    QApplication::clipboard()->setText(exactQString(text));
}

QString ChunkView::selectedText() const
{
    const ByteRange bytes = d->selectedBytes();
    return exactQString(d->shownText().substr(bytes.begin, bytes.size()));
}

ByteRange ChunkView::selectedBytes() const
{
    const ByteRange bytes = d->selectedBytes();
    if (bytes.isEmpty())
        return {};
    const std::size_t card = d->selectionAnchor->card;
    return {d->flow().sourceOf({card, bytes.begin}), d->flow().sourceOf({card, bytes.end})};
}

void ChunkView::selectBytes(ByteRange source)
{
    d->selectionAnchor.reset();
    if (d->facts && !d->flow().isEmpty() && !source.isEmpty()) {
        const std::optional<std::size_t> chunk = d->current ? d->current->chunk : std::nullopt;
        d->selectionAnchor = d->flow().placeOf(source.begin, chunk);
        d->selectionCaret = d->flow().placeOf(source.end, d->selectionAnchor->card).byte;
    }
    viewport()->update();
}

std::size_t ChunkView::layoutsMade() const noexcept
{
    return d->cache.layoutsMade();
}

} // namespace cw
