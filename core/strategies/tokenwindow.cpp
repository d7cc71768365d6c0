// SPDX-License-Identifier: GPL-3.0-or-later
// Windows over the document's token sequence, never ending inside a character.
#include "base/parallel.h"
#include "base/workqueue.h"
#include "chunk/windows.h"
#include "segment/sentences.h"
#include "segment/words.h"
#include "strategies/joinparameter.h"
#include "strategies/strategy.h"
#include "text/utf8.h"
#include "tokenize/tokenbounds.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace cw::strategylist {

namespace {

constexpr std::array parameters{sourceJoinParameter};

Outcome<std::shared_ptr<const Segmentation>> segment(const Document &document, const ParameterValues &, std::stop_token)
{
    return unsegmented(document);
}

/// Where the window after [begin, end) starts: as far back from `end` as the overlap allows, on a token's and a
/// character's start after `begin`; `end` when there is no such place. With counts from there.
CountsFrom nextStart(const TokenIndex &index, ByteRange window, EndEdge end, std::size_t overlapTokens)
{
    const std::string_view text = *index.text();
    const std::size_t endToken = index.tokensBefore(window.end);
    // Tokens from the window's second one on start after it does.
    std::size_t token = std::max(endToken - std::min(endToken, overlapTokens), index.tokensBefore(window.begin + 1));
    for (; token < endToken; ++token) {
        const std::size_t start = index.tokenStart(token);
        if (start >= window.end)
            break;
        if (!isCharacterBoundary(text, start))
            continue;
        const CountsFrom counts(index, start);
        if (counts.to(window.end, end) <= overlapTokens)
            return counts;
    }
    return CountsFrom(index, window.end);
}

BoundaryReason reasonAt(const TokenIndex &index, std::size_t byte)
{
    const bool isTokenStart = byte == index.text()->size() || index.tokensBefore(byte + 1) > index.tokensBefore(byte);
    return isTokenStart ? BoundaryReason::Token : BoundaryReason::ForcedCharacter;
}

/// Makes windows in order. Each begins where the one before says; but where the index knows that counting is
/// subtracting numbers of tokens, so is going on to the next window, and what windows of such a run are is filled in
/// meanwhile by other threads.
class TokenWindows
{
public:
    explicit TokenWindows(const PackInput &input)
        : m_index(input.index), m_text(*input.index.text()), m_max(input.max), m_overlap(input.overlap),
          m_step(input.max - input.overlap), m_total(input.index.total())
    {
        const bool areTold = m_max >= TokenBounds::fewestTokens
            && (m_overlap == 0 || m_overlap >= TokenBounds::fewestTokens) && m_total / m_step >= windowsWorthBounds;
        if (areTold)
            m_bounds = m_index.tokenBounds();
    }

    /// False when stopped. Precondition: the text is not empty.
    bool make(PackThreads threads, const std::stop_token &stop)
    {
        constexpr std::size_t worthAThread = 2048;
        const std::size_t shares = threads.sectionsFor(m_total / m_step, worthAThread);
        m_windowsInBatch = std::clamp<std::size_t>(m_total / m_step / shares, 1, m_windowsInBatch);
        std::atomic<bool> isStopped = false;
        const auto fillUnlessStopped = [&](const Batch &batch) {
            if (!isStopped && stop.stop_requested())
                isStopped = true;
            if (!isStopped)
                fillAll(batch);
        };
        // Number 0 is begun first, so that no thread waits for what nobody finds.
        forEachNumber(std::min<std::size_t>(shares, threads.threads), threads.threads, [&](std::size_t number) {
            if (number == 0) {
                const WorkQueue<Batch>::Closer closer(m_filling);
                if (!find(stop))
                    isStopped = true;
                handOver();
            }
            m_filling.workUntilClosed(fillUnlessStopped);
        });
        return !isStopped;
    }

    [[nodiscard]] std::vector<Chunk> &chunks() noexcept { return m_chunks; }

private:
    static constexpr std::size_t stopCheckMask = 0x3F;
    static constexpr std::size_t windowsAhead = 3; ///< before it is reached, an end is fetched from memory
    static constexpr std::size_t oddWindowsAhead = 6; ///< the same of windows between runs
    static constexpr std::size_t windowsWorthBounds = 64;

