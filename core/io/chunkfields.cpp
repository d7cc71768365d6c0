// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chunkfields.h"

#include "io/headingfields.h"
#include "io/jsonvalue.h"
#include "text/utf8.h"

#include <QCryptographicHash>
#include <QUuid>

#include <algorithm>

namespace cw {

std::string hexSha256(std::string_view bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return hash.result().toHex().toStdString();
}

void appendKey(std::string &out, std::string_view key)
{
    if (out.back() != '{')
        out += ',';
    out += '"';
    out += key;
    out += "\":";
}

void appendString(std::string &out, std::string_view key, std::string_view text)
{
    appendKey(out, key);
    appendJsonString(out, text);
}

void appendNumber(std::string &out, std::string_view key, std::uint64_t number)
{
    appendKey(out, key);
    out += std::to_string(number);
}

void appendBoolean(std::string &out, std::string_view key, bool value)
{
    appendKey(out, key);
    out += value ? "true" : "false";
}

void appendPair(std::string &out, std::string_view key, std::size_t begin, std::size_t end)
{
    appendKey(out, key);
    out += '[' + std::to_string(begin) + ',' + std::to_string(end) + ']';
}

void appendIdOrNull(std::string &out, std::string_view key, const std::string &id)
{
    if (!id.empty())
        return appendString(out, key, id);
    appendKey(out, key);
    out += "null";
}

namespace {

enum class Lines { Leave, Write };

void appendSpan(std::string &out, const OffsetMap &offsets, ByteRange range, Lines lines)
{
    out += '{';
    appendPair(out, "byte", range.begin, range.end);
    appendPair(out, "cp", offsets.codePointAt(range.begin), offsets.codePointAt(range.end));
    appendPair(out, "utf16", offsets.utf16At(range.begin), offsets.utf16At(range.end));
    if (lines == Lines::Write) {
        const std::size_t last = range.isEmpty() ? range.begin : range.end - 1;
        appendPair(out, "line", offsets.lineAt(range.begin) + 1, offsets.lineAt(last) + 1);
    }
    out += '}';
}

void appendKinds(std::string &out, const Document &document, ByteRange range)
{
    appendKey(out, "kinds");
    char before = '[';
    for (const BlockKind kind : document.blocks().kindsIn(range)) {
        out += before;
        out += '"';
        out += blockKindId(kind);
        out += '"';
        before = ',';
    }
    out += before == '[' ? "[]" : "]";
}

/// The pages the chunk is on, counted from 1, and the name of the first one.
void appendPages(std::string &out, const Pages &pages, ByteRange range)
{
    if (!pages.areKnown())
        return;
    const auto [first, last] = pages.of(range);
    appendNumber(out, "page", first + 1);
    appendString(out, "page_label", pages.label(first));
    appendPair(out, "pages", first + 1, last + 1);
}

void appendPlaces(std::string &out, const SourceMap *map, ByteRange range)
{
    if (!map)
        return;
    appendKey(out, "source");
    char before = '[';
    for (const SourceRange &place : map->sourcesOf(range)) {
        out += before;
        out += '{';
        if (const std::string &part = map->parts()[place.part]; !part.empty())
            appendString(out, "part", part);
        appendPair(out, "byte", place.begin, place.end);
        out += '}';
        before = ',';
    }
    out += before == '[' ? "[]" : "]";
}

/// Whether the pieces' slices, joined with one space each, are the text.
bool makesText(const Document &document, const std::vector<ByteRange> &pieces, std::string_view text)
{
    std::size_t byte = 0;
    for (const ByteRange piece : pieces) {
        if (byte > 0 && (byte >= text.size() || text[byte++] != ' '))
            return false;
        if (piece.end > document.text().size() || text.substr(byte, piece.size()) != document.slice(piece))
            return false;
        byte += piece.size();
    }
    return byte == text.size();
}

bool isOnBoundaries(std::string_view text, ByteRange range)
{
    return range.end <= text.size() && isCharacterBoundary(text, range.begin) && isCharacterBoundary(text, range.end);
}

} // namespace

Result<CheckedText> checkedText(const ChunkSet &set, std::size_t index, std::string_view what)
{
    const Document &document = set.document();
    const ByteRange source = set.chunks()[index].source;
    CheckedText checked;
    checked.text = set.text(index);
    checked.isContiguous = set.isContiguous(index);
    checked.pieces = checked.isContiguous ? std::vector{source} : set.pieces(index);

    const bool isTrue = isOnBoundaries(document.text(), source) && isValidUtf8(checked.text)
        && isValidUtf8(document.id()) && makesText(document, checked.pieces, checked.text)
        && std::ranges::all_of(checked.pieces, [&](ByteRange piece) { return source.contains(piece); });
    if (isTrue)
        return checked;
    return Error{ErrorCode::Internal,
                 std::string(what) + ' ' + std::to_string(index) + " of " + document.id()
                     + " does not match its source range, so nothing was exported; please report this.",
                 document.id()};
}

void appendRanges(std::string &out, const ChunkSet &set, std::size_t index, const CheckedText &checked)
{
    const OffsetMap &offsets = set.document().offsets();
    appendKey(out, "spans");
    out += '[';
    appendSpan(out, offsets, set.chunks()[index].source, Lines::Write);
    out += ']';
    appendBoolean(out, "contiguous", checked.isContiguous);
    appendString(out, "join", joinId(set.join()));
    if (checked.isContiguous)
        return;
    appendKey(out, "pieces");
    char before = '[';
    for (const ByteRange piece : checked.pieces) {
        out += before;
        appendSpan(out, offsets, piece, Lines::Leave);
        before = ',';
    }
    out += ']';
}

void appendBounds(std::string &out, const Chunk &chunk)
{
    appendKey(out, "reasons");
    out += '{';
    appendString(out, "start", boundaryReasonId(chunk.startReason));
    appendString(out, "end", boundaryReasonId(chunk.endReason));
    out += '}';
    appendNumber(out, "units", chunk.units);
}

void appendStructure(std::string &out, const Document &document, const Pages &pages, ByteRange range)
{
    appendHeadings(out, document, range.begin);
    appendKinds(out, document, range);
    appendPages(out, pages, range);
    appendPlaces(out, document.sourceMap(), range);
}

std::string ChunkIds::of(std::size_t index)
{
    constexpr QUuid nameSpace(0x09a7235e, 0xb06e, 0x4a99, 0xb5, 0xd5, 0x23, 0xde, 0xfe, 0xf0, 0x78, 0x3d);
    const std::vector<Chunk> &chunks = m_set.chunks();
    const ByteRange source = chunks[index].source;
    m_repetition = index > 0 && chunks[index - 1].source == source ? m_repetition + 1 : 0;
    std::string name = m_set.document().id();
    name += '\n';
    name += m_documentSha256;
    name += '\n';
    name += m_kind;
    name += std::to_string(source.begin) + '-' + std::to_string(source.end);
    if (m_repetition > 0)
        name += '#' + std::to_string(m_repetition);
    name += '\n';
    name += m_fingerprint;
    return QUuid::createUuidV5(nameSpace, QByteArray::fromStdString(name)).toString(QUuid::WithoutBraces).toStdString();
}

} // namespace cw
