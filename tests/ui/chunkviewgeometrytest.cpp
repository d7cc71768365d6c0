// SPDX-License-Identifier: GPL-3.0-or-later
// The chunk view's geometry and text handling, without any widget.
#include "chunkview/blockindex.h"
#include "chunkview/displaytext.h"
#include "chunkview/flow.h"
#include "chunkview/overviewmodel.h"
#include "chunkview/spangeometry.h"
#include "chunkview/textsearch.h"
#include "text/utf8.h"

#include <QTest>

#include <cmath>
#include <random>
#include <set>

using namespace cw;

namespace {

std::string randomText(std::mt19937 &random, std::size_t characters)
{
    static const std::vector<std::string> alphabet
        = {"a", "b",         " ",  "\n", "\r",       "\r\n",         "\t",
           "é", "e\xCC\x81", "漢", "ب",  "👍🏽", "\xE2\x80\xA8", std::string(1, '\0')};
    std::string text;
    for (std::size_t i = 0; i < characters; ++i)
        text += alphabet[random() % alphabet.size()];
    return text;
}

/// Chunks whose begins and ends strictly increase, often overlapping, sometimes with gaps.
std::vector<Chunk> randomChunks(std::mt19937 &random, std::size_t textBytes)
{
    std::vector<Chunk> chunks;
    ByteRange last;
    while (chunks.size() < 12) {
        ByteRange next;
        next.begin = chunks.empty() ? random() % 3 : last.begin + 1 + random() % 8;
        next.end = std::max(last.end, next.begin) + 1 + random() % 6;
        if (next.end > textBytes)
            break;
        chunks.emplace_back().source = next;
        last = next;
    }
    return chunks;
}

/// Characters of 10 pixels; those from `rtlBegin` to `rtlEnd` run right to left.
class FakeCarets final : public CaretLookup
{
public:
    int rtlBegin = 0;
    int rtlEnd = 0;

    double caretX(int unit) const override { return unit * 10.0; }
    Interval cellOf(int unit) const override
    {
        const int slot = unit >= rtlBegin && unit < rtlEnd ? rtlBegin + rtlEnd - 1 - unit : unit;
        return {slot * 10.0, slot * 10.0 + 10};
    }
};

class FakeFlow final : public FlowModel
{
public:
    std::vector<double> heights;
    std::set<std::size_t> asked;

    bool isEmpty() const override { return heights.empty(); }
    FlowKey first() override { return {}; }
    FlowKey last() override { return {0, heights.size() - 1}; }
    std::optional<FlowKey> next(FlowKey key) override
    {
        return key.block + 1 < heights.size() ? std::optional(FlowKey{0, key.block + 1}) : std::nullopt;
    }
    std::optional<FlowKey> previous(FlowKey key) override
    {
        return key.block > 0 ? std::optional(FlowKey{0, key.block - 1}) : std::nullopt;
    }
    double height(FlowKey key) override
    {
        asked.insert(key.block);
        return heights[key.block];
    }
    double position(const FlowAnchor &anchor) const
    {
        double y = anchor.pixelsAbove;
        for (std::size_t i = 0; i < anchor.key.block; ++i)
            y += heights[i];
        return y;
    }
};

} // namespace

class ChunkViewGeometryTest : public QObject
{
    Q_OBJECT

private slots:
    void blocksAreLines();
    void blocksCoverTheText();
    void longLinesAreCutAtSpacesAndBetweenClusters();
    void displayTextMapsBytesAndUnits();
    void controlsAreShownAsSymbols();
    void exactTextKeepsByteOrderMark();
    void searchAgreesWithQString();
    void searchFindsWholeWords();
    void searchIsLinear();
    void spansAgreeWithCoverage();
    void findingsOfChunksAreFound();
    void intervalsOfOneDirection();
    void intervalsOfMixedDirections();
    void outlineEnclosesTheRegion();
    void bandsSpanTheSharedLines();
    void scrollingIsExactAndLocal();
    void endAnchorFillsTheView();
    void overviewLosesNothing();
};

