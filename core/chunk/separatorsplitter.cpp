// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/separatorsplitter.h"

#include "chunk/packer.h"
#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

constexpr std::uint32_t notKept = 0xFFFFFFFF;

struct Piece
{
    CompactRange bytes;
    std::uint32_t tokens = 0;
    std::uint32_t kept = notKept; ///< its number
    BoundaryReason reason = BoundaryReason::Separator; ///< of the boundary before it
};

/// Merges neighbouring pieces into chunks. Pieces arrive in order and touch each other, so a run of them is a range.
class Merger
{
public:
    Merger(const SplitRequest &request, SeparatorPieces::Use &kept)
        : m_request(request), m_text(*request.index.text()), m_kept(kept)
    {
    }

    void add(ByteRange bytes, std::size_t tokens, BoundaryReason reason, std::uint32_t kept = notKept)
    {
        if (m_tokens + tokens > m_request.maxTokens && m_first < m_run.size()) {
            emitRun(reason);
            while (m_tokens > m_request.overlapTokens || (m_tokens > 0 && m_tokens + tokens > m_request.maxTokens))
                m_tokens -= m_run[m_first++].tokens;
            m_carried = m_run.size() - m_first;
            forgetDropped();
        }
        m_run.push_back({bytes, static_cast<std::uint32_t>(tokens), kept, reason});
        m_tokens += tokens;
    }

    /// Ends the run; nothing of it is carried on.
    void finish()
    {
        if (m_first < m_run.size())
            emitRun(BoundaryReason::DocumentEnd);
        m_run.clear();
        m_first = 0;
        m_tokens = 0;
        m_carried = 0;
    }

    /// A piece that cannot be split: a chunk as it is, unless it is all white space.
    void addWhole(ByteRange bytes, BoundaryReason reason, bool isOneCharacter)
    {
        if (stripSpaces(m_text, bytes).isEmpty())
            return;
        Chunk &chunk = emit(bytes, 1, reason, BoundaryReason::DocumentEnd);
        chunk.isIndivisible = isOneCharacter && chunk.tokens > m_request.maxTokens;
    }

    std::vector<Chunk> takeChunks()
    {
        if (m_chunks.empty())
            return {};
        if (skipSpaces(m_text, 0, m_text.size()) >= m_chunks.front().source.begin)
            m_chunks.front().startReason = BoundaryReason::DocumentStart;
        for (std::size_t i = 0; i + 1 < m_chunks.size(); ++i) {
            if (m_chunks[i + 1].source.begin >= m_chunks[i].source.end)
                m_chunks[i].endReason = m_chunks[i + 1].startReason;
        }
        m_chunks.back().endReason = BoundaryReason::DocumentEnd;
        return std::move(m_chunks);
    }

private:
    void emitRun(BoundaryReason nextReason)
    {
        if (m_run[m_first].kept == notKept || !emitKept(nextReason))
            emitStripped(nextReason);
    }

    /// The same as emitStripped() by what is known of pieces. False when too little is.
    bool emitKept(BoundaryReason nextReason)
    {
        std::size_t first = m_first;
        BoundaryReason startReason = m_run[first].reason;
        while (first < m_run.size() && m_kept.isBlank(m_run[first].kept)) {
            if (++first == m_run.size())
                return true;
            startReason = std::min(startReason, m_run[first].reason);
        }
        std::size_t last = m_run.size() - 1;
        BoundaryReason endReason = nextReason;
        for (; m_kept.isBlank(m_run[last].kept); --last)
            endReason = std::min(endReason, m_run[last].reason);
        const Piece &begin = m_run[first];
        const Piece &end = m_run[last];
        if (!m_kept.isPlain(begin.kept) || !m_kept.isPlain(end.kept))
            return false;

        const ByteRange firstStripped = m_kept.stripped(begin.kept, begin.bytes);
        const ByteRange run{firstStripped.begin, m_kept.stripped(end.kept, end.bytes).end};
        Chunk chunk = uncounted(run, m_run.size() - m_first, startReason, endReason);
        chunk.tokens = m_kept.count(begin.kept, firstStripped.end, end.kept, run);
        if (!m_chunks.empty() && m_chunks.back().emit.end > run.begin) {
            const ByteRange shared{run.begin, m_chunks.back().emit.end};
            chunk.overlapTokens = m_lastKept != notKept
                ? m_kept.count(begin.kept, firstStripped.end, m_lastKept, shared)
                : static_cast<std::uint32_t>(m_request.index.count(shared));
            chunk.carriedUnits = static_cast<std::uint32_t>(m_carried);
        }
        m_chunks.push_back(chunk);
        m_lastKept = end.kept;
        return true;
    }

