// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of one document of a run, with what became of each section.
#pragma once

#include "base/result.h"
#include "run/run.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

namespace cw {

struct OutlineSection
{
    static constexpr std::uint32_t none = Heading::none;

    std::uint32_t parent = none; ///< position in OutlineTree::sections
    std::uint32_t row = 0; ///< its place among the sections right inside its parent
    CompactRange heading; ///< source bytes of the heading, or of a declaration's name
    CompactRange section; ///< source bytes, sections inside included
};

/// The sections of a document, whatever becomes of them in a run. Immutable.
struct OutlineTree
{
    std::shared_ptr<const Document> document;
    std::shared_ptr<const BlockTree> blocks; ///< of the document
    std::vector<OutlineSection> sections; ///< in the order of the text, a section before those inside it
    std::vector<std::uint32_t> inside; ///< sections by parent, the outermost last; see sectionsIn()
    std::vector<std::uint32_t> insideEnds; ///< per section, and behind them for the outermost

    /// Those right inside `parent`, or the outermost ones of OutlineSection::none, in the order of the text.
    [[nodiscard]] std::span<const std::uint32_t> sectionsIn(std::uint32_t parent) const;
    /// On one line; may be empty. Read from the text: titles of a hundred thousand sections would take its size.
    [[nodiscard]] QString title(std::uint32_t section) const;
    /// The innermost section that holds the byte.
    [[nodiscard]] std::optional<std::uint32_t> sectionAt(std::size_t byte) const;
};

struct OutlineFigures
{
    std::uint32_t chunks = 0; ///< that share bytes with the section
    std::uint32_t findings = 0; ///< that begin in the section
};

struct OutlineProblem
{
    QString message; ///< whole sentences
    ByteRange where; ///< source bytes; empty when it is no one place
    Severity severity = Severity::Warning;
};

/// Immutable. Holds the snapshot it was made of.
struct DocumentOutline
{
    std::shared_ptr<const RunSnapshot> snapshot;
    std::uint32_t document = 0; ///< position in the snapshot
    std::shared_ptr<const OutlineTree> tree; ///< shared by outlines of the same document
    std::vector<OutlineFigures> figures; ///< per section
    std::vector<OutlineProblem> problems; ///< of the file, of its structure, and pins that do not hold

    [[nodiscard]] const Document &of() const noexcept { return *snapshot->documents[document]; }
};

/// For any thread. `known` may be null, or of another document; of this one, it is taken over. O(bytes) the first time
/// a document's blocks are asked for, then O(sections + chunks + findings).
[[nodiscard]] Outcome<std::shared_ptr<const DocumentOutline>>
makeOutline(const std::shared_ptr<const RunSnapshot> &snapshot, std::uint32_t document,
            std::shared_ptr<const OutlineTree> known, std::stop_token stop);

} // namespace cw
