// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/pinplaces.h"

#include "text/utf8.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <deque>
#include <memory>
#include <unordered_map>
#include <utility>

namespace cw {

namespace {

constexpr std::size_t seedBytes = 12;

/// The place that has most of the pin's text around it, and whether another has as much.
class BestPlace
{
public:
    BestPlace(const Pin &pin, std::string_view text) : m_pin(pin), m_text(text) { }

    void consider(std::size_t byte)
    {
        if (!isCharacterBoundary(m_text, byte) || (m_score > 0 && byte == m_byte))
            return;
        const std::size_t score = scoreOf(byte);
        if (score < std::min(seedBytes, wholeScore()) || score < m_score)
            return;
        m_isShared = score == m_score;
        m_score = score;
        m_byte = byte;
    }

    /// No place can have more than another that was found already.
    [[nodiscard]] bool isSettled() const { return m_isShared && m_score == wholeScore(); }
    [[nodiscard]] bool isFound() const { return m_score > 0 && !m_isShared; }
    [[nodiscard]] bool isShared() const { return m_isShared; }
    [[nodiscard]] std::size_t byte() const { return m_byte; }
    [[nodiscard]] std::size_t score() const { return m_score; }

private:
    [[nodiscard]] std::size_t wholeScore() const { return m_pin.before.size() + m_pin.after.size(); }

    [[nodiscard]] std::size_t scoreOf(std::size_t byte) const
    {
        const std::string_view head = m_text.substr(0, byte);
        const std::string_view tail = m_text.substr(byte);
        const auto before = std::mismatch(m_pin.before.rbegin(), m_pin.before.rend(), head.rbegin(), head.rend());
        const auto after = std::mismatch(m_pin.after.begin(), m_pin.after.end(), tail.begin(), tail.end());
        return static_cast<std::size_t>((before.first - m_pin.before.rbegin()) + (after.first - m_pin.after.begin()));
    }

    const Pin &m_pin;
    std::string_view m_text;
    std::size_t m_byte = 0;
    std::size_t m_score = 0;
    bool m_isShared = false;
};

/// What is sought of a pin on one side of it.
struct Side
{
    std::string_view seed;
    std::size_t places = 0;

    [[nodiscard]] bool isGivenUp() const { return places > mostComparedPlaces; }
};

struct Sought
{
    Sought(const Pin &pin, std::string_view text) : best(pin, text)
    {
        const std::string_view head = pin.before;
        before.seed = head.substr(head.size() - std::min(head.size(), seedBytes));
        after.seed = std::string_view(pin.after).substr(0, seedBytes);
    }

    BestPlace best;
    Side before;
    Side after;

    /// The most that a place which only the given-up side would have found can have. 0 when all were compared.
    [[nodiscard]] std::size_t mostOfUncompared(const Pin &pin) const
    {
        const auto besides
            = [](const Side &other) { return other.seed.size() - std::min<std::size_t>(other.seed.size(), 1); };
        if (before.isGivenUp() && after.isGivenUp())
            return pin.before.size() + pin.after.size();
        if (before.isGivenUp())
            return pin.before.size() + besides(after);
        return after.isGivenUp() ? pin.after.size() + besides(before) : 0;
    }
};

/// Seeds of one length, sought together.
class SeedSearch
{
public:
    explicit SeedSearch(std::size_t length) : m_length(length) { }

    void add(Sought &sought, Side Sought::*side)
    {
        const std::string_view seed = (sought.*side).seed;
        m_isPossible[keyOf(seed.data())] = true;
        m_seeds[seed].push_back({&sought, side});
    }

    /// False when it was stopped.
    bool run(std::string_view text, const std::stop_token &stop, std::size_t &compared)
    {
        constexpr std::size_t workBetweenLooks = 65536;
        std::size_t work = 0;
        for (std::size_t at = 0; at + m_length <= text.size() && !m_seeds.empty(); ++at) {
            if (++work >= workBetweenLooks) {
                if (stop.stop_requested())
                    return false;
                work = 0;
            }
            if (!m_isPossible[keyOf(text.data() + at)])
                continue;
            const auto found = m_seeds.find(text.substr(at, m_length));
            if (found == m_seeds.end())
                continue;
            const std::size_t before = compared;
            considerAll(found->second, at, compared);
            work += (compared - before) * Pin::anchorBytes;
            if (found->second.empty())
                m_seeds.erase(found);
        }
        return true;
    }

private:
    struct Entry
    {
        Sought *sought;
        Side Sought::*side;
    };

