// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/packer.h"

#include "chunk/windows.h"

#include <algorithm>
#include <utility>

namespace cw {

namespace {

/// Units come from the request, over-long ones as pieces first. Taken ones are kept in order; the chunk being filled is
/// their tail from `m_first` on, so carrying units back means no more than moving `m_first`.
class Packer
{
public:
    Packer(const PackRequest &request, std::stop_token stop) : m_request(request), m_stop(std::move(stop))
    {
        m_taken.reserve(request.units.size());
    }

    Outcome<std::vector<Chunk>> pack()
    {
        const bool isExact = m_request.budget == Budget::EmittedText;
        if (!isExact && !sumUnits())
            return Cancelled{};
        while (hasNext()) {
            if (m_stop.stop_requested())
                return Cancelled{};
            if (isExact ? !packNext() : !packNextBySums())
                return Cancelled{};
        }
        flush();
        return std::move(m_chunks);
    }

private:
    [[nodiscard]] bool packNext()
    {
        if (!hasPieces()) {
            takeRun();
            if (m_nextUnit == m_request.units.size())
                return true;
            const Unit &unit = m_request.units[m_nextUnit];
            if (isOverlong(unit)) {
                ++m_nextUnit;
                m_pieces.clear();
                m_nextPiece = 0;
                return cutIntoWindows(unit, m_request.emitted, m_request.index, m_request.maxTokens, m_stop, m_pieces);
            }
        }
        if (!isEmpty() && count(m_taken[m_first], next()) > m_request.maxTokens) {
            flush();
            carryBack([&](const Unit &first) {
                return count(first, m_taken.back()) <= m_request.overlapTokens
                    && count(first, next()) <= m_request.maxTokens;
            });
        }
        take();
        return true;
    }

    [[nodiscard]] bool packNextBySums()
    {
        const std::size_t at = m_taken.size();
        const std::size_t tokens = m_sums[at + 1] - m_sums[at];
        if (tokens > m_request.maxTokens) {
            flush();
            take();
            flush();
            return true;
        }
        if (m_sums[at + 1] - m_sums[m_first] > m_request.maxTokens) {
            flush();
            carryBack([&](const Unit &first) {
                const auto from = static_cast<std::size_t>(&first - m_taken.data());
                return m_sums[at] - m_sums[from] <= m_request.overlapTokens;
            });
        }
        take();
        return true;
    }

    [[nodiscard]] bool hasPieces() const { return m_nextPiece < m_pieces.size(); }
    [[nodiscard]] bool hasNext() const { return hasPieces() || m_nextUnit < m_request.units.size(); }
    [[nodiscard]] bool isEmpty() const { return m_first == m_taken.size(); }
    [[nodiscard]] const Unit &next() const { return hasPieces() ? m_pieces[m_nextPiece] : m_request.units[m_nextUnit]; }
    void take() { m_taken.push_back(hasPieces() ? m_pieces[m_nextPiece++] : m_request.units[m_nextUnit++]); }

    [[nodiscard]] std::size_t count(const Unit &first, const Unit &last) const
    {
        return m_request.index.count({first.emit.begin, last.emit.end});
    }

    /// No tokenizer makes more tokens than bytes, which spares most units the count.
    [[nodiscard]] bool isOverlong(const Unit &unit) const
    {
        return unit.emit.size() > m_request.maxTokens && count(unit, unit) > m_request.maxTokens;
    }

    /// Takes whole units while the chunk fits. The difference of ranks says nearly where the budget ends; exact counts
    /// then move the end unit by unit, so that a chunk costs the same however many units it holds.
    void takeRun()
    {
        const std::vector<Unit> &units = m_request.units;
        if (m_nextUnit == units.size())
            return;
        const Unit &first = isEmpty() ? units[m_nextUnit] : m_taken[m_first];
        const std::size_t limit = m_request.index.tokensBefore(first.emit.begin) + m_request.maxTokens;
        const auto reaches = [&](const Unit &unit) { return m_request.index.tokensBefore(unit.emit.end) <= limit; };
        std::size_t low = m_nextUnit;
        std::size_t step = 1;
        while (low + step < units.size() && reaches(units[low + step])) {
            low += step;
            step *= 2;
        }
        const auto from = units.begin() + static_cast<std::ptrdiff_t>(low);
        const auto to = units.begin() + static_cast<std::ptrdiff_t>(std::min(low + step, units.size()));
        auto end = static_cast<std::size_t>(std::partition_point(from, to, reaches) - units.begin());
        end = std::max(end, m_nextUnit + 1);

        if (count(first, units[end - 1]) <= m_request.maxTokens) {
            while (end < units.size() && count(first, units[end]) <= m_request.maxTokens)
                ++end;
        } else {
            do
                --end;
            while (end > m_nextUnit && count(first, units[end - 1]) > m_request.maxTokens);
        }
        while (m_nextUnit < end)
            take();
    }

    [[nodiscard]] bool sumUnits()
    {
        m_sums.reserve(m_request.units.size() + 1);
        m_sums.push_back(0);
        for (const Unit &unit : m_request.units) {
            if (m_stop.stop_requested())
                return false;
            m_sums.push_back(m_sums.back() + count(unit, unit));
        }
        return true;
    }

    /// Ends the chunk being filled, if it holds anything.
    void flush()
    {
        if (isEmpty())
            return;
        const Unit &first = m_taken[m_first];
        const Unit &last = m_taken.back();
        Chunk chunk;
        chunk.source = {first.source.begin, last.source.end};
        chunk.emit = {first.emit.begin, last.emit.end};
        chunk.units = static_cast<std::uint32_t>(m_taken.size() - m_first);
        chunk.carriedUnits = m_carried;
        chunk.startReason = first.startReason;
        chunk.endReason = hasNext() ? next().startReason : BoundaryReason::DocumentEnd;
        countTokens(chunk, m_chunks.empty() ? nullptr : &m_chunks.back(), m_request.index);
        chunk.isIndivisible = m_request.budget == Budget::EmittedText && chunk.tokens > m_request.maxTokens;
        m_chunks.push_back(chunk);
        m_first = m_taken.size();
        m_carried = 0;
    }

    /// Begins the next chunk with as many trailing units of the last one as `isAllowed(first of them)` accepts.
    template<class IsAllowed>
    void carryBack(IsAllowed isAllowed)
    {
        const std::size_t units = m_chunks.back().units;
        while (m_carried < units && isAllowed(m_taken[m_first - 1])) {
            --m_first;
            ++m_carried;
        }
    }

    const PackRequest &m_request;
    std::stop_token m_stop;
    std::vector<Unit> m_taken;
    std::vector<Unit> m_pieces;
    std::vector<Chunk> m_chunks;
    std::vector<std::size_t> m_sums; ///< of the tokens of each unit alone, for Budget::UnitSums
    std::size_t m_first = 0;
    std::size_t m_nextUnit = 0;
    std::size_t m_nextPiece = 0;
    std::uint32_t m_carried = 0;
};

} // namespace

Outcome<std::vector<Chunk>> packGreedily(const PackRequest &request, std::stop_token stop)
{
    return Packer(request, std::move(stop)).pack();
}

void countTokens(Chunk &chunk, const Chunk *previous, const TokenIndex &index)
{
    chunk.tokens = static_cast<std::uint32_t>(index.count(chunk.emit));
    const ByteRange shared = previous ? intersection(previous->emit, chunk.emit) : ByteRange{};
    chunk.overlapTokens = shared.isEmpty() ? 0 : static_cast<std::uint32_t>(index.count(shared));
}

} // namespace cw
