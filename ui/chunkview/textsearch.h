// SPDX-License-Identifier: GPL-3.0-or-later
// Finding every place of a text in a document, in linear time and with exact byte ranges.
#pragma once

#include "base/byterange.h"

#include <QString>

#include <stop_token>
#include <string_view>
#include <vector>

namespace cw {

struct SearchQuery
{
    QString text;
    bool caseSensitive = false;
    bool wholeWords = false;

    bool operator==(const SearchQuery &) const = default;
};

/// All matches in order, none overlapping another. Without case sensitivity characters match when their Unicode simple
/// case foldings are equal; that maps one character to one, so that ranges stay exact ("ß" does not match "ss").
/// Characters are compared as written: composed and decomposed forms differ. A whole word has no letter, mark, number
/// or underscore right before or after it. Ends early, with what it has, once `stop` is requested.
[[nodiscard]] std::vector<ByteRange> findAll(std::string_view text, const SearchQuery &query,
                                             const std::stop_token &stop = {});

} // namespace cw