    void emitStripped(BoundaryReason nextReason)
    {
        const ByteRange stripped = stripSpaces(m_text, {m_run[m_first].bytes.begin, m_run.back().bytes.end});
        if (stripped.isEmpty())
            return;
        // Of the boundaries in stripped white space the strongest one counts.
        BoundaryReason startReason = m_run[m_first].reason;
        for (std::size_t i = m_first; i < m_run.size() && m_run[i].bytes.begin <= stripped.begin; ++i)
            startReason = std::min(startReason, m_run[i].reason);
        BoundaryReason endReason = nextReason;
        for (std::size_t i = m_run.size(); i > m_first && m_run[i - 1].bytes.begin >= stripped.end; --i)
            endReason = std::min(endReason, m_run[i - 1].reason);
        Chunk &chunk = emit(stripped, m_run.size() - m_first, startReason, endReason);
        if (m_chunks.size() > 1 && m_chunks[m_chunks.size() - 2].source.intersects(stripped))
            chunk.carriedUnits = static_cast<std::uint32_t>(m_carried);
    }

    [[nodiscard]] static Chunk uncounted(ByteRange bytes, std::size_t pieces, BoundaryReason startReason,
                                         BoundaryReason endReason)
    {
        Chunk chunk;
        chunk.source = bytes;
        chunk.emit = bytes;
        chunk.units = static_cast<std::uint32_t>(pieces);
        chunk.startReason = startReason;
        chunk.endReason = endReason;
        return chunk;
    }

    Chunk &emit(ByteRange bytes, std::size_t pieces, BoundaryReason startReason, BoundaryReason endReason)
    {
        Chunk chunk = uncounted(bytes, pieces, startReason, endReason);
        countTokens(chunk, m_chunks.empty() ? nullptr : &m_chunks.back(), m_request.index);
        m_chunks.push_back(chunk);
        m_lastKept = notKept;
        return m_chunks.back();
    }

    void forgetDropped()
    {
        if (m_first * 2 < m_run.size())
            return;
        m_run.erase(m_run.begin(), m_run.begin() + static_cast<std::ptrdiff_t>(m_first));
        m_first = 0;
    }

    const SplitRequest &m_request;
    std::string_view m_text;
    SeparatorPieces::Use &m_kept;
    std::uint32_t m_lastKept = notKept; ///< the piece that the last chunk ends with, but for white space
    std::vector<Piece> m_run; ///< of which the first `m_first` are dropped
    std::size_t m_first = 0;
    std::size_t m_tokens = 0; ///< sum over the run
    std::size_t m_carried = 0;
    std::vector<Chunk> m_chunks;
};

class Splitter
{
public:
    Splitter(const SplitRequest &request, std::stop_token stop)
        : m_request(request), m_stop(std::move(stop)), m_text(*request.index.text()), m_kept(request.pieces),
          m_reader(m_text, request.separators), m_merger(request, m_kept),
          m_replacementTokens(request.tokenizer.count("\uFFFD"))
    {
    }

