// SPDX-License-Identifier: GPL-3.0-or-later
// The tokens of chunks as they are emitted and counted: each chunk's text encoded by itself.
#pragma once

#include "chunkview/chunkfacts.h"
#include "concurrency/latesttask.h"
#include "tokenize/tokenizer.h"

#include <functional>
#include <list>
#include <map>
#include <memory>
#include <vector>

namespace cw {

struct ChunkToken
{
    std::size_t number = 0; ///< in the chunk, from 0
    std::uint32_t id = 0;
    ByteRange bytes; ///< of the emitted text; may begin or end inside a character

    bool operator==(const ChunkToken &) const = default;
};

/// Tokens of one chunk. Immutable.
class ChunkTokens final
{
public:
    /// `tokens` of the chunk's text, with bytes of that text.
    ChunkTokens(ByteRange emit, std::vector<Token> tokens);
    /// `index` of the chunk's text.
    ChunkTokens(ByteRange emit, std::shared_ptr<const TokenIndex> index);

    [[nodiscard]] std::size_t count() const;
    /// In order, those with a byte in the range of the emitted text, and those without bytes inside of it. O(range).
    [[nodiscard]] std::vector<ChunkToken> touching(ByteRange emit) const;
    /// Precondition: number < count().
    [[nodiscard]] ChunkToken at(std::size_t number) const;

private:
    [[nodiscard]] std::vector<ChunkToken> indexed(ByteRange bytes) const;

    ByteRange m_emit;
    std::vector<Token> m_tokens;
    std::shared_ptr<const TokenIndex> m_index; ///< instead of a list, for large chunks
};

/// Tokenizes chunks when they are asked for and keeps the last ones. Small chunks are there at once; a large one is
/// indexed on a worker, after which any part of it can be asked for. Chunks with the same text stay known from one
/// snapshot to the next.
class ChunkTokenCache final
{
public:
    static constexpr std::size_t largestAtOnceBytes = 16 * 1024; ///< a millisecond or two

    /// `arrived` is called when a large chunk's tokens are there.
    explicit ChunkTokenCache(std::function<void()> arrived) : m_arrived(std::move(arrived)) { }

    void setFacts(const ChunkFacts &facts);
    /// Null while they are on their way, or when the snapshot has no tokenizer.
    [[nodiscard]] std::shared_ptr<const ChunkTokens> tokens(std::size_t chunk);

    /// After all that is in view was asked for: work on a chunk that is not in view any more makes way.
    void allAsked();

    [[nodiscard]] bool isTokenizing() const { return m_worker && m_worker->task.isBusy(); }
    /// What tests count instead of time.
    [[nodiscard]] std::size_t bytesTokenized() const noexcept { return m_bytesTokenized; }
    [[nodiscard]] std::size_t bytesTokenizedAtOnce() const noexcept { return m_bytesTokenizedAtOnce; }

private:
    struct Entry
    {
        ByteRange emit;
        std::shared_ptr<const ChunkTokens> tokens;
    };
    using Made = std::shared_ptr<const Entry>;
    struct Worker ///< exists once there was a large chunk
    {
        explicit Worker(LatestTask<Made>::Deliver deliver) : task("Tokenizing", std::move(deliver), &disposer) { }
        Disposer disposer;
        LatestTask<Made> task;
    };

    void keep(Entry entry);
    void release(const Entry &entry);
    void startIndexing(ByteRange emit);

    std::function<void()> m_arrived;
    ChunkFacts m_facts;
    SharedText m_text;
    std::shared_ptr<const Tokenizer> m_tokenizer;
    std::list<Entry> m_entries; ///< used last comes first
    std::map<ByteRange, std::list<Entry>::iterator> m_byEmit;
    std::size_t m_bytes = 0; ///< of text in the entries
    ByteRange m_indexing; ///< on the worker; empty when nothing is
    bool m_isIndexingWanted = false; ///< since allAsked()
    ByteRange m_waiting; ///< asked for meanwhile; may be empty
    std::size_t m_bytesTokenized = 0;
    std::size_t m_bytesTokenizedAtOnce = 0;
    std::unique_ptr<Worker> m_worker; ///< last: joined before the rest goes
};

} // namespace cw
