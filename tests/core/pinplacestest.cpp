// SPDX-License-Identifier: GPL-3.0-or-later
// Pins find their place again by the text around it, and never go to another by guess.
#include "run/pinplaces.h"

#include "support/randomtext.h"
#include "text/utf8.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw::testing {
namespace {

std::size_t boundaryAt(std::string_view text, std::size_t byte)
{
    while (!isCharacterBoundary(text, byte))
        --byte;
    return byte;
}

Pin pinIn(const std::string &text, std::size_t byte)
{
    return pinAt(*Document::fromText("d", text), PinKind::Break, byte);
}

/// Words by number: no twelve bytes of it are anywhere else.
std::string distinctText(std::mt19937 &random, std::size_t words)
{
    std::string text;
    std::vector<std::size_t> numbers(words);
    for (std::size_t i = 0; i < words; ++i)
        numbers[i] = 10000 + i;
    std::ranges::shuffle(numbers, random);
    for (const std::size_t number : numbers)
        text += "w" + std::to_string(number) + (random() % 5 == 0 ? "\u00e9\n" : " ");
    return text;
}

std::size_t occurrences(std::string_view text, std::string_view part)
{
    std::size_t count = 0;
    for (std::size_t found = text.find(part); found != std::string_view::npos; found = text.find(part, found + 1))
        ++count;
    return count;
}

TEST(PinPlaces, AnchorsAreWholeCharacters)
{
    std::mt19937 random(3);
    for (int round = 0; round < 200; ++round) {
        const std::string text = randomText(random);
        const std::size_t byte = boundaryAt(text, random() % (text.size() + 1));
        const Pin pin = pinIn(text, byte);
        EXPECT_LE(pin.before.size(), Pin::anchorBytes);
        EXPECT_LE(pin.after.size(), Pin::anchorBytes);
        EXPECT_GE(pin.before.size() + 3, std::min(byte, Pin::anchorBytes));
        EXPECT_GE(pin.after.size() + 3, std::min(text.size() - byte, Pin::anchorBytes));
        EXPECT_TRUE(isValidUtf8(pin.before));
        EXPECT_TRUE(isValidUtf8(pin.after));
        EXPECT_EQ(text.substr(byte - pin.before.size(), pin.before.size() + pin.after.size()), pin.before + pin.after);
        EXPECT_TRUE(isPlaced(pin, text));
        const PinPlace place = findPin(pin, text);
        EXPECT_EQ(place.state, PinState::Placed);
        EXPECT_EQ(place.byte, byte);
        EXPECT_EQ(faultOf(pin), text.empty() ? "A pin needs some of the text before or behind it." : "");
    }
}

TEST(PinPlaces, EditsBeforeMoveAPinAndEditsBehindDoNot)
{
    std::mt19937 random(4);
    for (int round = 0; round < 300; ++round) {
        const std::string text = distinctText(random, 60);
        const std::size_t byte = boundaryAt(text, 100 + random() % 300);
        const Pin pin = pinIn(text, byte);
        const std::size_t at = boundaryAt(text, random() % (text.size() + 1));
        const std::size_t erased = boundaryAt(text, std::min(text.size(), at + random() % 30)) - at;
        const std::string added = "n" + std::to_string(random() % 100000) + "+";
        std::string edited = text;
        edited.replace(at, erased, added);
        if (at < byte && at + erased > byte)
            continue; // the place itself is gone
        const std::size_t expected = at + erased <= byte && at < byte ? byte + added.size() - erased : byte;
        const PinPlace place = findPin(pin, edited);
        SCOPED_TRACE(edited + "\npin at " + std::to_string(byte) + ", edit at " + std::to_string(at));
        // An edit right at the place leaves two places that are as good; nothing decides between them.
        if (at == byte || at + erased == byte)
            continue;
        ASSERT_NE(place.state, PinState::Lost);
        EXPECT_EQ(place.byte, expected);
        EXPECT_EQ(place.state, expected == byte && isPlaced(pin, edited) ? PinState::Placed : PinState::Moved);
    }
}

TEST(PinPlaces, EditsOnBothSidesLeaveWhatIsNearest)
{
    std::mt19937 random(5);
    for (int round = 0; round < 200; ++round) {
        const std::string text = distinctText(random, 60);
        const std::size_t byte = boundaryAt(text, 150 + random() % 200);
        const Pin pin = pinIn(text, byte);
        std::string edited = text;
        edited.insert(boundaryAt(text, byte + 14 + random() % 30), "inserted behind");
        edited.insert(boundaryAt(text, byte - 14 - random() % 30), "before");
        const PinPlace place = findPin(pin, edited);
        ASSERT_EQ(place.state, PinState::Moved);
        EXPECT_EQ(place.byte, byte + 6);
        EXPECT_EQ(place.problem, "");
    }
}

TEST(PinPlaces, OfTwoPlacesThatAreAsGoodNoneIsTaken)
{
    const std::string part = "This paragraph stands in the text more than once, from here to its very end. ";
    const Pin pin = pinIn("Start. " + part + part + "End.", 7 + part.size());
    // Twice as it was, at other places.
    const PinPlace both = findPin(pin, "Something else. " + part + part + "and between " + part + part + "End.");
    EXPECT_EQ(both.state, PinState::Lost);
    EXPECT_NE(both.problem.find("more places than one"), std::string::npos);
    // Once as it was: between the two.
    const PinPlace one = findPin(pin, "Something else. " + part + part + "End.");
    EXPECT_EQ(one.state, PinState::Moved);
    EXPECT_EQ(one.byte, 16 + part.size());
}

TEST(PinPlaces, APlaceThatIsGoneIsLost)
{
    const std::string text = "Alpha beta gamma delta epsilon zeta eta theta iota kappa lambda mu nu xi omicron pi rho.";
    const Pin pin = pinIn(text, 40);
    for (const std::string_view other : {"", "Nothing of it.", "lambda kappa iota theta eta zeta"}) {
        const PinPlace place = findPin(pin, other);
        EXPECT_EQ(place.state, PinState::Lost) << other;
        EXPECT_FALSE(place.problem.empty());
        EXPECT_FALSE(place.holds());
    }
}

TEST(PinPlaces, ShortTextsAreFoundWhole)
{
    const Pin pin = pinIn("ab cd", 3);
    EXPECT_EQ(findPin(pin, "x ab cd").byte, 5U);
    EXPECT_EQ(findPin(pin, "x ab cd ab cd").state, PinState::Lost);
    EXPECT_EQ(findPin(pin, "ab xd").state, PinState::Lost);
}

/// Whatever the edit, a pin is never found where less of its text stands than elsewhere.
TEST(PinPlaces, TheFoundPlaceHasMoreOfThePinThanAnyOther)
{
    std::mt19937 random(6);
    const auto scoreAt = [](const Pin &pin, std::string_view text, std::size_t byte) {
        std::size_t score = 0;
        while (score < pin.after.size() && byte + score < text.size() && text[byte + score] == pin.after[score])
            ++score;
        std::size_t back = 0;
        while (back < pin.before.size() && back < byte
               && text[byte - 1 - back] == pin.before[pin.before.size() - 1 - back])
            ++back;
        return score + back;
    };
    std::size_t found = 0;
    for (int round = 0; round < 400; ++round) {
        std::string text = randomText(random, {.pieces = 40});
        if (text.size() < 4)
            continue;
        const std::size_t byte = boundaryAt(text, random() % text.size());
        const Pin pin = pinIn(text, byte);
        for (int edits = 0; edits < 3; ++edits) {
            const std::size_t at = boundaryAt(text, random() % (text.size() + 1));
            const std::size_t end = boundaryAt(text, std::min(text.size(), at + random() % 20));
            text.replace(at, end - at, randomText(random, {.pieces = 2}));
        }
        const PinPlace place = findPin(pin, text);
        if (place.state != PinState::Moved)
            continue;
        ++found;
        const std::size_t score = scoreAt(pin, text, place.byte);
        const std::size_t whole = pin.before.size() + pin.after.size();
        ASSERT_TRUE(isCharacterBoundary(text, place.byte));
        ASSERT_GE(score, std::min<std::size_t>(12, whole));
        if (score == whole) {
            ASSERT_EQ(occurrences(text, pin.before + pin.after), 1U);
        }
    }
    EXPECT_GT(found, 50U);
}

/// What the contract says, without any of the search: every place by itself.
PinPlace foundByHand(const Pin &pin, std::string_view text)
{
    const auto common = [](std::string_view a, std::string_view b) {
        return static_cast<std::size_t>(std::ranges::mismatch(a, b).in1 - a.begin());
    };
    const std::string reversedBefore(pin.before.rbegin(), pin.before.rend());
    const std::string reversedText(text.rbegin(), text.rend());
    const std::size_t needed = std::min<std::size_t>(12, pin.before.size() + pin.after.size());
    PinPlace place;
    place.byte = pin.byte;
    std::size_t best = 0;
    for (std::size_t byte = 0; byte <= text.size(); ++byte) {
        if (!isCharacterBoundary(text, byte))
            continue;
        const std::size_t back
            = common(reversedBefore, std::string_view(reversedText).substr(reversedText.size() - byte));
        const std::size_t ahead = common(pin.after, text.substr(byte));
        const bool isNear = (!pin.before.empty() && back >= std::min<std::size_t>(12, pin.before.size()))
            || (!pin.after.empty() && ahead >= std::min<std::size_t>(12, pin.after.size()));
        if (!isNear || back + ahead < needed || back + ahead < best)
            continue;
        place.state = back + ahead == best ? PinState::Lost : PinState::Moved;
        place.byte = place.state == PinState::Moved ? byte : pin.byte;
        best = back + ahead;
    }
    return place;
}

TEST(PinPlaces, ManyPinsAreFoundAsEachByItselfIs)
{
    std::mt19937 random(8);
    std::size_t moved = 0;
    for (int round = 0; round < 60; ++round) {
        // Few different words, so that places resemble each other.
        std::string text;
        for (int word = 0; word < 120; ++word)
            text += std::string(1 + random() % 3, static_cast<char>('a' + random() % 3))
                + (random() % 4 ? " " : "\u00e9 ");
        std::vector<Pin> pins;
        for (int i = 0; i < 12; ++i)
            pins.push_back(pinIn(text, boundaryAt(text, i < 2 ? i : random() % (text.size() + 1))));
        for (int edits = 0; edits < 4; ++edits) {
            const std::size_t at = boundaryAt(text, random() % (text.size() + 1));
            const std::size_t end = boundaryAt(text, std::min(text.size(), at + random() % 30));
            text.replace(at, end - at, std::string(random() % 12, 'b'));
        }
        const auto places = findPins(pins, text, {});
        ASSERT_TRUE(places);
        ASSERT_EQ(places->size(), pins.size());
        for (std::size_t i = 0; i < pins.size(); ++i) {
            EXPECT_EQ((*places)[i].pin, i);
            if (isPlaced(pins[i], text)) {
                EXPECT_EQ((*places)[i].state, PinState::Placed);
                continue;
            }
            const PinPlace expected = foundByHand(pins[i], text);
            EXPECT_EQ((*places)[i].state, expected.state) << text << "\n" << pins[i].before << '|' << pins[i].after;
            EXPECT_EQ((*places)[i].byte, expected.byte);
            moved += expected.state == PinState::Moved ? 1 : 0;
        }
    }
    EXPECT_GT(moved, 50U);
}

TEST(PinPlaces, WorkIsBoundedWhateverTheText)
{
    // Each pin's text is nearly that of every place, and no place is all of it.
    const std::string text(200'000, 'a');
    std::vector<Pin> pins;
    for (std::size_t i = 0; i < 2000; ++i)
        pins.push_back({"d", PinKind::Break, 60 + i, 'b' + std::string(47, 'a'), std::string(47, 'a') + 'b'});
    std::size_t compared = 0;
    const auto places = findPins(pins, text, {}, &compared);
    ASSERT_TRUE(places);
    EXPECT_LE(compared, 2 * mostComparedPlaces * pins.size());
    for (const PinPlace &place : *places) {
        EXPECT_EQ(place.state, PinState::Lost);
        EXPECT_EQ(place.problem,
                  "The text has changed, and what stood next to the place is now in more than 1000 places, too many to "
                  "compare.");
    }
}

TEST(PinPlaces, ASideThatIsEverywhereIsGivenUpAndTheOtherDecides)
{
    const std::string row = "| a row as any other | ";
    std::string table;
    for (int i = 0; i < 1500; ++i)
        table += row;
    const std::string behind = "The only place in this text where these very words have ever stood together.";
    const Pin pin = pinIn("Start. " + table + behind, 7 + table.size());
    const PinPlace found = findPin(pin, "Another start. " + table + behind);
    EXPECT_EQ(found.state, PinState::Moved);
    EXPECT_EQ(found.byte, 15 + table.size());
    // Only 20 bytes of the other side are left: the first side might have a place with more.
    const PinPlace unsure = findPin(pin, "Another start. " + table + "x" + behind.substr(0, 20) + "is gone.");
    EXPECT_EQ(unsure.state, PinState::Lost);
    EXPECT_NE(unsure.problem.find("too many to compare"), std::string::npos);
}

TEST(PinPlaces, AStopEndsTheSearch)
{
    std::stop_source stop;
    stop.request_stop();
    const std::vector<Pin> pins{{"d", PinKind::Break, 5, "no such text", "nor this one"}};
    std::size_t compared = 0;
    EXPECT_TRUE(findPins(pins, std::string(1'000'000, 'a'), stop.get_token(), &compared).isCancelled());
    EXPECT_TRUE(findPins(pins, std::string(1'000'000, 'a'), {}, &compared));
}

} // namespace
} // namespace cw::testing
