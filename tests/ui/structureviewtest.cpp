// SPDX-License-Identifier: GPL-3.0-or-later
// Headings, code and tables in the chunk view: they look like what they are, and every figure stays exact.
#include "chunkviewsupport.h"

#include "chunkview/chunkview.h"
#include "chunkview/textstructure.h"
#include "formats/format.h"
#include "formats/markdownblocks.h"
#include "models/texts.h"
#include "theme/theme.h"

#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>
#include <QThread>

#include <atomic>
#include <random>

using namespace cw;
using namespace cw::test;

namespace {

const std::string sample = "# Harbour\n"
                           "\n"
                           "Plain words about ships.\n"
                           "\n"
                           "Setext title\n"
                           "============\n"
                           "\n"
                           "```cpp\n"
                           "int main() { return iiii + mmmm; }\n"
                           "\n"
                           "// iiii mmmm\n"
                           "```\n"
                           "\n"
                           "### Tides\n"
                           "\n"
                           "| port | tide |\n"
                           "| --- | --- |\n"
                           "| Aber | low |\n"
                           "| Wick | high |\n"
                           "\n"
                           "> quoted iiii mmmm\n"
                           ">\n"
                           "> ```\n"
                           "> inner iiii mmmm\n"
                           "> ```\n"
                           "\n"
                           "- item iiii mmmm\n"
                           "- مرحبا بالعالم and 港口 🚢\n"
                           "\n"
                           "###### مرحبا and Small 港口 🚢\n"
                           "last line\n";

std::shared_ptr<const Document> markdownDocument(const std::string &text, const std::string &id = "test.md")
{
    DocumentParts parts;
    parts.text = text;
    parts.format = "markdown";
    parts.readBlocks = &markdown::readBlocks;
    return Document::create(id, std::move(parts), {});
}

std::size_t at(std::string_view words)
{
    return sample.find(words);
}

TextBlock lineOf(std::string_view text, std::size_t byte)
{
    return BlockIndex(text, true).blockAt(byte);
}

} // namespace

class StructureViewTest : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void init();
    void cleanup();

    void linesLookLikeTheirBlocks_data();
    void linesLookLikeTheirBlocks();
    void piecesOfALineLookAlike();
    void sourceCodeIsCodeThroughout();
    void framesAreTheOutermost();
    void fontsFollowTheStructure();
    void linesThatDrawATitleArePlain();
    void cellsBehindTabsStandInColumns();
    void hitTestsComeBack_data();
    void hitTestsComeBack();
    void everyPlaceInsideALineIsFound();
    void selectionsStayExact();
    void framesAreDrawnAroundCodeAndTables();
    void topLineStaysWhenSwitched();
    void cardsStayWhenHeadingsComeLate_data();
    void cardsStayWhenHeadingsComeLate();
    void aLongPathIsNamedByItsEnds();
    void theStructureIsReadElsewhere();
    void joinedUnitsArePlain();
    void workIsBounded();
    void printsNoWarnings();

private:
    void show(const std::shared_ptr<const Document> &document, std::string_view strategy = "fixed-words")
    {
        QSignalSpy read(m_view.get(), &ChunkView::structureRead);
        m_view->setSnapshot(snapshotOf({document}, 8, 2, strategy), 0);
        QVERIFY(read.count() > 0 || read.wait());
    }
    [[nodiscard]] QRect cell(std::string_view words) const { return m_view->rectOf(at(words)); }

    std::unique_ptr<ChunkView> m_view;
};

void StructureViewTest::initTestCase()
{
    qInstallMessageHandler(recordWarnings);
    applyTheme(*qApp, ThemeMode::Light);
}

void StructureViewTest::init()
{
    m_view = std::make_unique<ChunkView>();
    m_view->resize(900, 1400);
    m_view->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_view.get()));
}

void StructureViewTest::cleanup()
{
    m_view.reset();
}

