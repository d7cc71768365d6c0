// SPDX-License-Identifier: GPL-3.0-or-later
// Pages of any document: those its format knows, or what form feeds part.
#pragma once

#include "base/byterange.h"
#include "text/document.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace cw {

/// Immutable. Where the document has a SourceMap with pages it is those; else a plain text's pages end with form feeds,
/// which are the first characters of the page behind them, and are called 1, 2, 3, ...
class Pages final
{
public:
    /// O(pages); for documents without a SourceMap O(bytes).
    explicit Pages(const Document &document);

    /// Whether the document has pages at all.
    [[nodiscard]] bool areKnown() const noexcept { return !m_begins.empty(); }
    /// Where pages begin, rising; empty pages begin where the next one does. Empty when there are none.
    [[nodiscard]] const std::vector<std::uint32_t> &begins() const noexcept { return m_begins; }
    /// First and last page (from 0) that share bytes with `range`. Precondition: areKnown(). O(log pages).
    [[nodiscard]] std::pair<std::size_t, std::size_t> of(ByteRange range) const noexcept;
    [[nodiscard]] std::string label(std::size_t page) const;

private:
    std::vector<std::uint32_t> m_begins;
    const SourceMap *m_map = nullptr; ///< of the document, when the pages are the format's
};

} // namespace cw
