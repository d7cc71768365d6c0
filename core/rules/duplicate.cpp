// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>

namespace cw::rulelist {

namespace {

std::uint64_t eightBytesAt(std::string_view text, std::size_t byte)
{
    std::uint64_t value = 0;
    std::memcpy(&value, text.data() + byte, std::min<std::size_t>(sizeof value, text.size() - byte));
    return value;
}

constexpr std::uint64_t mixed(std::uint64_t value, std::uint64_t more)
{
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15U;
    value = (value ^ more) * odd;
    return value ^ (value >> 29);
}

/// Of the size and the first, the middle and the last bytes only: equal texts have equal values, and few others do.
std::uint64_t edgesOf(std::string_view text)
{
    const std::size_t last = text.size() > 8 ? text.size() - 8 : 0;
    return mixed(mixed(mixed(text.size(), eightBytesAt(text, 0)), eightBytesAt(text, text.size() / 2)),
                 eightBytesAt(text, last));
}

/// The first chunk of each text, found by a hash of its edges; texts are compared before they are called equal. Where
/// several texts agree in their edges, further ones are hashed whole, so that no input makes this slow.
class FirstChunks
{
public:
    explicit FirstChunks(std::size_t chunkCount) : m_places(std::bit_ceil(chunkCount * 2 + 2), nobody)
    {
        m_firsts.reserve(chunkCount);
    }

    /// Run-wide number (from 0) of the first chunk with this text: the given one when it is new.
    std::size_t firstWith(std::string_view text, std::size_t number)
    {
        constexpr int comparisonsByEdges = 4;
        const std::uint64_t byEdges = edgesOf(text) & ~wholeFlag;
        int compared = 0;
        std::uint32_t *place = findPlace(text, byEdges, [&] { return ++compared > comparisonsByEdges; });
        if (!place) {
            const std::uint64_t byAll = mixed(byEdges, std::hash<std::string_view>{}(text)) | wholeFlag;
            place = findPlace(text, byAll, [] { return false; });
            return numberAt(*place, {byAll, text, number});
        }
        return numberAt(*place, {byEdges, text, number});
    }

private:
    static constexpr std::uint32_t nobody = ~std::uint32_t{0};
    static constexpr std::uint64_t wholeFlag = std::uint64_t{1} << 63; ///< tells the two kinds of hashes apart

    struct First
    {
        std::uint64_t hash = 0;
        std::string_view text;
        std::size_t number = 0;
    };

    /// Where the text is or belongs; null when the search was given up.
    template<class GivesUp>
    std::uint32_t *findPlace(std::string_view text, std::uint64_t hash, GivesUp givesUp)
    {
        const std::size_t mask = m_places.size() - 1;
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            std::uint32_t &place = m_places[at];
            if (place == nobody)
                return &place;
            const First &first = m_firsts[place];
            if (first.hash != hash)
                continue;
            if (first.text == text)
                return &place;
            if (givesUp())
                return nullptr;
        }
    }

    std::size_t numberAt(std::uint32_t &place, const First &first)
    {
        if (place == nobody) {
            place = static_cast<std::uint32_t>(m_firsts.size());
            m_firsts.push_back(first);
        }
        return m_firsts[place].number;
    }

    std::vector<std::uint32_t> m_places; ///< positions in m_firsts, by hash
    std::vector<First> m_firsts;
};

void check(const RuleContext &context, const FindingSink &add)
{
    std::size_t chunkCount = 0;
    for (const auto &set : context.input.chunkSets)
        chunkCount += set->size();
    FirstChunks firsts(chunkCount);
    std::size_t number = 0;
    context.forEachChunk([&](const ChunkPlace &at) {
        const std::string_view text = at.chunkSet.text(at.chunk);
        const std::size_t first = text.empty() ? number : firsts.firstWith(text, number);
        if (first != number)
            add(at, at.facts().source, static_cast<std::int64_t>(first) + 1, 0);
        ++number;
    });
}

} // namespace

const RuleDescriptor &duplicate()
{
    static const RuleDescriptor rule{
        .id = "duplicate",
        .title = "Duplicate",
        .whyItMatters = "Equal texts have equal vectors: they fill the results with copies of one answer.",
        .whatToDo = "Remove repeated pages, headers or boilerplate from the source, or keep one copy when indexing.",
        .message = "Has the same text as chunk %1 of the run.",
        .defaultSeverity = Severity::Warning,
        .thresholds = {},
        .check = check,
    };
    return rule;
}

} // namespace cw::rulelist
