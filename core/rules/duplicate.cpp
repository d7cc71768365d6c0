// SPDX-License-Identifier: GPL-3.0-or-later
#include "audit/audit.h"
#include "audit/equalstretches.h"

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

/// Of the sizes and the bytes in the middle only: equal texts have equal values, and few others do.
std::uint64_t sampleOf(std::string_view text, std::size_t tokens)
{
    return mixed(mixed(text.size(), tokens), eightBytesAt(text, text.size() / 2));
}

/// The first chunk of each text, found by a hash of a sample; texts are compared before they are called equal. Where
/// several texts agree in their samples, further ones are hashed whole, so that no input makes this slow.
///
/// The texts lie all over the memory. Reading ahead of what is needed next keeps the wait for it short.
class FirstChunks
{
public:
    explicit FirstChunks(const RuleContext &context)
    {
        std::size_t chunkCount = 0;
        for (const auto &set : context.input.chunkSets)
            chunkCount += set->size();
        m_texts.reserve(chunkCount);
        m_hashes.reserve(chunkCount);
        m_places.resize(std::bit_ceil(chunkCount * 2 + 2));
        context.forEachChunk([&](const ChunkPlace &at) {
            if (at.chunk + ahead < at.chunkSet.size()) {
                const std::string_view next = at.chunkSet.text(at.chunk + ahead);
                __builtin_prefetch(next.data() + next.size() / 2);
            }
            m_texts.push_back(at.chunkSet.text(at.chunk));
            m_hashes.push_back(sampleOf(m_texts.back(), at.facts().tokens));
        });
    }

    /// Number of the first chunk with the text of chunk `number`. To be asked in order. `known` is of the text that the
    /// chunk is of, and may be null.
    std::size_t firstLike(std::size_t number, const EqualStretches *known)
    {
        constexpr int comparisonsBySample = 4;
        if (number + ahead < m_texts.size())
            __builtin_prefetch(&m_places[m_hashes[number + ahead] & (m_places.size() - 1)]);
        int compared = 0;
        Place *place = findPlace(number, m_hashes[number], known, [&] { return ++compared > comparisonsBySample; });
        if (!place) {
            // Another tag and another place: the two kinds of hashes never meet but by accident.
            const std::uint64_t byAll = mixed(~m_hashes[number], std::hash<std::string_view>{}(m_texts[number]));
            place = findPlace(number, byAll, known, [] { return false; });
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

    [[nodiscard]] bool isSameText(std::size_t earlier, std::size_t later, const EqualStretches *known) const
    {
        const std::string_view text = m_texts[earlier];
        return known && text.data() < m_texts[later].data() && known->contains(text)
            ? known->areEqual(text, m_texts[later])
            : text == m_texts[later];
    }

    /// Where the text is, or where it was put now; null when the search was given up.
    template<class GivesUp>
    Place *findPlace(std::size_t number, std::uint64_t hash, const EqualStretches *known, GivesUp givesUp)
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
            if (isSameText(place.number, number, known))
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
    FirstChunks firsts(context);
    std::size_t number = 0;
    context.forEachChunk([&](const ChunkPlace &at) {
        const TextFacts *facts = context.emittedFacts(at.document);
        const EqualStretches *known = facts ? &facts->of(equalStretches) : nullptr;
        const std::size_t first = at.facts().emit.isEmpty() ? number : firsts.firstLike(number, known);
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
        .messageOfOther = "Has the same text as chunk %1 of %2.",
    };
    return rule;
}

} // namespace cw::rulelist
