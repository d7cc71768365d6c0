// SPDX-License-Identifier: GPL-3.0-or-later
// What is set before a chunk's text for its embedding: the headings it stands under, the head of the table it goes on
// with. It is no part of the source, but of what max bounds.
#pragma once

#include "base/result.h"
#include "segment/segmentation.h"
#include "text/document.h"
#include "tokenize/tokenizer.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace cw {

/// Which prefixes a strategy's parameters ask for. False when none.
struct PrefixStyle
{
    bool namesHeadings = false; ///< "Guide > Install" and a blank line
    bool repeatsTableHead = false; ///< the head of a table in the chunks that begin with later rows of it
    std::string_view separator = " > "; ///< between headings

    [[nodiscard]] explicit operator bool() const noexcept { return namesHeadings || repeatsTableHead; }
    bool operator==(const PrefixStyle &) const = default;
};

/// The prefix of one chunk.
struct ChunkPrefix
{
    static constexpr std::size_t mostHeadings = 127;
    /// Headings with longer titles are left out as if they had none: every heading under one names it again, so a text
    /// would cost the square of its size.
    static constexpr std::size_t longestTitleBytes = 1024;
    static constexpr std::size_t longestPathBytes = 16 * 1024; ///< of headings; outer ones that do not fit are left out

    std::int32_t tokens = 0; ///< that it adds; exact only when `isCertain`
    std::uint8_t headings = 0; ///< how many are named: the innermost ones
    bool hasTableHead = false;
    bool isCertain = true; ///< false: its tokens and those of the text are not told apart, so both have to be counted

    [[nodiscard]] bool isEmpty() const noexcept { return headings == 0 && !hasTableHead; }
};

/// What a chunk that begins at one place stands under.
struct PrefixPlace
{
    static constexpr std::uint32_t none = static_cast<std::uint32_t>(-1);

    std::uint32_t heading = none; ///< the innermost one with a title that the chunk does not itself begin with
    std::uint32_t table = none; ///< in Segmentation::tables, when rows of it go on there
};

/// The last unit that begins at or before a byte of the emitted text. O(log units). Precondition: there is one.
[[nodiscard]] std::size_t unitAt(const Segmentation &segmentation, std::size_t emitByte) noexcept;

/// O(log headings + log tables). Precondition: `unit` holds the byte.
[[nodiscard]] PrefixPlace prefixPlace(const Document &document, const Segmentation &segmentation,
                                      const PrefixStyle &style, std::size_t unit, std::size_t byte);
/// How many headings with titles there are from a place outwards; O(depth).
[[nodiscard]] std::size_t headingsAt(const Document &document, const PrefixPlace &place);
/// The prefix with the innermost `headings`: a line of headings and a blank line, then the table's head as it stands in
/// the source and a line end.
[[nodiscard]] std::string prefixText(const Document &document, const Segmentation &segmentation,
                                     const PrefixStyle &style, const PrefixPlace &place, std::size_t headings,
                                     bool hasTableHead);

/// What all headings and table heads of a document cost as prefixes: made once, 12 bytes a heading, 4 for each one
/// above it or a table, and a bit a unit. Immutable.
class PrefixCosts final
{
public:
    /// O(units + bytes of all heading paths and table heads).
    [[nodiscard]] static Outcome<std::shared_ptr<const PrefixCosts>> of(const Document &document,
                                                                        const Segmentation &segmentation,
                                                                        const Tokenizer &tokenizer,
                                                                        const PrefixStyle &style, std::stop_token stop);

    struct Path ///< of one heading with those above it
    {
        std::uint32_t begin = 0; ///< the heading's first byte
        std::uint32_t costs = 0; ///< where its costs begin
        std::uint8_t headings = 0; ///< that may be named
    };
    [[nodiscard]] const std::vector<Path> &paths() const noexcept { return m_paths; }
    /// Of the innermost `headings`, at least one.
    [[nodiscard]] std::int32_t pathTokens(const Path &path, std::size_t headings) const noexcept
    {
        return m_pathTokens[path.costs + headings - 1];
    }
    [[nodiscard]] std::int32_t tableTokens(std::uint32_t table) const noexcept { return m_tableTokens[table]; }
    /// Whether tokens of a prefix and those of a text that begins with the unit are told apart.
    [[nodiscard]] bool isCutBefore(std::size_t unit) const noexcept
    {
        return (m_cutsBefore[unit / 64] >> (unit % 64) & 1U) != 0;
    }

private:
    std::vector<Path> m_paths;
    std::vector<std::int32_t> m_pathTokens;
    std::vector<std::int32_t> m_tableTokens;
    std::vector<std::uint64_t> m_cutsBefore; ///< by unit
};

/// Which segmentation those number units by who ask for prefixes.
enum class PrefixUnits : std::uint8_t {
    OfWhole, ///< the one prefixes are made from
    OfPart ///< one of a part of the document: units are found by place, O(log units)
};

/// Prefixes of the chunks of one document at one max. One that would take more than half of max loses its outer
/// headings, the outermost first, and where that is not enough the table's head as well.
class Prefixes final
{
public:
    /// `costs` may be null, then they are made.
    Prefixes(const Document &document, const Segmentation &segmentation, const Tokenizer &tokenizer, PrefixStyle style,
             std::size_t maxTokens, std::shared_ptr<const PrefixCosts> costs, PrefixUnits units = PrefixUnits::OfWhole);

    /// Of a chunk that begins at `byte` in `unit`. Precondition: no white space there.
    [[nodiscard]] ChunkPrefix at(std::size_t unit, std::size_t byte);
    /// Tokens of the prefix and the text that begins there, together.
    [[nodiscard]] std::size_t countWith(const ChunkPrefix &prefix, std::size_t unit, ByteRange text);

private:
    [[nodiscard]] ChunkPrefix made(std::size_t unit, std::size_t byte);
    [[nodiscard]] bool isCutBefore(std::size_t unit, std::size_t byte) const;
    [[nodiscard]] std::uint32_t headingBefore(std::size_t byte);
    void shorten(ChunkPrefix &prefix, const PrefixPlace &place) const;
    [[nodiscard]] std::int32_t tokensOf(const PrefixPlace &place, std::size_t headings, bool hasTableHead) const;

    const Document &m_document;
    const Segmentation &m_segmentation;
    const Tokenizer &m_tokenizer;
    const BlockTree &m_tree;
    PrefixStyle m_style;
    std::int32_t m_most;
    PrefixUnits m_units;
    std::shared_ptr<const PrefixCosts> m_costs;
    bool m_isCutBehindLineEnd;
    std::size_t m_headingsBegun = 0; ///< before the place asked about last
    std::size_t m_lastByte = static_cast<std::size_t>(-1);
    ChunkPrefix m_last; ///< at that place, which is often asked about again
};

} // namespace cw
