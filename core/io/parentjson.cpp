// SPDX-License-Identifier: GPL-3.0-or-later
#include "io/parentjson.h"

#include "io/chunkjson.h"

#include <utility>
#include <vector>

namespace cw {

ParentJsonWriter::ParentJsonWriter(const ParentJsonContext &context)
    : m_context(context), m_documentSha256(documentSha256(context.chunks.document())),
      m_pages(context.chunks.document()), m_ids(context.parents, m_documentSha256, context.fingerprint, parentIdKind),
      m_chunkIds(context.chunks, m_documentSha256, context.fingerprint)
{
    if (hasNext())
        m_id = m_ids.of(0);
}

bool ParentJsonWriter::isNextBefore(const Chunk &chunk) const
{
    return hasNext() && m_context.parents.chunks()[m_next].emit.begin <= chunk.emit.begin;
}

Result<void> ParentJsonWriter::appendNext(std::string &out)
{
    const ChunkSet &set = m_context.parents;
    const Document &document = set.document();
    const std::size_t index = m_next++;
    const Chunk &parent = set.chunks()[index];
    const auto checked = checkedText(set, index, "Parent");
    if (!checked)
        return checked.error();

    const std::string nextId = hasNext() ? m_ids.of(m_next) : std::string();
    out += '{';
    appendString(out, "type", "parent");
    appendString(out, "id", m_id);
    appendString(out, "doc_id", document.id());
    if (m_context.standsAlone)
        appendString(out, "format", document.format());
    appendNumber(out, "index", index);
    appendNumber(out, "count", set.size());
    appendString(out, "text", checked->text);
    appendKey(out, "tokens");
    out += '{';
    appendNumber(out, "text", parent.tokens);
    appendString(out, "tokenizer", m_context.tokenizer);
    out += '}';
    appendRanges(out, set, index, *checked);
    appendBounds(out, parent);
    if (parent.isIndivisible)
        appendBoolean(out, "indivisible", true);
    appendStructure(out, document, m_pages, parent.source);
    appendString(out, "content_sha256", hexSha256(checked->text));
    appendIdOrNull(out, "prev_id", m_previousId);
    appendIdOrNull(out, "next_id", nextId);
    appendChildren(out);
    if (m_context.standsAlone)
        appendString(out, "config_fingerprint", m_context.fingerprint);
    out += '}';

    m_previousId = std::move(m_id);
    m_id = nextId;
    return {};
}

void ParentJsonWriter::appendChildren(std::string &out)
{
    const std::vector<Chunk> &chunks = m_context.chunks.chunks();
    const std::vector<Chunk> &parents = m_context.parents.chunks();
    appendKey(out, "children_ids");
    char before = '[';
    while (m_nextChunk < chunks.size() && (!hasNext() || chunks[m_nextChunk].emit.begin < parents[m_next].emit.begin)) {
        out += before;
        out += '"';
        out += m_chunkIds.of(m_nextChunk++);
        out += '"';
        before = ',';
    }
    out += before == '[' ? "[]" : "]";
}

} // namespace cw