void ChunkViewGeometryTest::blocksAreLines()
{
    const std::string text = "one\ntwo\r\nthree\rfour\n\nsix\xE2\x80\xA8still six";
    const BlockIndex index(text, false);
    std::vector<std::string> blocks;
    for (TextBlock block = index.blockAt(0);; block = index.blockAt(block.bytes.end)) {
        blocks.push_back(text.substr(block.bytes.begin, block.bytes.size()));
        if (index.isLast(block))
            break;
    }
    const std::vector<std::string> expected
        = {"one\n", "two\r\n", "three\r", "four\n", "\n", "six\xE2\x80\xA8still six"};
    QCOMPARE(blocks, expected);
    QVERIFY(BlockIndex("", false).isLast(BlockIndex("", false).blockAt(0)));
    QVERIFY(BlockIndex("a\n", false).isLast(BlockIndex("a\n", false).blockAt(2)));
    QVERIFY(!BlockIndex("a\n", false).isLast(BlockIndex("a\n", false).blockAt(1)));
}

void ChunkViewGeometryTest::blocksCoverTheText()
{
    std::mt19937 random(7);
    for (int round = 0; round < 300; ++round) {
        const std::string text = randomText(random, random() % 120);
        const std::size_t longest = 8 + random() % 30;
        const OffsetMap lines(text); // what lines are, found another way
        const bool wholeLines = round % 4 == 0;
        const BlockIndex index(text, wholeLines, longest);
        const std::vector<BlockStart> starts = blockStarts(text, {0, text.size()}, wholeLines, longest);
        std::size_t end = 0;
        for (std::size_t i = 0; i < starts.size(); ++i) {
            const TextBlock block = index.blockAt(starts[i].begin);
            const ByteRange bytes = block.bytes;
            QCOMPARE(bytes.begin, end);
            QCOMPARE(bytes.begin, std::size_t{starts[i].begin});
            QCOMPARE(block.lineBegin, std::size_t{starts[i].lineBegin});
            QCOMPARE(block.lineBegin, lines.byteOfLine(lines.lineAt(bytes.begin)));
            QVERIFY(isCharacterBoundary(text, bytes.begin));
            QVERIFY(wholeLines || bytes.size() <= longest + longest / 2 + 2); // a cut lies up to half a piece early
            QVERIFY(!bytes.isEmpty() || i + 1 == starts.size());
            QCOMPARE(index.isLast(block), i + 1 == starts.size());
            const bool goesOn = i + 1 < starts.size() && starts[i + 1].lineBegin == starts[i].lineBegin;
            QCOMPARE(block.goesOn, goesOn);
            QVERIFY(!wholeLines || !goesOn);
            if (!goesOn)
                QCOMPARE(bytes.end, lines.byteOfLine(lines.lineAt(bytes.begin) + 1));
            for (std::size_t byte = bytes.begin; byte < bytes.end; ++byte)
                QCOMPARE(index.blockAt(byte).bytes, bytes);
            end = bytes.end;
        }
        QCOMPARE(end, text.size());
        QVERIFY(index.isLast(index.blockAt(text.size())));
    }
}

void ChunkViewGeometryTest::longLinesAreCutAtSpacesAndBetweenClusters()
{
    QCOMPARE(cutBefore("alpha beta gamma", 0, 12), std::size_t{11});
    QCOMPARE(cutBefore("abcdefgh", 0, 5), std::size_t{5});
    // A family is one cluster of four emoji and three joiners: 4 * 4 + 3 * 3 bytes.
    const std::string family = "👩‍👩‍👧‍👦";
    QCOMPARE(family.size(), std::size_t{25});
    std::string line;
    for (int i = 0; i < 40; ++i)
        line += family;
    for (std::size_t limit = 60; limit < 160; ++limit)
        QCOMPARE(cutBefore(line, 25, limit), limit / 25 * 25);
    // Letters on both sides are better than a sign: a direction is in doubt beside signs.
    QCOMPARE(cutBefore("alpha beta (gamma) delta", 0, 20), std::size_t{6});
    // A line may not break before a full stop, nor in a word that is joined.
    const std::string chinese = "检索增强生成。检索";
    QCOMPARE(cutBefore(chinese, 0, 18), std::size_t{15});
    // Flags are pairs, however many stand in a row.
    std::string flags;
    for (int i = 0; i < 3000; ++i)
        flags += "🇩🇪";
    for (const std::size_t limit : {4096U, 4100U, 9996U, 20000U})
        QCOMPARE(cutBefore(flags, limit / 2, limit), limit / 8 * 8);
    // A base with more marks than anybody writes is cut between characters, and always goes on.
    std::string stack = "a";
    for (int i = 0; i < 2000; ++i)
        stack += "\xCC\x81";
    const std::size_t cut = cutBefore(stack, 0, 1000);
    QVERIFY(cut > 0 && cut <= 1000);
    QVERIFY(isCharacterBoundary(stack, cut));
}

