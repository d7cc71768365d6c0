// SPDX-License-Identifier: GPL-3.0-or-later
// The way back from a document's text to the file that it was extracted from.
#pragma once

#include "base/byterange.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace cw {

/// Bytes of one part of a file. What a part's bytes are is the format's to say: of the decoded text (HTML), of the
/// unpacked entry of an archive (DOCX, EPUB).
struct SourceRange
{
    std::uint32_t part = 0; ///< number in SourceMap::parts()
    std::uint64_t begin = 0;
    std::uint64_t end = 0; ///< equal to begin for text that the reader put in

    bool operator==(const SourceRange &) const = default;
};

/// Immutable. 24 bytes a stretch of text.
class SourceMap final
{
public:
    struct Page
    {
        std::uint32_t textBegin = 0; ///< the page ends where the next one begins
        std::string label; ///< as printed or as the file names it: "12", "iv"
    };

    /// Names of parts, such as "word/document.xml"; a file of one piece has one part without a name.
    [[nodiscard]] std::span<const std::string> parts() const noexcept { return m_parts; }
    /// Where the text of `range` comes from: one range a part, in the order of the text, from the first byte to the
    /// last. Within text that was copied it is exact to the byte; of text that was replaced (an entity, a ligature) it
    /// is the whole of what was replaced. O(log stretches + stretches met).
    [[nodiscard]] std::vector<SourceRange> sourcesOf(ByteRange range) const;

    /// Empty when the format knows no pages. Begins never decrease; an empty page begins where the next one does.
    [[nodiscard]] std::span<const Page> pages() const noexcept { return m_pages; }
    /// Number in pages() of the page that holds the byte. Precondition: there are pages. O(log pages).
    [[nodiscard]] std::size_t pageAt(std::size_t byte) const noexcept;
    /// First and last page that share bytes with `range`. Precondition: there are pages.
    [[nodiscard]] std::pair<std::size_t, std::size_t> pagesOf(ByteRange range) const noexcept;

private:
    friend class SourceMapBuilder;
    struct Stretch
    {
        std::uint32_t textBegin = 0; ///< ends where the next stretch begins
        std::uint32_t part = 0;
        std::uint64_t sourceBegin = 0;
        std::uint32_t sourceBytes = 0;
        bool isCopy = false; ///< sourceBytes are those of the text, byte for byte
    };

    std::vector<std::string> m_parts;
    std::vector<Stretch> m_stretches;
    std::vector<Page> m_pages;
};

/// Puts a text together and remembers where each piece of it came from.
class SourceMapBuilder final
{
public:
    /// The number of a part of that name, added when it is new. Costs a look-up, however many there are.
    std::uint32_t part(std::string_view name);
    /// Appends `text`, which stands at `sourceBegin` of the part byte for byte.
    void copy(std::string_view text, std::uint32_t part, std::uint64_t sourceBegin);
    /// Appends `text` for other bytes of the part. Precondition: they are less than 4 GiB.
    void replace(std::string_view text, std::uint32_t part, std::uint64_t sourceBegin, std::uint64_t sourceEnd);
    /// Appends `text` that stands nowhere in the file, such as the line end between two blocks. It belongs to the place
    /// behind what was appended before.
    void insert(std::string_view text);
    void beginPage(std::string label) { beginPage(std::move(label), m_text.size()); }
    /// Precondition: no page that was begun before begins behind `textByte`.
    void beginPage(std::string label, std::size_t textByte);
    [[nodiscard]] bool hasPages() const noexcept { return !m_map.m_pages.empty(); }

    [[nodiscard]] std::string_view text() const noexcept { return m_text; }
    [[nodiscard]] std::size_t bytes() const noexcept { return m_text.size(); }
    /// Takes back what was appended last, down to `bytes` of text: white space at the end of a block.
    void truncate(std::size_t bytes);

    /// The map of all that was appended; the builder keeps the text.
    [[nodiscard]] std::shared_ptr<const SourceMap> build();
    [[nodiscard]] std::string takeText() { return std::move(m_text); }

private:
    void append(std::string_view text, const SourceMap::Stretch &stretch);

    std::string m_text;
    SourceMap m_map;
    std::map<std::string, std::uint32_t, std::less<>> m_partNumbers;
};

} // namespace cw
