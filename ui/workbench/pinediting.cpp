// SPDX-License-Identifier: GPL-3.0-or-later
#include "workbench/pinediting.h"

#include "segment/words.h"
#include "text/utf8.h"

#include <QString>
#include <QTextBoundaryFinder>

#include <algorithm>
#include <tuple>

namespace cw {

namespace {

constexpr std::size_t farthestBytes = 100;

/// Begin of the word at `byte`, as a text boundary finder sees words: of Chinese text not the whole sentence.
std::size_t wordBegin(std::string_view text, std::size_t byte)
{
    std::size_t from = byte - std::min(byte, farthestBytes);
    while (!isCharacterBoundary(text, from))
        ++from;
    std::size_t to = std::min(text.size(), byte + farthestBytes);
    while (!isCharacterBoundary(text, to))
        --to;
    const auto decoded = [&](std::size_t begin, std::size_t end) {
        return QString::fromUtf8(text.data() + begin, static_cast<qsizetype>(end - begin));
    };
    const QString before = decoded(from, byte);
    const QString around = before + decoded(byte, to);
    QTextBoundaryFinder finder(QTextBoundaryFinder::Word, around);
    finder.setPosition(before.size());
    if (!finder.isAtBoundary() && (finder.toPreviousBoundary() < 0 || (finder.position() == 0 && from > 0)))
        return byte;
    return from + static_cast<std::size_t>(around.left(finder.position()).toUtf8().size());
}

} // namespace

std::size_t pinnablePlace(std::string_view text, std::size_t byte)
{
    byte = std::min(byte, text.size());
    while (!isCharacterBoundary(text, byte))
        --byte;
    const std::size_t begin = byte < text.size() && spaceLengthAt(text, byte) == 0 ? wordBegin(text, byte) : byte;
    return skipSpaces(text, begin, text.size());
}

std::optional<std::size_t> pinAtPlace(const RunConfig &config, const RunSnapshot &snapshot, std::uint32_t document,
                                      std::size_t byte)
{
    const Document &shown = *snapshot.documents[document];
    const std::string_view text = shown.text();
    byte = std::min(byte, text.size());
    const std::size_t place = pinnablePlace(text, byte);
    const std::size_t first = trimSpacesBack(text, 0, std::min(place, byte));
    const std::size_t last = std::max(place, skipWord(text, byte, text.size()));
    const bool areSame = snapshot.config.pins == config.pins;
    std::optional<std::size_t> found;
    std::size_t distance = 0;
    for (const Pin &pin : pinsOf(config.pins, shown.id())) {
        const auto number = static_cast<std::size_t>(&pin - config.pins.data());
        std::size_t at = pin.byte;
        if (areSame) {
            const auto known = std::ranges::find_if(snapshot.pinPlaces, [&](const PinPlace &placed) {
                return placed.pin == number && placed.document == document;
            });
            if (known == snapshot.pinPlaces.end() || known->state == PinState::Lost)
                continue;
            at = known->byte;
        }
        if (at < first || at > last)
            continue;
        const std::size_t apart = at > byte ? at - byte : byte - at;
        if (!found || apart < distance) {
            found = number;
            distance = apart;
        }
    }
    return found;
}

RunConfig withPin(RunConfig config, const Pin &pin)
{
    const auto key = [](const Pin &p) { return std::tie(p.document, p.byte); };
    const auto at = std::ranges::lower_bound(config.pins, key(pin), {}, key);
    if (at != config.pins.end() && isSamePlace(*at, pin))
        *at = pin;
    else
        config.pins.insert(at, pin);
    return config;
}

RunConfig withoutPin(RunConfig config, std::size_t number)
{
    config.pins.erase(config.pins.begin() + static_cast<std::ptrdiff_t>(number));
    return config;
}

RunConfig withoutPinsOf(RunConfig config, const std::string &document)
{
    std::erase_if(config.pins, [&](const Pin &pin) { return pin.document == document; });
    return config;
}

} // namespace cw