    Outcome<std::vector<Chunk>> split()
    {
        if (!m_text.empty() && !splitWhole())
            return Cancelled{};
        return m_merger.takeChunks();
    }

private:
    /// False when stopped.
    bool splitWhole()
    {
        const SeparatorPieces::Level *whole = m_kept ? m_kept.whole(m_stop) : nullptr;
        if (!whole)
            return splitAnew(m_reader.open({0, m_text.size()}, 0, BoundaryReason::DocumentStart));
        m_keptLevels.push_back({*whole, whole->first});
        while (!m_keptLevels.empty()) {
            if (isStopped())
                return false;
            KeptLevel &level = m_keptLevels.back();
            if (level.next == level.pieces.end) {
                m_merger.finish();
                m_keptLevels.pop_back();
            } else if (!splitOff(level)) {
                return false;
            }
        }
        return true;
    }

    /// The pieces of a level and of those inside it. The stack of levels stands for the recursion, which a long list of
    /// separators could make deep. False when stopped.
    bool splitAnew(const SeparatorLevel &whole)
    {
        m_levels.push_back(whole);
        while (!m_levels.empty()) {
            if (isStopped())
                return false;
            SeparatorLevel &level = m_levels.back();
            if (level.isAtEnd()) {
                m_merger.finish();
                m_levels.pop_back();
            } else {
                splitOff(level);
            }
        }
        return true;
    }

    [[nodiscard]] bool isStopped() { return (m_steps++ & 0xFF) == 0 && m_stop.stop_requested(); }

    struct KeptLevel
    {
        SeparatorPieces::Level pieces;
        std::uint32_t next = 0;
    };

    bool splitOff(KeptLevel &level)
    {
        const std::uint32_t piece = level.next++;
        const ByteRange bytes = m_kept.bytes(level.pieces, piece);
        const BoundaryReason reason = m_kept.reason(piece);
        if (const std::size_t tokens = m_kept.tokens(piece); tokens < m_request.maxTokens) {
            m_merger.add(bytes, tokens, reason, piece);
            return true;
        }
        m_merger.finish();
        if (!level.pieces.canGoFiner) {
            m_merger.addWhole(bytes, reason, bytes.size() == utf8SequenceLength(m_text[bytes.begin]));
        } else if (const SeparatorPieces::Level *inside = m_kept.inside(level.pieces, piece, m_stop)) {
            m_keptLevels.push_back({*inside, inside->first}); // ends the life of `level`
        } else {
            return splitAnew(m_reader.open(bytes, level.pieces.finerSeparators, reason));
        }
        return true;
    }

    void splitOff(SeparatorLevel &level)
    {
        const ByteRange bytes = m_reader.take(level);
        const BoundaryReason reason = bytes.begin == level.bytes.begin ? level.firstReason : level.reason;
        const unsigned length = utf8SequenceLength(m_text[bytes.begin]);
        const bool isPair = level.separator.empty() && length == 4;
        const std::size_t longest = isPair ? m_replacementTokens : pieceTokens(m_request.index, bytes);
        if (longest < m_request.maxTokens) {
            m_merger.add(bytes, isPair ? 2 * longest : longest, reason);
            return;
        }
        m_merger.finish();
        if (level.canGoFiner)
            m_levels.push_back(m_reader.open(bytes, level.finerSeparators, reason)); // ends the life of `level`
        else
            m_merger.addWhole(bytes, reason, bytes.size() == length);
    }

    const SplitRequest &m_request;
    std::stop_token m_stop;
    std::string_view m_text;
    SeparatorPieces::Use m_kept;
    SeparatorReader m_reader;
    Merger m_merger;
    std::size_t m_replacementTokens;
    std::size_t m_steps = 0;
    std::vector<KeptLevel> m_keptLevels;
    std::vector<SeparatorLevel> m_levels;
};

} // namespace

Outcome<std::vector<Chunk>> splitBySeparators(const SplitRequest &request, std::stop_token stop)
{
    return Splitter(request, std::move(stop)).split();
}

} // namespace cw