    bool find(const std::stop_token &stop)
    {
        m_chunks.reserve(std::min(m_total / m_step + m_total / m_step / 8 + 1, m_text.size()));
        CountsFrom counts(m_index, 0);
        ByteRange window{0, 0};
        for (std::size_t windows = 0; window.end < m_text.size(); ++windows) {
            if ((windows & stopCheckMask) == 0 && stop.stop_requested())
                return false;
            if (m_bounds && addRun(counts)) {
                window = m_chunks.back().source;
            } else {
                std::size_t end = forcedCut(m_index, counts, m_text.size(), m_max);
                if (end <= window.end && counts.begin() < window.end) {
                    counts = CountsFrom(m_index, window.end);
                    end = forcedCut(m_index, counts, m_text.size(), m_max);
                }
                window = {counts.begin(), end};
                if (skipSpaces(m_text, window.begin, window.end) < window.end)
                    add(window, counts);
            }
            prefetch(window.end);
            counts = nextStart(m_index, window, m_index.endEdge(window.end), m_overlap);
        }
        if (!m_chunks.empty())
            m_chunks.back().endReason = BoundaryReason::DocumentEnd;
        return true;
    }

    /// Windows that are m_step tokens apart.
    struct Run
    {
        std::size_t firstChunk = 0;
        std::size_t windows = 0;
        std::size_t firstToken = 0;
    };
    using Batch = std::vector<Run>;

    /// Fetches what windows ahead need that are looked at one by one.
    void prefetch(std::size_t end)
    {
        const std::size_t endToken = m_index.tokensBefore(end);
        const std::size_t next = endToken - std::min(endToken, m_overlap);
        if (!m_bounds) {
            prefetchWindow(next + (windowsAhead - 1) * m_step);
            return;
        }
        // Where windows will be that no run holds, if none of those between them shifts the rest.
        if (m_aheadToken < next || (m_aheadToken - next) % m_step != 0) {
            m_aheadToken = next;
            m_aheadWindows = 0;
        }
        m_aheadWindows -= std::min<std::size_t>(m_aheadWindows, 1);
        for (; m_aheadWindows < oddWindowsAhead && m_aheadToken + m_max < m_total; m_aheadToken += m_step) {
            if (isTold(m_aheadToken))
                continue;
            prefetchWindow(m_aheadToken);
            ++m_aheadWindows;
        }
    }

    void prefetchWindow(std::size_t token) const
    {
        m_index.prefetchToken(token);
        m_index.prefetchToken(token + m_max);
    }

    /// Whether numbers of tokens decide the window from `token` on.
    [[nodiscard]] bool isTold(std::size_t token) const
    {
        return token + m_max < m_total && m_bounds->begins(token) && m_bounds->ends(token + m_max);
    }

    void add(ByteRange window, const CountsFrom &counts)
    {
        Chunk chunk;
        chunk.source = window;
        chunk.emit = window;
        chunk.tokens = static_cast<std::uint32_t>(counts.to(window.end));
        if (!m_chunks.empty() && window.begin < m_chunks.back().source.end)
            chunk.overlapTokens = static_cast<std::uint32_t>(counts.to(m_chunks.back().source.end));
        chunk.units = chunk.tokens;
        chunk.carriedUnits = chunk.overlapTokens;
        chunk.startReason = m_chunks.empty() ? BoundaryReason::DocumentStart : reasonAt(m_index, window.begin);
        chunk.endReason = reasonAt(m_index, window.end);
        if (!m_chunks.empty() && m_chunks.back().source.end < window.begin)
            m_chunks.back().endReason = chunk.startReason;
        chunk.isIndivisible = chunk.tokens > m_max;
        makeRoom(1);
        m_chunks.push_back(chunk);
    }

