// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

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
///
/// The texts lie all over the memory. Reading ahead of what is needed next keeps the wait for it short.
class FirstChunks
{
public:
    explicit FirstChunks(std::vector<std::string_view> texts)
        : m_texts(std::move(texts)), m_places(std::bit_ceil(m_texts.size() * 2 + 2)), m_hashes(m_texts.size())
    {
        for (std::size_t number = 0; number < m_texts.size(); ++number) {
            if (number + ahead < m_texts.size())
                prefetchEdges(m_texts[number + ahead]);
            m_hashes[number] = edgesOf(m_texts[number]);
        }
    }

    /// Number of the first chunk with the text of chunk `number`. To be asked in order.
    std::size_t firstLike(std::size_t number)
    {
        constexpr int comparisonsByEdges = 4;
        if (number + ahead < m_texts.size())
            __builtin_prefetch(&m_places[m_hashes[number + ahead] & (m_places.size() - 1)]);
        int compared = 0;
        Place *place = findPlace(number, m_hashes[number], [&] { return ++compared > comparisonsByEdges; });
        if (!place) {
            // Another tag and another place: the two kinds of hashes never meet but by accident.
            const std::uint64_t byAll = mixed(~m_hashes[number], std::hash<std::string_view>{}(m_texts[number]));
            place = findPlace(number, byAll, [] { return false; });
        }
        return place->number;
    }

private:
    static constexpr std::size_t ahead = 12;
    static constexpr std::uint32_t nobody = ~std::uint32_t{0};

    struct Place
    {
        std::uint32_t tag = 0; ///< of the hash, the bits that are not the place
        std::uint32_t number = nobody;
    };

    static void prefetchEdges(std::string_view text)
    {
        if (text.empty())
            return;
        __builtin_prefetch(text.data());
        __builtin_prefetch(text.data() + text.size() / 2);
        __builtin_prefetch(text.data() + text.size() - 1);
    }

    /// Where the text is, or where it was put now; null when the search was given up.
    template<class GivesUp>
    Place *findPlace(std::size_t number, std::uint64_t hash, GivesUp givesUp)
    {
        const std::size_t mask = m_places.size() - 1;
        const auto tag = static_cast<std::uint32_t>(hash >> 32);
        for (std::size_t at = hash & mask;; at = (at + 1) & mask) {
            Place &place = m_places[at];
            if (place.number == nobody) {
                place = {tag, static_cast<std::uint32_t>(number)};
                return &place;
            }
            if (place.tag != tag)
                continue;
            if (m_texts[place.number] == m_texts[number])
                return &place;
            if (givesUp())
                return nullptr;
        }
    }

    std::vector<std::string_view> m_texts;
    std::vector<Place> m_places; ///< by hash
    std::vector<std::uint64_t> m_hashes;
};

void check(const RuleContext &context, const FindingSink &add)
{
    std::vector<std::string_view> texts;
    std::size_t chunkCount = 0;
    for (const auto &set : context.input.chunkSets)
        chunkCount += set->size();
    texts.reserve(chunkCount);
    context.forEachChunk([&](const ChunkPlace &at) { texts.push_back(at.chunkSet.text(at.chunk)); });
    if (texts.size() < chunkCount)
        return; // stopped
    FirstChunks firsts(std::move(texts));
    std::size_t number = 0;
    context.forEachChunk([&](const ChunkPlace &at) {
        const std::size_t first = at.facts().emit.isEmpty() ? number : firsts.firstLike(number);
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
