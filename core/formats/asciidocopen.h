// SPDX-License-Identifier: GPL-3.0-or-later
// What can be open while AsciiDoc is read.
#pragma once

#include "base/byterange.h"
#include "formats/asciidoclines.h"

#include <cstdint>

namespace cw::asciidoc {

enum class Level : std::uint8_t { Delimited, List, Item };

struct Container
{
    Level level = Level::Delimited;
    ListMark mark = {}; ///< of a list
    CompactRange delimiter; ///< of a delimited block: the line that closes it
    bool wantsText = false; ///< an item of a term with nothing behind it yet
};

enum class Leaf : std::uint8_t {
    None,
    Paragraph,
    Indented, ///< a paragraph of literal text
    Header, ///< what follows a document's title
    Entries, ///< attribute entries
    Verbatim, ///< up to its delimiter
    Table
};

} // namespace cw::asciidoc