    /// Adds the windows from where `counts` begins, as far as only numbers of tokens decide them. False when there are
    /// none.
    bool addRun(const CountsFrom &counts)
    {
        const std::size_t first = m_index.tokensBefore(counts.begin());
        if (!isTold(first) || m_index.tokenStart(first) != counts.begin())
            return false;
        add({counts.begin(), m_index.tokenStart(first + m_max)}, counts);
        std::size_t token = first + m_step;
        while (isTold(token))
            token += m_step;
        const std::size_t windows = (token - first) / m_step - 1;
        if (windows == 0)
            return true;
        const std::size_t firstChunk = m_chunks.size();
        makeRoom(windows);
        m_chunks.resize(firstChunk + windows);
        // What comes next is asked about the last one, and may say why it ends.
        fill({firstChunk + windows - 1, 1, token - m_step});
        for (std::size_t done = 0; done + 1 < windows;) {
            const std::size_t part = std::min(windows - 1 - done, m_windowsInBatch - m_batchWindows);
            m_batch.push_back({firstChunk + done, part, first + (done + 1) * m_step});
            m_batchWindows += part;
            done += part;
            if (m_batchWindows == m_windowsInBatch)
                handOver();
        }
        return true;
    }

    /// Chunks stay where they are while others fill them.
    void makeRoom(std::size_t chunks)
    {
        if (m_chunks.capacity() - m_chunks.size() >= chunks)
            return;
        handOver();
        m_filling.finish([this](const Batch &batch) { fillAll(batch); });
        m_chunks.reserve(std::max(m_chunks.size() + chunks, m_chunks.capacity() * 2));
    }

    void handOver()
    {
        m_filling.add(std::exchange(m_batch, {}));
        m_batchWindows = 0;
    }

    void fillAll(const Batch &batch)
    {
        for (const Run &run : batch)
            fill(run);
    }

    void fill(const Run &run)
    {
        constexpr std::size_t mostAtOnce = 64;
        std::array<std::size_t, mostAtOnce> begins;
        std::array<std::size_t, mostAtOnce> ends;
        for (std::size_t done = 0; done < run.windows; done += mostAtOnce) {
            const std::size_t windows = std::min(mostAtOnce, run.windows - done);
            const std::size_t token = run.firstToken + done * m_step;
            m_index.tokenStarts(token + m_max, m_step, std::span(ends).first(windows));
            m_index.tokenStarts(token, m_step, std::span(begins).first(windows));
            for (std::size_t window = 0; window < windows; ++window) {
                Chunk &chunk = m_chunks[run.firstChunk + done + window];
                chunk.source = {begins[window], ends[window]};
                chunk.emit = chunk.source;
                chunk.tokens = static_cast<std::uint32_t>(m_max);
                chunk.overlapTokens = static_cast<std::uint32_t>(m_overlap);
                chunk.units = chunk.tokens;
                chunk.carriedUnits = chunk.overlapTokens;
                chunk.startReason = BoundaryReason::Token;
                chunk.endReason = BoundaryReason::Token;
            }
        }
    }

    const TokenIndex &m_index;
    std::string_view m_text;
    std::size_t m_max;
    std::size_t m_overlap;
    std::size_t m_step;
    std::size_t m_total;
    const TokenBounds *m_bounds = nullptr;
    std::vector<Chunk> m_chunks;
    WorkQueue<Batch> m_filling;
    Batch m_batch; ///< to be handed over
    std::size_t m_batchWindows = 0;
    std::size_t m_windowsInBatch = 1024;
    std::size_t m_aheadToken = 0; ///< up to where windows are fetched that are looked at one by one
    std::size_t m_aheadWindows = 0; ///< how many of them are still to come
};

Outcome<std::vector<Chunk>> pack(const PackInput &input, std::stop_token stop)
{
    if (input.index.text()->empty())
        return std::vector<Chunk>();
    TokenWindows windows(input);
    if (!windows.make(input.threads, stop))
        return Cancelled{};
    return std::move(windows.chunks());
}

} // namespace

const StrategyDescriptor &tokenwindow()
{
    static constexpr StrategyDescriptor descriptor{
        .id = "token-window",
        .title = "Token Windows",
        .help
        = "Cuts every max tokens and steps on by max less overlap, without regard to words or sentences but never "
          "inside a character. Windows that hold only white space are left out.",
        .sizeUnit = SizeUnit::Tokens,
        .defaultMax = 300,
        .defaultOverlap = 45,
        .parameters = parameters,
        .segment = segment,
        .pack = pack,
    };
    return descriptor;
}

} // namespace cw::strategylist
