// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens and white space over the text, in the real widget offscreen.
#include "chunkviewsupport.h"

#include "chunkview/chunktokens.h"
#include "chunkview/chunkview.h"
#include "chunkview/chunkviewaccessible.h"
#include "chunkview/tokentext.h"
#include "chunkview/whitespacemarks.h"
#include "theme/theme.h"
#include "tokenize/tokenizer.h"
#include "uisupport.h"

#include <QAccessible>
#include <QApplication>
#include <QMouseEvent>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace cw;
using namespace cw::test;

namespace {

const std::string scriptsText = std::string(mixedText)
    + "\n\nRare 龘靐齉爩 signs, नमस्ते दुनिया, unbelievably long tokenization.\n\n\nAnother paragraph follows here.";

std::shared_ptr<const RunSnapshot> tokenSnapshot(const std::shared_ptr<const Document> &document,
                                                 std::string_view tokenizer, std::int64_t max, std::int64_t overlap,
                                                 std::string_view strategy = "recursive-sentence")
{
    RunRequest request;
    request.documents = {document};
    request.config = defaultConfig(strategy, tokenizer);
    request.config.max = max;
    request.config.overlap = overlap;
    Caches caches;
    Outcome<std::shared_ptr<const RunSnapshot>> outcome = run(request, caches, {});
    return outcome.hasValue() ? outcome.value() : nullptr;
}

std::shared_ptr<const RunSnapshot> tokenSnapshot(const std::string &text, std::string_view tokenizer, std::int64_t max,
                                                 std::int64_t overlap, std::string_view strategy = "recursive-sentence")
{
    return tokenSnapshot(Document::fromText("test", text), tokenizer, max, overlap, strategy);
}

void addTokenizers()
{
    QTest::addColumn<QString>("tokenizer");
    for (const TokenizerDescriptor *descriptor : tokenizers()) {
        const QString id = QString::fromUtf8(descriptor->id.data(), qsizetype(descriptor->id.size()));
        QTest::newRow(qPrintable(id)) << id;
    }
}

} // namespace

class TokenOverlayTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup() { m_view.reset(); }

    void cardsShowEveryTokenOnce_data() { addTokenizers(); }
    void cardsShowEveryTokenOnce();
    void rectanglesStandOnTheirTokens_data() { addTokenizers(); }
    void rectanglesStandOnTheirTokens();
    void overlapShowsTheSelectedChunk();
    void anEmojiOfManyTokensIsOneMark();
    void anAccentOfItsOwnSharesItsLetter();
    void figuresLeaveLettersAlone_data();
    void figuresLeaveLettersAlone();
    void anIndexFindsTheTokensOfAList_data() { addTokenizers(); }
    void anIndexFindsTheTokensOfAList();
    void nothingIsTokenizedWhileOff();
    void onlyWhatIsInViewIsTokenized();
    void largeChunksAreTokenizedOnceInTheBackground();
    void anotherLargeChunkInViewMakesTheFirstWait();
    void stepsGoThroughAllTokens();
    void theCursorStaysOnItsTextWhenChunksChange();
    void pointingTellsTheToken();
    void joinedUnitsHaveTheirSpaceSaid();
    void bytesAreToldVisibly();
    void whiteSpaceHasMarks();
    void whiteSpaceIsDrawnAndNotPutIn();
    void printsNoWarnings();

private:
    QPoint pointOn(const ChunkView::TokenMark &mark) const { return mark.rects.front().center().toPoint(); }
    QString toolTipAt(QPoint point) const { return uitest::toolTipAt(m_view->viewport(), point); }
    bool isInSight(std::uint32_t chunk, std::size_t number) const
    {
        const QRectF view = m_view->viewport()->rect();
        return std::ranges::any_of(m_view->tokenMarks(), [&](const ChunkView::TokenMark &mark) {
            const bool hasToken = mark.chunk == chunk && number - mark.firstToken < mark.tokenCount;
            return hasToken
                && std::ranges::any_of(mark.rects, [view](const QRectF &rect) { return view.contains(rect.center()); });
        });
    }
    std::unique_ptr<ChunkView> m_view;
};

