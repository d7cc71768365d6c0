// SPDX-License-Identifier: GPL-3.0-or-later
#include "formats/cuetext.h"

#include "segment/words.h"
#include "text/ascii.h"
#include "text/lines.h"

#include <algorithm>
#include <array>

namespace cw::subtitles {

namespace {

/// Reads digits at `at`; none when there is none or there are too many.
std::optional<std::uint64_t> numberAt(std::string_view line, std::size_t &at) noexcept
{
    constexpr std::size_t mostDigits = 6;
    std::uint64_t number = 0;
    const std::size_t begin = at;
    while (at < line.size() && isAsciiDigit(static_cast<unsigned char>(line[at])) && at - begin < mostDigits)
        number = number * 10 + static_cast<std::uint64_t>(line[at++] - '0');
    return at > begin ? std::optional(number) : std::nullopt;
}

std::optional<std::uint64_t> timeAt(std::string_view line, std::size_t &at) noexcept
{
    std::uint64_t seconds = 0;
    std::size_t parts = 0;
    for (;;) {
        const auto number = numberAt(line, at);
        if (!number)
            return std::nullopt;
        seconds = seconds * 60 + *number;
        ++parts;
        if (at == line.size() || line[at] != ':' || parts == 3)
            break;
        ++at;
    }
    if (parts < 2)
        return std::nullopt;
    std::uint64_t milliseconds = 0;
    if (at < line.size() && (line[at] == ',' || line[at] == '.')) {
        const std::size_t begin = ++at;
        const auto fraction = numberAt(line, at);
        if (!fraction)
            return std::nullopt;
        milliseconds = *fraction;
        for (std::size_t digits = at - begin; digits < 3; ++digits)
            milliseconds *= 10;
        for (std::size_t digits = at - begin; digits > 3; --digits)
            milliseconds /= 10;
    }
    return seconds * 1000 + milliseconds;
}

bool beginsNote(std::string_view line) noexcept
{
    constexpr std::array<std::string_view, 4> words{"WEBVTT", "NOTE", "STYLE", "REGION"};
    return std::ranges::any_of(words, [&](std::string_view word) {
        return line.starts_with(word)
            && (line.size() == word.size() || line[word.size()] == ' ' || line[word.size()] == '\t');
    });
}

} // namespace

std::optional<CueTimes> cueTimesOf(std::string_view line) noexcept
{
    std::size_t at = std::min(line.find_first_not_of(" \t"), line.size());
    const auto begin = timeAt(line, at);
    if (!begin)
        return std::nullopt;
    at = std::min(line.find_first_not_of(" \t", at), line.size());
    if (!line.substr(at).starts_with("-->"))
        return std::nullopt;
    at = std::min(line.find_first_not_of(" \t", at + 3), line.size());
    const auto end = timeAt(line, at);
    if (!end)
        return std::nullopt;
    return CueTimes{*begin, *end};
}

std::string timeLabel(std::uint64_t milliseconds)
{
    const auto twoDigits = [](std::uint64_t value) {
        const std::string digits = std::to_string(value);
        return digits.size() < 2 ? '0' + digits : digits;
    };
    const std::uint64_t seconds = milliseconds / 1000;
    return std::to_string(seconds / 3600) + ':' + twoDigits(seconds / 60 % 60) + ':' + twoDigits(seconds % 60);
}

Cues findCues(std::string_view text)
{
    Cues found;
    const LineReader lines(text);
    const auto visible = [&](const Line &line) { return stripSpaces(text, {line.begin, line.end}); };
    const auto textOf = [&](ByteRange range) { return text.substr(range.begin, range.size()); };
    Line line;
    bool isInCue = false;
    bool isInNote = false;
    while (lines.read(line.next, line)) {
        const ByteRange range = visible(line);
        if (range.isEmpty()) {
            isInCue = false;
            isInNote = false;
            continue;
        }
        if (const auto times = cueTimesOf(textOf(range))) {
            found.cues.push_back({*times, {}});
            isInCue = true;
            isInNote = false;
            continue;
        }
        if (isInNote)
            continue;
        if (!isInCue) {
            Line next;
            if (lines.read(line.next, next) && cueTimesOf(text.substr(next.begin, next.end - next.begin)))
                continue; // the cue's number or name
            isInNote = beginsNote(textOf(range));
            if (isInNote)
                continue;
        }
        auto &owner = found.cues.empty() ? found.strayLines : found.cues.back().lines;
        owner.push_back(range);
    }
    return found;
}

std::size_t speakerLength(std::string_view line) noexcept
{
    constexpr std::size_t longest = 40;
    constexpr std::size_t mostWords = 4;
    const std::size_t colon = line.substr(0, longest).find(':');
    if (colon == std::string_view::npos || colon == 0)
        return 0;
    if (colon + 1 < line.size() && line[colon + 1] != ' ' && line[colon + 1] != '\t')
        return 0;
    WordScanner words(line.substr(0, colon));
    std::size_t count = 0;
    while (words.next()) {
        const DecodedCharacter first = decodeCharacter(line, words.word().begin);
        const bool isName = isPythonWord(first.codePoint) && !isPythonLower(first.codePoint);
        if (!isName || ++count > mostWords)
            return 0;
    }
    return count > 0 && line[0] != ' ' ? colon + 1 : 0;
}

} // namespace cw::subtitles
