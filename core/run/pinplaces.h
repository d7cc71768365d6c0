// SPDX-License-Identifier: GPL-3.0-or-later
// Where pins are in the documents there are now.
#pragma once

#include "base/result.h"
#include "run/pins.h"
#include "text/document.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

enum class PinState : std::uint8_t {
    Placed, ///< where it was set
    Moved, ///< the text has changed, and the place was found again
    Lost, ///< the text has changed, and there is not exactly one place that fits best
    Overruled ///< the place is known, but the pin could not be kept to
};

/// Where one pin is in one document of a run, and whether it holds.
struct PinPlace
{
    std::size_t pin = 0; ///< number in RunConfig::pins
    std::uint32_t document = 0; ///< of the run
    PinState state = PinState::Lost;
    std::uint64_t byte = 0; ///< of the document's text; when Lost where it was
    std::string problem; ///< why it does not hold, in whole sentences; empty when it does

    [[nodiscard]] bool holds() const noexcept { return state == PinState::Placed || state == PinState::Moved; }
    bool operator==(const PinPlace &) const = default;
};

/// "break", "keep".
[[nodiscard]] std::string_view pinKindId(PinKind kind) noexcept;
[[nodiscard]] inline bool isSamePlace(const Pin &a, const Pin &b) noexcept
{
    return a.byte == b.byte && a.document == b.document;
}
/// What is wrong with a pin by itself, in a whole sentence; empty when nothing is.
[[nodiscard]] std::string faultOf(const Pin &pin);

/// The pin of a place, with what stands around it. Precondition: `byte` is on a character boundary.
[[nodiscard]] Pin pinAt(const Document &document, PinKind kind, std::size_t byte);

/// Whether the pin's text stands around its byte. O(anchors).
[[nodiscard]] bool isPlaced(const Pin &pin, std::string_view text) noexcept;

/// How many places the text next to a pin on one side may be in for all of them to be compared.
inline constexpr std::size_t mostComparedPlaces = 1000;

/// Finds the places of pins of one document again by the text around them: Placed, Moved or Lost, one for each, with
/// `pin` as its number here.
///
/// Where the text is no longer what it was, each place is held to by how many bytes around it are those of the pin, on
/// without a gap: up to 48 before it and up to 48 behind. Places count of which the nearest 12 bytes on one side are
/// the pin's (all of an anchor that is shorter), and together at least 12 bytes, or the whole of both anchors. The one
/// with the most wins; if there are two, or none, the pin is lost: it never goes to a place by guess. If the nearest
/// bytes on one side are in more than mostComparedPlaces, that side is given up, and the pin is lost unless what the
/// other side found has more than any place of the first could.
///
/// What becomes of a pin depends on no other. The text is read once for all pins whose nearest bytes are as long, which
/// are 12 but for those near the ends of their text: O(text), and O(anchors) for at most 2 x mostComparedPlaces places
/// of a pin. `compared`, if given, is raised by the number of places. Cancelled soon after a stop was requested.
[[nodiscard]] Outcome<std::vector<PinPlace>> findPins(std::span<const Pin> pins, std::string_view text,
                                                      const std::stop_token &stop, std::size_t *compared = nullptr);
/// The same for one pin.
[[nodiscard]] PinPlace findPin(const Pin &pin, std::string_view text);

/// The pins of one document: a stretch of `pins`, which are in order. O(log pins).
[[nodiscard]] std::span<const Pin> pinsOf(std::span<const Pin> pins, std::string_view document) noexcept;

/// "the break pinned at byte 120": for messages that name the document.
[[nodiscard]] std::string pinText(const Pin &pin);

} // namespace cw
