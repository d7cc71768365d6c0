// SPDX-License-Identifier: GPL-3.0-or-later
// In which sizes a book that marks no headings sets its text: word processors write headings as paragraphs whose styles
// alone say what they are.
#pragma once

#include "base/byterange.h"
#include "text/blocktree.h"
#include "text/sourcemap.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace cw::epub {

/// How text is set.
struct Look
{
    std::uint32_t size = 1200; ///< hundredths of a point; what no style says is 12 points, as in browsers
    bool isBold = false;
};

/// What declarations say of the look of text.
struct LookStyle
{
    enum class Size : std::uint8_t { NotSaid, Points, Factor };
    Size kind = Size::NotSaid;
    double size = 0; ///< points, or a factor of the size around
    bool saysWeight = false;
    bool isBold = false;

    void read(std::string_view declarations);
    void applyTo(Look &look) const;
};

/// Rules of style sheets whose selectors are an element, a class or both ("p", ".title", "p.title"); others, and those
/// in at-rules, are passed over.
class LookSheet final
{
public:
    /// O(css * log rules).
    void add(std::string_view css);
    void applyTo(Look &look, std::string_view selector) const;

private:
    std::map<std::string, LookStyle, std::less<>> m_rules;
};

/// Text between two tags.
struct LookedText
{
    ByteRange source;
    Look look;
};

/// References to style sheets alone. O(source).
[[nodiscard]] std::vector<std::string> styleLinksOf(std::string_view source);
/// Text that is not only white space. `source` is XHTML; elements nest by their tags. O(source * nesting).
[[nodiscard]] std::vector<LookedText> looksOf(std::string_view source, const LookSheet &sheet);

/// Makes headings of short paragraphs, in no container, that are all in larger letters than most of the book's text, or
/// all bold in at least its size and not ended as sentences are; each size is a level, the largest the first. Levels of
/// paragraphs that are headings already are set in the same way. `texts` are those of each part of `sources`. Returns
/// how many headings are told so. O(texts + blocks * log texts).
std::size_t markHeadingsByLooks(std::string_view text, const SourceMap &sources,
                                const std::vector<std::vector<LookedText>> &texts, std::vector<Block> &blocks,
                                std::vector<BlockTree::TitledHeading> &headings);

} // namespace cw::epub