void ChunkViewGeometryTest::displayTextMapsBytesAndUnits()
{
    std::mt19937 random(11);
    for (int round = 0; round < 200; ++round) {
        std::string text = randomText(random, 1 + random() % 40);
        text = text.substr(0, text.find_first_of("\r\n"));
        const DisplayText shown(text + "\r\n");
        QCOMPARE(shown.shownBytes(), text.size());
        int unit = 0;
        for (std::size_t byte = 0; byte < text.size();) {
            const DecodedCharacter character = decodeCharacter(text, byte);
            for (std::size_t inside = 0; inside < character.byteLength; ++inside)
                QCOMPARE(shown.unitAt(byte + inside), unit);
            const int units = character.codePoint > 0xFFFF ? 2 : 1;
            for (int i = 0; i < units; ++i)
                QCOMPARE(shown.byteAt(unit + i), byte);
            unit += units;
            byte += character.byteLength;
        }
        QCOMPARE(unit, static_cast<int>(shown.string().size()));
        QCOMPARE(shown.unitAt(text.size() + 1), unit);
        QCOMPARE(shown.byteAt(unit), text.size());
    }
}

void ChunkViewGeometryTest::controlsAreShownAsSymbols()
{
    const std::string text("a\0b\x1b\x7f\t\xC2\x85\xE2\x80\xA8\xE2\x80\xA9\x0b\x0c", 16);
    QCOMPARE(DisplayText(text).string(), QString::fromUtf8("a␀b␛␡\t␤↵¶␋␌"));
    QVERIFY(!DisplayText("plain").mayBeBidirectional());
    QVERIFY(!DisplayText("❤️ 漢字 👍🏽").mayBeBidirectional());
    QVERIFY(DisplayText("مرحبا").mayBeBidirectional());
    QVERIFY(DisplayText("x שלום").mayBeBidirectional());
}

void ChunkViewGeometryTest::exactTextKeepsByteOrderMark()
{
    QCOMPARE(exactQString("\xEF\xBB\xBFx").size(), 2);
    QCOMPARE(exactQString(std::string_view("a\0b", 3)).size(), 3);
}

void ChunkViewGeometryTest::searchAgreesWithQString()
{
    const std::vector<std::string> alphabet = {"a", "A", "k", "\u212A", "σ", "ς", "Σ", "é", "É", "漢", "👍", "ß", "i"};
    std::mt19937 random(3);
    for (int round = 0; round < 2000; ++round) {
        std::string text;
        std::string wanted;
        for (std::size_t i = 0; i < 30; ++i)
            text += alphabet[random() % (2 + random() % (alphabet.size() - 1))];
        for (std::size_t i = 0; i < 1 + random() % 3; ++i)
            wanted += alphabet[random() % alphabet.size()];
        const bool caseSensitive = random() % 2 == 0;
        const QString haystack = QString::fromStdString(text);
        const QString needle = QString::fromStdString(wanted);
        std::vector<ByteRange> expected;
        for (qsizetype at = 0;;) {
            at = haystack.indexOf(needle, at, caseSensitive ? Qt::CaseSensitive : Qt::CaseInsensitive);
            if (at < 0)
                break;
            const auto begin = static_cast<std::size_t>(haystack.left(at).toUtf8().size());
            at += needle.size();
            expected.push_back({begin, static_cast<std::size_t>(haystack.left(at).toUtf8().size())});
        }
        QCOMPARE(findAll(text, {needle, caseSensitive, false}), expected);
    }
}

