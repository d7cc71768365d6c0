// SPDX-License-Identifier: GPL-3.0-or-later
// What the text of one line of a PDF tells about where it stands in a paragraph.
#pragma once

#include <cstddef>
#include <string_view>

namespace cw::pdf {

[[nodiscard]] bool beginsSmall(std::string_view text) noexcept;
[[nodiscard]] bool endsSentence(std::string_view text) noexcept;
/// With a letter and a hyphen.
[[nodiscard]] bool endsInsideWord(std::string_view text) noexcept;
[[nodiscard]] bool beginsWithNumber(std::string_view text) noexcept;
[[nodiscard]] bool beginsWithBullet(std::string_view text) noexcept;
[[nodiscard]] bool beginsWithDash(std::string_view text) noexcept;
/// "[Knu98]" and a blank, as before entries of a bibliography.
[[nodiscard]] bool beginsWithLabel(std::string_view text) noexcept;
/// "[Function]" and no more.
[[nodiscard]] bool isTag(std::string_view text) noexcept;
/// A raised number and a blank.
[[nodiscard]] bool beginsWithRaised(std::string_view text) noexcept;
/// A number or sign and a blank, as before notes.
[[nodiscard]] bool beginsWithNoteMark(std::string_view text) noexcept;
/// Dots that lead to a page number.
[[nodiscard]] bool hasLeader(std::string_view text) noexcept;

} // namespace cw::pdf
