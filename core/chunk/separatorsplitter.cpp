// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/separatorsplitter.h"

#include "chunk/packer.h"
#include "segment/words.h"
#include "text/utf8.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

struct Piece
{
    CompactRange bytes;
    std::uint32_t tokens = 0;
    BoundaryReason reason = BoundaryReason::Separator; ///< of the boundary before it

    Piece(ByteRange range, std::uint32_t count, BoundaryReason boundary) : bytes(range), tokens(count), reason(boundary)
    {
    }
};

/// Merges neighbouring pieces into chunks. Pieces arrive in order and touch each other, so a run of them is a range.
class Merger
{
public:
    explicit Merger(const SplitRequest &request) : m_request(request), m_text(*request.index.text()) { }

    void add(ByteRange bytes, std::size_t tokens, BoundaryReason reason)
    {
        if (m_tokens + tokens > m_request.maxTokens && m_first < m_run.size()) {
            emitRun(reason);
            while (m_tokens > m_request.overlapTokens || (m_tokens > 0 && m_tokens + tokens > m_request.maxTokens))
                m_tokens -= m_run[m_first++].tokens;
            m_carried = m_run.size() - m_first;
            forgetDropped();
        }
        m_run.emplace_back(bytes, static_cast<std::uint32_t>(tokens), reason);
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

    Chunk &emit(ByteRange bytes, std::size_t pieces, BoundaryReason startReason, BoundaryReason endReason)
    {
        Chunk chunk;
        chunk.source = bytes;
        chunk.emit = bytes;
        chunk.units = static_cast<std::uint32_t>(pieces);
        chunk.startReason = startReason;
        chunk.endReason = endReason;
        countTokens(chunk, m_chunks.empty() ? nullptr : &m_chunks.back(), m_request.index);
        m_chunks.push_back(chunk);
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
    std::vector<Piece> m_run; ///< of which the first `m_first` are dropped
    std::size_t m_first = 0;
    std::size_t m_tokens = 0; ///< sum over the run
    std::size_t m_carried = 0;
    std::vector<Chunk> m_chunks;
};

/// One text being split; the stack of these stands for the recursion, which a long list of separators could make deep.
struct Level
{
    ByteRange bytes;
    std::size_t next = 0; ///< where the next piece begins
    BoundaryReason firstReason = BoundaryReason::DocumentStart;
    std::string_view separator{};
    BoundaryReason reason = BoundaryReason::Separator; ///< of boundaries at the separator
    std::size_t finerSeparators = 0; ///< index of the first separator for pieces that are too long
    bool canGoFiner = false;
};

class Splitter
{
public:
    Splitter(const SplitRequest &request, std::stop_token stop)
        : m_request(request), m_stop(std::move(stop)), m_text(*request.index.text()), m_merger(request),
          m_replacementTokens(request.tokenizer.count("\uFFFD"))
    {
    }

    Outcome<std::vector<Chunk>> split()
    {
        if (!m_text.empty())
            m_levels.push_back(open({0, m_text.size()}, 0, BoundaryReason::DocumentStart));
        for (unsigned count = 0; !m_levels.empty(); ++count) {
            if ((count & 0xFF) == 0 && m_stop.stop_requested())
                return Cancelled{};
            Level &level = m_levels.back();
            if (level.next == level.bytes.end) {
                m_merger.finish();
                m_levels.pop_back();
            } else {
                splitOff(level);
            }
        }
        return m_merger.takeChunks();
    }

private:
    [[nodiscard]] Level open(ByteRange bytes, std::size_t firstSeparator, BoundaryReason reason) const
    {
        const std::vector<std::string_view> &separators = m_request.separators;
        Level level{.bytes = bytes, .next = bytes.begin, .firstReason = reason};
        if (firstSeparator < separators.size())
            level.separator = separators.back();
        for (std::size_t i = firstSeparator; i < separators.size(); ++i) {
            if (separators[i].empty() || find(separators[i], bytes.begin, bytes.end) < bytes.end) {
                level.separator = separators[i];
                level.finerSeparators = i + 1;
                level.canGoFiner = !separators[i].empty();
                break;
            }
        }
        level.reason = reasonOfSeparator(level.separator);
        return level;
    }

    /// Pieces of the coarser separators are the same at every tick, and the index remembers what their edges cost.
    /// Words are far more, but a space is where pretokens start, so that their edges are two look-ups.
    [[nodiscard]] std::size_t count(ByteRange bytes) const
    {
        if (m_text[bytes.begin] == ' ')
            return CountsFrom(m_request.index, bytes.begin).to(bytes.end);
        return m_request.index.count(bytes);
    }

    /// First place in [from, end) where the separator stands before `end`; `end` when there is none.
    [[nodiscard]] std::size_t find(std::string_view separator, std::size_t from, std::size_t end) const
    {
        const std::string_view rest = separator.substr(1);
        const std::string_view starts = m_text.substr(0, end - std::min(end, rest.size()));
        for (std::size_t byte = starts.find(separator.front(), from); byte != std::string_view::npos;
             byte = starts.find(separator.front(), byte + 1)) {
            // Nothing is called for separators of one byte, of which there are as many as words.
            const bool isHere = rest.empty() || m_text.substr(byte + 1, rest.size()) == rest;
            if (isHere && isCharacterBoundary(m_text, byte))
                return byte;
        }
        return end;
    }

    void splitOff(Level &level)
    {
        const std::size_t begin = level.next;
        const bool betweenCharacters = level.separator.empty();
        const unsigned length = utf8SequenceLength(m_text[begin]);
        const std::size_t end = betweenCharacters ? begin + length : find(level.separator, begin + 1, level.bytes.end);
        level.next = end;

        const ByteRange bytes{begin, end};
        const BoundaryReason reason = begin == level.bytes.begin ? level.firstReason : level.reason;
        const bool isPair = betweenCharacters && length == 4;
        const std::size_t longest = isPair ? m_replacementTokens : count(bytes);
        if (longest < m_request.maxTokens) {
            m_merger.add(bytes, isPair ? 2 * longest : longest, reason);
            return;
        }
        m_merger.finish();
        if (level.canGoFiner)
            m_levels.push_back(open(bytes, level.finerSeparators, reason)); // ends the life of `level`
        else
            m_merger.addWhole(bytes, reason, end - begin == length);
    }

    const SplitRequest &m_request;
    std::stop_token m_stop;
    std::string_view m_text;
    Merger m_merger;
    std::size_t m_replacementTokens;
    std::vector<Level> m_levels;
};

} // namespace

Outcome<std::vector<Chunk>> splitBySeparators(const SplitRequest &request, std::stop_token stop)
{
    return Splitter(request, std::move(stop)).split();
}

BoundaryReason reasonOfSeparator(std::string_view separator) noexcept
{
    if (separator.empty())
        return BoundaryReason::ForcedCharacter;
    if (separator == " ")
        return BoundaryReason::Word;
    if (separator == "\n")
        return BoundaryReason::Line;
    if (separator == "\n\n")
        return BoundaryReason::Paragraph;
    const std::string_view marks = separator.substr(1);
    const std::size_t level = std::min(marks.find_first_not_of('#'), marks.size());
    const bool isHeading = separator.front() == '\n' && level >= 1 && level <= 6 && marks.substr(level) == " ";
    return isHeading ? BoundaryReason::Heading : BoundaryReason::Separator;
}

} // namespace cw
