// SPDX-License-Identifier: GPL-3.0-or-later
// Tooltips of text that anybody may have written.
#pragma once

#include <QString>

namespace cw {

/// `text` as a tooltip or label that Qt shows as it stands. Qt guesses whether a text is markup and breaks lines only
/// of what it takes for that: here lines are broken already, and text that looks like markup has an invisible word
/// joiner behind each "<" and the "&" of entities. Very long text ends in "…".
[[nodiscard]] QString plainToolTip(const QString &text);

/// Only the word joiners, for labels of dialogs that Qt builds.
[[nodiscard]] QString withoutMarkup(QString text);

} // namespace cw
