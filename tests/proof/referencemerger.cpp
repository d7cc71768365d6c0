// SPDX-License-Identifier: GPL-3.0-or-later
#include "proof/referencemerger.h"

#include <cstdint>
#include <functional>
#include <queue>
#include <tuple>
#include <vector>

namespace cw::testing {

namespace {

constexpr std::size_t none = static_cast<std::size_t>(-1);

/// A linked list of parts; the pair of lowest rank, leftmost first, is merged until no pair merges.
class HeapMerger
{
public:
    HeapMerger(const BpeVocabulary &vocabulary, std::string_view piece) : m_vocabulary(vocabulary)
    {
        for (const char byte : piece) {
            const std::size_t at = m_parts.size();
            m_parts.push_back({vocabulary.byteToken(static_cast<std::uint8_t>(byte)), at == 0 ? none : at - 1, at + 1});
        }
        m_parts.back().next = none;
        for (std::size_t at = 0; at + 1 < m_parts.size(); ++at)
            offer(at);
    }

    std::size_t mergeAll()
    {
        std::size_t count = m_parts.size();
        while (!m_heap.empty()) {
            const auto [merged, at, left, right] = m_heap.top();
            m_heap.pop();
            Part &part = m_parts[at];
            // Offers of parts that have merged since, with whichever side, are no longer true.
            if (part.token != left || part.next == none || m_parts[part.next].token != right)
                continue;
            const std::size_t gone = part.next;
            part.token = merged;
            part.next = m_parts[gone].next;
            m_parts[gone].token = BpeVocabulary::noToken;
            if (part.next != none)
                m_parts[part.next].previous = at;
            --count;
            if (part.previous != none)
                offer(part.previous);
            offer(at);
        }
        return count;
    }

private:
    struct Part
    {
        std::uint32_t token;
        std::size_t previous;
        std::size_t next;
    };
    using Offer = std::tuple<std::uint32_t, std::size_t, std::uint32_t, std::uint32_t>;

    void offer(std::size_t at)
    {
        const Part &part = m_parts[at];
        if (part.next == none)
            return;
        const std::uint32_t right = m_parts[part.next].token;
        if (const std::uint32_t merged = m_vocabulary.merged(part.token, right); merged != BpeVocabulary::noToken)
            m_heap.emplace(merged, at, part.token, right);
    }

    const BpeVocabulary &m_vocabulary;
    std::vector<Part> m_parts;
    std::priority_queue<Offer, std::vector<Offer>, std::greater<>> m_heap;
};

} // namespace

std::size_t countByHeap(const BpeVocabulary &vocabulary, PretokenPattern pattern, std::string_view text)
{
    std::size_t count = 0;
    for (std::size_t byte = 0; byte < text.size();) {
        const std::size_t end = nextPretokenEnd(pattern, text, byte);
        count += HeapMerger(vocabulary, text.substr(byte, end - byte)).mergeAll();
        byte = end;
    }
    return count;
}

} // namespace cw::testing