void ChunkViewGeometryTest::searchFindsWholeWords()
{
    const std::string text = "cat concat cat_ cats cat. Katze cat";
    const std::vector<ByteRange> expected = {{0, 3}, {21, 24}, {32, 35}};
    QCOMPARE(findAll(text, {QStringLiteral("CAT"), false, true}), expected);
    QVERIFY(findAll(text, {QString(), false, false}).empty());
}

void ChunkViewGeometryTest::searchIsLinear()
{
    // 4 million times 200,000 comparisons would not end in this lifetime.
    const std::string text(4'000'000, 'a');
    const QString needle = QString(200'000, QLatin1Char('a')) + QLatin1Char('b');
    QVERIFY(findAll(text, {needle, false, false}).empty());
}

void ChunkViewGeometryTest::spansAgreeWithCoverage()
{
    std::mt19937 random(5);
    for (int round = 0; round < 500; ++round) {
        const std::vector<Chunk> chunks = randomChunks(random, 80);
        const std::size_t begin = random() % 60;
        const ByteRange shown{begin, begin + random() % (80 - begin)};
        std::size_t end = shown.begin;
        for (const ChunkSpan &span : chunkSpans(chunks, shown)) {
            QCOMPARE(span.bytes.begin, end);
            QVERIFY(!span.bytes.isEmpty());
            for (std::size_t byte = span.bytes.begin; byte < span.bytes.end; ++byte) {
                for (std::size_t i = 0; i < chunks.size(); ++i)
                    QCOMPARE(span.isCoveredBy(static_cast<std::uint32_t>(i)), chunks[i].source.contains(byte));
            }
            end = span.bytes.end;
        }
        QCOMPARE(end, shown.end);
        const ChunkRange starting = chunksStartingIn(chunks, shown);
        const ChunkRange inView = chunksTouching(chunks, shown);
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            QCOMPARE(i >= starting.begin && i < starting.end, shown.contains(chunks[i].source.begin));
            if (!shown.isEmpty())
                QCOMPARE(i >= inView.begin && i < inView.end, chunks[i].source.intersects(shown));
        }
    }
}

void ChunkViewGeometryTest::findingsOfChunksAreFound()
{
    std::vector<Finding> findings;
    for (std::uint32_t document = 0; document < 3; ++document) {
        for (const std::uint32_t chunk : {0U, 0U, 2U, 5U, 5U, 5U}) {
            findings.emplace_back().document = document;
            findings.back().chunk = chunk;
        }
    }
    QCOMPARE(findingsOf(findings, 1, {0, 1}).size(), std::size_t{2});
    QCOMPARE(findingsOf(findings, 1, {1, 2}).size(), std::size_t{0});
    QCOMPARE(findingsOf(findings, 1, {2, 6}).size(), std::size_t{4});
    QCOMPARE(findingsOf(findings, 2, {5, 9}).size(), std::size_t{3});
    QVERIFY(findingsOf(findings, 1, {0, 1}).data() == findings.data() + 6);
}

void ChunkViewGeometryTest::intervalsOfOneDirection()
{
    const FakeCarets carets;
    VisualLine line;
    line.unitBegin = 10;
    line.unitEnd = 20;
    line.textLeft = 100;
    line.textRight = 200;
    using Intervals = std::vector<Interval>;
    QCOMPARE(coveredIntervals(line, carets, 12, 15, false, 300), Intervals({{120, 150}}));
    QCOMPARE(coveredIntervals(line, carets, 0, 15, false, 300), Intervals({{100, 150}}));
    QCOMPARE(coveredIntervals(line, carets, 18, 40, true, 300), Intervals({{180, 300}}));
    QCOMPARE(coveredIntervals(line, carets, 20, 40, true, 300), Intervals({{200, 300}}));
    QCOMPARE(coveredIntervals(line, carets, 20, 20, false, 300), Intervals());
    line.isRightToLeft = true;
    QCOMPARE(coveredIntervals(line, carets, 20, 40, true, 300), Intervals({{0, 100}}));
}