void StructureViewTest::linesLookLikeTheirBlocks_data()
{
    QTest::addColumn<QByteArray>("words");
    QTest::addColumn<int>("look");
    const auto row
        = [](const char *words, LineLook look) { QTest::newRow(words) << QByteArray(words) << static_cast<int>(look); };
    row("# Harbour", LineLook::Heading1);
    row("\nPlain", LineLook::Text);
    row("Plain", LineLook::Text);
    row("Setext", LineLook::Heading1);
    row("====", LineLook::Text);
    row("```cpp", LineLook::Code);
    row("int main", LineLook::Code);
    row("\n// iiii", LineLook::Code);
    row("// iiii", LineLook::Code);
    row("### Tides", LineLook::Heading3);
    row("| Aber", LineLook::Text);
    row("> quoted", LineLook::Text);
    row(">\n", LineLook::Text);
    row("> ```\n> inner", LineLook::Code);
    row("> inner", LineLook::Code);
    row("- item", LineLook::Text);
    row("###### ", LineLook::Heading6);
    row("last line", LineLook::Text);
}

void StructureViewTest::linesLookLikeTheirBlocks()
{
    QFETCH(QByteArray, words);
    QFETCH(int, look);
    const auto document = markdownDocument(sample);
    const TextStructure structure(*document->blocks({}));
    const std::size_t byte = at(words.toStdString());
    QVERIFY(byte != std::string::npos);
    QCOMPARE(static_cast<int>(structure.lookOf(lineOf(sample, byte))), look);
}

void StructureViewTest::piecesOfALineLookAlike()
{
    std::string text = "# ";
    for (int i = 0; i < 4000; ++i)
        text += "heading words ";
    text += "\nplain ";
    for (int i = 0; i < 4000; ++i)
        text += "`code` in words ";
    const auto document = markdownDocument(text);
    const TextStructure structure(*document->blocks({}));
    const BlockIndex index(text, false);
    const std::size_t heading = text.find('\n');
    int pieces = 0;
    for (TextBlock block = index.blockAt(0);; block = index.blockAt(block.bytes.end)) {
        const LineLook expected = block.bytes.begin < heading ? LineLook::Heading1 : LineLook::Text;
        QCOMPARE(static_cast<int>(structure.lookOf(block)), static_cast<int>(expected));
        ++pieces;
        if (index.isLast(block))
            break;
    }
    QVERIFY(pieces > 20);
}

void StructureViewTest::sourceCodeIsCodeThroughout()
{
    std::vector<Block> blocks(2);
    blocks[0].bytes = ByteRange{0, 9};
    blocks[0].kind = BlockKind::Comment;
    blocks[1].bytes = ByteRange{20, 30};
    blocks[1].kind = BlockKind::Declaration;
    const TextStructure structure(std::make_shared<const BlockTree>(blocks, std::vector<BlockTree::TitledHeading>(),
                                                                    std::vector<StructureProblem>(), 40));
    for (const ByteRange line : {ByteRange{0, 10}, ByteRange{10, 20}, ByteRange{20, 31}, ByteRange{31, 40}})
        QCOMPARE(static_cast<int>(structure.lookOf({line, line.begin})), static_cast<int>(LineLook::Code));
}

void StructureViewTest::framesAreTheOutermost()
{
    const auto document = markdownDocument(sample);
    const TextStructure structure(*document->blocks({}));
    const auto range = [](std::string_view from, std::string_view to) {
        return ByteRange{at(from), at(to) + to.size()};
    };
    const StructureFrame fence{range("```cpp", "mmmm\n```"), {}};
    const StructureFrame table{range("| port", "| high |"), range("| port", "--- | --- |")};
    const StructureFrame inner{range("```\n> inner", "mmmm\n> ```"), {}};
    QCOMPARE(structure.framesIn({0, sample.size()}), (std::vector<StructureFrame>{fence, table, inner}));
    QCOMPARE(structure.framesIn({at("// iiii"), at("// iiii") + 1}), std::vector<StructureFrame>{fence});
    QCOMPARE(structure.framesIn({at("| Wick"), at("> quoted")}), std::vector<StructureFrame>{table});
    QCOMPARE(structure.framesIn({at("Plain"), at("Setext")}), std::vector<StructureFrame>());
    QCOMPARE(structure.framesIn({fence.bytes.end, fence.bytes.end + 1}), std::vector<StructureFrame>());
}

