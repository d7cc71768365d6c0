// SPDX-License-Identifier: GPL-3.0-or-later
#include "run/pinplaces.h"

#include "text/utf8.h"

#include <algorithm>

namespace cw {

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

} // namespace cw
