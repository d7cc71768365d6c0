// SPDX-License-Identifier: GPL-3.0-or-later
// What readers see of a Markdown heading: its inline text without marks.
#pragma once

#include "text/blocktree.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace cw::markdown {

/// Longer titles are left as they are written.
inline constexpr std::size_t longestMarkedTitle = std::size_t{16} * 1024;

/// Labels of link reference definitions, and of footnotes with their `^`. Case is that of ASCII letters.
class Labels final
{
public:
    void add(std::string_view label);
    /// To be called once, before the first question.
    void sort();
    [[nodiscard]] bool holds(std::string_view label) const;

private:
    std::vector<std::string> m_labels;
};

struct ShownTitle
{
    std::optional<std::string> text; ///< on one line; none where the title says it as it is written
    bool isOpen = false; ///< it has a label that is not defined, and would be another if it were
};

/// By the rules of CommonMark and GitHub: marks of emphasis, links, code and HTML, escapes and footnote marks are gone,
/// references are what they stand for. Pictures are no text, but where a title has nothing else their description is
/// it. Attributes at the end, `{#name .class}`, are no text either. O(title).
[[nodiscard]] ShownTitle shownTitle(std::string_view title, const Labels &labels);

/// Gives headings whose titles have marks what is shown of them, once all labels are known. Returns the first one with
/// a label that is not defined; Heading::none when there is none.
std::uint32_t showTitles(std::string_view text, std::vector<BlockTree::TitledHeading> &headings, Labels &labels);

/// Whether shownTitle() could say anything else than what is written. O(title), a few bytes at once.
[[nodiscard]] bool mayHaveMarks(std::string_view title) noexcept;

} // namespace cw::markdown