void TokenOverlayTest::initTestCase()
{
    qInstallMessageHandler(recordWarnings);
    applyTheme(*qApp, ThemeMode::Light);
}

void TokenOverlayTest::init()
{
    m_view = std::make_unique<ChunkView>();
    m_view->resize(900, 4000);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void TokenOverlayTest::cardsShowEveryTokenOnce()
{
    QFETCH(QString, tokenizer);
    const auto snapshot = tokenSnapshot(scriptsText, tokenizer.toStdString(), 25, 6);
    QVERIFY(snapshot);
    m_view->setMode(ChunkViewMode::Cards);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    std::map<std::uint32_t, std::set<std::size_t>> shown;
    for (const ChunkView::TokenMark &mark : m_view->tokenMarks()) {
        QVERIFY(!mark.rects.empty());
        for (std::size_t i = 0; i < mark.tokenCount; ++i)
            shown[mark.chunk].insert(mark.firstToken + i);
    }
    const ChunkSet &set = *snapshot->chunkSets[0];
    QVERIFY(set.size() >= 2);
    for (std::size_t chunk = 0; chunk < set.size(); ++chunk) {
        const std::size_t count = snapshot->tokenizer->count(set.text(chunk));
        QCOMPARE(std::size_t{set.chunks()[chunk].tokens}, count);
        const std::set<std::size_t> &numbers = shown[static_cast<std::uint32_t>(chunk)];
        QCOMPARE(numbers.size(), count);
        QCOMPARE(*numbers.rbegin(), count - 1);
    }
}

void TokenOverlayTest::rectanglesStandOnTheirTokens()
{
    QFETCH(QString, tokenizer);
    const auto snapshot = tokenSnapshot(scriptsText, tokenizer.toStdString(), 1000, 0);
    QVERIFY(snapshot);
    const ChunkSet &set = *snapshot->chunkSets[0];
    QCOMPARE(set.size(), std::size_t{1});
    for (const int width : {900, 340}) {
        m_view->resize(width, 4000);
        m_view->setSnapshot(snapshot, 0);
        m_view->setTokensShown(true);
        const std::vector<Token> tokens = snapshot->tokenizer->tokens(set.text(0));
        const std::size_t base = set.chunks()[0].emit.begin;
        std::size_t checked = 0;
        for (const ChunkView::TokenMark &mark : m_view->tokenMarks()) {
            if (mark.tokenCount != 1)
                continue;
            const ByteRange emit = tokens[mark.firstToken].bytes;
            const std::size_t begin = set.emitted().sourceOf(base + emit.begin);
            const std::size_t end = set.emitted().sourceOf(base + emit.end - 1) + 1;
            for (const QRectF &rect : mark.rects) {
                for (const double share : {0.2, 0.8}) {
                    const QPointF point(rect.left() + rect.width() * share, rect.center().y());
                    const std::optional<std::size_t> byte = m_view->byteAt(point.toPoint());
                    if (!byte || rect.width() < 4) // a line end has a place beside the text
                        continue;
                    QVERIFY2(*byte >= begin && *byte < end,
                             qPrintable(QStringLiteral("token %1 at %2..%3, byte %4")
                                            .arg(mark.firstToken)
                                            .arg(begin)
                                            .arg(end)
                                            .arg(*byte)));
                    ++checked;
                }
            }
        }
        QVERIFY(checked > 60);
    }
}

void TokenOverlayTest::overlapShowsTheSelectedChunk()
{
    const auto snapshot
        = tokenSnapshot("One two three four five six. Seven eight. Nine ten eleven.", "o200k_base", 12, 5);
    QVERIFY(snapshot);
    const std::vector<Chunk> &chunks = snapshot->chunkSets[0]->chunks();
    QVERIFY(chunks.size() >= 2 && chunks[1].source.begin < chunks[0].source.end);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    const QPoint shared = m_view->rectOf(chunks[1].source.begin + 1).center();
    const auto ownerAt = [this](QPoint point) {
        for (const ChunkView::TokenMark &mark : m_view->tokenMarks()) {
            for (const QRectF &rect : mark.rects) {
                if (rect.contains(point))
                    return static_cast<int>(mark.chunk);
            }
        }
        return -1;
    };
    QCOMPARE(ownerAt(shared), 1);
    m_view->setCurrentPlace(Place{0, 0, chunks[0].source}, false);
    QCOMPARE(ownerAt(shared), 0);
    QVERIFY(toolTipAt(shared).contains(QStringLiteral("Chunk 2 has this text too")));
    m_view->setCurrentPlace(Place{0, 1, chunks[1].source}, false);
    QCOMPARE(ownerAt(shared), 1);
    QVERIFY(toolTipAt(shared).contains(QStringLiteral("Chunk 1 has this text too")));
}

void TokenOverlayTest::anEmojiOfManyTokensIsOneMark()
{
    const std::string emoji = "👩‍👩‍👧‍👦";
    const auto snapshot = tokenSnapshot("one\n" + emoji + "\ntwo", "cl100k_base", 100, 0);
    QVERIFY(snapshot);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    const QPoint point = m_view->rectOf(4).center();
    // Seven characters, none of which cl100k_base has whole: at least a token for each.
    std::size_t most = 0;
    for (const ChunkView::TokenMark &mark : m_view->tokenMarks()) {
        if (mark.rects.front().contains(point))
            most = mark.tokenCount;
    }
    QVERIFY(most >= 7);
    const QString tip = toolTipAt(point);
    QVERIFY2(tip.startsWith(QStringLiteral("%1 tokens in this character").arg(most)), qPrintable(tip));
    QVERIFY(tip.contains(QStringLiteral("part of a character")));
    QVERIFY(tip.contains(QStringLiteral("F0 9F")));
}

void TokenOverlayTest::anAccentOfItsOwnSharesItsLetter()
{
    const std::string text = "cafe\xCC\x81 ok";
    const auto snapshot = tokenSnapshot(text, "characters", 100, 0);
    QVERIFY(snapshot);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    std::vector<std::size_t> counts;
    for (const ChunkView::TokenMark &mark : m_view->tokenMarks())
        counts.push_back(mark.tokenCount);
    QCOMPARE(counts, (std::vector<std::size_t>{1, 1, 1, 2, 1, 1, 1}));
    QVERIFY(toolTipAt(m_view->rectOf(3).center()).contains(QStringLiteral("\\u{301}")));
}

void TokenOverlayTest::figuresLeaveLettersAlone_data()
{
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<QString>("tokenizer");
    QTest::addColumn<bool>("isShared"); // whether tokens share a character
    const auto add = [](const char *name, const char *line, const char *tokenizer, bool isShared) {
        QTest::newRow(name) << QByteArray(line) << QString::fromLatin1(tokenizer) << isShared;
    };
    add("English", "Unbelievably long words, café.", "o200k_base", false);
    add("Hindi", "नमस्ते दुनिया, यह एक वाक्य है। क्षत्रिय विद्यार्थी", "cl100k_base", true);
    add("Thai", "ภาษาไทยเป็นภาษาที่ไม่มีการเว้นวรรค น้ำ ผู้ใหญ่", "cl100k_base", true);
    add("Thai by characters", "ที่ไม่มีน้ำ ผู้ใหญ่", "characters", true);
    add("Chinese", "检索增强。龘靐齉爩", "cl100k_base", true);
    add("Arabic", "نص عربي مُحَمَّد أيضًا", "cl100k_base", true);
    add("Hebrew", "שָׁלוֹם עולם", "cl100k_base", true);
    add("emoji", "👩‍👩‍👧‍👦 and 🇩🇪👍🏽", "cl100k_base", true);
}

/// Every pixel of the letters is there with tokens as it is without them, some pixels lower; but for the lowest, which
/// brackets may cross.
void TokenOverlayTest::figuresLeaveLettersAlone()
{
    QFETCH(QByteArray, line);
    QFETCH(QString, tokenizer);
    QFETCH(bool, isShared);
    constexpr int bracketRows = 4;
    m_view->resize(900, 300);
    m_view->setSnapshot(tokenSnapshot(line.toStdString() + "\nend", tokenizer.toStdString(), 1000, 0), 0);
    const auto picture = [this] { return m_view->viewport()->grab().toImage().convertToFormat(QImage::Format_RGB32); };
    const QImage plain = picture();
    const QRect row = m_view->rectOf(0);
    const QRect text(QPoint(m_view->rectOf(line.size() + 1).left(), row.top()), QSize(600, row.height()));
    const QRgb ground = plain.pixel(text.right(), text.center().y());
    m_view->setTokensShown(true);
    const QImage marked = picture();
    const auto isUnharmed = [&](int shift) {
        for (int y = text.top(); y <= text.bottom() - bracketRows; ++y) {
            for (int x = text.left(); x <= text.right(); ++x) {
                const QRgb ink = plain.pixel(x, y);
                if (ink != ground && marked.pixel(x, y + shift) != ink)
                    return false;
            }
        }
        return true;
    };
    int shift = 0;
    while (shift < row.height() && !isUnharmed(shift))
        ++shift;
    QVERIFY2(shift < row.height(), "letters are covered");
    const std::vector<QRectF> figures = m_view->tokenFigures();
    QCOMPARE(!figures.empty(), isShared);
    for (std::size_t i = 1; i < figures.size(); ++i)
        QVERIFY(!figures[i].intersects(figures[i - 1]));
}

void TokenOverlayTest::anIndexFindsTheTokensOfAList()
{
    QFETCH(QString, tokenizer);
    const auto opened = openTokenizer(tokenizer.toStdString());
    QVERIFY(opened);
    const auto text = std::make_shared<const std::string>(scriptsText);
    const auto index = (*opened)->index(text, {});
    QVERIFY(index.hasValue());
    const std::size_t base = 7;
    const ByteRange emit{base, base + text->size()};
    const ChunkTokens listed(emit, (*opened)->tokens(*text));
    const ChunkTokens indexed(emit, *index);
    QCOMPARE(indexed.count(), listed.count());
    for (std::size_t number = 0; number < listed.count(); ++number)
        QVERIFY(indexed.at(number) == listed.at(number));
    for (std::size_t begin = base; begin < emit.end; begin += 3) {
        for (const std::size_t size : {1, 2, 5, 40}) {
            const ByteRange range{begin, std::min(emit.end, begin + size)};
            std::vector<ChunkToken> expected;
            for (std::size_t number = 0; number < listed.count(); ++number) {
                if (listed.at(number).bytes.intersects(range))
                    expected.push_back(listed.at(number));
            }
            QVERIFY(listed.touching(range) == expected);
            QVERIFY(indexed.touching(range) == expected);
        }
    }
}

void TokenOverlayTest::nothingIsTokenizedWhileOff()
{
    m_view->resize(900, 600);
    m_view->setSnapshot(tokenSnapshot(numberedLines(3000), "o200k_base", 100, 20), 0);
    for (int i = 0; i < 5; ++i) {
        m_view->verticalScrollBar()->triggerAction(QAbstractSlider::SliderPageStepAdd);
        m_view->grab();
    }
    m_view->stepToken(true);
    QCOMPARE(m_view->bytesTokenized(), (std::pair<std::size_t, std::size_t>{0, 0}));
    QVERIFY(m_view->tokenMarks().empty());
    QVERIFY(!m_view->currentTokenBytes());
}

void TokenOverlayTest::onlyWhatIsInViewIsTokenized()
{
    m_view->resize(900, 600);
    const std::string text = numberedLines(30'000);
    m_view->setSnapshot(tokenSnapshot(text, "o200k_base", 100, 20), 0);
    m_view->setTokensShown(true);
    m_view->grab();
    const std::size_t first = m_view->bytesTokenized().first;
    // What is in view, what overlaps in it, and the rest of the chunks at its two ends.
    QVERIFY(first > 0);
    QVERIFY(first < 2 * m_view->visibleBytes().size() + 2000);
    m_view->grab();
    QVERIFY(!m_view->tokenMarks().empty());
    QCOMPARE(m_view->bytesTokenized().first, first);
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
    m_view->grab();
    QVERIFY(m_view->bytesTokenized().first < 2 * first + 4000);
    // The same chunks in another snapshot are known.
    const std::size_t before = m_view->bytesTokenized().first;
    m_view->setSnapshot(std::make_shared<RunSnapshot>(*m_view->snapshot()), 0);
    m_view->grab();
    QCOMPARE(m_view->bytesTokenized().first, before);
}

void TokenOverlayTest::largeChunksAreTokenizedOnceInTheBackground()
{
    m_view->resize(900, 600);
    const std::string text = numberedLines(25'000);
    const auto snapshot = tokenSnapshot(text, "o200k_base", 100'000'000, 0, "token-window");
    QVERIFY(snapshot);
    QCOMPARE(snapshot->chunkCount, std::size_t{1});
    const std::size_t chunkBytes = snapshot->chunkSets[0]->chunks()[0].emit.size();
    QVERIFY(chunkBytes > 1'000'000);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    m_view->grab();
    QTRY_VERIFY(!m_view->tokenMarks().empty());
    for (int i = 1; i <= 5; ++i) {
        m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 6 * i);
        m_view->grab();
        const std::vector<ChunkView::TokenMark> marks = m_view->tokenMarks();
        QVERIFY(marks.size() > 100);
        QVERIFY(marks.front().firstToken > 10'000);
    }
    QCOMPARE(m_view->bytesTokenized().first, chunkBytes);
    QCOMPARE(m_view->bytesTokenized().second, std::size_t{0});
    m_view->stepToken(true);
    QVERIFY(m_view->currentTokenBytes());
}

void TokenOverlayTest::anotherLargeChunkInViewMakesTheFirstWait()
{
    m_view->resize(900, 600);
    const auto snapshot = tokenSnapshot(numberedLines(25'000), "o200k_base", 100'000, 0, "token-window");
    QVERIFY(snapshot && snapshot->chunkCount >= 3);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    m_view->grab();
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() - 1);
    m_view->grab();
    const auto last = static_cast<std::uint32_t>(snapshot->chunkCount - 1);
    QTRY_VERIFY(!m_view->tokenMarks().empty());
    QCOMPARE(m_view->tokenMarks().back().chunk, last);
}

void TokenOverlayTest::stepsGoThroughAllTokens()
{
    const auto snapshot = tokenSnapshot(scriptsText, "o200k_base", 40, 0);
    QVERIFY(snapshot && snapshot->chunkCount >= 3);
    const ChunkSet &set = *snapshot->chunkSets[0];
    m_view->resize(700, 200);
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    QSignalSpy activated(m_view.get(), &ChunkView::placeActivated);
    QSignalSpy notes(m_view.get(), &ChunkView::tokenNoteChanged);
    std::vector<QString> forward;
    for (std::size_t chunk = 0; chunk < set.size(); ++chunk) {
        for (std::size_t number = 0; number < set.chunks()[chunk].tokens; ++number) {
            m_view->stepToken(true);
            const QString text = m_view->currentTokenText();
            const QString start = QStringLiteral("Token %1 of %2 in chunk %3 ")
                                      .arg(number + 1)
                                      .arg(set.chunks()[chunk].tokens)
                                      .arg(chunk + 1);
            QVERIFY2(text.startsWith(start), qPrintable(text));
            QCOMPARE(notes.last().first().toString(), text);
            QCOMPARE(*m_view->currentPlace()->chunk, static_cast<std::uint32_t>(chunk));
            const std::optional<ByteRange> bytes = m_view->currentTokenBytes();
            QVERIFY(bytes && set.chunks()[chunk].source.contains(*bytes));
            QVERIFY2(isInSight(static_cast<std::uint32_t>(chunk), number), qPrintable(text));
            forward.push_back(text);
        }
    }
    QCOMPARE(static_cast<std::size_t>(activated.size()), set.size());
    const QString last = m_view->currentTokenText();
    m_view->stepToken(true);
    QCOMPARE(m_view->currentTokenText(), last);
    for (std::size_t i = forward.size() - 1; i > 0; --i) {
        m_view->stepToken(false);
        QCOMPARE(m_view->currentTokenText(), forward[i - 1]);
    }
    ChunkViewAccessible accessible(m_view.get());
    QVERIFY(static_cast<QAccessibleInterface &>(accessible)
                .text(QAccessible::Description)
                .startsWith(m_view->currentTokenText()));
    m_view->setTokensShown(false);
    QCOMPARE(notes.last().first().toString(), QString());
}

void TokenOverlayTest::theCursorStaysOnItsTextWhenChunksChange()
{
    const std::shared_ptr<const Document> document = Document::fromText("test", scriptsText);
    m_view->setSnapshot(tokenSnapshot(document, "o200k_base", 40, 0), 0);
    m_view->setTokensShown(true);
    for (int i = 0; i < 60; ++i)
        m_view->stepToken(true);
    const ByteRange bytes = *m_view->currentTokenBytes();
    m_view->setSnapshot(tokenSnapshot(document, "o200k_base", 25, 5), 0);
    QVERIFY(m_view->currentTokenBytes());
    QVERIFY(m_view->currentTokenBytes()->intersects(bytes));
    m_view->setSnapshot(tokenSnapshot("Short.", "o200k_base", 25, 5), 0);
    QVERIFY(!m_view->currentTokenBytes());
}

void TokenOverlayTest::pointingTellsTheToken()
{
    // The ids of "Hello", ", ", " world" and "!" are those of tiktoken for o200k_base.
    m_view->setSnapshot(tokenSnapshot("Hello, world!", "o200k_base", 100, 0), 0);
    m_view->setTokensShown(true);
    const std::vector<ChunkView::TokenMark> marks = m_view->tokenMarks();
    QCOMPARE(marks.size(), std::size_t{4});
    const QStringList ids{QStringLiteral("13225"), QStringLiteral("11"), QStringLiteral("2375"), QStringLiteral("0")};
    QSignalSpy notes(m_view.get(), &ChunkView::tokenNoteChanged);
    for (std::size_t i = 0; i < marks.size(); ++i) {
        const QPoint point = pointOn(marks[i]);
        const QString tip = toolTipAt(point);
        QVERIFY2(tip.startsWith(QStringLiteral("Token %1 of 4 in chunk 1").arg(i + 1)), qPrintable(tip));
        QVERIFY2(tip.contains(QStringLiteral("id %1 ").arg(ids[static_cast<qsizetype>(i)])), qPrintable(tip));
        QTest::mouseMove(m_view->viewport(), point);
        QTRY_VERIFY(!notes.isEmpty()
                    && notes.last().first().toString().startsWith(QStringLiteral("Token %1 of 4").arg(i + 1)));
    }
    QVERIFY(toolTipAt(pointOn(marks[2])).contains(QStringLiteral("20 77 6F 72 6C 64")));
    const QImage with = m_view->grab().toImage();
    QEvent leave(QEvent::Leave);
    QApplication::sendEvent(m_view->viewport(), &leave);
    QCOMPARE(notes.last().first().toString(), QString());
    QVERIFY(m_view->grab().toImage() != with);
    m_view->setSnapshot(tokenSnapshot("Hello, world!", "words", 100, 0), 0);
    const QString tip = toolTipAt(m_view->rectOf(1).center());
    QVERIFY(tip.startsWith(QStringLiteral("Word 1 of 2 in chunk 1")));
    QVERIFY(!tip.contains(QStringLiteral("id ")));
}

void TokenOverlayTest::joinedUnitsHaveTheirSpaceSaid()
{
    const std::string text = "One two.\n\n\nThree four.";
    const auto snapshot = tokenSnapshot(text, "o200k_base", 100, 0, "fixed-words");
    QVERIFY(snapshot);
    QCOMPARE(snapshot->chunkSets[0]->join(), Join::Space);
    QCOMPARE(snapshot->chunkSets[0]->text(0), std::string_view("One two. Three four."));
    m_view->setSnapshot(snapshot, 0);
    m_view->setTokensShown(true);
    const QString three = toolTipAt(m_view->rectOf(text.find("Three") + 1).center());
    QVERIFY2(three.contains(QStringLiteral("not in the document")), qPrintable(three));
    const QString two = toolTipAt(m_view->rectOf(5).center());
    QVERIFY2(!two.contains(QStringLiteral("not in the document")), qPrintable(two));
}

void TokenOverlayTest::bytesAreToldVisibly()
{
    QCOMPARE(visibleText(" a\tb\r\n", 100), QStringLiteral("\u2423a\\tb\\r\\n"));
    QCOMPARE(visibleText("\xF0\x9F", 100), QStringLiteral("\\xF0\\x9F"));
    QCOMPARE(visibleText("\xC3\xA9\\", 100), QStringLiteral("é\\\\"));
    QCOMPARE(visibleText("\xCC\x81", 100), QStringLiteral("\\u{301}"));
    QCOMPARE(visibleText("a\xE2\x80\x8B\xC2\xA0z", 100), QStringLiteral("a\\u{200B}\\u{A0}z"));
    QCOMPARE(visibleText("\xED\xA0\x80", 100), QStringLiteral("\\xED\\xA0\\x80"));
    QCOMPARE(visibleText("\xC0\x80", 100), QStringLiteral("\\xC0\\x80"));
    QCOMPARE(visibleText(std::string(1000, 'x'), 40).size(), 20 + 3 + 10);
}

void TokenOverlayTest::whiteSpaceHasMarks()
{
    QCOMPARE(whiteSpaceMark(U' '), WhiteSpaceMark::Space);
    QCOMPARE(whiteSpaceMark(U'\t'), WhiteSpaceMark::Tab);
    QCOMPARE(whiteSpaceMark(0xA0), WhiteSpaceMark::NoBreakSpace);
    QCOMPARE(whiteSpaceMark(0x3000), WhiteSpaceMark::OtherSpace);
    QCOMPARE(whiteSpaceMark(0x200D), WhiteSpaceMark::Invisible);
    QCOMPARE(whiteSpaceMark(U'a'), WhiteSpaceMark::None);
    QCOMPARE(whiteSpaceName(0xA0), QStringLiteral("No-break space (U+00A0)"));
    QCOMPARE(lineEndName("\r\n"), QStringLiteral("Line end (CR and LF)"));
}

void TokenOverlayTest::whiteSpaceIsDrawnAndNotPutIn()
{
    m_view->resize(900, 300);
    const std::string text = "a\xC2\xA0"
                             "b c\td\xE2\x80\x8B"
                             "e\r\nwide \xE3\x80\x80 end";
    m_view->setSnapshot(tokenSnapshot(text, "o200k_base", 100, 0), 0);
    const QImage plain = m_view->grab().toImage();
    QVERIFY(!toolTipAt(m_view->rectOf(1).center()).contains(QStringLiteral("No-break")));
    m_view->setWhiteSpaceShown(true);
    const QImage marked = m_view->grab().toImage();
    for (const std::size_t byte : {std::size_t{1}, std::size_t{4}, std::size_t{6}, text.find(" end")}) {
        const QRect cell = m_view->rectOf(byte).translated(m_view->viewport()->mapTo(m_view.get(), QPoint()));
        QVERIFY2(plain.copy(cell) != marked.copy(cell), qPrintable(QString::number(byte)));
    }
    QVERIFY(toolTipAt(m_view->rectOf(1).center()).startsWith(QStringLiteral("No-break space (U+00A0)")));
    m_view->selectBytes({0, text.size()});
    QCOMPARE(m_view->selectedText().toStdString(), text);
    QCOMPARE(m_view->bytesTokenized().first, std::size_t{0});
}

void TokenOverlayTest::printsNoWarnings()
{
    // What an installation's fonts lack is not ours.
    qtWarnings.removeIf(
        [](const QString &warning) { return warning.contains(QStringLiteral("OpenType support missing")); });
    QCOMPARE(qtWarnings, QStringList());
}

QTEST_MAIN(TokenOverlayTest)
#include "tokenoverlaytest.moc"
