// SPDX-License-Identifier: GPL-3.0-or-later
// Timed cues of subtitles: where they stand, when they are shown, and what they say.
#pragma once

#include "base/byterange.h"
#include "text/sourcemap.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cw::subtitles {

struct CueTimes
{
    std::uint64_t beginMilliseconds = 0;
    std::uint64_t endMilliseconds = 0;
};

/// A line such as `00:01:02,500 --> 00:01:04,000` with what may follow it; hours may be missing, and a full stop may
/// stand for the comma.
[[nodiscard]] std::optional<CueTimes> cueTimesOf(std::string_view line) noexcept;

/// "1:02:03".
[[nodiscard]] std::string timeLabel(std::uint64_t milliseconds);

struct Cue
{
    CueTimes times;
    std::vector<ByteRange> lines; ///< of the file's text, without blank ones
};

/// All cues in the order of the file. Numbers and names of cues, and the header, notes and styles of WebVTT belong to
/// none; other lines behind a cue belong to it. Lines before the first cue that are none of these are `strayLines`.
struct Cues
{
    std::vector<Cue> cues;
    std::vector<ByteRange> strayLines;
};
[[nodiscard]] Cues findCues(std::string_view text);

/// The length of a speaker's name that begins `line` and ends with a colon, as in "Ann: Hello" or "DR. MILES: Hello";
/// 0 when there is none. Names are of one to four words that begin with a capital letter or digit.
[[nodiscard]] std::size_t speakerLength(std::string_view line) noexcept;

} // namespace cw::subtitles
