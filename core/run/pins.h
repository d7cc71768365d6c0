// SPDX-License-Identifier: GPL-3.0-or-later
// Boundaries that a person set by hand.
#pragma once

#include <cstdint>
#include <string>

namespace cw {

enum class PinKind : std::uint8_t {
    Break, ///< a chunk ends and the next one begins here, and nothing overlaps across
    Keep ///< no chunk ends or begins here, as long as max allows
};

/// A place in a document, with what stands around it, by which it is found again when the file has changed.
struct Pin
{
    static constexpr std::size_t anchorBytes = 48;

    std::string document; ///< Document::id()
    PinKind kind = PinKind::Break;
    std::uint64_t byte = 0; ///< of the document's text, on a character boundary
    std::string before; ///< the text before it, at most anchorBytes, whole characters
    std::string after; ///< the text behind it, likewise

    bool operator==(const Pin &) const = default;
};

} // namespace cw