void ChunkViewGeometryTest::intervalsOfMixedDirections()
{
    FakeCarets carets; // abcDEFGgh is shown as abcGFEDgh
    carets.rtlBegin = 3;
    carets.rtlEnd = 7;
    VisualLine line;
    line.unitEnd = 9;
    line.textRight = 90;
    line.isBidirectional = true;
    using Intervals = std::vector<Interval>;
    QCOMPARE(coveredIntervals(line, carets, 0, 9, false, 200), Intervals({{0, 90}}));
    // b, c and D, E: the second pair stands at the far end of its run.
    QCOMPARE(coveredIntervals(line, carets, 1, 5, false, 200), Intervals({{10, 30}, {50, 70}}));
    QCOMPARE(coveredIntervals(line, carets, 5, 8, false, 200), Intervals({{30, 50}, {70, 80}}));
    const std::vector<int> shownOrder = {0, 1, 2, 6, 5, 4, 3, 7, 8};
    for (std::size_t slot = 0; slot < shownOrder.size(); ++slot)
        QCOMPARE(unitNear(line, carets, static_cast<double>(slot) * 10 + 5), shownOrder[slot]);
    QCOMPARE(unitNear(line, carets, 500), 8);
}

void ChunkViewGeometryTest::outlineEnclosesTheRegion()
{
    // Brute force on a grid: the outline is as long as the edges between inside and outside.
    std::mt19937 random(9);
    for (int round = 0; round < 200; ++round) {
        constexpr int width = 12;
        std::vector<std::vector<bool>> grid(1 + random() % 5, std::vector<bool>(width, false));
        std::vector<RegionRow> rows;
        for (std::size_t y = 0; y < grid.size(); ++y) {
            RegionRow row{static_cast<double>(y), static_cast<double>(y + 1), {}};
            for (int x = static_cast<int>(random() % 4); x < width - 2; x += 3 + static_cast<int>(random() % 4)) {
                const int end = x + 1 + static_cast<int>(random() % 2);
                row.intervals.push_back({static_cast<double>(x), static_cast<double>(end)});
                for (int i = x; i < end; ++i)
                    grid[y][static_cast<std::size_t>(i)] = true;
            }
            rows.push_back(row);
        }
        const bool openTop = random() % 2 == 0;
        const auto at = [&](int x, int y) {
            if (y < 0)
                return openTop && grid.front()[static_cast<std::size_t>(x)];
            const bool isInside = x >= 0 && x < width && y < static_cast<int>(grid.size());
            return isInside && grid[static_cast<std::size_t>(y)][static_cast<std::size_t>(x)];
        };
        int expected = 0;
        for (int y = 0; y < static_cast<int>(grid.size()); ++y) {
            for (int x = 0; x <= width; ++x)
                expected += at(x - 1, y) != at(x, y);
        }
        for (int y = 0; y <= static_cast<int>(grid.size()); ++y) {
            for (int x = 0; x < width; ++x)
                expected += at(x, y - 1) != at(x, y);
        }
        double length = 0;
        for (const QLineF &line : outlineOf(rows, openTop, false))
            length += line.length();
        QCOMPARE(std::lround(length), expected);
    }
}

void ChunkViewGeometryTest::bandsSpanTheSharedLines()
{
    std::vector<Chunk> chunks(3);
    chunks[0].source = {0, 25};
    chunks[1].source = {18, 50};
    chunks[2].source = {50, 70};
    const std::vector<TextRow> rows = {{{0, 10}, 0, 20}, {{10, 20}, 20, 40}, {{20, 30}, 40, 60}, {{30, 70}, 60, 80}};
    const std::vector<OverlapBand> bands = overlapBands(chunks, rows);
    QCOMPARE(bands.size(), std::size_t{1}); // chunks 2 and 3 only touch
    QCOMPARE(bands[0].chunk, 1U);
    QCOMPARE(bands[0].top, 20.0);
    QCOMPARE(bands[0].bottom, 60.0);
    QVERIFY(bands[0].startsInView && bands[0].endsInView);
    const std::vector<OverlapBand> cut = overlapBands(chunks, std::span(rows).subspan(2));
    QCOMPARE(cut.size(), std::size_t{1});
    QVERIFY(!cut[0].startsInView && cut[0].endsInView);
    QVERIFY(overlapBands(chunks, std::span(rows).subspan(3)).empty());
}

