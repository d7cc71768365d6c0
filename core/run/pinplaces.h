// SPDX-License-Identifier: GPL-3.0-or-later
// Where pins are in the documents there are now.
#pragma once

#include "run/pins.h"
#include "text/document.h"

#include <cstddef>
#include <cstdint>
#include <span>
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

/// Finds a pin's place again by the text around it: Placed, Moved or Lost.
///
/// Where the text is no longer what it was, each place is held to by how many bytes around it are those of the pin, on
/// without a gap: up to 48 before it and up to 48 behind. Places count of which the nearest 12 bytes on one side are
/// the pin's (all of an anchor that is shorter), and together at least 12 bytes, or the whole of both anchors. The one
/// with the most wins; if there are two, or none, the pin is lost: it never goes to a place by guess. O(text), and for
/// each place that counts O(anchors).
[[nodiscard]] PinPlace findPin(const Pin &pin, std::string_view text);

/// The pins of one document: a stretch of `pins`, which are in order. O(log pins).
[[nodiscard]] std::span<const Pin> pinsOf(std::span<const Pin> pins, std::string_view document) noexcept;

/// "the break pinned at byte 120": for messages that name the document.
[[nodiscard]] std::string pinText(const Pin &pin);

} // namespace cw