void StructureViewTest::fontsFollowTheStructure()
{
    show(markdownDocument(sample));
    const int plain = cell("Plain").height();
    QVERIFY(cell("# Harbour").height() > cell("### Tides").height());
    QVERIFY(cell("### Tides").height() > plain);
    QCOMPARE(cell("====").height(), plain);
    // Letters of fixed width: four i take as much room as four m, but for rounding to pixels.
    const int fourNarrow = cell(" + mmmm").left() - cell("iiii + ").left();
    const int fourWide = cell("; }").left() - cell("mmmm; }").left();
    QVERIFY2(std::abs(fourNarrow - fourWide) <= 1, qPrintable(QStringLiteral("%1, %2").arg(fourNarrow).arg(fourWide)));
    QVERIFY(m_view->rectOf(at("- item ") + 7).width() < m_view->rectOf(at("- item ") + 12).width());

    m_view->setStructureShown(false);
    for (const std::string_view words : {"# Harbour", "### Tides", "int main", "====", "- item"})
        QCOMPARE(cell(words).height(), plain);
    QVERIFY(m_view->rectOf(at("iiii + ")).width() < m_view->rectOf(at("mmmm; }")).width());
    m_view->setStructureShown(true);
    QVERIFY(cell("# Harbour").height() > plain);
}

void StructureViewTest::linesThatDrawATitleArePlain()
{
    const std::string rest = "=====\nTitle\n=====\n\nWords.\n";
    const auto overlined = *readDocument("page.rst", rest, {}, *findFormat("rst"), {});
    const TextStructure structure(*overlined->blocks({}));
    const auto lookAt = [&](std::size_t byte) { return static_cast<int>(structure.lookOf(lineOf(rest, byte))); };
    QCOMPARE(lookAt(0), static_cast<int>(LineLook::Text));
    QCOMPARE(lookAt(6), static_cast<int>(LineLook::Heading1));
    QCOMPARE(lookAt(12), static_cast<int>(LineLook::Text));
}

void StructureViewTest::cellsBehindTabsStandInColumns()
{
    const std::string page = "<p>Before</p><table><tr><th>Hm</th><th>Gate</th><th>Signal</th></tr>"
                             "<tr><td>below eighty</td><td>open</td><td>Two lights</td></tr>"
                             "<tr><td>i</td><td>only by order</td><td>Three lights</td></tr></table>"
                             "<p>Apart\tfrom it</p>"
                             "<table><tr><td>هذا نص</td><td>واحد</td></tr><tr><td>نص</td><td>اثنان</td></tr></table>";
    const auto document = *readDocument("page.html", page, {}, *findFormat("html"), {});
    show(document);
    const std::string text(document->text());
    const auto left = [&](std::string_view words) { return m_view->rectOf(text.find(words)).left(); };
    const auto right = [&](std::string_view words) { return m_view->rectOf(text.find(words)).right(); };
    QCOMPARE(left("Gate"), left("open"));
    QCOMPARE(left("open"), left("only by order"));
    QCOMPARE(left("Signal"), left("Two lights"));
    QCOMPARE(left("Two lights"), left("Three lights"));
    QVERIFY(left("open") > right("y\topen"));
    QVERIFY(left("Signal") > right("r\tThree"));
    QCOMPARE(right("واحد"), right("اثنان"));

    m_view->setStructureShown(false);
    QVERIFY(left("Gate") < left("open"));
    m_view->setStructureShown(true);
    QCOMPARE(left("Gate"), left("open"));

    // What is drawn with characters has letters of one width.
    show(markdownDocument("Words.\n\n| iiii | a |\n| --- | --- |\n| mmmm | b |\n"));
    const std::string_view drawn = m_view->snapshot()->documents[0]->text();
    QCOMPARE(m_view->rectOf(drawn.find("| a")).left(), m_view->rectOf(drawn.find("| b")).left());
}

void StructureViewTest::hitTestsComeBack_data()
{
    QTest::addColumn<bool>("wrap");
    QTest::addColumn<int>("width");
    QTest::newRow("wide") << true << 900;
    QTest::newRow("narrow") << true << 330;
    QTest::newRow("no wrap") << false << 900;
}

