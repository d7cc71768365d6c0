// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/tokentext.h"

#include "chunkview/whitespacemarks.h"
#include "text/utf8.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>
#include <optional>

namespace cw {
namespace {

constexpr std::size_t longestShownBytes = 160;
constexpr std::size_t longestInSummary = 48;
constexpr std::size_t longestHexBytes = 24;
constexpr std::size_t mostListed = 12;

QString tr(const char *text)
{
    return QCoreApplication::translate("TokenText", text);
}

/// The character at the byte; none when no valid one begins there.
std::optional<DecodedCharacter> characterIn(std::string_view bytes, std::size_t byte)
{
    const unsigned length = utf8SequenceLength(bytes[byte]);
    if (isUtf8Continuation(bytes[byte]) || byte + length > bytes.size())
        return std::nullopt;
    for (std::size_t i = 1; i < length; ++i) {
        if (!isUtf8Continuation(bytes[byte + i]))
            return std::nullopt;
    }
    const DecodedCharacter character = decodeCharacter(bytes, byte);
    const bool isValid = utf8LengthOf(character.codePoint) == length && character.codePoint <= 0x10FFFF
        && (character.codePoint < 0xD800 || character.codePoint > 0xDFFF);
    return isValid ? std::optional(character) : std::nullopt;
}

bool isCombining(char32_t codePoint)
{
    const QChar::Category category = QChar::category(codePoint);
    return category == QChar::Mark_NonSpacing || category == QChar::Mark_Enclosing
        || category == QChar::Mark_SpacingCombining;
}

QString hexOf(std::string_view bytes)
{
    QStringList parts;
    for (const char byte : bytes.substr(0, longestHexBytes))
        parts << QStringLiteral("%1").arg(static_cast<unsigned char>(byte), 2, 16, QLatin1Char('0')).toUpper();
    if (bytes.size() > longestHexBytes)
        parts << QStringLiteral("…");
    return parts.join(QLatin1Char(' '));
}

QString escaped(std::string_view bytes)
{
    QString text;
    for (std::size_t byte = 0; byte < bytes.size();) {
        const std::optional<DecodedCharacter> character = characterIn(bytes, byte);
        if (!character) {
            text += QStringLiteral("\\x%1").arg(hexOf(bytes.substr(byte, 1)));
            ++byte;
            continue;
        }
        const char32_t c = character->codePoint;
        const bool isControl = c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x2028 || c == 0x2029;
        if (c == U' ')
            text += QChar(0x2423);
        else if (c == U'\n')
            text += QStringLiteral("\\n");
        else if (c == U'\r')
            text += QStringLiteral("\\r");
        else if (c == U'\t')
            text += QStringLiteral("\\t");
        else if (c == U'\\')
            text += QStringLiteral("\\\\");
        else if (isControl || whiteSpaceMark(c) != WhiteSpaceMark::None || (isCombining(c) && byte == 0))
            text += QStringLiteral("\\u{%1}").arg(QString::number(c, 16).toUpper());
        else
            text += QChar::fromUcs4(c);
        byte += character->byteLength;
    }
    return text;
}

QString quoted(std::string_view bytes, std::size_t longestBytes = longestShownBytes)
{
    // Isolated, so that right-to-left text leaves the rest of the line as it is.
    return QStringLiteral("\"%1%2%3\"").arg(QChar(0x2068), visibleText(bytes, longestBytes), QChar(0x2069));
}

bool hasIds(const ChunkFacts &facts)
{
    return facts.snapshot->tokenizer && facts.snapshot->tokenizer->vocabularySize() > 0;
}

QString numbered(const ChunkFacts &facts, std::size_t chunk, const ChunkToken &token)
{
    const TokenizerDescriptor *descriptor = findTokenizer(facts.snapshot->config.tokenizer);
    const std::string_view noun = descriptor ? descriptor->tokenNoun : "token";
    const QString text = noun == "word" ? tr("Word %1 of %2 in chunk %3")
        : noun == "character"           ? tr("Character %1 of %2 in chunk %3")
                                        : tr("Token %1 of %2 in chunk %3");
    return text.arg(countText(token.number + 1), countText(facts.chunks()[chunk].tokens), countText(chunk + 1));
}

std::string_view textOf(const ChunkFacts &facts, const ChunkToken &token)
{
    return facts.set()->emitted().slice(token.bytes);
}

/// What the vocabulary has for the token, where that is not simply the text.
QString vocabularyText(const ChunkFacts &facts, const ChunkToken &token)
{
    const std::string spelling = facts.snapshot->tokenizer->tokenText(token.id);
    if (spelling.empty() || spelling == textOf(facts, token))
        return {};
    return tr(" · %1 in the vocabulary").arg(quoted(spelling));
}

/// True when some byte of the emitted range is a space that was put between pieces of the document.
bool hasInsertedSpace(const ChunkFacts &facts, ByteRange emit)
{
    const EmittedText &emitted = facts.set()->emitted();
    if (emitted.join() == Join::Source)
        return false;
    const std::string_view text = emitted.slice(emit);
    for (std::size_t at = text.find(' '); at != std::string_view::npos; at = text.find(' ', at + 1)) {
        if (emitted.emitOf(emitted.sourceOf(emit.begin + at)) != emit.begin + at)
            return true;
    }
    return false;
}

QString tokenLine(const ChunkFacts &facts, const ChunkToken &token, bool isNumbered)
{
    const std::string_view text = textOf(facts, token);
    QString line = isNumbered ? tr("%1: ").arg(countText(token.number + 1)) : QString();
    if (hasIds(facts))
        line += tr("id %1 · ").arg(token.id);
    line += quoted(text);
    if (hasIds(facts)) {
        line += vocabularyText(facts, token);
        line += text.size() == 1 ? tr(" · byte %1").arg(hexOf(text)) : tr(" · bytes %1").arg(hexOf(text));
    }
    const std::string_view all = *facts.set()->emitted().text();
    if (!isCharacterBoundary(all, token.bytes.begin) || !isCharacterBoundary(all, token.bytes.end))
        line += tr(" · part of a character");
    return line;
}

} // namespace

QString visibleText(std::string_view bytes, std::size_t longestBytes)
{
    if (bytes.size() <= longestBytes)
        return escaped(bytes);
    std::size_t headEnd = longestBytes / 2;
    while (headEnd > 0 && isUtf8Continuation(bytes[headEnd]))
        --headEnd;
    std::size_t tailBegin = bytes.size() - longestBytes / 4;
    while (tailBegin < bytes.size() && isUtf8Continuation(bytes[tailBegin]))
        ++tailBegin;
    return escaped(bytes.substr(0, headEnd)) + QStringLiteral(" … ") + escaped(bytes.substr(tailBegin));
}

QString tokenSummary(const ChunkFacts &facts, std::size_t chunk, const ChunkToken &token)
{
    QString text = numbered(facts, chunk, token);
    if (hasIds(facts))
        text += tr(" · id %1").arg(token.id);
    return tr("%1 · %2").arg(text, quoted(textOf(facts, token), longestInSummary));
}

QString tokenDetails(const ChunkFacts &facts, std::size_t chunk, std::span<const ChunkToken> tokens)
{
    if (tokens.empty())
        return {};
    QStringList lines;
    ByteRange emit = tokens.front().bytes;
    if (tokens.size() == 1) {
        lines << numbered(facts, chunk, tokens.front()) << tokenLine(facts, tokens.front(), false);
    } else {
        lines << tr("%1 tokens in this character, of %2 in chunk %3")
                     .arg(countText(tokens.size()), countText(facts.chunks()[chunk].tokens), countText(chunk + 1));
        for (const ChunkToken &token : tokens.first(std::min(tokens.size(), mostListed)))
            lines << tokenLine(facts, token, true);
        if (tokens.size() > mostListed)
            lines << tr("and %1 more").arg(countText(tokens.size() - mostListed));
        emit.end = tokens.back().bytes.end;
    }
    if (hasInsertedSpace(facts, emit))
        lines << tr("Its space is not in the document: it was put between two units where they were joined.");
    const std::size_t begin = facts.set()->emitted().sourceOf(emit.begin);
    const std::size_t last = emit.isEmpty() ? begin : facts.set()->emitted().sourceOf(emit.end - 1);
    const ChunkRange over = chunksTouching(facts.chunks(), {begin, last + 1});
    if (over.size() > 1) {
        const std::size_t other = chunk > over.begin ? chunk - 1 : chunk + 1;
        lines << tr("Chunk %1 has this text too. Its own tokens are shown when it is selected.")
                     .arg(countText(other + 1));
    }
    return lines.join(QLatin1Char('\n'));
}

} // namespace cw