    /// Those that need no more places leave the list.
    void considerAll(std::vector<Entry> &entries, std::size_t at, std::size_t &compared)
    {
        std::erase_if(entries, [&](const Entry &entry) {
            Sought &sought = *entry.sought;
            Side &side = sought.*entry.side;
            if (sought.best.isSettled() || ++side.places > mostComparedPlaces)
                return true;
            ++compared;
            sought.best.consider(entry.side == &Sought::before ? at + m_length : at);
            return false;
        });
    }

    /// Of the first and the last bytes, which for short seeds are the same ones.
    [[nodiscard]] std::uint16_t keyOf(const char *seed) const
    {
        constexpr std::size_t most = sizeof(std::uint32_t);
        const std::size_t bytes = std::min(most, m_length);
        std::uint32_t first = 0;
        std::uint32_t last = 0;
        std::memcpy(&first, seed, bytes);
        std::memcpy(&last, seed + m_length - bytes, bytes);
        constexpr std::uint64_t odd = 0x9E3779B97F4A7C15;
        return static_cast<std::uint16_t>(((std::uint64_t{first} << 32U | last) * odd) >> 48U);
    }

    std::size_t m_length;
    std::unordered_map<std::string_view, std::vector<Entry>> m_seeds;
    std::vector<bool> m_isPossible = std::vector<bool>(65536);
};

PinPlace placeOf(const Pin &pin, const Sought &sought)
{
    PinPlace place;
    place.byte = pin.byte;
    place.state = PinState::Lost;
    const BestPlace &best = sought.best;
    const std::size_t uncompared = sought.mostOfUncompared(pin);
    if (best.isFound() && best.score() > uncompared) {
        place.state = PinState::Moved;
        place.byte = best.byte();
    } else if (best.isShared() && best.score() >= uncompared) {
        place.problem = "The text has changed, and what stood around the place is now in more places than one.";
    } else if (uncompared > 0) {
        place.problem = "The text has changed, and what stood next to the place is now in more than "
            + std::to_string(mostComparedPlaces) + " places, too many to compare.";
    } else {
        place.problem = "The text has changed, and nothing is left of what stood around the place.";
    }
    return place;
}

} // namespace

Outcome<std::vector<PinPlace>> findPins(std::span<const Pin> pins, std::string_view text, const std::stop_token &stop,
                                        std::size_t *compared)
{
    std::vector<PinPlace> places(pins.size());
    std::deque<Sought> sought; // whose entries stay where they are
    std::vector<std::size_t> numbers;
    std::array<std::unique_ptr<SeedSearch>, seedBytes + 1> searches;
    const auto seek = [&](Side Sought::*side) {
        const std::size_t length = (sought.back().*side).seed.size();
        if (length == 0)
            return;
        if (!searches[length])
            searches[length] = std::make_unique<SeedSearch>(length);
        searches[length]->add(sought.back(), side);
    };
    for (std::size_t i = 0; i < pins.size(); ++i) {
        if (isPlaced(pins[i], text)) {
            places[i] = {.pin = i, .document = 0, .state = PinState::Placed, .byte = pins[i].byte, .problem = {}};
            continue;
        }
        numbers.push_back(i);
        sought.emplace_back(pins[i], text);
        seek(&Sought::before);
        seek(&Sought::after);
    }
    std::size_t count = 0;
    for (const auto &search : searches) {
        if (search && !search->run(text, stop, count))
            return Cancelled{};
    }
    if (compared)
        *compared += count;
    for (std::size_t k = 0; k < numbers.size(); ++k) {
        places[numbers[k]] = placeOf(pins[numbers[k]], sought[k]);
        places[numbers[k]].pin = numbers[k];
    }
    return places;
}

PinPlace findPin(const Pin &pin, std::string_view text)
{
    return findPins({&pin, 1}, text, {})->front();
}

} // namespace cw
