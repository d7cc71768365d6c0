// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunkview/chunktokens.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {
namespace {

constexpr std::size_t mostEntries = 4096;
constexpr std::size_t mostBytes = 4 << 20;
constexpr std::size_t fewEntries = 8; ///< kept whatever their size: they may all be in view

ByteRange shifted(ByteRange bytes, std::size_t by)
{
    return {bytes.begin + by, bytes.end + by};
}

bool touches(ByteRange token, ByteRange range)
{
    return token.isEmpty() ? range.contains(token.begin) : token.intersects(range);
}

} // namespace

ChunkTokens::ChunkTokens(ByteRange emit, std::vector<Token> tokens) : m_emit(emit), m_tokens(std::move(tokens)) { }

ChunkTokens::ChunkTokens(ByteRange emit, std::shared_ptr<const TokenIndex> index)
    : m_emit(emit), m_index(std::move(index))
{
}

std::size_t ChunkTokens::count() const
{
    return m_index ? m_index->total() : m_tokens.size();
}

/// Those that begin in `bytes`, or before it and reach into it.
std::vector<ChunkToken> ChunkTokens::indexed(ByteRange bytes) const
{
    const std::string_view text = *m_index->text();
    const std::size_t before = m_index->tokensBefore(bytes.begin);
    std::size_t from = before > 0 ? std::min(bytes.begin, m_index->tokenStart(before - 1)) : bytes.begin;
    while (!isCharacterBoundary(text, from))
        --from;
    std::size_t to = std::min(bytes.end, text.size());
    while (!isCharacterBoundary(text, to))
        ++to;
    std::size_t number = m_index->tokensBefore(from);
    std::vector<ChunkToken> tokens;
    for (const Token &token : m_index->tokensOf({from, std::max(from, to)}))
        tokens.push_back({number++, token.id, token.bytes});
    return tokens;
}

std::vector<ChunkToken> ChunkTokens::touching(ByteRange emit) const
{
    ByteRange range = intersection(emit, m_emit);
    if (range.isEmpty())
        return {};
    range = {range.begin - m_emit.begin, range.end - m_emit.begin};
    std::vector<ChunkToken> tokens;
    if (m_index) {
        tokens = indexed(range);
        std::erase_if(tokens, [range](const ChunkToken &token) { return !touches(token.bytes, range); });
        for (ChunkToken &token : tokens)
            token.bytes = shifted(token.bytes, m_emit.begin);
        return tokens;
    }
    auto token = std::partition_point(m_tokens.begin(), m_tokens.end(),
                                      [range](const Token &each) { return each.bytes.end < range.begin; });
    for (; token != m_tokens.end() && token->bytes.begin < range.end; ++token) {
        if (touches(token->bytes, range))
            tokens.push_back(
                {static_cast<std::size_t>(token - m_tokens.begin()), token->id, shifted(token->bytes, m_emit.begin)});
    }
    return tokens;
}

ChunkToken ChunkTokens::at(std::size_t number) const
{
    if (!m_index)
        return {number, m_tokens[number].id, shifted(m_tokens[number].bytes, m_emit.begin)};
    const std::size_t start = m_index->tokenStart(number);
    std::vector<ChunkToken> tokens = indexed({start, start + 1});
    const auto found = std::ranges::find(tokens, number, &ChunkToken::number);
    if (found == tokens.end())
        return {number, 0, {m_emit.begin + start, m_emit.begin + start}};
    found->bytes = shifted(found->bytes, m_emit.begin);
    return *found;
}

void ChunkTokenCache::setFacts(const ChunkFacts &facts)
{
    const SharedText text = facts ? facts.set()->emitted().text() : nullptr;
    const std::shared_ptr<const Tokenizer> tokenizer = facts ? facts.snapshot->tokenizer : nullptr;
    m_facts = facts;
    if (text == m_text && tokenizer == m_tokenizer)
        return;
    std::ranges::for_each(m_entries, [this](const Entry &entry) { release(entry); });
    m_entries.clear();
    m_byEmit.clear();
    m_bytes = 0;
    m_text = text;
    m_tokenizer = tokenizer;
    m_indexing = {};
    m_waiting = {};
    if (m_worker)
        m_worker->task.cancel();
}

std::shared_ptr<const ChunkTokens> ChunkTokenCache::tokens(std::size_t chunk)
{
    if (!m_tokenizer || chunk >= m_facts.chunks().size())
        return nullptr;
    const ByteRange emit = m_facts.chunks()[chunk].emit;
    if (const auto found = m_byEmit.find(emit); found != m_byEmit.end()) {
        m_entries.splice(m_entries.begin(), m_entries, found->second);
        return m_entries.front().tokens;
    }
    if (emit.size() > largestAtOnceBytes) {
        if (m_indexing.isEmpty())
            startIndexing(emit);
        else if (m_indexing == emit)
            m_isIndexingWanted = true;
        else
            m_waiting = emit;
        return nullptr;
    }
    m_bytesTokenized += emit.size();
    m_bytesTokenizedAtOnce += emit.size();
    keep({emit, std::make_shared<const ChunkTokens>(emit, m_tokenizer->tokens(m_facts.set()->text(chunk)))});
    return m_entries.front().tokens;
}

void ChunkTokenCache::keep(Entry entry)
{
    m_bytes += entry.emit.size();
    m_entries.push_front(std::move(entry));
    m_byEmit[m_entries.front().emit] = m_entries.begin();
    while (m_entries.size() > mostEntries || (m_bytes > mostBytes && m_entries.size() > fewEntries)) {
        release(m_entries.back());
        m_bytes -= m_entries.back().emit.size();
        m_byEmit.erase(m_entries.back().emit);
        m_entries.pop_back();
    }
}

/// Large ones are freed elsewhere.
void ChunkTokenCache::release(const Entry &entry)
{
    if (m_worker && entry.emit.size() > largestAtOnceBytes)
        m_worker->disposer.dispose(entry.tokens);
}

void ChunkTokenCache::allAsked()
{
    if (!m_waiting.isEmpty() && !m_isIndexingWanted)
        startIndexing(m_waiting);
    m_waiting = {};
    m_isIndexingWanted = false;
}

void ChunkTokenCache::startIndexing(ByteRange emit)
{
    if (!m_worker) {
        m_worker = std::make_unique<Worker>([this](const Outcome<Made> &outcome) {
            if (outcome.isCancelled())
                return;
            m_indexing = {};
            if (!outcome.hasValue())
                return;
            m_bytesTokenized += outcome.value()->emit.size();
            keep(*outcome.value());
            m_arrived();
        });
    }
    m_indexing = emit;
    m_isIndexingWanted = true;
    m_worker->task.start(
        [emit, text = m_text, tokenizer = m_tokenizer](std::stop_token stop) -> Outcome<Made> {
            const bool isAll = emit.size() == text->size();
            const SharedText part
                = isAll ? text : std::make_shared<const std::string>(text->substr(emit.begin, emit.size()));
            Outcome<std::shared_ptr<const TokenIndex>> index = tokenizer->index(part, stop);
            if (index.isCancelled())
                return Cancelled{};
            if (!index.hasValue())
                return index.error();
            return std::make_shared<const Entry>(Entry{emit, std::make_shared<const ChunkTokens>(emit, *index)});
        },
        ChangeKind::Settled);
}

} // namespace cw
