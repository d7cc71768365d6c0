// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/chunkjson.h"

#include "io/headingfields.h"
#include "io/parentjson.h"
#include "segment/sentencevectors.h"

#include <QByteArray>
#include <QCryptographicHash>

#include <utility>
#include <vector>

namespace cw {

ChunkJsonWriter::ChunkJsonWriter(const ChunkJsonContext &context)
    : m_context(context), m_documentSha256(documentSha256(context.chunks.document())),
      m_pages(context.chunks.document()), m_ids(context.chunks, m_documentSha256, context.fingerprint)
{
    if (context.chunks.size() > 0)
        m_id = m_ids.of(0);
    if (const UnitVectors *vectors = context.chunks.vectors(); vectors && context.standsAlone)
        m_vectorsSha256 = vectorsSha256(*vectors);
    if (context.returned == ReturnedKind::Parent)
        m_parentIds.emplace(*context.within, m_documentSha256, context.fingerprint, parentIdKind);
}

Result<void> ChunkJsonWriter::appendNext(std::string &out)
{
    const ChunkSet &set = m_context.chunks;
    const Document &document = set.document();
    const std::size_t index = m_next++;
    const Chunk &chunk = set.chunks()[index];
    const auto checked = checkedText(set, index, "Chunk");
    if (!checked)
        return checked.error();
    std::optional<CheckedText> returned;
    if (m_context.returned == ReturnedKind::Neighbours) {
        auto text = checkedText(*m_context.within, index, "The returned text of chunk");
        if (!text)
            return text.error();
        returned = std::move(*text);
    }

    const std::string nextId = index + 1 < set.size() ? m_ids.of(index + 1) : std::string();
    out += '{';
    if (m_parentIds)
        appendString(out, "type", "chunk");
    appendString(out, "id", m_id);
    appendString(out, "doc_id", document.id());
    if (m_context.standsAlone)
        appendString(out, "format", document.format());
    appendNumber(out, "index", index);
    appendNumber(out, "count", set.size());
    appendString(out, "text", checked->text);
    const ModelInput *model = m_context.model && *m_context.model ? m_context.model : nullptr;
    std::string prefix(model ? model->prefix() : std::string_view());
    prefix += set.prefix(index);
    appendString(out, "prefix", prefix);
    if (!prefix.empty())
        appendString(out, "embed_text", prefix.append(checked->text));
    appendKey(out, "tokens");
    out += '{';
    appendNumber(out, "text", chunk.tokens);
    if (model || chunk.hasPrefix())
        appendNumber(out, "embed_text", (model ? *model : ModelInput()).tokensOf(chunk.embeddedTokens()));
    appendString(out, "tokenizer", m_context.tokenizer);
    out += '}';
    appendRanges(out, set, index, *checked);
    appendKey(out, "overlap");
    out += '{';
    const bool hasNext = index + 1 < set.size();
    appendNumber(out, "prev_bytes", set.overlapWithPrevious(index).size());
    appendNumber(out, "prev_tokens", chunk.overlapTokens);
    appendNumber(out, "next_bytes", hasNext ? set.overlapWithPrevious(index + 1).size() : 0);
    appendNumber(out, "next_tokens", hasNext ? set.chunks()[index + 1].overlapTokens : 0);
    out += '}';
    appendBounds(out, chunk);
    appendNumber(out, "carried_units", chunk.carriedUnits);
    if (chunk.isIndivisible)
        appendBoolean(out, "indivisible", true);
    appendStructure(out, document, m_pages, chunk.source);
    if (m_context.withAudits)
        appendAudits(out);
    appendString(out, "content_sha256", hexSha256(checked->text));
    appendIdOrNull(out, "prev_id", m_previousId);
    appendIdOrNull(out, "next_id", nextId);
    if (m_parentIds)
        appendString(out, "parent_id", parentIdOf(chunk));
    if (returned)
        appendReturned(out, index, *returned);
    if (m_context.standsAlone)
        appendString(out, "config_fingerprint", m_context.fingerprint);
    if (!m_vectorsSha256.empty())
        appendString(out, "vectors_sha256", m_vectorsSha256);
    out += '}';

    m_previousId = std::move(m_id);
    m_id = nextId;
    return {};
}

/// Precondition: asked about chunks in order.
const std::string &ChunkJsonWriter::parentIdOf(const Chunk &chunk)
{
    const std::vector<Chunk> &parents = m_context.within->chunks();
    while (m_parentsBegun < parents.size() && parents[m_parentsBegun].emit.begin <= chunk.emit.begin)
        m_parentId = m_parentIds->of(m_parentsBegun++);
    return m_parentId;
}

void ChunkJsonWriter::appendReturned(std::string &out, std::size_t index, const CheckedText &checked) const
{
    appendKey(out, "returned");
    out += '{';
    appendString(out, "text", checked.text);
    appendNumber(out, "tokens", m_context.within->chunks()[index].tokens);
    appendRanges(out, *m_context.within, index, checked);
    out += '}';
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
    return document.source().sha256.empty() ? hexSha256(document.text()) : document.source().sha256;
}

std::string vectorsSha256(const UnitVectors &vectors)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    QByteArray bytes;
    const auto addNumber = [&](std::uint16_t number) {
        bytes += static_cast<char>(number);
        bytes += static_cast<char>(number >> 8U);
    };
    for (const std::uint32_t row : vectors.rows) {
        bytes.clear();
        for (const std::int16_t number : vectors.vectors->vector(row))
            addNumber(static_cast<std::uint16_t>(number));
        hash.addData(bytes);
    }
    return hash.result().toHex().toStdString();
}

void appendDocumentJson(std::string &out, const Document &document, const ChunkingOverride *used,
                        const UnitVectors *vectors)
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
            appendString(out, "severity", problemSeverityId(problem.severity));
            appendString(out, "message", problem.message);
            appendPair(out, "byte", problem.where.begin, problem.where.end);
            out += '}';
            before = ',';
        }
        out += ']';
    }
    appendLongHeadings(out, document);
    if (used) {
        appendKey(out, "override");
        out += '{';
        appendString(out, used->scope == OverrideScope::Document ? "document" : "format", used->target);
        out += '}';
    }
    if (vectors)
        appendString(out, "vectors_sha256", vectorsSha256(*vectors));
    out += '}';
}

} // namespace cw