void StructureViewTest::hitTestsComeBack()
{
    QFETCH(bool, wrap);
    QFETCH(int, width);
    m_view->resize(width, 1400);
    m_view->setWordWrap(wrap);
    show(markdownDocument(sample));
    int tried = 0;
    for (std::size_t byte = 0; byte < sample.size(); ++byte) {
        const auto lead = static_cast<unsigned char>(sample[byte]);
        const QRect rect = m_view->rectOf(byte);
        if (sample[byte] == '\n' || (lead & 0xC0) == 0x80 || rect.width() < 3
            || !m_view->viewport()->rect().contains(rect))
            continue;
        const std::optional<std::size_t> back = m_view->byteAt(rect.center());
        QVERIFY2(back == byte,
                 qPrintable(QStringLiteral("byte %1 came back as %2").arg(byte).arg(back ? qint64(*back) : -1)));
        ++tried;
    }
    QVERIFY(tried > 250);
}

void StructureViewTest::everyPlaceInsideALineIsFound()
{
    const std::vector<std::string> words{
        "Small", "مرحبا", "🚢", "港口", "שלום", "12", "(بحر)", "👩‍👩‍👧‍👦", "a-b", "ا", "é", "5%"};
    std::mt19937 random(5);
    std::string text = "# 🚢 مرحبا 港口\n\n###### 👍🏽 شكرا x\n\n";
    for (int line = 0; line < 24; ++line) {
        text += line % 2 == 0 ? std::string(static_cast<std::size_t>(1 + line % 6), '#') : "Plain";
        for (int i = 0; i < 7; ++i)
            text += ' ' + words[random() % words.size()];
        text += "\n\n";
    }
    m_view->resize(900, 3000);
    show(markdownDocument(text));
    int tried = 0;
    for (std::size_t begin = 0; begin < text.size();) {
        const std::size_t end = text.find('\n', begin);
        QRect line;
        for (std::size_t byte = begin; byte < end; ++byte) {
            if ((static_cast<unsigned char>(text[byte]) & 0xC0) != 0x80)
                line |= m_view->rectOf(byte);
        }
        for (int x = line.left() + 1; end > begin && x < line.right() - 1; ++x) {
            const std::optional<std::size_t> byte = m_view->byteAt({x, line.center().y()});
            QVERIFY2(
                byte && *byte >= begin && *byte < end,
                qPrintable(
                    QStringLiteral("x %1 in: %2").arg(x).arg(QString::fromStdString(text.substr(begin, end - begin)))));
            ++tried;
        }
        begin = end + 1;
    }
    QVERIFY(tried > 3000);
}

void StructureViewTest::selectionsStayExact()
{
    show(markdownDocument(sample));
    const QPoint from = cell("# Harbour").center() - QPoint(cell("# Harbour").width() / 2 - 1, 0);
    const QRect to = m_view->rectOf(at("iiii + mmmm"));
    QTest::mousePress(m_view->viewport(), Qt::LeftButton, {}, from);
    QTest::mouseMove(m_view->viewport(), QPoint(to.left() + 1, to.center().y()));
    QTest::mouseRelease(m_view->viewport(), Qt::LeftButton, {}, QPoint(to.left() + 1, to.center().y()));
    QCOMPARE(m_view->selectedText().toStdString(), sample.substr(0, at("iiii + mmmm")));
}

void StructureViewTest::framesAreDrawnAroundCodeAndTables()
{
    show(markdownDocument(sample));
    const ThemeColors colors = ThemeColors::fromPalette(m_view->palette());
    const auto hasFrame = [&](std::string_view words) {
        const QImage image = m_view->grab().toImage();
        const QRect rect = cell(words);
        bool found = false;
        for (int left = rect.left() - 12; left < rect.left() - 6; ++left) {
            const QPoint point = m_view->viewport()->mapTo(m_view.get(), QPoint(left, rect.center().y()));
            found |= image.pixelColor(point) == colors.mark;
        }
        return found;
    };
    for (const std::string_view words : {"```cpp", "int main", "// iiii", "| port", "| Wick", "> inner"})
        QVERIFY2(hasFrame(words), std::string(words).c_str());
    for (const std::string_view words : {"# Harbour", "Plain", "====", "> quoted", "- item", "last line"})
        QVERIFY2(!hasFrame(words), std::string(words).c_str());
    m_view->setStructureShown(false);
    QVERIFY(!hasFrame("int main"));
}

