// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chunkjson.h"

#include "io/jsonvalue.h"
#include "text/utf8.h"

#include <QCryptographicHash>
#include <QUuid>

#include <algorithm>
#include <vector>

namespace cw {

namespace {

std::string sha256(std::string_view bytes)
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

void appendIdOrNull(std::string &out, std::string_view key, const std::string &id)
{
    if (!id.empty())
        return appendString(out, key, id);
    appendKey(out, key);
    out += "null";
}

/// The headings the chunk begins under, and kinds of what it holds.
void appendStructure(std::string &out, const Document &document, ByteRange range)
{
    const BlockTree &tree = document.blocks();
    std::string titles;
    std::string levels;
    std::string path;
    for (const std::uint32_t number : tree.headingPathAt(range.begin)) {
        const Heading &heading = tree.outline()[number];
        const std::string title = headingTitle(document.text(), heading.title);
        const std::string_view separator = titles.empty() ? "" : ",";
        titles += separator;
        appendJsonString(titles, title);
        levels += separator;
        levels += std::to_string(heading.level);
        path += separator.empty() ? "" : " > ";
        path += title;
    }
    appendKey(out, "headings");
    out += '[' + titles + ']';
    appendKey(out, "heading_levels");
    out += '[' + levels + ']';
    appendString(out, "heading_path", path);
    appendKey(out, "kinds");
    char before = '[';
    for (const BlockKind kind : tree.kindsIn(range)) {
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

/// Where the text of the chunk stands in the file, for text that was extracted.
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

ChunkJsonWriter::ChunkJsonWriter(const ChunkJsonContext &context)
    : m_context(context), m_documentSha256(documentSha256(context.chunks.document())),
      m_pages(context.chunks.document())
{
    if (context.chunks.size() > 0)
        m_id = nextChunkId(0);
}

std::string ChunkJsonWriter::nextChunkId(std::size_t chunk)
{
    constexpr QUuid nameSpace(0x09a7235e, 0xb06e, 0x4a99, 0xb5, 0xd5, 0x23, 0xde, 0xfe, 0xf0, 0x78, 0x3d);
    const std::vector<Chunk> &chunks = m_context.chunks.chunks();
    const ByteRange source = chunks[chunk].source;
    m_repetition = chunk > 0 && chunks[chunk - 1].source == source ? m_repetition + 1 : 0;
    std::string name = m_context.chunks.document().id();
    name += '\n' + m_documentSha256;
    name += '\n' + std::to_string(source.begin) + '-' + std::to_string(source.end);
    if (m_repetition > 0)
        name += '#' + std::to_string(m_repetition);
    name += '\n';
    name += m_context.fingerprint;
    return QUuid::createUuidV5(nameSpace, QByteArray::fromStdString(name)).toString(QUuid::WithoutBraces).toStdString();
}

Result<void> ChunkJsonWriter::appendNext(std::string &out)
{
    const ChunkSet &set = m_context.chunks;
    const Document &document = set.document();
    const std::size_t index = m_next++;
    const Chunk &chunk = set.chunks()[index];
    const std::string_view text = set.text(index);
    const bool isContiguous = set.isContiguous(index);
    const std::vector<ByteRange> pieces = isContiguous ? std::vector{chunk.source} : set.pieces(index);

    const bool isTrue = isOnBoundaries(document.text(), chunk.source) && isValidUtf8(text) && isValidUtf8(document.id())
        && makesText(document, pieces, text)
        && std::ranges::all_of(pieces, [&](ByteRange piece) { return chunk.source.contains(piece); });
    if (!isTrue)
        return Error{ErrorCode::Internal,
                     "Chunk " + std::to_string(index) + " of " + document.id()
                         + " does not match its source range, so nothing was exported; please report this.",
                     document.id()};

    const std::string nextId = index + 1 < set.size() ? nextChunkId(index + 1) : std::string();
    out += '{';
    appendString(out, "id", m_id);
    appendString(out, "doc_id", document.id());
    appendNumber(out, "index", index);
    appendNumber(out, "count", set.size());
    appendString(out, "text", text);
    const ModelInput *model = m_context.model && *m_context.model ? m_context.model : nullptr;
    std::string prefix(model ? model->prefix() : std::string_view());
    prefix += set.prefix(index);
    appendString(out, "prefix", prefix);
    if (!prefix.empty())
        appendString(out, "embed_text", prefix.append(text));
    appendKey(out, "tokens");
    out += '{';
    appendNumber(out, "text", chunk.tokens);
    if (model || chunk.hasPrefix())
        appendNumber(out, "embed_text", (model ? *model : ModelInput()).tokensOf(chunk.embeddedTokens()));
    appendString(out, "tokenizer", m_context.tokenizer);
    out += '}';
    appendKey(out, "spans");
    out += '[';
    appendSpan(out, document.offsets(), chunk.source, Lines::Write);
    out += ']';
    appendBoolean(out, "contiguous", isContiguous);
    appendString(out, "join", joinId(set.join()));
    if (!isContiguous) {
        appendKey(out, "pieces");
        char before = '[';
        for (const ByteRange piece : pieces) {
            out += before;
            appendSpan(out, document.offsets(), piece, Lines::Leave);
            before = ',';
        }
        out += ']';
    }
    appendKey(out, "overlap");
    out += '{';
    const bool hasNext = index + 1 < set.size();
    appendNumber(out, "prev_bytes", set.overlapWithPrevious(index).size());
    appendNumber(out, "prev_tokens", chunk.overlapTokens);
    appendNumber(out, "next_bytes", hasNext ? set.overlapWithPrevious(index + 1).size() : 0);
    appendNumber(out, "next_tokens", hasNext ? set.chunks()[index + 1].overlapTokens : 0);
    out += '}';
    appendKey(out, "reasons");
    out += '{';
    appendString(out, "start", boundaryReasonId(chunk.startReason));
    appendString(out, "end", boundaryReasonId(chunk.endReason));
    out += '}';
    appendNumber(out, "units", chunk.units);
    appendNumber(out, "carried_units", chunk.carriedUnits);
    if (chunk.isIndivisible)
        appendBoolean(out, "indivisible", true);
    appendStructure(out, document, chunk.source);
    appendPages(out, m_pages, chunk.source);
    appendPlaces(out, document.sourceMap(), chunk.source);
    if (m_context.withAudits)
        appendAudits(out);
    appendString(out, "content_sha256", sha256(text));
    appendIdOrNull(out, "prev_id", m_previousId);
    appendIdOrNull(out, "next_id", nextId);
    if (m_context.withFingerprint)
        appendString(out, "config_fingerprint", m_context.fingerprint);
    out += '}';

    m_previousId = std::move(m_id);
    m_id = nextId;
    return {};
}

void ChunkJsonWriter::appendAudits(std::string &out)
{
    appendKey(out, "audits");
    out += '[';
    bool isFirst = true;
    while (m_nextFinding < m_context.findings.size() && m_context.findings[m_nextFinding].chunk < m_next) {
        const Finding &finding = m_context.findings[m_nextFinding++];
        if (!isFirst)
            out += ',';
        isFirst = false;
        out += '{';
        appendString(out, "id", rules()[finding.rule]->id);
        appendString(out, "severity", severityId(finding.severity));
        appendPair(out, "byte", finding.where.begin, finding.where.end);
        out += '}';
    }
    out += ']';
}

std::string documentSha256(const Document &document)
{
    return document.source().sha256.empty() ? sha256(document.text()) : document.source().sha256;
}

void appendDocumentJson(std::string &out, const Document &document, const ChunkingOverride *used)
{
    const DocumentSource &source = document.source();
    out += '{';
    appendString(out, "doc_id", document.id());
    appendString(out, "format", document.format());
    appendString(out, "path", source.path);
    appendString(out, "sha256", documentSha256(document));
    appendNumber(out, "bytes", source.sourceBytes);
    if (!source.encoding.empty()) { // files of a format that is no text have none
        appendString(out, "encoding", source.encoding);
        appendBoolean(out, "encoding_guess", source.encodingIsGuess);
        appendBoolean(out, "bom", source.hadBom);
    }
    appendString(out, "newline", newlineStyleId(source.newline));
    appendNumber(out, "replaced", source.replacedSequences);
    if (const auto &problems = document.problems(); !problems.empty()) {
        appendKey(out, "problems");
        char before = '[';
        for (const FormatProblem &problem : problems) {
            out += before;
            out += '{';
            appendString(out, "message", problem.message);
            appendPair(out, "byte", problem.where.begin, problem.where.end);
            out += '}';
            before = ',';
        }
        out += ']';
    }
    if (used) {
        appendKey(out, "override");
        out += '{';
        appendString(out, used->scope == OverrideScope::Document ? "document" : "format", used->target);
        out += '}';
    }
    out += '}';
}

} // namespace cw
