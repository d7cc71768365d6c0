// SPDX-License-Identifier: GPL-3.0-or-later
#include "tokenize/bpevocabulary.h"

#include <algorithm>
#include <bit>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t bitsPerToken = 36;

std::uint64_t bitsAt(std::span<const std::uint8_t> packed, std::size_t bit)
{
    std::uint64_t value = 0;
    const std::size_t first = bit / 8;
    for (std::size_t i = 0; i < 5 && first + i < packed.size(); ++i)
        value |= std::uint64_t{packed[first + i]} << (8 * i);
    return value >> (bit % 8);
}

Error damaged(std::string what)
{
    return {ErrorCode::MissingResource, "A tokenizer's vocabulary is damaged: " + what + " Install the program again.",
            "vocabulary"};
}

} // namespace

Result<std::shared_ptr<const BpeVocabulary>> BpeVocabulary::fromMerges(std::span<const std::uint8_t> packed)
{
    const std::size_t size = packed.size() * 8 / bitsPerToken;
    if (size < 256 || size >= noRight)
        return damaged("it has a wrong size.");

    std::vector<Parents> parents;
    parents.reserve(size);
    std::array<bool, 256> hasByte{};
    for (std::size_t token = 0; token < size; ++token) {
        const std::uint64_t bits = bitsAt(packed, token * bitsPerToken);
        const auto left = static_cast<std::uint32_t>(bits & idMask);
        const auto right = static_cast<std::uint32_t>(bits >> idBits & idMask);
        if (right == noRight) {
            if (left > 0xFF)
                return damaged("a token of one byte is out of range.");
            hasByte[left] = true;
        } else if (left >= token || right >= token) {
            return damaged("a token is made of later ones.");
        }
        parents.emplace_back(left, right);
    }
    if (std::ranges::find(hasByte, false) != hasByte.end())
        return damaged("a byte has no token.");
    return fromParents(std::move(parents));
}

std::shared_ptr<const BpeVocabulary> BpeVocabulary::fromParents(std::vector<Parents> parents)
{
    const auto vocabulary = std::make_shared<BpeVocabulary>();
    BpeVocabulary &v = *vocabulary;
    v.m_parents = std::move(parents);
    const std::size_t size = v.m_parents.size();
    for (std::size_t token = 0; token < size; ++token) {
        if (v.m_parents[token].second == noRight)
            v.m_byteTokens[v.m_parents[token].first] = static_cast<std::uint32_t>(token);
    }
    v.m_filter.resize((std::size_t{1} << filterBits) / 64);
    // Fairly full, since a small table counts for more than short searches: few pairs pass the filter in vain.
    v.m_slots.assign(std::bit_ceil(size + size / 4), emptySlot);
    v.m_slotMask = v.m_slots.size() - 1;
    for (std::size_t token = 0; token < size; ++token) {
        if (v.m_parents[token].second != noRight)
            v.addPair(static_cast<std::uint32_t>(token));
    }

    v.m_mergedBytes.resize(std::size_t{1} << 16);
    for (std::size_t pair = 0; pair < v.m_mergedBytes.size(); ++pair)
        v.m_mergedBytes[pair] = v.merged(v.m_byteTokens[pair >> 8], v.m_byteTokens[pair & 0xFF]);
    v.m_boundaries.emplace(v.m_parents, noRight);
    return vocabulary;
}

void BpeVocabulary::addPair(std::uint32_t token)
{
    const std::uint64_t key = pairKey(m_parents[token].first, m_parents[token].second);
    const std::uint64_t hash = key * hashFactor;
    const std::size_t filterBit = hash >> (64 - filterBits);
    m_filter[filterBit / 64] |= std::uint64_t{1} << (filterBit % 64);
    std::size_t slot = slotOf(hash);
    while (m_slots[slot & m_slotMask] != emptySlot)
        ++slot;
    m_slots[slot & m_slotMask] = key << idBits | token;
}

std::string BpeVocabulary::tokenBytes(std::uint32_t token) const
{
    std::string bytes;
    std::vector<std::uint32_t> pending{token};
    while (!pending.empty()) {
        const auto [left, right] = m_parents[pending.back()];
        pending.pop_back();
        if (right == noRight) {
            bytes += static_cast<char>(left);
        } else {
            pending.push_back(right);
            pending.push_back(left);
        }
    }
    return bytes;
}

} // namespace cw