void StructureViewTest::topLineStaysWhenSwitched()
{
    std::string text;
    for (int i = 0; i < 300; ++i)
        text += "# Title " + std::to_string(i) + "\n\nA line of words.\n\n    code of a line\n\n";
    m_view->resize(900, 500);
    show(markdownDocument(text));
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
    const std::size_t top = m_view->visibleBytes().begin;
    QVERIFY(top > text.size() / 3);
    const int y = m_view->rectOf(top).top();
    m_view->setStructureShown(false);
    QCOMPARE(m_view->visibleBytes().begin, top);
    QVERIFY(std::abs(m_view->rectOf(top).top() - y) <= 1);

    // What is current stays rather than the top line.
    const std::size_t place = text.find("A line", top + 200);
    m_view->setCurrentPlace(Place{0, std::nullopt, {place, place + 6}}, true);
    const int placeTop = m_view->rectOf(place).top();
    QVERIFY(placeTop > 0);
    m_view->setStructureShown(true);
    QVERIFY(m_view->rectOf(place).height() < m_view->rectOf(text.rfind("# Title", place)).height());
    QVERIFY(std::abs(m_view->rectOf(place).top() - placeTop) <= 1);
}

void StructureViewTest::cardsStayWhenHeadingsComeLate_data()
{
    QTest::addColumn<int>("steps");
    QTest::newRow("at the begin") << 0;
    QTest::newRow("further down") << 9;
}

void StructureViewTest::cardsStayWhenHeadingsComeLate()
{
    QFETCH(int, steps);
    std::string text;
    for (int i = 0; i < 60; ++i)
        text += "# Title " + std::to_string(i) + "\n\nA line of words that is long enough for more.\n\n";
    const auto mayRead = std::make_shared<std::atomic<bool>>(false);
    DocumentParts parts;
    parts.text = text;
    parts.format = "markdown";
    parts.readBlocks = [mayRead](std::string_view whole, std::stop_token stop) {
        while (!*mayRead && !stop.stop_requested())
            QThread::msleep(1);
        return markdown::readBlocks(whole, std::move(stop));
    };
    m_view->resize(900, 500);
    m_view->setMode(ChunkViewMode::Cards);
    QSignalSpy read(m_view.get(), &ChunkView::structureRead);
    RunRequest request;
    request.documents = {Document::create("test.md", std::move(parts), {})};
    request.config = defaultConfig("fixed-words", "words");
    request.config.max = 8;
    request.config.overlap = 2;
    request.config.audit = emptyAuditProfile(); // rules read the structure as well
    Caches caches;
    const auto outcome = run(request, caches, {});
    QVERIFY(outcome.hasValue());
    m_view->setSnapshot(*outcome, 0);
    const ChunkSet &chunks = *m_view->snapshot()->chunkSets[0];
    m_view->setCurrentPlace(Place{0, 0, chunks.chunks()[0].source}, true);
    for (int i = 0; i < steps; ++i)
        QTest::keyClick(m_view.get(), Qt::Key_J);
    const auto topOfCard = [&](std::uint32_t chunk) {
        for (int y = 0; y < m_view->viewport()->height(); ++y) {
            const std::optional<Place> place = m_view->placeAt({40, y});
            if (place && place->chunk == chunk && place->bytes == chunks.chunks()[chunk].source)
                return y;
        }
        return -1;
    };
    const auto card = static_cast<std::uint32_t>(steps);
    const int top = topOfCard(card);
    QVERIFY(top >= 0);
    const int textTop = m_view->rectOf(chunks.chunks()[card].source.begin).top();
    QVERIFY(m_view->isReadingStructure());
    *mayRead = true;
    QVERIFY(read.wait());
    QCOMPARE(topOfCard(card), top);
    QVERIFY2(m_view->rectOf(chunks.chunks()[card].source.begin).top() > textTop, "The head names the heading now.");
}

