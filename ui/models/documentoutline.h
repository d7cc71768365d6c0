// SPDX-License-Identifier: GPL-3.0-or-later
// The outline of one document of a run, with what became of each section.
#pragma once

#include "base/result.h"
#include "run/run.h"

#include <QString>

#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

namespace cw {

struct OutlineSection
{
    static constexpr std::uint32_t none = Heading::none;

    QString title; ///< on one line
    std::uint32_t parent = none; ///< position in DocumentOutline::sections
    ByteRange heading; ///< source bytes of the heading, or of a declaration's name
    ByteRange section; ///< source bytes, sections inside included
    std::uint32_t chunks = 0; ///< that share bytes with the section
    std::uint32_t findings = 0; ///< that begin in the section
};

struct OutlineProblem
{
    QString message; ///< whole sentences
    ByteRange where; ///< source bytes; empty when it is no one place
};

/// Immutable. Holds the snapshot it was made of.
struct DocumentOutline
{
    std::shared_ptr<const RunSnapshot> snapshot;
    std::uint32_t document = 0; ///< position in the snapshot
    std::vector<OutlineSection> sections; ///< in the order of the text, a section before those inside it
    std::vector<OutlineProblem> problems; ///< of the file, of its structure, and pins that do not hold

    [[nodiscard]] const Document &of() const noexcept { return *snapshot->documents[document]; }
    /// The innermost section that holds the byte.
    [[nodiscard]] std::optional<std::uint32_t> sectionAt(std::size_t byte) const;
};

/// For any thread. O(bytes) the first time a document's blocks are asked for, then O(sections * log chunks + findings).
[[nodiscard]] Outcome<std::shared_ptr<const DocumentOutline>>
makeOutline(const std::shared_ptr<const RunSnapshot> &snapshot, std::uint32_t document, std::stop_token stop);

} // namespace cw
