// SPDX-License-Identifier: GPL-3.0-or-later
#include "pinremarks.h"

#include <numeric>

namespace cw::cli {

namespace {

std::string sentenceOf(const RunSnapshot &snapshot, const PinPlace &place)
{
    std::string pin = snapshot.documents[place.document]->id() + ": " + pinText(snapshot.config.pins[place.pin]);
    if (place.state == PinState::Moved)
        return pin + " was found again at byte " + std::to_string(place.byte) + '.';
    return pin + (place.state == PinState::Lost ? " was not found. " : " does not hold. ") + place.problem;
}

} // namespace

PinRemarks::PinRemarks(const RunSnapshot &snapshot)
{
    for (const PinPlace &place : snapshot.pinPlaces) {
        if (place.state == PinState::Placed)
            continue;
        if (m_sentences.size() < mostSaid)
            m_sentences.emplace_back(place.state, sentenceOf(snapshot, place));
        else
            ++m_others[static_cast<std::size_t>(place.state)];
    }
}

std::vector<std::string> PinRemarks::take(const PinRemarks &more)
{
    std::vector<std::string> now;
    for (const auto &[state, sentence] : more.m_sentences) {
        if (m_said < mostSaid) {
            now.push_back(sentence);
            ++m_said;
        } else {
            ++m_others[static_cast<std::size_t>(state)];
        }
    }
    for (std::size_t state = 0; state < m_others.size(); ++state)
        m_others[state] += more.m_others[state];
    return now;
}

std::string PinRemarks::rest() const
{
    const std::uint64_t all = std::accumulate(m_others.begin(), m_others.end(), std::uint64_t{0});
    if (all == 0)
        return {};
    std::string parts;
    const auto add = [&](PinState state, std::string_view what) {
        if (const std::uint64_t count = m_others[static_cast<std::size_t>(state)]; count > 0)
            parts += (parts.empty() ? "" : ", ") + std::to_string(count) + std::string(what);
    };
    add(PinState::Moved, " found again elsewhere");
    add(PinState::Lost, " not found");
    add(PinState::Overruled, " not kept to");
    return "And " + std::to_string(all) + (all == 1 ? " more pin: " : " more pins: ") + parts + '.';
}

} // namespace cw::cli