void ChunkViewGeometryTest::scrollingIsExactAndLocal()
{
    std::mt19937 random(13);
    FakeFlow flow;
    for (int i = 0; i < 10'000; ++i)
        flow.heights.push_back(static_cast<double>(1 + random() % 60));
    FlowAnchor anchor{{0, 5000}, 0};
    double position = flow.position(anchor);
    for (int i = 0; i < 500; ++i) {
        const double step = static_cast<double>(random() % 2001) - 1000;
        anchor = scrolled(flow, anchor, step);
        position += step;
        QCOMPARE(flow.position(anchor), position);
        QVERIFY(anchor.pixelsAbove >= 0 && anchor.pixelsAbove < flow.heights[anchor.key.block]);
    }
    QVERIFY(flow.asked.size() < 5000);
    QCOMPARE(scrolled(flow, {{0, 3}, 0}, -1e6), (FlowAnchor{{0, 0}, 0}));
    const std::vector<FlowItem> items = itemsInView(flow, anchor, 700);
    QVERIFY(items.front().top <= 0 && items.front().bottom() > 0);
    QVERIFY(items.back().top < 700 && items.back().bottom() >= 700);
    for (std::size_t i = 1; i < items.size(); ++i)
        QCOMPARE(items[i].top, items[i - 1].bottom());
}

void ChunkViewGeometryTest::endAnchorFillsTheView()
{
    FakeFlow flow;
    flow.heights.assign(1000, 30);
    const FlowAnchor end = endAnchor(flow, 100);
    QCOMPARE(end, (FlowAnchor{{0, 996}, 20}));
    QCOMPARE(itemsInView(flow, end, 100).back().bottom(), 100.0);
    QVERIFY(flow.asked.size() <= 4);
    flow.heights.assign(2, 30);
    QCOMPARE(endAnchor(flow, 100), (FlowAnchor{{0, 0}, 0}));
}

void ChunkViewGeometryTest::overviewLosesNothing()
{
    std::mt19937 random(17);
    for (int round = 0; round < 300; ++round) {
        const std::size_t textBytes = 1 + random() % 300;
        const int rowCount = 1 + static_cast<int>(random() % 120);
        const std::vector<Chunk> chunks = randomChunks(random, textBytes);
        std::vector<Finding> findings;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            findings.emplace_back().severity = static_cast<Severity>(random() % 3);
            findings.back().where = chunks[i].source;
        }
        const std::vector<ByteRange> hits = {{0, 1}, {textBytes - 1, textBytes}};
        const std::vector<OverviewRow> rows = overviewRows(textBytes, chunks, findings, hits, rowCount);
        QCOMPARE(rows.size(), static_cast<std::size_t>(rowCount));
        for (const Finding &finding : findings) {
            const int row = overviewRowOf(finding.where.begin, textBytes, rowCount);
            QVERIFY(rows[static_cast<std::size_t>(row)].severity >= finding.severity);
        }
        QVERIFY(rows.front().hasSearchHit);
        QVERIFY(rows[static_cast<std::size_t>(overviewRowOf(textBytes - 1, textBytes, rowCount))].hasSearchHit);
        for (std::size_t byte = 0; byte < textBytes; ++byte) {
            const OverviewRow &row = rows[static_cast<std::size_t>(overviewRowOf(byte, textBytes, rowCount))];
            std::size_t depth = 0;
            for (std::size_t i = 0; i < chunks.size(); ++i) {
                if (!chunks[i].source.contains(byte))
                    continue;
                ++depth;
                QVERIFY(i >= row.firstChunk && i < row.firstChunk + row.chunkCount);
            }
            QVERIFY(depth < 2 || row.overlapShare > 0);
            QVERIFY(row.overlapShare <= 1);
        }
        for (int row = 0; row < rowCount; ++row) {
            const std::size_t byte = overviewByteOf(row, textBytes, rowCount);
            if (byte < overviewByteOf(row + 1, textBytes, rowCount))
                QCOMPARE(overviewRowOf(byte, textBytes, rowCount), row);
        }
    }
}

QTEST_GUILESS_MAIN(ChunkViewGeometryTest)
#include "chunkviewgeometrytest.moc"
