// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/pinplaces.h"

#include "text/utf8.h"

#include <algorithm>

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
        if (score < std::min(seedBytes, m_pin.before.size() + m_pin.after.size()) || score < m_score)
            return;
        m_isShared = score == m_score;
        m_score = score;
        m_byte = byte;
    }

    /// No place can have more than another that was found already.
    [[nodiscard]] bool isSettled() const { return m_isShared && m_score == m_pin.before.size() + m_pin.after.size(); }
    [[nodiscard]] bool isFound() const { return m_score > 0 && !m_isShared; }
    [[nodiscard]] bool isShared() const { return m_isShared; }
    [[nodiscard]] std::size_t byte() const { return m_byte; }

private:
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

} // namespace

std::string_view pinKindId(PinKind kind) noexcept
{
    return kind == PinKind::Break ? "break" : "keep";
}

std::string faultOf(const Pin &pin)
{
    const std::string most = std::to_string(Pin::anchorBytes);
    if (pin.document.empty())
        return "A pin needs the document it is of.";
    if (pin.before.size() > Pin::anchorBytes || pin.after.size() > Pin::anchorBytes)
        return "The text before and behind a pin must be at most " + most + " bytes each.";
    if (pin.before.empty() && pin.after.empty())
        return "A pin needs some of the text before or behind it.";
    if (pin.before.size() > pin.byte)
        return "The text before a pin must not be longer than its byte.";
    return {};
}

std::span<const Pin> pinsOf(std::span<const Pin> pins, std::string_view document) noexcept
{
    const auto found
        = std::ranges::equal_range(pins, document, {}, [](const Pin &pin) -> std::string_view { return pin.document; });
    return {found.begin(), found.end()};
}

std::string pinText(const Pin &pin)
{
    return (pin.kind == PinKind::Break ? "the break pinned at byte " : "the place kept whole at byte ")
        + std::to_string(pin.byte);
}

Pin pinAt(const Document &document, PinKind kind, std::size_t byte)
{
    const std::string_view text = document.text();
    std::size_t begin = byte - std::min(byte, Pin::anchorBytes);
    while (!isCharacterBoundary(text, begin))
        ++begin;
    std::size_t end = std::min(text.size(), byte + Pin::anchorBytes);
    while (!isCharacterBoundary(text, end))
        --end;
    return {document.id(), kind, byte, std::string(text.substr(begin, byte - begin)),
            std::string(text.substr(byte, end - byte))};
}

bool isPlaced(const Pin &pin, std::string_view text) noexcept
{
    return pin.byte <= text.size() && isCharacterBoundary(text, pin.byte)
        && text.substr(0, pin.byte).ends_with(pin.before) && text.substr(pin.byte).starts_with(pin.after);
}

PinPlace findPin(const Pin &pin, std::string_view text)
{
    PinPlace place;
    place.byte = pin.byte;
    if (isPlaced(pin, text)) {
        place.state = PinState::Placed;
        return place;
    }
    BestPlace best(pin, text);
    const std::string_view before = pin.before;
    const std::string_view after = pin.after;
    const std::string_view seedBefore = before.substr(before.size() - std::min(before.size(), seedBytes));
    const std::string_view seedAfter = after.substr(0, seedBytes);
    const auto considerAll = [&](std::string_view seed, std::size_t shift) {
        if (seed.empty())
            return;
        for (std::size_t found = text.find(seed); found != std::string_view::npos && !best.isSettled();
             found = text.find(seed, found + 1))
            best.consider(found + shift);
    };
    considerAll(seedBefore, seedBefore.size());
    considerAll(seedAfter, 0);
    place.state = PinState::Lost;
    if (best.isFound()) {
        place.state = PinState::Moved;
        place.byte = best.byte();
    } else if (best.isShared()) {
        place.problem = "The text has changed, and what stood around the place is now in more places than one.";
    } else {
        place.problem = "The text has changed, and nothing is left of what stood around the place.";
    }
    return place;
}

} // namespace cw
