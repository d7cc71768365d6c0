// SPDX-License-Identifier: GPL-3.0-or-later
#include "models/texts.h"

#include "text/utf8.h"
#include "tokenize/tokenizerreference.h"

#include <QCoreApplication>
#include <QLocale>

namespace cw {

namespace {

QString translated(const char *text)
{
    return QCoreApplication::translate("cw::Texts", text);
}

QLocale numberLocale()
{
    const QLocale locale;
    return locale.language() == QLocale::C ? QLocale(QLocale::English) : locale;
}

bool isBlank(char32_t c)
{
    return c <= 0x20 || (c >= 0x7F && c <= 0xA0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028
        || c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

bool isDirectional(char32_t c)
{
    return c == 0x200E || c == 0x200F || c == 0x061C || (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069)
        || c == 0xFEFF;
}

struct Line
{
    QString text;
    bool isWhole = true;
};

Line collapsed(std::string_view utf8, std::size_t maxCodePoints)
{
    std::string out;
    std::size_t taken = 0;
    bool pendingSpace = false;
    std::size_t byte = 0;
    while (byte < utf8.size()) {
        const DecodedCharacter c = decodeCharacter(utf8, byte);
        if (isBlank(c.codePoint)) {
            pendingSpace = true;
        } else if (!isDirectional(c.codePoint)) {
            if (taken >= maxCodePoints)
                return {toQString(out), false};
            if (pendingSpace) {
                out += ' ';
                ++taken;
            }
            pendingSpace = false;
            out.append(utf8.substr(byte, c.byteLength));
            ++taken;
        }
        byte += c.byteLength;
    }
    if (pendingSpace)
        out += ' ';
    return {toQString(out), true};
}

std::size_t stepBack(std::string_view text, std::size_t byte, std::size_t limit, std::size_t codePoints)
{
    for (; codePoints > 0 && byte > limit; --codePoints)
        byte = previousCharacterStart(text, byte);
    return std::max(byte, limit);
}

} // namespace

QString formatCount(std::uint64_t value)
{
    return numberLocale().toString(static_cast<qulonglong>(value));
}

QString formatPercent(double percent)
{
    return translated("%1 %").arg(numberLocale().toString(percent, 'f', 1));
}

QString sizeUnitName(SizeUnit unit)
{
    switch (unit) {
    case SizeUnit::Tokens:
        return translated("tokens");
    case SizeUnit::Words:
        return translated("words");
    case SizeUnit::Sentences:
        return translated("sentences");
    }
    return {};
}

QString loadingText()
{
    return translated("Documents are being loaded…");
}

QString severityName(Severity severity)
{
    switch (severity) {
    case Severity::Info:
        return translated("Information");
    case Severity::Warning:
        return translated("Warning");
    case Severity::Error:
        return translated("Error");
    }
    return {};
}

QString boundaryReasonName(BoundaryReason reason)
{
    static constexpr std::array<const char *, boundaryReasonCount> names{
        "Document start", "Document end", "Heading",    "Paragraph", "Sentence",    "Line",
        "List item",      "Table row",    "Code block", "Page",      "Record",      "Change of topic",
        "Separator",      "Word",         "Token",      "Pinned",    "Forced word", "Forced character"};
    return translated(names[static_cast<std::size_t>(reason)]);
}

QString forMenu(QString text)
{
    return text.replace(QLatin1Char('&'), QStringLiteral("&&"));
}

QString firstSentence(const QString &text)
{
    for (qsizetype i = text.indexOf(u'.'); i >= 0; i = text.indexOf(u'.', i + 1)) {
        if (i + 1 == text.size() || text.at(i + 1).isSpace())
            return text.left(i + 1);
    }
    return text;
}

QString configCaption(const RunConfig &config)
{
    const auto size
        = [](std::int64_t value) { return formatCount(static_cast<std::uint64_t>(std::max<std::int64_t>(value, 0))); };
    QString caption = translated("max %1 · overlap %2 · %3 · %4")
                          .arg(size(config.max), size(config.overlap),
                               toQString(labelOfTokenizer(config.tokenizer).name), toQString(config.strategy));
    if (const StrategyDescriptor *strategy = findStrategy(config.strategy); strategy && strategy->topicSearch) {
        caption = config.embedding.isEmpty()
            ? translated("%1 by words").arg(caption)
            : translated("%1 by vectors of %2").arg(caption, toQString(config.embedding.model));
    }
    switch (config.returned.kind) {
    case ReturnedKind::Parent:
        caption = translated("%1 · parents of %2").arg(caption, size(config.returned.parentMax));
        break;
    case ReturnedKind::Neighbours:
        caption = translated("%1 · with %2 on either side").arg(caption, size(config.returned.neighbours));
        break;
    case ReturnedKind::Chunk:
        break;
    }
    if (config.overrides.empty())
        return caption;
    const int count = static_cast<int>(config.overrides.size());
    return QCoreApplication::translate("cw::Texts", "%1 · %Ln override(s)", nullptr, count).arg(caption);
}

QString pagesText(const Document &document, ByteRange range)
{
    constexpr std::size_t longestLabel = 20;
    const SourceMap *map = document.sourceMap();
    if (!map || map->pages().empty())
        return {};
    const auto [first, last] = map->pagesOf(range);
    const QString from = oneLine(map->pages()[first].label, longestLabel);
    return first == last ? from : from + u'–' + oneLine(map->pages()[last].label, longestLabel);
}

QString headingPathText(const BlockTree &tree, std::string_view text, std::size_t byte)
{
    constexpr std::size_t longestTitle = 120;
    constexpr std::size_t longestTitleBytes = 4096; // of which white space may be a part
    constexpr std::size_t mostTitles = 12; // source code and outlines of books can nest a hundred deep
    const std::vector<std::uint32_t> numbers = tree.headingPathAt(byte);
    const std::size_t leftOut = numbers.size() > mostTitles ? numbers.size() - mostTitles : 0;
    QString path;
    for (std::size_t i = 0; i < numbers.size(); ++i) {
        if (!path.isEmpty())
            path += QStringLiteral(" > ");
        if (i == 1 && leftOut > 0) {
            path += QStringLiteral("… > ");
            i += leftOut;
        }
        path += oneLine(tree.title(text, numbers[i], longestTitleBytes), longestTitle);
    }
    return path;
}

QString oneLine(std::string_view utf8, std::size_t maxCodePoints)
{
    Line line = collapsed(utf8, maxCodePoints);
    line.text = line.text.trimmed();
    return line.isWhole ? line.text : line.text + QChar(u'…');
}

QString prefixNote(const ChunkSet &chunks, std::size_t chunk)
{
    constexpr std::size_t mostCharacters = 200;
    const Chunk &facts = chunks.chunks()[chunk];
    return translated("%1 of the text and %2 of its prefix: %3")
        .arg(formatCount(facts.tokens), QString::number(facts.prefixTokens),
             oneLine(chunks.prefix(chunk), mostCharacters));
}

TextContext textContext(std::string_view text, ByteRange where, ByteRange limits, std::size_t codePointsBefore,
                        std::size_t codePointsAfter)
{
    limits.end = std::min(limits.end, text.size());
    where = intersection(where, limits);
    TextContext context;
    const std::size_t from = stepBack(text, where.begin, limits.begin, codePointsBefore);
    const Line before = collapsed(text.substr(from, where.begin - from), codePointsBefore);
    context.before = from > limits.begin ? QChar(u'…') + before.text : before.text;
    const Line words = collapsed(text.substr(where.begin, where.size()), codePointsAfter);
    context.words = words.isWhole ? words.text : words.text + QChar(u'…');
    if (words.isWhole) {
        const Line after = collapsed(text.substr(where.end, limits.end - where.end), codePointsAfter);
        context.after = after.isWhole ? after.text : after.text + QChar(u'…');
    }
    return context;
}

} // namespace cw
