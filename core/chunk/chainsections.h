// SPDX-License-Identifier: GPL-3.0-or-later
// Greedy packing on several threads. A chunk's end depends on its begin, so chunks are a chain; but chains that begin
// at different places soon meet, and from there on they are the same one.
#pragma once

#include "base/parallel.h"
#include "base/result.h"
#include "chunk/chunk.h"
#include "chunk/packthreads.h"
#include "segment/segmentation.h"

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace cw {

/// What a chain has passed, where it rests, and which other chain it looks out for. `Place` is what decides all that
/// follows between two chunks; its `next` is the first unit that is in no chunk yet, which never decreases.
template<class Place>
class ChainWatch
{
public:
    struct Passed
    {
        Place place;
        std::size_t chunks = 0; ///< made before it
    };

    /// The chain rests at the first place at or behind the unit `until`, and keeps what it passed.
    void keepPlaces(std::size_t until)
    {
        m_passed.reserve(mostKept);
        m_isKeeping = true;
        m_until = until;
        m_from = 0;
    }
    /// Places behind so many chunks or more are not kept after all.
    void forgetBehind(std::size_t chunks)
    {
        while (!m_passed.empty() && m_passed.back().chunks >= chunks)
            m_passed.pop_back();
    }
    /// The chain rests where it meets the other, or at the first place at or behind the unit `until`.
    void lookOutFor(const ChainWatch &other, std::size_t until)
    {
        m_isKeeping = false;
        m_others = other.m_passed.data();
        m_othersEnd = m_others + other.m_passed.size();
        m_until = until;
        m_from = other.m_passed.empty() ? until : other.m_passed.front().place.next;
        m_met = nullptr;
    }
    /// Where the other chain was met; null when it was not.
    [[nodiscard]] const Passed *met() const noexcept { return m_met; }

    /// Whether anybody watches the chain.
    [[nodiscard]] bool isOn() const noexcept { return m_from != static_cast<std::size_t>(-1); }
    /// Whether the chain is to be told of a place. False for all places of a chain that nobody watches.
    [[nodiscard]] bool isWatching(std::size_t next) const noexcept { return next >= m_from; }
    /// Whether the chain rests here. Precondition: isWatching(place.next).
    [[nodiscard]] bool restsAt(const Place &place, std::size_t chunks)
    {
        for (; m_others != m_othersEnd && m_others->place.next <= place.next; ++m_others) {
            if (m_others->place == place) {
                m_met = m_others;
                return true;
            }
        }
        if (m_isKeeping) {
            m_passed.push_back({place, chunks});
            if (m_passed.size() == mostKept)
                m_from = m_until;
        }
        return place.next >= m_until;
    }

private:
    /// Chains that have not met after so many chunks hardly ever do.
    static constexpr std::size_t mostKept = 1024;

    std::size_t m_from = static_cast<std::size_t>(-1);
    std::size_t m_until = static_cast<std::size_t>(-1);
    bool m_isKeeping = false;
    std::vector<Passed> m_passed;
    const Passed *m_others = nullptr;
    const Passed *m_othersEnd = nullptr;
    const Passed *m_met = nullptr;
};

/// The first units of sections that hold about as much emitted text each, ascending, beginning with 0: packing costs
/// what there is of both, and of Markdown a tenth of the units may hold half the text. As many as pay, or as `threads`
/// says where there are units enough.
[[nodiscard]] std::vector<std::size_t> sectionsByText(std::span<const Unit> units, PackThreads threads);

/// The chunks of the chain that begins with the text, whatever the number of sections and threads: each section's chain
/// begins with the section, as if nothing were before it, and becomes the text's own where that meets it. A chain that
/// is not met goes unused, and the one before goes on through its section; then only time is lost.
///
/// `make(firstUnit, section)` gives a chain as unique_ptr: `run()` makes chunks until watch() lets it rest or the text
/// ends and is false when stopped, `isAtEnd()` tells which, `chunks()` are those made. Precondition: `firstUnits`
/// ascend from 0 on.
template<class Make>
Outcome<std::vector<Chunk>> packInSections(const std::vector<std::size_t> &firstUnits, std::size_t threads,
                                           const Make &make)
{
    using Chain = typename decltype(make(std::size_t{}, std::size_t{}))::element_type;
    constexpr auto toTheEnd = static_cast<std::size_t>(-1);
    const std::size_t sections = firstUnits.size();
    const auto endOf
        = [&](std::size_t section) { return section + 1 == sections ? toTheEnd : firstUnits[section + 1]; };
    std::vector<std::unique_ptr<Chain>> chains;
    for (std::size_t section = 0; section < sections; ++section) {
        chains.push_back(make(firstUnits[section], section));
        if (sections > 1)
            chains.back()->watch().keepPlaces(endOf(section));
    }
    std::atomic<bool> isStopped = false;
    forEachNumber(sections, threads, [&](std::size_t section) {
        if (!chains[section]->run())
            isStopped = true;
    });
    if (isStopped)
        return Cancelled{};

    std::vector<Chunk> &all = chains.front()->chunks();
    std::size_t current = 0;
    std::size_t firstTrue = 0; // chunk of the current chain
    const auto takeOver = [&] {
        const std::vector<Chunk> &made = chains[current]->chunks();
        if (current > 0)
            all.insert(all.end(), made.begin() + static_cast<std::ptrdiff_t>(firstTrue), made.end());
    };
    for (std::size_t section = 1; section < sections && !chains[current]->isAtEnd(); ++section) {
        Chain &chain = *chains[current];
        chain.watch().lookOutFor(chains[section]->watch(), endOf(section));
        if (!chain.run())
            return Cancelled{};
        if (const auto *met = chain.watch().met()) {
            takeOver();
            current = section;
            firstTrue = met->chunks;
        }
    }
    takeOver();
    return std::move(all);
}

} // namespace cw
