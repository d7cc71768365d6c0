// SPDX-License-Identifier: GPL-3.0-or-later
#include "chunk/unitsumpacker.h"

#include "chunk/chunkofunits.h"

#include <utility>

namespace cw {

namespace {

constexpr std::size_t stopCheckMask = 0xFF;

/// Units are never cut, so a chunk is two numbers.
class SumPacker
{
public:
    SumPacker(const PackRequest &request, std::stop_token stop)
        : m_request(request), m_counts(request.units, request.index, request.edges), m_stop(std::move(stop))
    {
    }

    Outcome<std::vector<Chunk>> pack()
    {
        const std::size_t units = m_request.units.size();
        std::size_t first = 0;
        std::size_t sum = 0; ///< over [first, next)
        std::size_t carried = 0;
        for (std::size_t next = 0; next < units; ++next) {
            if ((next & stopCheckMask) == 0 && m_stop.stop_requested())
                return Cancelled{};
            const std::size_t tokens = m_counts.count(next, next);
            if (sum + tokens > m_request.maxTokens) {
                emit(first, next, carried);
                carried = 0;
                if (tokens > m_request.maxTokens) {
                    emit(next, next + 1, 0);
                    first = next + 1;
                    sum = 0;
                    continue;
                }
                std::size_t newFirst = next;
                sum = 0;
                for (; newFirst > first; --newFirst) {
                    const std::size_t more = m_counts.count(newFirst - 1, newFirst - 1);
                    if (sum + more > m_request.overlapTokens)
                        break;
                    sum += more;
                }
                first = newFirst;
                carried = next - first;
            }
            sum += tokens;
        }
        emit(first, units, carried);
        return std::move(m_chunks);
    }

private:
    void emit(std::size_t first, std::size_t end, std::size_t carried)
    {
        if (first == end)
            return;
        const std::vector<Unit> &units = m_request.units;
        Chunk &chunk = addChunk(m_chunks, units[first], units[end - 1], end - first, carried);
        chunk.endReason = end < units.size() ? units[end].startReason : BoundaryReason::DocumentEnd;
        chunk.tokens = static_cast<std::uint32_t>(m_counts.count(first, end - 1));
        if (carried > 0)
            chunk.overlapTokens = static_cast<std::uint32_t>(m_counts.count(first, first + carried - 1));
    }

    const PackRequest &m_request;
    UnitCounts m_counts;
    std::stop_token m_stop;
    std::vector<Chunk> m_chunks;
};

} // namespace

Outcome<std::vector<Chunk>> packByUnitSums(const PackRequest &request, std::stop_token stop)
{
    return SumPacker(request, std::move(stop)).pack();
}

} // namespace cw