void StructureViewTest::aLongPathIsNamedByItsEnds()
{
    std::vector<Block> blocks;
    std::vector<BlockTree::TitledHeading> headings;
    std::string text;
    constexpr std::uint32_t depth = 30;
    for (std::uint32_t i = 0; i < depth; ++i) {
        const std::string title = i == 0 ? std::string(500, 'x') : "t" + std::to_string(i);
        Block block;
        block.kind = BlockKind::Declaration;
        block.bytes = ByteRange{text.size(), 2000};
        block.parent = i == 0 ? Block::none : i - 1;
        blocks.push_back(block);
        headings.push_back(
            {i, ByteRange{text.size(), text.size() + title.size()}, static_cast<std::uint8_t>(i + 1), 2000});
        text += title + ' ';
    }
    text.resize(2000, '.');
    const BlockTree tree(blocks, headings, {}, text.size());
    QCOMPARE(headingPathText(tree, text, 1999),
             QString(120, u'x')
                 + QStringLiteral("… > … > t19 > t20 > t21 > t22 > t23 > t24 > t25 > t26 > t27 > t28 > t29"));
}

void StructureViewTest::theStructureIsReadElsewhere()
{
    const auto thread = std::make_shared<std::atomic<QThread *>>(nullptr);
    DocumentParts parts;
    parts.text = sample;
    parts.format = "markdown";
    parts.readBlocks = [thread](std::string_view text, std::stop_token stop) {
        *thread = QThread::currentThread();
        return markdown::readBlocks(text, std::move(stop));
    };
    RunRequest request;
    request.documents = {Document::create("test.md", std::move(parts), {})};
    request.config = defaultConfig("fixed-words", "words");
    request.config.audit = emptyAuditProfile();
    Caches caches;
    const auto outcome = run(request, caches, {});
    QVERIFY(outcome.hasValue());
    QVERIFY2(thread->load() == nullptr, "The run has read the structure.");
    QSignalSpy read(m_view.get(), &ChunkView::structureRead);
    m_view->setSnapshot(*outcome, 0);
    QVERIFY(read.count() > 0 || read.wait());
    QVERIFY(thread->load() != nullptr);
    QVERIFY(thread->load() != QThread::currentThread());
}

void StructureViewTest::joinedUnitsArePlain()
{
    RunRequest request;
    request.documents = {markdownDocument(sample)};
    request.config = defaultConfig("recursive-sentence", "words");
    request.config.max = 12;
    request.config.overlap = 0;
    request.config.parameters.set("join", std::string("space"));
    Caches caches;
    const auto outcome = run(request, caches, {});
    QVERIFY(outcome.hasValue());
    QSignalSpy read(m_view.get(), &ChunkView::structureRead);
    m_view->setMode(ChunkViewMode::Cards);
    m_view->setSnapshot(*outcome, 0);
    QVERIFY(read.count() > 0 || read.wait());
    QCOMPARE(cell("Harbour").height(), cell("Plain").height());
    m_view->setMode(ChunkViewMode::Source);
    QVERIFY(cell("Harbour").height() > cell("Plain").height());
}

void StructureViewTest::workIsBounded()
{
    std::string text;
    while (text.size() < 5'000'000)
        text += sample;
    m_view->resize(900, 600);
    show(markdownDocument(text));
    const std::size_t opened = m_view->layoutsMade();
    QVERIFY2(opened < 250, qPrintable(QString::number(opened)));
    m_view->verticalScrollBar()->setValue(m_view->verticalScrollBar()->maximum() / 2);
    m_view->grab();
    const std::size_t jumped = m_view->layoutsMade() - opened;
    QVERIFY2(jumped < 120, qPrintable(QString::number(jumped)));
    m_view->grab();
    QCOMPARE(m_view->layoutsMade() - opened, jumped);
}

void StructureViewTest::printsNoWarnings()
{
    QVERIFY2(qtWarnings.isEmpty(), qPrintable(qtWarnings.join(QLatin1Char('\n'))));
}

QTEST_MAIN(StructureViewTest)
#include "structureviewtest.moc"
